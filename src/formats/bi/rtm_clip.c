/* From an RTM document to a clip: on which skeleton, and which bytes are whose keys. */
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "formats/bi/rtm.h"
#include "model/clip.h"

/* The names of the header as UTF-8, each with its NUL behind it, and a set of them. */
typedef struct rtm_name_table {
    gait_span *spans;
    gaiti_names set;
} rtm_name_table;

static bool rtm_file_names(const gait_rtm *rtm, gaiti_arena *arena, rtm_name_table *table) {
    table->spans = gaiti_alloc(arena, rtm->bone_count, sizeof *table->spans);
    if (!table->spans || !gaiti_names_init(&table->set, arena, table->spans, rtm->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        const char *name = gaiti_utf8(arena, gait_rtm_bone_name(rtm, b));
        if (!name) {
            return false;
        }
        table->spans[b] = gaiti_span(name, strlen(name));
    }
    return true;
}

/* --- the skeleton ----------------------------------------------------------------------------- */

typedef struct rtm_rigging {
    const gait_rtm *rtm;
    const gait_skeleton *tree; /* may be NULL */
    gaiti_report report;
    rtm_name_table file;
    int32_t *bone_of_tree; /* index in `bones`, -1 = not in the file */
    gait_bone *bones;
    uint32_t bone_count;
} rtm_rigging;

static uint64_t rtm_bone_offset(const gait_rtm *rtm, uint32_t bone) {
    return gaiti_rtm_names_offset(rtm) + (uint64_t)bone * GAITI_RTM_NAME;
}

static void rtm_warn_bone(rtm_rigging *rig, gaiti_rule rule, uint32_t bone) {
    rig->report.bone = (int32_t)bone;
    gaiti_raise(&rig->report, rule,
                (gaiti_detail){.offset = rtm_bone_offset(rig->rtm, bone),
                               .length = GAITI_RTM_NAME,
                               .name = gait_rtm_bone_name(rig->rtm, bone)});
}

/* Bones of the file, each once; those of the tree are linked up afterwards. */
static void rtm_collect_bones(rtm_rigging *rig) {
    for (uint32_t b = 0; b < rig->rtm->bone_count; b++) {
        if (gaiti_names_add(&rig->file.set, b) >= 0) {
            continue;
        }
        gait_bone *bone = &rig->bones[rig->bone_count];
        *bone = (gait_bone){.name = (const char *)rig->file.spans[b].data, .parent = -1};
        bone->rest.q[3] = bone->rest.s[0] = bone->rest.s[1] = bone->rest.s[2] = 1;
        int32_t at = gait_skeleton_find(rig->tree, bone->name);
        if (at >= 0) {
            rig->bone_of_tree[at] = (int32_t)rig->bone_count;
        }
        if (at >= 0 ? rig->tree->bones[at].rest_origin == GAIT_ORIGIN_UNKNOWN : !rig->tree) {
            rtm_warn_bone(rig, GAITI_RTM_NO_PIVOT, b);
        } else if (at < 0) {
            rtm_warn_bone(rig, GAITI_RTM_NOT_IN_TREE, b);
        }
        rig->bone_count++;
    }
}

/* Index in the tree of the nearest ancestor that is in the file, -1 = none. */
static int32_t rtm_ancestor(const rtm_rigging *rig, uint32_t at) {
    int32_t up = rig->tree->bones[at].parent;
    while (up >= 0 && rig->bone_of_tree[up] < 0) {
        up = rig->tree->bones[up].parent;
    }
    return up;
}

static void rtm_link_bones(rtm_rigging *rig) {
    for (uint32_t t = 0; rig->tree && t < rig->tree->bone_count; t++) {
        if (rig->bone_of_tree[t] < 0) {
            continue;
        }
        gait_bone *bone = &rig->bones[rig->bone_of_tree[t]];
        gait_affine rest = rig->tree->rest_model[t], inverse;
        int32_t up = rtm_ancestor(rig, t);
        if (up >= 0) {
            gait_affine_invert(&rig->tree->rest_model[up], &inverse);
            rest = gait_affine_multiply(&inverse, &rest);
            bone->parent = rig->bone_of_tree[up];
        }
        gait_affine_decompose(&rest, &bone->rest);
        bone->parent_origin = rig->tree->bones[t].parent_origin;
        bone->rest_origin = rig->tree->bones[t].rest_origin;
    }
}

static gait_status rtm_rig(rtm_rigging *rig, gaiti_arena *arena, const gait_options *options,
                           gait_skeleton **out_skeleton) {
    uint32_t tree_count = rig->tree ? rig->tree->bone_count : 0;
    rig->bones = gaiti_alloc(arena, rig->rtm->bone_count, sizeof *rig->bones);
    rig->bone_of_tree = gaiti_alloc(arena, tree_count, sizeof *rig->bone_of_tree);
    if (!rig->bones || !rig->bone_of_tree || !rtm_file_names(rig->rtm, arena, &rig->file)) {
        return arena->status;
    }
    for (uint32_t t = 0; t < tree_count; t++) {
        rig->bone_of_tree[t] = -1;
    }
    rtm_collect_bones(rig);
    rtm_link_bones(rig);
    return gait_skeleton_new(rig->tree ? rig->tree->name : "", rig->bones, rig->bone_count, options,
                             out_skeleton);
}

gait_status gait_rtm_skeleton(const gait_rtm *rtm, const gait_skeleton *tree,
                              const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    *out_skeleton = NULL;
    gaiti_arena_init(&arena, options, 0);
    rtm_rigging rig = {.rtm = rtm, .tree = tree};
    rig.report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status = rtm_rig(&rig, &arena, options, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

typedef struct rtm_lifting {
    const gait_rtm *rtm;
    const gait_skeleton *skeleton;
    rtm_name_table file;
    int32_t *bone_of_entry; /* per header entry: bone of the skeleton, -1 = none */
    gaiti_rtm_order order;
} rtm_lifting;

static bool rtm_prepare_lift(rtm_lifting *lift, gaiti_arena *arena) {
    if (!rtm_file_names(lift->rtm, arena, &lift->file) ||
        !gaiti_rtm_play_order(lift->rtm, arena, &lift->order)) {
        return false;
    }
    lift->bone_of_entry = gaiti_alloc(arena, lift->rtm->bone_count, sizeof *lift->bone_of_entry);
    for (uint32_t b = 0; lift->bone_of_entry && b < lift->rtm->bone_count; b++) {
        const char *name = (const char *)lift->file.spans[b].data;
        lift->bone_of_entry[b] = gait_skeleton_find(lift->skeleton, name);
        gaiti_names_add(&lift->file.set, b);
    }
    return lift->bone_of_entry != NULL;
}

static gait_track rtm_track(const uint8_t *matrix, uint32_t count, uint32_t stride) {
    return (gait_track){
        .rotation = {.data = matrix, .count = count, .stride = stride, .element = GAIT_MAT3_LE},
        .translation = {
            .data = matrix + 36, .count = count, .stride = stride, .element = GAIT_F32_LE}};
}

/* Keys in order under uniform names: the clip looks straight into the file. */
static void rtm_lift_views(const rtm_lifting *lift, gaiti_clip *made) {
    const gait_rtm *rtm = lift->rtm;
    for (uint32_t b = 0; rtm->frame_count && b < rtm->bone_count; b++) {
        if (lift->bone_of_entry[b] >= 0) {
            made->tracks[lift->bone_of_entry[b]] =
                rtm_track(gaiti_rtm_entry(rtm, 0, b) + GAITI_RTM_NAME, rtm->frame_count,
                          (uint32_t)gaiti_rtm_frame_size(rtm));
        }
    }
}

/* The header entry that entry `b` of a frame stands for. */
static uint32_t rtm_header_entry(const rtm_lifting *lift, uint32_t frame, uint32_t b) {
    gait_span name = gait_rtm_frame_bone_name(lift->rtm, frame, b);
    if (gaiti_equal_name(name, gait_rtm_bone_name(lift->rtm, b))) {
        return b;
    }
    char utf8[GAITI_RTM_NAME * 3];
    gaiti_to_utf8(name, utf8);
    int32_t found = gaiti_names_find(&lift->file.set, gaiti_span(utf8, gaiti_utf8_size(name)));
    return found >= 0 ? (uint32_t)found : b;
}

/* Keys gathered one by one, 48 bytes each: [bone][frame]. Bones that a frame lacks stay unmoved. */
static void rtm_gather(const rtm_lifting *lift, uint8_t *keys) {
    enum { KEY = 48 };
    static const float one = 1;
    const gait_rtm *rtm = lift->rtm;
    for (uint64_t k = 0; k < (uint64_t)lift->skeleton->bone_count * rtm->frame_count; k++) {
        for (int diagonal = 0; diagonal < 3; diagonal++) {
            gaiti_store_f32(keys + k * KEY + 16 * diagonal, one);
        }
    }
    for (uint32_t k = 0; k < rtm->frame_count; k++) {
        uint32_t frame = lift->order.frames[k];
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            int32_t bone = lift->bone_of_entry[rtm_header_entry(lift, frame, b)];
            if (bone >= 0) {
                memcpy(keys + ((uint64_t)(uint32_t)bone * rtm->frame_count + k) * KEY,
                       gaiti_rtm_entry(rtm, frame, b) + GAITI_RTM_NAME, KEY);
            }
        }
    }
}

static bool rtm_lift_copies(const rtm_lifting *lift, gaiti_clip *made) {
    uint32_t frames = lift->rtm->frame_count;
    uint8_t *keys = gaiti_alloc(&made->arena, (uint64_t)lift->skeleton->bone_count * frames, 48);
    if (!keys) {
        return false;
    }
    rtm_gather(lift, keys);
    for (uint32_t b = 0; b < lift->rtm->bone_count; b++) {
        int32_t bone = lift->bone_of_entry[b];
        if (bone >= 0) {
            made->tracks[bone] =
                rtm_track(keys + (uint64_t)(uint32_t)bone * frames * 48, frames, 48);
        }
    }
    return true;
}

static bool rtm_lift_events(const gait_rtm *rtm, gaiti_clip *made) {
    gait_event *events = gaiti_clip_add_events(made, rtm->property_count);
    for (uint32_t i = 0; events && i < rtm->property_count; i++) {
        const gait_rtm_property *property = &rtm->properties[i];
        events[i].name = gaiti_utf8(&made->arena, property->name);
        events[i].value = gaiti_utf8(&made->arena, property->value);
        events[i].start = events[i].end = property->phase;
        if (!events[i].name || !events[i].value) {
            return false;
        }
    }
    return events != NULL;
}

static gait_status rtm_lift(const rtm_lifting *lift, const char *name, const gait_options *options,
                            gait_clip **out_clip) {
    const gait_rtm *rtm = lift->rtm;
    bool in_place = rtm->uniform && lift->order.sorted && gaiti_rtm_frame_size(rtm) <= UINT32_MAX;
    gait_status status;
    gaiti_clip *made = gaiti_clip_new(lift->skeleton, name, rtm->frame_count, 0, options, &status);
    if (!made) {
        return status;
    }
    made->clip.space = GAIT_SPACE_DELTA;
    made->clip.axes = GAIT_AXES_FILE;
    made->clip.time_unit = GAIT_TIME_PHASE;
    memcpy(made->clip.motion, rtm->step, sizeof rtm->step);
    memcpy(made->time, lift->order.phases, rtm->frame_count * sizeof *made->time);
    if (in_place) {
        rtm_lift_views(lift, made);
    } else if (!rtm_lift_copies(lift, made)) {
        status = made->arena.status;
    }
    if (status == GAIT_OK && !rtm_lift_events(rtm, made)) {
        status = made->arena.status;
    }
    if (status != GAIT_OK) {
        gait_clip_free(&made->clip);
        return status;
    }
    *out_clip = &made->clip;
    return GAIT_OK;
}

gait_status gait_rtm_clip(const gait_rtm *rtm, const char *name, const gait_skeleton *skeleton,
                          const gait_options *options, gait_clip **out_clip) {
    gaiti_arena arena;
    *out_clip = NULL;
    gaiti_arena_init(&arena, options, 0);
    if (options && options->diagnostics) {
        gaiti_rtm_warn_shear(rtm, options->diagnostics);
    }
    rtm_lifting lift = {.rtm = rtm, .skeleton = skeleton};
    gait_status status =
        rtm_prepare_lift(&lift, &arena) ? rtm_lift(&lift, name, options, out_clip) : arena.status;
    gaiti_arena_free(&arena);
    return status;
}
