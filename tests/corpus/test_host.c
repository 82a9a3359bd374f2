/* Converts all real clips that can be posed to keys of host programs, and applies these keys to
 * their files: without an edit the bytes stay, and an edit is found in its bone and frame. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "gait/gait.h"
#include "gait/search_steps.h"
#include "host_blocks.h"
#include "host_curves.h"
#include "host_rig.h"
#include "test.h"
#include "roundtrip/compare/compare_steps.h"

enum { MOST_MODELS = 512, EDITED_FRAME = 2 };

typedef struct model {
    gait_file *file;
    uint8_t *bytes;
} model;

static model models[MOST_MODELS];
static gait_candidate candidates[MOST_MODELS];
static uint32_t model_count;
static uint64_t seed = 1;

static struct {
    unsigned files[GAIT_FORMAT_COUNT], clips, skipped, trips, curves, edits, failed;
} seen;

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* The models, as candidates for the skeletons of all files. */
static void add_model(const char *path, gait_span bytes) {
    uint8_t *copy = malloc(bytes.size + 1);
    gait_file *file;
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    if (model_count == MOST_MODELS ||
        gait_file_open((gait_span){copy, bytes.size}, path, NULL, &file) != GAIT_OK) {
        free(copy);
        return;
    }
    models[model_count] = (model){file, copy};
    candidates[model_count++] = (gait_candidate){.file = file};
}

/* --- one file --------------------------------------------------------------------------------- */

/* The clips of a file as blocks. */
typedef struct real_file {
    const char *path;
    gait_span bytes;
    const gait_file *file;
    host_rig rig;
    host_rig_kind kind;
    uint32_t clip_count;
    gaiti_base_file *base; /* for the names */
    gait_buffer *blocks;
    gait_host_clip *clips;
} real_file;

static void report_failure(const real_file *self, const char *what) {
    print_message("%s: %s\n", self->path, what);
    seen.failed++;
}

/* Blocks of all clips, changed by the host. */
static void make_blocks(real_file *self, host_change change) {
    uint32_t bones = self->rig.host.skeleton->bone_count;
    for (uint32_t c = 0; c < self->clip_count; c++) {
        gait_buffer block = {0};
        assert_int_equal(
            gait_host_keys(&self->rig.host, self->base->file_clips[c], 0, NULL, &block), GAIT_OK);
        gait_buffer_free(&self->blocks[c]);
        self->blocks[c] = host_block_change(span_of(&block), bones, change);
        gait_buffer_free(&block);
        self->clips[c] = (gait_host_clip){.name = self->base->clip_names[c],
                                          .block = span_of(&self->blocks[c]),
                                          .start_s = change == HOST_LATER ? 10 : 0};
    }
}

static gait_edited_file *make_edited(const real_file *self) {
    gait_edited_file *edited;
    assert_int_equal(
        gait_host_edited_new(&self->rig.host, self->clips, self->clip_count, NULL, &edited),
        GAIT_OK);
    return edited;
}

/* The same from curves over the frames of the host. */
static gait_edited_file *make_edited_curves(const real_file *self,
                                            const gait_host_timeline *timeline) {
    gait_edited_file *edited;
    assert_int_equal(gait_host_edited_new(&self->rig.host, NULL, 0, NULL, &edited), GAIT_OK);
    for (uint32_t c = 0; c < self->clip_count; c++) {
        gait_buffer block = {0};
        assert_int_equal(
            gait_host_curves(&self->rig.host, self->base->file_clips[c], timeline, 0, NULL, &block),
            GAIT_OK);
        const gait_host_curve_clip clip = {
            .name = self->base->clip_names[c], .block = span_of(&block), .timeline = *timeline};
        assert_int_equal(gait_host_edited_add_curves(edited, &clip), GAIT_OK);
        gait_buffer_free(&block);
    }
    return edited;
}

static gait_roundtrip_report *apply(const real_file *self, const gait_edited_file *edited,
                                    gait_buffer *out, gait_status *status) {
    gait_roundtrip_report *report = NULL;
    const gait_roundtrip_options options = {.refused = &report};
    *status =
        gait_roundtrip_edited(self->file, edited, self->rig.host.skeleton, &options, &report, out);
    seen.trips++;
    return report;
}

/* The round trip must give the bytes of the file. Frees the edited file. */
static void test_unedited(const real_file *self, gait_edited_file *edited, const char *what) {
    gait_buffer out = {0};
    gait_status status;
    gait_roundtrip_report *report = apply(self, edited, &out, &status);
    if (status != GAIT_OK || out.size != self->bytes.size ||
        memcmp(out.data, self->bytes.data, out.size) != 0) {
        char text[300];
        gait_roundtrip_summary overview = gait_roundtrip_report_summary(report);
        snprintf(text, sizeof text, "%s: status %d, rule %s, %u of %u clips changed", what,
                 (int)status, overview.rule ? overview.rule->id : "none",
                 overview.outcomes[GAIT_ROUNDTRIP_CHANGED], self->clip_count);
        report_failure(self, text);
    }
    gait_roundtrip_report_free(report);
    gait_edited_file_free(edited);
    gait_buffer_free(&out);
}

/* Rotates a bone in one frame of one clip. */
static void test_edited(real_file *self, host_change change, uint32_t clip) {
    const gait_skeleton *skeleton = self->rig.host.skeleton;
    const gait_clip *base = self->base->clips[clip];
    uint32_t bone = 0;
    gait_buffer out = {0};
    gait_status status;
    if (base->frame_count <= EDITED_FRAME + 1) {
        return;
    }
    make_blocks(self, change);
    float time = base->time[EDITED_FRAME] + (change == HOST_LATER ? 10 : 0);
    while (bone < skeleton->bone_count &&
           !(base->tracks[bone].rotation.count > 1 &&
             host_block_rotate(&self->blocks[clip], skeleton->bone_count, bone, time, 0.5))) {
        bone++;
    }
    if (bone == skeleton->bone_count) {
        return;
    }
    gait_edited_file *edited = make_edited(self);
    gait_roundtrip_report *report = apply(self, edited, &out, &status);
    uint32_t changed = gait_roundtrip_report_summary(report).outcomes[GAIT_ROUNDTRIP_CHANGED];
    uint32_t channels = self->kind == HOST_RIG_MOVED ? 2 : 1; /* it turns about another point */
    gait_clip_diff diff = gait_roundtrip_report_clip(report, clip).diff;
    if (status != GAIT_OK || changed != 1 || diff.outcome != GAIT_DIFF_CHANGED ||
        diff.rotation.bone != (int32_t)bone || diff.rotation.frame != EDITED_FRAME ||
        diff.channel_count > channels || diff.key_count != diff.channel_count) {
        char text[300];
        snprintf(text, sizeof text,
                 "edit, change %d: status %d, %u clips, bone %d of %u, frame %u, %u channels, "
                 "%u keys",
                 (int)change, (int)status, changed, diff.rotation.bone, bone, diff.rotation.frame,
                 diff.channel_count, diff.key_count);
        report_failure(self, text);
    }
    seen.edits++;
    gait_roundtrip_report_free(report);
    gait_edited_file_free(edited);
    gait_buffer_free(&out);
}

static void test_all_unedited(real_file *self) {
    char what[64];
    for (int change = 0; change < HOST_CHANGES; change++) {
        make_blocks(self, (host_change)change);
        snprintf(what, sizeof what, "change %d", change);
        test_unedited(self, make_edited(self), what);
    }
    for (int t = 0; t < HOST_TIMELINES; t++) {
        const gait_host_timeline *timeline = &host_timelines[t];
        snprintf(what, sizeof what, "curves, %g fps from frame %g", timeline->fps,
                 timeline->first_frame);
        test_unedited(self, make_edited_curves(self, timeline), what);
        seen.curves++;
    }
}

static void test_clips(real_file *self) {
    static const host_rig_kind kinds[] = {HOST_RIG_BLENDER, HOST_RIG_RANDOM, HOST_RIG_MOVED};
    const gait_skeleton *skeleton = self->rig.host.skeleton;
    self->clip_count = self->base->clip_count;
    self->blocks = calloc(self->clip_count + 1, sizeof *self->blocks);
    self->clips = calloc(self->clip_count + 1, sizeof *self->clips);
    assert_true(self->blocks && self->clips);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        self->kind = kinds[i];
        self->rig = host_rig_new(skeleton, kinds[i], &seed);
        self->rig.host.axes = self->rig.axes;
        test_all_unedited(self);
        test_edited(self, HOST_AS_IS, self->clip_count / 2);
        test_edited(self, HOST_LATER, self->clip_count / 3);
        host_rig_free(&self->rig);
    }
    for (uint32_t c = 0; c < self->clip_count; c++) {
        gait_buffer_free(&self->blocks[c]);
    }
    free(self->blocks);
    free(self->clips);
    seen.clips += self->clip_count;
}

static void test_real_file(const char *path, gait_span bytes) {
    gait_file *file;
    gait_search_result *search = NULL;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    gait_format format = gait_file_format(file);
    bool is_base = format == GAIT_FORMAT_OMF || format == GAIT_FORMAT_OGF ||
                   format == GAIT_FORMAT_SKL || format == GAIT_FORMAT_SKLS ||
                   format == GAIT_FORMAT_RTM || format == GAIT_FORMAT_BMTR;
    if (is_base && gait_file_clip_count(file) > 0) {
        real_file self = {.path = path, .bytes = bytes, .file = file};
        gait_skeleton_search(file, candidates, model_count, NULL, &search);
        gait_skeleton *skeleton = gait_search_result_detach_skeleton(search);
        self.rig.host.skeleton = skeleton;
        if (skeleton && gaiti_base_file_new(file, skeleton, NULL, &self.base) == GAIT_OK) {
            test_clips(&self);
            gaiti_base_file_free(self.base);
            seen.files[format]++;
        } else {
            seen.skipped++;
        }
        gait_skeleton_free(skeleton);
        gait_search_result_free(search);
    }
    gait_file_free(file);
}

static void unedited_keys_give_the_same_bytes(void **state) {
    (void)state;
    assert_true(corpus_each(".ogf", add_model));
    assert_true(corpus_each(NULL, test_real_file));
    for (uint32_t i = 0; i < model_count; i++) {
        gait_file_free(models[i].file);
        free(models[i].bytes);
    }
    print_message("%u RTM, %u BMTR, %u OMF, %u OGF, %u SKL, %u SKLS (%u not posed), %u clips; "
                  "%u round trips, %u of them with curves and %u with an edit: %u failed\n",
                  seen.files[GAIT_FORMAT_RTM], seen.files[GAIT_FORMAT_BMTR],
                  seen.files[GAIT_FORMAT_OMF], seen.files[GAIT_FORMAT_OGF],
                  seen.files[GAIT_FORMAT_SKL], seen.files[GAIT_FORMAT_SKLS], seen.skipped,
                  seen.clips, seen.trips, seen.curves, seen.edits, seen.failed);
    assert_int_equal(seen.failed, 0);
    assert_true(seen.trips > 2000 && seen.curves > 1000 && seen.edits > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unedited_keys_give_the_same_bytes),
    };
    if (!corpus_folder()) {
        return CORPUS_SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
