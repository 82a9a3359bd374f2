/* Merging of banks: names, bones, parts, marks, limits, and what refusals leave unchanged. */
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "base/text/text.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

enum { BONES = 4, FRAMES = 3, ALL = 0xFFFF };

/* --- banks ------------------------------------------------------------------------------------ */

static const char *const names_in_order[BONES] = {"root", "hand", "foot", "head"};

static bool is_bone(uint32_t bone, gait_span name) {
    return gaiti_equal_name(name, test_span(names_in_order[bone]));
}

/* The track of bone `bone` in motion `seed`: keys, sizes and flags differ between bones. */
static gait_omf_track track_of(uint32_t bone, uint32_t seed, uint8_t keys[64]) {
    static const uint8_t flags[BONES] = {GAIT_OMF_ROTATION_CONSTANT, GAIT_OMF_TRANSLATION_KEYS, 0,
                                         GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16 |
                                             GAIT_OMF_ROTATION_CONSTANT};
    static const size_t translation_sizes[BONES] = {0, 3 * FRAMES, 0, 6 * FRAMES};
    gait_omf_track track = {.flags = flags[bone % BONES]};
    memset(keys, (int)(16 * seed + bone), 64);
    track.rotation_keys =
        (gait_span){keys, track.flags & GAIT_OMF_ROTATION_CONSTANT ? 8 : (size_t)8 * FRAMES};
    track.translation_keys = (gait_span){keys + 32, translation_sizes[bone % BONES]};
    track.rotation_crc = gaiti_omf_crc(track.rotation_keys);
    track.translation_crc = gaiti_omf_crc(track.translation_keys);
    track.init[0] = (float)(100 * seed + bone);
    return track;
}

static void add_motion(gait_omf *omf, const char *name, uint16_t part, uint32_t flags,
                       uint32_t seed) {
    gait_omf_track tracks[BONES];
    uint8_t keys[BONES][64];
    for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
        uint32_t bone = 0;
        gait_span bone_name = gait_omf_bone_name(omf, t);
        while (!is_bone(bone, bone_name)) {
            bone++;
        }
        tracks[t] = track_of(bone, seed, keys[t]);
    }
    gait_omf_motion values = {.name = test_span(name),
                              .label = test_span(name),
                              .flags = flags,
                              .bone_or_part = part,
                              .motion = (uint16_t)gait_omf_motion_count(omf),
                              .speed = (float)seed,
                              .frame_count = FRAMES};
    assert_int_equal(gaiti_omf_add_motion(omf, &values, tracks), GAIT_OK);
}

/* A bank whose parts are given as "legs:root foot,arms:hand head"; ids count up in the list. */
static gait_omf *make_bank(uint16_t version, const char *parts) {
    uint32_t id = 0;
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(version, NULL, &omf), GAIT_OK);
    while (*parts) {
        size_t size = strcspn(parts, ":, ");
        gait_span word = {(const uint8_t *)parts, size};
        assert_int_equal(parts[size] == ':' ? gaiti_omf_add_part(omf, word)
                                            : gaiti_omf_add_bone(omf, word, id++),
                         GAIT_OK);
        parts += size + (parts[size] != 0);
    }
    return omf;
}

static gait_buffer write_bank(const gait_omf *omf) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    return out;
}

static void assert_name(const gait_omf *omf, uint32_t motion, const char *name) {
    gait_span found = gait_omf_motion_at(omf, motion).name;
    assert_non_null(name);
    assert_true(gaiti_equal_name(found, test_span(name ? name : "")));
}

/* Every track of the motion belongs to the bone that it moves. */
static void assert_tracks(const gait_omf *omf, uint32_t motion, uint32_t seed) {
    for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
        gait_omf_track track = gait_omf_track_at(omf, motion, t);
        gait_span name = gait_omf_bone_name(omf, t);
        uint32_t bone = (uint32_t)(track.init[0] - 100.0F * (float)seed);
        uint8_t keys[64];
        assert_in_range(bone, 0, BONES - 1);
        assert_true(is_bone(bone, name));
        gait_omf_track expected = track_of(bone, seed, keys);
        assert_int_equal(track.flags, expected.flags);
        assert_int_equal(track.rotation_crc,
                         expected.flags & GAIT_OMF_ROTATION_CONSTANT ? 0 : expected.rotation_crc);
        assert_int_equal(track.rotation_keys.size, expected.rotation_keys.size);
        assert_memory_equal(track.rotation_keys.data, keys, expected.rotation_keys.size);
        assert_int_equal(track.translation_keys.size, expected.translation_keys.size);
        assert_memory_equal(track.translation_keys.data, keys, expected.translation_keys.size);
    }
}

/* The written bank opens without findings and has the same motions. */
static void assert_sound(const gait_omf *omf) {
    gait_buffer out = write_bank(omf);
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_omf *again;
    assert_int_equal(gait_omf_open((gait_span){out.data, out.size},
                                   &(gait_options){.diagnostics = &found}, &again),
                     GAIT_OK);
    assert_int_equal(gait_omf_motion_count(again), gait_omf_motion_count(omf));
    assert_int_equal(found.count, 0);
    gait_omf_free(again);
    gait_buffer_free(&out);
}

/* Asserts that the merge is refused with this rule, and that nothing changes. */
static void assert_refused(gait_omf *to, const gait_omf *from, const gait_merge_options *options,
                           gait_status status, const char *rule) {
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_merged merged = {.appended = 7};
    gait_buffer before = write_bank(to);
    assert_int_equal(gaiti_omf_merge(to, from, options, &found, &merged), status);
    assert_in_range(found.count, 1, 8);
    assert_string_equal(items[found.count - 1].rule->id, rule);
    assert_int_equal(merged.appended, 0);
    gait_buffer after = write_bank(to);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, before.size);
    gait_buffer_free(&after);
    gait_buffer_free(&before);
}

static const char *const body = "body:root hand foot head";

/* --- names ------------------------------------------------------------------------------------ */

static gait_omf *make_named(uint32_t seed, const char *first, const char *second) {
    gait_omf *omf = make_bank(4, body);
    add_motion(omf, first, ALL, 2, seed);
    add_motion(omf, second, ALL, 2, seed + 1);
    return omf;
}

TEST(equal_names_are_refused_by_default) {
    gait_omf *to = make_named(1, "walk", "run"), *from = make_named(3, "RUN", "Walk");
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    assert_refused(to, from, NULL, GAIT_WOULD_LOSE, "OMF204");
    assert_int_equal(gaiti_omf_merge(to, from, NULL, &found, NULL), GAIT_WOULD_LOSE);
    assert_int_equal(found.count, 2); /* all names are listed */
    assert_int_equal(items[1].clip, 1);
    gait_omf_free(from);
    gait_omf_free(to);
}

TEST(equal_names_follow_the_rule) {
    static const struct {
        const char *names[5];
        gait_equal_names rule;
        gait_merged merged;
        uint32_t seeds[5];
    } cases[] = {
        {{"walk", "walk_2", "idle"}, GAIT_EQUAL_NAMES_KEEP_FIRST, {1, 0, 0, 1}, {1, 2, 4}},
        {{"Walk", "walk_2", "idle"}, GAIT_EQUAL_NAMES_REPLACE, {1, 0, 1, 0}, {3, 2, 4}},
        {{"walk", "walk_2", "Walk_3", "idle"}, GAIT_EQUAL_NAMES_RENAME, {2, 1, 0, 0}, {1, 2, 3, 4}},
        {{"walk", "walk_2", "Walk", "idle"}, GAIT_EQUAL_NAMES_KEEP_ALL, {2, 0, 0, 0}, {1, 2, 3, 4}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_omf *to = make_named(1, "walk", "walk_2"), *from = make_named(3, "Walk", "idle");
        gait_merge_options options = {.names = cases[i].rule};
        gait_merged merged;
        assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
        assert_memory_equal(&merged, &cases[i].merged, sizeof merged);
        assert_int_equal(gait_omf_motion_count(to), 2 + merged.appended);
        for (uint32_t m = 0; m < gait_omf_motion_count(to); m++) {
            assert_name(to, m, cases[i].names[m]);
            assert_tracks(to, m, cases[i].seeds[m]);
            assert_int_equal(gait_omf_motion_at(to, m).motion, m);
            assert_int_equal(gait_omf_motion_at(to, m).label.size,
                             gait_omf_motion_at(to, m).name.size);
        }
        assert_sound(to);
        gait_omf_free(from);
        gait_omf_free(to);
    }
}

TEST(names_within_one_bank_are_no_conflict) {
    static const gait_equal_names rules[] = {GAIT_EQUAL_NAMES_REFUSE, GAIT_EQUAL_NAMES_KEEP_FIRST,
                                             GAIT_EQUAL_NAMES_REPLACE, GAIT_EQUAL_NAMES_RENAME};
    for (int i = 0; i < 4; i++) {
        gait_omf *to = make_named(1, "walk", "run"), *from = make_named(3, "idle", "idle");
        gait_merge_options options = {.names = rules[i]};
        assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
        assert_name(to, 2, "idle");
        assert_name(to, 3, "idle");
        gait_omf_free(from);
        gait_omf_free(to);
    }
    gait_omf *to = make_named(1, "walk", "run"), *from = make_named(3, "run", "run");
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_REPLACE};
    gait_merged merged;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.replaced, 1);
    assert_int_equal(merged.appended, 1);
    assert_tracks(to, 1, 3);
    assert_tracks(to, 2, 4);
    gait_omf_free(from);
    gait_omf_free(to);
}

TEST(renamed_names_must_fit) {
    char name[128];
    memset(name, 'n', 127);
    name[127] = 0;
    gait_omf *to = make_named(1, name, "run"), *from = make_named(3, name, "idle");
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_RENAME};
    assert_refused(to, from, &options, GAIT_WOULD_LOSE, "OMF200");
    gait_omf_free(from);
    gait_omf_free(to);
}

TEST(chosen_motions_are_merged_in_their_order) {
    static const uint32_t chosen[2] = {1, 0}, twice[2] = {1, 1}, beyond[1] = {2};
    gait_omf *to = make_named(1, "walk", "run"), *from = make_named(3, "c", "d");
    gait_merge_options options = {.clips = chosen, .clip_count = 2};
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
    assert_name(to, 2, "d");
    assert_name(to, 3, "c");
    options = (gait_merge_options){.clips = chosen, .names = GAIT_EQUAL_NAMES_KEEP_ALL};
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_omf_motion_count(to), 4);
    options.clips = twice;
    options.clip_count = 2;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_BAD_ARGUMENT);
    options.clips = beyond;
    options.clip_count = 1;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_BAD_ARGUMENT);
    options.clip_count = UINT32_MAX;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_BAD_ARGUMENT);
    gait_omf_free(from);
    gait_omf_free(to);
}

/* --- bones ------------------------------------------------------------------------------------ */

TEST(tracks_are_put_into_the_order_of_the_bank) {
    gait_omf *to = make_bank(4, "body:root hand foot head");
    gait_omf *from = make_bank(4, "body:HEAD foot root hand");
    add_motion(to, "walk", ALL, 2, 1);
    add_motion(from, "run", ALL, 2, 2);
    add_motion(from, "hit", 0, GAIT_OMF_FX, 3); /* an effect on the head */
    gait_merge_options options = {.keep_bone_order = true};
    assert_refused(to, from, &options, GAIT_WOULD_LOSE, "OMF207");
    assert_int_equal(gaiti_omf_merge(to, from, NULL, NULL, NULL), GAIT_OK);
    for (uint32_t m = 0; m < 3; m++) {
        assert_tracks(to, m, m + 1);
    }
    assert_int_equal(gait_omf_motion_at(to, 2).bone_or_part, 3);
    assert_sound(to);
    assert_int_equal(gait_omf_detach(to), GAIT_OK);
    gait_omf_free(from);
    assert_tracks(to, 2, 3);
    gait_omf_free(to);
}

TEST(different_bones_are_refused) {
    gait_omf *to = make_bank(4, body), *fewer = make_bank(4, "body:root hand foot");
    gait_omf *nameless = make_bank(4, "body:hand root foot head");
    gait_omf_bone bone = {.name = {NULL, 0}, .id = 2};
    add_motion(to, "walk", ALL, 2, 1);
    add_motion(fewer, "run", ALL, 2, 2);
    add_motion(nameless, "run", ALL, 2, 2);
    assert_refused(to, fewer, NULL, GAIT_WOULD_LOSE, "OMF205");
    assert_refused(fewer, to, NULL, GAIT_WOULD_LOSE, "OMF205");
    assert_int_equal(gait_omf_set_listed_bone(nameless, 2, &bone), GAIT_OK);
    assert_refused(to, nameless, NULL, GAIT_UNSUPPORTED, "OMF206");
    bone = (gait_omf_bone){.name = test_span("foot"), .id = 9};
    assert_int_equal(gait_omf_set_listed_bone(nameless, 2, &bone), GAIT_OK);
    assert_refused(to, nameless, NULL, GAIT_UNSUPPORTED, "OMF206");
    gait_omf_free(nameless);
    gait_omf_free(fewer);
    gait_omf_free(to);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void merge_parts(const char *to_parts, const char *from_parts, gait_merged_parts rule,
                        const uint16_t expected[3]) {
    gait_omf *to = make_bank(4, to_parts), *from = make_bank(4, from_parts);
    gait_merge_options options = {.parts = rule};
    add_motion(to, "a", 0, 2, 1);
    add_motion(from, "b", 0, 2, 2);
    add_motion(from, "c", ALL, 2, 3);
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
    for (uint32_t m = 0; m < 3; m++) {
        assert_int_equal(gait_omf_motion_at(to, m).bone_or_part, expected[m]);
        assert_tracks(to, m, m + 1);
    }
    assert_sound(to);
    gait_omf_free(from);
    gait_omf_free(to);
}

TEST(parts_are_matched_by_their_bones) {
    static const uint16_t same[3] = {0, 0, ALL}, moved[3] = {0, 1, ALL}, whole[3] = {0, ALL, ALL};
    static const uint16_t divided[3] = {ALL, 0, ALL};
    const char *two = "legs:root foot,arms:hand head", *swapped = "ARMS:head hand,legs:foot root";
    merge_parts(two, two, GAIT_MERGED_PARTS_EQUAL, same);
    merge_parts(two, swapped, GAIT_MERGED_PARTS_EQUAL, moved);
    merge_parts(two, "a:head hand,b:foot root", GAIT_MERGED_PARTS_FIRST, moved);
    merge_parts(two, body, GAIT_MERGED_PARTS_FIRST, whole);
    merge_parts(two, body, GAIT_MERGED_PARTS_UNION, whole);
    merge_parts(body, two, GAIT_MERGED_PARTS_UNION, divided);
    merge_parts(body, swapped, GAIT_MERGED_PARTS_UNION, divided);
}

TEST(a_union_has_the_smaller_parts) {
    gait_omf *to = make_bank(4, "up:head root,low:hand foot"),
             *from = make_bank(4, "a:root,b:head,low:foot hand");
    gait_merge_options options = {.parts = GAIT_MERGED_PARTS_UNION};
    add_motion(to, "x", 1, 2, 1);
    for (uint16_t p = 0; p < 3; p++) {
        char name[2] = {(char)('p' + p), 0};
        add_motion(from, name, p, 2, 2u + p);
    }
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_omf_part_count(to), 3);
    static const char *const names[3] = {"a", "b", "low"}, *const bones[4] = {"root", "head",
                                                                              "hand", "foot"};
    static const uint16_t parts[4] = {2, 0, 1, 2};
    for (uint32_t p = 0; p < 3; p++) {
        gait_omf_part part = gait_omf_part_at(to, p);
        assert_memory_equal(part.name.data, names[p], part.name.size);
        assert_int_equal(part.first_bone, p);
        assert_int_equal(part.bone_count, p == 2 ? 2 : 1);
    }
    for (uint32_t b = 0; b < 4; b++) {
        assert_memory_equal(gait_omf_listed_bone(to, b).name.data, bones[b], 4);
        assert_int_equal(gait_omf_motion_at(to, b).bone_or_part, parts[b]);
        assert_tracks(to, b, b + 1);
    }
    assert_sound(to);
    gait_omf_free(from);
    gait_omf_free(to);
}

TEST(parts_that_do_not_fit_are_refused) {
    const char *two = "legs:root foot,arms:hand head", *crossing = "a:root hand,b:foot head";
    const gait_merge_options first = {.parts = GAIT_MERGED_PARTS_FIRST};
    const gait_merge_options both = {.parts = GAIT_MERGED_PARTS_UNION};
    gait_omf *to = make_bank(4, two), *from = make_bank(4, crossing);
    gait_omf *renamed = make_bank(4, "x:root foot,arms:hand head");
    gait_omf *three = make_bank(4, "up:root,legs:foot,arms:hand head");
    add_motion(to, "a", 0, 2, 1);
    add_motion(from, "b", 0, 2, 2);
    add_motion(renamed, "b", 0, 2, 2);
    add_motion(three, "b", 0, 2, 2);
    assert_refused(to, from, NULL, GAIT_WOULD_LOSE, "OMF208");
    assert_refused(to, renamed, NULL, GAIT_WOULD_LOSE, "OMF208");
    assert_refused(to, three, NULL, GAIT_WOULD_LOSE, "OMF208");
    assert_refused(three, to, NULL, GAIT_WOULD_LOSE, "OMF208");
    assert_refused(to, from, &first, GAIT_WOULD_LOSE, "OMF209");
    assert_refused(to, from, &both, GAIT_WOULD_LOSE, "OMF208");
    assert_refused(to, three, &both, GAIT_WOULD_LOSE, "OMF209"); /* "a" plays on a divided part */
    gait_omf_free(three);
    gait_omf_free(renamed);
    gait_omf_free(from);
    gait_omf_free(to);
}

/* --- versions --------------------------------------------------------------------------------- */

static gait_omf *make_marked(void) {
    static const uint8_t times[8] = {0};
    gait_omf *omf = make_bank(4, body);
    gait_omf_mark mark = {
        .name = test_span("Left"), .interval_count = 1, .intervals = {times, sizeof times}};
    add_motion(omf, "marked", ALL, 2, 2);
    assert_int_equal(gait_omf_set_mark(omf, 0, 0, &mark), GAIT_OK);
    return omf;
}

TEST(marks_follow_the_rule) {
    static const int32_t versions[3] = {4, 3, 3};
    for (int rule = GAIT_MERGED_MARKS_RAISE_VERSION; rule <= GAIT_MERGED_MARKS_DROP; rule++) {
        gait_omf *to = make_bank(3, body), *from = make_marked();
        gait_merge_options options = {.marks = (gait_merged_marks)rule};
        add_motion(to, "walk", ALL, 2, 1);
        if (rule == GAIT_MERGED_MARKS_REFUSE) {
            assert_refused(to, from, &options, GAIT_WOULD_LOSE, "OMF154");
        } else {
            assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
            assert_int_equal(gait_omf_mark_count(to, 1), rule == GAIT_MERGED_MARKS_DROP ? 0 : 1);
            assert_sound(to);
        }
        assert_int_equal(gaiti_omf_version(to), versions[rule]);
        assert_int_equal(gait_omf_mark_count(from, 0), 1);
        gait_omf_free(from);
        gait_omf_free(to);
    }
}

TEST(versions_without_marks_stay) {
    for (uint16_t version = 3; version <= 4; version++) {
        gait_omf *to = make_bank(version, body), *from = make_bank((uint16_t)(7 - version), body);
        add_motion(to, "walk", ALL, 2, 1);
        add_motion(from, "run", ALL, 2, 2);
        assert_int_equal(gaiti_omf_merge(to, from, NULL, NULL, NULL), GAIT_OK);
        assert_int_equal(gaiti_omf_version(to), version);
        assert_sound(to);
        gait_omf_free(from);
        gait_omf_free(to);
    }
}

TEST(old_versions_can_be_merged) {
    const char *const files[2] = {"omf/bad/version_2.omf", "omf/bad/version_2_as_games_read.omf"};
    for (int i = 0; i < 2; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        gait_omf *to, *from;
        gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
        assert_int_equal(gait_omf_open(bytes, NULL, &from), GAIT_OK);
        assert_int_equal(gait_omf_open(bytes, NULL, &to), GAIT_OK);
        assert_int_equal(gait_omf_set_version(to, 4, false, NULL), GAIT_OK);
        assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, NULL), GAIT_OK);
        assert_int_equal(gaiti_omf_merge(from, to, &options, NULL, NULL), GAIT_OK);
        assert_int_equal(gait_omf_motion_count(from), 3);
        assert_int_equal(gaiti_omf_version(from), 2);
        gait_omf_free(from);
        gait_omf_free(to);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* --- unknown data, damaged banks -------------------------------------------------------------- */

static void merge_files(const char *to_file, const char *from_file, gait_status status,
                        const char *rule) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_span to_bytes = test_fixture_bytes(to_file), from_bytes = test_fixture_bytes(from_file);
    gait_omf *to, *from;
    assert_int_equal(gait_omf_open(to_bytes, NULL, &to), GAIT_OK);
    assert_int_equal(gait_omf_open(from_bytes, NULL, &from), GAIT_OK);
    assert_int_equal(gaiti_omf_merge(to, from, &options, &found, NULL), status);
    assert_int_equal(found.count, rule ? 1 : 0);
    if (rule) {
        assert_string_equal(items[0].rule->id, rule);
    }
    gait_omf_free(from);
    gait_omf_free(to);
    free((void *)(uintptr_t)to_bytes.data);
    free((void *)(uintptr_t)from_bytes.data);
}

TEST(unknown_data_is_reported) {
    const char *plain = "omf/ok/version_4.omf";
    const char *const files[] = {"omf/ok/unknown_chunks.omf", "omf/ok/unknown_between.omf",
                                 "omf/ok/unknown_sub.omf",    "omf/bad/params_tail.omf",
                                 "omf/bad/keys_tail.omf",     "omf/bad/leftover.omf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        merge_files(plain, files[i], GAIT_OK, "OMF211");
        merge_files(files[i], plain, GAIT_OK, NULL);
        merge_files(files[i], files[i], GAIT_OK, NULL);
    }
}

TEST(banks_with_different_counts_are_not_merged_into) {
    const char *plain = "omf/ok/version_4.omf";
    merge_files("omf/bad/keys_missing.omf", plain, GAIT_WOULD_LOSE, "OMF202");
    merge_files("omf/bad/definition_missing.omf", plain, GAIT_WOULD_LOSE, "OMF202");
    merge_files(plain, "omf/bad/keys_missing.omf", GAIT_OK, NULL);
    merge_files("omf/bad/without_keys.omf", plain, GAIT_OK, NULL);
    merge_files("omf/ok/no_motions.omf", plain, GAIT_OK, NULL);
}

/* --- memory and size -------------------------------------------------------------------------- */

static gait_status merge_with_failures(const gait_options *options, void *user) {
    gait_omf *const *banks = user;
    static const uint32_t all[1] = {0};
    gait_omf *to = NULL;
    gait_merge_options rules = {.names = GAIT_EQUAL_NAMES_RENAME, .parts = GAIT_MERGED_PARTS_UNION};
    gait_status status = gaiti_omf_extract(banks[0], all, 1, options, &to);
    if (status == GAIT_OK) {
        gait_buffer before = write_bank(to);
        status = gaiti_omf_merge(to, banks[1], &rules, NULL, NULL);
        if (status != GAIT_OK) {
            gait_buffer after = write_bank(to);
            assert_int_equal(after.size, before.size);
            assert_memory_equal(after.data, before.data, before.size);
            gait_buffer_free(&after);
        }
        gait_buffer_free(&before);
    }
    gait_omf_free(to);
    return status;
}

TEST(every_failing_allocation_returns_no_memory) {
    gait_omf *banks[2] = {make_bank(3, body), make_bank(4, "legs:foot root,arms:head hand")};
    add_motion(banks[0], "walk", ALL, 2, 1);
    for (uint32_t i = 0; i < 40; i++) {
        add_motion(banks[1], "walk", 1, 2, 2);
    }
    assert_in_range(test_every_failing_allocation(merge_with_failures, banks), 3, 100);
    gait_omf_free(banks[0]);
    gait_omf_free(banks[1]);
}

/* `count` motions without bones, all with one name or with different ones. */
static gait_omf *make_large(uint32_t count, bool has_equal_names) {
    gait_omf *omf;
    char name[16] = "a";
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        if (!has_equal_names) {
            snprintf(name, sizeof name, "m%u", i);
        }
        gait_omf_motion values = {.name = test_span(name), .motion = (uint16_t)i};
        assert_int_equal(gaiti_omf_add_motion(omf, &values, NULL), GAIT_OK);
    }
    return omf;
}

TEST(limits_of_games_and_of_the_format) {
    enum { GAMES_MAX = 0x3FFE };
    gait_omf *to = make_large(GAMES_MAX, false), *from = make_large(GAMES_MAX, true);
    gait_omf *more = make_large(1, true);
    gait_merge_options options = {.names = GAIT_EQUAL_NAMES_RENAME};
    gait_merged merged;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.renamed, 0);
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.renamed, GAMES_MAX);
    assert_name(to, 2 * GAMES_MAX, "a_2");
    assert_name(to, 3 * GAMES_MAX - 1, "a_16383");
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
    options.names = GAIT_EQUAL_NAMES_KEEP_ALL;
    while (gait_omf_motion_count(to) < UINT16_MAX) {
        assert_int_equal(gaiti_omf_merge(to, more, &options, NULL, NULL), GAIT_OK);
    }
    assert_refused(to, more, &options, GAIT_LIMIT, "OMF203");
    options.names = GAIT_EQUAL_NAMES_KEEP_FIRST;
    assert_int_equal(gaiti_omf_merge(to, from, &options, NULL, &merged), GAIT_OK);
    assert_int_equal(merged.skipped, GAMES_MAX);
    gait_omf_free(more);
    gait_omf_free(from);
    gait_omf_free(to);
}
