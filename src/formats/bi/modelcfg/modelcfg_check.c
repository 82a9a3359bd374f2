/* Makes skeletons from a config, and checks what opening does not check. */
#include "base/try.h"
#include "base/cycle.h"
#include "formats/bi/modelcfg/modelcfg.h"
#include "model/clip.h"
#include "gait/transform.h"

static gait_status cfg_report_defect(const gait_modelcfg *modelcfg, const gaiti_report *report,
                                     gaiti_rule rule, gait_span where) {
    return gaiti_config_raise(&modelcfg->texts, report, rule, where, where);
}

/* Raises an error when the parents of a skeleton's bones form a cycle. */
static gait_status cfg_check_tree(const gait_modelcfg *modelcfg, uint32_t skeleton,
                                  const gaiti_report *report, gaiti_arena *arena) {
    const gaiti_cfg_skeleton *owner = &modelcfg->skeletons[skeleton];
    const gaiti_cfg_bone *bones = modelcfg->bones + owner->first_bone;
    uint32_t *stamps = gaiti_alloc(arena, owner->about.bone_count, sizeof *stamps);
    GAITI_TRY(arena->status);
    int32_t in_cycle =
        gaiti_find_cycle(&bones->about.parent, sizeof *bones, owner->about.bone_count, stamps);
    return in_cycle < 0
               ? GAIT_OK
               : cfg_report_defect(modelcfg, report, GAITI_CFG_CIRCLE, bones[in_cycle].place);
}

static gait_bone cfg_as_bone(const gait_modelcfg_bone *listed) {
    bool lacks_parent = listed->parent < 0 && listed->parent_name[0];
    gait_affine rest = gait_affine_identity();
    gait_bone bone = {.name = listed->name,
                      .parent = listed->parent,
                      .parent_origin = lacks_parent ? GAIT_ORIGIN_UNKNOWN : GAIT_ORIGIN_FILE,
                      .rest_origin = GAIT_ORIGIN_UNKNOWN};
    gait_affine_decompose(&rest, &bone.rest);
    return bone;
}

gait_status gaiti_modelcfg_tree(const gait_modelcfg *modelcfg, uint32_t skeleton,
                                const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || skeleton >= gait_modelcfg_skeleton_count(modelcfg)) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_cfg_skeleton *owner = &modelcfg->skeletons[skeleton];
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gaiti_arena_init(&arena, options, 0);
    gait_bone *bones = gaiti_alloc(&arena, owner->about.bone_count, sizeof *bones);
    gait_status status = arena.status;
    if (bones) {
        status = cfg_check_tree(modelcfg, skeleton, &report, &arena);
        for (uint32_t b = 0; b < owner->about.bone_count; b++) {
            bones[b] = cfg_as_bone(&modelcfg->bones[owner->first_bone + b].about);
        }
    }
    if (status == GAIT_OK) {
        status = gaiti_skeleton_new(owner->about.name, bones, owner->about.bone_count, options,
                                    out_skeleton);
    }
    gaiti_arena_free(&arena);
    return status;
}

/* --- checking --------------------------------------------------------------------------------- */

/* Reports bases, inherited skeletons and skeletons of models that are not defined in this text. */
static void cfg_check_bases(const gait_modelcfg *modelcfg, const gaiti_report *report) {
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        const gaiti_cfg_class *item = &modelcfg->classes[c];
        if (item->base.size > 0 && item->base_class < 0) {
            cfg_report_defect(modelcfg, report,
                              item->base_is_external ? GAITI_CFG_BASE_ELSEWHERE : GAITI_CFG_NO_BASE,
                              item->base);
        }
    }
    for (uint32_t s = 0; s < modelcfg->skeleton_count; s++) {
        const gaiti_cfg_skeleton *owner = &modelcfg->skeletons[s];
        gait_span inherits = modelcfg->classes[owner->class_index].values[GAITI_CFG_INHERIT].raw;
        if (inherits.size > 0 && owner->inherits < 0) {
            bool is_human = gaiti_cfg_inherits_human(modelcfg, owner);
            cfg_report_defect(modelcfg, report, is_human ? GAITI_CFG_HUMAN : GAITI_CFG_NO_INHERIT,
                              inherits);
        }
    }
    for (uint32_t m = 0; m < modelcfg->model_count; m++) {
        gait_span name =
            modelcfg->classes[modelcfg->model_classes[m]].values[GAITI_CFG_SKELETON_NAME].raw;
        if (name.size > 0 && modelcfg->models[m].skeleton < 0) {
            cfg_report_defect(modelcfg, report, GAITI_CFG_NO_SKELETON, name);
        }
    }
}

/* The base of a class or, with `skeleton_of`, the class of the inherited skeleton. */
static int32_t cfg_next_inherited(const gait_modelcfg *modelcfg, const int32_t *skeleton_of,
                                  int32_t at) {
    if (!skeleton_of) {
        return modelcfg->classes[at].base_class;
    }
    return skeleton_of[at] < 0 ? -1 : modelcfg->skeletons[skeleton_of[at]].inherits;
}

/* Reports each cycle once, at the class that closes it. `stamps` must be all zero. */
static void cfg_check_cycles(const gait_modelcfg *modelcfg, const gaiti_report *report,
                             const int32_t *skeleton_of, uint32_t *stamps) {
    for (uint32_t c = 0; c < modelcfg->class_count; c++) {
        int32_t at = (int32_t)c;
        while (at >= 0 && stamps[at] == 0) {
            stamps[at] = c + 1;
            at = cfg_next_inherited(modelcfg, skeleton_of, at);
        }
        if (at >= 0 && stamps[at] == c + 1) {
            cfg_report_defect(modelcfg, report, GAITI_CFG_INHERIT_CIRCLE,
                              modelcfg->classes[at].name);
        }
    }
}

static gait_status cfg_check_inheritance(const gait_modelcfg *modelcfg, const gaiti_report *report,
                                         gaiti_arena *arena) {
    uint32_t count = modelcfg->class_count;
    uint32_t *stamps = gaiti_alloc(arena, count, 2 * sizeof *stamps);
    int32_t *skeleton_of = gaiti_alloc(arena, count, sizeof *skeleton_of);
    GAITI_TRY(arena->status);
    for (uint32_t c = 0; c < count; c++) {
        skeleton_of[c] = -1;
    }
    for (uint32_t s = 0; s < modelcfg->skeleton_count; s++) {
        skeleton_of[modelcfg->skeletons[s].class_index] = (int32_t)s;
    }
    cfg_check_cycles(modelcfg, report, NULL, stamps);
    cfg_check_cycles(modelcfg, report, skeleton_of, stamps + count);
    return GAIT_OK;
}

gait_status gaiti_modelcfg_check(const gait_modelcfg *modelcfg, gait_diagnostics *diagnostics) {
    if (!modelcfg) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_options options = {.allocator = modelcfg->arena.allocator};
    gaiti_arena arena;
    gaiti_arena_init(&arena, &options, 0);
    cfg_check_bases(modelcfg, &report);
    gait_status status = cfg_check_inheritance(modelcfg, &report, &arena);
    for (uint32_t s = 0; s < modelcfg->skeleton_count && status != GAIT_NO_MEMORY; s++) {
        gait_status one = cfg_check_tree(modelcfg, s, &report, &arena);
        status = status == GAIT_OK ? one : status;
    }
    gaiti_arena_free(&arena);
    return status;
}
