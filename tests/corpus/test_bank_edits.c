/* Edits of whole motions in every real bank. The expected bytes are put together without the
 * library; edits there and back must restore the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank_pieces.h"
#include "corpus_files.h"
#include "gait/expert.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

static struct { unsigned banks, motions, renamed, removed, unusual; } seen;

/* A bank, its bytes, and its pieces. */
typedef struct real_bank {
    gait_span bytes;
    gait_omf *omf;
    bank_pieces pieces;
} real_bank;

static gait_buffer write_bank(const gait_omf *omf) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    return out;
}

static void assert_restored(const real_bank *bank) {
    gait_buffer out = write_bank(bank->omf);
    assert_int_equal(out.size, bank->bytes.size);
    assert_memory_equal(out.data, bank->bytes.data, out.size);
    gait_buffer_free(&out);
}

static void assert_pieces(const gait_omf *omf, const bank_pieces *expected) {
    gait_buffer out = write_bank(omf);
    bank_pieces_assert(expected, &out);
}

static bool is_label(const bank_piece *piece) {
    return piece->label.size == piece->name.size &&
           memcmp(piece->label.data, piece->name.data, piece->name.size) == 0;
}

static void rename_there_and_back(real_bank *bank, uint32_t motion) {
    bank_piece *piece = &bank->pieces.items[motion], old = *piece;
    gait_buffer name = {0};
    assert_int_equal(gait_name_to_utf8(old.name, 0, &name), GAIT_OK);
    assert_int_equal(gait_buffer_append(&name, "", 1), GAIT_OK);
    assert_int_equal(gaiti_omf_rename_motion(bank->omf, motion, "another name", NULL), GAIT_OK);
    piece->name = test_span("another name");
    piece->label = is_label(&old) ? piece->name : old.label;
    assert_pieces(bank->omf, &bank->pieces);
    assert_int_equal(gaiti_omf_rename_motion(bank->omf, motion, (const char *)name.data, NULL),
                     GAIT_OK);
    assert_restored(bank);
    *piece = old;
    gait_buffer_free(&name);
    seen.renamed++;
}

/* The pieces in another order. Free the items. */
static bank_pieces select_pieces(const bank_pieces *pieces, const uint32_t *order, uint32_t count) {
    bank_pieces moved = {.params = pieces->params, .count = count};
    moved.items = calloc((size_t)count + 1, sizeof *moved.items);
    for (uint32_t i = 0; i < count; i++) {
        moved.items[i] = pieces->items[order[i]];
        moved.items[i].motion = bank_pieces_renumber(&moved.items[i], order[i], i);
    }
    return moved;
}

/* Motion i comes from (i * step + first) % count; `step` has no common divisor with the count. */
static void reorder_there_and_back(real_bank *bank, uint32_t step, uint32_t first) {
    uint32_t count = bank->pieces.count;
    uint32_t *order = calloc(count, sizeof *order), *back = calloc(count, sizeof *back);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (uint32_t)(((uint64_t)i * step + first) % count);
        back[order[i]] = i;
    }
    bank_pieces moved = select_pieces(&bank->pieces, order, count);
    assert_int_equal(gaiti_omf_reorder_motions(bank->omf, order, count), GAIT_OK);
    assert_pieces(bank->omf, &moved);
    assert_int_equal(gaiti_omf_reorder_motions(bank->omf, back, count), GAIT_OK);
    assert_restored(bank);
    bank_pieces_free(&moved);
    free(back);
    free(order);
}

static void duplicate_and_remove(real_bank *bank, uint32_t motion) {
    uint32_t count = bank->pieces.count, *order = calloc((size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    order[count] = motion;
    bank_pieces more = select_pieces(&bank->pieces, order, count + 1);
    bank_piece *copy = &more.items[count];
    copy->label = is_label(copy) ? test_span("copy") : copy->label;
    copy->name = test_span("copy");
    assert_int_equal(gaiti_omf_duplicate_motion(bank->omf, motion, "copy", NULL), GAIT_OK);
    assert_pieces(bank->omf, &more);
    assert_int_equal(gaiti_omf_remove_motions(bank->omf, &count, 1, NULL), GAIT_OK);
    assert_restored(bank);
    bank_pieces_free(&more);
    free(order);
}

/* Removes every second motion, and extracts the same ones. */
static void remove_and_extract(const real_bank *bank) {
    uint32_t count = bank->pieces.count, odd_count = 0, even_count = 0;
    uint32_t *odd = calloc(count, sizeof *odd), *even = calloc(count, sizeof *even);
    gait_omf *omf, *extracted;
    for (uint32_t i = 0; i < count; i++) {
        if (i % 2) {
            odd[odd_count++] = i;
        } else {
            even[even_count++] = i;
        }
    }
    bank_pieces kept = select_pieces(&bank->pieces, even, even_count);
    assert_int_equal(gait_omf_open(bank->bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_extract(omf, even, even_count, NULL, &extracted), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motions(omf, odd, odd_count, NULL), GAIT_OK);
    assert_pieces(omf, &kept);
    assert_pieces(extracted, &kept);
    seen.removed += odd_count;
    gait_omf_free(extracted);
    gait_omf_free(omf);
    bank_pieces_free(&kept);
    free(even);
    free(odd);
}

/* Extracts each motion as a file, opens the files, and merges them in order. */
static void extract_each_and_merge(const real_bank *bank) {
    uint32_t count = bank->pieces.count;
    gait_buffer *files = calloc(count, sizeof *files);
    gait_omf **parts = calloc(count, sizeof(gait_omf *));
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    for (uint32_t m = 0; m < count; m++) {
        gait_omf *part;
        assert_int_equal(gaiti_omf_extract(bank->omf, &m, 1, NULL, &part), GAIT_OK);
        files[m] = write_bank(part);
        gait_omf_free(part);
        assert_int_equal(gait_omf_open((gait_span){files[m].data, files[m].size}, NULL, &parts[m]),
                         GAIT_OK);
    }
    for (uint32_t m = 1; m < count; m++) {
        gait_merged merged;
        assert_int_equal(gaiti_omf_merge(parts[0], parts[m], &options, NULL, &merged), GAIT_OK);
        assert_int_equal(merged.appended, 1);
    }
    real_bank joined = {.bytes = bank->bytes, .omf = parts[0]};
    assert_restored(&joined);
    for (uint32_t m = 0; m < count; m++) {
        gait_omf_free(parts[m]);
        gait_buffer_free(&files[m]);
    }
    free((void *)parts);
    free(files);
}

static void edit_bank(real_bank *bank) {
    uint32_t count = bank->pieces.count;
    const uint32_t places[3] = {0, count / 2, count - 1};
    gait_buffer joined = bank_pieces_join(&bank->pieces);
    assert_int_equal(joined.size, bank->bytes.size);
    assert_memory_equal(joined.data, bank->bytes.data, joined.size);
    gait_buffer_free(&joined);
    assert_int_equal(gait_omf_motion_count(bank->omf), count);
    for (int i = 0; i < 3 && count > 0; i++) {
        rename_there_and_back(bank, places[i]);
        duplicate_and_remove(bank, places[i]);
    }
    if (count > 0) {
        reorder_there_and_back(bank, count - 1 ? count - 1 : 1, count - 1); /* backwards */
        reorder_there_and_back(bank, 1, 1);
        remove_and_extract(bank);
        extract_each_and_merge(bank);
    }
    seen.banks++;
    seen.motions += count;
}

static void visit(const char *path, gait_span bytes) {
    real_bank bank = {.bytes = bytes};
    if (gait_omf_open(bytes, NULL, &bank.omf) == GAIT_OK) {
        if (bank_pieces_parse(bytes, &bank.pieces)) {
            edit_bank(&bank);
        } else {
            printf("%s: unusual order of chunks\n", path);
            seen.unusual++;
        }
        bank_pieces_free(&bank.pieces);
    }
    gait_omf_free(bank.omf);
}

static void real_banks_are_edited_there_and_back(void **state) {
    (void)state;
    assert_true(corpus_each(".omf", visit));
    print_message("%u banks with %u motions: %u renamed, %u removed; %u banks left out\n",
                  seen.banks, seen.motions, seen.renamed, seen.removed, seen.unusual);
    assert_true(seen.banks > 0);
    assert_int_equal(seen.unusual, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_banks_are_edited_there_and_back)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
