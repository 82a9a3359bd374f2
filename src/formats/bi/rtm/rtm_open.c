/* Opens plain RTM and gives access to its contents. */
#include "base/try.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/bi/rtm/rtm_properties.h"

#include <stddef.h>

#include "base/text/code_page.h"
#include "base/text/text.h"

static gait_status rtm_read_head(gait_rtm *rtm, const gaiti_report *report, gaiti_reader *in) {
    if (!gaiti_rtm_is_at_animation(in)) {
        uint64_t left = gaiti_bytes_left(in);
        gait_span found = {in->data + in->at, (size_t)(left < 8 ? left : 8)};
        return gaiti_raise(report, GAITI_RTM_NO_BLOCK,
                           (gaiti_detail){.offset = in->at, .length = found.size, .name = found});
    }
    rtm->version = gaiti_rtm_block_version(in->data + in->at);
    gaiti_visitor visitor = gaiti_visit_reading(in);
    uint64_t start = in->at;
    gaiti_rtm_visit_head(&visitor, rtm);
    if (in->failed) {
        return gaiti_raise(
            report, GAITI_RTM_CUT_HEADER,
            (gaiti_detail){.offset = in->at,
                           .length = in->size - in->at,
                           .expected = (rtm->version == 100 ? 20 : 28) - (int64_t)(in->at - start),
                           .found = (int64_t)(in->size - in->at)});
    }
    return GAIT_OK;
}

static gait_status rtm_read_tables(gait_rtm *rtm, const gaiti_report *report, gaiti_reader *in) {
    uint64_t left = gaiti_bytes_left(in);
    if (rtm->bone_count > left / GAITI_RTM_NAME) {
        return gaiti_raise(report, GAITI_RTM_CUT_NAMES,
                           (gaiti_detail){.offset = in->at,
                                          .length = left,
                                          .expected = rtm->bone_count,
                                          .found = (int64_t)left});
    }
    rtm->names = gaiti_read_span(in, (uint64_t)rtm->bone_count * GAITI_RTM_NAME);
    uint64_t whole = gaiti_bytes_left(in) / gaiti_rtm_frame_size(rtm);
    if (rtm->frame_count > whole) {
        uint64_t at = in->at + whole * gaiti_rtm_frame_size(rtm);
        return gaiti_raise(report, GAITI_RTM_CUT_FRAMES,
                           (gaiti_detail){.offset = at,
                                          .length = in->size - at,
                                          .expected = rtm->frame_count,
                                          .found = (int64_t)whole});
    }
    rtm->frames = gaiti_read_span(in, rtm->frame_count * gaiti_rtm_frame_size(rtm));
    rtm->trailing = gaiti_read_span(in, gaiti_bytes_left(in));
    return GAIT_OK;
}

/* True when the first `size` bytes of two 32-byte fields are equal. The bytes after the NUL are
 * arbitrary and are masked out: the mask is a window into an array of ones and zeros that begins
 * `size` ones before the zeros. */
static bool rtm_equal_head(const uint8_t *a, const uint8_t *b, uint8_t size) {
    static const uint64_t ones_and_zeros[8] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    const uint8_t *window = (const uint8_t *)ones_and_zeros + GAITI_RTM_NAME - size;
    uint64_t difference = 0;
    for (size_t i = 0; i < GAITI_RTM_NAME; i += 8) {
        uint64_t left, right, mask;
        memcpy(&left, a + i, 8);
        memcpy(&right, b + i, 8);
        memcpy(&mask, window + i, 8);
        difference |= (left ^ right) & mask;
    }
    return difference == 0;
}

/* True when the entries of a frame have the names of the header, in the same order. */
static bool rtm_frame_is_uniform(const gait_rtm *rtm, uint32_t frame, const uint8_t *sizes) {
    const uint8_t *entry = gaiti_rtm_entry(rtm, frame, 0);
    const uint8_t *name = rtm->names.data;
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        if (!rtm_equal_head(entry, name, sizes[b]) &&
            !gaiti_equal_name(gaiti_rtm_name(entry), gaiti_rtm_name(name))) {
            return false;
        }
        entry += GAITI_RTM_ENTRY;
        name += GAITI_RTM_NAME;
    }
    return true;
}

static gait_status rtm_check_equal_names(gait_rtm *rtm) {
    uint8_t *sizes = gaiti_alloc(&rtm->arena, rtm->bone_count, 1);
    GAITI_TRY(rtm->arena.status);
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        size_t size = gait_rtm_bone_name(rtm, b).size;
        sizes[b] = (uint8_t)(size < GAITI_RTM_NAME ? size + 1 : size);
    }
    rtm->uniform = true;
    for (uint32_t f = 0; f < rtm->frame_count && rtm->uniform; f++) {
        rtm->uniform = rtm_frame_is_uniform(rtm, f, sizes);
    }
    return GAIT_OK;
}

static gait_status rtm_read(gait_rtm *rtm, const gaiti_report *report, gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    if (bytes.size >= 8 && memcmp(bytes.data, "RTM_MDAT", 8) == 0) {
        GAITI_TRY(gaiti_rtm_read_properties(rtm, report, &in));
    }
    GAITI_TRY(rtm_read_head(rtm, report, &in));
    GAITI_TRY(rtm_read_tables(rtm, report, &in));
    if (rtm->trailing.size) {
        gaiti_raise(report, GAITI_RTM_TRAILING,
                    (gaiti_detail){.offset = bytes.size - rtm->trailing.size,
                                   .length = rtm->trailing.size,
                                   .found = (int64_t)rtm->trailing.size});
    }
    return rtm_check_equal_names(rtm);
}

static uint32_t rtm_choose_code_page(const gait_rtm *rtm, const gait_options *options) {
    gaiti_code_page_votes votes = {0};
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        gaiti_code_page_vote(&votes, gait_rtm_bone_name(rtm, b));
    }
    for (uint32_t p = 0; p < rtm->property_count; p++) {
        gaiti_code_page_vote(&votes, rtm->properties[p].name);
        gaiti_code_page_vote(&votes, rtm->properties[p].value);
    }
    return gaiti_code_page_choose(options, &votes);
}

gait_status gaiti_rtm_open(gait_span bytes, const gait_options *options, gait_rtm **out_rtm) {
    gait_status status;
    if (!GAITI_CLEAR(out_rtm) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_rtm *rtm =
        gaiti_new_object(options, sizeof *rtm, offsetof(gait_rtm, arena), 1024, &status);
    GAITI_TRY(status);
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    status = rtm_read(rtm, &report, bytes);
    if (status != GAIT_OK) {
        gaiti_rtm_free(rtm);
        return status;
    }
    rtm->code_page = rtm_choose_code_page(rtm, options);
    *out_rtm = rtm;
    return GAIT_OK;
}

void gaiti_rtm_free(gait_rtm *rtm) {
    gaiti_free_object(rtm, offsetof(gait_rtm, arena));
}

gait_span gaiti_rtm_name(const uint8_t *field) {
    const uint8_t *end = memchr(field, 0, GAITI_RTM_NAME);
    return (gait_span){field, end ? (size_t)(end - field) : GAITI_RTM_NAME};
}

int32_t gaiti_rtm_version(const gait_rtm *rtm) {
    return rtm ? rtm->version : -1;
}

uint32_t gait_rtm_bone_count(const gait_rtm *rtm) {
    return rtm ? rtm->bone_count : 0;
}

uint32_t gait_rtm_frame_count(const gait_rtm *rtm) {
    return rtm ? rtm->frame_count : 0;
}

void gait_rtm_root_motion(const gait_rtm *rtm, float out_root_motion[3]) {
    static const float none[3] = {0};
    if (out_root_motion) {
        memcpy(out_root_motion, rtm ? rtm->root_motion : none, sizeof none);
    }
}

gait_span gait_rtm_bone_name(const gait_rtm *rtm, uint32_t bone) {
    if (bone >= gait_rtm_bone_count(rtm)) {
        return (gait_span){0};
    }
    return gaiti_rtm_name(rtm->names.data + (size_t)bone * GAITI_RTM_NAME);
}

float gait_rtm_phase(const gait_rtm *rtm, uint32_t frame) {
    return frame < gait_rtm_frame_count(rtm) ? gaiti_load_f32(gaiti_rtm_frame(rtm, frame)) : 0;
}

void gait_rtm_matrix(const gait_rtm *rtm, uint32_t frame, uint32_t bone, float out[12]) {
    gaiti_load_f32s(gaiti_rtm_entry(rtm, frame, bone) + GAITI_RTM_NAME, 12, out);
}

gait_span gaiti_rtm_frame_bone_name(const gait_rtm *rtm, uint32_t frame, uint32_t bone) {
    bool is_there = frame < gait_rtm_frame_count(rtm) && bone < rtm->bone_count;
    return is_there ? gaiti_rtm_name(gaiti_rtm_entry(rtm, frame, bone)) : (gait_span){0};
}

uint32_t gait_rtm_property_count(const gait_rtm *rtm) {
    return rtm ? rtm->property_count : 0;
}

gait_rtm_property gait_rtm_property_at(const gait_rtm *rtm, uint32_t index) {
    return index < gait_rtm_property_count(rtm) ? rtm->properties[index] : (gait_rtm_property){0};
}
