/* Functions that apply the edits of a round trip to a model: its bank is extracted, edited and
 * replaced. */
#include <stddef.h>

#include "formats/document.h"
#include "formats/xray/ogf/ogf.h"
#include "model/clip_change.h"

typedef struct ogf_edited {
    gait_ogf *ogf;
    gait_omf *bank;
    gaiti_arena arena;
} ogf_edited;

static void ogf_edit_free(void *edited) {
    ogf_edited *self = edited;
    if (self) {
        gait_omf_free(self->bank);
        gaiti_ogf_free(self->ogf);
    }
    gaiti_free_object(self, offsetof(ogf_edited, arena));
}

static gait_status ogf_edit_open(gait_span bytes, const gait_options *options, void **out_edited) {
    gait_status status;
    *out_edited = NULL;
    ogf_edited *self =
        gaiti_new_object(options, sizeof *self, offsetof(ogf_edited, arena), 0, &status);
    if (!self) {
        return status;
    }
    status = gaiti_ogf_open(bytes, options, &self->ogf);
    if (status == GAIT_OK) {
        status = gaiti_ogf_extract_motions(self->ogf, options, &self->bank);
    }
    if (status != GAIT_OK) {
        ogf_edit_free(self);
        return status;
    }
    *out_edited = self;
    return GAIT_OK;
}

static gait_status ogf_edit_write(void *edited, gait_buffer *out) {
    ogf_edited *self = edited;
    gait_status status = gaiti_ogf_replace_motions(self->ogf, self->bank, NULL);
    return status == GAIT_OK ? gaiti_ogf_write(self->ogf, out) : status;
}

static gait_status ogf_apply_changes(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                     const gait_clip *file_clip, const gait_options *options) {
    ogf_edited *self = edited;
    return gaiti_omf_edit.apply_changes(self->bank, clip, change, file_clip, options);
}

static gait_status ogf_apply_metadata(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options) {
    ogf_edited *self = edited;
    return gaiti_omf_edit.apply_metadata(self->bank, clip, clip_metadata, changes, options);
}

static gait_status ogf_remove_clip(void *edited, uint32_t clip) {
    ogf_edited *self = edited;
    return gaiti_omf_edit.remove_clip(self->bank, clip);
}

static gait_status ogf_add_clip(void *edited, const gait_clip *clip, double tolerance_deg,
                                double tolerance_mm, uint32_t *out_losses) {
    ogf_edited *self = edited;
    return gaiti_omf_edit.add_clip(self->bank, clip, tolerance_deg, tolerance_mm, out_losses);
}

static gait_status ogf_rename_clip(void *edited, uint32_t clip, const char *name) {
    ogf_edited *self = edited;
    return gaiti_omf_edit.rename_clip(self->bank, clip, name);
}

const gaiti_edit_ops gaiti_ogf_edit = {
    .lost_metadata = GAIT_META_ROOT_MOTION,
    .has_marks = true,
    .open = ogf_edit_open,
    .free = ogf_edit_free,
    .write = ogf_edit_write,
    .apply_changes = ogf_apply_changes,
    .apply_metadata = ogf_apply_metadata,
    .remove_clip = ogf_remove_clip,
    .add_clip = ogf_add_clip,
    .rename_clip = ogf_rename_clip,
};
