/* The fast parser for tracks agrees with the field description: its results are compared with each
 * field of the map and with the sizes of all kinds of tracks. */
#include <stdlib.h>
#include <string.h>

#include "gait/map.h"
#include "formats/file_state.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/file.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

typedef struct comparison {
    const gait_omf *omf;
    gait_span bytes;
    uint32_t compared;
} comparison;

/* Parses "motions[M].tracks[T].<rest>" and returns the rest, or NULL. */
static const char *track_path(const char *path, uint32_t *motion, uint32_t *track) {
    char *end;
    if (strncmp(path, "motions[", 8) != 0) {
        return NULL;
    }
    *motion = (uint32_t)strtoul(path + 8, &end, 10);
    if (strncmp(end, "].tracks[", 9) != 0) {
        return NULL;
    }
    *track = (uint32_t)strtoul(end + 9, &end, 10);
    return end + 2;
}

static void assert_view(const comparison *compare, const gait_field *field, gait_span view) {
    assert_int_equal(view.size, field->bytes.size);
    assert_ptr_equal(view.data, compare->bytes.data + field->offset);
}

/* Compares four-byte numbers: an integer, or floats. */
static void assert_number(const gait_field *field, const void *value) {
    uint32_t bits;
    assert_int_equal(field->bytes.size % sizeof bits, 0);
    for (size_t at = 0; at < field->bytes.size; at += sizeof bits) {
        memcpy(&bits, (const char *)value + at, sizeof bits);
        assert_int_equal(gaiti_load_u32(field->bytes.data + at), bits);
    }
}

static bool compare_field(void *user, const gait_field *field) {
    comparison *compare = user;
    uint32_t m = 0, t = 0;
    const char *part = track_path(field->name, &m, &t);
    if (!part) {
        return true;
    }
    gait_omf_track track = gait_omf_track_at(compare->omf, m, t);
    if (strcmp(part, "flags") == 0) {
        assert_int_equal(track.flags, field->bytes.data[0]);
    } else if (strcmp(part, "rotation.constant") == 0 || strcmp(part, "rotation.keys") == 0) {
        assert_view(compare, field, track.rotation_keys);
    } else if (strcmp(part, "translation.keys") == 0) {
        assert_view(compare, field, track.translation_keys);
    } else if (strcmp(part, "rotation.crc") == 0) {
        assert_number(field, &track.rotation_crc);
    } else if (strcmp(part, "translation.crc") == 0) {
        assert_number(field, &track.translation_crc);
    } else if (strcmp(part, "translation.size") == 0) {
        assert_number(field, track.size);
    } else {
        assert_true(strcmp(part, "translation.init") == 0 ||
                    strcmp(part, "translation.constant") == 0);
        assert_number(field, track.init);
    }
    compare->compared++;
    return true;
}

static uint32_t compare_bank(const test_fixture *fixture) {
    gait_omf *omf;
    if (gait_omf_open(fixture->bytes, NULL, &omf) != GAIT_OK) {
        return 0;
    }
    if (fixture->bytes.data[3] & 0x80) { /* compressed: the map has no fields */
        gait_omf_free(omf);
        return 0;
    }
    comparison compare = {omf, fixture->bytes, 0};
    gait_file file = {.row = &gaiti_omf_row, .document = omf};
    assert_int_equal(gait_file_map(&file, compare_field, &compare), GAIT_OK);
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
            assert_true(compare.compared >= 2); /* flags and some keys */
        }
    }
    gait_omf_free(omf);
    return compare.compared;
}

TEST(track_positions_match_the_field_map) {
    test_fixtures fixtures = test_fixtures_load("omf/");
    uint32_t compared = 0;
    for (size_t i = 0; i < fixtures.count; i++) {
        compared += compare_bank(&fixtures.items[i]);
    }
    assert_true(compared > 200);
    test_fixtures_free(&fixtures);
}

/* The index processes runs of tracks of the same kind at once. The tests use banks with every pair
 * of kinds, in runs of different lengths. */
static void put_track(gait_omf_track *track, uint8_t flags, uint32_t frames) {
    static uint8_t zeros[16 * 8];
    bool floats = flags & GAIT_OMF_FLOAT_KEYS;
    uint32_t key = floats ? 12 : flags & GAIT_OMF_TRANSLATION_16 ? 6 : 3;
    *track = (gait_omf_track){.flags = flags};
    track->rotation_keys =
        (gait_span){zeros, (flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : frames) * (floats ? 16 : 8)};
    track->translation_keys =
        (gait_span){zeros, flags & GAIT_OMF_TRANSLATION_KEYS ? frames * key : 0};
}

static void reopen_and_compare(const gait_omf *made, uint32_t motions, uint32_t bones) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(made, &out), GAIT_OK);
    test_fixture fixture = {.bytes = {out.data, out.size}};
    assert_true(compare_bank(&fixture) >= motions * bones * 3);
    gait_omf *read;
    assert_int_equal(gait_omf_open(fixture.bytes, NULL, &read), GAIT_OK);
    for (uint32_t m = 0; m < motions; m++) {
        for (uint32_t t = 0; t < bones; t++) {
            assert_int_equal(gait_omf_track_at(read, m, t).flags,
                             gait_omf_track_at(made, m, t).flags);
        }
    }
    gait_omf_free(read);
    gait_buffer_free(&out);
}

TEST(track_kinds_follow_in_any_order) {
    enum { BONES = 6, MOTIONS = 24 };
    for (uint32_t pattern = 0; pattern < 256; pattern++) {
        gait_omf *omf;
        assert_int_equal(gaiti_omf_new(3, NULL, &omf), GAIT_OK);
        assert_int_equal(gaiti_omf_add_part(omf, (gait_span){(const uint8_t *)"p", 1}), GAIT_OK);
        for (uint32_t b = 0; b < BONES; b++) {
            char name = (char)('a' + b);
            gait_span span = {(const uint8_t *)&name, 1};
            assert_int_equal(gaiti_omf_add_bone(omf, span, b), GAIT_OK);
        }
        for (uint32_t m = 0; m < MOTIONS; m++) {
            gait_omf_track tracks[BONES];
            gait_omf_motion motion = {.frame_count = 1 + (m / 5) % 3};
            for (uint32_t b = 0; b < BONES; b++) {
                uint32_t kind = (m * 7 + b * 3) % 11 < 7 ? pattern & 15 : pattern >> 4;
                put_track(&tracks[b], (uint8_t)kind, motion.frame_count);
            }
            assert_int_equal(gaiti_omf_add_motion(omf, &motion, tracks), GAIT_OK);
        }
        reopen_and_compare(omf, MOTIONS, BONES);
        gait_omf_free(omf);
    }
}

static uint64_t begin_chunk(gait_buffer *out, uint32_t id) {
    assert_true(gaiti_write_u32(out, id) && gaiti_write_u32(out, 0));
    return out->size;
}

static void end_chunk(gait_buffer *out, uint64_t start) {
    gaiti_store_u32(out->data + start - 4, (uint32_t)(out->size - start));
}

/* A bank of one motion without frames, whose tracks have float keys and use 9 bytes each, the
 * smallest possible size, so that very many fit in the chunk. */
static gait_buffer bank_without_frames(uint32_t bone_count) {
    gait_buffer out = {0};
    uint64_t params = begin_chunk(&out, 15);
    gaiti_write_u16(&out, 4);
    gaiti_write_u16(&out, 1);
    gaiti_write(&out, "all", 4);
    gaiti_write_u16(&out, (uint16_t)bone_count);
    for (uint32_t b = 0; b < bone_count; b++) {
        const char name[] = {(char)('a' + b / 26 % 26), (char)('a' + b % 26), 0};
        gaiti_write(&out, name, sizeof name);
        gaiti_write_u32(&out, b);
    }
    gaiti_write_u16(&out, 1);
    gaiti_write(&out, "m", 2);
    gaiti_write_fill(&out, 0, 4 + 2 + 2 + 4 * 4 + 4); /* flags to the count of marks */
    end_chunk(&out, params);
    uint64_t motions = begin_chunk(&out, 14);
    uint64_t count = begin_chunk(&out, 0);
    gaiti_write_u32(&out, 1);
    end_chunk(&out, count);
    uint64_t motion = begin_chunk(&out, 1);
    gaiti_write(&out, "m", 2);
    gaiti_write_u32(&out, 0);
    for (uint32_t b = 0; b < bone_count; b++) {
        gaiti_write_u8(&out, GAIT_OMF_FLOAT_KEYS | GAIT_OMF_TRANSLATION_KEYS);
        gaiti_write_fill(&out, 0, 8); /* two checksums */
    }
    end_chunk(&out, motion);
    end_chunk(&out, motions);
    return out;
}

TEST(smallest_tracks_fit_in_the_index) {
    enum { BONES = 676 };
    gait_buffer bank = bank_without_frames(BONES);
    gait_omf *omf;
    gait_span bytes = {bank.data, bank.size};
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gait_omf_bone_count(omf), BONES);
    assert_int_equal(gait_omf_motion_count(omf), 1);
    for (uint32_t t = 0; t < BONES; t++) {
        assert_int_equal(gait_omf_track_at(omf, 0, t).flags, 9);
    }
    gait_omf_free(omf);
    gait_buffer_free(&bank);
}
