/* Tests applying changed metadata to game documents. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/bmtr.h"
#include "gait/metadata.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "metadata_documents.h"
#include "test.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "metadata/metadata_state.h"

/* A base clip, and the changes that the metadata of one clip makes to it. */
typedef struct heard {
    gait_skeleton *skeleton;
    gait_clip *base, *diagnostics;
    uint32_t changes;
} heard;

static heard open_metadata_change(const char *item, gait_time_unit unit, gait_space space) {
    heard one = {.skeleton = two_bones()};
    one.base = base_clip_with_metadata(one.skeleton, unit);
    one.base->space = space;
    one.base->axes = GAIT_AXES_FILE;
    gaiti_metadata_base base = {.clip = one.base, .seconds = thirds};
    one.changes = metadata_changes(item, &base, &one.diagnostics);
    assert_non_null(one.diagnostics);
    return one;
}

static void close_metadata_change(heard *one) {
    gait_clip_free(one->diagnostics);
    gait_clip_free(one->base);
    gait_skeleton_free(one->skeleton);
}

/* Asserts that at least `from` bytes at the start and `old_left` bytes at the end did not change.
 */
static void assert_changed_between(gait_span old, const gait_buffer *new, size_t from,
                                   size_t old_left) {
    size_t same = 0;
    assert_true(new->size >= old_left);
    while (same < old.size && same < new->size &&old.data[same] == new->data[same]) {
        same++;
    }
    assert_true(same >= from);
    assert_memory_equal(old.data + old.size - old_left, new->data + new->size - old_left, old_left);
}

TEST(metadata_is_applied_to_a_plain_rtm) {
    gait_span bytes = test_fixture_bytes("rtm/ok/properties.rtm");
    heard one = open_metadata_change(
        "{'time_unit':'phase','motion':[4,5,6],'playback':{'speed':9},"
        "'events':[{'name':'new','value':'x','start':0.5},{'name':'b','start':1}]}",
        GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    gait_rtm *rtm;
    gait_buffer out = {0};
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    size_t frame = 4 + gait_rtm_bone_count(rtm) * 80;
    size_t left = gait_rtm_bone_count(rtm) * 32 + gait_rtm_frame_count(rtm) * frame;
    assert_int_equal(gaiti_rtm_apply_metadata(rtm, one.diagnostics, one.changes, NULL), GAIT_OK);
    assert_int_equal(gait_rtm_property_count(rtm), 2);
    gait_rtm_property first = gait_rtm_property_at(rtm, 0);
    assert_true(first.phase == 0.5F && first.name.size == 3 && first.value.size == 1);
    assert_memory_equal(first.name.data, "new", 3);
    assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
    assert_changed_between(bytes, &out, 0, left);
    gait_rtm *again;
    assert_int_equal(gaiti_rtm_open((gait_span){out.data, out.size}, NULL, &again), GAIT_OK);
    assert_int_equal(gait_rtm_property_count(again), 2);
    gaiti_rtm_free(again);
    gaiti_rtm_free(rtm);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
    close_metadata_change(&one);
}

TEST(rtm_refuses_metadata_it_cannot_store) {
    char item[512] = "{'time_unit':'phase','events':[{'name':'", *end = item + strlen(item);
    memset(end, 'x', 256);
    strcpy(end + 256, "','start':1}]}");
    heard one = open_metadata_change(item, GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    heard other = open_metadata_change("{'events':[{'name':'\\u4e2d','start':1}]}", GAIT_TIME_PHASE,
                                       GAIT_SPACE_DELTA);
    heard sideways = open_metadata_change("{'motion':[1,0,5]}", GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    gait_span bytes = test_fixture_bytes("rtm/ok/properties.rtm");
    gait_span old = test_fixture_bytes("rtm/ok/old_block.rtm");
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    assert_int_equal(gaiti_rtm_apply_metadata(rtm, one.diagnostics, one.changes, NULL),
                     GAIT_WOULD_LOSE);
    assert_int_equal(gaiti_rtm_apply_metadata(rtm, other.diagnostics, other.changes, NULL),
                     GAIT_WOULD_LOSE);
    gaiti_rtm_free(rtm);
    assert_int_equal(gaiti_rtm_open(old, NULL, &rtm), GAIT_OK);
    assert_int_equal(gaiti_rtm_apply_metadata(rtm, sideways.diagnostics, sideways.changes, NULL),
                     GAIT_WOULD_LOSE);
    gaiti_rtm_free(rtm);
    free((void *)(uintptr_t)bytes.data);
    free((void *)(uintptr_t)old.data);
    close_metadata_change(&one);
    close_metadata_change(&other);
    close_metadata_change(&sideways);
}

TEST(binarised_rtm_stores_events_from_version_4_on) {
    static const struct {
        const char *file;
        bool has_keys;
    } files[] = {{"bmtr/ok/version_2.rtm", false},
                 {"bmtr/ok/version_3.rtm", false},
                 {"bmtr/ok/version_4_lzo.rtm", true},
                 {"samples/walk_binarised.rtm", true}};
    heard one =
        open_metadata_change("{'time_unit':'phase','motion':[4,5,6],"
                             "'events':[{'name':'StepSound','value':'run','start':0.5},{'name':'b',"
                             "'start':1}]}",
                             GAIT_TIME_PHASE, GAIT_SPACE_LOCAL_DELTA);
    heard none = open_metadata_change("{'events':[]}", GAIT_TIME_PHASE, GAIT_SPACE_LOCAL_DELTA);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        gait_span bytes = test_fixture_bytes(files[i].file);
        gait_bmtr *bmtr;
        assert_int_equal(gait_bmtr_open(bytes, NULL, &bmtr), GAIT_OK);
        assert_int_equal(gaiti_bmtr_apply_metadata(bmtr, one.diagnostics, one.changes, NULL),
                         files[i].has_keys ? GAIT_OK : GAIT_WOULD_LOSE);
        if (files[i].has_keys) {
            assert_int_equal(gait_bmtr_key_count(bmtr), 2);
            assert_int_equal(gait_bmtr_key_at(bmtr, 1).id, -1);
            assert_true(gait_bmtr_key_at(bmtr, 0).time == 0.5F);
        }
        assert_int_equal(gaiti_bmtr_apply_metadata(bmtr, none.diagnostics, none.changes, NULL),
                         GAIT_OK);
        assert_int_equal(gait_bmtr_key_count(bmtr), 0);
        gait_bmtr_free(bmtr);
        free((void *)(uintptr_t)bytes.data);
    }
    close_metadata_change(&one);
    close_metadata_change(&none);
}

static gait_omf *open_bank(gait_span bytes) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    return omf;
}

/* Asserts that two motion definitions are equal, except for marks. */
static void assert_same_motion(const gait_omf *a, const gait_omf *b, uint32_t motion) {
    gait_omf_motion x = gait_omf_motion_at(a, motion), y = gait_omf_motion_at(b, motion);
    assert_int_equal(x.flags, y.flags);
    assert_int_equal(x.bone_or_part, y.bone_or_part);
    assert_true(x.speed == y.speed && x.power == y.power);
    assert_true(x.accrue == y.accrue && x.falloff == y.falloff);
    assert_int_equal(gait_omf_mark_count(a, motion), gait_omf_mark_count(b, motion));
}

TEST(marks_and_playback_are_applied_to_a_bank) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    heard one = open_metadata_change(
        "{'playback':{'flags':6,'speed':9},'motion':[9,9,9],'events':[{'name':'x',"
        "'start':0.1,'end':0.2},{'name':'y','start':0},{'name':'x','start':0.3}]}",
        GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes), *old = open_bank(bytes);
    uint32_t count = gait_omf_motion_count(omf);
    gait_buffer out = {0};
    assert_true(count >= 3);
    assert_int_equal(gaiti_omf_apply_metadata(omf, count, one.diagnostics, one.changes),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 1, one.diagnostics, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    gait_omf_free(omf);
    omf = open_bank((gait_span){out.data, out.size});
    for (uint32_t m = 0; m < count; m++) {
        if (m != 1) {
            assert_same_motion(old, omf, m);
        }
    }
    gait_omf_motion motion = gait_omf_motion_at(omf, 1);
    assert_true(motion.flags == 6 && motion.speed == 9 && motion.power == 0.5F);
    assert_int_equal(gait_omf_mark_count(omf, 1), 2);
    /* The first chunk has the keys and does not change. */
    uint32_t keys = 8 + (uint32_t)(bytes.data[4] | bytes.data[5] << 8 | bytes.data[6] << 16 |
                                   (uint32_t)bytes.data[7] << 24);
    assert_memory_equal(out.data, bytes.data, keys);
    gait_omf_free(omf);
    gait_omf_free(old);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
    close_metadata_change(&one);
}

/* Marks can be replaced twice. */
TEST(marks_of_a_bank_can_be_replaced_twice) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    heard one = open_metadata_change("{'events':[{'name':'x','start':0.1},{'name':'y','start':0}]}",
                                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    heard other = open_metadata_change("{'events':[{'name':'z','start':0.2}]}", GAIT_TIME_SECONDS,
                                       GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, one.diagnostics, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 2);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, other.diagnostics, other.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 1);
    assert_memory_equal(gait_omf_mark_at(omf, 0, 0).name.data, "z", 1);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    close_metadata_change(&one);
    close_metadata_change(&other);
}

/* Marks without intervals have no events and must stay. */
TEST(an_sdk_motion_keeps_marks_without_intervals) {
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    heard one =
        open_metadata_change("{'playback':{'flags':256},'events':[{'name':'x','start':0.1}]}",
                             GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_skl *skl;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_mark_at(skl, 0, 1).interval_count, 0);
    gait_span empty = gait_skl_mark_at(skl, 0, 1).name;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gaiti_skl_apply_metadata(skl, 0, one.diagnostics, GAIT_META_EVENTS),
                         GAIT_OK);
        assert_int_equal(gait_skl_motion_at(skl, 0).mark_count, 2);
        assert_int_equal(gait_skl_mark_at(skl, 0, 1).interval_count, 0);
        assert_int_equal(gait_skl_mark_at(skl, 0, 1).name.size, empty.size);
    }
    assert_int_equal(gaiti_skl_apply_metadata(skl, 0, one.diagnostics, GAIT_META_FLAGS),
                     GAIT_WOULD_LOSE);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
    close_metadata_change(&one);
}

static bool is_called(gait_span name, const char *text) {
    return name.size == strlen(text) && memcmp(name.data, text, name.size) == 0;
}

/* Marks without intervals have no events and follow those with intervals. */
TEST(marks_without_intervals_follow_the_others) {
    const gait_omf_mark bare = {.name = {(const uint8_t *)"bare", 4}};
    heard one = open_metadata_change("{'events':[{'name':'x','start':0.1}]}", GAIT_TIME_SECONDS,
                                     GAIT_SPACE_LOCAL);
    gait_span bank = test_fixture_bytes("samples/stalker.omf");
    gait_span motion = test_fixture_bytes("skl/ok/marks.skl");
    gait_omf *omf = open_bank(bank);
    gait_skl *skl;
    assert_int_equal(gait_skl_open(motion, NULL, &skl), GAIT_OK);
    uint32_t marks = gait_skl_motion_at(skl, 0).mark_count;
    assert_int_equal(gait_omf_set_mark(omf, 0, gait_omf_mark_count(omf, 0), &bare), GAIT_OK);
    assert_int_equal(gait_skl_set_mark(skl, 0, marks, &bare), GAIT_OK);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, one.diagnostics, one.changes), GAIT_OK);
    assert_int_equal(gaiti_skl_apply_metadata(skl, 0, one.diagnostics, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 2);
    assert_int_equal(gait_skl_motion_at(skl, 0).mark_count, 3); /* one existed before */
    assert_true(is_called(gait_omf_mark_at(omf, 0, 0).name, "x"));
    assert_true(is_called(gait_skl_mark_at(skl, 0, 0).name, "x"));
    assert_true(is_called(gait_omf_mark_at(omf, 0, 1).name, "bare"));
    assert_true(is_called(gait_skl_mark_at(skl, 0, 2).name, "bare"));
    gait_skl_free(skl);
    gait_omf_free(omf);
    free((void *)(uintptr_t)motion.data);
    free((void *)(uintptr_t)bank.data);
    close_metadata_change(&one);
}

TEST(a_bank_of_version_3_has_no_marks) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    heard one = open_metadata_change("{'playback':{'speed':9},'events':[{'name':'x','start':0.1}]}",
                                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    heard odd = open_metadata_change("{'events':[{'name':'a\\nb','start':0.1}]}", GAIT_TIME_SECONDS,
                                     GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, odd.diagnostics, odd.changes),
                     GAIT_BAD_ARGUMENT);
    gait_omf_free(omf);
    omf = open_bank(bytes);
    assert_int_equal(gait_omf_set_version(omf, 3, true, NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, one.diagnostics, one.changes),
                     GAIT_WOULD_LOSE);
    assert_int_equal(gaiti_omf_apply_metadata(omf, 0, one.diagnostics, GAIT_META_SPEED), GAIT_OK);
    assert_true(gait_omf_motion_at(omf, 0).speed == 9);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    close_metadata_change(&one);
    close_metadata_change(&odd);
}
