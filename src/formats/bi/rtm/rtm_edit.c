/* Creates and edits plain RTM. An edit affects only the bytes of its own field. */
#include <stddef.h>

#include "base/try.h"
#include "base/text/names.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/bi/rtm/rtm_properties.h"

/* Copies names and frames to the arena, so that they can be modified. */
static bool rtm_detach_tables(gait_rtm *rtm) {
    if (!rtm->owned) {
        const uint8_t *names = gaiti_copy(&rtm->arena, rtm->names);
        const uint8_t *frames = gaiti_copy(&rtm->arena, rtm->frames);
        if (!names || !frames) {
            return false;
        }
        rtm->names.data = names;
        rtm->frames.data = frames;
        rtm->owned = true;
    }
    return true;
}

static bool rtm_detach_span(gait_rtm *rtm, gait_span *span) {
    const uint8_t *copy = gaiti_copy(&rtm->arena, *span);
    if (copy) {
        span->data = copy;
    }
    return copy != NULL;
}

gait_status gaiti_rtm_detach(gait_rtm *rtm) {
    if (!rtm) {
        return GAIT_BAD_ARGUMENT;
    }
    bool done = rtm_detach_tables(rtm) && rtm_detach_span(rtm, &rtm->gap) &&
                rtm_detach_span(rtm, &rtm->trailing);
    for (uint32_t i = 0; done && i < rtm->property_count; i++) {
        done = rtm_detach_span(rtm, &rtm->properties[i].name) &&
               rtm_detach_span(rtm, &rtm->properties[i].value);
    }
    return done ? GAIT_OK : rtm->arena.status;
}

uint8_t *gaiti_rtm_writable(gait_span span, uint64_t offset) {
    return (uint8_t *)(uintptr_t)span.data + offset;
}

static uint8_t *rtm_writable_entry(gait_rtm *rtm, uint32_t frame, uint32_t bone) {
    return gaiti_rtm_writable(rtm->frames,
                              (uint64_t)(gaiti_rtm_entry(rtm, frame, bone) - rtm->frames.data));
}

static void rtm_fill_identity(gait_rtm *rtm) {
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        float phase = rtm->frame_count > 1 ? (float)((double)f / (rtm->frame_count - 1)) : 0;
        gaiti_rtm_set_phase(rtm, f, phase);
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
            gaiti_rtm_set_matrix(rtm, f, b, identity);
        }
    }
}

gait_rtm *gaiti_rtm_new_blank(uint32_t bone_count, uint32_t frame_count,
                              const gait_options *options, gait_status *out_status) {
    gait_rtm *rtm =
        gaiti_new_object(options, sizeof *rtm, offsetof(gait_rtm, arena), 0, out_status);
    if (!rtm) {
        return NULL;
    }
    rtm->version = 101;
    rtm->code_page = options ? options->code_page : 0;
    rtm->bone_count = bone_count;
    rtm->frame_count = frame_count;
    rtm->owned = true;
    rtm->uniform = true;
    uint64_t frame_size = gaiti_rtm_frame_size(rtm);
    rtm->names.data = gaiti_alloc(&rtm->arena, bone_count, GAITI_RTM_NAME);
    rtm->frames.data =
        frame_size > SIZE_MAX || !rtm->names.data
            ? NULL
            : gaiti_alloc_uninitialised(&rtm->arena, frame_count, (size_t)frame_size);
    if (!rtm->names.data || !rtm->frames.data) {
        *out_status = rtm->arena.status ? rtm->arena.status : GAIT_LIMIT;
        gaiti_rtm_free(rtm);
        return NULL;
    }
    rtm->names.size = (size_t)bone_count * GAITI_RTM_NAME;
    rtm->frames.size = (size_t)(frame_count * frame_size);
    return rtm;
}

gait_status gaiti_rtm_new(uint32_t bone_count, uint32_t frame_count, const gait_options *options,
                          gait_rtm **out_rtm) {
    gait_status status = GAIT_OK;
    if (!out_rtm) {
        return GAIT_BAD_ARGUMENT;
    }
    *out_rtm = gaiti_rtm_new_blank(bone_count, frame_count, options, &status);
    if (*out_rtm) {
        memset(gaiti_rtm_writable((*out_rtm)->frames, 0), 0, (*out_rtm)->frames.size);
        rtm_fill_identity(*out_rtm);
    }
    return status;
}

gait_status gaiti_rtm_set_root_motion(gait_rtm *rtm, const float root_motion[3]) {
    if (!rtm || !root_motion) {
        return GAIT_BAD_ARGUMENT;
    }
    if (rtm->version == 100 && (root_motion[0] != 0 || root_motion[1] != 0)) {
        return GAIT_WOULD_LOSE;
    }
    memcpy(rtm->root_motion, root_motion, sizeof rtm->root_motion);
    return GAIT_OK;
}

static bool rtm_name_fits(gait_span name) {
    return gaiti_is_span(name) && name.size < GAITI_RTM_NAME &&
           (name.size == 0 || !memchr(name.data, 0, name.size));
}

/* The bytes after the NUL stay: many tools leave other data there. */
static void rtm_store_name(uint8_t *field, gait_span name) {
    field[name.size] = 0;
    if (name.size) {
        memcpy(field, name.data, name.size);
    }
}

gait_status gaiti_rtm_set_bone_name(gait_rtm *rtm, uint32_t bone, gait_span name) {
    if (bone >= gait_rtm_bone_count(rtm) || !rtm_name_fits(name)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!rtm_detach_tables(rtm)) {
        return rtm->arena.status;
    }
    rtm_store_name(gaiti_rtm_writable(rtm->names, (uint64_t)bone * GAITI_RTM_NAME), name);
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        rtm_store_name(rtm_writable_entry(rtm, f, bone), name);
    }
    return GAIT_OK;
}

gait_status gaiti_rtm_set_phase(gait_rtm *rtm, uint32_t frame, float phase) {
    if (frame >= gait_rtm_frame_count(rtm)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!rtm_detach_tables(rtm)) {
        return rtm->arena.status;
    }
    gaiti_store_f32(gaiti_rtm_writable(rtm->frames, frame * gaiti_rtm_frame_size(rtm)), phase);
    return GAIT_OK;
}

gait_status gaiti_rtm_set_matrix(gait_rtm *rtm, uint32_t frame, uint32_t bone,
                                 const float matrix[12]) {
    if (frame >= gait_rtm_frame_count(rtm) || bone >= rtm->bone_count || !matrix) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!rtm_detach_tables(rtm)) {
        return rtm->arena.status;
    }
    uint8_t *place = rtm_writable_entry(rtm, frame, bone) + GAITI_RTM_NAME;
    for (int i = 0; i < 12; i++) {
        gaiti_store_f32(place + 4 * i, matrix[i]);
    }
    return GAIT_OK;
}

/* --- the order of frames ---------------------------------------------------------------------- */

/* The work of gaiti_rtm_order_frames(). */
typedef struct rtm_ordering {
    gaiti_names names; /* of the header */
    uint32_t *places;  /* per entry of a frame: its index in the header */
    uint32_t *seen;    /* per index in the header: 1 + the last frame that has this bone */
    uint8_t *entries;  /* a copy of the entries of a frame */
} rtm_ordering;

/* False when the header lists a bone twice, or when there is no memory. */
static bool rtm_begin_ordering(const gait_rtm *rtm, gaiti_arena *arena, rtm_ordering *out) {
    gait_span *names = gaiti_alloc(arena, rtm->bone_count, sizeof *names);
    out->places = gaiti_alloc(arena, rtm->bone_count, sizeof *out->places);
    out->seen = gaiti_alloc(arena, rtm->bone_count, sizeof *out->seen);
    out->entries = gaiti_alloc(arena, rtm->bone_count, GAITI_RTM_ENTRY);
    bool is_valid = names && out->places && out->seen && out->entries &&
                    gaiti_names_init(&out->names, arena, names, rtm->bone_count);
    for (uint32_t b = 0; is_valid && b < rtm->bone_count; b++) {
        names[b] = gait_rtm_bone_name(rtm, b);
        is_valid = gaiti_names_add(&out->names, b) < 0;
    }
    return is_valid;
}

/* Finds the places of the entries of a frame. False when it has not the bones of the header. */
static bool rtm_find_places(const gait_rtm *rtm, uint32_t frame, rtm_ordering *self,
                            bool *out_is_ordered) {
    *out_is_ordered = true;
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        int32_t place = gaiti_names_find(&self->names, gaiti_rtm_frame_bone_name(rtm, frame, b));
        if (place < 0 || self->seen[place] == frame + 1) {
            return false;
        }
        self->seen[place] = frame + 1;
        self->places[b] = (uint32_t)place;
        *out_is_ordered = *out_is_ordered && (uint32_t)place == b;
    }
    return true;
}

static gait_status rtm_order_all(gait_rtm *rtm, rtm_ordering *self, uint32_t *out_count) {
    size_t size = (size_t)rtm->bone_count * GAITI_RTM_ENTRY;
    bool is_ordered;
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        if (!rtm_find_places(rtm, f, self, &is_ordered)) {
            return GAIT_UNSUPPORTED;
        }
    }
    if (!rtm_detach_tables(rtm)) {
        return rtm->arena.status;
    }
    memset(self->seen, 0, rtm->bone_count * sizeof *self->seen);
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        (void)rtm_find_places(rtm, f, self, &is_ordered);
        uint8_t *frame = rtm_writable_entry(rtm, f, 0);
        memcpy(self->entries, frame, is_ordered ? 0 : size);
        for (uint32_t b = 0; !is_ordered && b < rtm->bone_count; b++) {
            memcpy(frame + (size_t)self->places[b] * GAITI_RTM_ENTRY,
                   self->entries + (size_t)b * GAITI_RTM_ENTRY, GAITI_RTM_ENTRY);
        }
        *out_count += !is_ordered;
    }
    rtm->uniform = true;
    return GAIT_OK;
}

gait_status gaiti_rtm_order_frames(gait_rtm *rtm, uint32_t *out_count) {
    gaiti_arena arena;
    rtm_ordering self = {0};
    if (!rtm || !out_count) {
        return GAIT_BAD_ARGUMENT;
    }
    *out_count = 0;
    if (rtm->uniform) {
        return GAIT_OK;
    }
    const gait_options memory = {.allocator = rtm->arena.allocator};
    gaiti_arena_init(&arena, &memory, 0);
    bool is_valid = rtm_begin_ordering(rtm, &arena, &self);
    gait_status status = is_valid                  ? rtm_order_all(rtm, &self, out_count)
                         : arena.status != GAIT_OK ? arena.status
                                                   : GAIT_UNSUPPORTED;
    gaiti_arena_free(&arena);
    return status;
}

/* --- properties ------------------------------------------------------------------------------- */

/* Checks a property, and copies it with its bytes. */
static gait_status rtm_copy_property(gait_rtm *rtm, const gait_rtm_property *property,
                                     gait_rtm_property *out) {
    if (!property || !gaiti_is_span(property->name) || !gaiti_is_span(property->value) ||
        property->name.size > 255 || property->value.size > 255) {
        return GAIT_BAD_ARGUMENT;
    }
    *out = *property;
    bool done = rtm_detach_span(rtm, &out->name) && rtm_detach_span(rtm, &out->value);
    return done ? GAIT_OK : rtm->arena.status;
}

gait_status gaiti_rtm_set_property(gait_rtm *rtm, uint32_t index,
                                   const gait_rtm_property *property) {
    gait_rtm_property copy;
    if (index >= gait_rtm_property_count(rtm)) {
        return gaiti_rtm_insert_property(rtm, index, property);
    }
    GAITI_TRY(rtm_copy_property(rtm, property, &copy));
    rtm->properties[index] = copy;
    return GAIT_OK;
}

gait_status gaiti_rtm_insert_property(gait_rtm *rtm, uint32_t index,
                                      const gait_rtm_property *property) {
    gait_rtm_property copy;
    if (!rtm || index > rtm->property_count) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(rtm_copy_property(rtm, property, &copy));
    if (!gaiti_rtm_may_insert_property(rtm)) {
        return GAIT_UNSUPPORTED;
    }
    if (rtm->stated_properties == UINT32_MAX) {
        return GAIT_LIMIT;
    }
    gait_rtm_property *list = gaiti_insert(&rtm->arena, rtm->properties, rtm->property_count,
                                           &rtm->property_capacity, index, sizeof *list);
    if (!list) {
        return rtm->arena.status;
    }
    list[index] = copy;
    rtm->properties = list;
    rtm->property_count++;
    rtm->stated_properties++;
    rtm->has_properties = true;
    return GAIT_OK;
}

gait_status gaiti_rtm_remove_property(gait_rtm *rtm, uint32_t index) {
    if (index >= gait_rtm_property_count(rtm)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_remove(rtm->properties, rtm->property_count, &rtm->property_capacity, index,
                 sizeof *rtm->properties);
    rtm->property_count--;
    rtm->stated_properties--;
    rtm->has_properties =
        rtm->keeps_block || rtm->stated_properties > 0 || rtm->reserved != 0 || rtm->gap.size > 0;
    return GAIT_OK;
}
