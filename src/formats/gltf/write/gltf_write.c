/* Creating and freeing a glTF writer, and setting its mesh. */
#include "base/try.h"
#include "gait/numbers.h"

#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_writer.h"

static bool gltf_options_are_valid(const gaiti_gltf_writer_options *options) {
    double fps = options->fps, duration = options->duration_s;
    return (fps == 0 || gait_range_contains(GAIT_RANGE_FPS, fps)) &&
           (duration == 0 || gait_range_contains(GAIT_RANGE_DURATION, duration));
}

/* Copies *text to the arena unless it is NULL. */
static void gltf_copy_text(gaiti_gltf_writer *gltf, const char **text) {
    *text = *text ? gaiti_copy_text(&gltf->arena, *text) : NULL;
}

static void gltf_set_allocator(gaiti_gltf_writer *gltf, const gait_allocator *allocator) {
    gait_buffer *const buffers[] = {&gltf->scene, &gltf->channels, &gltf->animations, &gltf->clips,
                                    &gltf->parts, &gltf->head,     &gltf->tail};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
        buffers[i]->allocator = *allocator;
    }
    gaiti_gltf_store_init(&gltf->store, allocator);
    gaiti_gltf_names_init(&gltf->bone_names, &gltf->arena);
    gaiti_gltf_names_init(&gltf->clip_names, &gltf->arena);
}

static gait_status gltf_fill(gaiti_gltf_writer *gltf, const gait_skeleton *skeleton,
                             const gaiti_gltf_writer_options *options) {
    gltf->diagnostics = options->common.diagnostics;
    gltf->source = options->source;
    gltf->fps = options->fps;
    gltf->duration_s = options->duration_s;
    gltf->skeleton_name = skeleton->name;
    uint64_t channel_count = (uint64_t)skeleton->bone_count * 2;
    gltf->inputs = gaiti_alloc(&gltf->arena, channel_count, sizeof *gltf->inputs);
    gltf->outputs = gaiti_alloc(&gltf->arena, channel_count, sizeof *gltf->outputs);
    gltf->once = gaiti_alloc(&gltf->arena, channel_count, sizeof *gltf->once);
    gltf->contents = gaiti_alloc(&gltf->arena, channel_count, sizeof *gltf->contents);
    gltf_copy_text(gltf, &gltf->skeleton_name);
    gltf_copy_text(gltf, &gltf->source.format);
    gltf_copy_text(gltf, &gltf->source.file);
    GAITI_TRY(gltf->arena.status);
    GAITI_TRY(gaiti_gltf_list_bones(gltf, skeleton));
    GAITI_TRY(gaiti_gltf_write_scene(gltf, NULL));
    return gaiti_gltf_write_channels(gltf->bone_count, &gltf->channels) ? GAIT_OK : GAIT_NO_MEMORY;
}

gait_status gaiti_gltf_writer_new(const gait_skeleton *skeleton,
                                  const gaiti_gltf_writer_options *options,
                                  gaiti_gltf_writer **out_gltf) {
    static const gaiti_gltf_writer_options defaults = {.source = {.version = -1}};
    gait_status status;
    options = options ? options : &defaults;
    if (!GAITI_CLEAR(out_gltf) || !skeleton || !gltf_options_are_valid(options)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options memory = options->common;
    gaiti_gltf_writer *gltf =
        gaiti_new_object(&memory, sizeof *gltf, offsetof(gaiti_gltf_writer, arena), 0, &status);
    GAITI_TRY(status);
    gltf_set_allocator(gltf, &options->common.allocator);
    status = gltf_fill(gltf, skeleton, options);
    if (status != GAIT_OK) {
        gaiti_gltf_writer_free(gltf);
        return status;
    }
    *out_gltf = gltf;
    return GAIT_OK;
}

gait_status gaiti_gltf_writer_set_mesh(gaiti_gltf_writer *gltf, const gait_mesh *mesh) {
    if (!gltf || !mesh) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    if (gltf->has_model || gltf->clip_count > 0 || !gaiti_gltf_mesh_is_valid(mesh)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_gltf_model model;
    gltf->has_model = true;
    gait_status status = gaiti_gltf_begin_model(gltf, mesh, &model);
    if (status == GAIT_OK) {
        status = gaiti_gltf_write_scene(gltf, &model);
    }
    return gaiti_gltf_fail(gltf, status);
}

void gaiti_gltf_set_config(gaiti_gltf_writer *gltf, const char *config) {
    gltf->config = config;
}

void gaiti_gltf_set_item(gaiti_gltf_writer *gltf, uint32_t first_bone) {
    gltf->item_bone = first_bone;
}

void gaiti_gltf_writer_free(gaiti_gltf_writer *gltf) {
    if (!gltf) {
        return;
    }
    gait_buffer_free(&gltf->scene);
    gait_buffer_free(&gltf->channels);
    gait_buffer_free(&gltf->animations);
    gait_buffer_free(&gltf->parts);
    gait_buffer_free(&gltf->clips);
    gait_buffer_free(&gltf->head);
    gait_buffer_free(&gltf->tail);
    gaiti_gltf_store_free(&gltf->store);
    gaiti_free_object(gltf, offsetof(gaiti_gltf_writer, arena));
}
