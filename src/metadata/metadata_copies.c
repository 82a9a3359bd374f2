/* Several copies of the metadata of one glTF: the sidecar and up to three extras. The copy with the
 * highest priority is used, and differences are reported. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/try.h"
#include "metadata/metadata_state.h"
#include "gait/names.h"

bool gaiti_metadata_set_copy(gait_metadata *metadata, gaiti_metadata_copy copy) {
    bool done = true;
    while (done && metadata->copies.count < metadata->clips.count) {
        done = gaiti_metadata_push(metadata, &metadata->copies, &copy, sizeof copy);
    }
    return done;
}

bool gaiti_metadata_is_sidecar(const gait_metadata *metadata, const gait_metadata_clip *clip) {
    const gait_metadata_clip *clips = metadata->clips.items;
    uint32_t index = (uint32_t)(clip - clips);
    return index < metadata->copies.count &&
           ((const gaiti_metadata_copy *)metadata->copies.items)[index] == GAITI_METADATA_SIDECAR;
}

const char *gaiti_metadata_clip_key(const gait_metadata_clip *clip_metadata) {
    return clip_metadata->animation ? clip_metadata->animation : clip_metadata->name;
}

const char *gaiti_metadata_difference_name(uint32_t difference) {
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {{GAITI_METADATA_NAME, "name"},
                 {GAITI_METADATA_TIMES, "times"},
                 {GAITI_METADATA_PARTS, "parts"},
                 {GAITI_METADATA_SKELETON, "skeleton"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (difference == names[i].bit) {
            return names[i].name;
        }
    }
    return gait_metadata_field_name(difference);
}

uint32_t gaiti_metadata_conflict_count(const gait_metadata *metadata) {
    return metadata ? metadata->conflicts.count : 0;
}

gaiti_metadata_conflict gaiti_metadata_conflict_at(const gait_metadata *metadata,
                                                   uint32_t conflict) {
    return conflict < gaiti_metadata_conflict_count(metadata)
               ? ((const gaiti_metadata_conflict *)metadata->conflicts.items)[conflict]
               : (gaiti_metadata_conflict){0};
}

/* --- differences ------------------------------------------------------------------------------ */

/* True when both numbers are present and differ. NaN = absent. */
static bool copies_differ(double a, double b) {
    return !gaiti_is_nan(a) && !gaiti_is_nan(b) && a != b;
}

static bool copies_differ_in_text(const char *a, const char *b) {
    return a && b && strcmp(a, b) != 0;
}

static bool copies_differ_in_floats(const float *a, const float *b, uint32_t count) {
    bool differ = false;
    for (uint32_t i = 0; i < count; i++) {
        differ = differ || copies_differ((double)a[i], (double)b[i]);
    }
    return differ;
}

static bool copies_differ_in_events(const gait_metadata_clip *a, const gait_metadata_clip *b) {
    bool differ = a->event_count != b->event_count;
    for (uint32_t e = 0; !differ && e < a->event_count; e++) {
        const gait_metadata_event *x = &a->events[e], *y = &b->events[e];
        differ = strcmp(x->name, y->name) != 0 || strcmp(x->value, y->value) != 0 ||
                 copies_differ(x->start, y->start) || copies_differ(x->end, y->end) ||
                 copies_differ(x->start_s, y->start_s) || copies_differ(x->end_s, y->end_s);
    }
    return differ;
}

static bool copies_differ_in_times(const gait_metadata_clip *a, const gait_metadata_clip *b) {
    if ((a->frame_count && b->frame_count && a->frame_count != b->frame_count) ||
        (a->duration_s > 0 && b->duration_s > 0 && a->duration_s != b->duration_s) ||
        (a->fps > 0 && b->fps > 0 && a->fps != b->fps)) {
        return true;
    }
    return a->time_count && b->time_count &&
           (a->time_unit != b->time_unit || a->time_count != b->time_count ||
            copies_differ_in_floats(a->times, b->times, a->time_count));
}

static uint32_t copies_compare_playback(const gait_playback *a, const gait_playback *b) {
    uint32_t fields = 0;
    fields |= a->loop != b->loop ? (unsigned)GAIT_META_LOOP : 0u;
    fields |= a->flags != b->flags ? (unsigned)GAIT_META_FLAGS : 0u;
    fields |= a->bone_or_part != b->bone_or_part ? (unsigned)GAIT_META_BONE_OR_PART : 0u;
    fields |= a->speed != b->speed ? (unsigned)GAIT_META_SPEED : 0u;
    fields |= a->power != b->power ? (unsigned)GAIT_META_POWER : 0u;
    fields |= a->accrue != b->accrue ? (unsigned)GAIT_META_ACCRUE : 0u;
    return fields | (a->falloff != b->falloff ? (unsigned)GAIT_META_FALLOFF : 0u);
}

/* The differences of two copies of the metadata of one clip. */
static uint32_t copies_compare_clips(const gait_metadata_clip *a, const gait_metadata_clip *b) {
    uint32_t fields = copies_compare_playback(&a->playback, &b->playback);
    fields |= copies_differ_in_floats(a->root_motion, b->root_motion, 3)
                  ? (unsigned)GAIT_META_ROOT_MOTION
                  : 0u;
    fields |= copies_differ_in_events(a, b) ? (unsigned)GAIT_META_EVENTS : 0u;
    fields &= a->fields & b->fields;
    fields |= copies_differ_in_text(a->name, b->name) ? (unsigned)GAITI_METADATA_NAME : 0u;
    return fields | (copies_differ_in_times(a, b) ? (unsigned)GAITI_METADATA_TIMES : 0u);
}

static bool copies_differ_in_names(const gaiti_metadata_list *a, const gaiti_metadata_list *b) {
    const gaiti_metadata_name *x = a->items, *y = b->items;
    bool differ = a->count != b->count;
    for (uint32_t i = 0; !differ && i < a->count; i++) {
        differ = copies_differ_in_text(x[i].utf8, y[i].utf8);
    }
    return differ;
}

static bool copies_differ_in_list(const gaiti_metadata_list *a, const gaiti_metadata_list *b) {
    return a->count != b->count || copies_differ_in_floats(a->items, b->items, a->count);
}

/* The differences of two documents, apart from their clips. */
static uint32_t copies_compare_documents(const gait_metadata *a, const gait_metadata *b) {
    const gaiti_metadata_part *x = a->parts.items, *y = b->parts.items;
    bool has_parts = a->parts.count && b->parts.count;
    bool differ = has_parts && a->parts.count != b->parts.count;
    for (uint32_t p = 0; has_parts && !differ && p < a->parts.count; p++) {
        differ = copies_differ_in_text(x[p].name.utf8, y[p].name.utf8) ||
                 copies_differ_in_names(&x[p].bones, &y[p].bones);
    }
    uint32_t fields = differ ? (unsigned)GAITI_METADATA_PARTS : 0u;
    differ = a->bones.count && b->bones.count &&
             (copies_differ_in_names(&a->bones, &b->bones) ||
              copies_differ_in_list(&a->parents, &b->parents) ||
              copies_differ_in_list(&a->rest, &b->rest));
    return fields | (differ ? (unsigned)GAITI_METADATA_SKELETON : 0u);
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Adds a conflict if there is a difference. False when out of memory. */
static bool copies_add_conflict(gait_metadata *metadata, gaiti_metadata_conflict conflict) {
    if (conflict.fields == 0) {
        return true;
    }
    if (conflict.clip) {
        conflict.clip = gaiti_copy_text(&metadata->arena, conflict.clip);
    }
    return gaiti_metadata_push(metadata, &metadata->conflicts, &conflict, sizeof conflict) &&
           metadata->arena.status == GAIT_OK;
}

bool gaiti_metadata_add_clip(gait_metadata *metadata, const gait_metadata_clip *clip,
                             gaiti_metadata_copy copy) {
    return gaiti_metadata_push(metadata, &metadata->clips, clip, sizeof *clip) &&
           gaiti_metadata_set_copy(metadata, copy);
}

bool gaiti_metadata_merge_documents(gait_metadata *metadata, const gait_metadata *other,
                                    bool compares_only) {
    gaiti_metadata_conflict conflict = {.fields = copies_compare_documents(metadata, other),
                                        .used = metadata->document_copy,
                                        .ignored = other->document_copy};
    if (compares_only) {
        return copies_add_conflict(metadata, conflict);
    }
    metadata->code_page = metadata->code_page ? metadata->code_page : other->code_page;
    metadata->checksum = metadata->checksum ? metadata->checksum : other->checksum;
    metadata->parts = metadata->parts.count ? metadata->parts : other->parts;
    if (metadata->bones.count == 0) {
        metadata->bones = other->bones;
        metadata->parents = other->parents;
        metadata->rest = other->rest;
    }
    metadata->item_bone = metadata->item_bone ? metadata->item_bone : other->item_bone;
    metadata->triangles = metadata->triangles ? metadata->triangles : other->triangles;
    return copies_add_conflict(metadata, conflict);
}

gait_status gaiti_metadata_merge(gait_metadata *metadata, const gait_metadata *other,
                                 bool compares_only) {
    bool done = gaiti_metadata_merge_documents(metadata, other, compares_only);
    const gaiti_metadata_copy *copies = metadata->copies.items, *other_copies = other->copies.items;
    const gait_metadata_clip *clips = metadata->clips.items, *other_clips = other->clips.items;
    for (uint32_t c = 0; done && c < other->clips.count; c++) {
        const char *key = gaiti_metadata_clip_key(&other_clips[c]);
        const gait_metadata_clip *found = gaiti_metadata_find(metadata, key);
        if (found) {
            gaiti_metadata_conflict conflict = {.clip = key,
                                                .fields =
                                                    copies_compare_clips(found, &other_clips[c]),
                                                .used = copies[found - clips],
                                                .ignored = other_copies[c]};
            done = copies_add_conflict(metadata, conflict);
        } else if (!compares_only) {
            done = gaiti_metadata_add_clip(metadata, &other_clips[c], other_copies[c]);
            copies = metadata->copies.items;
            clips = metadata->clips.items;
        }
    }
    return done ? gaiti_metadata_resolve(metadata) : metadata->arena.status;
}

/* --- the sidecar ------------------------------------------------------------------------------ */

static void copies_fill_playback(gait_playback *playback, const gait_playback *other,
                                 uint32_t missing) {
    playback->known = playback->known || other->known;
    playback->loop = missing & GAIT_META_LOOP ? other->loop : playback->loop;
    playback->flags = missing & GAIT_META_FLAGS ? other->flags : playback->flags;
    playback->bone_or_part =
        missing & GAIT_META_BONE_OR_PART ? other->bone_or_part : playback->bone_or_part;
    playback->speed = missing & GAIT_META_SPEED ? other->speed : playback->speed;
    playback->power = missing & GAIT_META_POWER ? other->power : playback->power;
    playback->accrue = missing & GAIT_META_ACCRUE ? other->accrue : playback->accrue;
    playback->falloff = missing & GAIT_META_FALLOFF ? other->falloff : playback->falloff;
}

void gaiti_metadata_fill_clip(gait_metadata_clip *clip, const gait_metadata_clip *other) {
    uint32_t missing = other->fields & ~clip->fields;
    bool has_times = clip->frame_count > 0 || clip->time_count > 0;
    copies_fill_playback(&clip->playback, &other->playback, missing);
    if (missing & GAIT_META_EVENTS) {
        clip->events = other->events;
        clip->event_count = other->event_count;
    }
    if (missing & GAIT_META_ROOT_MOTION) {
        memcpy(clip->root_motion, other->root_motion, sizeof clip->root_motion);
    }
    if (!has_times) {
        clip->frame_count = other->frame_count;
        clip->duration_s = other->duration_s;
        clip->fps = other->fps;
        clip->time_unit = other->time_unit;
        clip->time_count = other->time_count;
        clip->times = other->times;
    }
    if (!clip->animation || !clip->name) {
        clip->animation = clip->animation ? clip->animation : other->animation;
        clip->name = clip->name ? clip->name : other->name;
    }
    clip->config = clip->config ? clip->config : other->config;
    clip->fields |= missing;
}

bool gaiti_metadata_merge_clip(gait_metadata *metadata, uint32_t clip,
                               const gait_metadata_clip *other, gaiti_metadata_copy copy,
                               bool fills) {
    gait_metadata_clip *used = (gait_metadata_clip *)metadata->clips.items + clip;
    gaiti_metadata_conflict conflict = {.clip = gaiti_metadata_clip_key(used),
                                        .fields = copies_compare_clips(used, other),
                                        .used = GAITI_METADATA_SIDECAR,
                                        .ignored = copy};
    if (copies_differ_in_text(used->animation, other->animation)) {
        conflict.fields &= ~(uint32_t)GAITI_METADATA_NAME; /* one of them was renamed */
    }
    if (fills) {
        gaiti_metadata_fill_clip(used, other);
    }
    return copies_add_conflict(metadata, conflict);
}

bool gaiti_metadata_keep_conflicts(gait_metadata *metadata, const gait_metadata *extras,
                                   const int32_t *item_of) {
    const uint32_t always = GAITI_METADATA_NAME | GAITI_METADATA_TIMES;
    const gait_metadata_clip *clips = extras->clips.items;
    bool done = true;
    for (uint32_t i = 0; done && i < extras->conflicts.count; i++) {
        gaiti_metadata_conflict conflict = gaiti_metadata_conflict_at(extras, i);
        const gait_metadata_clip *own = gaiti_metadata_find(extras, conflict.clip);
        int32_t item = own ? item_of[own - clips] : -1;
        if (item >= 0) {
            conflict.fields &= ~(gait_metadata_clip_at(metadata, (uint32_t)item)->fields | always);
        }
        if (!conflict.clip && metadata->parts.count > 0) {
            conflict.fields &= ~(uint32_t)GAITI_METADATA_PARTS;
        }
        if (!conflict.clip && metadata->bones.count > 0) {
            conflict.fields &= ~(uint32_t)GAITI_METADATA_SKELETON;
        }
        done = copies_add_conflict(metadata, conflict);
    }
    metadata->old_conflicts = metadata->conflicts.count;
    return done;
}

/* --- reporting -------------------------------------------------------------------------------- */

/* Returns "events, speed" in the arena; NULL when out of memory. */
static const char *copies_field_text(gaiti_arena *arena, uint32_t fields) {
    enum { FIELD_NAME_MAX = 16 };
    char *out = gaiti_alloc(arena, 32 * FIELD_NAME_MAX, 1);
    size_t size = 0;
    for (uint32_t bit = 1; out && bit != 0; bit <<= 1) {
        const char *name = fields & bit ? gaiti_metadata_difference_name(bit) : NULL;
        if (name) {
            size_t length = strlen(name);
            memcpy(out + size, ", ", size > 0 ? 2 : 0);
            size += size > 0 ? 2 : 0;
            memcpy(out + size, name, length);
            size += length;
        }
    }
    return out;
}

static bool copies_report(gait_metadata *metadata, const gaiti_metadata_conflict *conflict,
                          const gaiti_report *report) {
    gaiti_rule rule = conflict->used == GAITI_METADATA_SIDECAR ? GAITI_GLTF_READ_SIDECAR_DIFFERS
                      : conflict->used == GAITI_METADATA_ANIMATION
                          ? GAITI_GLTF_READ_ANIMATION_DIFFERS
                          : GAITI_GLTF_READ_ARMATURE_DIFFERS;
    const char *name = conflict->clip ? conflict->clip : "the document";
    const char *place = copies_field_text(&metadata->arena, conflict->fields);
    if (place) {
        gaiti_raise(report, rule,
                    (gaiti_detail){.name = gaiti_span_of(name),
                                   .name_is_utf8 = true,
                                   .place = gaiti_span_of(place)});
    }
    return place != NULL;
}

/* Sets the first animation of each clip. */
static void copies_find_animations(const gait_metadata *metadata, uint32_t animation_count,
                                   int32_t *out) {
    for (uint32_t c = 0; c < metadata->clips.count; c++) {
        out[c] = -1;
    }
    for (uint32_t a = animation_count; a > 0; a--) {
        int32_t clip = metadata->of_animation[a - 1];
        if (clip >= 0) {
            out[clip] = (int32_t)(a - 1);
        }
    }
}

gait_status gaiti_metadata_report_conflicts(gait_metadata *metadata, uint32_t animation_count,
                                            const gaiti_report *report) {
    const gait_metadata_clip *clips = metadata->clips.items;
    gaiti_report to = *report;
    bool done = true;
    if (metadata->conflicts.count == 0) {
        return GAIT_OK;
    }
    int32_t *animations = gaiti_alloc(&metadata->arena, metadata->clips.count, sizeof *animations);
    GAITI_TRY(metadata->arena.status);
    copies_find_animations(metadata, animation_count, animations);
    for (uint32_t i = metadata->old_conflicts; done && i < metadata->conflicts.count; i++) {
        gaiti_metadata_conflict conflict = gaiti_metadata_conflict_at(metadata, i);
        const gait_metadata_clip *clip = gaiti_metadata_find(metadata, conflict.clip);
        to.clip = clip ? animations[clip - clips] : -1;
        done = copies_report(metadata, &conflict, &to);
    }
    return done ? GAIT_OK : metadata->arena.status;
}
