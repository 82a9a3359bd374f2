/* Creating and editing OMF banks. An edit changes only the bytes of its field and the sizes and
 * checksums that depend on it. */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "gait/metadata.h"
#include "model/clip.h"

static gait_status omf_memory(const gait_omf *omf) {
    return omf->arena.status ? omf->arena.status : GAIT_NO_MEMORY;
}

gait_status gaiti_omf_new(uint16_t version, const gait_options *options, gait_omf **out_omf) {
    gait_status status;
    if (!GAITI_CLEAR(out_omf) || (version != 3 && version != 4)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_omf *omf =
        gaiti_new_object(options, sizeof *omf, offsetof(gait_omf, arena), 4096, &status);
    GAITI_TRY(status);
    omf->version = version;
    omf->code_page = options ? options->code_page : 0;
    omf->has_params = omf->has_motions = omf->ids_are_tracks = true;
    omf->subs = gaiti_alloc(&omf->arena, 1, sizeof *omf->subs);
    omf->sub_count = 1;
    if (!omf->subs) {
        status = omf_memory(omf);
        gait_omf_free(omf);
        return status;
    }
    *out_omf = omf;
    return GAIT_OK;
}

static bool omf_name_fits(gait_span name) {
    return gaiti_is_span(name) && name.size <= GAITI_OMF_NAME_MAX &&
           (name.size == 0 || !memchr(name.data, 0, name.size));
}

/* --- parts and bones -------------------------------------------------------------------------- */

gait_status gaiti_omf_add_part(gait_omf *omf, gait_span name) {
    if (!omf || !omf_name_fits(name) || omf->part_count == UINT16_MAX) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_own(&omf->arena, &name));
    gait_omf_part part = {.name = name, .first_bone = omf->bone_count};
    return gaiti_append(&omf->arena, &omf->parts, &omf->part_count, &omf->part_capacity, &part,
                        sizeof part);
}

/* Reserves capacity for one more bone in `bones` and bone_of_track. False when out of memory. */
static bool omf_reserve_bone(gait_omf *omf) {
    uint32_t before = omf->bone_capacity;
    gait_omf_bone *bones =
        gaiti_reserve(&omf->arena, omf->bones, omf->bone_count, &omf->bone_capacity, sizeof *bones);
    if (!bones || omf->bone_capacity == before) {
        return bones != NULL;
    }
    omf->bones = bones;
    uint32_t *order =
        gaiti_grow(&omf->arena, omf->bone_of_track, omf->bone_of_track ? omf->bone_count : 0,
                   omf->bone_capacity, sizeof *order);
    omf->bone_of_track = order ? order : omf->bone_of_track;
    omf->bone_capacity = order ? omf->bone_capacity : 0;
    return order != NULL;
}

gait_status gaiti_omf_list_bone(gait_omf *omf, gait_span name, uint32_t id) {
    if (!omf_name_fits(name) || omf->part_count == 0 || omf->keys_count > 0 ||
        omf->listing != GAITI_OMF_LISTS_NAMES_AND_IDS ||
        omf->parts[omf->part_count - 1].bone_count == UINT16_MAX) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!omf_reserve_bone(omf)) {
        return omf_memory(omf);
    }
    GAITI_TRY(gaiti_own(&omf->arena, &name));
    omf->bones[omf->bone_count++] = (gait_omf_bone){name, id};
    omf->parts[omf->part_count - 1].bone_count++;
    return GAIT_OK;
}

gait_status gaiti_omf_add_bone(gait_omf *omf, gait_span name, uint32_t id) {
    GAITI_TRY(omf ? gaiti_omf_list_bone(omf, name, id) : GAIT_BAD_ARGUMENT);
    return gaiti_omf_order_tracks(omf) ? GAIT_OK : omf_memory(omf);
}

gait_status gait_omf_rename_part(gait_omf *omf, uint32_t part, gait_span name) {
    if (part >= gait_omf_part_count(omf) || !omf_name_fits(name)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_own(&omf->arena, &name));
    omf->parts[part].name = name;
    return GAIT_OK;
}

gait_status gait_omf_set_listed_bone(gait_omf *omf, uint32_t index, const gait_omf_bone *bone) {
    if (index >= gait_omf_bone_count(omf) || !bone || !omf_name_fits(bone->name)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_omf_bone copy = *bone;
    if (omf->listing != GAITI_OMF_LISTS_NAMES_AND_IDS) {
        return GAIT_WOULD_LOSE; /* the listing stores only the name or only the id */
    }
    GAITI_TRY(gaiti_own(&omf->arena, &copy.name));
    bool has_same_id = omf->bones[index].id == copy.id;
    omf->bones[index] = copy;
    return has_same_id || gaiti_omf_order_tracks(omf) ? GAIT_OK : omf_memory(omf);
}

/* --- motions ---------------------------------------------------------------------------------- */

gait_status gaiti_omf_set_motion(gait_omf *omf, uint32_t motion, const gait_omf_motion *values) {
    if (motion >= gait_omf_motion_count(omf) || !values || !omf_name_fits(values->name) ||
        !omf_name_fits(values->label) || values->frame_count != omf->keys[motion].frame_count) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_omf_motion copy = *values;
    GAITI_TRY(gaiti_own(&omf->arena, &copy.name));
    GAITI_TRY(gaiti_own(&omf->arena, &copy.label));
    omf->definitions[motion].values = copy;
    omf->keys[motion].label = copy.label;
    return GAIT_OK;
}

static bool omf_track_fits(const gait_omf_track *track, uint32_t frame_count) {
    uint64_t rotations = track->flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : frame_count;
    uint64_t translations = track->flags & GAIT_OMF_TRANSLATION_KEYS ? frame_count : 0;
    return gaiti_is_span(track->rotation_keys) && gaiti_is_span(track->translation_keys) &&
           track->rotation_keys.size == rotations * gaiti_omf_rotation_size(track->flags) &&
           track->translation_keys.size == translations * gaiti_omf_translation_size(track->flags);
}

/* Rebuilds the bytes of all tracks of a motion from `tracks`, or from the motion itself when NULL.
 * Track number `replaced` comes from `replacement`. */
static gait_status omf_rebuild(gait_omf *omf, uint32_t motion, const gait_omf_track *tracks,
                               uint32_t replaced, const gait_omf_track *replacement) {
    gaiti_omf_keys *keys = &omf->keys[motion];
    gait_buffer bytes = {.allocator = omf->arena.allocator};
    gaiti_visitor visitor = gaiti_visit_writing(&bytes);
    uint32_t *offsets = gaiti_alloc(&omf->arena, omf->bone_count, sizeof *offsets);
    if (!offsets) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        gait_omf_track track = t == replaced ? *replacement
                               : tracks      ? tracks[t]
                                             : gait_omf_track_at(omf, motion, t);
        offsets[t] = (uint32_t)bytes.size;
        gaiti_omf_visit_track(&visitor, keys->frame_count, &track);
    }
    gait_span result = gaiti_span(bytes.data, bytes.size);
    bool done = !visitor.no_memory && bytes.size <= UINT32_MAX &&
                gaiti_own(&omf->arena, &result) == GAIT_OK;
    if (done) {
        keys->tracks = result;
        keys->offsets = offsets;
    }
    gait_buffer_free(&bytes);
    return done ? GAIT_OK : GAIT_NO_MEMORY;
}

gait_status gaiti_omf_set_tracks(gait_omf *omf, uint32_t motion, uint32_t frame_count,
                                 const gait_omf_track *tracks) {
    gaiti_omf_keys *keys = &omf->keys[motion];
    uint32_t old_count = keys->frame_count;
    keys->frame_count = frame_count;
    gait_status status = omf_rebuild(omf, motion, tracks, UINT32_MAX, NULL);
    keys->frame_count = status == GAIT_OK ? frame_count : old_count;
    return status;
}

gait_status gait_omf_set_track(gait_omf *omf, uint32_t motion, uint32_t track,
                               const gait_omf_track *values) {
    if (motion >= gait_omf_motion_count(omf) || track >= omf->bone_count || !values ||
        !omf_track_fits(values, omf->keys[motion].frame_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    return omf_rebuild(omf, motion, NULL, track, values);
}

bool gaiti_omf_reserve_motions(gait_omf *omf, uint32_t extra) {
    gaiti_arena *arena = &omf->arena;
    uint64_t count = omf->keys_count, subs = omf->sub_count;
    uint64_t more = extra > count + 8 ? extra : count + 8;
    if (count + extra <= omf->capacity) {
        return true;
    }
    gaiti_omf_definition *definitions =
        gaiti_grow(arena, omf->definitions, count, count + more, sizeof *definitions);
    gaiti_omf_keys *keys = gaiti_grow(arena, omf->keys, count, count + more, sizeof *keys);
    gaiti_omf_sub *grown = gaiti_grow(arena, omf->subs, subs, subs + more + 1, sizeof *grown);
    if (!definitions || !keys || !grown) {
        return false;
    }
    omf->definitions = definitions;
    omf->keys = keys;
    omf->subs = grown;
    omf->capacity = (uint32_t)(count + more);
    return true;
}

/* True when an unknown sub-chunk has this number. */
static bool omf_number_is_taken(const gait_omf *omf, uint32_t id) {
    bool taken = false;
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        taken = taken || (omf->subs[s].id == id && omf->subs[s].payload.data);
    }
    return taken;
}

static void omf_append_motion(gait_omf *omf, const gait_omf_motion *values) {
    uint32_t at = omf->keys_count;
    if (omf->sub_count == 0) {
        omf->subs[omf->sub_count++] = (gaiti_omf_sub){.id = 0};
    }
    omf->definitions[at] = (gaiti_omf_definition){.values = *values};
    omf->subs[omf->sub_count++] = (gaiti_omf_sub){.id = at + 1};
    omf->definition_count = omf->keys_count = omf->stated_count = at + 1;
    omf->has_motions = true;
}

gait_status gaiti_omf_add_motion(gait_omf *omf, const gait_omf_motion *values,
                                 const gait_omf_track *tracks) {
    if (!omf || !values || (!tracks && omf->bone_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_omf_motion copy = *values;
    uint32_t at = omf->keys_count;
    bool fits = omf_name_fits(copy.name) && omf_name_fits(copy.label) && at < UINT16_MAX &&
                at == omf->definition_count && at == omf->stated_count;
    for (uint32_t t = 0; fits && t < omf->bone_count; t++) {
        fits = omf_track_fits(&tracks[t], copy.frame_count);
    }
    if (!fits) {
        return GAIT_BAD_ARGUMENT;
    }
    if (omf_number_is_taken(omf, at + 1)) {
        return GAIT_WOULD_LOSE;
    }
    GAITI_TRY(gaiti_own(&omf->arena, &copy.name));
    GAITI_TRY(gaiti_own(&omf->arena, &copy.label));
    if (!gaiti_omf_reserve_motions(omf, 1)) {
        return omf_memory(omf);
    }
    omf->keys[at] = (gaiti_omf_keys){.label = copy.label, .frame_count = copy.frame_count};
    GAITI_TRY(omf_rebuild(omf, at, tracks, UINT32_MAX, NULL));
    omf_append_motion(omf, &copy);
    return GAIT_OK;
}

/* --- marks ------------------------------------------------------------------------------------ */

/* The marks of a motion, which must exist. */
static gaiti_mark_list omf_marks_of(gait_omf *omf, uint32_t motion) {
    gaiti_omf_definition *definition = &omf->definitions[motion];
    return (gaiti_mark_list){&omf->arena, &definition->marks, &definition->mark_count,
                             &definition->mark_capacity, omf->version >= 4};
}

gait_status gait_omf_set_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                              const gait_omf_mark *values) {
    return motion < gait_omf_motion_count(omf)
               ? gaiti_marks_set(omf_marks_of(omf, motion), mark, values)
               : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_omf_insert_mark(gait_omf *omf, uint32_t motion, uint32_t mark,
                                  const gait_omf_mark *values) {
    return motion < gait_omf_motion_count(omf)
               ? gaiti_marks_insert(omf_marks_of(omf, motion), mark, values)
               : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_omf_remove_mark(gait_omf *omf, uint32_t motion, uint32_t mark) {
    return motion < gait_omf_motion_count(omf) ? gaiti_marks_remove(omf_marks_of(omf, motion), mark)
                                               : GAIT_BAD_ARGUMENT;
}

gait_status gaiti_omf_apply_metadata(gait_omf *omf, uint32_t motion, const gait_clip *clip_metadata,
                                     uint32_t changes) {
    if (motion >= gait_omf_motion_count(omf) || !gaiti_clip_is_complete(clip_metadata)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_marks_apply_events(clip_metadata, changes, omf_marks_of(omf, motion),
                                       omf->code_page));
    if (!(changes & GAIT_META_PLAYBACK)) {
        return GAIT_OK;
    }
    const gait_playback *playback = &clip_metadata->playback;
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    values.flags = playback->flags;
    values.bone_or_part = playback->bone_or_part;
    values.speed = playback->speed;
    values.power = playback->power;
    values.accrue = playback->accrue;
    values.falloff = playback->falloff;
    return gaiti_omf_set_motion(omf, motion, &values);
}
