/* Calls whose arguments are valid, for objects in another state: opened for their skeleton, without
 * their dependencies, of another game, empty, or after a failure. test_calls.c, which make_calls.py
 * writes, has the calls with one wrong argument. */
#include "gait/map.h"
#include "formats/file_state.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/bvh/bvh.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_writer.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "gait/expert.h"
#include "gait/gait.h"
#include "metadata/metadata_state.h"
#include "model/clip.h"
#include "model/side.h"
#include "ops/name_match.h"
#include "joints/pivots.h"
#include "roundtrip/compare/compare_steps.h"
#include "test.h"
#include "wrong.h"

static const char STALKER[] = "samples/stalker.omf", WALK[] = "samples/walk.rtm";

#define assert_bad(call) assert_int_equal(call, GAIT_BAD_ARGUMENT)

/* --- numbers, matrices, banks under construction ---------------------------------------------- */

TEST(no_bones_need_no_pointers) {
    static const char *const names[2] = {"pelvis", NULL};
    const gait_skeleton no_bones = {.name = ""};
    assert_int_equal(gait_blend(NULL, NULL, 0, 1, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_blend_add(NULL, NULL, 0, 1, NULL, NULL), GAIT_OK);
    assert_int_equal(gait_blend_difference(NULL, NULL, 0, NULL), GAIT_OK);
    assert_int_equal(gait_skeleton_find(&no_bones, "pelvis"), -1);
    assert_int_equal(gait_skeleton_nearest(&no_bones, "pelvis"), -1);
    assert_int_equal(gaiti_skeleton_coverage(NULL, names, 2).missing, 2);
    assert_int_equal(gaiti_skeleton_coverage(&no_bones, names, 2).missing, 2);
    assert_int_equal(gaiti_skeleton_coverage(&no_bones, NULL, 2).missing, 0);
}

TEST(zero_matrices_are_accepted) {
    const gait_affine zero = {{{0}}, {0}};
    const gait_transform nothing = {{0}, {0}, {0}};
    gait_affine inverse, identity = gait_affine_identity();
    gait_transform transform;
    assert_false(gait_affine_invert(&zero, &inverse));
    assert_memory_equal(&inverse, &identity, sizeof inverse);
    inverse = gait_affine_from_transform(&nothing);
    inverse = gait_affine_multiply(&inverse, &zero);
    assert_true(inverse.m[0][0] == 0);
    (void)gait_affine_decompose(&zero, &transform);
    assert_true(transform.q[3] == 1);
    inverse = gait_affine_change_axes(&identity, GAIT_AXES_FILE, (gait_axes)3);
    assert_memory_equal(&inverse, &identity, sizeof inverse);
    gait_channel channel = {.count = 1, .negate = 0};
    gaiti_channel_change_axes(&channel, true, (gait_axes)-1, GAIT_AXES_FILE);
    assert_int_equal(channel.negate, 0);
}

TEST_WITH(last_elements_are_in_range, NULL, wrong_release) {
    const gait_bmtr *bmtr = gait_file_bmtr(wrong_file("samples/walk_binarised.rtm"));
    const gait_rtm *rtm = gait_file_rtm(wrong_file(WALK));
    const gait_skl *skl = gait_file_skl(wrong_file("skl/ok/marks.skl"));
    const gait_gltf *gltf = gait_file_gltf(wrong_file("gltf/ok/waving.glb"));
    float one[12];
    uint32_t last = gait_rtm_frame_count(rtm) - 1, last_bone = gait_rtm_bone_count(rtm) - 1;
    gait_rtm_matrix(rtm, last, last_bone, one);
    (void)gait_bmtr_record_at(bmtr, gait_bmtr_frame_count(bmtr) - 1,
                              gait_bmtr_bone_count(bmtr) - 1);
    gait_skl_read_keys(skl, 0, 0, 0, wrong_room(0));
    double *times = wrong_room(0);
    gaiti_gltf_channel_keys(gltf, 0, 0, times, wrong_room(1));
    last = gaiti_gltf_channel_at(gltf, 0, 0).key_count - 1;
    assert_true(gaiti_gltf_key_time(gltf, 0, 0, last) == times[last]);
}

/* A bone needs a part, a part bone of a glTF too. */
TEST(bones_of_banks_need_a_part) {
    const gait_omf_bone bone = {.name = {NULL, 5}};
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    gait_file file = {.row = &gaiti_omf_row, .document = omf};
    assert_bad(gaiti_omf_add_bone(omf, wrong_name, 0));
    assert_bad(gait_omf_set_listed_bone(omf, 0, &bone));
    assert_int_equal(gaiti_omf_reorder_motions(omf, NULL, 0), GAIT_OK);
    assert_int_equal(gait_file_map(&file, wrong_visit, NULL), GAIT_OK);
    gait_omf_free(omf);
}

TEST(a_skl_without_motions_is_not_written) {
    gait_buffer out = {0};
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_bad(gait_skl_write(skl, &out));
    assert_bad(
        gait_file_map(&(gait_file){.row = &gaiti_skl_row, .document = skl}, wrong_visit, NULL));
    assert_int_equal(gaiti_skl_check(skl, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_reorder_motions(skl, NULL, 0), GAIT_OK);
    gait_buffer_free(&out);
    gait_skl_free(skl);
}

/* --- files ------------------------------------------------------------------------------------ */

static gait_status fail_read(void *user, uint64_t offset, void *out, size_t size) {
    (void)user, (void)offset, (void)out, (void)size;
    return GAIT_TRUNCATED;
}

TEST(the_status_of_a_reader_is_returned) {
    const gait_reader reader = {.read = fail_read, .size = 8};
    gait_file *file = (void *)&wrong_place;
    assert_int_equal(gait_file_open_reader(&reader, NULL, GAIT_OPEN_WHOLE, NULL, &file),
                     GAIT_TRUNCATED);
    assert_null(file);
}

/* An empty skeleton, and those of both games. */
TEST_WITH(clips_on_the_skeleton_of_another_game_are_refused, NULL, wrong_release) {
    static const char *const paths[] = {WALK,
                                        "samples/walk_binarised.rtm",
                                        STALKER,
                                        "skl/ok/world.skls",
                                        "gltf/ok/waving.glb",
                                        "bvh/ok/tiny.bvh"};
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *hands, *man;
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &hands), GAIT_OK);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const gait_file *file = wrong_file(paths[i]);
        gait_clip *clip;
        assert_bad(gait_file_clip(file, 0, &nothing, NULL, &clip));
        assert_bad(gait_file_clip(file, 0, i < 2 ? hands : man, NULL, &clip));
        assert_null(clip);
    }
    gait_skeleton_free(man);
    gait_skeleton_free(hands);
}

TEST_WITH(a_file_opened_for_its_skeleton_has_no_clips, NULL, wrong_release) {
    const gait_file *file = wrong_skeleton_of("ogf/ok/motions_inside.ogf");
    gait_buffer out = {0};
    assert_int_equal(gait_file_clip_count(file), 0);
    assert_int_equal(gait_file_find_clip(file, "walk"), -1);
    assert_int_equal(gait_report_map(NULL, file, &out), GAIT_UNSUPPORTED);
    out.size = 0;
    assert_int_equal(
        gait_report_info(&(gait_report_input){NULL, 1, file, 0, "ok", NULL, NULL, 0}, &out),
        GAIT_OK);
    gait_buffer_free(&out);
}

/* The text of an export whose .bin is not provided. */
static gait_span export_text(gait_conversion **out_conversion, gait_span *out_bin) {
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF, .name = "walk.gltf"};
    gait_output output;
    assert_int_equal(gait_convert_begin(wrong_file(WALK), &options, out_conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(*out_conversion, &output), GAIT_OK);
    *out_bin = output.files[1].parts[0];
    return output.files[0].parts[0];
}

TEST_WITH(a_file_with_missing_dependencies_is_incomplete, NULL, wrong_release) {
    gait_conversion *conversion;
    gait_span bin, text = export_text(&conversion, &bin);
    gait_file *file;
    gait_skeleton *skeleton = (void *)&wrong_place, *tree;
    gait_clip *clip = (void *)&wrong_place;
    assert_int_equal(gait_file_open(text, NULL, NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_dependency_count(file), 1);
    assert_int_equal(gait_file_dependency_size(file, 0), bin.size);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_check_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_clip_info(file, 0).frame_count, 0);
    assert_int_equal(gait_file_bind_skeleton(file, NULL, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(gait_file_skeleton(file, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_clip(file, 0, tree, NULL, &clip), GAIT_UNSUPPORTED);
    assert_null(clip);
    assert_int_equal(gait_file_check(file, NULL), GAIT_UNSUPPORTED);
    assert_bad(gait_file_provide(file, 1, bin, NULL));
    assert_bad(gait_file_provide(file, UINT32_MAX, bin, NULL));
    assert_bad(gait_file_provide(file, 0, wrong_span, NULL));
    assert_int_equal(gait_file_provide(file, 0, (gait_span){0}, NULL), GAIT_TRUNCATED);
    assert_int_equal(gait_file_provide(file, 0, bin, NULL), GAIT_OK);
    assert_int_equal(gait_file_check_complete(file, NULL), GAIT_OK);
    gait_skeleton_free(tree);
    gait_file_free(file);
    gait_conversion_free(conversion);
}

TEST_WITH(a_gltf_without_its_buffer_is_incomplete, NULL, wrong_release) {
    gait_conversion *conversion;
    gait_span bin, text = export_text(&conversion, &bin);
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *skeleton = (void *)&wrong_place;
    gait_edited_file *edit = (void *)&wrong_place;
    gait_gltf_timing timing;
    gait_affine matrix;
    assert_int_equal(gaiti_gltf_open(text, NULL, &file), GAIT_OK);
    assert_bad(gaiti_gltf_provide(file, 1, bin, NULL));
    assert_bad(gaiti_gltf_provide(file, UINT32_MAX, bin, NULL));
    assert_bad(gaiti_gltf_provide(file, 0, wrong_span, NULL));
    assert_int_equal(gaiti_gltf_check_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    const gait_gltf_animated_rig animated = {file, rig, 0};
    assert_int_equal(gaiti_gltf_skeleton(file, rig, "", NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(gaiti_gltf_sample(&animated, wrong_times, 1, NULL, wrong_room(0)),
                     GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_timing_of(&animated, 0, NULL, &timing), GAIT_UNSUPPORTED);
    assert_false(gaiti_gltf_inverse_bind(file, 0, 0, &matrix));
    assert_int_equal(gaiti_gltf_check(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_edited_file_new(file, rig, NULL, &edit), GAIT_UNSUPPORTED);
    assert_null(edit);
    gait_gltf_rig_free(rig);
    gaiti_gltf_free(file);
    gait_conversion_free(conversion);
}

/* --- clips in another space, of another skeleton ---------------------------------------------- */

TEST_WITH(clips_in_another_space_are_refused, NULL, wrong_release) {
    gait_skeleton *skeleton;
    gait_clip *clip;
    gaiti_gltf_writer *gltf;
    gait_buffer out = {0};
    gait_metadata_clip metadata = {.name = NULL};
    uint32_t changes;
    assert_int_equal(gait_file_bind_skeleton(wrong_file(WALK), NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(wrong_file(WALK), 0, skeleton, NULL, &clip), GAIT_OK);
    assert_bad(gaiti_bvh_write_file(clip, NULL, &out)); /* delta space */
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    assert_bad(gaiti_gltf_writer_add(gltf, clip));
    gaiti_gltf_writer_free(gltf);
    gait_clip cut = *clip, *made; /* channels have another number of keys */
    gait_sampler_memory memory;
    cut.frame_count = 3;
    assert_bad(gait_sampler_measure(&cut, &memory));
    clip->time_unit = GAIT_TIME_PHASE; /* phases without seconds */
    const gaiti_metadata_base base = {.clip = clip};
    assert_bad(gaiti_metadata_compare(&metadata, &base, NULL, &changes, &made));
    clip->space = GAIT_SPACE_LOCAL;
    assert_bad(gaiti_recover_pivots(clip, NULL, wrong_room(0)));
    assert_int_equal(out.size, 0);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST_WITH(a_host_of_another_skeleton_is_refused, NULL, wrong_release) {
    const gait_file *file = wrong_file(STALKER);
    gait_skeleton *skeleton;
    gait_clip *clip;
    gait_host_rig *rig;
    gait_buffer out = {0};
    assert_int_equal(gait_file_bind_skeleton(file, wrong_tree(STALKER), NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(file, 0, skeleton, NULL, &clip), GAIT_OK);
    gait_skeleton other = *skeleton;
    const gait_host host = {&other, wrong_identities(), NULL};
    assert_bad(gait_host_keys(&host, clip, 0, NULL, &out));
    assert_int_equal(gait_host_rig_new(&host, NULL, &rig), GAIT_OK);
    assert_bad(gait_host_pose(rig, clip, 0, wrong_room(0), wrong_room(1)));
    assert_int_equal(out.size, 0);
    gait_host_rig_free(rig);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(edited_joints_in_a_circle_are_refused) {
    const gait_edited_joint self_parent = {.name = "a", .parent = 0};
    const gait_edited_file circle = {.joint_count = 1, .joints = &self_parent}, nothing = {0};
    gait_skeleton *skeleton, *out = (void *)&wrong_place;
    gait_buffer bytes = {0};
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &skeleton), GAIT_OK);
    assert_int_equal(
        gaiti_retarget_skeleton_new(skeleton, &circle, GAITI_RETARGET_EVERY_BONE, NULL, &out),
        GAIT_CORRUPT);
    assert_null(out);
    assert_int_equal(gait_convert_edited(&circle, skeleton, NULL, NULL, &bytes), GAIT_CORRUPT);
    assert_int_equal(gait_convert_edited(&nothing, skeleton, NULL, NULL, &bytes), GAIT_NOT_FOUND);
    assert_int_equal(bytes.size, 0);
    gait_skeleton_free(skeleton);
}

/* Files that the caller filled, without the storage of the library. */
TEST(structs_of_the_caller_are_not_freed) {
    gaiti_base_file base = {.clip_count = 1};
    gait_edited_file edit = {.joint_count = 1};
    gaiti_base_file_free(&base);
    gait_edited_file_free(&edit);
}

/* --- conversions and searches ----------------------------------------------------------------- */

/* Asserts that a conversion fails with this status. */
static void assert_failed(const gait_file *file, const gait_convert_options *options,
                          gait_status status) {
    gait_conversion *conversion;
    gait_convert_options wanted = *options;
    gait_convert_problem problem;
    gait_output output = {.file_count = 5};
    gait_retarget_info info;
    assert_int_equal(gait_convert_check(file, options, &problem), status);
    assert_non_null(problem.rule);
    wanted.refused = &conversion; /* the same variable as for the conversion */
    assert_int_equal(gait_convert_begin(file, &wanted, &conversion), status);
    assert_non_null(conversion);
    assert_non_null(gait_convert_what_failed(conversion).rule);
    assert_false(gait_convert_peek(conversion, &output));
    assert_int_equal(gait_convert_next(conversion, &output), status);
    assert_int_equal(output.file_count, 0);
    assert_int_equal(gait_convert_next(conversion, &output), status);
    assert_false(gait_convert_retarget_info(conversion, &info));
    assert_int_equal(gait_convert_retarget_clip(conversion, 0).key_count, 0);
    gait_conversion_free(conversion);
}

/* Partially opened files cannot be converted, and changes cannot be written into them. */
TEST_WITH(refused_conversions_have_no_outputs, NULL, wrong_release) {
    const gait_file *part = wrong_skeleton_of(STALKER), *walk = wrong_file(WALK);
    const gait_file *model = wrong_skeleton_of("ogf/ok/motions_inside.ogf");
    const gait_file *record = wrong_skeleton_of("samples/walk_binarised.rtm");
    const gait_convert_options to_omf = {.target = GAIT_FORMAT_OMF},
                               to_nothing = {.target = GAIT_FORMAT_UNKNOWN},
                               to_rtm = {.target = GAIT_FORMAT_RTM},
                               beyond = {.target = GAIT_FORMAT_GLTF,
                                         .clips = wrong_beyond,
                                         .clip_count = 1},
                               version = {.target = GAIT_FORMAT_BMTR, .version = UINT32_MAX},
                               into_model = {.target = GAIT_FORMAT_OGF, .base = model},
                               into_record = {.target = GAIT_FORMAT_BMTR, .base = record};
    assert_bad(gait_convert_check(NULL, &to_omf, NULL));
    assert_bad(gait_convert_check(walk, NULL, NULL));
    assert_int_equal(gait_convert_check(walk, &to_rtm, NULL), GAIT_OK);
    assert_failed(part, &to_omf, GAIT_BAD_ARGUMENT);
    assert_failed(model, &to_omf, GAIT_BAD_ARGUMENT);
    assert_failed(wrong_file(STALKER), &into_model, GAIT_BAD_ARGUMENT);
    assert_failed(walk, &into_record, GAIT_BAD_ARGUMENT);
    assert_failed(walk, &beyond, GAIT_BAD_ARGUMENT);
    assert_failed(walk, &version, GAIT_BAD_ARGUMENT);
    assert_failed(walk, &to_nothing, GAIT_UNSUPPORTED);
    assert_failed(record, &to_rtm, GAIT_UNSUPPORTED);
}

TEST_WITH(a_conversion_ends_after_its_last_output, NULL, wrong_release) {
    gait_conversion *conversion;
    gait_output output = {.file_count = 5};
    assert_int_equal(gait_convert_begin(wrong_file(WALK), &wrong_to_gltf, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_NOT_FOUND);
    assert_int_equal(output.file_count, 0);
    assert_false(gait_convert_peek(conversion, &output));
    gait_conversion_free(conversion);
    assert_int_equal(gait_convert_item_clip(&(gait_convert_item){.file = NULL}, "idle"), -1);
    gait_output_names *names;
    assert_int_equal(gait_output_names_new("{clip}", 1, NULL, &names), GAIT_OK);
    assert_non_null(gait_output_names_next(names, "a"));
    assert_null(gait_output_names_next(names, "b"));
    gait_output_names_free(names);
}

/* Candidates that did not open, of other formats, and opened in part. */
TEST_WITH(unusual_candidates_are_accepted, NULL, wrong_release) {
    const gait_file *part = wrong_skeleton_of("ogf/ok/skeleton.ogf"), *walk = wrong_file(WALK);
    const gait_candidate candidates[] = {
        {.file = NULL, .path = NULL}, {.file = walk, .path = NULL}, {.file = part, .path = "a"}};
    const gait_file *animations[] = {wrong_file(STALKER), walk, part};
    gait_search_result *result;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gait_skeleton_search(animations[i], candidates, 3, NULL, &result),
                         GAIT_OK);
        gait_search_summary summary = gait_search_result_summary(result);
        assert_int_equal(summary.entries != NULL, summary.entry_count > 0);
        gait_skeleton_free(gait_search_result_detach_skeleton(result));
        assert_null(gait_search_result_detach_skeleton(result));
        assert_null(gait_search_result_skeleton(result));
        gait_search_result_free(result);
    }
    const gait_search_options given = {.skeleton = wrong_tree(STALKER)};
    const gait_search_entry first = {.reason = GAIT_REASON_NAMES_FILE}, second = {.index = 1};
    const gait_file *glb = wrong_file("gltf/ok/waving.glb");
    assert_bad(gait_skeleton_search(glb, NULL, 0, &given, &result));
    assert_true(gait_search_compare(&first, &second) < 0);
    assert_true(gait_search_compare(&second, &first) > 0);
    assert_int_equal(gait_search_compare(&second, &second), 0);
}

/* --- reports ---------------------------------------------------------------------------------- */

TEST_WITH(a_refused_round_trip_has_no_comparison, NULL, wrong_release) {
    const gait_file *model = wrong_file("ogf/ok/both_refs.ogf");
    const gait_file *edited = wrong_file("export:samples/stalker.omf");
    const gait_roundtrip_files paths = {0};
    gait_roundtrip_report *refused, *report;
    const gait_roundtrip_options options = {.refused = &refused};
    gait_buffer bytes = {0}, out = {0};
    assert_int_equal(gait_roundtrip(model, edited, NULL, &options, &report, &bytes),
                     GAIT_UNSUPPORTED);
    assert_bad(gait_report_roundtrip(refused, &paths, &out));
    assert_false(gait_roundtrip_report_summary(refused).is_compared);
    assert_int_equal(gait_roundtrip_report_summary(refused).joint_count, 0);
    assert_int_equal(gait_roundtrip_report_clip_count(refused), 0);
    assert_int_equal(gait_roundtrip_report_clip(refused, 0).diff.clip, -1);
    assert_null(gait_roundtrip_report_joint(refused, 0).name);
    assert_int_equal(gait_roundtrip_report_joint_of(refused, 0), -1);
    assert_int_equal(gait_roundtrip_report_nearest_joint(refused, 0), -1);
    assert_int_equal(out.size + bytes.size, 0);
    gait_roundtrip_report_free(refused);
}

TEST_WITH(reports_of_unusual_values_are_written, NULL, wrong_release) {
    static const char *const names[1] = {NULL};
    gait_diagnostic finding = {.clip = 99, .bone = INT32_MAX, .frame = -5};
    const gait_diagnostics odd = {.items = &finding, .count = 1};
    const gait_skeleton no_bones = {.name = ""};
    const gait_report_input strange = {NULL, 1, NULL, (gait_format)99, "", &finding, NULL, 0};
    const gait_report_input partial = {"a", 1, wrong_skeleton_of(STALKER), 0, "ok", NULL, NULL, 0};
    const uint8_t bytes[4] = {0};
    const gait_field small = {.type = GAIT_FIELD_U32, .bytes = {bytes, 4}, .rows = 2, .columns = 1};
    const gait_field huge = {
        .type = GAIT_FIELD_F32, .bytes = {bytes, 4}, .rows = UINT32_MAX, .columns = UINT32_MAX};
    gait_buffer out = {0};
    assert_bad(gait_report_list(&partial, wrong_order, 1, &out));
    assert_bad(gait_report_field_value(&small, 0, &out));
    assert_bad(gait_report_field_value(&huge, 0, &out));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_info(&strange, &out), GAIT_OK);
    assert_int_equal(gait_report_check(NULL, wrong_file(WALK), 0, &odd, &out), GAIT_OK);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, NULL, NULL, 9, &out), GAIT_OK);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, NULL, names, 1, &out), GAIT_OK);
    out.size = 0;
    assert_int_equal(gait_report_text(NULL, &out), GAIT_OK);
    assert_memory_equal(out.data, "null", 4);
    gait_buffer_free(&out);
}

/* --- edits ------------------------------------------------------------------------------------ */

static gait_edit *begin(void) {
    gait_edit *edit;
    assert_int_equal(gait_edit_begin(wrong_bytes(STALKER), "stalker.omf", NULL, &edit), GAIT_OK);
    return edit;
}

/* The elements that gait_edit_missing_at() and gait_edit_change_at() need: there is one of each. */
TEST_WITH(elements_in_range_are_valid, NULL, wrong_release) {
    static const char *const words[] = {"remove", "--clip", "nothing_like_it", "--clip", "idle"};
    gait_edit *edit = begin();
    gait_edit_allow_missing(NULL);
    gait_edit_allow_missing(edit);
    assert_int_equal(gait_edit_words(edit, words, 5), GAIT_OK);
    assert_int_equal(gait_edit_missing_count(edit), 1);
    assert_string_equal(gait_edit_missing_at(edit, 0).name, "nothing_like_it");
    assert_int_equal(gait_edit_change_count(edit), 1);
    assert_int_equal(gait_edit_change_at(edit, 0).line, 0);
    gait_edit_free(edit);
}

TEST_WITH(nothing_follows_an_edit_that_failed, NULL, wrong_release) {
    static const char *const missing[] = {"remove", "--clip=nothing_like_it"};
    static const char *const with_null[] = {"reorder", NULL};
    gait_buffer out = {0};
    gait_edit *edit = begin();
    assert_int_equal(gait_edit_words(edit, missing, 2), GAIT_NOT_FOUND);
    assert_bad(gait_edit_words(edit, wrong_words, 2));
    assert_bad(gait_edit_script(edit, test_span("reorder --sort")));
    assert_bad(gait_edit_script(edit, (gait_span){0}));
    assert_bad(gait_edit_write(edit, &out));
    assert_int_equal(out.size, 0);
    assert_null(out.data);
    assert_non_null(gait_edit_file(edit));
    gait_edit_allow_missing(edit); /* too late */
    assert_bad(gait_edit_words(edit, missing, 2));
    gait_edit_free(edit);
    edit = begin();
    assert_bad(gait_edit_words(edit, NULL, 2)); /* this is no edit: the next one works */
    assert_int_equal(gait_edit_words(edit, wrong_words, 2), GAIT_OK);
    assert_bad(gait_edit_words(edit, with_null, 2));
    assert_bad(gait_edit_words(edit, wrong_words, 2)); /* that one failed */
    gait_edit_free(edit);
}

TEST_WITH(formats_without_edits_are_refused, NULL, wrong_release) {
    gait_edit *edit = (void *)&wrong_place;
    gait_diagnostic stored[4];
    gait_diagnostics sink = {.items = stored, .capacity = 4};
    gait_options options = {.diagnostics = &sink};
    assert_int_equal(gait_edit_begin(wrong_bytes("bvh/ok/blender.bvh"), "a.bvh", &options, &edit),
                     GAIT_UNSUPPORTED);
    assert_null(edit);
    assert_int_equal(sink.count, 1);
    assert_string_equal(stored[0].rule->id, "EDT003");
}
