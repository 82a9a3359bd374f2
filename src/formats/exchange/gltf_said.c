/* What a glTF says beside its keys: extras.gait of animations, of the armature, of the scene. */
#include <string.h>

#include "base/bytes.h"
#include "formats/exchange/extras.h"
#include "formats/exchange/gltf_said.h"

static uint64_t said_at(const gait_gltf_file *file, gait_span json, uint64_t otherwise) {
    bool is_inside = json.data >= file->source.data &&
                     json.data + json.size <= file->source.data + file->source.size;
    return is_inside ? (uint64_t)(json.data - file->source.data) : otherwise;
}

/* *out_extras stays NULL for what is of no use. */
static gait_status said_open(gait_span json, uint64_t at, bool with_clips,
                             const gait_options *options, gait_extras **out_extras) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    gait_extras *extras = json.size ? gaiti_extras_new(options, &status) : NULL;
    if (!extras) {
        return json.size ? status : GAIT_OK;
    }
    status = gaiti_extras_read(extras, json, at, with_clips, &report);
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
    uint64_t node_at = node >= 0 ? file->nodes[node].at : 0;
    gait_status status =
        said_open(text, said_at(file, text, node_at), with_clips, options, out_extras);
    if (status == GAIT_OK && !*out_extras) {
        gait_span scene = gait_gltf_scene_extras(file);
        status = said_open(scene, said_at(file, scene, 0), with_clips, options, out_extras);
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
        status = gaiti_extras_read_clip(extras, json, said_at(file, json, 0), &report);
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

static gait_status said_refuse_beside(gait_status status, gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    const char *what =
        status == GAIT_UNSUPPORTED ? "not of schema gait.extras/1" : "not a JSON document";
    if (status == GAIT_UNSUPPORTED || status == GAIT_CORRUPT) {
        gaiti_raise(&report, GAITI_GLTF_IN_EXTRAS_BESIDE,
                    (gaiti_detail){.name = gaiti_span(what, strlen(what)), .name_is_utf8 = true});
    }
    return status;
}

gait_status gaiti_gltf_in_said_beside(const gait_gltf_file *file, gait_span json,
                                      const gait_options *options, gait_extras **out_extras) {
    gait_options silent = {.allocator = options->allocator};
    gait_extras *extras;
    *out_extras = NULL;
    gait_status status = gait_extras_open(json, &silent, &extras);
    if (status != GAIT_OK) {
        return said_refuse_beside(status, options->diagnostics);
    }
    status = said_attach(file, &silent, extras);
    if (status != GAIT_OK) {
        gait_extras_free(extras);
        return status;
    }
    *out_extras = extras;
    return GAIT_OK;
}
