/* The flat interface: keys for a host that has its own rest pose, and the way back. */
#include "flat_state.h"

#include <string.h>

#include "gait/host.h"
#include "gait/metadata.h"

/* The clip for a function with rest poses of a host; NULL with an error. */
static gaiti_flat_clip *flat_begin_host(gait_flat *flat, uint32_t clip, const float *rests) {
    gaiti_flat_clip *self = gaiti_flat_begin(flat) ? gaiti_flat_get(flat, clip, FLAT_CLIP) : NULL;
    if (self && !rests) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the rest poses are missing");
        return NULL;
    }
    return self;
}

/* The error of a function with rest poses of a host. */
static const char *flat_host_text(gait_status status) {
    return status == GAIT_UNSUPPORTED
               ? "the rest pose of the host has other units or axes, or the skeleton lacks parents "
                 "or rest poses"
               : "a matrix is not a rotation with a translation, or a time is invalid";
}

bool gait_flat_keys(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                    double duration_s) {
    const gaiti_flat_clip *self = flat_begin_host(flat, clip, rests);
    if (!self) {
        return false;
    }
    const gait_host host = {.skeleton = self->clip->skeleton, .rests = rests, .axes = axes};
    gait_options options = gaiti_flat_options(flat, self->file);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_host_keys(&host, self->clip, duration_s, &options, out);
    return gaiti_flat_end_result(flat, status, flat_host_text(status));
}

bool gait_flat_curves(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                      double fps, double first_frame, double duration_s) {
    const gaiti_flat_clip *self = flat_begin_host(flat, clip, rests);
    if (!self) {
        return false;
    }
    const gait_host host = {.skeleton = self->clip->skeleton, .rests = rests, .axes = axes};
    const gait_host_timeline timeline = {.fps = fps, .first_frame = first_frame};
    gait_options options = gaiti_flat_options(flat, self->file);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_host_curves(&host, self->clip, &timeline, duration_s, &options, out);
    return gaiti_flat_end_result(flat, status, flat_host_text(status));
}

/* --- poses ------------------------------------------------------------------------------------ */

enum { FLAT_MATRIX = 16 };

/* The bytes of the rest poses of a host. */
static size_t flat_rests_size(const gait_host *host) {
    return (size_t)host->skeleton->bone_count * FLAT_MATRIX * sizeof(float);
}

static bool flat_is_same_host(const gaiti_flat_host *kept, const gait_host *host) {
    const size_t rests = flat_rests_size(host), axes = host->axes ? sizeof(float[FLAT_MATRIX]) : 0;
    return kept->rig && kept->size == rests + axes &&
           memcmp(kept->matrices, host->rests, rests) == 0 &&
           (axes == 0 || memcmp((uint8_t *)kept->matrices + rests, host->axes, axes) == 0);
}

/* Prepares poses for a host, unless it is that of the last call. */
static bool flat_keep_host(gait_flat *flat, gaiti_flat_clip *clip, const gait_host *host) {
    const size_t rests = flat_rests_size(host), axes = host->axes ? sizeof(float[FLAT_MATRIX]) : 0;
    if (flat_is_same_host(&clip->host, host)) {
        return true;
    }
    gaiti_flat_release_host(flat, clip);
    gait_options options = gaiti_flat_options(flat, clip->file);
    gait_status status = gait_host_rig_new(host, &options, &clip->host.rig);
    if (status == GAIT_OK) {
        clip->host.matrices = gaiti_resize(&flat->allocator, NULL, 0, rests + axes);
        status = clip->host.matrices ? GAIT_OK : GAIT_NO_MEMORY;
    }
    if (status != GAIT_OK) {
        gaiti_flat_release_host(flat, clip);
        return gaiti_flat_end(flat, status, flat_host_text(status));
    }
    clip->host.size = rests + axes;
    memcpy(clip->host.matrices, host->rests, rests);
    if (axes > 0) {
        memcpy((uint8_t *)clip->host.matrices + rests, host->axes, axes);
    }
    return true;
}

bool gait_flat_host_pose(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                         double time, float *out) {
    gaiti_flat_clip *self = flat_begin_host(flat, clip, rests);
    if (!self) {
        return false;
    }
    if (!out) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the output is missing");
    }
    const gait_host host = {.skeleton = self->clip->skeleton, .rests = rests, .axes = axes};
    if (!gaiti_flat_is_posable(flat, self->clip, GAIT_SPACE_MODEL) ||
        !gaiti_flat_reserve_poses(flat, self) || !flat_keep_host(flat, self, &host)) {
        return false;
    }
    gait_status status = gait_host_pose(self->host.rig, self->clip,
                                        gaiti_flat_time_in(self->clip, time), self->poses, out);
    return gaiti_flat_end(flat, status, "the time is not a number");
}

/* --- the way back ----------------------------------------------------------------------------- */

/* Edited clips, until they are applied. */
typedef struct flat_edited {
    const gaiti_flat_file *base; /* NULL = none */
    const gait_skeleton *skeleton;
    gait_edited_file *file;
    gait_metadata *metadata; /* NULL = none */
} flat_edited;

static void flat_release_edited(gait_flat *flat, void *object) {
    flat_edited *self = object;
    gait_metadata_free(self->metadata);
    gait_edited_file_free(self->file);
    gaiti_resize(&flat->allocator, self, sizeof *self, 0);
}

uint32_t gait_flat_edited(gait_flat *flat, uint32_t base, uint32_t skeleton, const float *rests,
                          const float *axes) {
    bool is_open = gaiti_flat_begin(flat);
    gaiti_flat_file *file = is_open && base != 0 ? gaiti_flat_get_file(flat, base) : NULL;
    is_open = is_open && (file || base == 0);
    const gait_skeleton *bound = is_open ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!bound) {
        return 0;
    }
    if (file && !gaiti_flat_needs(flat, skeleton, base)) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the skeleton is not bound to this file");
        return 0;
    }
    if (!rests) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the rest poses are missing");
        return 0;
    }
    const gait_host host = {.skeleton = bound, .rests = rests, .axes = axes};
    gait_options options = gaiti_flat_options(flat, file);
    flat_edited *self = gaiti_resize(&flat->allocator, NULL, 0, sizeof *self);
    gait_status status = self ? GAIT_OK : GAIT_NO_MEMORY;
    if (self) {
        *self = (flat_edited){.base = file, .skeleton = bound};
        status = gait_host_edited_new(&host, NULL, 0, &options, &self->file);
    }
    if (!gaiti_flat_end(flat, status, flat_host_text(status))) {
        gaiti_resize(&flat->allocator, self, sizeof *self, 0);
        return 0;
    }
    return gaiti_flat_add(flat, FLAT_EDITED, self, flat_release_edited,
                          (const uint32_t[FLAT_NEEDS]){base, skeleton});
}

/* Ends the addition of a clip. */
static bool flat_end_clip(gait_flat *flat, gait_status status) {
    return gaiti_flat_end(flat, status,
                          status == GAIT_TRUNCATED ? "the block of keys ends too early"
                          : status == GAIT_CORRUPT ? "the keys of the clip are invalid"
                                                   : "a time or an index of the clip is invalid");
}

/* The edits to which a clip is added; NULL with an error. */
static flat_edited *flat_begin_clip(gait_flat *flat, uint32_t edited, const char *name,
                                    gait_span block) {
    flat_edited *self = gaiti_flat_begin(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self || !gaiti_flat_is_text(flat, name, false)) {
        return NULL;
    }
    if (!block.data && block.size > 0) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the block is missing");
        return NULL;
    }
    return self;
}

bool gait_flat_edited_add(gait_flat *flat, uint32_t edited, const char *name, const uint8_t *block,
                          size_t size, double start_s, double duration_s, bool is_stepped) {
    const gait_host_clip clip = {.name = name,
                                 .block = {block, size},
                                 .start_s = start_s,
                                 .duration_s = duration_s,
                                 .is_stepped = is_stepped};
    flat_edited *self = flat_begin_clip(flat, edited, name, clip.block);
    return self && flat_end_clip(flat, gait_host_edited_add(self->file, &clip));
}

bool gait_flat_edited_add_curves(gait_flat *flat, uint32_t edited, const char *name,
                                 const uint8_t *block, size_t size, double fps, double first_frame,
                                 double frames, bool is_stepped) {
    const gait_host_curve_clip clip = {.name = name,
                                       .block = {block, size},
                                       .timeline = {fps, first_frame},
                                       .frames = frames,
                                       .is_stepped = is_stepped};
    flat_edited *self = flat_begin_clip(flat, edited, name, clip.block);
    return self && flat_end_clip(flat, gait_host_edited_add_curves(self->file, &clip));
}

bool gait_flat_edited_add_poses(gait_flat *flat, uint32_t edited, const char *name,
                                const float *poses, uint32_t row_count, uint32_t pose_count,
                                const int32_t *rows, const double *pose_frames, double fps,
                                double frames) {
    const gait_host_pose_clip clip = {.name = name,
                                      .poses = poses,
                                      .row_count = row_count,
                                      .pose_count = pose_count,
                                      .rows = rows,
                                      .pose_frames = pose_frames,
                                      .fps = fps,
                                      .frames = frames};
    flat_edited *self = flat_begin_clip(flat, edited, name, (gait_span){0});
    return self && flat_end_clip(flat, gait_host_edited_add_poses(self->file, &clip));
}

bool gait_flat_edited_attach(gait_flat *flat, uint32_t edited, const uint8_t *json, size_t size) {
    flat_edited *self = gaiti_flat_begin(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self) {
        return false;
    }
    if (!json) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the metadata is missing");
    }
    gait_options options = gaiti_flat_options(flat, NULL);
    gait_metadata *metadata = NULL;
    gait_status status = gait_metadata_open((gait_span){json, size}, &options, &metadata);
    if (status == GAIT_OK) {
        gait_metadata_free(self->metadata);
        self->metadata = metadata;
    }
    return gaiti_flat_end(flat, status, "the metadata cannot be used");
}

bool gait_flat_edited_gltf(gait_flat *flat, uint32_t edited) {
    const flat_edited *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self->base);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status =
        gait_convert_edited(self->file, self->skeleton, self->metadata, &options, out);
    return gaiti_flat_end_result(flat, status, "the clips cannot be written");
}

bool gait_flat_edited_apply(gait_flat *flat, uint32_t edited, bool adds_new, bool drops_missing) {
    const flat_edited *self =
        gaiti_flat_begin_report(flat) ? gaiti_flat_get(flat, edited, FLAT_EDITED) : NULL;
    if (!self) {
        return false;
    }
    if (!self->base) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there is no base file");
    }
    gait_roundtrip_report *report = NULL;
    gait_roundtrip_options options = {.common = gaiti_flat_options(flat, self->base),
                                      .adds_new = adds_new,
                                      .drops_missing = drops_missing,
                                      .metadata = self->metadata,
                                      .refused = &report};
    gait_roundtrip_files files = {.in = "", .base = self->base->name, .out = self->base->name};
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status =
        gait_roundtrip_edited(self->base->file, self->file, self->skeleton, &options, &report, out);
    bool is_done = gaiti_flat_end_roundtrip(flat, status, report, &files);
    gait_roundtrip_report_free(report);
    return is_done;
}
