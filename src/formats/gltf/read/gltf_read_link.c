/* References between what was read, checked once: whoever follows them afterwards need not look. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "formats/gltf/read/gltf_read.h"

typedef struct glink {
    gait_gltf *file;
    const gaiti_report *report;
} glink;

/* --- places ----------------------------------------------------------------------------------- */

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

/* Raises what is wrong with number `index` of a list. */
static gait_status glink_raise(const glink *self, gaiti_rule rule, const char *list, uint32_t index,
                               const char *more, gaiti_detail detail) {
    char pointer[GAITI_JSON_POINTER];
    detail.place = gaiti_gltf_read_pointer(pointer, list, index, more, -1);
    return gaiti_raise(self->report, rule, detail);
}

/* A reference of the object at `at` to number `index` of `count`. */
static gait_status glink_index(const glink *self, const char *list, uint32_t of, const char *more,
                               gaiti_gltf_read_at at, uint64_t index, uint32_t count) {
    if (index < count) {
        return GAIT_OK;
    }
    return glink_raise(
        self, GAITI_GLTF_IN_INDEX, list, of, more,
        (gaiti_detail){.offset = at, .found = (int64_t)index, .expected = (int64_t)count});
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* Parents before children, otherwise in the order of the file; no node is below itself. */
static gait_status glink_nodes(glink *self) {
    gait_gltf *file = self->file;
    uint32_t count = file->count.nodes, placed = 0;
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &(gait_options){.allocator = file->arena.allocator},
                     (size_t)count * 5 + 64);
    uint32_t *chain = gaiti_alloc(&scratch, count, sizeof *chain);
    bool *is_placed = gaiti_alloc(&scratch, count, sizeof *is_placed);
    gait_status status = GAIT_OK;
    if (!chain || !is_placed) {
        status = scratch.status;
        gaiti_arena_free(&scratch);
        return status;
    }
    for (uint32_t n = 0; n < count && status == GAIT_OK; n++) {
        uint32_t length = 0;
        for (int64_t at = n; at >= 0 && !is_placed[at]; at = file->parents[at]) {
            if (length == count) {
                status = glink_raise(self, GAITI_GLTF_IN_CIRCLE, "nodes", n, NULL,
                                     (gaiti_detail){.offset = file->nodes[n].at});
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

/* Where a place ends within its view, whose stride may spread its elements. */
static gait_status glink_place(const glink *self, const gaiti_gltf_read_place *place,
                               uint64_t count, uint32_t element, uint32_t accessor,
                               const char *more) {
    gait_gltf *file = self->file;
    gaiti_gltf_read_at at = file->accessors[accessor].at;
    gait_status status = glink_index(self, "accessors", accessor, more, at, (uint64_t)place->view,
                                     file->count.views);
    if (status != GAIT_OK) {
        return status;
    }
    const gaiti_gltf_read_view *view = &file->views[place->view];
    bool strides = view->stride > 0 && !more; /* sparse ones are always packed */
    uint64_t stride = strides ? view->stride : element;
    if (stride < element) {
        return glink_raise(self, GAITI_GLTF_IN_VALUE, "bufferViews", (uint32_t)place->view,
                           "byteStride", (gaiti_detail){.offset = view->at});
    }
    /* Counts and offsets are below 2^53, strides below 2^16. */
    uint64_t last = count > 0 ? count - 1 : 0;
    bool fits = place->offset <= view->size && element <= view->size - place->offset &&
                last <= (view->size - place->offset - element) / stride;
    if (!fits && count > 0) {
        uint64_t max = UINT64_C(1) << 46;
        uint64_t end = place->offset + (last < max ? last : max) * stride + element;
        return glink_raise(
            self, GAITI_GLTF_IN_ACCESSOR, "accessors", accessor, more,
            (gaiti_detail){.offset = at, .found = (int64_t)end, .expected = (int64_t)view->size});
    }
    return GAIT_OK;
}

static gait_status glink_view(const glink *self, int32_t index) {
    gait_gltf *file = self->file;
    const gaiti_gltf_read_view *view = &file->views[index];
    gait_status status = glink_index(self, "bufferViews", (uint32_t)index, NULL, view->at,
                                     view->buffer, file->count.buffers);
    if (status != GAIT_OK) {
        return status;
    }
    gaiti_gltf_read_buffer *buffer = &file->buffers[view->buffer];
    if (view->size > buffer->size || view->offset > buffer->size - view->size) {
        return glink_raise(self, GAITI_GLTF_IN_VIEW, "bufferViews", (uint32_t)index, NULL,
                           (gaiti_detail){.offset = view->at,
                                          .found = (int64_t)(view->offset + view->size),
                                          .expected = (int64_t)buffer->size});
    }
    buffer->is_used = true;
    return GAIT_OK;
}

/* An accessor without bytes can say any count; no file has more keys than bytes. */
static gait_status glink_count(const glink *self, const gaiti_gltf_read_accessor *accessor,
                               uint32_t index) {
    const uint64_t max = UINT32_MAX / 4;
    return accessor->count <= max
               ? GAIT_OK
               : glink_raise(self, GAITI_GLTF_IN_TOO_MUCH, "accessors", index, NULL,
                             (gaiti_detail){.offset = accessor->at,
                                            .found = (int64_t)accessor->count,
                                            .expected = (int64_t)max});
}

/* One of the places of an accessor: nothing when it has no view. */
static gait_status glink_span(const glink *self, const gaiti_gltf_read_place *place, uint64_t count,
                              uint32_t element, uint32_t accessor, const char *more) {
    gait_status status =
        place->view >= 0 ? glink_place(self, place, count, element, accessor, more) : GAIT_OK;
    return status == GAIT_OK && place->view >= 0 ? glink_view(self, place->view) : status;
}

static gait_status glink_accessor(glink *self, uint32_t index) {
    gaiti_gltf_read_accessor *accessor = &self->file->accessors[index];
    uint32_t element = gaiti_gltf_read_item_size(accessor);
    if (accessor->is_checked) {
        return GAIT_OK;
    }
    accessor->is_checked = true;
    gait_status status = glink_span(self, &accessor->base, accessor->count, element, index, NULL);
    if (status == GAIT_OK && accessor->sparse_count > 0) {
        status = glink_span(self, &accessor->sparse_indices, accessor->sparse_count,
                            gaiti_gltf_read_component_size(accessor->sparse_indices.component),
                            index, "sparse/indices");
    }
    if (status == GAIT_OK && accessor->sparse_count > 0) {
        status = glink_span(self, &accessor->sparse_values, accessor->sparse_count, element, index,
                            "sparse/values");
    }
    return status == GAIT_OK ? glink_count(self, accessor, index) : status;
}

/* --- animations ------------------------------------------------------------------------------- */

/* Numbers per key of a path. */
static uint8_t glink_rows(uint8_t path) {
    return path == GAIT_GLTF_ROTATION ? 4 : 3;
}

static gait_status glink_keys(const glink *self, const gaiti_gltf_read_sampler *sampler,
                              uint8_t path) {
    const gaiti_gltf_read_accessor *input = &self->file->accessors[sampler->input];
    const gaiti_gltf_read_accessor *output = &self->file->accessors[sampler->output];
    bool is_input = input->rows == 1 && input->columns == 1 && input->base.component == 5126;
    bool is_output = output->rows == glink_rows(path) && output->columns == 1;
    if (!is_input || !is_output) {
        return glink_raise(self, GAITI_GLTF_IN_KEY_KIND, "accessors",
                           (uint32_t)(is_input ? sampler->output : sampler->input), NULL,
                           (gaiti_detail){.offset = is_input ? output->at : input->at});
    }
    uint64_t wanted = input->count * (sampler->interpolation == GAIT_GLTF_CUBIC ? 3 : 1);
    if (output->count != wanted || wanted == 0) {
        return glink_raise(self, GAITI_GLTF_IN_KEY_COUNT, "accessors", (uint32_t)sampler->output,
                           NULL,
                           (gaiti_detail){.offset = output->at,
                                          .found = (int64_t)output->count,
                                          .expected = (int64_t)(wanted ? wanted : 1)});
    }
    return GAIT_OK;
}

static gait_status glink_sampler(glink *self, const gaiti_gltf_read_channel *channel,
                                 const char *pointer) {
    gait_gltf *file = self->file;
    const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
    uint32_t number = (uint32_t)(channel - file->channels);
    const int32_t accessors[2] = {sampler->input, sampler->output};
    gait_status status = GAIT_OK;
    for (int i = 0; i < 2 && status == GAIT_OK; i++) {
        uint32_t index = (uint32_t)accessors[i];
        status = glink_index(self, pointer, number, "sampler", channel->at, index,
                             file->count.accessors);
        if (status == GAIT_OK) {
            status = glink_accessor(self, index);
        }
        if (status == GAIT_OK) {
            file->accessors[index].is_used = true;
        }
    }
    return status == GAIT_OK ? glink_keys(self, sampler, channel->path) : status;
}

/* Turns the sampler's number in the animation into one of the file. */
static gait_status glink_channel(glink *self, const gaiti_gltf_read_animation *animation,
                                 uint32_t index) {
    gait_gltf *file = self->file;
    char list[GAITI_JSON_POINTER];
    gait_span place =
        gaiti_gltf_read_pointer(list, "animations", animation - file->animations, "channels", -1);
    list[place.size] = 0;
    uint32_t number = index - animation->first_channel;
    gaiti_gltf_read_channel *channel = &file->channels[index];
    gait_status status = glink_index(self, list + 1, number, "sampler", channel->at,
                                     (uint64_t)channel->sampler, animation->sampler_count);
    if (status == GAIT_OK && channel->node >= 0) {
        status = glink_index(self, list + 1, number, "target", channel->at, (uint64_t)channel->node,
                             file->count.nodes);
    }
    if (status != GAIT_OK) {
        return status;
    }
    channel->sampler += (int32_t)animation->first_sampler;
    if (!gaiti_gltf_read_moves(channel)) {
        return GAIT_OK;
    }
    file->nodes[channel->node].is_animated = true;
    return glink_sampler(self, channel, list + 1);
}

static gait_status glink_animations(glink *self) {
    gait_gltf *file = self->file;
    gait_status status = GAIT_OK;
    for (uint32_t a = 0; a < file->count.animations; a++) {
        const gaiti_gltf_read_animation *animation = &file->animations[a];
        for (uint32_t c = 0; c < animation->channel_count && status == GAIT_OK; c++) {
            status = glink_channel(self, animation, animation->first_channel + c);
        }
    }
    return status;
}

/* --- skins ------------------------------------------------------------------------------------ */

/* Matrices of another type or too few are as good as none: gait_gltf_check() says so. */
static gait_status glink_skin(glink *self, uint32_t index) {
    gait_gltf *file = self->file;
    gaiti_gltf_read_skin *skin = &file->skins[index];
    gait_status status = GAIT_OK;
    for (uint32_t j = 0; j < skin->joint_count && status == GAIT_OK; j++) {
        status = glink_index(self, "skins", index, "joints", skin->at,
                             file->joints[skin->first_joint + j], file->count.nodes);
    }
    if (status != GAIT_OK || skin->inverse_bind < 0) {
        return status;
    }
    uint32_t bind = (uint32_t)skin->inverse_bind;
    status = glink_index(self, "skins", index, "inverseBindMatrices", skin->at, bind,
                         file->count.accessors);
    if (status == GAIT_OK) {
        status = glink_accessor(self, bind);
    }
    return status;
}

static gait_status glink_skins(glink *self) {
    gait_status status = GAIT_OK;
    for (uint32_t s = 0; s < self->file->count.skins && status == GAIT_OK; s++) {
        status = glink_skin(self, s);
    }
    return status;
}

/* --- buffers ---------------------------------------------------------------------------------- */

static gait_status glink_data_uri(const glink *self, gaiti_gltf_read_buffer *buffer,
                                  uint32_t index) {
    size_t size = 0;
    gaiti_arena *arena = &self->file->arena;
    uint8_t *bytes = gaiti_alloc(arena, gaiti_gltf_read_decoded_size(buffer->uri), 1);
    if (!bytes) {
        return arena->status;
    }
    if (!gaiti_gltf_read_decode(buffer->uri, bytes, &size)) {
        return glink_raise(self, GAITI_GLTF_IN_DATA_URI, "buffers", index, NULL,
                           (gaiti_detail){.offset = buffer->at});
    }
    buffer->data = gaiti_span(bytes, size);
    buffer->is_known = true;
    return GAIT_OK;
}

static gait_status glink_need(const glink *self, gaiti_gltf_read_buffer *buffer, uint32_t index) {
    gait_gltf *file = self->file;
    char *path = gaiti_alloc(&file->arena, buffer->uri.size + 1, 1);
    if (!path) {
        return file->arena.status;
    }
    buffer->path = gaiti_gltf_read_local_path(buffer->uri, path);
    file->needs[file->need_count++] = index;
    return GAIT_OK;
}

static gait_status glink_buffer(const glink *self, uint32_t index) {
    gait_gltf *file = self->file;
    gaiti_gltf_read_buffer *buffer = &file->buffers[index];
    gait_status status = GAIT_OK;
    if (!buffer->is_used) {
        return GAIT_OK;
    }
    if (gaiti_gltf_read_is_data_uri(buffer->uri)) {
        status = glink_data_uri(self, buffer, index);
    } else if (buffer->uri.data) {
        return glink_need(self, buffer, index);
    } else if (index == 0 && file->has_chunk) {
        buffer->data = file->chunk;
        buffer->is_known = true;
    } else {
        return glink_raise(self, GAITI_GLTF_IN_MISSING, "buffers", index, NULL,
                           (gaiti_detail){.offset = buffer->at, .name = gaiti_span("uri", 3)});
    }
    if (status == GAIT_OK && buffer->data.size < buffer->size) {
        status = glink_raise(self, GAITI_GLTF_IN_SHORT_BUFFER, "buffers", index, NULL,
                             (gaiti_detail){.offset = buffer->at,
                                            .expected = (int64_t)buffer->size,
                                            .found = (int64_t)buffer->data.size});
    }
    return status;
}

gait_status gaiti_gltf_read_link(gait_gltf *file, const gaiti_report *report) {
    glink self = {file, report};
    gait_status status = glink_nodes(&self);
    if (status == GAIT_OK) {
        status = glink_skins(&self);
    }
    if (status == GAIT_OK) {
        status = glink_animations(&self);
    }
    for (uint32_t b = 0; b < file->count.buffers && status == GAIT_OK; b++) {
        status = glink_buffer(&self, b);
    }
    file->needs_left = file->need_count;
    return status;
}
