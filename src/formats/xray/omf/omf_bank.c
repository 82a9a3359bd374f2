/* Edits of whole motions: rename, reorder, duplicate, remove, extract
 * (docs/formats/omf.md#editing).
 */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_merge.h"

static gait_status bank_memory(const gait_omf *omf) {
    return omf->arena.status ? omf->arena.status : GAIT_NO_MEMORY;
}

static gaiti_report bank_report(const gait_omf *omf, gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    report.packed_in = omf->packed_in;
    return report;
}

/* The member `motion` after a motion moved from one index to another. */
static uint16_t bank_renumber(uint16_t number, uint32_t old_index, uint32_t new_index) {
    return (uint16_t)(number == old_index ? new_index : number);
}

/* --- names ------------------------------------------------------------------------------------ */

void gaiti_omf_set_name(gaiti_omf_keys *keys, gaiti_omf_definition *definition, gait_span name) {
    bool has_label = gaiti_same_bytes(keys->label, definition->values.name);
    keys->label = has_label ? name : keys->label;
    definition->values.name = name;
}

/* Converts a name to the code page of the bank, in its arena. */
static gait_status bank_encode_name(gait_omf *omf, const char *name, const gaiti_report *report,
                                    gait_span *out_name) {
    return gaiti_encode_motion_name(name, omf->code_page, GAITI_OMF_BAD_NAME, report, &omf->arena,
                                    out_name);
}

gait_status gaiti_omf_rename_motion(gait_omf *omf, uint32_t motion, const char *name,
                                    gait_diagnostics *diagnostics) {
    if (motion >= gait_omf_motion_count(omf) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = bank_report(omf, diagnostics);
    gait_span encoded;
    report.clip = (int32_t)motion;
    GAITI_TRY(bank_encode_name(omf, name, &report, &encoded));
    gaiti_omf_set_name(&omf->keys[motion], &omf->definitions[motion], encoded);
    return GAIT_OK;
}

/* --- order ------------------------------------------------------------------------------------ */

gait_status gaiti_omf_reorder_motions(gait_omf *omf, const uint32_t *order, uint32_t count) {
    if (!omf || count != gait_omf_motion_count(omf)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = {.allocator = omf->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    bool is_valid = gaiti_is_selection(order, count, count, &scratch);
    gaiti_omf_keys *keys = gaiti_alloc(&scratch, count, sizeof *keys);
    gaiti_omf_definition *definitions = gaiti_alloc(&scratch, count, sizeof *definitions);
    gait_status status = scratch.status;
    if (status == GAIT_OK && !is_valid) {
        status = GAIT_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; status == GAIT_OK && i < count; i++) {
        keys[i] = omf->keys[order[i]];
        definitions[i] = omf->definitions[order[i]];
        definitions[i].values.motion = bank_renumber(definitions[i].values.motion, order[i], i);
    }
    if (status == GAIT_OK && count > 0) {
        memcpy(omf->keys, keys, count * sizeof *keys);
        memcpy(omf->definitions, definitions, count * sizeof *definitions);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- removing --------------------------------------------------------------------------------- */

/* GAIT_OK when no unknown sub-chunk has a number from 1 to `max`: after a renumbering, it could be
 * read as a motion. */
static gait_status bank_check_numbers(const gait_omf *omf, uint32_t max,
                                      const gaiti_report *report) {
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        const gaiti_omf_sub *sub = &omf->subs[s];
        if (sub->payload.data && sub->id > 0 && sub->id <= max) {
            return gaiti_raise(report, GAITI_OMF_NUMBER_TAKEN,
                               (gaiti_detail){.offset = gaiti_omf_offset(omf, sub->payload.data),
                                              .length = sub->payload.size,
                                              .expected = max,
                                              .found = sub->id});
        }
    }
    return GAIT_OK;
}

/* The number of values in the ascending `list` that are below `value`. */
static uint32_t bank_count_below(const uint32_t *list, uint32_t count, uint32_t value) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Removes the sub-chunks of the motions in the ascending list, and renumbers the others. */
static void bank_remove_subs(gait_omf *omf, const uint32_t *motions, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        gaiti_omf_sub sub = omf->subs[s];
        bool is_motion = !sub.payload.data && sub.id > 0;
        uint32_t below = is_motion ? bank_count_below(motions, count, sub.id - 1) : 0;
        if (!is_motion || below == count || motions[below] != sub.id - 1) {
            sub.id -= below;
            omf->subs[kept++] = sub;
        }
    }
    omf->sub_count = kept;
}

gait_status gaiti_omf_remove_motions(gait_omf *omf, const uint32_t *motions, uint32_t count,
                                     gait_diagnostics *diagnostics) {
    uint32_t total = gait_omf_motion_count(omf);
    bool is_valid = omf && (motions || count == 0);
    for (uint32_t i = 0; is_valid && i < count; i++) {
        is_valid = motions[i] < total && (i == 0 || motions[i] > motions[i - 1]);
    }
    if (!is_valid) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = bank_report(omf, diagnostics);
    gait_status status = count > 0 ? bank_check_numbers(omf, omf->keys_count, &report) : GAIT_OK;
    if (status != GAIT_OK || count == 0) {
        return status;
    }
    bank_remove_subs(omf, motions, count);
    uint32_t next = 0;
    for (uint32_t m = 0; m < omf->definition_count || m < omf->keys_count; m++) {
        if (next < count && motions[next] == m) {
            next++;
            continue;
        }
        if (m < omf->keys_count) {
            omf->keys[m - next] = omf->keys[m];
        }
        if (m < omf->definition_count) {
            gaiti_omf_definition *definition = &omf->definitions[m - next];
            *definition = omf->definitions[m];
            definition->values.motion = bank_renumber(definition->values.motion, m, m - next);
        }
    }
    omf->stated_count -= count;
    omf->definition_count -= count;
    omf->keys_count -= count;
    return GAIT_OK;
}

gait_status gaiti_omf_remove_motion(gait_omf *omf, uint32_t motion) {
    return gaiti_omf_remove_motions(omf, &motion, 1, NULL);
}

/* --- appending -------------------------------------------------------------------------------- */

gait_status gaiti_omf_check_append(const gait_omf *omf, uint32_t extra,
                                   const gaiti_report *report) {
    uint64_t total = (uint64_t)omf->keys_count + extra;
    if (omf->keys_count != omf->definition_count || omf->keys_count != omf->stated_count) {
        return gaiti_raise(
            report, GAITI_OMF_UNPAIRED,
            (gaiti_detail){.expected = omf->definition_count, .found = omf->keys_count});
    }
    if (total > UINT16_MAX) {
        return gaiti_raise(report, GAITI_OMF_TOO_MANY,
                           (gaiti_detail){.expected = UINT16_MAX, .found = (int64_t)total});
    }
    return bank_check_numbers(omf, (uint32_t)total, report);
}

void gaiti_omf_append_reserved(gait_omf *omf, uint32_t extra) {
    uint32_t count = omf->keys_count, at = omf->sub_count;
    if (omf->sub_count == 0) {
        omf->subs[omf->sub_count++] = (gaiti_omf_sub){.id = 0};
        at = 1;
    }
    while (at > 0 && omf->subs[at - 1].payload.data) {
        at--;
    }
    memmove(omf->subs + at + extra, omf->subs + at, (omf->sub_count - at) * sizeof *omf->subs);
    for (uint32_t i = 0; i < extra; i++) {
        omf->subs[at + i] = (gaiti_omf_sub){.id = count + 1 + i};
    }
    omf->sub_count += extra;
    omf->definition_count = omf->keys_count = omf->stated_count = count + extra;
    omf->has_motions = true;
}

bool gaiti_omf_copy_marks(gaiti_arena *arena, gaiti_omf_definition *definition) {
    uint32_t count = definition->mark_count;
    gait_omf_mark *marks = NULL;
    if (count > 0) {
        marks = gaiti_grow(arena, definition->marks, count, count, sizeof *marks);
    }
    if (count > 0 && !marks) {
        return false;
    }
    definition->marks = marks;
    definition->mark_capacity = 0;
    return true;
}

gait_status gaiti_omf_duplicate_motion(gait_omf *omf, uint32_t motion, const char *name,
                                       gait_diagnostics *diagnostics) {
    if (motion >= gait_omf_motion_count(omf) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = bank_report(omf, diagnostics);
    uint32_t at = omf->keys_count;
    gait_span encoded = {0};
    report.clip = (int32_t)motion;
    GAITI_TRY(gaiti_omf_check_append(omf, 1, &report));
    GAITI_TRY(bank_encode_name(omf, name, &report, &encoded));
    gaiti_omf_keys keys = omf->keys[motion];
    gaiti_omf_definition definition = omf->definitions[motion];
    if (!gaiti_omf_copy_marks(&omf->arena, &definition) || !gaiti_omf_reserve_motions(omf, 1)) {
        return bank_memory(omf);
    }
    definition.values.motion = bank_renumber(definition.values.motion, motion, at);
    gaiti_omf_set_name(&keys, &definition, encoded);
    omf->keys[at] = keys;
    omf->definitions[at] = definition;
    gaiti_omf_append_reserved(omf, 1);
    return GAIT_OK;
}

/* --- extracting ------------------------------------------------------------------------------- */

/* Copies what a bank contains besides motions. The bytes are borrowed. False when out of memory. */
static bool bank_copy_rest(gait_omf *to, const gait_omf *from) {
    gaiti_arena *arena = &to->arena;
    to->code_page = from->code_page;
    to->has_params = from->has_params;
    to->has_motions = from->has_motions;
    to->params_first = from->params_first;
    to->ids_are_tracks = from->ids_are_tracks;
    to->version = from->version;
    memcpy(to->gaps, from->gaps, sizeof to->gaps);
    to->part_count = from->part_count;
    to->bone_count = from->bone_count;
    to->listing = from->listing;
    to->params_tail = from->params_tail;
    to->count_tail = from->count_tail;
    to->motions_tail = from->motions_tail;
    to->parts =
        gaiti_grow(arena, from->parts, from->part_count, from->part_count, sizeof *to->parts);
    to->bones =
        gaiti_grow(arena, from->bones, from->bone_count, from->bone_count, sizeof *to->bones);
    to->bone_of_track = gaiti_grow(arena, from->bone_of_track, from->bone_count, from->bone_count,
                                   sizeof *to->bone_of_track);
    return to->parts && to->bones && to->bone_of_track;
}

/* Copies the sub-chunks that are not motions, and puts `count` motions in the place of the first
 * one of `from`. */
static void bank_copy_subs(gait_omf *to, const gait_omf *from, uint32_t count) {
    bool has_motions = false;
    for (uint32_t s = 0; s < from->sub_count; s++) {
        const gaiti_omf_sub *sub = &from->subs[s];
        if (sub->payload.data || sub->id == 0) {
            to->subs[to->sub_count++] = *sub;
        } else if (!has_motions) {
            has_motions = true;
            for (uint32_t m = 0; m < count; m++) {
                to->subs[to->sub_count++] = (gaiti_omf_sub){.id = m + 1};
            }
        }
    }
}

static bool bank_select_motions(gait_omf *to, const gait_omf *from, const uint32_t *motions,
                                uint32_t count) {
    gaiti_arena *arena = &to->arena;
    uint32_t bones = from->bone_count;
    to->subs = gaiti_alloc(arena, (uint64_t)from->sub_count + count, sizeof *to->subs);
    to->keys = gaiti_alloc(arena, count, sizeof *to->keys);
    to->definitions = gaiti_alloc(arena, count, sizeof *to->definitions);
    uint32_t *offsets = gaiti_alloc_uninitialised(arena, (uint64_t)count * bones, sizeof *offsets);
    bool done = to->subs && to->keys && to->definitions && offsets;
    for (uint32_t i = 0; done && i < count; i++) {
        gaiti_omf_keys *keys = &to->keys[i];
        gaiti_omf_definition *definition = &to->definitions[i];
        *keys = from->keys[motions[i]];
        *definition = from->definitions[motions[i]];
        definition->values.motion = bank_renumber(definition->values.motion, motions[i], i);
        if (bones > 0) {
            memcpy(offsets, keys->offsets, bones * sizeof *offsets);
        }
        keys->offsets = offsets;
        offsets += bones;
        done = gaiti_omf_copy_marks(arena, definition);
    }
    if (done) {
        bank_copy_subs(to, from, count);
        to->keys_count = to->definition_count = to->stated_count = count;
    }
    return done;
}

gait_status gaiti_omf_extract(const gait_omf *from, const uint32_t *motions, uint32_t count,
                              const gait_options *options, gait_omf **out_omf) {
    gait_status status;
    if (!GAITI_CLEAR(out_omf) || !from) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = bank_report(from, options ? options->diagnostics : NULL);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    bool is_valid = gaiti_is_selection(motions, count, gait_omf_motion_count(from), &scratch);
    status = scratch.status;
    gaiti_arena_free(&scratch);
    GAITI_TRY(status);
    GAITI_TRY(is_valid ? bank_check_numbers(from, count, &report) : GAIT_BAD_ARGUMENT);
    gait_omf *omf =
        gaiti_new_object(options, sizeof *omf, offsetof(gait_omf, arena), 4096, &status);
    GAITI_TRY(status);
    if (!bank_copy_rest(omf, from) || !bank_select_motions(omf, from, motions, count)) {
        status = bank_memory(omf);
        gait_omf_free(omf);
        return status;
    }
    *out_omf = omf;
    return GAIT_OK;
}
