/* What a glTF says beside its keys: extras.gait of animations, of the armature, of the scene. */
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/read/gltf_read_metadata.h"
#include "metadata/metadata_state.h"

/* A text with escapes is a copy: what is said of it points at its node. */
static gaiti_extras_from said_from(const gait_gltf_file *file, gait_span json, uint64_t node_at) {
    bool is_inside = json.data >= file->source.data &&
                     json.data + json.size <= file->source.data + file->source.size;
    uint64_t at = is_inside ? (uint64_t)(json.data - file->source.data) : node_at;
    return (gaiti_extras_from){json, at, is_inside ? GAITI_EXTRAS_INSIDE : GAITI_EXTRAS_UNESCAPED};
}

/* *out_extras stays NULL for what is of no use. */
static gait_status said_open(const gaiti_extras_from *from, bool with_clips,
                             const gait_options *options, gait_extras **out_extras) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    gait_extras *extras = from->json.size ? gaiti_extras_new(options, &status) : NULL;
    if (!extras) {
        return from->json.size ? status : GAIT_OK;
    }
    status = gaiti_extras_read(extras, from, with_clips, &report);
    if (status == GAIT_OK) {
        *out_extras = extras;
        return GAIT_OK;
    }
    gait_extras_free(extras);
    return status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED ? GAIT_OK : status;
}

static uint32_t said_count_own(const gait_gltf_file *file) {
    uint32_t own = 0;
    for (uint32_t a = 0; a < file->count.animations; a++) {
        own += file->animations[a].extras.size > 0;
    }
    return own;
}

/* What is said of the whole: by the armature, else by the scene. */
static gait_status said_of_all(const gait_gltf_file *file, bool with_clips,
                               const gait_options *options, gait_extras **out_extras) {
    int32_t node;
    gait_span text = gait_gltf_armature_extras(file, &node);
    gaiti_extras_from armature = said_from(file, text, node >= 0 ? file->nodes[node].at : 0);
    gait_status status = said_open(&armature, with_clips, options, out_extras);
    if (status == GAIT_OK && !*out_extras) {
        gaiti_extras_from scene = said_from(file, gait_gltf_scene_extras(file), 0);
        status = said_open(&scene, with_clips, options, out_extras);
    }
    return status;
}

static gait_status said_of_animations(const gait_gltf_file *file, const gait_options *options,
                                      gait_extras *extras) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status = GAIT_OK;
    for (uint32_t a = 0; a < file->count.animations && status == GAIT_OK; a++) {
        gait_span json = file->animations[a].extras;
        uint32_t before = extras->clips.count;
        report.clip = (int32_t)a;
        if (json.size == 0) {
            continue;
        }
        gaiti_extras_from from = said_from(file, json, 0);
        status = gaiti_extras_read_clip(extras, &from, &report);
        if (status == GAIT_OK && extras->clips.count > before) {
            extras->of_animation[a] = (int32_t)before;
        }
    }
    return status;
}

/* Animations without extras of their own go by their names. */
static void said_look_up(const gait_gltf_file *file, gait_extras *extras) {
    for (uint32_t a = 0; a < file->count.animations; a++) {
        if (extras->of_animation[a] < 0) {
            extras->of_animation[a] = gaiti_names_find(&extras->by_name, file->animations[a].name);
        }
    }
}

static gait_status said_attach(const gait_gltf_file *file, const gait_options *options,
                               gait_extras *extras) {
    uint32_t count = file->count.animations;
    extras->of_animation = gaiti_alloc(&extras->arena, count, sizeof *extras->of_animation);
    if (!extras->of_animation) {
        return extras->arena.status;
    }
    for (uint32_t a = 0; a < count; a++) {
        extras->of_animation[a] = -1;
    }
    gait_status status = said_of_animations(file, options, extras);
    status = status == GAIT_OK ? gaiti_extras_settle(extras) : status;
    if (status == GAIT_OK) {
        said_look_up(file, extras);
    }
    return status;
}

gait_status gaiti_gltf_in_said(const gait_gltf_file *file, const gait_options *options,
                               gait_extras **out_extras) {
    uint32_t own = said_count_own(file);
    *out_extras = NULL;
    gait_status status = said_of_all(file, own < file->count.animations, options, out_extras);
    if (status == GAIT_OK && !*out_extras && own > 0) {
        *out_extras = gaiti_extras_new(options, &status);
    }
    if (status == GAIT_OK && *out_extras) {
        status = said_attach(file, options, *out_extras);
    }
    if (status != GAIT_OK) {
        gait_extras_free(*out_extras);
        *out_extras = NULL;
    }
    return status;
}

gait_status gaiti_gltf_in_said_beside(const gait_gltf_file *file, gait_span json,
                                      const gait_options *options, gait_extras **out_extras) {
    gaiti_report report = gaiti_report_to(options->diagnostics);
    gaiti_extras_from from = {.json = json, .place = GAITI_EXTRAS_BESIDE};
    gait_status status;
    gait_extras *extras = gaiti_extras_new(options, &status);
    *out_extras = NULL;
    if (!extras) {
        return status;
    }
    status = gaiti_extras_read(extras, &from, true, &report);
    if (status == GAIT_OK) {
        status = said_attach(file, options, extras);
    }
    if (status != GAIT_OK) {
        gait_extras_free(extras);
        return status;
    }
    *out_extras = extras;
    return GAIT_OK;
}
