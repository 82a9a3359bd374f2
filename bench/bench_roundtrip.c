/* Rows about conversion from glTF to a bank: a round trip onto the original bank, and a new
 * bank. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_writer.h"
#include "formats/xray/omf/omf.h"
#include "model/clip_change.h"
#include "ops/clip_convert.h"
#include "roundtrip/compare/compare_steps.h"

enum {
    ROUNDTRIP_MOTIONS = 1000,
    ROUNDTRIP_FEW = 100,
    ROUNDTRIP_FRAMES = 60,
    ROUNDTRIP_ROUNDS = 5,
    ROUNDTRIP_VERSION = 4
};

/* A bank and its export. */
typedef struct roundtrip_pair {
    gait_buffer bank, glb;
    gait_skeleton *skeleton;
} roundtrip_pair;

typedef struct roundtrip_subject {
    roundtrip_pair many, few;
    const roundtrip_pair *pair; /* points to `many` or `few` */
    bool is_edited;             /* change one key of every motion before comparing */
    gait_buffer out;
} roundtrip_subject;

/* An open glTF with its skeleton. */
typedef struct roundtrip_open {
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *skeleton;
} roundtrip_open;

static void roundtrip_require(gait_status status, const char *what) {
    if (status != GAIT_OK) {
        bench_fail(what);
    }
}

static gait_span roundtrip_bytes(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* --- test data -------------------------------------------------------------------------------- */

static void roundtrip_export(roundtrip_pair *pair, const gait_omf *omf) {
    gaiti_gltf_writer *gltf;
    roundtrip_require(gaiti_gltf_writer_new(pair->skeleton, NULL, &gltf),
                      "a glTF could not be begun");
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        gait_clip *clip;
        roundtrip_require(gaiti_omf_clip(omf, m, pair->skeleton, NULL, &clip), "no clip");
        roundtrip_require(gaiti_gltf_writer_add_file_clip(gltf, clip, NULL),
                          "a clip could not be added");
        gait_clip_free(clip);
    }
    roundtrip_require(gaiti_gltf_writer_finish_glb(gltf, &pair->glb),
                      "a glTF could not be finished");
    gaiti_gltf_writer_free(gltf);
}

static roundtrip_pair roundtrip_make(uint32_t motions) {
    roundtrip_pair pair = {.bank = bench_bank(motions, ROUNDTRIP_FRAMES)};
    gait_omf *omf;
    roundtrip_require(gait_omf_open(roundtrip_bytes(&pair.bank), NULL, &omf),
                      "the bank did not open");
    pair.skeleton = bench_skeleton(omf);
    roundtrip_export(&pair, omf);
    gait_omf_free(omf);
    return pair;
}

static void roundtrip_pair_free(roundtrip_pair *pair) {
    gait_skeleton_free(pair->skeleton);
    gait_buffer_free(&pair->bank);
    gait_buffer_free(&pair->glb);
}

/* --- tasks ------------------------------------------------------------------------------------ */

static roundtrip_open roundtrip_open_glb(const roundtrip_pair *pair) {
    roundtrip_open it;
    roundtrip_require(gaiti_gltf_open(roundtrip_bytes(&pair->glb), NULL, &it.file),
                      "the glTF did not open");
    roundtrip_require(gait_gltf_rig_new(it.file, GAIT_GLTF_BEST_SKIN, NULL, &it.rig), "no rig");
    roundtrip_require(gaiti_gltf_skeleton(it.file, it.rig, "bench", NULL, &it.skeleton),
                      "no skeleton");
    return it;
}

static void roundtrip_close(roundtrip_open *it) {
    gait_skeleton_free(it->skeleton);
    gait_gltf_rig_free(it->rig);
    gaiti_gltf_free(it->file);
}

static gait_clip *roundtrip_clip(const roundtrip_open *it, uint32_t animation) {
    gait_clip *clip;
    roundtrip_require(gaiti_gltf_clip(&(gait_gltf_animated_rig){it->file, it->rig, animation},
                                      it->skeleton, 0, NULL, &clip),
                      "a clip could not be read");
    return clip;
}

static void roundtrip_write(roundtrip_subject *subject, const gait_omf *omf) {
    subject->out.size = 0;
    roundtrip_require(gait_omf_write(omf, &subject->out), "the bank could not be written");
}

/* The reference: reads every key of the glTF once, and writes the bank. */
static void roundtrip_task_read_and_write(void *user) {
    roundtrip_subject *subject = user;
    roundtrip_open it = roundtrip_open_glb(subject->pair);
    gait_omf *omf;
    for (uint32_t a = 0; a < gait_gltf_animation_count(it.file); a++) {
        gait_clip_free(roundtrip_clip(&it, a));
    }
    roundtrip_close(&it);
    roundtrip_require(gait_omf_open(roundtrip_bytes(&subject->pair->bank), NULL, &omf), "no bank");
    roundtrip_write(subject, omf);
    gait_omf_free(omf);
}

static void roundtrip_apply(const gaiti_diff *diff, gait_omf *omf) {
    for (uint32_t c = 0; c < gaiti_diff_clip_count(diff); c++) {
        const gaiti_clip_change *change = gaiti_diff_change_of(diff, c);
        if (change) {
            roundtrip_require(gaiti_omf_apply_changes(omf, c, change), "a change was not taken");
        }
    }
}

/* Changes keys as an editing program would. */
static void roundtrip_edit_keys(const gait_edited_file *edit) {
    enum { BONE = 5, KEY = 10 };
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        const double *key = edit->animations[a].tracks[BONE].rotation.values + (size_t)KEY * 4;
        ((double *)(uintptr_t)key)[0] += 0.01; /* the keys are not shared */
    }
}

static void roundtrip_compare(roundtrip_subject *subject, const roundtrip_open *it,
                              const gait_file *file) {
    gait_edited_file *edit;
    gaiti_base_file *base;
    gaiti_diff *diff;
    gait_omf *omf;
    roundtrip_require(gaiti_edited_file_new(it->file, it->rig, NULL, &edit), "there is no edit");
    if (subject->is_edited) {
        roundtrip_edit_keys(edit);
    }
    roundtrip_require(gaiti_base_file_new(file, subject->pair->skeleton, NULL, &base),
                      "there is no base");
    roundtrip_require(gaiti_diff_new(base, edit, NULL, &diff), "they could not be compared");
    roundtrip_require(gait_omf_open(roundtrip_bytes(&subject->pair->bank), NULL, &omf), "no bank");
    roundtrip_apply(diff, omf);
    roundtrip_write(subject, omf);
    gait_omf_free(omf);
    gaiti_diff_free(diff);
    gaiti_base_file_free(base);
    gait_edited_file_free(edit);
}

static void roundtrip_task_base(void *user) {
    roundtrip_subject *subject = user;
    roundtrip_open it = roundtrip_open_glb(subject->pair);
    gait_file *file;
    roundtrip_require(
        gait_file_open(roundtrip_bytes(&subject->pair->bank), "bench.omf", NULL, &file), "no base");
    roundtrip_compare(subject, &it, file);
    gait_file_free(file);
    roundtrip_close(&it);
}

static void roundtrip_task_edited(void *user) {
    roundtrip_subject *subject = user;
    subject->is_edited = true;
    roundtrip_task_base(subject);
    subject->is_edited = false;
}

static void roundtrip_add(gait_omf *omf, const gait_clip *clip) {
    gait_clip *converted;
    roundtrip_require(
        gaiti_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, NULL, &converted),
        "a clip could not be turned");
    roundtrip_require(gaiti_omf_add_clip(omf, converted, NULL, 0, NULL),
                      "a motion could not be added");
    gait_clip_free(converted);
}

static void roundtrip_task_new(void *user) {
    roundtrip_subject *subject = user;
    roundtrip_open it = roundtrip_open_glb(subject->pair);
    gait_omf *omf;
    roundtrip_require(gaiti_omf_new(ROUNDTRIP_VERSION, NULL, &omf), "no bank");
    for (uint32_t a = 0; a < gait_gltf_animation_count(it.file); a++) {
        gait_clip *clip = roundtrip_clip(&it, a);
        roundtrip_add(omf, clip);
        gait_clip_free(clip);
    }
    roundtrip_write(subject, omf);
    gait_omf_free(omf);
    roundtrip_close(&it);
}

/* --- verification ----------------------------------------------------------------------------- */

static void roundtrip_verify(roundtrip_subject *subject) {
    const gait_buffer *bank = &subject->pair->bank;
    roundtrip_task_base(subject);
    if (subject->out.size != bank->size || memcmp(subject->out.data, bank->data, bank->size) != 0) {
        bench_fail("nothing was edited, and other bytes came out");
    }
    roundtrip_task_edited(subject);
    if (subject->out.size != bank->size || memcmp(subject->out.data, bank->data, bank->size) == 0) {
        bench_fail("the edits did not come out");
    }
    gait_omf *omf;
    roundtrip_task_new(subject);
    roundtrip_require(gait_omf_open(roundtrip_bytes(&subject->out), NULL, &omf),
                      "the new bank could not be opened");
    if (gait_omf_motion_count(omf) != ROUNDTRIP_MOTIONS) {
        bench_fail("motions are missing in the new bank");
    }
    gait_omf_free(omf);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void roundtrip_few(roundtrip_subject *subject, bench_task task) {
    subject->pair = &subject->few;
    task(subject);
    subject->pair = &subject->many;
}

static void roundtrip_task_base_few(void *user) {
    roundtrip_few(user, roundtrip_task_base);
}

static void roundtrip_task_edited_few(void *user) {
    roundtrip_few(user, roundtrip_task_edited);
}

static void roundtrip_task_new_few(void *user) {
    roundtrip_few(user, roundtrip_task_new);
}

static void roundtrip_report(roundtrip_subject *subject, const char *id, const char *what,
                             bench_task task) {
    bench_report(
        (bench_row){id, what, "all keys of the GLB read, and the bank written", 3,
                    bench_ratio(task, roundtrip_task_read_and_write, subject, ROUNDTRIP_ROUNDS)});
}

static void roundtrip_report_linear(roundtrip_subject *subject, const char *id, bench_task task,
                                    bench_task few) {
    bench_report((bench_row){id, "that of 1000 motions", "of 100 motions", 12,
                             bench_ratio(task, few, subject, ROUNDTRIP_ROUNDS)});
}

static void roundtrip_measure(roundtrip_subject *subject) {
    roundtrip_report(subject, "BACK-same", "an unedited GLB of 1000 motions onto its bank",
                     roundtrip_task_base);
    roundtrip_report_linear(subject, "BACK-same-n", roundtrip_task_base, roundtrip_task_base_few);
    roundtrip_report(subject, "BACK-edited", "the same with an edit in every motion",
                     roundtrip_task_edited);
    roundtrip_report_linear(subject, "BACK-edited-n", roundtrip_task_edited,
                            roundtrip_task_edited_few);
    roundtrip_report(subject, "BACK-new", "a GLB of 1000 motions as a new bank",
                     roundtrip_task_new);
    roundtrip_report_linear(subject, "BACK-new-n", roundtrip_task_new, roundtrip_task_new_few);
}

void bench_roundtrip(void) {
    roundtrip_subject subject = {.many = roundtrip_make(ROUNDTRIP_MOTIONS),
                                 .few = roundtrip_make(ROUNDTRIP_FEW)};
    subject.pair = &subject.many;
    roundtrip_verify(&subject);
    roundtrip_measure(&subject);
    gait_buffer_free(&subject.out);
    roundtrip_pair_free(&subject.many);
    roundtrip_pair_free(&subject.few);
}
