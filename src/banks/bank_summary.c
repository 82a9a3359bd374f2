/* Copies the names of bones, parts and motions of a bank, so that its file can be freed. */
#include "banks/bank_summary.h"

#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/text/names.h"
#include "formats/file_state.h"
#include "gait/ogf.h"

/* The bytes of all names, each motion with its kind. */
static uint64_t bank_count_bytes(const gait_omf *omf) {
    uint64_t size = 0;
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        size += omf->bones[b].name.size;
    }
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        size += 1 + (uint64_t)omf->definitions[d].values.name.size;
    }
    return size;
}

/* Appends a name to the block of all names. */
static gait_span bank_copy_name(uint8_t **at, gait_span name) {
    gait_span copy = {*at, name.size};
    if (name.size > 0) {
        memcpy(*at, name.data, name.size);
    }
    *at += name.size;
    return copy;
}

static void bank_copy_bones(gait_bank_summary *self, const gait_omf *omf, uint8_t **at) {
    self->has_bone_names = true;
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        self->bones[b] = bank_copy_name(at, omf->bones[b].name);
        self->has_bone_names = self->has_bone_names && omf->bones[b].name.size > 0;
    }
    for (uint32_t p = 0; p < omf->part_count; p++) {
        self->parts[p] = (gaiti_bank_part){omf->parts[p].first_bone, omf->parts[p].bone_count};
    }
    self->bone_count = omf->bone_count;
    self->part_count = omf->part_count;
}

/* Copies each motion that games can find. False when out of memory. */
static bool bank_copy_motions(gait_bank_summary *self, const gait_omf *omf, gaiti_arena *scratch,
                              uint8_t **at) {
    gaiti_names set;
    gait_span *keys = gaiti_alloc(scratch, omf->definition_count, sizeof *keys);
    if (!keys || !gaiti_names_init(&set, scratch, keys, omf->definition_count)) {
        return false;
    }
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        const gait_omf_motion *values = &omf->definitions[d].values;
        bool is_fx = (values->flags & GAIT_OMF_FX) != 0;
        uint8_t *start = *at;
        *(*at)++ = is_fx;
        keys[self->motion_count] = (gait_span){start, 1 + values->name.size};
        (void)bank_copy_name(at, values->name);
        if (gaiti_names_add(&set, self->motion_count) >= 0) {
            *at = start;
            continue;
        }
        self->motions[self->motion_count] =
            (gaiti_bank_motion){.key = keys[self->motion_count],
                                .part = is_fx ? GAITI_BANK_ALL_PARTS : values->bone_or_part};
        self->motion_count++;
    }
    return true;
}

gait_status gaiti_bank_summarize(const gait_omf *omf, const gait_options *options,
                                 gait_bank_summary **out_summary) {
    uint64_t bytes = bank_count_bytes(omf);
    uint64_t size = bytes + omf->bone_count * sizeof(gait_span) +
                    omf->part_count * sizeof(gaiti_bank_part) +
                    omf->definition_count * sizeof(gaiti_bank_motion) + 64;
    gait_status status;
    gait_bank_summary *self = gaiti_new_object(
        options, sizeof *self, offsetof(gait_bank_summary, arena), (size_t)size, &status);
    GAITI_TRY(status);
    self->size = size + sizeof *self;
    self->code_page = omf->code_page;
    self->bones = gaiti_alloc(&self->arena, omf->bone_count, sizeof *self->bones);
    self->parts = gaiti_alloc(&self->arena, omf->part_count, sizeof *self->parts);
    self->motions = gaiti_alloc(&self->arena, omf->definition_count, sizeof *self->motions);
    uint8_t *names = gaiti_alloc(&self->arena, bytes, 1);
    status = self->arena.status;
    if (status == GAIT_OK) {
        gaiti_arena scratch;
        gaiti_arena_init(&scratch, options, gaiti_names_cost(omf->definition_count));
        bank_copy_bones(self, omf, &names);
        if (!bank_copy_motions(self, omf, &scratch, &names)) {
            status = scratch.status;
        }
        gaiti_arena_free(&scratch);
    }
    if (status != GAIT_OK) {
        gait_bank_summary_free(self);
        return status;
    }
    *out_summary = self;
    return GAIT_OK;
}

gait_status gait_bank_summary_new(const gait_file *bank, const gait_options *options,
                                  gait_bank_summary **out_summary) {
    if (!GAITI_CLEAR(out_summary) || !bank) {
        return GAIT_BAD_ARGUMENT;
    }
    /* The outline of a bank contains the parameters. */
    const gait_omf *omf = bank->row == &gaiti_omf_row ? bank->document
                          : gait_file_ogf(bank)       ? gait_ogf_motions(gait_file_ogf(bank))
                                                      : NULL;
    return omf && omf->has_params ? gaiti_bank_summarize(omf, options, out_summary)
                                  : GAIT_NOT_FOUND;
}

void gait_bank_summary_free(gait_bank_summary *summary) {
    gaiti_free_object(summary, offsetof(gait_bank_summary, arena));
}

uint64_t gait_bank_summary_size(const gait_bank_summary *summary) {
    return summary ? summary->size : 0;
}
