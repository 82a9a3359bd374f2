/* Reading the metadata of a glTF: extras.gait of animations, of the armature and of the scene. */
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/read/gltf_read_metadata.h"
#include "metadata/metadata_state.h"

/* An unescaped text is a copy outside the file: diagnostics about it point to its node. */
static gaiti_metadata_from gmeta_from(const gait_gltf *file, gait_span json, uint64_t node_at) {
    bool is_inside = json.data >= file->source.data &&
                     json.data + json.size <= file->source.data + file->source.size;
    uint64_t at = is_inside ? (uint64_t)(json.data - file->source.data) : node_at;
    return (gaiti_metadata_from){json, at,
                                 is_inside ? GAITI_METADATA_INSIDE : GAITI_METADATA_UNESCAPED};
}

/* *out_metadata stays NULL when there is no metadata, or it is corrupt or unsupported. */
static gait_status gmeta_open(const gaiti_metadata_from *from, bool with_clips,
                              const gait_options *options, gait_metadata **out_metadata) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    gait_metadata *metadata = from->json.size ? gaiti_metadata_new(options, &status) : NULL;
    if (!metadata) {
        return from->json.size ? status : GAIT_OK;
    }
    status = gaiti_metadata_read(metadata, from, with_clips, &report);
    if (status == GAIT_OK) {
        *out_metadata = metadata;
        return GAIT_OK;
    }
    gait_metadata_free(metadata);
    return status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED ? GAIT_OK : status;
}

/* Metadata of the file: in the armature, else in the scene. */
static gait_status gmeta_of_all(const gait_gltf *file, bool with_clips, const gait_options *options,
                                gait_metadata **out_metadata) {
    int32_t node;
    gait_span text = gait_gltf_armature_extras(file, &node);
    gaiti_metadata_from armature = gmeta_from(file, text, node >= 0 ? file->nodes[node].at : 0);
    gait_status status = gmeta_open(&armature, with_clips, options, out_metadata);
    if (status == GAIT_OK && !*out_metadata) {
        gaiti_metadata_from scene = gmeta_from(file, gait_gltf_scene_extras(file), 0);
        status = gmeta_open(&scene, with_clips, options, out_metadata);
    }
    return status;
}

static gait_status gmeta_of_animations(const gait_gltf *file, const gait_options *options,
                                       gait_metadata *metadata) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status = GAIT_OK;
    for (uint32_t a = 0; a < file->count.animations && status == GAIT_OK; a++) {
        gait_span json = file->animations[a].extras;
        uint32_t before = metadata->clips.count;
        report.clip = (int32_t)a;
        if (json.size == 0) {
            continue;
        }
        gaiti_metadata_from from = gmeta_from(file, json, 0);
        status = gaiti_metadata_read_clip(metadata, &from, &report);
        if (status == GAIT_OK && metadata->clips.count > before) {
            metadata->of_animation[a] = (int32_t)before;
        }
    }
    return status;
}

static gait_status gmeta_attach(const gait_gltf *file, const gait_options *options,
                                gait_metadata *metadata) {
    uint32_t count = file->count.animations;
    metadata->of_animation = gaiti_alloc(&metadata->arena, count, sizeof *metadata->of_animation);
    if (!metadata->of_animation) {
        return metadata->arena.status;
    }
    for (uint32_t a = 0; a < count; a++) {
        metadata->of_animation[a] = -1;
    }
    gait_status status = gmeta_of_animations(file, options, metadata);
    status = status == GAIT_OK ? gaiti_metadata_resolve(metadata) : status;
    if (status != GAIT_OK) {
        return status;
    }
    /* Animations without extras of their own are looked up by name. */
    for (uint32_t a = 0; a < count; a++) {
        if (metadata->of_animation[a] < 0) {
            metadata->of_animation[a] =
                gaiti_names_find(&metadata->by_name, file->animations[a].name);
        }
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_read_metadata(const gait_gltf *file, const gait_options *options,
                                     gait_metadata **out_metadata) {
    uint32_t own = 0; /* animations with extras of their own */
    *out_metadata = NULL;
    for (uint32_t a = 0; a < file->count.animations; a++) {
        own += file->animations[a].extras.size > 0;
    }
    gait_status status = gmeta_of_all(file, own < file->count.animations, options, out_metadata);
    if (status == GAIT_OK && !*out_metadata && own > 0) {
        *out_metadata = gaiti_metadata_new(options, &status);
    }
    if (status == GAIT_OK && *out_metadata) {
        status = gmeta_attach(file, options, *out_metadata);
    }
    if (status != GAIT_OK) {
        gait_metadata_free(*out_metadata);
        *out_metadata = NULL;
    }
    return status;
}

gait_status gaiti_gltf_read_sidecar(const gait_gltf *file, gait_span json,
                                    const gait_options *options, gait_metadata **out_metadata) {
    gaiti_report report = gaiti_report_to(options->diagnostics);
    gaiti_metadata_from from = {.json = json, .place = GAITI_METADATA_BESIDE};
    gait_status status;
    gait_metadata *metadata = gaiti_metadata_new(options, &status);
    *out_metadata = NULL;
    if (!metadata) {
        return status;
    }
    status = gaiti_metadata_read(metadata, &from, true, &report);
    if (status == GAIT_OK) {
        status = gmeta_attach(file, options, metadata);
    }
    if (status != GAIT_OK) {
        gait_metadata_free(metadata);
        return status;
    }
    *out_metadata = metadata;
    return GAIT_OK;
}
