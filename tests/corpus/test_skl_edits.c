/* Edits of whole motions in every real .skl and .skls, and in files of motions that are converted
 * from every real bank. The expected bytes are put together without the library; edits there and
 * back must restore the file. */
#include <stdlib.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "pieces.h"
#include "skl_pieces.h"
#include "test.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

static struct { unsigned files, motions, renamed, removed, joined; } seen;

/* A file, its bytes, and its pieces. */
typedef struct real_file {
    gait_span bytes;
    gait_skl *skl;
    skl_pieces pieces;
} real_file;

static gait_buffer write_file(const gait_skl *skl) {
    gait_buffer out = {0};
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    return out;
}

static void assert_pieces(const gait_skl *skl, const skl_pieces *expected) {
    gait_buffer out = write_file(skl);
    skl_pieces_assert(expected, &out);
}

static void assert_bytes(const gait_skl *skl, gait_span expected) {
    gait_buffer out = write_file(skl);
    pieces_assert_equal(expected, &out);
}

static void rename_there_and_back(real_file *file, uint32_t motion) {
    skl_piece *piece = &file->pieces.items[motion], old = *piece;
    gait_buffer name = {0};
    assert_int_equal(gait_name_to_utf8(old.name, 0, &name), GAIT_OK);
    assert_int_equal(gait_buffer_append(&name, "", 1), GAIT_OK);
    assert_int_equal(gaiti_skl_rename_motion(file->skl, motion, "another name", NULL), GAIT_OK);
    piece->name = test_span("another name");
    assert_pieces(file->skl, &file->pieces);
    assert_int_equal(gaiti_skl_rename_motion(file->skl, motion, (const char *)name.data, NULL),
                     GAIT_OK);
    assert_bytes(file->skl, file->bytes);
    *piece = old;
    gait_buffer_free(&name);
    seen.renamed++;
}

/* Motion i comes from (i * step + first) % count; `step` has no common divisor with the count. */
static void reorder_there_and_back(real_file *file, uint32_t step, uint32_t first) {
    uint32_t count = file->pieces.count;
    uint32_t *order = calloc(count, sizeof *order), *back = calloc(count, sizeof *back);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (uint32_t)(((uint64_t)i * step + first) % count);
        back[order[i]] = i;
    }
    skl_pieces moved = skl_pieces_select(&file->pieces, order, count);
    assert_int_equal(gaiti_skl_reorder_motions(file->skl, order, count), GAIT_OK);
    assert_pieces(file->skl, &moved);
    assert_int_equal(gaiti_skl_reorder_motions(file->skl, back, count), GAIT_OK);
    assert_bytes(file->skl, file->bytes);
    skl_pieces_free(&moved);
    free(back);
    free(order);
}

static void duplicate_and_remove(real_file *file, uint32_t motion) {
    uint32_t count = file->pieces.count, *order = calloc((size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    order[count] = motion;
    skl_pieces more = skl_pieces_select(&file->pieces, order, count + 1);
    more.items[count].name = test_span("copy");
    assert_int_equal(gaiti_skl_duplicate_motion(file->skl, motion, "copy", NULL), GAIT_OK);
    assert_pieces(file->skl, &more);
    assert_int_equal(gaiti_skl_remove_motions(file->skl, &count, 1, NULL), GAIT_OK);
    assert_bytes(file->skl, file->bytes);
    skl_pieces_free(&more);
    free(order);
}

/* Removes every second motion, and extracts the others. */
static void remove_and_extract(const real_file *file) {
    uint32_t count = file->pieces.count, odd_count = 0, even_count = 0;
    uint32_t *odd = calloc(count, sizeof *odd), *even = calloc(count, sizeof *even);
    gait_skl *skl, *extracted;
    for (uint32_t i = 0; i < count; i++) {
        if (i % 2) {
            odd[odd_count++] = i;
        } else {
            even[even_count++] = i;
        }
    }
    skl_pieces kept = skl_pieces_select(&file->pieces, even, even_count);
    assert_int_equal(gait_skl_open(file->bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_extract(skl, even, even_count, GAIT_SKL_MANY, NULL, &extracted),
                     GAIT_OK);
    assert_int_equal(gaiti_skl_remove_motions(skl, odd, odd_count, NULL), GAIT_OK);
    assert_pieces(skl, &kept);
    assert_pieces(extracted, &kept);
    seen.removed += odd_count;
    gait_skl_free(extracted);
    gait_skl_free(skl);
    skl_pieces_free(&kept);
    free(even);
    free(odd);
}

/* Extracts a motion as a file, compares its bytes, and opens it. */
static gait_skl *extract_file(const real_file *file, uint32_t motion, gait_skl_kind kind,
                              gait_buffer *out) {
    skl_pieces expected = skl_pieces_select(&file->pieces, &motion, 1);
    gait_skl *part;
    if (expected.is_many != (kind == GAIT_SKL_MANY)) {
        expected.is_many = !expected.is_many;
        expected.tail = expected.trailing = (gait_span){NULL, 0};
    }
    assert_int_equal(gaiti_skl_extract(file->skl, &motion, 1, kind, NULL, &part), GAIT_OK);
    assert_pieces(part, &expected);
    *out = write_file(part);
    gait_skl_free(part);
    skl_pieces_free(&expected);
    assert_int_equal(gait_skl_open((gait_span){out->data, out->size}, NULL, &part), GAIT_OK);
    return part;
}

/* Extracts each motion as a file of this kind, opens the files, and merges them in order. The
 * result is the original, or for an .skl the .skls of its motion. */
static void extract_each_and_merge(const real_file *file, gait_skl_kind kind) {
    uint32_t count = file->pieces.count;
    gait_buffer *files = calloc(count, sizeof *files);
    gait_skl **parts = calloc(count, sizeof(gait_skl *));
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    skl_pieces expected = file->pieces;
    for (uint32_t m = 0; m < count; m++) {
        parts[m] = extract_file(file, m, m == 0 ? GAIT_SKL_MANY : kind, &files[m]);
    }
    for (uint32_t m = 1; m < count; m++) {
        gait_merged merged;
        assert_int_equal(gaiti_skl_merge(parts[0], parts[m], &options, NULL, &merged), GAIT_OK);
        assert_int_equal(merged.appended, 1);
        seen.joined++;
    }
    if (!expected.is_many) {
        expected.is_many = true;
        expected.trailing = (gait_span){NULL, 0};
    }
    assert_pieces(parts[0], &expected);
    for (uint32_t m = 0; m < count; m++) {
        gait_skl_free(parts[m]);
        gait_buffer_free(&files[m]);
    }
    free((void *)parts);
    free(files);
}

static void edit_file(real_file *file) {
    uint32_t count = file->pieces.count;
    const uint32_t places[3] = {0, count / 2, count - 1};
    assert_int_equal(gait_skl_motion_count(file->skl), count);
    assert_pieces(file->skl, &file->pieces);
    for (uint32_t m = 0; m < count; m++) {
        rename_there_and_back(file, m);
    }
    reorder_there_and_back(file, count - 1 ? count - 1 : 1, count - 1); /* backwards */
    reorder_there_and_back(file, 1, 1);
    if (file->pieces.is_many) {
        for (int i = 0; i < 3; i++) {
            duplicate_and_remove(file, places[i]);
        }
        remove_and_extract(file);
    }
    extract_each_and_merge(file, GAIT_SKL_ONE);
    extract_each_and_merge(file, GAIT_SKL_MANY);
    seen.files++;
    seen.motions += count;
}

static void edit_bytes(const char *path, gait_span bytes) {
    real_file file = {.bytes = bytes};
    if (gait_skl_open(bytes, NULL, &file.skl) == GAIT_OK) {
        bool is_parsed = skl_pieces_parse(bytes, &file.pieces);
        if (!is_parsed) {
            print_message("%s: not parsed by the test\n", path);
        }
        assert_true(is_parsed);
        if (file.pieces.count > 0) {
            edit_file(&file);
        }
        skl_pieces_free(&file.pieces);
    }
    gait_skl_free(file.skl);
}

/* Some motions of a bank as an .skls of version 7. */
static gait_buffer convert_bank(const gait_omf *omf) {
    enum { MOST_MOTIONS = 9 };
    gait_skl *skl;
    gait_skeleton *skeleton;
    uint32_t count = gait_omf_motion_count(omf);
    uint32_t step = count > MOST_MOTIONS ? count / MOST_MOTIONS : 1;
    assert_int_equal(gaiti_omf_bind_skeleton(omf, NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &skl), GAIT_OK);
    for (uint32_t m = 0; m < count && gait_skl_motion_count(skl) < MOST_MOTIONS; m += step) {
        gait_clip *clip;
        if (gaiti_omf_clip(omf, m, skeleton, NULL, &clip) == GAIT_OK) {
            gaiti_skl_add_clip(skl, clip, 7, UINT32_MAX, NULL);
            gait_clip_free(clip);
        }
    }
    gait_buffer out = write_file(skl);
    gait_skl_free(skl);
    gait_skeleton_free(skeleton);
    return out;
}

static void edit_bank(const char *path, gait_span bytes) {
    gait_omf *omf;
    if (gait_omf_open(bytes, NULL, &omf) == GAIT_OK && gait_omf_motion_count(omf) > 0) {
        gait_buffer converted = convert_bank(omf);
        edit_bytes(path, (gait_span){converted.data, converted.size});
        gait_buffer_free(&converted);
    }
    gait_omf_free(omf);
}

static void real_motions_are_edited_there_and_back(void **state) {
    (void)state;
    assert_true(corpus_each(".skl", edit_bytes));
    assert_true(corpus_each(".skls", edit_bytes));
    unsigned real_files = seen.files;
    assert_true(corpus_each(".omf", edit_bank));
    print_message("%u real files, %u from banks, %u motions: %u renamed, %u removed, %u joined\n",
                  real_files, seen.files - real_files, seen.motions, seen.renamed, seen.removed,
                  seen.joined);
    assert_true(real_files > 0 && seen.joined > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_motions_are_edited_there_and_back)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
