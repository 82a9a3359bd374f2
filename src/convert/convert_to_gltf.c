/* Conversion of open files to glTF. Combines file access, clip operations and the glTF writer. */
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/file_state.h"
#include "gait/file.h"
#include "gait/convert_steps.h"
#include "formats/gltf/write/gltf_writer.h"

gait_status gaiti_gltf_writer_add_parts(gaiti_gltf_writer *gltf, const gait_file *file) {
    if (!gltf || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t parts = gait_file_part_count(file);
    for (uint32_t p = 0; p < parts; p++) {
        GAITI_TRY(gaiti_gltf_writer_add_part(gltf, gaiti_file_part(file, p).name));
        uint32_t bones = gaiti_file_part(file, p).bone_count;
        for (uint32_t b = 0; b < bones; b++) {
            GAITI_TRY(gaiti_gltf_writer_add_part_bone(gltf, gaiti_file_part_bone(file, p, b)));
        }
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_writer_add_file_clip(gaiti_gltf_writer *gltf, const gait_clip *clip,
                                            const gait_options *options) {
    gait_clip *converted;
    GAITI_TRY(gltf ? gaiti_convert_rigid(clip, options, &converted) : GAIT_BAD_ARGUMENT);
    gait_status status = gaiti_gltf_writer_add(gltf, converted);
    gait_clip_free(converted);
    return status;
}

/* --- outputs of conversions ------------------------------------------------------------------- */

static gait_status gltf_output_begin(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    const char *name = self->file->name;
    uint32_t page = gait_file_code_page(self->file);
    bool can_be_base = self->file->row->roundtrip && self->file->bytes.size > 0;
    if (can_be_base && !self->checksum[0]) {
        gaiti_metadata_checksum(self->file->bytes, self->checksum);
    }
    gaiti_gltf_writer_options writing = {
        .common = options->common,
        .source = {.format = gait_format_get_info(gait_file_format(self->file))->name,
                   .version = gait_file_version(self->file),
                   .file = name ? gaiti_name_of_path(name) : NULL,
                   .code_page =
                       page != GAIT_CODE_PAGE_UTF8 ? page : gait_file_source_code_page(self->file),
                   .checksum = can_be_base ? self->checksum : NULL},
        .fps = options->fps,
        .duration_s = options->duration_s};
    const gait_skeleton none = {.name = ""};
    const gait_skeleton *skeleton = self->scene      ? gaiti_scene_skeleton(self->scene)
                                    : self->skeleton ? self->skeleton
                                                     : &none;
    GAITI_TRY(gaiti_gltf_writer_new(skeleton, &writing, &self->gltf));
    if (self->scene) {
        gaiti_gltf_set_item(self->gltf, gaiti_scene_item_bone(self->scene));
    }
    GAITI_TRY(gaiti_gltf_writer_add_parts(self->gltf, self->file));
    if (self->image_count > 0) {
        GAITI_TRY(gaiti_gltf_writer_set_images(self->gltf, self->images, self->image_count));
    }
    return self->mesh ? gaiti_gltf_writer_set_mesh(self->gltf, self->mesh) : GAIT_OK;
}

/* Adds a clip of the hands with that of the item. */
static gait_status gltf_output_add_both(gait_conversion *self, const gait_clip *hands) {
    const gait_convert_item *item = self->options.item;
    const gait_options *common = &self->options.common;
    int32_t index = gait_convert_item_clip(item, hands->name);
    gait_clip *clip = NULL, *rigid = NULL, *both = NULL;
    gait_status status;
    if (index >= 0) {
        GAITI_TRY_DONE(
            gaiti_convert_read(self, item->file, (uint32_t)index, item->skeleton, &clip));
        GAITI_TRY_DONE(gaiti_convert_rigid(clip, common, &rigid));
    }
    GAITI_TRY_DONE(gaiti_scene_clip(self->scene, hands, rigid, common, &both));
    status = gaiti_gltf_writer_add(self->gltf, both);
done:
    gait_clip_free(both);
    gait_clip_free(rigid);
    gait_clip_free(clip);
    return status;
}

/* How a config plays the clip: as the options say, else as the glTF says from which it is. */
static const char *gltf_output_config(const gait_conversion *self, uint32_t clip) {
    const gait_metadata_clip *metadata = gaiti_file_metadata_clip(self->file, clip);
    return self->config ? self->config : metadata ? metadata->config : NULL;
}

static gait_status gltf_output_add(gait_conversion *self, uint32_t index, gait_output *output) {
    gaiti_convert_pair pair;
    uint32_t losses;
    gait_status status;
    GAITI_TRY_DONE(gaiti_convert_read_pair(self, index, &losses, &pair));
    gaiti_convert_add_losses(self, output, index, losses);
    gaiti_gltf_set_config(self->gltf, gltf_output_config(self, index));
    status = self->scene ? gltf_output_add_both(self, pair.rigid)
                         : gaiti_gltf_writer_add(self->gltf, pair.rigid);
    status = status == GAIT_UNSUPPORTED && self->scene
                 ? gaiti_convert_refuse(self, GAITI_CONVERT_ITEM_TIMES, (int32_t)index,
                                        (gaiti_detail){0})
                 : gaiti_convert_finish(self, (int32_t)index, status);
done:
    gaiti_convert_free_pair(&pair);
    return status;
}

gait_status gaiti_convert_make_gltf(gait_conversion *self, gait_output *output) {
    GAITI_TRY(gaiti_convert_finish(self, -1, gltf_output_begin(self)));
    for (uint32_t i = 0; i < output->clip_count; i++) {
        GAITI_TRY(gltf_output_add(self, output->clips[i], output));
    }
    gait_status status;
    gait_output_file *file = &output->files[0];
    if (gaiti_has_extension(file->name, ".gltf")) {
        const char *bin_name = gaiti_name_of_path(output->files[1].name);
        status = gaiti_gltf_writer_finish_text(self->gltf, bin_name, &self->content, &self->bin);
        gaiti_convert_add_bytes(self, output, 0, &self->content);
        gaiti_convert_add_bytes(self, output, 1, &self->bin);
    } else {
        status = gaiti_gltf_writer_finish_parts(self->gltf, &file->parts, &file->part_count);
        for (uint32_t i = 0; i < file->part_count && status == GAIT_OK; i++) {
            file->size += file->parts[i].size;
        }
    }
    if (status == GAIT_OK && self->options.has_sidecar) {
        status = gaiti_gltf_writer_finish_sidecar(self->gltf, &self->sidecar);
        gaiti_convert_add_bytes(self, output, output->file_count - 1, &self->sidecar);
    }
    return gaiti_convert_finish(self, -1, status);
}
