/* Round trips of real clips through a simulation of Blender: unedited clips must compare as
 * unchanged, and every edit must be found in its bone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blender.h"
#include "gait/skl.h"
#include "gait/transform.h"
#include "round_trip.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"

enum { SKIPPED = 77, MOST_FILES = 400, MOST_KEYS = 600000 };

typedef struct pair {
    char file[400], skeleton[400];
} pair;

typedef struct tally {
    uint32_t files, sdk_files, clips, false_alarms, touches, missed, wrong_bone;
    double worst_deg, worst_mm;
} tally;

static const blender_way ways[] = {
    {.noise = 1, .fps = 30, .frames = BLENDER_RIGHT_FRAMES, .has_scale = true},
    {.noise = 1, .fps = 30, .frames = BLENDER_ANY_FRAMES, .z_up = true, .units = 100},
    {.fps = 30, .optimizes = true, .frames = BLENDER_RIGHT_FRAMES},
    {.noise = 1, .steps = true},
};

static const blender_way at_24 = {.noise = 1, .fps = 24, .frames = BLENDER_RIGHT_FRAMES};

static gait_span read_all(const char *folder, const char *file) {
    char path[900];
    gait_span bytes = {0};
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *in = fopen(path, "rb");
    if (in && fseek(in, 0, SEEK_END) == 0) {
        long size = ftell(in);
        uint8_t *data = malloc((size_t)size + 1);
        rewind(in);
        bytes = (gait_span){data, fread(data, 1, (size_t)size, in)};
    }
    if (in) {
        fclose(in);
    }
    return bytes;
}

static void take_field(const char **line, char *out, size_t room) {
    size_t size = strcspn(*line, "\t\n"), kept = size < room ? size : room - 1;
    memcpy(out, *line, kept);
    out[kept] = 0;
    *line += size + ((*line)[size] == '\t');
}

/* The animation files of poses.tsv with their skeletons, without duplicates. */
static size_t list_pairs(const char *facts, pair *pairs) {
    char path[900], line[4000], file[400], clip[400], frame[40], skeleton[400];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/poses.tsv", facts);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in) && count < MOST_FILES) {
        const char *at = line;
        take_field(&at, file, sizeof file);
        take_field(&at, clip, sizeof clip);
        take_field(&at, frame, sizeof frame);
        take_field(&at, skeleton, sizeof skeleton);
        const char *end = strrchr(file, '.');
        bool known = !end || (strcmp(end, ".omf") != 0 && strcmp(end, ".rtm") != 0 &&
                              strcmp(end, ".skl") != 0 && strcmp(end, ".skls") != 0);
        for (size_t i = 0; i < count && !known; i++) {
            known = strcmp(pairs[i].file, file) == 0;
        }
        if (!known) {
            memcpy(pairs[count].file, file, sizeof file);
            memcpy(pairs[count++].skeleton, skeleton, sizeof skeleton);
        }
    }
    if (in) {
        fclose(in);
    }
    return count;
}

/* A skeleton of the bones of a file, each the child of the one before. */
static gait_skeleton *chain_of(const gait_file *file) {
    gait_skeleton *own = NULL, *chain = NULL;
    assert_int_equal(gait_file_bind_skeleton(file, NULL, NULL, &own), GAIT_OK);
    gait_bone *bones = calloc(own->bone_count + 1, sizeof *bones);
    for (uint32_t b = 0; b < own->bone_count; b++) {
        bones[b] = own->bones[b];
        bones[b].parent = (int32_t)b - 1;
        bones[b].parent_origin = GAIT_ORIGIN_TABLE;
    }
    gaiti_skeleton_new("chain", bones, own->bone_count, NULL, &chain);
    gait_skeleton_free(own);
    free(bones);
    return chain;
}

/* A skeleton for SDK motions: the built-in hands if they can be bound, else a chain. */
static gait_skeleton *tree_of_motions(const char *corpus, const char *path) {
    gait_skeleton *tree = NULL, *posed = NULL;
    gait_file *file;
    gait_span bytes = read_all(corpus, path);
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_open(bytes, path, NULL, &file), GAIT_OK);
    if (gait_file_bind_skeleton(file, tree, NULL, &posed) != GAIT_OK) {
        posed = chain_of(file);
    }
    gait_skeleton_free(tree);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
    return posed; /* includes rest poses: an edit of the first frame does not change them */
}

static gait_skeleton *load_tree(const char *corpus, const char *name) {
    gait_skeleton *tree = NULL;
    if (!strchr(name, '/')) {
        gait_builtin_skeleton(name[0] ? name : "arma3-man", NULL, &tree);
        return tree;
    }
    gait_file *file;
    gait_span bytes = read_all(corpus, name);
    if (gait_file_open(bytes, name, NULL, &file) == GAIT_OK) {
        gait_file_skeleton(file, NULL, &tree);
        gait_file_free(file);
    }
    free((void *)(uintptr_t)bytes.data);
    return tree;
}

/* Limits large banks to their first clips. */
static void limit_base(gaiti_base_file *base) {
    uint64_t keys = 0;
    uint32_t count = 0;
    while (count < base->clip_count && keys < MOST_KEYS) {
        keys += (uint64_t)base->clips[count++]->frame_count * base->skeleton->bone_count;
    }
    base->clip_count = count;
}

static void print_difference(const round_trip *trip, const gait_clip_diff *found,
                             const char *what) {
    const char *const *names = trip->base->clip_names;
    printf("%s: %s, clip %s: fate %d, notes %x, %u channels, %g deg of bone %d, %g mm of bone %d\n",
           what, trip->name, names[found->clip], (int)found->outcome, found->notes,
           found->channel_count, found->rotation.amount, found->rotation.bone,
           found->translation.amount, found->translation.bone);
}

static void expect_nothing(const round_trip *trip, const gaiti_diff *diff, tally *sum) {
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        gait_clip_diff found = gaiti_diff_clip_at(diff, c);
        sum->clips++;
        if (found.outcome != GAIT_DIFF_UNCHANGED) {
            sum->false_alarms++;
            print_difference(trip, &found, "false alarm");
        }
    }
}

static void go_unchanged(const round_trip *trip, const blender_way *way, uint64_t *dice,
                         tally *sum) {
    gaiti_diff *diff;
    gait_edited_file *edit = blender_edit(trip->base, way, NULL, 0, dice);
    assert_int_equal(gaiti_diff_new(trip->base, edit, NULL, &diff), GAIT_OK);
    expect_nothing(trip, diff, sum);
    gait_buffer out = round_trip_write(trip, diff);
    if (out.size != trip->bytes.size || memcmp(out.data, trip->bytes.data, out.size) != 0) {
        printf("other bytes: %s\n", trip->name);
        sum->false_alarms++;
    }
    gait_buffer_free(&out);
    gaiti_diff_free(diff);
    blender_free(edit);
}

/* Chooses one key in every other clip for an edit. Returns the number of edits. */
static uint32_t choose_touches(const round_trip *trip, uint64_t *dice, blender_touch *touches) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < trip->base->clip_count && count < 1000; c += 2) {
        uint32_t bones = trip->base->skeleton->bone_count;
        uint32_t frames = trip->base->clips[c]->frame_count;
        uint32_t bone = (uint32_t)((test_random(dice) + 1) / 2 * bones);
        const gait_track *track = &trip->base->clips[c]->tracks[bone];
        bool turns = test_random(dice) < 0;
        if (frames > 0 && track->rotation.count && track->translation.count) {
            touches[count++] =
                (blender_touch){.clip = c,
                                .bone = bone,
                                .frame = (uint32_t)((test_random(dice) + 1) / 2 * frames),
                                .degrees = turns ? 0.1 : 0,
                                .mm = turns ? 0 : 0.5};
        }
    }
    return count;
}

static uint32_t channels_of(const gaiti_clip_change *change, const blender_touch *touch) {
    const gaiti_bone_change *bone = &change->bones[touch->bone];
    return touch->degrees > 0 ? bone->rotation.count : bone->translation.count;
}

static void expect_touch(const round_trip *trip, const gaiti_diff *diff, const blender_touch *touch,
                         tally *sum) {
    gait_clip_diff found = gaiti_diff_clip_at(diff, touch->clip);
    const gaiti_clip_change *change = gaiti_diff_change_of(diff, touch->clip);
    sum->touches++;
    if (!change || !channels_of(change, touch)) {
        sum->missed++;
        print_difference(trip, &found, "missed");
    }
    if (change && (found.channel_count != 1 || found.key_count != 1)) {
        sum->wrong_bone++;
        print_difference(trip, &found, "another one too");
    }
}

/* Applies the edits and compares the result with the edited file: no clip may differ. */
static void expect_written(const round_trip *trip, const gaiti_diff *diff,
                           const gait_skeleton *tree, const gait_edited_file *edit, tally *sum) {
    gait_buffer out = round_trip_write(trip, diff);
    round_trip again;
    gaiti_diff *second;
    assert_true(round_trip_open((gait_span){out.data, out.size}, trip->name, tree, &again));
    again.base->clip_count = trip->base->clip_count;
    gaiti_diff_options loose = {.tolerance_deg = 0.02, .tolerance_mm = 5};
    assert_int_equal(gaiti_diff_new(again.base, edit, &loose, &second), GAIT_OK);
    for (uint32_t c = 0; c < again.base->clip_count; c++) {
        gait_clip_diff found = gaiti_diff_clip_at(second, c);
        if (found.outcome != GAIT_DIFF_UNCHANGED) {
            sum->false_alarms++;
            print_difference(trip, &found, "written otherwise");
        }
    }
    gaiti_diff_free(second);
    again.base->clip_count = gait_file_clip_count(again.file);
    round_trip_close(&again);
    gait_buffer_free(&out);
}

static void go_touched(const round_trip *trip, const blender_way *way, const gait_skeleton *tree,
                       uint64_t *dice, tally *sum) {
    static blender_touch touches[1000];
    uint32_t count = choose_touches(trip, dice, touches);
    gaiti_diff *diff;
    gait_edited_file *edit = blender_edit(trip->base, way, touches, count, dice);
    assert_int_equal(gaiti_diff_new(trip->base, edit, NULL, &diff), GAIT_OK);
    for (uint32_t i = 0, c = 0; c < trip->base->clip_count; c++) {
        if (i < count && touches[i].clip == c) {
            expect_touch(trip, diff, &touches[i++], sum);
            continue;
        }
        gait_clip_diff found = gaiti_diff_clip_at(diff, c);
        sum->clips++;
        if (found.outcome != GAIT_DIFF_UNCHANGED) {
            sum->false_alarms++;
            print_difference(trip, &found, "false alarm beside");
        }
    }
    expect_written(trip, diff, tree, edit, sum);
    gaiti_diff_free(diff);
    blender_free(edit);
}

/* At 24 fps the second key of a clip with two keys is lost, unless a longer clip determines the
 * rate. */
static bool has_a_long_clip(const gaiti_base_file *base) {
    for (uint32_t c = 0; c < base->clip_count; c++) {
        if (base->clips[c]->frame_count > 3) {
            return true;
        }
    }
    return false;
}

/* If all joints coincide because rest poses are unknown, the rotation cannot be determined. */
static bool has_places(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const double *t = skeleton->rest_model[b].t;
        if (t[0] * t[0] + t[1] * t[1] + t[2] * t[2] > 1e-6) {
            return true;
        }
    }
    return false;
}

/* True for the formats to which this test applies changes. */
static bool can_take_changes(gait_span bytes, const char *file) {
    gait_format format = gait_detect(bytes, file);
    return format == GAIT_FORMAT_OMF || format == GAIT_FORMAT_RTM || format == GAIT_FORMAT_SKL ||
           format == GAIT_FORMAT_SKLS;
}

/* --- SDK motions, edit by edit ---------------------------------------------------------------- */

static gait_skl *open_motions(gait_span bytes) {
    gait_skl *skl;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    return skl;
}

static bool is_same_envelope(const gait_skl_envelope *a, const gait_skl_envelope *b) {
    return a->key_count == b->key_count && a->keys.size == b->keys.size &&
           a->behaviour[0] == b->behaviour[0] && a->behaviour[1] == b->behaviour[1] &&
           (a->keys.size == 0 || memcmp(a->keys.data, b->keys.data, a->keys.size) == 0);
}

/* Counts the envelopes that differ. Asserts that they belong to the edited channel of one bone. */
static uint32_t changed_envelopes(const gait_skl *a, const gait_skl *b, const char *name,
                                  const blender_touch *touch) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < gait_skl_motion_count(a); m++) {
        for (uint32_t i = 0; i < gait_skl_motion_at(a, m).bone_count; i++) {
            gait_span found = gait_skl_bone_at(a, m, i).name;
            bool touched = m == touch->clip && found.size == strlen(name) &&
                           memcmp(found.data, name, found.size) == 0;
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                gait_skl_envelope x = gait_skl_envelope_at(a, m, i, c);
                gait_skl_envelope y = gait_skl_envelope_at(b, m, i, c);
                bool same = is_same_envelope(&x, &y);
                assert_true(same || (touched && (c >= GAIT_SKL_HEADING) == (touch->degrees > 0)));
                count += !same;
            }
        }
    }
    return count;
}

/* Applies one edit, which must be found as one key of one channel. The result must equal the
 * edit within 0.002 degrees and 0.01 mm. */
static void expect_one(const round_trip *trip, const gait_skeleton *tree,
                       const blender_touch *touch, uint64_t *dice, tally *sum) {
    const blender_way way = {.frames = BLENDER_RIGHT_FRAMES, .fps = 30};
    const gaiti_diff_options tight = {.tolerance_deg = 0.002, .tolerance_mm = 0.01};
    gaiti_diff *diff, *second;
    round_trip again;
    gait_edited_file *edit = blender_edit(trip->base, &way, touch, 1, dice);
    assert_int_equal(gaiti_diff_new(trip->base, edit, NULL, &diff), GAIT_OK);
    expect_touch(trip, diff, touch, sum);
    gait_buffer out = round_trip_write(trip, diff);
    gait_skl *a = open_motions(trip->bytes), *b = open_motions((gait_span){out.data, out.size});
    assert_in_range(changed_envelopes(a, b, tree->bones[touch->bone].name, touch), 1, 3);
    assert_true(round_trip_open((gait_span){out.data, out.size}, trip->name, tree, &again));
    assert_int_equal(gaiti_diff_new(again.base, edit, &tight, &second), GAIT_OK);
    expect_nothing(&again, second, sum);
    gaiti_diff_free(second);
    round_trip_close(&again);
    gait_skl_free(a);
    gait_skl_free(b);
    gait_buffer_free(&out);
    gaiti_diff_free(diff);
    blender_free(edit);
}

static void edit_by_edit(const round_trip *trip, const gait_skeleton *tree, uint64_t *dice,
                         tally *sum) {
    enum { EDITS = 200 };
    for (uint32_t i = 0; i < EDITS; i++) {
        blender_touch touch;
        if (choose_touches(trip, dice, &touch) == 1) {
            expect_one(trip, tree, &touch, dice, sum);
        }
    }
}

static void go(const char *corpus, const pair *one, uint64_t *dice, tally *sum) {
    gait_span bytes = read_all(corpus, one->file);
    const char *end = strrchr(one->file, '.');
    bool stands_alone = end && strncmp(end, ".skl", 4) == 0;
    gait_skeleton *tree =
        stands_alone ? tree_of_motions(corpus, one->file) : load_tree(corpus, one->skeleton);
    round_trip trip;
    if (tree && can_take_changes(bytes, one->file) &&
        round_trip_open(bytes, one->file, tree, &trip)) {
        uint32_t all = trip.base->clip_count;
        limit_base(trip.base);
        sum->files++;
        sum->sdk_files += stands_alone;
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            if (!ways[w].z_up || has_places(trip.skeleton)) {
                go_unchanged(&trip, &ways[w], dice, sum);
            }
        }
        if (has_a_long_clip(trip.base)) {
            go_unchanged(&trip, &at_24, dice, sum);
        }
        const blender_way *way = &ways[sum->files % 4];
        go_touched(&trip, way->z_up && !has_places(trip.skeleton) ? &ways[0] : way, tree, dice,
                   sum);
        if (stands_alone) {
            edit_by_edit(&trip, tree, dice, sum);
        }
        trip.base->clip_count = all;
        round_trip_close(&trip);
    }
    gait_skeleton_free(tree);
    free((void *)(uintptr_t)bytes.data);
}

static const char *corpus_folder, *facts_folder;

static void real_clips_survive_a_round_trip(void **state) {
    (void)state;
    static pair pairs[MOST_FILES];
    size_t count = list_pairs(facts_folder, pairs);
    tally sum = {0};
    uint64_t dice = 11;
    for (size_t i = 0; i < count; i++) {
        go(corpus_folder, &pairs[i], &dice, &sum);
    }
    printf("%u files (%u SDK motions), %u untouched clips: %u false alarms; %u touches: %u missed, "
           "%u not alone\n",
           sum.files, sum.sdk_files, sum.clips, sum.false_alarms, sum.touches, sum.missed,
           sum.wrong_bone);
    assert_true(sum.files > 0);
    assert_int_equal(sum.false_alarms + sum.missed + sum.wrong_bone, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_clips_survive_a_round_trip)};
    char path[900];
    corpus_folder = getenv("GAIT_CORPUS");
    facts_folder = getenv("GAIT_FACTS");
    snprintf(path, sizeof path, "%s/poses.tsv", facts_folder ? facts_folder : "");
    FILE *table = facts_folder && corpus_folder ? fopen(path, "r") : NULL;
    if (!table) {
        puts("skip: no corpus at GAIT_CORPUS, or no tables at GAIT_FACTS");
        return SKIPPED;
    }
    fclose(table);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
