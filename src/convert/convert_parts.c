/* Copies the parts of an open file to a new bank. */
#include "base/memory.h"
#include "base/text/text.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_encode.h"
#include "gait/file.h"
#include "gait/omf.h"

/* Adds a bone to the current part unless a part already has it. Skips names that are not in the
 * skeleton. */
static gait_status parts_list_bone(gait_omf *omf, const gait_skeleton *skeleton, gait_span name,
                                   gaiti_arena *scratch, uint8_t *is_listed) {
    const char *utf8 = gaiti_utf8(scratch, omf->code_page, name);
    int32_t bone = utf8 ? gait_skeleton_find(skeleton, utf8) : -1;
    if (bone < 0 || is_listed[bone]) {
        return utf8 ? GAIT_OK : scratch->status;
    }
    is_listed[bone] = 1;
    return gaiti_omf_list_bone(omf, name, (uint32_t)bone);
}

gait_status gait_omf_add_parts(gait_omf *omf, const gait_file *file,
                               const gait_skeleton *skeleton) {
    if (!omf || !file || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = {.allocator = omf->arena.allocator};
    gait_status status = GAIT_OK;
    gaiti_arena scratch;
    uint32_t part_count = gait_file_part_count(file);
    if (part_count == 0) {
        return GAIT_OK;
    }
    gaiti_arena_init(&scratch, &memory, 0);
    uint8_t *is_listed = gaiti_alloc(&scratch, skeleton->bone_count, 1); /* per bone */
    if (!is_listed) {
        status = scratch.status;
        goto done;
    }
    for (uint32_t p = 0; p < part_count && status == GAIT_OK; p++) {
        status = gait_omf_add_part(omf, gait_file_part(file, p).name);
        for (uint32_t i = 0; i < gait_file_part(file, p).bone_count && status == GAIT_OK; i++) {
            gait_span name = gait_file_part_bone(file, p, i);
            status = parts_list_bone(omf, skeleton, name, &scratch, is_listed);
        }
    }
    /* The games require every bone of the model in a bank. */
    for (uint32_t b = 0; b < skeleton->bone_count && status == GAIT_OK; b++) {
        if (!is_listed[b]) {
            gait_span name;
            status = gaiti_xray_encode_bone_name(skeleton->bones[b].name, omf->code_page, &scratch,
                                                 &name);
            status = status == GAIT_OK ? gaiti_omf_list_bone(omf, name, b) : status;
        }
    }
    if (status == GAIT_OK && !gaiti_omf_order_tracks(omf)) {
        status = omf->arena.status;
    }
done:
    gaiti_arena_free(&scratch);
    return status;
}
