/* Checks of the item that hands hold. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/similar.h"
#include "base/try.h"
#include "convert/convert_state.h"
#include "gait/bones.h"

/* Refuses a name that is not in a file. `nearest` is a similar one; NULL = none. */
static gait_status item_refuse_name(gait_conversion *self, gaiti_rule rule, const gait_file *file,
                                    const char *name, const char *nearest) {
    static const char question[] = "; did you mean \"", end[] = "\"?";
    size_t size = nearest ? strlen(nearest) : 0, start = sizeof question - 1;
    char *other =
        nearest ? gaiti_alloc(&self->arena, size + sizeof question + sizeof end, 1) : NULL;
    if (other) {
        memcpy(other, question, start);
        memcpy(other + start, nearest, size);
        memcpy(other + start + size, end, sizeof end);
    }
    return gaiti_convert_refuse_other(self, rule, file, name, other);
}

/* The name of a clip that is most similar; NULL when none is similar. */
static const char *item_nearest_clip(gait_conversion *self, const gait_file *file,
                                     const char *name) {
    enum { MAX_CLIPS = 4096 };
    const char *nearest = NULL;
    uint32_t count = gait_file_clip_count(file), distance = gaiti_name_distance_limit(name);
    for (uint32_t c = 0; c < count && c < MAX_CLIPS; c++) {
        const char *other = gaiti_convert_clip_name(self, file, c);
        if (other && gaiti_name_is_nearer(name, other, &distance)) {
            nearest = other;
        }
    }
    return nearest;
}

/* Refuses hands or an item without bones, and an item with several roots. */
static gait_status item_check_bones(gait_conversion *self) {
    const gait_convert_item *item = self->options.item;
    if (!self->skeleton || self->skeleton->bone_count == 0) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_NO_BONES, NULL, NULL);
    }
    if (!item->skeleton || item->skeleton->bone_count == 0) {
        return gaiti_convert_refuse_other(self, GAITI_CONVERT_ITEM_BONES, item->file, NULL, NULL);
    }
    return gaiti_scene_has_root(item->skeleton)
               ? GAIT_OK
               : gaiti_convert_refuse_other(self, GAITI_CONVERT_ITEM_ROOTS, item->file, NULL, NULL);
}

static gait_status item_check_names(gait_conversion *self) {
    const gait_convert_item *item = self->options.item;
    if (item->anchor && gait_skeleton_find(self->skeleton, item->anchor) < 0) {
        int32_t nearest = gait_skeleton_nearest(self->skeleton, item->anchor);
        return item_refuse_name(self, GAITI_CONVERT_NO_ANCHOR, self->file, item->anchor,
                                nearest < 0 ? NULL : self->skeleton->bones[nearest].name);
    }
    if (item->clip && gait_file_find_clip(item->file, item->clip) < 0) {
        return item_refuse_name(self, GAITI_CONVERT_NO_ITEM_CLIP, item->file, item->clip,
                                item_nearest_clip(self, item->file, item->clip));
    }
    return GAIT_OK;
}

gait_status gaiti_convert_check_item(gait_conversion *self) {
    const gait_convert_item *item = self->options.item;
    if (self->route != GAIT_ROUTE_GLTF || self->retarget || !item->file) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_OPTION, "an item", NULL);
    }
    for (int i = 0; i < 6; i++) {
        double number = i < 3 ? item->position[i] : item->orientation[i - 3];
        GAITI_TRY(gaiti_convert_check_range(self, GAIT_RANGE_ITEM_PLACE, number));
    }
    GAITI_TRY(item_check_bones(self));
    return item_check_names(self);
}
