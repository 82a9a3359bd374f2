/* Copies the parts of an open file to a new bank. */
#include "base/memory.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_encode.h"
#include "formats/file_state.h"
#include "gait/file.h"
#include "gait/metadata.h"
#include "gait/omf.h"

/* Adds a bone to the current part, with its name in the skeleton. */
static gait_status parts_list_bone(gait_omf *omf, const gait_skeleton *skeleton, uint32_t bone,
                                   gaiti_arena *scratch) {
    gait_span name;
    GAITI_TRY(
        gaiti_xray_encode_bone_name(skeleton->bones[bone].name, omf->code_page, scratch, &name));
    return gaiti_omf_list_bone(omf, name, bone);
}

/* A name from a file as UTF-8: the metadata of a glTF has it in any script, a game file in its code
 * page. NULL when there is no memory. */
static const char *parts_name(const gait_file *file, uint32_t part, int32_t bone,
                              gaiti_arena *scratch) {
    const gait_metadata *metadata = gaiti_file_metadata(file);
    if (metadata) {
        return bone < 0 ? gait_metadata_part_name(metadata, part)
                        : gait_metadata_part_bone(metadata, part, (uint32_t)bone);
    }
    gait_span name = bone < 0 ? gaiti_file_part(file, part).name
                              : gaiti_file_part_bone(file, part, (uint32_t)bone);
    return gaiti_utf8(scratch, gait_file_code_page(file), name);
}

/* Adds a part with its bones, except those that an earlier part has and those that are not in the
 * skeleton. */
static gait_status parts_add(gait_omf *omf, const gait_file *file, uint32_t part,
                             const gait_skeleton *skeleton, uint8_t *is_listed,
                             gaiti_arena *scratch) {
    gait_span name;
    const char *utf8 = parts_name(file, part, -1, scratch);
    GAITI_TRY(utf8 ? gaiti_xray_encode_name(utf8, omf->code_page, scratch, &name)
                   : scratch->status);
    GAITI_TRY(name.size > 0 ? gaiti_omf_add_part(omf, name) : GAIT_BAD_ARGUMENT);
    for (uint32_t i = 0; i < gaiti_file_part(file, part).bone_count; i++) {
        const char *bone_name = parts_name(file, part, (int32_t)i, scratch);
        int32_t bone = bone_name ? gait_skeleton_find(skeleton, bone_name) : -1;
        if (!bone_name) {
            return scratch->status;
        }
        if (bone >= 0 && !is_listed[bone]) {
            is_listed[bone] = 1;
            GAITI_TRY(parts_list_bone(omf, skeleton, (uint32_t)bone, scratch));
        }
    }
    return GAIT_OK;
}

gait_status gaiti_omf_add_parts(gait_omf *omf, const gait_file *file,
                                const gait_skeleton *skeleton) {
    if (!omf || !file || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = {.allocator = omf->arena.allocator};
    gait_status status;
    gaiti_arena scratch;
    uint32_t part_count = gait_file_part_count(file);
    if (part_count == 0) {
        return GAIT_OK;
    }
    gaiti_arena_init(&scratch, &memory, 0);
    uint8_t *is_listed = gaiti_alloc(&scratch, skeleton->bone_count, 1); /* per bone */
    GAITI_TRY_DONE(scratch.status);
    for (uint32_t p = 0; p < part_count; p++) {
        GAITI_TRY_DONE(parts_add(omf, file, p, skeleton, is_listed, &scratch));
    }
    /* The games require every bone of the model in a bank. */
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (!is_listed[b]) {
            GAITI_TRY_DONE(parts_list_bone(omf, skeleton, b, &scratch));
        }
    }
    status = gaiti_omf_order_tracks(omf) ? GAIT_OK : omf->arena.status;
done:
    gaiti_arena_free(&scratch);
    return status;
}
