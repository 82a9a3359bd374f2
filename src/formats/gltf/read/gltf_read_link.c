/* Checks all references between parsed objects once, so that later code can follow them
 * unchecked. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/names.h"
#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"

typedef struct glink {
    gait_gltf *file;
    const gaiti_report *report;
    gaiti_arena scratch;
    gait_span *paths; /* per dependency; empty = outside of the folder */
    gaiti_names known_paths;
} glink;

/* --- JSON pointers ---------------------------------------------------------------------------- */

static void glink_put(char *out, size_t *size, const char *text, size_t count) {
    if (*size + count < GAITI_JSON_POINTER) {
        memcpy(out + *size, text, count);
        *size += count;
    }
}

static void glink_put_list(char *out, size_t *size, const char *list, int64_t index) {
    char digits[GAITI_NUMBER_MAX];
    glink_put(out, size, "/", 1);
    glink_put(out, size, list, strlen(list));
    if (index >= 0) {
        glink_put(out, size, "/", 1);
        glink_put(out, size, digits, gaiti_print_i64(digits, index));
    }
}

gait_span gaiti_gltf_read_pointer(char out[GAITI_JSON_POINTER], const char *list, int64_t index,
                                  const char *more, int64_t more_index) {
    size_t size = 0;
    glink_put_list(out, &size, list, index);
    if (more) {
        glink_put_list(out, &size, more, more_index);
    }
    return gaiti_span(out, size);
}

/* An object of a JSON list, for diagnostics. */
typedef struct glink_object {
    const char *list;
    uint32_t index;
    const char *member; /* NULL = the object itself */
    gaiti_gltf_read_at at;
} glink_object;

static gait_status glink_raise(const glink *self, gaiti_rule rule, const glink_object *object,
                               gaiti_detail detail) {
    char pointer[GAITI_JSON_POINTER];
    detail.offset = object->at;
    detail.place =
        gaiti_gltf_read_pointer(pointer, object->list, object->index, object->member, -1);
    return gaiti_raise(self->report, rule, detail);
}

/* Raises an object's reference `index` to a list of `count` items when it is out of range. */
static gait_status glink_index(const glink *self, const glink_object *object, uint64_t index,
                               uint32_t count) {
    if (index < count) {
        return GAIT_OK;
    }
    return glink_raise(self, GAITI_GLTF_READ_INDEX, object,
                       (gaiti_detail){.found = (int64_t)index, .expected = (int64_t)count});
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* Fills file->order: parents before children, otherwise in file order. Raises cycles. */
static gait_status glink_nodes(glink *self) {
    gait_gltf *file = self->file;
    uint32_t count = file->count.nodes, placed = 0;
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &(gait_options){.allocator = file->arena.allocator},
                     (size_t)count * 5 + 64);
    uint32_t *chain = gaiti_alloc(&scratch, count, sizeof *chain);
    bool *is_placed = gaiti_alloc(&scratch, count, sizeof *is_placed);
    gait_status status = scratch.status;
    for (uint32_t n = 0; n < count && status == GAIT_OK; n++) {
        uint32_t length = 0;
        for (int64_t at = n; at >= 0 && !is_placed[at]; at = file->parents[at]) {
            if (length == count) {
                glink_object node = {"nodes", n, NULL, file->nodes[n].at};
                status = glink_raise(self, GAITI_GLTF_READ_CIRCLE, &node, (gaiti_detail){0});
                break;
            }
            chain[length++] = (uint32_t)at;
        }
        while (length > 0 && status == GAIT_OK) {
            is_placed[chain[--length]] = true;
            file->order[placed++] = chain[length];
        }
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- accessors -------------------------------------------------------------------------------- */

/* Checks that `count` elements at the view's stride are inside the view. */
static gait_status glink_place(const glink *self, const gaiti_gltf_read_place *place,
                               uint64_t count, uint32_t element, const glink_object *accessor) {
    gait_gltf *file = self->file;
    GAITI_TRY(glink_index(self, accessor, (uint64_t)place->view, file->count.views));
    const gaiti_gltf_read_view *view = &file->views[place->view];
    bool strides = view->stride > 0 && !accessor->member; /* sparse elements are always packed */
    uint64_t stride = strides ? view->stride : element;
    if (stride < element) {
        glink_object object = {"bufferViews", (uint32_t)place->view, "byteStride", view->at};
        return glink_raise(self, GAITI_GLTF_READ_VALUE, &object, (gaiti_detail){0});
    }
    /* Counts and offsets are below 2^53, strides below 2^16. */
    uint64_t last = count > 0 ? count - 1 : 0;
    bool fits = place->offset <= view->size && element <= view->size - place->offset &&
                last <= (view->size - place->offset - element) / stride;
    if (!fits && count > 0) {
        uint64_t max = UINT64_C(1) << 46;
        uint64_t end = place->offset + (last < max ? last : max) * stride + element;
        return glink_raise(self, GAITI_GLTF_READ_ACCESSOR, accessor,
                           (gaiti_detail){.found = (int64_t)end, .expected = (int64_t)view->size});
    }
    return GAIT_OK;
}

static gait_status glink_view(const glink *self, int32_t index) {
    gait_gltf *file = self->file;
    const gaiti_gltf_read_view *view = &file->views[index];
    glink_object object = {"bufferViews", (uint32_t)index, NULL, view->at};
    GAITI_TRY(glink_index(self, &object, view->buffer, file->count.buffers));
    gaiti_gltf_read_buffer *buffer = &file->buffers[view->buffer];
    if (view->size > buffer->size || view->offset > buffer->size - view->size) {
        return glink_raise(self, GAITI_GLTF_READ_VIEW, &object,
                           (gaiti_detail){.found = (int64_t)(view->offset + view->size),
                                          .expected = (int64_t)buffer->size});
    }
    buffer->is_used = true;
    return GAIT_OK;
}

/* Checks one location of an accessor; a location without a view is valid. */
static gait_status glink_span(const glink *self, const gaiti_gltf_read_place *place, uint64_t count,
                              uint32_t element, const glink_object *accessor) {
    if (place->view < 0) {
        return GAIT_OK;
    }
    GAITI_TRY(glink_place(self, place, count, element, accessor));
    return glink_view(self, place->view);
}

static gait_status glink_accessor(glink *self, uint32_t index) {
    gaiti_gltf_read_accessor *accessor = &self->file->accessors[index];
    const uint64_t max = UINT32_MAX / 4;
    uint32_t element = gaiti_gltf_read_item_size(accessor);
    glink_object object = {"accessors", index, NULL, accessor->at};
    if (accessor->is_checked) {
        return GAIT_OK;
    }
    accessor->is_checked = true;
    GAITI_TRY(glink_span(self, &accessor->base, accessor->count, element, &object));
    if (accessor->sparse_count > 0) {
        object.member = "sparse/indices";
        GAITI_TRY(glink_span(self, &accessor->sparse_indices, accessor->sparse_count,
                             gaiti_gltf_read_component_size(accessor->sparse_indices.component),
                             &object));
        object.member = "sparse/values";
        GAITI_TRY(
            glink_span(self, &accessor->sparse_values, accessor->sparse_count, element, &object));
    }
    /* The count of an accessor without a view is not limited by the size of the file. */
    if (accessor->count > max) {
        object.member = NULL;
        return glink_raise(
            self, GAITI_GLTF_READ_TOO_MUCH, &object,
            (gaiti_detail){.found = (int64_t)accessor->count, .expected = (int64_t)max});
    }
    return GAIT_OK;
}

/* --- animations ------------------------------------------------------------------------------- */

static gait_status glink_keys(const glink *self, const gaiti_gltf_read_sampler *sampler,
                              uint8_t path) {
    const gaiti_gltf_read_accessor *input = &self->file->accessors[sampler->input];
    const gaiti_gltf_read_accessor *output = &self->file->accessors[sampler->output];
    bool is_input = input->rows == 1 && input->columns == 1 && input->base.component == 5126;
    bool is_output =
        output->rows == (path == GAITI_GLTF_PATH_ROTATION ? 4 : 3) && output->columns == 1;
    glink_object object = {"accessors", (uint32_t)sampler->output, NULL, output->at};
    if (!is_input) {
        object.index = (uint32_t)sampler->input;
        object.at = input->at;
    }
    if (!is_input || !is_output) {
        return glink_raise(self, GAITI_GLTF_READ_KEY_KIND, &object, (gaiti_detail){0});
    }
    uint64_t expected = input->count * (sampler->interpolation == GAITI_GLTF_CUBIC ? 3 : 1);
    if (output->count != expected || expected == 0) {
        return glink_raise(self, GAITI_GLTF_READ_KEY_COUNT, &object,
                           (gaiti_detail){.found = (int64_t)output->count,
                                          .expected = (int64_t)(expected ? expected : 1)});
    }
    return GAIT_OK;
}

static gait_status glink_sampler(glink *self, const gaiti_gltf_read_channel *channel,
                                 const glink_object *object) {
    gait_gltf *file = self->file;
    const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
    const int32_t accessors[2] = {sampler->input, sampler->output};
    for (int i = 0; i < 2; i++) {
        uint32_t index = (uint32_t)accessors[i];
        GAITI_TRY(glink_index(self, object, index, file->count.accessors));
        GAITI_TRY(glink_accessor(self, index));
        file->accessors[index].is_used = true;
    }
    return glink_keys(self, sampler, channel->path);
}

/* Checks a channel and converts its sampler index to one in file->samplers. */
static gait_status glink_channel(glink *self, const gaiti_gltf_read_animation *animation,
                                 uint32_t index) {
    gait_gltf *file = self->file;
    char list[GAITI_JSON_POINTER];
    gait_span place =
        gaiti_gltf_read_pointer(list, "animations", animation - file->animations, "channels", -1);
    list[place.size] = 0;
    gaiti_gltf_read_channel *channel = &file->channels[index];
    glink_object object = {list + 1, index - animation->channels.first, "sampler", channel->at};
    GAITI_TRY(glink_index(self, &object, (uint64_t)channel->sampler, animation->samplers.count));
    if (channel->node >= 0) {
        object.member = "target";
        GAITI_TRY(glink_index(self, &object, (uint64_t)channel->node, file->count.nodes));
    }
    channel->sampler += (int32_t)animation->samplers.first;
    if (!gaiti_gltf_read_moves(channel)) {
        return GAIT_OK;
    }
    file->nodes[channel->node].is_animated = true;
    object.member = "sampler";
    return glink_sampler(self, channel, &object);
}

static gait_status glink_animations(glink *self) {
    gait_gltf *file = self->file;
    for (uint32_t a = 0; a < file->count.animations; a++) {
        const gaiti_gltf_read_animation *animation = &file->animations[a];
        for (uint32_t c = 0; c < animation->channels.count; c++) {
            GAITI_TRY(glink_channel(self, animation, animation->channels.first + c));
        }
    }
    return GAIT_OK;
}

/* --- skins ------------------------------------------------------------------------------------ */

/* Inverse bind matrices of another type, or too few of them, are accepted here and raised by
 * gaiti_gltf_check(). */
static gait_status glink_skin(glink *self, uint32_t index) {
    gait_gltf *file = self->file;
    gaiti_gltf_read_skin *skin = &file->skins[index];
    glink_object object = {"skins", index, "joints", skin->at};
    for (uint32_t j = 0; j < skin->joints.count; j++) {
        uint32_t node = file->joints[skin->joints.first + j];
        GAITI_TRY(glink_index(self, &object, node, file->count.nodes));
    }
    if (skin->inverse_bind < 0) {
        return GAIT_OK;
    }
    uint32_t bind = (uint32_t)skin->inverse_bind;
    object.member = "inverseBindMatrices";
    GAITI_TRY(glink_index(self, &object, bind, file->count.accessors));
    return glink_accessor(self, bind);
}

/* --- buffers ---------------------------------------------------------------------------------- */

static gait_status glink_data_uri(const glink *self, gaiti_gltf_read_buffer *buffer,
                                  uint32_t index) {
    size_t size = 0;
    gaiti_arena *arena = &self->file->arena;
    uint8_t *bytes = gaiti_alloc(arena, gaiti_gltf_read_decoded_size(buffer->uri), 1);
    GAITI_TRY(arena->status);
    if (!gaiti_gltf_read_decode(buffer->uri, bytes, &size)) {
        glink_object object = {"buffers", index, NULL, buffer->at};
        return glink_raise(self, GAITI_GLTF_READ_DATA_URI, &object, (gaiti_detail){0});
    }
    buffer->data = gaiti_span(bytes, size);
    buffer->is_known = true;
    return GAIT_OK;
}

static gait_status glink_begin_paths(glink *self) {
    uint32_t count = self->file->count.buffers;
    self->paths = gaiti_alloc(&self->scratch, count, sizeof *self->paths);
    gaiti_names_init(&self->known_paths, &self->scratch, self->paths, count);
    self->known_paths.is_exact = true;
    return self->scratch.status;
}

/* Buffers with the same path are one dependency. */
static gait_status glink_dependency(glink *self, gaiti_gltf_read_buffer *buffer, uint32_t index) {
    gait_gltf *file = self->file;
    GAITI_TRY(self->paths ? GAIT_OK : glink_begin_paths(self));
    char *path = gaiti_alloc(&file->arena, buffer->uri.size + 1, 1);
    GAITI_TRY(file->arena.status);
    uint32_t number = file->dependency_count;
    int32_t known = -1;
    buffer->path = gaiti_gltf_read_local_path(buffer->uri, path);
    if (buffer->path) {
        self->paths[number] = gaiti_span(buffer->path, strlen(buffer->path));
        known = gaiti_names_add(&self->known_paths, number);
    }
    if (known < 0) {
        file->dependencies[file->dependency_count++] = index;
        return GAIT_OK;
    }
    gaiti_gltf_read_buffer *first = &file->buffers[file->dependencies[known]];
    buffer->next_same = first->next_same;
    first->next_same = (int32_t)index;
    return GAIT_OK;
}

static gait_status glink_buffer(glink *self, uint32_t index) {
    gait_gltf *file = self->file;
    gaiti_gltf_read_buffer *buffer = &file->buffers[index];
    glink_object object = {"buffers", index, NULL, buffer->at};
    gait_status status = GAIT_OK;
    if (!buffer->is_used) {
        return GAIT_OK;
    }
    if (gaiti_gltf_read_is_data_uri(buffer->uri)) {
        status = glink_data_uri(self, buffer, index);
    } else if (buffer->uri.data) {
        return glink_dependency(self, buffer, index);
    } else if (index == 0 && file->has_chunk) {
        buffer->data = file->chunk;
        buffer->is_known = true;
    } else {
        return glink_raise(self, GAITI_GLTF_READ_MISSING, &object,
                           (gaiti_detail){.name = gaiti_span("uri", 3)});
    }
    if (status == GAIT_OK && buffer->data.size < buffer->size) {
        status = glink_raise(
            self, GAITI_GLTF_READ_SHORT_BUFFER, &object,
            (gaiti_detail){.expected = (int64_t)buffer->size, .found = (int64_t)buffer->data.size});
    }
    return status;
}

/* --- number of keys --------------------------------------------------------------------------- */

/* Bounds the time to read all keys: an accessor without a view can count more elements than there
 * are bytes. The others only exceed the limit if many of them overlap. */
static gait_status glink_count_elements(const glink *self) {
    enum { FREE_ELEMENTS = 1 << 20 };
    const gait_gltf *file = self->file;
    uint64_t max = FREE_ELEMENTS + file->source.size;
    for (uint32_t n = 0; n < file->dependency_count; n++) {
        uint64_t size = gaiti_gltf_read_dependency_size(file, n);
        max += size < UINT32_MAX ? size : UINT32_MAX;
    }
    uint64_t left = max;
    for (uint32_t a = 0; a < file->count.accessors; a++) {
        const gaiti_gltf_read_accessor *accessor = &file->accessors[a];
        uint64_t count = accessor->is_used ? accessor->count : 0;
        if (count > left) {
            glink_object object = {"accessors", a, NULL, accessor->at};
            return glink_raise(self, GAITI_GLTF_READ_TOO_MANY_KEYS, &object,
                               (gaiti_detail){.found = (int64_t)count, .expected = (int64_t)max});
        }
        left -= count;
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_read_link(gait_gltf *file, const gaiti_report *report) {
    glink self = {.file = file, .report = report};
    gaiti_arena_init(&self.scratch, &(gait_options){.allocator = file->arena.allocator}, 0);
    gait_status status;
    GAITI_TRY_DONE(glink_nodes(&self));
    for (uint32_t s = 0; s < file->count.skins; s++) {
        GAITI_TRY_DONE(glink_skin(&self, s));
    }
    GAITI_TRY_DONE(glink_animations(&self));
    for (uint32_t b = 0; b < file->count.buffers; b++) {
        GAITI_TRY_DONE(glink_buffer(&self, b));
    }
    status = glink_count_elements(&self);
done:
    gaiti_arena_free(&self.scratch);
    file->dependencies_left = file->dependency_count;
    return status;
}
