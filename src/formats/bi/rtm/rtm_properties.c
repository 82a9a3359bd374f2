/* Reads the properties of plain RTM: docs/formats/rtm.md, "Properties". Object Builder stores the
 * length of a text modulo 256, so a text can be longer than its length. */
#include "formats/bi/rtm/rtm_properties.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/try.h"
#include "formats/bi/rtm/rtm.h"

enum {
    RTM_PROPERTIES_HEAD = 16,
    RTM_TEXT_PERIOD = 256,   /* stored lengths are modulo this */
    RTM_MAX_STEPS = 1 << 23, /* of the search for lengths; larger blocks are not recovered */
    RTM_MANY = 2             /* several readings, not counted exactly */
};

/* --- lengths modulo 256 ----------------------------------------------------------------------- */

/* A block of properties that ends at the animation. */
typedef struct rtm_block {
    const uint8_t *bytes;
    uint64_t size;
    uint32_t count;
    /* For 0 to `count` properties, one byte per offset up to and including `size`: whether so many
     * properties can begin at this offset and end at the end of the block. */
    uint8_t *fits;
} rtm_block;

static uint8_t *rtm_row(const rtm_block *block, uint32_t count) {
    return block->fits + count * (block->size + 1);
}

/* The number of ways, up to RTM_MANY, to choose the length of a text whose stored length is at this
 * offset, so that `next` is set where the text ends. *out_size is the length for the first way. */
static unsigned rtm_count_lengths(const rtm_block *block, uint64_t at, const uint8_t *next,
                                  uint64_t *out_size) {
    unsigned ways = 0;
    *out_size = 0;
    if (at >= block->size) {
        return 0;
    }
    for (uint64_t size = block->bytes[at]; at + 1 + size <= block->size && ways < RTM_MANY;
         size += RTM_TEXT_PERIOD) {
        if (next[at + 1 + size]) {
            *out_size = ways == 0 ? size : *out_size;
            ways++;
        }
    }
    return ways;
}

/* Fills the rows. `values` has room for one more row: whether a value, with its length, can begin
 * at an offset. */
static void rtm_find_fits(const rtm_block *block, uint8_t *values) {
    uint64_t size;
    rtm_row(block, 0)[block->size] = 1;
    for (uint32_t count = 1; count <= block->count; count++) {
        uint8_t *row = rtm_row(block, count);
        for (uint64_t at = 0; at <= block->size; at++) {
            values[at] = rtm_count_lengths(block, at, rtm_row(block, count - 1), &size) > 0;
        }
        for (uint64_t at = 0; at + GAITI_RTM_PROPERTY <= block->size; at++) {
            row[at] = gaiti_is_finite((double)gaiti_load_f32(block->bytes + at)) &&
                      rtm_count_lengths(block, at + 4, values, &size) > 0;
        }
    }
}

/* Reads a property if its lengths have only one choice, so that all others fit after it. */
static bool rtm_read_certain(const rtm_block *block, uint64_t *at, uint32_t left, uint8_t *values,
                             gait_rtm_property *out) {
    uint64_t name, value, ignored;
    const uint8_t *rest = rtm_row(block, left - 1);
    if (!rtm_row(block, left)[*at]) {
        return false;
    }
    for (uint64_t i = 0; i <= block->size; i++) {
        values[i] = rtm_count_lengths(block, i, rest, &ignored) > 0;
    }
    if (rtm_count_lengths(block, *at + 4, values, &name) != 1 ||
        rtm_count_lengths(block, *at + 5 + name, rest, &value) != 1) {
        return false;
    }
    const uint8_t *texts = block->bytes + *at + 5;
    *out = (gait_rtm_property){gaiti_load_f32(block->bytes + *at), gaiti_span(texts, (size_t)name),
                               gaiti_span(texts + name + 1, (size_t)value)};
    *at += GAITI_RTM_PROPERTY + name + value;
    return true;
}

/* Reads the properties that are the same in every reading of the block, and returns their size.
 * Reads none if there is no reading, or if the search is too long. */
static gait_status rtm_recover(gait_rtm *rtm, gait_span bytes, uint64_t *out_size) {
    rtm_block block = {bytes.data, bytes.size, rtm->stated_properties, NULL};
    uint64_t row = block.size + 1, steps = row * (block.size / RTM_TEXT_PERIOD + 1);
    gaiti_arena scratch;
    *out_size = 0;
    if (steps > RTM_MAX_STEPS || block.count > RTM_MAX_STEPS / steps ||
        block.count > block.size / GAITI_RTM_PROPERTY) {
        return GAIT_OK;
    }
    const gait_options memory = {.allocator = rtm->arena.allocator};
    gaiti_arena_init(&scratch, &memory, 0);
    block.fits = gaiti_alloc(&scratch, row, block.count + 1);
    uint8_t *values = gaiti_alloc(&scratch, row, 1);
    gait_status status = scratch.status;
    if (block.fits && values) {
        rtm_find_fits(&block, values);
        for (uint32_t left = block.count; left > 0; left--) {
            gait_rtm_property *property = &rtm->properties[rtm->property_count];
            if (!rtm_read_certain(&block, out_size, left, values, property)) {
                break;
            }
            rtm->property_count++;
        }
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- the block -------------------------------------------------------------------------------- */

/* The offset of the next animation block at or after `from`; the size of the file when there is
 * none. */
static uint64_t rtm_find_animation(gait_span bytes, uint64_t from) {
    for (uint64_t at = from; at + 8 <= bytes.size; at++) {
        const uint8_t *r = memchr(bytes.data + at, 'R', (size_t)(bytes.size - at - 7));
        if (!r) {
            break;
        }
        if (gaiti_rtm_block_version(r) != 0) {
            return (uint64_t)(r - bytes.data);
        }
        at = (uint64_t)(r - bytes.data);
    }
    return bytes.size;
}

/* Reads properties up to the stated count, or up to the first one that extends past the end of the
 * file or past `end`. */
static void rtm_read_properties(gait_rtm *rtm, gaiti_reader *in, uint32_t capacity, uint64_t end) {
    gaiti_visitor visitor = gaiti_visit_reading(in);
    while (rtm->property_count < capacity) {
        uint64_t before = in->at;
        gait_rtm_property property = {0};
        gaiti_rtm_visit_property(&visitor, &property);
        if (in->failed || in->at > end) {
            in->failed = false;
            in->at = before;
            return;
        }
        rtm->properties[rtm->property_count++] = property;
    }
}

uint32_t gaiti_rtm_count_long_texts(const gait_rtm *rtm) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < rtm->property_count; i++) {
        count += rtm->properties[i].name.size >= RTM_TEXT_PERIOD;
        count += rtm->properties[i].value.size >= RTM_TEXT_PERIOD;
    }
    return count;
}

/* True when properties with their stored lengths end at `end`, so that only the count is wrong. */
static bool rtm_has_stored_lengths(gaiti_reader in, uint64_t end) {
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    while (!in.failed && in.at < end) {
        gait_rtm_property property = {0};
        gaiti_rtm_visit_property(&visitor, &property);
    }
    return !in.failed && in.at == end;
}

/* Reads a block that does not end at the stated count and lengths. */
static gait_status rtm_resync(gait_rtm *rtm, const gaiti_report *report, gaiti_reader *in,
                              uint32_t capacity) {
    gait_span bytes = gaiti_span(in->data, (size_t)in->size);
    uint64_t size = 0, end = rtm_find_animation(bytes, RTM_PROPERTIES_HEAD);
    if (end == in->size) {
        return gaiti_raise(report, GAITI_RTM_MDAT_CUT,
                           (gaiti_detail){.length = in->size, .expected = rtm->stated_properties});
    }
    in->failed = false;
    in->at = RTM_PROPERTIES_HEAD;
    rtm->property_count = 0;
    rtm_read_properties(rtm, in, capacity, end);
    if (!rtm_has_stored_lengths(*in, end)) {
        gait_span block = {in->data + RTM_PROPERTIES_HEAD, (size_t)(end - RTM_PROPERTIES_HEAD)};
        rtm->property_count = 0;
        GAITI_TRY(rtm_recover(rtm, block, &size));
        in->at = RTM_PROPERTIES_HEAD + size;
    }
    rtm->gap = gaiti_read_span(in, end - in->at);
    if (rtm->gap.size == 0 && size > 0) {
        return gaiti_raise(report, GAITI_RTM_MDAT_RECOVERED,
                           (gaiti_detail){.offset = RTM_PROPERTIES_HEAD,
                                          .length = size,
                                          .found = gaiti_rtm_count_long_texts(rtm)});
    }
    return gaiti_raise(report, GAITI_RTM_MDAT_RESYNC,
                       (gaiti_detail){.offset = end - rtm->gap.size,
                                      .length = rtm->gap.size,
                                      .expected = rtm->stated_properties,
                                      .found = (int64_t)rtm->gap.size});
}

gait_status gaiti_rtm_read_properties(gait_rtm *rtm, const gaiti_report *report, gaiti_reader *in) {
    gaiti_visitor visitor = gaiti_visit_reading(in);
    gaiti_rtm_visit_properties_head(&visitor, rtm);
    rtm->has_properties = true;
    rtm->keeps_block = rtm->stated_properties == 0;
    uint64_t max = gaiti_bytes_left(in) / GAITI_RTM_PROPERTY;
    uint32_t capacity = rtm->stated_properties < max ? rtm->stated_properties : (uint32_t)max;
    rtm->properties = gaiti_alloc(&rtm->arena, capacity, sizeof *rtm->properties);
    GAITI_TRY(rtm->arena.status);
    if (!in->failed) {
        rtm_read_properties(rtm, in, capacity, in->size);
    }
    if (rtm->property_count == rtm->stated_properties && gaiti_rtm_is_at_animation(in)) {
        return GAIT_OK;
    }
    return rtm_resync(rtm, report, in, capacity);
}

/* --- changes ---------------------------------------------------------------------------------- */

bool gaiti_rtm_may_insert_property(const gait_rtm *rtm) {
    return rtm->gap.size == 0 && gaiti_rtm_count_long_texts(rtm) == 0;
}

gait_status gaiti_rtm_remove_unread_properties(gait_rtm *rtm) {
    if (!rtm) {
        return GAIT_BAD_ARGUMENT;
    }
    if (rtm->gap.size == 0) {
        return GAIT_NOT_FOUND;
    }
    rtm->gap = gaiti_span(NULL, 0);
    rtm->stated_properties = rtm->property_count;
    rtm->has_properties = rtm->property_count > 0 || rtm->reserved != 0;
    return GAIT_OK;
}
