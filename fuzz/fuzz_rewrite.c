/* What opens is written as it was read, from its fields: also after it was cut off from its source,
 * and after each field was set to what it is. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/file.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "require.h"

enum { MOST_EDITS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_same(const gait_buffer *written, gait_span bytes) {
    REQUIRE(written->size == bytes.size);
    REQUIRE(memcmp(written->data, bytes.data, bytes.size) == 0);
}

/* Writes, opens that, and writes again. */
static void rewrite(gait_span bytes) {
    gait_file *file;
    gait_buffer first = {0}, second = {0};
    if (gait_file_open(bytes, NULL, NULL, &file) != GAIT_OK) {
        return;
    }
    if ((gait_format_about(gait_file_format(file))->abilities & GAIT_CAN_WRITE) == 0) {
        REQUIRE(gait_file_write(file, &first) == GAIT_UNSUPPORTED);
        gait_file_free(file);
        return;
    }
    REQUIRE(gait_file_write(file, &first) == GAIT_OK);
    require_same(&first, bytes);
    gait_file *again;
    REQUIRE(gait_file_open((gait_span){first.data, first.size}, NULL, NULL, &again) == GAIT_OK);
    REQUIRE(gait_file_bone_count(file) == gait_file_bone_count(again));
    REQUIRE(gait_file_clip_count(file) == gait_file_clip_count(again));
    REQUIRE(gait_file_write(again, &second) == GAIT_OK);
    require_same(&second, bytes);
    gait_file_free(again);
    gait_file_free(file);
    gait_buffer_free(&first);
    gait_buffer_free(&second);
}

/* A copy that is scrubbed before it goes: what still looks at it is found out. */
static uint8_t *borrow(gait_span bytes) {
    uint8_t *copy = malloc(bytes.size);
    REQUIRE(copy != NULL);
    memcpy(copy, bytes.data, bytes.size);
    return copy;
}

static void give_back(uint8_t *copy, size_t size) {
    memset(copy, 0xEE, size);
    free(copy);
}

static void set_rtm_to_itself(gait_rtm *rtm) {
    uint32_t bones = gait_rtm_bone_count(rtm), properties = gait_rtm_property_count(rtm);
    for (uint32_t p = 0; p < properties && p < MOST_EDITS; p++) {
        gait_rtm_property property = gait_rtm_property_at(rtm, p);
        REQUIRE(gait_rtm_set_property(rtm, p, &property) == GAIT_OK);
    }
    for (uint32_t f = 0; f < gait_rtm_frame_count(rtm) && f < MOST_EDITS; f++) {
        REQUIRE(gait_rtm_set_phase(rtm, f, gait_rtm_phase(rtm, f)) == GAIT_OK);
        for (uint32_t b = 0; b < bones && b < MOST_EDITS; b++) {
            float matrix[12];
            gait_rtm_matrix(rtm, f, b, matrix);
            REQUIRE(gait_rtm_set_matrix(rtm, f, b, matrix) == GAIT_OK);
        }
    }
}

static void edit_rtm(gait_span bytes) {
    uint8_t *copy = borrow(bytes);
    gait_rtm *rtm;
    gait_buffer out = {0};
    if (gait_rtm_open((gait_span){copy, bytes.size}, NULL, &rtm) != GAIT_OK) {
        free(copy);
        return;
    }
    set_rtm_to_itself(rtm);
    REQUIRE(gait_rtm_own(rtm) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gait_rtm_write(rtm, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gait_rtm_free(rtm);
}

/* Names that are too long for the games, and marks that they misread, are refused: as good. */
static void set_motion_to_itself(gait_omf *omf, uint32_t motion) {
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    gait_omf_set_motion(omf, motion, &values);
    for (uint32_t t = 0; t < gait_omf_bone_count(omf) && t < MOST_EDITS; t++) {
        gait_omf_track track = gait_omf_track_at(omf, motion, t);
        REQUIRE(gait_omf_set_track(omf, motion, t, &track) == GAIT_OK);
    }
    for (uint32_t m = 0; m < gait_omf_mark_count(omf, motion) && m < MOST_EDITS; m++) {
        gait_omf_mark mark = gait_omf_mark_at(omf, motion, m);
        gait_omf_set_mark(omf, motion, m, &mark);
    }
}

static void set_omf_to_itself(gait_omf *omf) {
    for (uint32_t p = 0; p < gait_omf_part_count(omf) && p < MOST_EDITS; p++) {
        gait_omf_rename_part(omf, p, gait_omf_part_at(omf, p).name);
    }
    for (uint32_t b = 0; b < gait_omf_bone_count(omf) && b < MOST_EDITS; b++) {
        gait_omf_bone bone = gait_omf_listed_bone(omf, b);
        gait_omf_set_listed_bone(omf, b, &bone);
    }
    for (uint32_t m = 0; m < gait_omf_motion_count(omf) && m < 4; m++) {
        set_motion_to_itself(omf, m);
    }
}

static void edit_omf(gait_span bytes) {
    uint8_t *copy = borrow(bytes);
    gait_omf *omf;
    gait_buffer out = {0};
    if (gait_omf_open((gait_span){copy, bytes.size}, NULL, &omf) != GAIT_OK) {
        free(copy);
        return;
    }
    set_omf_to_itself(omf);
    REQUIRE(gait_omf_own(omf) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gait_omf_write(omf, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gait_omf_free(omf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    gait_format format = gait_detect(bytes, NULL);
    rewrite(bytes);
    if (format == GAIT_FORMAT_RTM) {
        edit_rtm(bytes);
    } else if (format == GAIT_FORMAT_OMF) {
        edit_omf(bytes);
    }
    return 0;
}
