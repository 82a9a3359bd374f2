/* Reading the metadata of a glTF: extras.gait of animations, of the armature and of the scene. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/gltf/read/gltf_read_metadata.h"
#include "metadata/metadata_state.h"
#include "formats/gltf/read/gltf_read.h"

/* An unescaped text is a copy outside the file: diagnostics about it point to its node. */
static gaiti_metadata_from gmeta_from(const gait_gltf *file, gait_span json, uint64_t node_at) {
    bool is_inside = json.data >= file->source.data &&
                     json.data + json.size <= file->source.data + file->source.size;
    uint64_t at = is_inside ? (uint64_t)(json.data - file->source.data) : node_at;
    return (gaiti_metadata_from){json, at,
                                 is_inside ? GAITI_METADATA_INSIDE : GAITI_METADATA_UNESCAPED};
}

/* *out_metadata stays NULL when there is no metadata, or it is corrupt or unsupported. */
static gait_status gmeta_open(const gaiti_metadata_from *from, gaiti_metadata_copy copy,
                              const gait_options *options, gait_metadata **out_metadata) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status;
    gait_metadata *metadata = from->json.size ? gaiti_metadata_new(options, &status) : NULL;
    if (!metadata) {
        return from->json.size ? status : GAIT_OK;
    }
    status = gaiti_metadata_read(metadata, from, true, &report);
    if (status == GAIT_OK && !gaiti_metadata_set_copy(metadata, copy)) {
        status = metadata->arena.status;
    }
    if (status == GAIT_OK) {
        metadata->document_copy = copy;
        *out_metadata = metadata;
        return GAIT_OK;
    }
    gait_metadata_free(metadata);
    return status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED ? GAIT_OK : status;
}

/* The documents of a glTF. */
typedef struct gmeta_documents {
    gait_metadata *used;  /* in the armature, else in the scene; NULL = none */
    gait_metadata *other; /* in the scene; NULL = none, or equal to `used` */
} gmeta_documents;

static gait_status gmeta_open_documents(const gait_gltf *file, const gait_options *options,
                                        gmeta_documents *out) {
    int32_t node;
    gait_span text = gaiti_gltf_armature_extras(file, &node);
    gait_span scene_text = gaiti_gltf_scene_extras(file);
    gaiti_metadata_from armature = gmeta_from(file, text, node >= 0 ? file->nodes[node].at : 0);
    gaiti_metadata_from scene = gmeta_from(file, scene_text, 0);
    gait_options silent = options ? *options : (gait_options){0};
    silent.diagnostics = NULL;
    GAITI_TRY(gmeta_open(&armature, GAITI_METADATA_ARMATURE, options, &out->used));
    if (!out->used) {
        return gmeta_open(&scene, GAITI_METADATA_SCENE, options, &out->used);
    }
    return gaiti_same_bytes(text, scene_text)
               ? GAIT_OK
               : gmeta_open(&scene, GAITI_METADATA_SCENE, &silent, &out->other);
}

/* Reads the extras of the animations, and sets of_animation for them. */
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
    return status == GAIT_OK && !gaiti_metadata_set_copy(metadata, GAITI_METADATA_ANIMATION)
               ? metadata->arena.status
               : status;
}

bool gaiti_gltf_alloc_metadata(const gait_gltf *file, gait_metadata *metadata) {
    uint32_t count = file->count.animations;
    metadata->of_animation = gaiti_alloc(&metadata->arena, count, sizeof *metadata->of_animation);
    for (uint32_t a = 0; metadata->of_animation && a < count; a++) {
        metadata->of_animation[a] = -1;
    }
    return metadata->of_animation != NULL;
}

/* --- names of the source ---------------------------------------------------------------------- */

/* The length of a name without a suffix such as ".001". */
static size_t gmeta_stem(gait_span name) {
    size_t size = name.size;
    while (size > 0 && name.data[size - 1] >= '0' && name.data[size - 1] <= '9') {
        size--;
    }
    return size > 0 && size + 3 <= name.size && name.data[size - 1] == '.' ? size - 1 : name.size;
}

static bool gmeta_begins_with(gait_span text, gait_span start) {
    return text.size >= start.size &&
           (start.size == 0 || memcmp(text.data, start.data, start.size) == 0);
}

/* True when an export may have written `animation` for `name`: with a number, a prefix, cut, or
 * instead of an empty name (docs/formats/gltf.md#names). */
static bool gmeta_is_exported_name(gait_span name, gait_span animation) {
    enum { SHORTEST_CUT = 48 };
    const gait_span prefix = {(const uint8_t *)"clip_", 5};
    gait_span stem = {animation.data, gmeta_stem(animation)};
    if (gmeta_begins_with(stem, prefix) && !gmeta_begins_with(name, prefix)) {
        stem = gaiti_span(stem.data + prefix.size, stem.size - prefix.size);
    }
    bool is_cut = animation.size >= SHORTEST_CUT;
    return name.size == 0 || (gmeta_begins_with(name, stem) && (is_cut || stem.size == name.size));
}

static gait_span gmeta_span(const char *text) {
    return gaiti_span(text, text ? strlen(text) : 0);
}

/* The item of an animation whose `name` would be the name of the clip; NULL = the clip has the name
 * of the animation. */
static gait_metadata_clip *gmeta_named_clip(const gait_gltf *file, const gait_metadata *metadata,
                                            uint32_t animation) {
    int32_t index = metadata->of_animation[animation];
    gait_metadata_clip *clip =
        index >= 0 ? (gait_metadata_clip *)metadata->clips.items + index : NULL;
    gait_span actual = file->animations[animation].name;
    gait_span stored = gmeta_span(clip ? clip->animation : NULL);
    bool is_named = clip && clip->name && clip->animation && stored.size == actual.size &&
                    gmeta_begins_with(stored, actual);
    return is_named ? clip : NULL;
}

/* Clips with equal names have animations such as `idle` and `idle.001`. If only the animation of
 * one of them was renamed, `name` is outdated: the clip gets the name of the animation. */
static gait_status gmeta_resolve_names(const gait_gltf *file, gait_metadata *metadata) {
    uint32_t count = file->count.animations;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&metadata->arena, count, sizeof *names);
    gaiti_names_init(&set, &metadata->arena, names, count);
    GAITI_TRY(metadata->arena.status);
    for (int pass = 0; pass < 2; pass++) { /* names of exports, then edited names */
        for (uint32_t a = 0; a < count; a++) {
            gait_metadata_clip *clip = gmeta_named_clip(file, metadata, a);
            gait_span actual = file->animations[a].name;
            gait_span name = clip ? gmeta_span(clip->name) : actual;
            bool is_edited = clip && !gmeta_is_exported_name(name, actual);
            if (is_edited != (pass == 1)) {
                continue;
            }
            names[a] = name;
            if (gaiti_names_add(&set, a) >= 0 && is_edited) {
                clip->name = clip->animation;
            }
        }
    }
    return GAIT_OK;
}

/* --- all extras ------------------------------------------------------------------------------- */

gait_status gaiti_gltf_finish_metadata(const gait_gltf *file, const gait_options *options,
                                       gait_metadata *metadata) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    for (uint32_t a = 0; a < file->count.animations; a++) {
        if (metadata->of_animation[a] < 0) {
            metadata->of_animation[a] =
                gaiti_names_find(&metadata->by_name, file->animations[a].name);
        }
    }
    GAITI_TRY(gmeta_resolve_names(file, metadata));
    return gaiti_metadata_report_conflicts(metadata, file->count.animations, &report);
}

/* Makes the metadata of all extras. `documents` are freed, or owned by the result. */
static gait_status gmeta_combine(const gait_gltf *file, const gait_options *options,
                                 gmeta_documents *documents, gait_metadata *metadata) {
    GAITI_TRY(gaiti_gltf_alloc_metadata(file, metadata)
                  ? gmeta_of_animations(file, options, metadata)
                  : metadata->arena.status);
    GAITI_TRY(gaiti_metadata_resolve(metadata));
    if (documents->used) {
        metadata->document_copy = documents->used->document_copy;
        metadata->overridden = documents->used;
        documents->used = NULL;
        GAITI_TRY(gaiti_metadata_merge(metadata, metadata->overridden, false));
    }
    if (documents->other) {
        GAITI_TRY(gaiti_metadata_merge(metadata, documents->other, true));
    }
    return gaiti_gltf_finish_metadata(file, options, metadata);
}

gait_status gaiti_gltf_read_metadata(const gait_gltf *file, const gait_options *options,
                                     gait_metadata **out_metadata) {
    gmeta_documents documents = {0};
    bool has_own = false;
    *out_metadata = NULL;
    for (uint32_t a = 0; a < file->count.animations; a++) {
        has_own = has_own || file->animations[a].extras.size > 0;
    }
    gait_status status = gmeta_open_documents(file, options, &documents);
    if (status == GAIT_OK && (documents.used || has_own)) {
        *out_metadata = gaiti_metadata_new(options, &status);
        status = *out_metadata ? gmeta_combine(file, options, &documents, *out_metadata) : status;
    }
    gait_metadata_free(documents.used);
    gait_metadata_free(documents.other);
    if (status != GAIT_OK) {
        gait_metadata_free(*out_metadata);
        *out_metadata = NULL;
    }
    return status;
}
