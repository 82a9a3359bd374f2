/* Tests reports of round trips: all side effects of programs, with their values. */
#include <stdio.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "base_motions.h"
#include "blender.h"
#include "gait/report.h"
#include "roundtrip/roundtrip_parts.h"
#include "test.h"
#include "roundtrip/compare/compare_steps.h"

enum { BONES = 6, CLIPS = 4 };

static const uint32_t lengths[CLIPS] = {31, 90, 61, 3};

typedef struct bench {
    gaiti_base_file *base;
    gait_edited_file *edit;
    gait_roundtrip_report *report;
    gait_roundtrip_options options;
    gait_roundtrip_files files;
    gait_buffer json;
} bench;

static bench open_bench(const blender_way *way, const blender_touch *touch) {
    uint64_t dice = 4;
    bench made = {.base = test_base_new(&dice, BONES, lengths, CLIPS)};
    made.edit = blender_edit(made.base, way, touch, touch ? 1 : 0, &dice);
    made.files = (gait_roundtrip_files){.in = "edited.glb", .base = "old.omf", .out = "new.omf"};
    return made;
}

/* The report, as if both were from files. */
static const char *write_report(bench *made) {
    gait_options memory = {0};
    gait_status status;
    made->report = gaiti_roundtrip_report_new(&memory, &status);
    assert_non_null(made->report);
    made->report->overview.format = GAIT_FORMAT_OMF;
    made->report->skeleton = made->base->skeleton;
    made->report->base = made->base;
    made->report->edit = made->edit;
    assert_int_equal(gaiti_diff_new(made->base, made->edit, NULL, &made->report->diff), GAIT_OK);
    assert_int_equal(gaiti_roundtrip_list_clips(made->report), GAIT_OK);
    gaiti_roundtrip_set_names(made->report);
    gaiti_roundtrip_decide(made->report, &made->options);
    assert_int_equal(gait_report_roundtrip(made->report, &made->files, &made->json), GAIT_OK);
    assert_true(gaiti_write_u8(&made->json, 0));
    return (const char *)made->json.data;
}

static void close_bench(bench *made) {
    gait_buffer_free(&made->json);
    made->report->base = NULL; /* not owned by the report */
    gait_roundtrip_report_free(made->report);
    blender_free(made->edit);
    test_base_free(made->base);
}

static void expect(const char *json, const char *part) {
    if (!strstr(json, part)) {
        fail_msg("%s is not in %s", part, json);
    }
}

TEST(report_of_an_unedited_file_is_complete) {
    static const uint32_t one[] = {2};
    uint64_t dice = 4;
    bench made = open_bench(&(blender_way){0}, NULL);
    blender_free(made.edit);
    test_base_free(made.base);
    made.base = test_base_new(&dice, 1, one, 1);
    made.edit = blender_edit(made.base, &(blender_way){0}, NULL, 0, &dice);
    made.files.is_written = true;
    assert_string_equal(
        write_report(&made),
        "{\"schema\":\"gait.roundtrip/1\",\"in\":{\"path\":\"edited.glb\",\"format\":\"gltf\"},"
        "\"base\":{\"path\":\"old.omf\",\"format\":\"omf\"},"
        "\"out\":{\"path\":\"new.omf\",\"format\":\"omf\",\"written\":true},\"refused\":null,"
        "\"rule\":null,"
        "\"tolerance\":{\"deg\":0.01,\"mm\":0.05},\"corrections\":{\"rotated\":false,\"units\":"
        "null,"
        "\"rate\":null,\"other_hierarchy\":false,\"placed\":false},\"bones\":{"
        "\"matched\":1,"
        "\"rest_differs\":false,\"missing\":[],\"unused_joints\":[]},\"metadata_conflicts\":[],"
        "\"source_changed\":false,\"mesh_changed\":false,"
        "\"clips\":["
        "\n{\"index\":0,"
        "\"name\":\"clip_0\",\"animation\":{"
        "\"index\":0,\"name\":\"clip_0\"},\"difference\":\"unchanged\",\"outcome\":\"kept\","
        "\"renamed\":null,\"notes\":[],"
        "\"channels\":0,\"keys\":0,\"metadata\":[],\"rotation\":null,\"translation\":null,\"shift_"
        "s\":null,"
        "\"sampled_fps\":null,\"from_s\":null,\"to_s\":null,\"from_keys\":null,"
        "\"to_keys\":null}]}");
    close_bench(&made);
}

/* One side effect per case, and the texts that it causes. */
TEST(editor_side_effects_are_reported_with_values) {
    static const struct {
        blender_way way;
        const char *parts[2];
    } cases[] = {
        {{.z_up = true}, {"\"rotated\":true"}},
        {{.units = 100}, {"\"units\":100,"}},
        {{.units = 0.01}, {"\"units\":0.01,"}},
        {{.played_at = 1.25}, {"\"rate\":1.25,"}},
        {{.flattens = true}, {"\"other_hierarchy\":true"}},
        {{.fps = 24}, {"\"sampled\"", "\"sampled_fps\":24,"}},
        {{.fps = 30, .shift_frames = 3}, {"\"notes\":[\"shifted\"]", "\"shift_s\":0.1,"}},
        {{.thins = true}, {"\"notes\":[\"thinned\"]"}},
        {{.fps = 30, .cuts_first = true},
         {"\"difference\":\"refused\",\"outcome\":null,\"renamed\":null,\"notes\":[\"cut_start\"],"
          "\"channels\":null",
          "\"refused\":\"clips\",\"rule\":\"RTP005\""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench made = open_bench(&cases[i].way, NULL);
        const char *json = write_report(&made);
        for (size_t p = 0; p < 2 && cases[i].parts[p]; p++) {
            expect(json, cases[i].parts[p]);
        }
        close_bench(&made);
    }
}

TEST(a_change_is_reported_with_its_location) {
    blender_touch touch = {.clip = 1, .bone = 2, .frame = 7, .degrees = 3, .mm = 20};
    bench made = open_bench(&(blender_way){.fps = 30}, &touch);
    const char *json = write_report(&made);
    expect(json, "\"difference\":\"changed\",\"outcome\":\"changed\",\"renamed\":null,\"notes\":[],"
                 "\"channels\":2,\"keys\":2,"
                 "\"metadata\":[],"
                 "\"rotation\":{\"deg\":");
    expect(json, "\"bone\":{\"index\":2,\"name\":\"");
    expect(json, "\"},\"frame\":7,\"time_s\":0.23333333},\"translation\":{\"mm\":");
    close_bench(&made);
}

TEST(a_changed_length_is_reported) {
    bench made = open_bench(&(blender_way){.fps = 30}, NULL);
    gait_edited_animation *animations = blender_animations(made.edit);
    const char *name = animations[0].name;
    animations[0].name = animations[2].name; /* 61 frames instead of 31 */
    animations[2].name = name;
    const char *json = write_report(&made);
    expect(json, "\"length\"");
    expect(json, "\"from_s\":1,\"to_s\":2,");
    expect(json, "\"from_s\":2,\"to_s\":1,");
    close_bench(&made);
}

TEST(bones_in_only_one_file_are_listed) {
    bench made = open_bench(&(blender_way){0}, NULL);
    const char *whole = made.base->skeleton->bones[BONES - 1].name;
    gait_edited_joint *joints = blender_joints(made.edit);
    for (uint32_t j = 0; j < made.edit->joint_count; j++) {
        if (strcmp(joints[j].name, whole) == 0) {
            joints[j].name = "no such bone";
        }
    }
    const char *json = write_report(&made);
    expect(json, "\"matched\":5,\"rest_differs\":false,\"missing\":[{\"index\":5,\"name\":\"");
    expect(json, "\"nearest\":null}],\"unused_joints\":[\"no such bone\"]}");
    close_bench(&made);
}

TEST(nearest_joint_names_are_reported) {
    char near[64] = {0};
    bench made = open_bench(&(blender_way){0}, NULL);
    const char *whole = made.base->skeleton->bones[BONES - 1].name;
    gait_edited_joint *joints = blender_joints(made.edit);
    assert_in_range(strlen(whole), 3, 60);
    memcpy(near, whole, strlen(whole));
    near[strlen(whole)] = 'x';
    for (uint32_t j = 0; j < made.edit->joint_count; j++) {
        if (strcmp(joints[j].name, whole) == 0) {
            joints[j].name = near;
        }
    }
    const char *json = write_report(&made);
    char expected[100];
    snprintf(expected, sizeof expected, "\"nearest\":\"%s\"}", near);
    expect(json, expected);
    close_bench(&made);
}

TEST(clips_in_only_one_file_report_their_outcome) {
    for (int adds = 0; adds < 2; adds++) {
        bench made = open_bench(&(blender_way){0}, NULL);
        blender_animations(made.edit)[1].name = "brand_new";
        made.options.adds_new = adds;
        const char *json = write_report(&made);
        expect(
            json,
            "\"name\":\"clip_1\",\"animation\":null,\"difference\":\"absent\",\"outcome\":\"kept\","
            "\"renamed\":{\"from\":\"clip_1\",\"to\":\"brand_new\"},\"notes\":[\"renamed\"],"
            "\"channels\":null,\"keys\":null");
        expect(json, "{\"index\":null,\"name\":\"brand_new\",\"animation\":{\"index\":1,\"name\":"
                     "\"brand_new\"},\"difference\":\"new\"");
        expect(json, adds ? "\"outcome\":\"added\"" : "\"outcome\":\"left_out\"");
        close_bench(&made);
    }
}

TEST(clips_with_equal_names_are_refused) {
    bench made = open_bench(&(blender_way){0}, NULL);
    blender_animations(made.edit)[1].name = "clip_0";
    const char *json = write_report(&made);
    expect(json, "\"refused\":\"clips\",\"rule\":\"RTP005\"");
    expect(json, "\"notes\":[\"ambiguous\"]");
    close_bench(&made);
}

TEST(refused_files_report_the_reason) {
    bench made = open_bench(&(blender_way){0}, NULL);
    gait_edited_joint *joints = blender_joints(made.edit);
    for (uint32_t j = 0; j < made.edit->joint_count; j++) {
        joints[j].name = "stranger";
    }
    expect(write_report(&made), "\"refused\":\"no_bones\",\"rule\":\"RTP004\"");
    close_bench(&made);
    made = open_bench(&(blender_way){0}, NULL);
    blender_animations(made.edit)[0].name = "Animation";
    gait_edited_file one = *made.edit;
    one.animation_count = 1;
    gait_edited_file *whole = made.edit;
    made.edit = &one;
    expect(write_report(&made), "\"refused\":\"one_action\",\"rule\":\"RTP005\"");
    made.edit = whole;
    close_bench(&made);
}

TEST(wrong_arguments_are_refused) {
    gait_options memory = {0};
    gait_status status;
    bench made = open_bench(&(blender_way){0}, NULL);
    gait_roundtrip_report *early = gaiti_roundtrip_report_new(&memory, &status);
    write_report(&made);
    size_t size = made.json.size;
    assert_int_equal(gait_report_roundtrip(NULL, &made.files, &made.json), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_roundtrip(early, &made.files, &made.json), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_roundtrip(made.report, NULL, &made.json), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_roundtrip(made.report, &made.files, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(made.json.size, size);
    gait_roundtrip_report_free(early);
    close_bench(&made);
}

static gait_status report_with(const gait_options *options, void *user) {
    bench *made = user;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_report_roundtrip(made->report, &made->files, &out);
    gait_buffer_free(&out);
    return status;
}

TEST(out_of_memory_is_reported) {
    bench made = open_bench(&(blender_way){0}, NULL);
    write_report(&made);
    assert_in_range(test_every_failing_allocation(report_with, &made), 1, 100);
    close_bench(&made);
}
