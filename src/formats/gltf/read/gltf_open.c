/* Opening glTF files: the container, dependencies and getters. */
#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/fields.h"

enum {
    GREAD_HEADER = 12,
    GREAD_CHUNK = 8,
    GREAD_JSON = 0x4E4F534A, /* "JSON" */
    GREAD_BIN = 0x004E4942,  /* "BIN" and a NUL */
    GREAD_VERSION = 2
};

/* --- container -------------------------------------------------------------------------------- */

typedef struct gread_chunk {
    uint32_t size, type;
    gait_span payload;
} gread_chunk;

/* Visits the fields of a chunk, both to read it and to map the file. */
static void gread_visit_chunk(gaiti_visitor *visitor, gread_chunk *chunk) {
    gaiti_visit_u32(visitor, "length", &chunk->size);
    gaiti_visit_u32(visitor, "type", &chunk->type);
    gaiti_visit_bytes(visitor, "payload", chunk->size, &chunk->payload);
}

/* The end of the container: the length in its header, but at most the size of the file. */
static uint64_t gread_end(gait_span source) {
    uint32_t length = gaiti_load_u32(source.data + 8);
    return length < source.size ? length : source.size;
}

static gait_status gread_check_header(gait_span source, const gaiti_report *report) {
    if (source.size < GREAD_HEADER) {
        return gaiti_raise(report, GAITI_GLTF_READ_CUT_HEADER,
                           (gaiti_detail){.expected = GREAD_HEADER, .found = (int64_t)source.size});
    }
    uint32_t version = gaiti_load_u32(source.data + 4), length = gaiti_load_u32(source.data + 8);
    if (version != GREAD_VERSION) {
        return gaiti_raise(report, GAITI_GLTF_READ_OLD_CONTAINER,
                           (gaiti_detail){.offset = 4, .length = 4, .found = version});
    }
    gaiti_detail detail = {
        .offset = 8, .length = 4, .expected = length, .found = (int64_t)source.size};
    if (length > source.size) {
        return gaiti_raise(report, GAITI_GLTF_READ_CUT, detail);
    }
    if (length < GREAD_HEADER) {
        return gaiti_raise(report, GAITI_GLTF_READ_CUT_HEADER, detail);
    }
    if (length < source.size) {
        detail.offset = length;
        detail.length = source.size - length;
        detail.found = (int64_t)detail.length;
        return gaiti_raise(report, GAITI_GLTF_READ_TRAILING, detail);
    }
    return GAIT_OK;
}

/* Sets file->json without trailing NUL bytes, with which some writers pad it. */
static gait_status gread_set_json(gait_gltf *file, gait_span payload, const gaiti_report *report) {
    size_t size = payload.size;
    while (size > 0 && payload.data[size - 1] == 0) {
        size--;
    }
    file->json = gaiti_span(payload.data, size);
    file->json_at = (uint64_t)(payload.data - file->source.data);
    if (size == payload.size) {
        return GAIT_OK;
    }
    return gaiti_raise(report, GAITI_GLTF_READ_PADDING,
                       (gaiti_detail){.offset = file->json_at + size,
                                      .length = payload.size - size,
                                      .found = (int64_t)(payload.size - size)});
}

static gait_status gread_chunks(gait_gltf *file, const gaiti_report *report) {
    gaiti_reader in =
        gaiti_reader_over(gaiti_span(file->source.data, (size_t)gread_end(file->source)), 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    in.at = GREAD_HEADER;
    for (uint32_t number = 0; gaiti_bytes_left(&in) > 0; number++) {
        gread_chunk chunk;
        uint64_t offset = in.at;
        gread_visit_chunk(&visitor, &chunk);
        if (in.failed) {
            return gaiti_raise(report, GAITI_GLTF_READ_CHUNK,
                               (gaiti_detail){.offset = offset,
                                              .length = in.size - offset,
                                              .expected = chunk.size,
                                              .found = (int64_t)(in.size - in.at)});
        }
        if (number == 0 && chunk.type != GREAD_JSON) {
            return gaiti_raise(
                report, GAITI_GLTF_READ_NO_JSON,
                (gaiti_detail){.offset = offset + 4, .length = 4, .found = chunk.type});
        }
        if (number == 0) {
            GAITI_TRY(gread_set_json(file, chunk.payload, report));
        } else if (chunk.type == GREAD_BIN && !file->has_chunk) {
            file->chunk = chunk.payload;
            file->has_chunk = true;
        }
    }
    return file->json.data ? GAIT_OK
                           : gaiti_raise(report, GAITI_GLTF_READ_CHUNK,
                                         (gaiti_detail){.offset = in.at, .expected = GREAD_CHUNK});
}

/* Finds the JSON and the binary chunk. A .gltf is JSON, with or without a byte order mark. */
static gait_status gread_container(gait_gltf *file, const gaiti_report *report) {
    gait_span source = file->source;
    file->is_binary = source.size >= 4 && memcmp(source.data, "glTF", 4) == 0;
    if (!file->is_binary) {
        bool has_mark = source.size >= 3 && memcmp(source.data, "\xEF\xBB\xBF", 3) == 0;
        file->json_at = has_mark ? 3 : 0;
        file->json = gaiti_span(source.data + file->json_at, source.size - (size_t)file->json_at);
        return GAIT_OK;
    }
    GAITI_TRY(gread_check_header(source, report));
    return gread_chunks(file, report);
}

void gaiti_gltf_show(const gait_gltf *file, gaiti_visitor *visitor) {
    const gaiti_reader *in = visitor->in;
    gait_span rest;
    if (file->is_binary) {
        uint32_t magic, version, length, mark = gaiti_visit_push(visitor, "header", -1);
        gaiti_visit_u32(visitor, "magic", &magic);
        gaiti_visit_u32(visitor, "version", &version);
        gaiti_visit_u32(visitor, "length", &length);
        gaiti_visit_pop(visitor, mark);
    }
    uint64_t end = file->is_binary ? gread_end(file->source) : 0;
    for (uint32_t number = 0; in->at < end && gaiti_visit_is_ok(visitor); number++) {
        gread_chunk chunk;
        uint32_t mark = gaiti_visit_push(visitor, "chunks", number);
        gread_visit_chunk(visitor, &chunk);
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_visit_bytes(visitor, file->is_binary ? "tail" : "json", gaiti_bytes_left(in), &rest);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* An array of the file: its pointer, element size and capacity. */
typedef struct gread_array {
    void **array;
    size_t size;
    uint32_t count;
} gread_array;

enum { GREAD_ARRAYS = 12 };

static void gread_list_arrays(gait_gltf *file, gread_array out[GREAD_ARRAYS]) {
    const gaiti_gltf_read_counts *capacity = &file->capacity;
    const gread_array arrays[GREAD_ARRAYS] = {
        {(void **)&file->buffers, sizeof *file->buffers, capacity->buffers},
        {(void **)&file->dependencies, sizeof *file->dependencies, capacity->buffers},
        {(void **)&file->views, sizeof *file->views, capacity->views},
        {(void **)&file->accessors, sizeof *file->accessors, capacity->accessors},
        {(void **)&file->nodes, sizeof *file->nodes, capacity->nodes},
        {(void **)&file->parents, sizeof *file->parents, capacity->nodes},
        {(void **)&file->order, sizeof *file->order, capacity->nodes},
        {(void **)&file->scene_extras, sizeof *file->scene_extras, capacity->scenes},
        {(void **)&file->skins, sizeof *file->skins, capacity->skins},
        {(void **)&file->joints, sizeof *file->joints, capacity->joints},
        {(void **)&file->animations, sizeof *file->animations, capacity->animations},
        {(void **)&file->channels, sizeof *file->channels, capacity->channels},
    };
    memcpy(out, arrays, sizeof arrays);
}

/* Upper bound of the memory allocated while opening, which is reserved as one block. */
static uint64_t gread_reserve(gait_gltf *file) {
    enum { ROUNDING = 16, NAME = 32 };
    gread_array arrays[GREAD_ARRAYS];
    uint64_t bytes = file->capacity.text_bytes + (uint64_t)file->capacity.animations * NAME +
                     (uint64_t)file->capacity.samplers * sizeof *file->samplers + ROUNDING;
    gread_list_arrays(file, arrays);
    for (int i = 0; i < GREAD_ARRAYS; i++) {
        bytes += (uint64_t)arrays[i].count * arrays[i].size + ROUNDING;
    }
    return bytes;
}

static gait_status gread_make_arrays(gait_gltf *file) {
    gread_array arrays[GREAD_ARRAYS];
    gread_list_arrays(file, arrays);
    for (int i = 0; i < GREAD_ARRAYS; i++) {
        void *array = gaiti_alloc(&file->arena, arrays[i].count, arrays[i].size);
        GAITI_TRY(file->arena.status);
        memcpy(arrays[i].array, &array, sizeof array);
    }
    file->samplers = gaiti_alloc(&file->arena, file->capacity.samplers, sizeof *file->samplers);
    return file->arena.status;
}

static gait_status gread_fill(gait_gltf *file, const gaiti_report *report) {
    GAITI_TRY(gread_make_arrays(file));
    GAITI_TRY(gaiti_gltf_read_parse(file, report));
    GAITI_TRY(gaiti_gltf_read_link(file, report));
    if (file->dependencies_left == 0) {
        gaiti_gltf_read_index_times(file);
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_open(gait_span bytes, const gait_options *options, gait_gltf **out_file) {
    if (!GAITI_CLEAR(out_file) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_gltf head = {.source = bytes, .scene = -1, .armature = -1};
    gait_status status;
    GAITI_TRY(gread_container(&head, &report));
    GAITI_TRY(gaiti_gltf_read_count(&head, &report, &head.capacity));
    uint64_t reserve = gread_reserve(&head);
    if (reserve > SIZE_MAX / 2) {
        return GAIT_LIMIT;
    }
    gait_gltf *file = gaiti_new_object(options, sizeof *file, offsetof(gait_gltf, arena),
                                       (size_t)reserve, &status);
    GAITI_TRY(status);
    head.arena = file->arena;
    *file = head;
    status = gread_fill(file, &report);
    if (status != GAIT_OK) {
        gaiti_gltf_free(file);
        return status;
    }
    *out_file = file;
    return GAIT_OK;
}

void gaiti_gltf_free(gait_gltf *file) {
    gaiti_free_object(file, offsetof(gait_gltf, arena));
}

/* --- dependencies ----------------------------------------------------------------------------- */

uint32_t gaiti_gltf_dependency_count(const gait_gltf *file) {
    return file ? file->dependency_count : 0;
}

gaiti_gltf_dependency gaiti_gltf_dependency_at(const gait_gltf *file, uint32_t dependency) {
    if (dependency >= gaiti_gltf_dependency_count(file)) {
        return (gaiti_gltf_dependency){0};
    }
    const gaiti_gltf_read_buffer *buffer = &file->buffers[file->dependencies[dependency]];
    return (gaiti_gltf_dependency){buffer->uri, buffer->path,
                                   gaiti_gltf_read_dependency_size(file, dependency)};
}

gait_status gaiti_gltf_provide(gait_gltf *file, uint32_t dependency, gait_span bytes,
                               gait_diagnostics *diagnostics) {
    if (dependency >= gaiti_gltf_dependency_count(file) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    char pointer[GAITI_JSON_POINTER];
    gaiti_report report = gaiti_report_to(diagnostics);
    int32_t first = (int32_t)file->dependencies[dependency];
    for (int32_t b = first; b >= 0; b = file->buffers[b].next_same) {
        const gaiti_gltf_read_buffer *buffer = &file->buffers[b];
        if (bytes.size < buffer->size) {
            return gaiti_raise(
                &report, GAITI_GLTF_READ_SHORT_BUFFER,
                (gaiti_detail){.offset = buffer->at,
                               .expected = (int64_t)buffer->size,
                               .found = (int64_t)bytes.size,
                               .place = gaiti_gltf_read_pointer(pointer, "buffers", b, NULL, 0)});
        }
    }
    file->dependencies_left -= !file->buffers[first].is_known;
    for (int32_t b = first; b >= 0; b = file->buffers[b].next_same) {
        file->buffers[b].data = bytes;
        file->buffers[b].is_known = true;
    }
    if (file->dependencies_left == 0) {
        gaiti_gltf_read_index_times(file);
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_check_complete(const gait_gltf *file, gait_diagnostics *diagnostics) {
    char pointer[GAITI_JSON_POINTER];
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_status status = file ? GAIT_OK : GAIT_BAD_ARGUMENT;
    for (uint32_t n = 0; file && n < file->dependency_count; n++) {
        const gaiti_gltf_read_buffer *buffer = &file->buffers[file->dependencies[n]];
        if (!buffer->is_known) {
            status = gaiti_raise(
                &report, buffer->path ? GAITI_GLTF_READ_NO_BUFFER : GAITI_GLTF_READ_FAR_BUFFER,
                (gaiti_detail){.offset = buffer->at,
                               .name = buffer->uri,
                               .name_is_utf8 = true,
                               .place = gaiti_gltf_read_pointer(pointer, "buffers",
                                                                file->dependencies[n], NULL, 0)});
        }
    }
    return status;
}

/* --- getters ---------------------------------------------------------------------------------- */

gait_span gaiti_gltf_generator(const gait_gltf *file) {
    return file ? file->generator : (gait_span){0};
}

gait_span gaiti_gltf_scene_extras(const gait_gltf *file) {
    if (!file) {
        return (gait_span){0};
    }
    uint64_t scene = file->scene < 0 ? 0 : (uint64_t)file->scene;
    return scene < file->count.scenes ? file->scene_extras[scene] : (gait_span){0};
}

gait_span gaiti_gltf_armature_extras(const gait_gltf *file, int32_t *out_node) {
    if (out_node) {
        *out_node = file ? file->armature : -1;
    }
    return file ? file->armature_extras : (gait_span){0};
}

uint32_t gaiti_gltf_node_count(const gait_gltf *file) {
    return file ? file->count.nodes : 0;
}

gaiti_gltf_node gaiti_gltf_node_at(const gait_gltf *file, uint32_t node) {
    if (node >= gaiti_gltf_node_count(file)) {
        return (gaiti_gltf_node){.parent = -1};
    }
    const gaiti_gltf_read_node *it = &file->nodes[node];
    return (gaiti_gltf_node){it->name, it->original, file->parents[node], it->local,
                             it->is_scenery};
}

uint32_t gait_gltf_skin_count(const gait_gltf *file) {
    return file ? file->count.skins : 0;
}

gait_gltf_skin gait_gltf_skin_at(const gait_gltf *file, uint32_t skin) {
    if (skin >= gait_gltf_skin_count(file)) {
        return (gait_gltf_skin){0};
    }
    const gaiti_gltf_read_skin *it = &file->skins[skin];
    return (gait_gltf_skin){it->name, it->joints.count, file->joints + it->joints.first};
}

uint32_t gait_gltf_animation_count(const gait_gltf *file) {
    return file ? file->count.animations : 0;
}

gait_gltf_animation gait_gltf_animation_at(const gait_gltf *file, uint32_t animation) {
    if (animation >= gait_gltf_animation_count(file)) {
        return (gait_gltf_animation){0};
    }
    const gaiti_gltf_read_animation *it = &file->animations[animation];
    return (gait_gltf_animation){it->name, it->extras, it->channels.count};
}

static const gaiti_gltf_read_channel *gread_channel(const gait_gltf *file, uint32_t animation,
                                                    uint32_t channel) {
    return &file->channels[file->animations[animation].channels.first + channel];
}

gaiti_gltf_channel gaiti_gltf_channel_at(const gait_gltf *file, uint32_t animation,
                                         uint32_t channel) {
    if (channel >= gait_gltf_animation_at(file, animation).channel_count) {
        return (gaiti_gltf_channel){.node = -1, .path = GAITI_GLTF_PATH_OTHER};
    }
    const gaiti_gltf_read_channel *it = gread_channel(file, animation, channel);
    const gaiti_gltf_read_sampler *sampler = &file->samplers[it->sampler];
    if (!gaiti_gltf_read_moves(it)) {
        return (gaiti_gltf_channel){it->node, GAITI_GLTF_PATH_OTHER, GAITI_GLTF_LINEAR, 0};
    }
    return (gaiti_gltf_channel){it->node, (gaiti_gltf_path)it->path,
                                (gaiti_gltf_interpolation)sampler->interpolation,
                                (uint32_t)file->accessors[sampler->input].count};
}

/* False when the channel has no keys, or a buffer is missing. */
static bool gread_curve(const gait_gltf *file, uint32_t animation, uint32_t channel,
                        gaiti_gltf_read_curve *out_curve) {
    if (gaiti_gltf_channel_at(file, animation, channel).key_count == 0 ||
        file->dependencies_left > 0) {
        return false;
    }
    *out_curve = gaiti_gltf_read_curve_of(file, gread_channel(file, animation, channel));
    return true;
}

double gaiti_gltf_key_time(const gait_gltf *file, uint32_t animation, uint32_t channel,
                           uint32_t key) {
    gaiti_gltf_read_curve curve;
    bool has = gread_curve(file, animation, channel, &curve) && key < curve.times.count;
    return has ? gaiti_gltf_read_time(&curve.times, key) : 0;
}

void gaiti_gltf_channel_keys(const gait_gltf *file, uint32_t animation, uint32_t channel,
                             double *out_times, double *out_values) {
    gaiti_gltf_read_curve curve;
    if (!out_times || !out_values || !gread_curve(file, animation, channel, &curve)) {
        return;
    }
    bool is_cubic = curve.interpolation == GAITI_GLTF_CUBIC;
    size_t width = curve.is_rotation ? 4 : 3;
    for (uint64_t k = 0; k < curve.times.count; k++) {
        out_times[k] = gaiti_gltf_read_time(&curve.times, k);
        gaiti_gltf_read_value(&curve.values, is_cubic ? k * 3 + 1 : k, out_values + k * width);
    }
}
