/* The table row of the OGF format. */
#include <stddef.h>

#include "formats/file_state.h"
#include "formats/typed_document.h"
#include "formats/xray/ogf/ogf_geometry.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

/* The first chunk is the header: 44 bytes in version 4, 4 bytes in versions 2 and 3. */
static gaiti_guess ogf_row_probe(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    bool header = (end == GAITI_CHUNK_MORE || end == GAITI_CHUNK_CUT) &&
                  (chunk.id & ~GAITI_CHUNK_COMPRESSED) == GAITI_OGF_HEADER;
    uint32_t size = header ? gaiti_load_u32(bytes.data + 4) : 0;
    bool version = header && chunk.payload.size > 0 && chunk.payload.data[0] >= 2 &&
                   chunk.payload.data[0] <= 4;
    if (!version || (size != 44 && size != 4)) {
        return GAITI_GUESS_NO;
    }
    while (end == GAITI_CHUNK_MORE) {
        end = gaiti_next_chunk(&in, &chunk);
    }
    return end == GAITI_CHUNK_END ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
}

GAITI_TYPED_DOCUMENT(ogf, gaiti_ogf)
GAITI_TYPED_WRITER(ogf, gaiti_ogf)
GAITI_TYPED_BONES(ogf)
GAITI_TYPED_SKELETON(ogf)

static uint32_t ogf_row_ref_count(const void *document) {
    return gaiti_ogf_ref_count(document);
}

static gait_span ogf_row_ref(const void *document, uint32_t ref) {
    return gaiti_ogf_ref(document, ref);
}

/* Without `tree`, the clips are bound to the bones of the model. */
static gait_status ogf_row_bind_skeleton(const void *document, const gait_skeleton *tree,
                                         const gait_options *options,
                                         gait_skeleton **out_skeleton) {
    const gait_omf *motions = gait_ogf_motions(document);
    gait_skeleton *own = NULL;
    gait_status status = GAIT_OK;
    *out_skeleton = NULL;
    if (!motions) {
        return GAIT_NOT_FOUND;
    }
    if (!tree) {
        status = gaiti_ogf_skeleton(document, "", options, &own);
    }
    if (status == GAIT_OK) {
        status = gaiti_omf_bind_skeleton(motions, tree ? tree : own, options, out_skeleton);
    }
    gait_skeleton_free(own);
    return status;
}

/* The bones of the mesh are those of the model, whatever the skeleton is. */
static gait_status ogf_row_mesh(const void *document, const gait_skeleton *skeleton,
                                const gait_options *options, gait_mesh **out_mesh) {
    (void)skeleton;
    return gaiti_ogf_mesh(document, options, out_mesh);
}

const gaiti_format_row gaiti_ogf_row = {
    .info = {GAIT_FORMAT_OGF, "ogf", "model with skeleton (S.T.A.L.K.E.R.)", ".ogf",
             GAIT_FAMILY_XRAY,
             GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON | GAIT_MANY_CLIPS |
                 GAIT_HAS_BANK | GAIT_HAS_MESH},
    .probe = ogf_row_probe,
    .open = ogf_row_open,
    .outline = gaiti_ogf_outline,
    .free = ogf_row_free,
    .code_page = offsetof(gait_ogf, code_page),
    .version = ogf_row_version,
    .bone_count = ogf_row_bone_count,
    .bone_name = ogf_row_bone_name,
    .ref_count = ogf_row_ref_count,
    .ref = ogf_row_ref,
    .check = ogf_row_check,
    .show = gaiti_ogf_show,
    .write = ogf_row_write,
    .skeleton = ogf_row_skeleton,
    .bind_skeleton = ogf_row_bind_skeleton,
    .mesh = ogf_row_mesh,
    .mesh_info = gaiti_ogf_mesh_info,
    .roundtrip = &gaiti_omf_roundtrip,
    .not_smaller = "the model contains no motions",
    .model = &gaiti_ogf_model_functions,
};

const gait_ogf *gait_file_ogf(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_ogf_row);
}
