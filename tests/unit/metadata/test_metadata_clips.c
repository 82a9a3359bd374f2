/* Tests applying metadata to clips, and comparing metadata with a base. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/gltf.h"
#include "gait/metadata.h"
#include "metadata_documents.h"
#include "model/clip.h"
#include "round_trip.h"
#include "test.h"
#include "formats/file_state.h"
#include "formats/gltf/write/gltf_writer.h"
#include "metadata/metadata_state.h"

/* --- applied to clips ------------------------------------------------------------------------- */

/* Applies the first clip of a document to a new clip with these times. */
static gait_clip *clip_from_document(const char *document, const gait_skeleton *skeleton,
                                     uint32_t count, const float *time) {
    gait_status status;
    opened_metadata *made = metadata_from_json(document);
    gait_clip *clip = clip_without_keys(skeleton, count, time, NULL, &status);
    assert_int_equal(made->status, GAIT_OK);
    assert_int_equal(
        gaiti_metadata_apply(made->extras, gait_metadata_clip_at(made->extras, 0), clip), GAIT_OK);
    opened_metadata_free(made); /* the clip must not refer to it */
    return clip;
}

static gait_clip *clip_from_item(const char *item, const gait_skeleton *skeleton, uint32_t count,
                                 const float *time) {
    char json[METADATA_TEXT];
    snprintf(json, sizeof json, "{'schema':'gait.extras/1','clips':[%s]}", item);
    return clip_from_document(json, skeleton, count, time);
}

TEST(the_state_of_a_config_is_kept_without_blanks) {
    static const struct {
        const char *json, *kept;
    } cases[] = {{"{ }", "{}"},
                 {"{ 'a b' :\t[ 1 , {\n} ] }", "{'a b':[1,{}]}"},
                 {"{'a\\' }\\\\' : ' \\\\\\' '}", "{'a\\' }\\\\':' \\\\\\' '}"},
                 {"[]", NULL},
                 {"3", NULL},
                 {"null", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char item[256], kept[256] = "";
        snprintf(item, sizeof item, "{'name':'a','config':%s,'frames':7}", cases[i].json);
        opened_metadata *made = metadata_from_item(item);
        const gait_metadata_clip *clip = only_clip_metadata(made);
        assert_int_equal(clip->frame_count, 7);
        for (size_t c = 0; clip->config && clip->config[c]; c++) {
            kept[c] = clip->config[c] == '"' ? '\'' : clip->config[c];
        }
        assert_string_equal(kept, cases[i].kept ? cases[i].kept : "");
        assert_true((clip->config != NULL) == (cases[i].kept != NULL));
        opened_metadata_free(made);
    }
}

TEST(phases_are_applied_only_if_they_match_the_times) {
    static const struct {
        const char *phases;
        bool fits;
    } cases[] = {{"[0,0.33333334,0.6666667,1]", true},
                 {"[0.5,1,1.5,2]", true},
                 {"[0,0.35,0.65,1]", true},
                 {"[0,0.5,0.6666667,1]", false},
                 {"[0,0.33333334,1]", false},
                 {"[0,0.33333334,0.6666667,1,2]", false},
                 {"[1,0.6666667,0.33333334,0]", false},
                 {"[0,0,0.6666667,1]", false},
                 {"[0,null,0.6666667,1]", false},
                 {"[0,0,0,0]", false},
                 {"[0,0.33333334,0.6666667,3e38]", false},
                 {"[]", false}};
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char item[256];
        snprintf(
            item, sizeof item,
            "{'time_unit':'phase','phases':%s,'events':[{'name':'e','start':0.5,'start_s':9}]}",
            cases[i].phases);
        gait_clip *clip = clip_from_item(item, skeleton, 4, thirds);
        assert_int_equal(clip->phases != NULL, cases[i].fits);
        assert_int_equal(clip->event_count, 1);
        if (!cases[i].fits) {
            assert_near_f64(clip->events[0].start, 9);
        } else if (clip->phases[0] == 0) {
            assert_near_f64(clip->events[0].start, 0.15);
        } else {
            assert_near_f64(clip->events[0].start, 0);
        }
        gait_clip_free(clip);
    }
    gait_clip *seconds = clip_from_item(
        "{'time_unit':'seconds','phases':[0,0.33333334,0.6666667,1]}", skeleton, 4, thirds);
    assert_null(seconds->phases);
    gait_clip_free(seconds);
    gait_skeleton_free(skeleton);
}

TEST(events_are_placed_at_their_given_times) {
    static const float late[3] = {1, 2, 3};
    static const struct {
        const char *item;
        double start, end;
    } cases[] = {
        {"{'events':[{'name':'a','start':0.5,'end':0.75}]}", 1.5, 1.75},
        {"{'events':[{'name':'a','start':0.5,'start_s':9,'end_s':10}]}", 1.5, 11},
        {"{'events':[{'name':'a','start':null,'start_s':0.25}]}", 1.25, 1.25},
        {"{'time_unit':'seconds','times':[5,6,7],"
         "'events':[{'name':'a','start':5.5,'start_s':0.5,'end':6,'end_s':1}]}",
         1.5, 2},
        /* Without a phase per key, the seconds are used, else the same fraction of the clip. */
        {"{'time_unit':'phase','events':[{'name':'a','start':0.25,'start_s':1}]}", 2, 2},
        {"{'time_unit':'phase','events':[{'name':'a','start':0.25,'end':1}]}", 1.5, 3},
    };
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *clip = clip_from_item(cases[i].item, skeleton, 3, late);
        assert_int_equal(clip->event_count, 1);
        assert_near_f64(clip->events[0].start, cases[i].start);
        if (i != 1 && i != 4) {
            assert_near_f64(clip->events[0].end, cases[i].end);
        }
        gait_clip_free(clip);
    }
    gait_clip *none = clip_from_item("{'events':[{'name':'a','start':0.5}]}", skeleton, 0, NULL);
    assert_near_f64(none->events[0].start, 0.5);
    gait_clip_free(none);
    gait_skeleton_free(skeleton);
}

TEST(original_names_are_restored_unless_renamed) {
    gait_skeleton *skeleton = two_bones();
    gait_clip *same = clip_from_item("{'name':'long name','animation':'we'}", skeleton, 1, thirds);
    gait_clip *other =
        clip_from_item("{'name':'long name','animation':'they'}", skeleton, 1, thirds);
    gait_clip *bare = clip_from_item("{'name':'long name'}", skeleton, 1, thirds);
    assert_string_equal(same->name, "long name");
    assert_string_equal(other->name, "we");
    assert_string_equal(bare->name, "we");
    gait_clip_free(same);
    gait_clip_free(other);
    gait_clip_free(bare);
    gait_skeleton_free(skeleton);
}

TEST(fx_bones_are_remapped_by_name) {
    static const struct {
        const char *playback;
        uint16_t bone;
    } cases[] = {{"'flags':1,'bone_or_part':0", 1},         {"'flags':1,'bone_or_part':1", 0},
                 {"'flags':1,'bone_or_part':2", 2},         {"'flags':1,'bone_or_part':9", 9},
                 {"'flags':1,'bone_or_part':65535", 65535}, {"'flags':0,'bone_or_part':0", 0}};
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{'schema':'gait.extras/1','skeleton':{'bones':['Hand','root','gone']},"
                 "'clips':[{'playback':{%s}}]}",
                 cases[i].playback);
        gait_clip *clip = clip_from_document(json, skeleton, 1, thirds);
        assert_int_equal(clip->playback.bone_or_part, cases[i].bone);
        gait_clip_free(clip);
    }
    opened_metadata *made =
        metadata_from_item("{'playback':{'flags':1,'bone_or_part':0},'motion':[1,2,3]}");
    gait_status status;
    gait_clip *clip = clip_without_keys(skeleton, 1, thirds, NULL, &status);
    assert_int_equal(gaiti_metadata_apply(NULL, only_clip_metadata(made), clip), GAIT_OK);
    assert_int_equal(clip->playback.bone_or_part, 0);
    assert_true(clip->root_motion[2] == 3);
    gait_clip_free(clip);
    opened_metadata_free(made);
    gait_skeleton_free(skeleton);
}

/* --- compared with a base --------------------------------------------------------------------- */

TEST(each_changed_field_sets_its_bit) {
    static const struct {
        const char *item;
        uint32_t changes;
    } cases[] = {
        {"{}", 0},
        {"{'motion':[1,2,3],'playback':{'speed':1.5}}", 0},
        {"{'motion':[1,2,4]}", GAIT_META_ROOT_MOTION},
        {"{'playback':{'flags':5}}", GAIT_META_FLAGS},
        {"{'playback':{'bone_or_part':2}}", GAIT_META_BONE_OR_PART},
        {"{'playback':{'speed':2}}", GAIT_META_SPEED},
        {"{'playback':{'power':2}}", GAIT_META_POWER},
        {"{'playback':{'accrue':2}}", GAIT_META_ACCRUE},
        {"{'playback':{'falloff':2}}", GAIT_META_FALLOFF},
        {"{'playback':{'loop':false}}", GAIT_META_FLAGS},
        {"{'playback':{'loop':true}}", 0},
        {"{'playback':{'loop':false,'flags':4}}", GAIT_META_FLAGS},
        {"{'events':[]}", GAIT_META_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0.1,'end':0.2}]}", 0},
        {"{'events':[{'name':'A','value':'v','start':0.1,'end':0.2}]}", GAIT_META_EVENTS},
        {"{'events':[{'name':'a','value':'','start':0.1,'end':0.2}]}", GAIT_META_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0.1,'end':0.3}]}", GAIT_META_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0,'end':0.2}],'motion':[0,0,0]}",
         GAIT_META_EVENTS | GAIT_META_ROOT_MOTION},
    };
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip_with_metadata(skeleton, GAIT_TIME_SECONDS);
    gaiti_metadata_base base = {.clip = clip, .seconds = thirds};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *diagnostics;
        uint32_t changes = metadata_changes(cases[i].item, &base, &diagnostics);
        if (changes != cases[i].changes) {
            fail_msg("%s: %#x", cases[i].item, changes);
        }
        if (changes == GAIT_META_FLAGS) {
            assert_int_equal(diagnostics->playback.flags, i == 3 ? 5 : 6);
            assert_true(diagnostics->playback.speed == 1.5F &&
                        diagnostics->playback.bone_or_part == 1);
        }
        gait_clip_free(diagnostics);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(loop_of_an_fx_and_unknown_playback_are_ignored) {
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip_with_metadata(skeleton, GAIT_TIME_SECONDS), *diagnostics;
    gaiti_metadata_base base = {.clip = clip, .seconds = thirds};
    clip->playback.flags = 1;
    assert_int_equal(metadata_changes("{'playback':{'loop':false}}", &base, &diagnostics), 0);
    clip->playback.known = false; /* the format has no playback parameters */
    assert_int_equal(metadata_changes("{'playback':{'speed':9}}", &base, &diagnostics), 0);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* Events moved in the edited file have seconds of its playback rate, which are converted to the
 * unit and rate of the base. */
TEST(moved_events_are_converted_to_the_unit_of_the_base) {
    static const struct {
        gait_time_unit unit;
        double rate, seconds, wanted;
    } cases[] = {
        {GAIT_TIME_SECONDS, 0, 0.25, 0.25}, {GAIT_TIME_SECONDS, 1.25, 0.25, 0.2},
        {GAIT_TIME_PHASE, 0, 0.1, 0.25},    {GAIT_TIME_PHASE, 0, 0.25, 0.75},
        {GAIT_TIME_PHASE, 2, 0.2, 0.25},    {GAIT_TIME_PHASE, 1.25, 0.3125, 0.75},
    };
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *clip = base_clip_with_metadata(skeleton, cases[i].unit), *diagnostics;
        gaiti_metadata_base base = {.clip = clip, .seconds = thirds, .rate = cases[i].rate};
        char item[256];
        snprintf(item, sizeof item, "{'events':[{'name':'a','start':null,'start_s':%.9g}]}",
                 cases[i].seconds);
        assert_int_equal(metadata_changes(item, &base, &diagnostics), GAIT_META_EVENTS);
        assert_near_f64(diagnostics->events[0].start, cases[i].wanted);
        assert_near_f64(diagnostics->events[0].end, cases[i].wanted);
        assert_int_equal(diagnostics->time_unit, cases[i].unit);
        gait_clip_free(diagnostics);
        gait_clip_free(clip);
    }
    gait_skeleton_free(skeleton);
}

/* If the time unit of the metadata differs from that of the base, the exported seconds are used. */
TEST(events_in_another_unit_use_their_exported_seconds) {
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip_with_metadata(skeleton, GAIT_TIME_SECONDS), *diagnostics;
    gaiti_metadata_base base = {.clip = clip, .seconds = thirds, .rate = 1.25};
    assert_int_equal(
        metadata_changes("{'time_unit':'phase','events':[{'name':'a','value':'v','start':1,"
                         "'start_s':0.3}]}",
                         &base, &diagnostics),
        GAIT_META_EVENTS);
    assert_near_f64(diagnostics->events[0].start, 0.3);
    gait_clip_free(diagnostics);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* The metadata of an export, as a sidecar. */
static gait_buffer export_sidecar(const round_trip *trip) {
    gaiti_gltf_writer *gltf;
    gait_buffer out = {0};
    assert_int_equal(gaiti_gltf_writer_new(trip->skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add_parts(gltf, trip->file), GAIT_OK);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        assert_int_equal(gaiti_gltf_writer_add_file_clip(gltf, trip->base->file_clips[c], NULL),
                         GAIT_OK);
    }
    assert_int_equal(gaiti_gltf_writer_finish_sidecar(gltf, &out), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    return out;
}

static void assert_metadata_unchanged(const round_trip *trip, const gait_metadata *extras) {
    assert_int_equal(gait_metadata_clip_count(extras), trip->base->clip_count);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        gaiti_metadata_base base = {.clip = trip->base->file_clips[c],
                                    .seconds = trip->base->clips[c]->time};
        const gait_metadata_clip *diagnostics =
            gaiti_metadata_find(extras, trip->base->clip_names[c]);
        uint32_t changes = 99;
        gait_clip *clip;
        assert_non_null(diagnostics);
        assert_int_equal(gaiti_metadata_compare(diagnostics, &base, NULL, &changes, &clip),
                         GAIT_OK);
        assert_int_equal(changes, 0);
        assert_null(clip);
    }
}

TEST(metadata_of_an_export_matches_its_source) {
    static const char *const samples[][2] = {{"samples/stalker.omf", "xray-stalker"},
                                             {"samples/walk.rtm", "arma3-man"},
                                             {"samples/walk_binarised.rtm", "arma3-man"}};
    for (size_t i = 0; i < 3; i++) {
        gait_span bytes = test_fixture_bytes(samples[i][0]);
        gait_skeleton *tree;
        round_trip trip;
        gait_metadata *extras;
        assert_int_equal(gait_builtin_skeleton(samples[i][1], NULL, &tree), GAIT_OK);
        assert_true(round_trip_open(bytes, strrchr(samples[i][0], '/') + 1, tree, &trip));
        gait_buffer json = export_sidecar(&trip);
        assert_int_equal(gait_metadata_open((gait_span){json.data, json.size}, NULL, &extras),
                         GAIT_OK);
        assert_metadata_unchanged(&trip, extras);
        assert_int_equal(gait_metadata_part_count(extras), gait_file_part_count(trip.file));
        gait_metadata_free(extras);
        gait_buffer_free(&json);
        round_trip_close(&trip);
        gait_skeleton_free(tree);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* Opening a glTF needs few allocations, whatever the size of the metadata. */
TEST(opening_a_gltf_needs_few_allocations) {
    static const char *const files[] = {"gltf/ok/extras_of_blender.glb", "gltf/bad/extras_cut.glb",
                                        "gltf/bad/extras_flags.glb"};
    for (size_t i = 0; i < 3; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        test_allocator allocator = {0};
        gait_options options = test_allocator_options(&allocator);
        gait_file *file;
        assert_int_equal(gait_file_open(bytes, "x.glb", &options, &file), GAIT_OK);
        assert_in_range(allocator.allocations, 1, 12);
        assert_int_equal(gaiti_file_metadata(file) != NULL, i != 1);
        gait_file_free(file);
        assert_int_equal(allocator.live_blocks, 0);
        free((void *)(uintptr_t)bytes.data);
    }
}

static gait_status open_and_attach(const gait_options *options, void *user) {
    gait_span *bytes = user, json = {(const uint8_t *)"{\"schema\":\"gait.extras/1\"}", 26};
    gait_file *file;
    gait_status status = gait_file_open(*bytes, "x.glb", options, &file);
    status = status == GAIT_OK ? gait_file_attach_metadata(file, json, NULL) : status;
    if (status == GAIT_OK) {
        assert_non_null(gaiti_file_metadata(file));
        assert_null(gaiti_file_metadata_clip(file, 0));
        status = gait_file_attach_metadata(file, json, NULL);
    }
    gait_file_free(file);
    return status;
}

TEST(only_gltf_files_accept_metadata) {
    gait_span bytes = test_fixture_bytes("gltf/ok/waving.glb");
    gait_span walk = test_fixture_bytes("samples/walk.rtm");
    gait_file *file;
    test_every_failing_allocation(open_and_attach, &bytes);
    assert_int_equal(gait_file_open(walk, "walk.rtm", NULL, &file), GAIT_OK);
    assert_null(gaiti_file_metadata(file));
    assert_null(gaiti_file_metadata_clip(file, 0));
    assert_int_equal(gait_file_attach_metadata(file, bytes, NULL), GAIT_UNSUPPORTED);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
    free((void *)(uintptr_t)walk.data);
}
