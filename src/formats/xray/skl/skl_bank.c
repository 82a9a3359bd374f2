/* Edits of whole motions: rename, reorder, duplicate, remove, extract
 * (docs/formats/skl.md#editing). */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_merge.h"

/* Refusals concern the edit, not bytes of the file. */
static gaiti_report skl_report(gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    report.has_no_offset = true;
    return report;
}

static gait_status skl_bank_memory(const gait_skl *skl) {
    return skl->arena.status ? skl->arena.status : GAIT_NO_MEMORY;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Converts a name to the code page of the document, in its arena. */
static gait_status skl_encode_name(gait_skl *skl, const char *name, const gaiti_report *report,
                                   gait_span *out_name) {
    return gaiti_encode_motion_name(name, skl->code_page, GAITI_SKL_BAD_NAME, report, &skl->arena,
                                    out_name);
}

gait_status gaiti_skl_rename_motion(gait_skl *skl, uint32_t motion, const char *name,
                                    gait_diagnostics *diagnostics) {
    if (motion >= gait_skl_motion_count(skl) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = skl_report(diagnostics);
    gait_span encoded;
    report.clip = (int32_t)motion;
    GAITI_TRY(skl_encode_name(skl, name, &report, &encoded));
    skl->motions[motion].values.name = encoded;
    if (skl->kind == GAIT_SKL_OBJECT) {
        gaiti_skl_name_object(&skl->motions[motion]);
    }
    return GAIT_OK;
}

/* --- order ------------------------------------------------------------------------------------ */

gait_status gaiti_skl_reorder_motions(gait_skl *skl, const uint32_t *order, uint32_t count) {
    if (!skl || count != skl->motion_count) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = {.allocator = skl->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    bool is_valid = gaiti_is_selection(order, count, count, &scratch);
    gaiti_skl_motion *motions = gaiti_alloc(&scratch, count, sizeof *motions);
    gait_status status = scratch.status;
    if (status == GAIT_OK && !is_valid) {
        status = GAIT_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; status == GAIT_OK && i < count; i++) {
        motions[i] = skl->motions[order[i]];
    }
    if (status == GAIT_OK && count > 0) {
        memcpy(skl->motions, motions, count * sizeof *motions);
    }
    gaiti_arena_free(&scratch);
    return status;
}

gait_status gaiti_skl_remove_motions(gait_skl *skl, const uint32_t *motions, uint32_t count,
                                     gait_diagnostics *diagnostics) {
    bool is_valid = skl && (motions || count == 0);
    for (uint32_t i = 0; is_valid && i < count; i++) {
        is_valid = motions[i] < skl->motion_count && (i == 0 || motions[i] > motions[i - 1]);
    }
    if (!is_valid || count == 0) {
        return is_valid ? GAIT_OK : GAIT_BAD_ARGUMENT;
    }
    if (skl->kind != GAIT_SKL_MANY) {
        gaiti_report report = skl_report(diagnostics);
        return gaiti_raise(&report, GAITI_SKL_NOT_MANY, (gaiti_detail){0});
    }
    uint32_t removed = 0;
    for (uint32_t m = motions[0]; m < skl->motion_count; m++) {
        if (removed < count && motions[removed] == m) {
            removed++;
        } else {
            skl->motions[m - removed] = skl->motions[m];
        }
    }
    skl->motion_count -= count;
    return GAIT_OK;
}

gait_status gaiti_skl_remove_motion(gait_skl *skl, uint32_t motion) {
    if (!skl || skl->kind != GAIT_SKL_MANY) {
        return GAIT_BAD_ARGUMENT;
    }
    return gaiti_skl_remove_motions(skl, &motion, 1, NULL);
}

/* --- copies ----------------------------------------------------------------------------------- */

bool gaiti_skl_copy_arrays(gaiti_arena *arena, gaiti_skl_motion *motion) {
    uint32_t bone_count = motion->values.bone_count, mark_count = motion->values.mark_count;
    gaiti_skl_bone *bones = gaiti_grow(arena, motion->bones, bone_count, bone_count, sizeof *bones);
    gait_omf_mark *marks = gaiti_grow(arena, motion->marks, mark_count, mark_count, sizeof *marks);
    if (!bones || !marks) {
        return false;
    }
    motion->bones = bones;
    motion->marks = marks;
    motion->mark_capacity = 0;
    return true;
}

gait_status gaiti_skl_duplicate_motion(gait_skl *skl, uint32_t motion, const char *name,
                                       gait_diagnostics *diagnostics) {
    if (motion >= gait_skl_motion_count(skl) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = skl_report(diagnostics);
    if (skl->kind != GAIT_SKL_MANY) {
        return gaiti_raise(&report, GAITI_SKL_NOT_MANY, (gaiti_detail){0});
    }
    gaiti_skl_motion copy = skl->motions[motion];
    report.clip = (int32_t)motion;
    GAITI_TRY(skl_encode_name(skl, name, &report, &copy.values.name));
    if (!gaiti_skl_copy_arrays(&skl->arena, &copy) || !gaiti_skl_reserve_motions(skl, 1)) {
        return skl_bank_memory(skl);
    }
    skl->motions[skl->motion_count++] = copy;
    return GAIT_OK;
}

/* --- extracting ------------------------------------------------------------------------------- */

uint64_t gaiti_skl_count_rest(const gait_skl *from, gait_span tail, gait_span trailing) {
    return gaiti_count_lost(from->tail, tail) + gaiti_count_lost(from->trailing, trailing);
}

static gait_status skl_check_selection(const gait_skl *from, const uint32_t *motions,
                                       uint32_t count, gait_skl_kind kind,
                                       const gait_options *options) {
    gaiti_report report = skl_report(options ? options->diagnostics : NULL);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    bool is_valid = gaiti_is_selection(motions, count, from->motion_count, &scratch);
    gait_status status = scratch.status;
    gaiti_arena_free(&scratch);
    if (status != GAIT_OK || !is_valid || (kind == GAIT_SKL_ONE && count != 1)) {
        return status ? status : GAIT_BAD_ARGUMENT;
    }
    if (from->kind == GAIT_SKL_OBJECT) {
        return gaiti_raise(&report, GAITI_SKL_IS_OBJECT,
                           (gaiti_detail){.name = from->motions[0].values.name});
    }
    return GAIT_OK;
}

static bool skl_select_motions(gait_skl *to, const gait_skl *from, const uint32_t *motions,
                               uint32_t count) {
    to->motions = gaiti_alloc(&to->arena, count, sizeof *to->motions);
    bool done = to->motions != NULL;
    for (uint32_t i = 0; done && i < count; i++) {
        to->motions[i] = from->motions[motions[i]];
        done = gaiti_skl_copy_arrays(&to->arena, &to->motions[i]);
    }
    to->motion_count = to->capacity = count;
    return done;
}

gait_status gaiti_skl_extract(const gait_skl *from, const uint32_t *motions, uint32_t count,
                              gait_skl_kind kind, const gait_options *options, gait_skl **out_skl) {
    gait_skl *skl;
    if (!GAITI_CLEAR(out_skl) || !from || (kind != GAIT_SKL_ONE && kind != GAIT_SKL_MANY)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(skl_check_selection(from, motions, count, kind, options));
    GAITI_TRY(gait_skl_new(kind, options, &skl));
    skl->code_page = from->code_page;
    if (!skl_select_motions(skl, from, motions, count)) {
        gait_status status = skl_bank_memory(skl);
        gait_skl_free(skl);
        return status;
    }
    if (kind == from->kind) {
        skl->tail = from->tail;
        skl->trailing = from->trailing;
    }
    uint64_t lost = gaiti_skl_count_rest(from, skl->tail, skl->trailing);
    if (lost > 0) {
        gaiti_report report = skl_report(options ? options->diagnostics : NULL);
        gaiti_raise(&report, GAITI_SKL_NOT_COPIED, (gaiti_detail){.found = (int64_t)lost});
    }
    *out_skl = skl;
    return GAIT_OK;
}
