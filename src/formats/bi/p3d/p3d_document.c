/* The functions of P3D models for the table of formats. */
#include <stddef.h>

#include "formats/bi/p3d/p3d.h"
#include "formats/document.h"

static gait_status p3d_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_p3d *p3d;
    gait_status status = gaiti_p3d_open(bytes, options, &p3d);
    *out_document = p3d;
    return status;
}

static void p3d_op_free(void *document) {
    gaiti_p3d_free(document);
}

static int32_t p3d_op_version(const void *document) {
    return gaiti_p3d_version(document);
}

static uint32_t p3d_op_skeleton_count(const void *document) {
    return gait_p3d_point_count(document) > 0;
}

static gait_skeleton_info p3d_op_skeleton_info(const void *document, uint32_t skeleton) {
    (void)skeleton;
    return (gait_skeleton_info){NULL, gait_p3d_point_count(document)};
}

static gait_status p3d_op_skeleton(const void *document, const char *file_clip,
                                   const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_p3d_skeleton(document, file_clip, options, out_skeleton);
}

static gait_status p3d_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_p3d_check(document, diagnostics);
}

static gait_status p3d_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_p3d_map(document, visit, user);
}

static gait_status p3d_op_write(const void *document, gait_buffer *out) {
    return gaiti_p3d_write(document, out);
}

static gait_status p3d_op_mesh(const void *document, const gait_skeleton *skeleton,
                               const gait_options *options, gait_mesh **out_mesh) {
    return gaiti_p3d_mesh(document, skeleton, options, out_mesh);
}

const gaiti_document_ops gaiti_p3d_ops = {
    .open = p3d_op_open,
    .free = p3d_op_free,
    .code_page = offsetof(gait_p3d, code_page),
    .version = p3d_op_version,
    .skeleton_count = p3d_op_skeleton_count,
    .skeleton_info = p3d_op_skeleton_info,
    .skeleton = p3d_op_skeleton,
    .check = p3d_op_check,
    .map = p3d_op_map,
    .write = p3d_op_write,
    .mesh = p3d_op_mesh,
    .mesh_info = gaiti_p3d_mesh_info,
};
