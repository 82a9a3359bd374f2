/* Converts files of every format to every format, and compares the reported losses with what is
 * really missing in the opened results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/convert_state.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "formats/bi/rtm/rtm.h"

/* --- sources ---------------------------------------------------------------------------------- */

/* A file of one format, posed on a skeleton. */
typedef struct source {
    gait_format format;
    uint8_t *bytes;
    char *name; /* the open file refers to it */
    gait_file *file;
    gait_skeleton *skeleton;
} source;

static source source_open(uint8_t *bytes, size_t size, const char *name) {
    source self = {.bytes = bytes, .name = malloc(strlen(name) + 1)};
    gait_search_result *found;
    assert_non_null(self.name);
    memcpy(self.name, name, strlen(name) + 1);
    assert_int_equal(gait_file_open((gait_span){bytes, size}, self.name, NULL, &self.file),
                     GAIT_OK);
    self.format = gait_file_format(self.file);
    assert_int_equal(gait_skeleton_search(self.file, NULL, 0, NULL, &found), GAIT_OK);
    self.skeleton = gait_search_result_detach_skeleton(found);
    gait_search_result_free(found);
    return self;
}

static source source_load(const char *path) {
    gait_span bytes = test_fixture_bytes(path);
    return source_open((uint8_t *)bytes.data, bytes.size, path);
}

static void source_close(source *self) {
    gait_skeleton_free(self->skeleton);
    gait_file_free(self->file);
    free(self->name);
    free(self->bytes);
}

/* Opens an output of a conversion. */
static source source_of_output(const gait_output *output) {
    const gait_output_file *file = &output->files[0];
    uint8_t *bytes = malloc(file->size);
    size_t size = 0;
    assert_non_null(bytes);
    for (uint32_t p = 0; p < file->part_count; p++) {
        memcpy(bytes + size, file->parts[p].data, file->parts[p].size);
        size += file->parts[p].size;
    }
    return source_open(bytes, size, file->name);
}

static const gait_format all_formats[] = {GAIT_FORMAT_RTM, GAIT_FORMAT_BMTR, GAIT_FORMAT_OMF,
                                          GAIT_FORMAT_SKL, GAIT_FORMAT_SKLS, GAIT_FORMAT_GLTF,
                                          GAIT_FORMAT_BVH};
enum { FORMATS = sizeof all_formats / sizeof all_formats[0] };

/* --- conversions ------------------------------------------------------------------------------ */

typedef struct loss_list {
    gait_loss_entry items[512];
    gait_losses losses;
} loss_list;

/* A conversion with every loss allowed, one output per clip if the target stores one clip. X-Ray
 * motions from glTF and BVH are retargeted to `bank`, whose rest pose is known. */
static gait_conversion *begin(const source *from, gait_format target, uint32_t version,
                              const gait_skeleton *bank, loss_list *list) {
    bool is_retargeted =
        (from->format == GAIT_FORMAT_GLTF || from->format == GAIT_FORMAT_BVH) &&
        (target == GAIT_FORMAT_OMF || target == GAIT_FORMAT_SKL || target == GAIT_FORMAT_SKLS);
    gait_convert_options options = {.target = target,
                                    .version = version,
                                    .skeleton = is_retargeted ? NULL : from->skeleton,
                                    .retarget = is_retargeted ? bank : NULL,
                                    .is_lossy = list != NULL,
                                    .losses = list ? &list->losses : NULL};
    gait_conversion *conversion;
    bool is_one = target == GAIT_FORMAT_SKL || target == GAIT_FORMAT_RTM ||
                  target == GAIT_FORMAT_BMTR || target == GAIT_FORMAT_BVH;
    options.name = is_one ? "{clip}.x" : "renamed.x";
    if (from->format == GAIT_FORMAT_GLTF || from->format == GAIT_FORMAT_BVH) {
        options.skeleton = NULL;
    }
    if (list) {
        list->losses = (gait_losses){.items = list->items, .capacity = 512};
    }
    assert_int_equal(gait_convert_begin(from->file, &options, &conversion), GAIT_OK);
    return conversion;
}

static uint32_t losses_of_clip(const loss_list *list, uint32_t clip) {
    uint32_t losses = 0;
    assert_true(list->losses.count <= list->losses.capacity);
    for (uint32_t i = 0; i < list->losses.count; i++) {
        losses |= list->items[i].clip == (int32_t)clip ? (uint32_t)list->items[i].what : 0;
    }
    return losses;
}

/* --- differences ------------------------------------------------------------------------------ */

/* The parameters of a motion; those of a clip without parameters are the defaults. */
static gait_playback playback_of(const gait_clip *clip) {
    gait_playback playback = clip->playback;
    return playback.known ? playback
                          : (gait_playback){.flags = GAIT_OMF_STOP_AT_END,
                                            .bone_or_part = 0xFFFF,
                                            .speed = 1,
                                            .power = 1,
                                            .accrue = 2,
                                            .falloff = 2};
}

static uint32_t event_differences(const gait_clip *from, const gait_clip *to) {
    uint32_t differences = 0;
    if (from->event_count != to->event_count) {
        return GAIT_LOSES_EVENTS;
    }
    for (uint32_t e = 0; e < from->event_count; e++) {
        const gait_event *a = &from->events[e], *b = &to->events[e];
        assert_string_equal(a->name, b->name);
        differences |= strcmp(a->value, b->value) != 0 ? GAIT_LOSES_EVENT_VALUES : 0u;
        differences |= a->end > a->start && b->end <= b->start ? GAIT_LOSES_EVENT_ENDS : 0u;
    }
    return differences;
}

static uint32_t playback_differences(const gait_clip *from, const gait_clip *to) {
    const uint32_t others = ~(uint32_t)GAIT_OMF_STOP_AT_END;
    gait_playback a = playback_of(from), b = playback_of(to);
    bool differs = a.speed != b.speed || a.power != b.power || a.accrue != b.accrue ||
                   a.falloff != b.falloff || (a.flags & others) != (b.flags & others);
    return (from->playback.loop != to->playback.loop ? GAIT_LOSES_LOOP : 0u) |
           (differs ? GAIT_LOSES_PLAYBACK : 0u);
}

static bool has_part(const gait_playback *playback) {
    return playback->bone_or_part != 0xFFFF && playback->bone_or_part > 0 &&
           !(playback->flags & GAIT_OMF_FX);
}

/* Parts are lost when a file with several has fewer, or a motion has lost the index of its part. */
static bool parts_differ(const gait_file *from, const gait_clip *clip, const gait_file *to,
                         const gait_clip *result) {
    gait_playback a = playback_of(clip), b = playback_of(result);
    uint32_t count = gait_file_part_count(from);
    return (count > 1 && gait_file_part_count(to) < count) ||
           (has_part(&a) && a.bone_or_part != b.bone_or_part);
}

static bool has_capitals(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (strpbrk(skeleton->bones[b].name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
            return true;
        }
    }
    return false;
}

static bool root_motion_differs(const gait_clip *from, const gait_clip *to) {
    bool a = from->root_motion[0] != 0 || from->root_motion[1] != 0 || from->root_motion[2] != 0;
    bool b = to->root_motion[0] != 0 || to->root_motion[1] != 0 || to->root_motion[2] != 0;
    return a != b;
}

/* What is missing in the result; the kinds of data that these sources contain. */
static uint32_t differences(const source *from, uint32_t clip, const source *to, uint32_t result) {
    gait_clip *a, *b;
    assert_int_equal(gait_file_clip(from->file, clip, from->skeleton, NULL, &a), GAIT_OK);
    assert_int_equal(gait_file_clip(to->file, result, to->skeleton, NULL, &b), GAIT_OK);
    uint32_t all = event_differences(a, b) | playback_differences(a, b);
    all |= root_motion_differs(a, b) ? GAIT_LOSES_ROOT_MOTION : 0u;
    all |= parts_differ(from->file, a, to->file, b) ? GAIT_LOSES_PARTS : 0u;
    all |= has_capitals(a->skeleton) && !has_capitals(b->skeleton) ? GAIT_LOSES_LETTER_CASE : 0u;
    all |= strcmp(a->name, b->name) != 0 ? GAIT_LOSES_CLIP_NAME : 0u;
    bool is_timed = a->time_unit == GAIT_TIME_SECONDS && !a->phases && a->frame_count > 1;
    all |= is_timed && b->time_unit == GAIT_TIME_PHASE ? GAIT_LOSES_DURATION : 0u;
    gait_clip_info info = gait_file_clip_info(from->file, clip);
    all |= info.event_count > info.timed_event_count ? GAIT_LOSES_EMPTY_MARKS : 0u;
    gait_clip_free(a);
    gait_clip_free(b);
    return all;
}

/* --- pairs ------------------------------------------------------------------------------------ */

static void print_pair(const source *from, gait_format target, uint32_t version, const char *clip) {
    print_message("%s to %s, version %u, clip %s\n", gait_format_get_info(from->format)->name,
                  gait_format_get_info(target)->name, (unsigned)version, clip);
}

/* Parts get lost in SDK motions only for motions that play on one part. The rest are reported. */
static void assert_permission(const source *from, gait_format target, uint32_t version,
                              const gait_skeleton *bank, const uint32_t *losses) {
    gait_conversion *conversion = begin(from, target, version, bank, NULL);
    uint32_t played = gaiti_convert_limits_of(target, version).played;
    gait_output upcoming, output;
    while (gait_convert_peek(conversion, &upcoming)) {
        uint32_t needed = 0;
        for (uint32_t i = 0; i < upcoming.clip_count; i++) {
            needed |= losses[upcoming.clips[i]] & played & ~(uint32_t)GAIT_LOSES_PARTS;
        }
        gait_status status = gait_convert_next(conversion, &output);
        gait_convert_problem problem = gait_convert_what_failed(conversion);
        if (status == GAIT_WOULD_LOSE) {
            assert_string_equal(problem.rule->id, "CNV034");
            assert_true(problem.clip >= 0);
            assert_int_not_equal(problem.losses, 0);
            assert_int_equal(problem.losses & ~(losses[problem.clip] & played), 0);
        } else {
            assert_int_equal(status, GAIT_OK);
            assert_int_equal(needed, 0);
        }
    }
    gait_conversion_free(conversion);
}

/* Asserts that each clip of a conversion loses exactly what is reported. */
static void assert_losses(const source *from, gait_format target, uint32_t version,
                          const gait_skeleton *bank) {
    static loss_list list;
    uint32_t losses[64] = {0}, outputs = 0;
    gait_output output;
    assert_true(gait_file_clip_count(from->file) <= 64);
    gait_conversion *conversion = begin(from, target, version, bank, &list);
    gait_status status = gait_convert_next(conversion, &output);
    for (; status == GAIT_OK; status = gait_convert_next(conversion, &output), outputs++) {
        source result = source_of_output(&output);
        for (uint32_t i = 0; i < output.clip_count; i++) {
            uint32_t clip = output.clips[i];
            uint32_t reported = losses_of_clip(&list, clip);
            uint32_t missing = differences(from, clip, &result, i);
            losses[clip] = reported;
            if (reported != missing) {
                print_pair(from, target, version, output.files[0].name);
            }
            assert_int_equal(reported, missing);
            assert_int_equal(reported & ~output.losses, 0);
        }
        source_close(&result);
    }
    assert_int_equal(status, GAIT_NOT_FOUND);
    assert_true(outputs > 0);
    gait_conversion_free(conversion);
    assert_permission(from, target, version, bank, losses);
}

static bool is_xray(gait_format format) {
    return format == GAIT_FORMAT_OMF || format == GAIT_FORMAT_SKL || format == GAIT_FORMAT_SKLS;
}

/* Motions of X-Ray have a duration, which RTM does not store. */
static bool is_refused(const source *from, gait_format target) {
    return (from->format == GAIT_FORMAT_RTM || from->format == GAIT_FORMAT_BMTR) && is_xray(target);
}

/* Converts a file to every other format, in the oldest and newest version; returns the number of
 * conversions. */
static uint32_t assert_losses_to_all(const source *from, const gait_skeleton *bank) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < FORMATS; t++) {
        gait_format target = all_formats[t];
        uint32_t oldest = target == GAIT_FORMAT_BMTR  ? 2
                          : target == GAIT_FORMAT_OMF ? 3
                          : is_xray(target)           ? 6
                                                      : 0;
        bool is_copied = target == from->format;
        if (is_copied || is_refused(from, target)) {
            continue;
        }
        assert_losses(from, target, 0, bank);
        count++;
        if (oldest > 0) {
            assert_losses(from, target, oldest, bank);
            count++;
        }
    }
    return count;
}

/* A file of another format made from `from`. */
static source converted(const source *from, gait_format target, const gait_skeleton *bank) {
    static loss_list list;
    gait_output output;
    gait_conversion *conversion = begin(from, target, 0, bank, &list);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    source result = source_of_output(&output);
    gait_conversion_free(conversion);
    return result;
}

/* --- tests ------------------------------------------------------------------------------------ */

TEST(test_rtm_loses_what_is_reported) {
    static const char *const paths[] = {"samples/walk.rtm", "samples/walk_binarised.rtm"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        source from = source_load(paths[i]);
        assert_losses_to_all(&from, NULL);
        source_close(&from);
    }
}

TEST(test_banks_and_sdk_motions_lose_what_is_reported) {
    source bank = source_load("samples/stalker.omf");
    assert_int_equal(assert_losses_to_all(&bank, bank.skeleton), 9);
    static const gait_format targets[] = {GAIT_FORMAT_SKL, GAIT_FORMAT_SKLS};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        source from = converted(&bank, targets[i], bank.skeleton);
        assert_int_equal(from.format, targets[i]);
        assert_losses_to_all(&from, bank.skeleton);
        source_close(&from);
    }
    source_close(&bank);
}

TEST(test_exchange_formats_lose_what_is_reported) {
    source bank = source_load("samples/stalker.omf"), walk = source_load("samples/walk.rtm");
    static const gait_format targets[] = {GAIT_FORMAT_GLTF, GAIT_FORMAT_BVH};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        source from = converted(&bank, targets[i], bank.skeleton);
        assert_losses_to_all(&from, bank.skeleton);
        source_close(&from);
        from = converted(&walk, targets[i], NULL);
        assert_losses_to_all(&from, walk.skeleton);
        source_close(&from);
    }
    source_close(&walk);
    source_close(&bank);
}

TEST(test_models_with_motions_lose_what_banks_lose) {
    source model = source_load("ogf/ok/motions_inside.ogf");
    assert_int_equal(model.format, GAIT_FORMAT_OGF);
    assert_losses(&model, GAIT_FORMAT_GLTF, 0, NULL);
    assert_losses(&model, GAIT_FORMAT_BVH, 0, NULL);
    assert_losses(&model, GAIT_FORMAT_SKLS, 0, NULL);
    assert_losses(&model, GAIT_FORMAT_SKLS, 6, NULL);
    source_close(&model);
}

/* Multiplies the columns of a bone's matrix in the first frame of an RTM. */
static source scaled_walk(const float scale[3]) {
    gait_span bytes = test_fixture_bytes("samples/walk.rtm");
    gait_buffer out = {0};
    gait_rtm *rtm;
    float matrix[12];
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    gait_rtm_matrix(rtm, 0, 3, matrix);
    for (int i = 0; i < 9; i++) {
        matrix[i] *= scale[i / 3];
    }
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 0, 3, matrix), GAIT_OK);
    assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
    gaiti_rtm_free(rtm);
    free((void *)(uintptr_t)bytes.data);
    return source_open(out.data, out.size, "walk.rtm");
}

static void assert_scale_is_lost(const source *from, gait_format target, bool is_lost) {
    static loss_list list;
    gait_output output;
    gait_conversion *conversion = begin(from, target, 0, NULL, &list);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal((losses_of_clip(&list, 0) & GAIT_LOSES_SCALE) != 0, is_lost);
    gait_conversion_free(conversion);
}

/* BMTR stores uniform scale. */
TEST(test_scale_is_reported) {
    static const float scales[][3] = {{1, 1, 1}, {1.25F, 1.25F, 1.25F}, {1, 1, 1.25F}};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        source from = scaled_walk(scales[i]);
        assert_scale_is_lost(&from, GAIT_FORMAT_GLTF, i > 0);
        assert_scale_is_lost(&from, GAIT_FORMAT_BVH, i > 0);
        assert_scale_is_lost(&from, GAIT_FORMAT_BMTR, i > 1);
        source_close(&from);
    }
}

/* A bank without parts has one part, which is the default of banks made from motions. */
TEST(test_defaults_are_no_loss) {
    source bank = source_load("omf/ok/marks.omf");
    static loss_list list;
    gait_output output;
    assert_int_equal(gait_file_part_count(bank.file), 1);
    gait_conversion *conversion = begin(&bank, GAIT_FORMAT_SKLS, 7, NULL, &list);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    assert_int_equal(output.losses & (GAIT_LOSES_PARTS | GAIT_LOSES_PLAYBACK | GAIT_LOSES_LOOP), 0);
    gait_conversion_free(conversion);
    source_close(&bank);
}

TEST(test_keys_are_frames_of_bvh) {
    static loss_list list;
    source walk = source_load("samples/walk.rtm");
    static const double cases[][2] = {{30, 0}, {10, 0}, {12.5, 0}, {60, 0}, {0, 0.333}, {60, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        list.losses = (gait_losses){.items = list.items, .capacity = 512};
        gait_convert_options options = {.target = GAIT_FORMAT_BVH,
                                        .skeleton = walk.skeleton,
                                        .fps = cases[i][0],
                                        .duration_s = cases[i][1],
                                        .losses = &list.losses};
        gait_conversion *conversion;
        gait_output output;
        assert_int_equal(gait_convert_begin(walk.file, &options, &conversion), GAIT_OK);
        assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
        assert_int_equal(losses_of_clip(&list, 0) & GAIT_LOSES_KEY_TIMES, 0);
        gait_conversion_free(conversion);
    }
    source_close(&walk);
}

TEST(test_every_loss_has_a_text) {
    for (uint32_t loss = 1; loss <= GAIT_LOSES_EMPTY_MARKS; loss <<= 1) {
        const char *text = gait_loss_text((gait_loss)loss);
        assert_non_null(text);
        for (uint32_t other = 1; other < loss; other <<= 1) {
            assert_string_not_equal(text, gait_loss_text((gait_loss)other));
        }
    }
    assert_null(gait_loss_text((gait_loss)(GAIT_LOSES_EMPTY_MARKS << 1)));
}

/* Games play no glTF and BVH, and only losses can need permission. */
TEST(test_only_losses_of_game_files_need_permission) {
    for (uint32_t t = 0; t < FORMATS; t++) {
        for (uint32_t version = 0; version <= 7; version++) {
            gaiti_loss_limits limits = gaiti_convert_limits_of(all_formats[t], version);
            assert_int_not_equal(limits.lost, 0);
            assert_int_equal(limits.played & ~limits.lost, 0);
        }
    }
    assert_int_equal(gaiti_convert_limits_of(GAIT_FORMAT_GLTF, 0).played, 0);
    assert_int_equal(gaiti_convert_limits_of(GAIT_FORMAT_BVH, 0).played, 0);
}
