/* Compares our CRC-32 with zlib: every implementation, size and alignment, and the checksums of
 * real banks. */
#define _XOPEN_SOURCE 700 /* nftw */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "codec/crc32/crc32.h"
#include "gait/omf.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"

enum { SIZES = 4096, ALIGNMENTS = 16, BIG = 3 << 20, BIG_ROUNDS = 24 };

static uint32_t compared(const uint8_t *data, size_t size) {
    return (uint32_t)crc32(crc32(0, NULL, 0), data, (uInt)size);
}

static uint8_t *random_bytes(size_t size, uint64_t seed) {
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(int)(test_random(&seed) * 128);
    }
    return bytes;
}

static void assert_agrees(const uint8_t *data, size_t size) {
    uint32_t wanted = compared(data, size);
    assert_int_equal(gaiti_crc32(data, size), wanted);
    for (int way = 0; way < GAITI_CRC32_WAYS; way++) {
        if (gaiti_crc32_has((gaiti_crc32_way)way)) {
            assert_int_equal(gaiti_crc32_by((gaiti_crc32_way)way, data, size), wanted);
        }
    }
}

TEST(crc_matches_zlib_for_every_size_and_alignment) {
    uint8_t *bytes = random_bytes(SIZES + ALIGNMENTS, 1);
    for (size_t start = 0; start < ALIGNMENTS; start++) {
        for (size_t size = 0; size <= SIZES; size++) {
            assert_agrees(bytes + start, size);
        }
    }
    free(bytes);
}

TEST(crc_matches_zlib_for_big_blocks) {
    uint64_t seed = 2;
    uint8_t *bytes = random_bytes(BIG, 3);
    for (int round = 0; round < BIG_ROUNDS; round++) {
        size_t start = (size_t)((test_random(&seed) + 1) / 2 * BIG);
        size_t size = (size_t)((test_random(&seed) + 1) / 2 * (double)(BIG - start));
        assert_agrees(bytes + start, size);
    }
    memset(bytes, 0, BIG);
    assert_agrees(bytes, BIG);
    memset(bytes, 0xFF, BIG);
    assert_agrees(bytes, BIG);
    free(bytes);
}

/* --- real banks ------------------------------------------------------------------------------- */

static struct { unsigned banks, blocks, zeros; } seen;

static void look_at_block(const char *path, gait_span keys, uint32_t stored) {
    uint32_t wanted = compared(keys.data, keys.size);
    assert_int_equal(gaiti_omf_crc(keys), wanted);
    seen.blocks++;
    if (stored != wanted) {
        if (stored != 0) {
            print_message("%s: %08x stored, %08x computed\n", path, stored, wanted);
        }
        assert_int_equal(stored, 0); /* some exporters write 0 */
        seen.zeros++;
    }
}

static void look_at_bank(const char *path, const gait_omf *omf) {
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        for (uint32_t b = 0; b < gait_omf_bone_count(omf); b++) {
            gait_omf_track track = gait_omf_track_at(omf, m, b);
            if (!(track.flags & GAIT_OMF_ROTATION_CONSTANT)) {
                look_at_block(path, track.rotation_keys, track.rotation_crc);
            }
            if (track.flags & GAIT_OMF_TRANSLATION_KEYS) {
                look_at_block(path, track.translation_keys, track.translation_crc);
            }
        }
    }
}

static int look_at_file(const char *path, const struct stat *info, int type, struct FTW *place) {
    size_t length = strlen(path), size = (size_t)info->st_size;
    (void)place;
    if (type != FTW_F || length < 4 || strcmp(path + length - 4, ".omf") != 0) {
        return 0;
    }
    uint8_t *bytes = malloc(size + 1);
    FILE *file = fopen(path, "rb");
    gait_omf *omf = NULL;
    assert_non_null(bytes);
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    if (gait_omf_open((gait_span){bytes, size}, NULL, &omf) == GAIT_OK) {
        look_at_bank(path, omf);
        seen.banks++;
        gait_omf_free(omf);
    }
    free(bytes);
    return 0;
}

TEST(checksums_of_real_banks_are_right_or_zero) {
    const char *corpus = getenv("GAIT_CORPUS");
    const char *samples = getenv("GAIT_SAMPLES");
    if (samples) {
        assert_int_equal(nftw(samples, look_at_file, 8, FTW_PHYS), 0);
        assert_int_equal(seen.zeros, 0);
    }
    if (corpus) {
        nftw(corpus, look_at_file, 8, FTW_PHYS); /* the folder may be missing */
    }
    if (seen.banks == 0) {
        skip();
    }
    print_message("%u banks, %u blocks of keys, %u stored checksums are zero\n", seen.banks,
                  seen.blocks, seen.zeros);
}
