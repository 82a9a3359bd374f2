/* The hierarchy of bones of a model, and its checks. */
#include <string.h>

#include "base/try.h"
#include "base/cycle.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "formats/xray/ogf/ogf_geometry.h"
#include "model/affine.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"
#include "model/clip.h"
#include "gait/transform.h"

/* Resolves parents by name, ignoring case; -1 = root, OGF_LOST_PARENT = no bone has that name. */
enum { OGF_LOST_PARENT = -2 };

static bool ogf_resolve_parents(const gait_ogf *ogf, gaiti_arena *arena, int32_t **out_parents) {
    gait_span *names = gaiti_alloc(arena, ogf->bone_count, sizeof *names);
    int32_t *parents = names ? gaiti_alloc(arena, ogf->bone_count, sizeof *parents) : NULL;
    gaiti_names set;
    if (!parents || !gaiti_names_init(&set, arena, names, ogf->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        names[b] = ogf->bones[b].name;
        gaiti_names_add(&set, b);
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        gait_span parent = ogf->bones[b].parent;
        int32_t found = gaiti_names_find(&set, parent);
        parents[b] = parent.size == 0 ? -1 : found >= 0 ? found : OGF_LOST_PARENT;
    }
    *out_parents = parents;
    return true;
}

/* The bind pose relative to the parent. The oldest models store it in model space. */
static gait_affine ogf_rest(const gait_ogf *ogf, uint32_t b, int32_t parent) {
    if (!ogf->has_ik) {
        return gait_affine_identity();
    }
    const gaiti_ogf_ik *ik = &ogf->ik[b];
    gait_affine rest = gaiti_from_xyzi(ik->rotation, ik->translation), inverse;
    if (parent < 0 || ogf->ik_form != GAITI_OGF_IK_OLDEST) {
        return rest;
    }
    const gaiti_ogf_ik *parent_ik = &ogf->ik[parent];
    gait_affine outer = gaiti_from_xyzi(parent_ik->rotation, parent_ik->translation);
    return gait_affine_invert(&outer, &inverse) ? gait_affine_multiply(&inverse, &rest) : rest;
}

gait_status gaiti_ogf_skeleton(const gait_ogf *ogf, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    int32_t *parents;
    if (!GAITI_CLEAR(out_skeleton) || !ogf) {
        return GAIT_BAD_ARGUMENT;
    }
    if (ogf->bone_count == 0) {
        return GAIT_NOT_FOUND;
    }
    gaiti_arena_init(&arena, options, 0);
    gait_bone *bones = gaiti_alloc(&arena, ogf->bone_count, sizeof *bones);
    bool done = bones && ogf_resolve_parents(ogf, &arena, &parents);
    for (uint32_t b = 0; done && b < ogf->bone_count; b++) {
        gait_bone *bone = &bones[b];
        gait_affine rest = ogf_rest(ogf, b, parents[b]);
        bone->name = gaiti_utf8(&arena, ogf->code_page, ogf->bones[b].name);
        bone->parent = parents[b] < 0 ? -1 : parents[b];
        bone->parent_origin =
            parents[b] == OGF_LOST_PARENT ? GAIT_ORIGIN_UNKNOWN : GAIT_ORIGIN_FILE;
        bone->rest_origin = ogf->has_ik ? GAIT_ORIGIN_FILE : GAIT_ORIGIN_UNKNOWN;
        gait_affine_decompose(&rest, &bone->rest);
        done = bone->name != NULL;
    }
    gait_status status =
        done ? gaiti_skeleton_new(name ? name : "", bones, ogf->bone_count, options, out_skeleton)
             : arena.status;
    gaiti_arena_free(&arena);
    return status;
}

/* --- checking --------------------------------------------------------------------------------- */

typedef struct ogf_checking {
    const gait_ogf *ogf;
    gaiti_report report;
    gait_status status;
} ogf_checking;

static void ogf_report_defect(ogf_checking *check, gaiti_rule rule, gait_span where, int64_t found,
                              gait_span name) {
    gait_status status = gaiti_raise(
        &check->report, rule,
        (gaiti_detail){.offset = where.data ? gaiti_ogf_offset(check->ogf, where.data) : 0,
                       .length = where.size,
                       .expected = 64,
                       .found = found,
                       .name = name});
    check->status = check->status == GAIT_OK ? status : check->status;
}

static void ogf_check_tree(ogf_checking *check, const int32_t *parents, uint32_t *stamps) {
    const gait_ogf *ogf = check->ogf;
    uint32_t roots = 0;
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        const gaiti_ogf_bone *bone = &ogf->bones[b];
        check->report.bone = (int32_t)b;
        roots += parents[b] == -1;
        if (parents[b] == -1 && roots == 2) {
            ogf_report_defect(check, GAITI_OGF_TWO_ROOTS, bone->name, 2, bone->name);
        }
        if (parents[b] == OGF_LOST_PARENT) {
            ogf_report_defect(check, GAITI_OGF_LOST_PARENT, bone->parent, 0, bone->parent);
        }
    }
    check->report.bone = -1;
    int32_t in_cycle = gaiti_find_cycle(parents, sizeof *parents, ogf->bone_count, stamps);
    if (in_cycle >= 0) {
        gait_span name = ogf->bones[in_cycle].name;
        ogf_report_defect(check, GAITI_OGF_CIRCLE, name, in_cycle, name);
    }
}

static void ogf_check_names(ogf_checking *check, gaiti_arena *arena) {
    const gait_ogf *ogf = check->ogf;
    gait_span *names = gaiti_alloc(arena, ogf->bone_count, sizeof *names);
    gaiti_names set;
    if (!names || !gaiti_names_init(&set, arena, names, ogf->bone_count)) {
        check->status = arena->status;
        return;
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        names[b] = ogf->bones[b].name;
        check->report.bone = (int32_t)b;
        if (gaiti_names_add(&set, b) >= 0) {
            ogf_report_defect(check, GAITI_OGF_DUPLICATE_BONE, names[b], 0, names[b]);
        }
    }
    check->report.bone = -1;
    if (ogf->bone_count > 64) {
        ogf_report_defect(check, GAITI_OGF_BONE_LIMIT, names[64], ogf->bone_count, names[64]);
    }
}

static void ogf_check_ik(ogf_checking *check) {
    const gait_ogf *ogf = check->ogf;
    if (!ogf->has_ik) {
        ogf_report_defect(check, GAITI_OGF_NO_IK, ogf->bones[0].name, 0, ogf->bones[0].name);
    }
    for (uint32_t b = 0; ogf->has_ik && b < ogf->bone_count; b++) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += ogf->ik[b].rotation[i] - ogf->ik[b].rotation[i];
            sum += ogf->ik[b].translation[i] - ogf->ik[b].translation[i];
        }
        if (sum != 0) {
            check->report.bone = (int32_t)b;
            gait_span where =
                ogf->ik_chunk->unpacked.data ? ogf->ik_chunk->payload : ogf->ik[b].material;
            ogf_report_defect(check, GAITI_OGF_BIND_NAN, where, 0, ogf->bones[b].name);
            check->report.bone = -1;
        }
    }
}

/* Reports chunks that are compressed or falsely marked as compressed, and trailing bytes. */
static void ogf_check_chunks(ogf_checking *check) {
    const gait_ogf *ogf = check->ogf;
    for (uint32_t c = 0; c < ogf->chunk_count; c++) {
        const gaiti_ogf_chunk *chunk = &ogf->chunks[c];
        if (chunk->read && chunk->id & GAITI_CHUNK_COMPRESSED) {
            ogf_report_defect(check, chunk->unpacked.data ? GAITI_OGF_PACKED : GAITI_OGF_FALSE_MARK,
                              chunk->payload, chunk->id, (gait_span){0});
        }
    }
    if (ogf->bones_tail.size) {
        ogf_report_defect(check, GAITI_OGF_SURPLUS, ogf->bones_tail, (int64_t)ogf->bones_tail.size,
                          gaiti_span("bone list", 9));
    }
    if (ogf->ik_tail.size) {
        gait_span tail = ogf->ik_chunk->unpacked.data ? ogf->ik_chunk->payload : ogf->ik_tail;
        ogf_report_defect(check, GAITI_OGF_SURPLUS, tail, (int64_t)ogf->ik_tail.size,
                          gaiti_span("IK data", 7));
    }
}

/* Reports references that only some games read: in chunk 24, patterns, and many in chunk 19. */
static void ogf_check_refs(ogf_checking *check) {
    enum { TEXT_REFS = 47 };
    const gait_ogf *ogf = check->ogf;
    gait_status status = GAIT_OK;
    if (ogf->bone_count == 0 || ogf->ref_count == 0 || ogf->header.version != 4) {
        return;
    }
    gait_span stored = ogf->refs_chunk->payload;
    gaiti_detail detail = {.offset = gaiti_ogf_offset(ogf, stored.data),
                           .length = stored.size,
                           .expected = TEXT_REFS,
                           .found = ogf->ref_count};
    bool has_text = gaiti_ogf_find_chunk(ogf, GAITI_OGF_REFS) != NULL;
    if (!has_text) {
        status = gaiti_raise(&check->report, GAITI_OGF_NEW_REFS, detail);
    } else if (ogf->ref_count > TEXT_REFS) {
        status = gaiti_raise(&check->report, GAITI_OGF_TEXT_REFS, detail);
    }
    check->status = check->status == GAIT_OK ? status : check->status;
    for (uint32_t r = 0; r < ogf->ref_count; r++) {
        if (ogf->refs[r].size > 0 && memchr(ogf->refs[r].data, '*', ogf->refs[r].size)) {
            ogf_report_defect(check, GAITI_OGF_PATTERN_REF, ogf->refs[r], 0, ogf->refs[r]);
        }
    }
}

/* Checks the bank in the model. Its findings refer to tracks: these become bones of the model. */
static gait_status ogf_check_motions(const gait_ogf *ogf, gait_diagnostics *diagnostics) {
    uint32_t first = diagnostics ? diagnostics->count : 0;
    gait_status status = ogf->motions ? gaiti_omf_check(ogf->motions, diagnostics) : GAIT_OK;
    for (uint32_t i = first; diagnostics && i < diagnostics->count; i++) {
        gait_diagnostic *item = &diagnostics->items[i];
        gait_span name = item->bone >= 0 ? gait_omf_bone_name(ogf->motions, (uint32_t)item->bone)
                                         : (gait_span){0};
        uint32_t bone = 0;
        while (name.data && bone < ogf->bone_count &&
               !gaiti_equal_name(ogf->bones[bone].name, name)) {
            bone++;
        }
        item->bone = !name.data ? item->bone : bone < ogf->bone_count ? (int32_t)bone : -1;
    }
    return status;
}

gait_status gaiti_ogf_check(const gait_ogf *ogf, gait_diagnostics *diagnostics) {
    if (!ogf) {
        return GAIT_BAD_ARGUMENT;
    }
    ogf_checking check = {.ogf = ogf, .report = gaiti_report_to(diagnostics)};
    gait_options options = {.allocator = ogf->arena.allocator};
    gaiti_arena arena;
    int32_t *parents;
    gaiti_arena_init(&arena, &options, 0);
    if (ogf->bone_count > 0) {
        uint32_t *stamps = gaiti_alloc(&arena, ogf->bone_count, sizeof *stamps);
        if (stamps && ogf_resolve_parents(ogf, &arena, &parents)) {
            ogf_check_tree(&check, parents, stamps);
            ogf_check_names(&check, &arena);
            ogf_check_ik(&check);
        } else {
            check.status = arena.status;
        }
    }
    ogf_check_chunks(&check);
    ogf_check_refs(&check);
    gait_status geometry = gaiti_ogf_check_geometry(ogf, &arena, &check.report);
    check.status = check.status == GAIT_OK ? geometry : check.status;
    gait_status motions = ogf_check_motions(ogf, diagnostics);
    gaiti_arena_free(&arena);
    return check.status == GAIT_OK ? motions : check.status;
}
