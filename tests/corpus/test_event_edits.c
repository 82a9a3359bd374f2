/* Removes events of every real RTM, binarised RTM and bank, and inserts them again. The places of
 * events are found without the library: all other bytes must be equal, and in the end the whole
 * file. */
#include <stdlib.h>

#include "bank_pieces.h"
#include "corpus_files.h"
#include "gait/expert.h"
#include "pieces.h"
#include "test.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"

static struct { unsigned files, events, compared; } rtm, bmtr, omf, empty;

/* Of each list, this many events are removed and compared one at a time. All events are removed and
 * inserted again. */
enum { COMPARED = 12 };

static bool is_compared(uint32_t event, uint32_t count) {
    return count <= COMPARED || event % (count / COMPARED) == 0 || event + 1 == count;
}

/* The bytes of all events of a list, one after the other, and the place of their number. */
typedef struct event_list {
    uint32_t count;
    size_t count_at;
    size_t *ends; /* ends[i] is the offset of event i, and of the end of event i - 1 */
} event_list;

static event_list list_of(pieces_cursor *in, const uint8_t *start,
                          void (*take_event)(pieces_cursor *in)) {
    event_list list = {.count_at = (size_t)(in->at - start)};
    list.count = pieces_take_number(in, 4);
    list.ends = calloc((size_t)list.count + 1, sizeof *list.ends);
    assert_non_null(list.ends);
    for (uint32_t i = 0; i < list.count; i++) {
        list.ends[i] = (size_t)(in->at - start);
        take_event(in);
    }
    list.ends[list.count] = (size_t)(in->at - start);
    assert_false(in->failed);
    return list;
}

/* `bytes` without one event. */
static gait_buffer without_event(gait_span bytes, const event_list *list, uint32_t event) {
    gait_buffer out = {0};
    pieces_put(&out, (gait_span){bytes.data, list->count_at});
    pieces_put_number(&out, list->count - 1, 4);
    size_t first = list->count_at + 4, end = list->ends[event + 1];
    pieces_put(&out, (gait_span){bytes.data + first, list->ends[event] - first});
    pieces_put(&out, (gait_span){bytes.data + end, bytes.size - end});
    return out;
}

static void assert_equal_and_free(gait_buffer *expected, gait_buffer *written) {
    pieces_assert_equal((gait_span){expected->data, expected->size}, written);
    gait_buffer_free(expected);
}

/* --- plain RTM -------------------------------------------------------------------------------- */

static gait_buffer write_rtm(const gait_rtm *document) {
    gait_buffer out = {0};
    assert_int_equal(gaiti_rtm_write(document, &out), GAIT_OK);
    return out;
}

static void take_property(pieces_cursor *in) {
    pieces_take(in, 4);
    pieces_take(in, pieces_take_number(in, 1));
    pieces_take(in, pieces_take_number(in, 1));
}

static void edit_properties(gait_span bytes, gait_rtm *document) {
    pieces_cursor in = pieces_over(bytes);
    assert_memory_equal(pieces_take(&in, 8).data, "RTM_MDAT", 8);
    uint32_t reserved = pieces_take_number(&in, 4);
    event_list list = list_of(&in, bytes.data, take_property);
    assert_int_equal(gait_rtm_property_count(document), list.count);
    assert_int_equal(reserved, 0);
    for (uint32_t i = 0; i < list.count; i++) {
        gait_rtm_property property = gait_rtm_property_at(document, i);
        assert_int_equal(gaiti_rtm_remove_property(document, i), GAIT_OK);
        if (is_compared(i, list.count)) {
            gait_buffer expected = without_event(bytes, &list, i), out = write_rtm(document);
            if (list.count == 1) { /* without the block */
                gait_buffer_free(&expected);
                pieces_put(&expected,
                           (gait_span){bytes.data + list.ends[1], bytes.size - list.ends[1]});
            }
            assert_equal_and_free(&expected, &out);
            rtm.compared++;
        }
        assert_int_equal(gaiti_rtm_insert_property(document, i, &property), GAIT_OK);
    }
    for (uint32_t i = 0; i < list.count; i++) { /* the last one becomes the first one */
        gait_rtm_property property = gait_rtm_property_at(document, list.count - 1);
        assert_int_equal(gaiti_rtm_remove_property(document, list.count - 1), GAIT_OK);
        assert_int_equal(gaiti_rtm_insert_property(document, 0, &property), GAIT_OK);
    }
    rtm.files++;
    rtm.events += list.count;
    free(list.ends);
}

static void add_property_and_remove(gait_rtm *document) {
    gait_rtm_property property = {0.5F, test_span("StepSound"), test_span("left")};
    assert_int_equal(gaiti_rtm_insert_property(document, 0, &property), GAIT_OK);
    assert_int_equal(gaiti_rtm_remove_property(document, 0), GAIT_OK);
    empty.files++;
}

/* --- binarised RTM ---------------------------------------------------------------------------- */

static gait_buffer write_bmtr(const gait_bmtr *document) {
    gait_buffer out = {0};
    assert_int_equal(gait_bmtr_write(document, &out), GAIT_OK);
    return out;
}

static void take_key(pieces_cursor *in) {
    pieces_take(in, 4);
    pieces_take_text(in);
    pieces_take(in, 4);
    pieces_take_text(in);
}

static event_list list_keys(gait_span bytes, uint32_t *out_version) {
    pieces_cursor in = pieces_over(bytes);
    assert_memory_equal(pieces_take(&in, 4).data, "BMTR", 4);
    *out_version = pieces_take_number(&in, 4);
    pieces_take(&in, 1 + 12 + 4 + 4 + 4);
    for (uint32_t bones = pieces_take_number(&in, 4); bones > 0 && !in.failed; bones--) {
        pieces_take_text(&in);
    }
    if (*out_version < 4) {
        return (event_list){0};
    }
    for (uint32_t texts = pieces_take_number(&in, 4); texts > 0 && !in.failed; texts--) {
        pieces_take_text(&in);
    }
    return list_of(&in, bytes.data, take_key);
}

static void edit_keys(gait_span bytes, gait_bmtr *document) {
    uint32_t version;
    event_list list = list_keys(bytes, &version);
    gait_bmtr_key added = {.id = -1, .name = test_span("sound"), .value = test_span("x")};
    assert_int_equal(gait_bmtr_key_count(document), list.count);
    for (uint32_t i = 0; i < list.count; i++) {
        gait_bmtr_key key = gait_bmtr_key_at(document, i);
        assert_int_equal(gaiti_bmtr_remove_key(document, i), GAIT_OK);
        if (is_compared(i, list.count)) {
            gait_buffer expected = without_event(bytes, &list, i), out = write_bmtr(document);
            assert_equal_and_free(&expected, &out);
            bmtr.compared++;
        }
        assert_int_equal(gaiti_bmtr_insert_key(document, i, &key), GAIT_OK);
    }
    if (version >= 4) {
        assert_int_equal(gaiti_bmtr_insert_key(document, 0, &added), GAIT_OK);
        assert_int_equal(gaiti_bmtr_remove_key(document, 0), GAIT_OK);
        bmtr.files += list.count > 0;
        empty.files += list.count == 0;
    }
    bmtr.events += list.count;
    free(list.ends);
}

static void visit_rtm(const char *path, gait_span bytes) {
    (void)path;
    gait_rtm *document;
    gait_bmtr *binarised;
    if (gaiti_rtm_open(bytes, NULL, &document) == GAIT_OK) {
        if (gait_rtm_property_count(document) > 0) {
            edit_properties(bytes, document);
        } else {
            add_property_and_remove(document);
        }
        gait_buffer out = write_rtm(document);
        pieces_assert_equal(bytes, &out);
        gaiti_rtm_free(document);
    }
    if (gait_bmtr_open(bytes, NULL, &binarised) == GAIT_OK) {
        edit_keys(bytes, binarised);
        gait_buffer out = write_bmtr(binarised);
        pieces_assert_equal(bytes, &out);
        gait_bmtr_free(binarised);
    }
}

/* --- banks ------------------------------------------------------------------------------------ */

static gait_buffer write_omf(const gait_omf *document) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(document, &out), GAIT_OK);
    return out;
}

static void take_mark(pieces_cursor *in) {
    pieces_take_line(in);
    pieces_take(in, (size_t)pieces_take_number(in, 4) * 8);
}

static void compare_without(const gait_omf *document, bank_pieces *pieces, uint32_t motion,
                            const event_list *list, uint32_t mark) {
    gait_span old = pieces->items[motion].values;
    gait_buffer less = without_event(old, list, mark), out = write_omf(document);
    pieces->items[motion].values = (gait_span){less.data, less.size};
    bank_pieces_assert(pieces, &out);
    pieces->items[motion].values = old;
    gait_buffer_free(&less);
    omf.compared++;
}

/* Returns the number of marks. Compares whole banks for at most `*left` of them. */
static uint32_t edit_marks(gait_omf *document, bank_pieces *pieces, uint32_t motion,
                           uint32_t *left) {
    gait_span values = pieces->items[motion].values;
    pieces_cursor in = pieces_over(values);
    pieces_take(&in, 16);
    event_list list = list_of(&in, values.data, take_mark);
    assert_int_equal(gait_omf_mark_count(document, motion), list.count);
    for (uint32_t i = 0; i < list.count; i++) {
        gait_omf_mark mark = gait_omf_mark_at(document, motion, i);
        assert_int_equal(gaiti_omf_remove_mark(document, motion, i), GAIT_OK);
        if (*left > 0) {
            compare_without(document, pieces, motion, &list, i);
            (*left)--;
        }
        assert_int_equal(gaiti_omf_insert_mark(document, motion, i, &mark), GAIT_OK);
    }
    free(list.ends);
    return list.count;
}

static void visit_omf(const char *path, gait_span bytes) {
    (void)path;
    gait_omf *document;
    bank_pieces pieces;
    gait_omf_mark added = {.name = test_span("Left")};
    uint32_t left = COMPARED, marks = 0;
    if (gait_omf_open(bytes, NULL, &document) != GAIT_OK) {
        return;
    }
    if (gaiti_omf_version(document) == 4 && gait_omf_motion_count(document) > 0) {
        assert_true(bank_pieces_parse(bytes, &pieces));
        for (uint32_t m = 0; m < pieces.count; m++) {
            marks += edit_marks(document, &pieces, m, &left);
        }
        bank_pieces_free(&pieces);
        assert_int_equal(gaiti_omf_insert_mark(document, 0, 0, &added), GAIT_OK);
        assert_int_equal(gaiti_omf_remove_mark(document, 0, 0), GAIT_OK);
        gait_buffer out = write_omf(document);
        pieces_assert_equal(bytes, &out);
        omf.files += marks > 0;
        empty.files += marks == 0;
        omf.events += marks;
    }
    gait_omf_free(document);
}

static void removed_events_are_inserted_again(void **state) {
    (void)state;
    assert_true(corpus_each(".rtm", visit_rtm));
    assert_true(corpus_each(".omf", visit_omf));
    print_message("plain RTM: %u properties in %u files, %u compared\n", rtm.events, rtm.files,
                  rtm.compared);
    print_message("binarised RTM: %u key stones in %u files, %u compared\n", bmtr.events,
                  bmtr.files, bmtr.compared);
    print_message("banks: %u marks in %u files, %u compared\n", omf.events, omf.files,
                  omf.compared);
    print_message("an event added to and removed from %u files without events\n", empty.files);
    assert_true(rtm.events > 0 && bmtr.events > 0 && omf.events > 0 && empty.files > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(removed_events_are_inserted_again)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
