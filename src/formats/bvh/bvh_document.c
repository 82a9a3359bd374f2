/* The document table's functions for BVH files, which contain one clip on their own joints. */
#include <string.h>

#include "base/sniff.h"
#include "base/text/text.h"
#include "formats/bvh/bvh.h"
#include "formats/document.h"

gaiti_guess gaiti_bvh_probe(gait_span bytes) {
    gaiti_bvh_scan scan = gaiti_bvh_scan_over(bytes);
    gaiti_bvh_skip(&scan);
    gait_span rest = gaiti_span(scan.data + scan.at, (size_t)(scan.size - scan.at));
    /* The first word of other files may be long. */
    if (!gaiti_begins_word(rest, "HIERARCHY") ||
        !gaiti_bvh_is(gaiti_bvh_word(&scan), "HIERARCHY")) {
        return GAITI_GUESS_NO;
    }
    return gaiti_bvh_is(gaiti_bvh_word(&scan), "ROOT") ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
}

static gait_status bvh_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_bvh *bvh;
    gait_status status = gaiti_bvh_open(bytes, options, &bvh);
    *out_document = bvh;
    return status;
}

static void bvh_op_free(void *document) {
    gaiti_bvh_free(document);
}

static int32_t bvh_op_version(const void *document) {
    (void)document;
    return -1;
}

static uint32_t bvh_op_bone_count(const void *document) {
    return gait_bvh_joint_count(document);
}

static gait_span bvh_op_bone_name(const void *document, uint32_t bone) {
    const char *name = gait_bvh_joint_at(document, bone).name;
    return gaiti_span(name, strlen(name));
}

static uint32_t bvh_op_clip_count(const void *document) {
    (void)document;
    return 1;
}

static gait_clip_info bvh_op_clip_info(const void *document, uint32_t clip) {
    uint32_t frames = gaiti_bvh_frame_count(document);
    (void)clip;
    return (gait_clip_info){.frame_count = frames,
                            .duration_s = frames > 1 ? (frames - 1) / gait_bvh_rate(document) : 0,
                            .loop = -1};
}

static gait_status bvh_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_bvh_check(document, diagnostics);
}

static gait_status bvh_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_bvh_map(document, visit, user);
}

static gait_status bvh_op_skeleton(const void *document, const char *file_clip,
                                   const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_bvh_skeleton(document, file_clip, options, out_skeleton);
}

/* The clip is always posed on the joints of the file; of `tree` only the name is used. */
static gait_status bvh_op_bind_skeleton(const void *document, const gait_skeleton *tree,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_bvh_skeleton(document, tree ? tree->name : "", options, out_skeleton);
}

static gait_status bvh_op_clip(const void *document, uint32_t index, const char *file_clip,
                               const gait_skeleton *skeleton, const gait_options *options,
                               gait_clip **out_clip) {
    (void)index;
    return gaiti_bvh_clip(document, file_clip, skeleton, options, out_clip);
}

const gaiti_document_ops gaiti_bvh_ops = {
    .open = bvh_op_open,
    .free = bvh_op_free,
    .version = bvh_op_version,
    .bone_count = bvh_op_bone_count,
    .bone_name = bvh_op_bone_name,
    .clip_count = bvh_op_clip_count,
    .clip_info = bvh_op_clip_info,
    .check = bvh_op_check,
    .map = bvh_op_map,
    .skeleton = bvh_op_skeleton,
    .bind_skeleton = bvh_op_bind_skeleton,
    .clip = bvh_op_clip,
};
