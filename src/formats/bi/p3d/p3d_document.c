/* The functions of P3D models for the table of formats. */
#include <stddef.h>

#include "base/sniff.h"
#include "formats/bi/p3d/p3d.h"
#include "formats/file_state.h"
#include "formats/typed_document.h"

static gaiti_guess p3d_row_probe(gait_span bytes) {
    bool model =
        gaiti_begins(bytes, "MLOD") || gaiti_begins(bytes, "ODOL") || gaiti_begins(bytes, "NLOD");
    return model ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

GAITI_TYPED_DOCUMENT(p3d, gaiti_p3d)
GAITI_TYPED_WRITER(p3d, gaiti_p3d)
GAITI_TYPED_SKELETON(p3d)

static uint32_t p3d_row_skeleton_count(const void *document) {
    return gait_p3d_point_count(document) > 0;
}

static gait_skeleton_info p3d_row_skeleton_info(const void *document, uint32_t skeleton) {
    (void)skeleton;
    return (gait_skeleton_info){NULL, gait_p3d_point_count(document)};
}

static gait_status p3d_row_mesh(const void *document, const gait_skeleton *skeleton,
                                const gait_options *options, gait_mesh **out_mesh) {
    return gaiti_p3d_mesh(document, skeleton, options, out_mesh);
}

const gaiti_format_row gaiti_p3d_row = {
    .info = {GAIT_FORMAT_P3D, "p3d", "model (Operation Flashpoint, Arma, DayZ)", ".p3d",
             GAIT_FAMILY_BOHEMIA,
             GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_HAS_SKELETON | GAIT_HAS_MESH},
    .probe = p3d_row_probe,
    .open = p3d_row_open,
    .free = p3d_row_free,
    .code_page = offsetof(gait_p3d, code_page),
    .version = p3d_row_version,
    .skeleton_count = p3d_row_skeleton_count,
    .skeleton_info = p3d_row_skeleton_info,
    .skeleton = p3d_row_skeleton,
    .check = p3d_row_check,
    .show = gaiti_p3d_show,
    .write = p3d_row_write,
    .mesh = p3d_row_mesh,
    .mesh_info = gaiti_p3d_mesh_info,
};

const gait_p3d *gait_file_p3d(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_p3d_row);
}
