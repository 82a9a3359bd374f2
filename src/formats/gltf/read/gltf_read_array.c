/* Reading elements of accessors as numbers: all component types, normalised or not, strided and
 * sparse. */
#include "base/bytes.h"
#include "formats/gltf/read/gltf_read.h"
#include "gait/transform.h"

enum { GARRAY_S8 = 5120, GARRAY_U8, GARRAY_S16, GARRAY_U16, GARRAY_U32 = 5125, GARRAY_F32 };

uint32_t gaiti_gltf_read_component_size(uint16_t component) {
    return component <= GARRAY_U8 ? 1 : component <= GARRAY_U16 ? 2 : 4;
}

/* Columns of matrices begin at multiples of four bytes. */
static uint32_t garray_column_size(uint8_t rows, uint8_t columns, uint16_t component) {
    uint32_t size = rows * gaiti_gltf_read_component_size(component);
    return columns > 1 ? (size + 3) & ~3u : size;
}

uint32_t gaiti_gltf_read_item_size(const gaiti_gltf_read_accessor *accessor) {
    return accessor->columns *
           garray_column_size(accessor->rows, accessor->columns, accessor->base.component);
}

static const uint8_t *garray_bytes(const gait_gltf *file, const gaiti_gltf_read_place *place) {
    if (place->view < 0) {
        return NULL;
    }
    const gaiti_gltf_read_view *view = &file->views[place->view];
    return file->buffers[view->buffer].data.data + view->offset + place->offset;
}

gaiti_gltf_read_array gaiti_gltf_read_array_of(const gait_gltf *file, uint32_t accessor) {
    const gaiti_gltf_read_accessor *it = &file->accessors[accessor];
    const gaiti_gltf_read_view *view = it->base.view >= 0 ? &file->views[it->base.view] : NULL;
    gaiti_gltf_read_array array = {
        .data = garray_bytes(file, &it->base),
        .stride = view && view->stride ? view->stride : gaiti_gltf_read_item_size(it),
        .count = it->count,
        .component = it->base.component,
        .rows = it->rows,
        .columns = it->columns,
        .is_normalised = it->is_normalised,
    };
    if (it->sparse_count > 0) {
        array.sparse_count = it->sparse_count;
        array.sparse_indices = garray_bytes(file, &it->sparse_indices);
        array.sparse_values = garray_bytes(file, &it->sparse_values);
        array.index_component = it->sparse_indices.component;
    }
    array.is_plain = array.data && array.sparse_count == 0 && array.component == GARRAY_F32 &&
                     array.columns == 1;
    return array;
}

static uint32_t garray_index(const gaiti_gltf_read_array *array, uint64_t at) {
    const uint8_t *p = array->sparse_indices;
    return array->index_component == GARRAY_U8    ? p[at]
           : array->index_component == GARRAY_U16 ? gaiti_load_u16(p + 2 * at)
                                                  : gaiti_load_u32(p + 4 * at);
}

/* The sparse value that replaces element `index`, or NULL. Sparse indices ascend. */
static const uint8_t *garray_replacement(const gaiti_gltf_read_array *array, uint64_t index) {
    uint64_t low = 0, high = array->sparse_count;
    if (!array->sparse_indices) {
        return NULL;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (garray_index(array, middle) < index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == array->sparse_count || garray_index(array, low) != index) {
        return NULL;
    }
    uint32_t column = garray_column_size(array->rows, array->columns, array->component);
    return array->sparse_values + low * array->columns * column;
}

/* The bytes of element `index`; NULL = zeros. */
static const uint8_t *garray_at(const gaiti_gltf_read_array *array, uint64_t index) {
    const uint8_t *replacement = garray_replacement(array, index);
    if (replacement || !array->data) {
        return replacement;
    }
    return array->data + index * array->stride;
}

static double garray_signed(double value, double max, bool is_normalised) {
    return !is_normalised ? value : value <= -max ? -1 : value / max;
}

static double garray_component(const uint8_t *p, uint16_t component, bool is_normalised) {
    switch (component) {
    case GARRAY_S8:
        return garray_signed(p[0] < 128 ? p[0] : p[0] - 256, 127, is_normalised);
    case GARRAY_U8:
        return garray_signed(p[0], 255, is_normalised);
    case GARRAY_S16:
        return garray_signed(gaiti_load_s16(p), 32767, is_normalised);
    case GARRAY_U16:
        return garray_signed(gaiti_load_u16(p), 65535, is_normalised);
    case GARRAY_U32:
        return garray_signed(gaiti_load_u32(p), 4294967295.0, is_normalised);
    default:
        return (double)gaiti_load_f32(p);
    }
}

void gaiti_gltf_read_value(const gaiti_gltf_read_array *array, uint64_t index, double *out) {
    uint32_t size = gaiti_gltf_read_component_size(array->component);
    uint32_t column_size = garray_column_size(array->rows, array->columns, array->component);
    const uint8_t *p =
        array->is_plain ? array->data + index * array->stride : garray_at(array, index);
    for (uint32_t column = 0; column < array->columns; column++) {
        for (uint32_t row = 0; row < array->rows; row++) {
            *out++ = p ? garray_component(p + column * column_size + row * size, array->component,
                                          array->is_normalised)
                       : 0;
        }
    }
}

double gaiti_gltf_read_time(const gaiti_gltf_read_array *array, uint64_t index) {
    double time[16] = {0};
    if (array->is_plain && array->data) {
        return (double)gaiti_load_f32(array->data + index * array->stride);
    }
    gaiti_gltf_read_value(array, index, time);
    return time[0];
}

uint64_t gaiti_gltf_read_offset_of(const gait_gltf *file, uint32_t accessor, uint64_t index,
                                   uint64_t *out_size) {
    gaiti_gltf_read_array array = gaiti_gltf_read_array_of(file, accessor);
    const uint8_t *p = garray_at(&array, index);
    const uint8_t *start = file->chunk.data;
    bool is_inside = p && file->has_chunk && p >= start && p < start + file->chunk.size;
    *out_size = is_inside ? gaiti_gltf_read_item_size(&file->accessors[accessor]) : 0;
    return is_inside ? (uint64_t)(p - file->source.data) : file->accessors[accessor].at;
}

bool gaiti_gltf_inverse_bind(const gait_gltf *file, uint32_t skin, uint32_t joint,
                             gait_affine *out_matrix) {
    if (!out_matrix) {
        return false;
    }
    *out_matrix = gait_affine_identity();
    if (!file || skin >= file->count.skins) {
        return false;
    }
    const gaiti_gltf_read_skin *it = &file->skins[skin];
    if (it->inverse_bind < 0 || file->dependencies_left > 0) {
        return false;
    }
    gaiti_gltf_read_array array = gaiti_gltf_read_array_of(file, (uint32_t)it->inverse_bind);
    if (array.rows != 4 || array.columns != 4 || joint >= array.count) {
        return false;
    }
    double m[16];
    gaiti_gltf_read_value(&array, joint, m);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            out_matrix->m[r][c] = m[c * 4 + r];
        }
        out_matrix->t[c] = m[12 + c];
    }
    return true;
}

/* --- index of key times ----------------------------------------------------------------------- */

static bool garray_sparse_is_valid(const gaiti_gltf_read_array *array) {
    for (uint64_t i = 0; array->sparse_indices && i < array->sparse_count; i++) {
        uint32_t index = garray_index(array, i);
        if (index >= array->count || (i > 0 && index <= garray_index(array, i - 1))) {
            return false;
        }
    }
    return true;
}

static void garray_index_times(gaiti_gltf_read_times *times, const gaiti_gltf_read_array *array) {
    double first = gaiti_gltf_read_time(array, 0), last = first, last_frame = 0;
    *times = (gaiti_gltf_read_times){
        .is_indexed = true, .is_whole = true, .is_consecutive = true, .first = (float)first};
    if (first - first != 0) {
        return;
    }
    for (uint64_t k = 1; k < array->count; k++) {
        double time = gaiti_gltf_read_time(array, k);
        if (!(time >= last) || time - time != 0) {
            return;
        }
        double at = (time - first) * GAITI_GLTF_RATE, frame = gaiti_gltf_round(at);
        double error = at - frame;
        times->is_whole = times->is_whole && error <= GAITI_GLTF_TOLERANCE &&
                          error >= -GAITI_GLTF_TOLERANCE && frame > last_frame;
        times->is_consecutive = times->is_consecutive && frame - last_frame <= 1;
        last = time;
        last_frame = frame;
    }
    times->last = (float)last;
    times->is_consecutive = times->is_consecutive && times->is_whole;
    times->is_sorted = true;
}

static void garray_index_animation(gait_gltf *file, const gaiti_gltf_read_animation *animation) {
    for (uint32_t c = 0; c < animation->channels.count; c++) {
        const gaiti_gltf_read_channel *channel = &file->channels[animation->channels.first + c];
        if (!gaiti_gltf_read_moves(channel)) {
            continue;
        }
        uint32_t input = (uint32_t)file->samplers[channel->sampler].input;
        if (!file->accessors[input].times.is_indexed) {
            gaiti_gltf_read_array array = gaiti_gltf_read_array_of(file, input);
            garray_index_times(&file->accessors[input].times, &array);
        }
    }
}

void gaiti_gltf_read_index_times(gait_gltf *file) {
    for (uint32_t a = 0; a < file->count.accessors; a++) {
        gaiti_gltf_read_accessor *accessor = &file->accessors[a];
        if (accessor->is_checked && accessor->sparse_count > 0) {
            gaiti_gltf_read_array array = gaiti_gltf_read_array_of(file, a);
            accessor->is_broken = !garray_sparse_is_valid(&array);
        }
    }
    for (uint32_t a = 0; a < file->count.animations; a++) {
        garray_index_animation(file, &file->animations[a]);
    }
}
