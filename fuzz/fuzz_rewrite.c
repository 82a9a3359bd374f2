/* Fuzzes writing. A file that opens must be written unchanged from its fields, also after it was
 * detached from its source, and after each field was set to its own value. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/bmtr.h"
#include "gait/file.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "require.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

enum { MAX_EDITS = 64 };

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
    if ((gait_format_get_info(gait_file_format(file))->abilities & GAIT_CAN_WRITE) == 0) {
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

/* Copies the input. give_back() overwrites the copy before it is freed, to detect pointers into
 * it. */
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
    for (uint32_t p = 0; p < properties && p < MAX_EDITS; p++) {
        gait_rtm_property property = gait_rtm_property_at(rtm, p);
        bool is_long = property.name.size > 255 || property.value.size > 255; /* RTM014 */
        REQUIRE((gaiti_rtm_set_property(rtm, p, &property) == GAIT_OK) == !is_long);
    }
    for (uint32_t f = 0; f < gait_rtm_frame_count(rtm) && f < MAX_EDITS; f++) {
        REQUIRE(gaiti_rtm_set_phase(rtm, f, gait_rtm_phase(rtm, f)) == GAIT_OK);
        for (uint32_t b = 0; b < bones && b < MAX_EDITS; b++) {
            float matrix[12];
            gait_rtm_matrix(rtm, f, b, matrix);
            REQUIRE(gaiti_rtm_set_matrix(rtm, f, b, matrix) == GAIT_OK);
        }
    }
}

static void edit_rtm(gait_span bytes) {
    uint8_t *copy = borrow(bytes);
    gait_rtm *rtm;
    gait_buffer out = {0};
    if (gaiti_rtm_open((gait_span){copy, bytes.size}, NULL, &rtm) != GAIT_OK) {
        free(copy);
        return;
    }
    set_rtm_to_itself(rtm);
    REQUIRE(gaiti_rtm_detach(rtm) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gaiti_rtm_write(rtm, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gaiti_rtm_free(rtm);
}

static void set_bmtr_to_itself(gait_bmtr *bmtr) {
    for (uint32_t k = 0; k < gait_bmtr_key_count(bmtr) && k < MAX_EDITS; k++) {
        gait_bmtr_key key = gait_bmtr_key_at(bmtr, k);
        REQUIRE(gait_bmtr_set_key(bmtr, k, &key) == GAIT_OK);
    }
    for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr) && f < MAX_EDITS; f++) {
        REQUIRE(gaiti_bmtr_set_phase(bmtr, f, gait_bmtr_phase(bmtr, f)) == GAIT_OK);
        for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr) && b < MAX_EDITS; b++) {
            gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, b);
            REQUIRE(gaiti_bmtr_set_record(bmtr, f, b, &record) == GAIT_OK);
        }
    }
}

static void edit_bmtr(gait_span bytes) {
    uint8_t *copy = borrow(bytes);
    gait_bmtr *bmtr;
    gait_buffer out = {0};
    if (gait_bmtr_open((gait_span){copy, bytes.size}, NULL, &bmtr) != GAIT_OK) {
        free(copy);
        return;
    }
    set_bmtr_to_itself(bmtr);
    REQUIRE(gait_bmtr_detach(bmtr) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gait_bmtr_write(bmtr, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gait_bmtr_free(bmtr);
}

/* Changes every record, so that each array is compressed again, and verifies the records after
 * reopening. */
static void repack_bmtr(gait_span bytes) {
    gait_bmtr *bmtr, *again;
    gait_buffer out = {0};
    if (gait_bmtr_open(bytes, NULL, &bmtr) != GAIT_OK) {
        return;
    }
    for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
        for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr) && b < MAX_EDITS; b++) {
            gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, b);
            record.rotation[b % 4] = (int16_t)(record.rotation[b % 4] ^ 1);
            REQUIRE(gaiti_bmtr_set_record(bmtr, f, b, &record) == GAIT_OK);
        }
    }
    REQUIRE(gait_bmtr_write(bmtr, &out) == GAIT_OK);
    REQUIRE(gait_bmtr_open((gait_span){out.data, out.size}, NULL, &again) == GAIT_OK);
    for (uint32_t f = 0; f < gait_bmtr_frame_count(bmtr); f++) {
        for (uint32_t b = 0; b < gait_bmtr_bone_count(bmtr) && b < MAX_EDITS; b++) {
            gait_bmtr_record is = gait_bmtr_record_at(again, f, b);
            gait_bmtr_record was = gait_bmtr_record_at(bmtr, f, b);
            REQUIRE(memcmp(&is, &was, sizeof is) == 0);
        }
    }
    gait_bmtr_free(again);
    gait_bmtr_free(bmtr);
    gait_buffer_free(&out);
}

/* Names that are too long for games, and marks that games misread, are rejected; that is correct,
 * too. */
static void set_motion_to_itself(gait_omf *omf, uint32_t motion) {
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    gaiti_omf_set_motion(omf, motion, &values);
    for (uint32_t t = 0; t < gait_omf_bone_count(omf) && t < MAX_EDITS; t++) {
        gait_omf_track track = gait_omf_track_at(omf, motion, t);
        REQUIRE(gait_omf_set_track(omf, motion, t, &track) == GAIT_OK);
    }
    for (uint32_t m = 0; m < gait_omf_mark_count(omf, motion) && m < MAX_EDITS; m++) {
        gait_omf_mark mark = gait_omf_mark_at(omf, motion, m);
        gait_omf_set_mark(omf, motion, m, &mark);
    }
}

static void set_omf_to_itself(gait_omf *omf) {
    for (uint32_t p = 0; p < gait_omf_part_count(omf) && p < MAX_EDITS; p++) {
        gait_omf_rename_part(omf, p, gait_omf_part_at(omf, p).name);
    }
    for (uint32_t b = 0; b < gait_omf_bone_count(omf) && b < MAX_EDITS; b++) {
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
    REQUIRE(gait_omf_detach(omf) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gait_omf_write(omf, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gait_omf_free(omf);
}

/* Sets an envelope to its own keys if they fit into the buffer. */
static void set_envelope_to_itself(gait_skl *skl, uint32_t motion, uint32_t bone,
                                   uint32_t channel) {
    gait_skl_key keys[MAX_EDITS];
    gait_skl_envelope envelope = gait_skl_envelope_at(skl, motion, bone, channel);
    gait_skl_curve curve = {
        {envelope.behaviour[0], envelope.behaviour[1]}, envelope.key_count, keys};
    if (envelope.key_count <= MAX_EDITS) {
        gait_skl_read_keys(skl, motion, bone, channel, keys);
        REQUIRE(gait_skl_set_envelope(skl, motion, bone, channel, &curve) == GAIT_OK);
    }
}

static void set_skl_to_itself(gait_skl *skl) {
    for (uint32_t m = 0; m < gait_skl_motion_count(skl) && m < 4; m++) {
        gait_skl_motion values = gait_skl_motion_at(skl, m);
        REQUIRE(gaiti_skl_set_motion(skl, m, &values) == GAIT_OK);
        for (uint32_t b = 0; b < values.bone_count && b < MAX_EDITS; b++) {
            gait_skl_bone bone = gait_skl_bone_at(skl, m, b);
            REQUIRE(gait_skl_set_bone(skl, m, b, &bone) == GAIT_OK);
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                set_envelope_to_itself(skl, m, b, c);
            }
        }
        for (uint32_t k = 0; k < values.mark_count && k < MAX_EDITS; k++) {
            gait_omf_mark mark = gait_skl_mark_at(skl, m, k);
            gait_skl_set_mark(skl, m, k, &mark); /* marks that games misread are rejected */
        }
    }
}

static void edit_skl(gait_span bytes) {
    uint8_t *copy = borrow(bytes);
    gait_skl *skl;
    gait_buffer out = {0};
    if (gait_skl_open((gait_span){copy, bytes.size}, NULL, &skl) != GAIT_OK) {
        free(copy);
        return;
    }
    set_skl_to_itself(skl);
    REQUIRE(gait_skl_detach(skl) == GAIT_OK);
    give_back(copy, bytes.size);
    REQUIRE(gait_skl_write(skl, &out) == GAIT_OK);
    require_same(&out, bytes);
    gait_buffer_free(&out);
    gait_skl_free(skl);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    gait_format format = gait_detect(bytes, NULL);
    rewrite(bytes);
    if (format == GAIT_FORMAT_RTM) {
        edit_rtm(bytes);
    } else if (format == GAIT_FORMAT_BMTR) {
        edit_bmtr(bytes);
        repack_bmtr(bytes);
    } else if (format == GAIT_FORMAT_OMF) {
        edit_omf(bytes);
    } else if (format == GAIT_FORMAT_SKL || format == GAIT_FORMAT_SKLS ||
               format == GAIT_FORMAT_ANM) {
        edit_skl(bytes);
    }
    return 0;
}
