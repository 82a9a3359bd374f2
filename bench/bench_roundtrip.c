/* Rows about conversion from glTF to a bank: a round trip onto the original bank, and a new
 * bank. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "gait/clip.h"

enum { BACK_MOTIONS = 1000, BACK_FEW = 100, BACK_FRAMES = 60, BACK_ROUNDS = 5, BACK_VERSION = 4 };

/* A bank and its export. */
typedef struct back_pair {
    gait_buffer bank, glb;
    gait_skeleton *skeleton;
} back_pair;

typedef struct back_subject {
    back_pair many, few;
    const back_pair *pair; /* points to `many` or `few` */
    bool is_edited;        /* change one key of every motion before comparing */
    gait_buffer out;
} back_subject;

/* An open glTF with its skeleton. */
typedef struct back_open {
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *skeleton;
} back_open;

static void back_require(gait_status status, const char *what) {
    if (status != GAIT_OK) {
        bench_fail(what);
    }
}

static gait_span back_bytes(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* --- test data -------------------------------------------------------------------------------- */

static void back_export(back_pair *pair, const gait_omf *omf) {
    gait_gltf_writer *gltf;
    back_require(gait_gltf_writer_new(pair->skeleton, NULL, &gltf), "a glTF could not be begun");
    for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
        gait_clip *clip;
        back_require(gait_omf_clip(omf, m, pair->skeleton, NULL, &clip), "no clip");
        back_require(gait_gltf_writer_add_file_clip(gltf, clip, NULL), "a clip could not be added");
        gait_clip_free(clip);
    }
    back_require(gait_gltf_writer_finish_glb(gltf, &pair->glb), "a glTF could not be finished");
    gait_gltf_writer_free(gltf);
}

static back_pair back_make(uint32_t motions) {
    back_pair pair = {.bank = bench_bank(motions, BACK_FRAMES)};
    gait_omf *omf;
    back_require(gait_omf_open(back_bytes(&pair.bank), NULL, &omf), "the bank did not open");
    pair.skeleton = bench_skeleton(omf);
    back_export(&pair, omf);
    gait_omf_free(omf);
    return pair;
}

static void back_pair_free(back_pair *pair) {
    gait_skeleton_free(pair->skeleton);
    gait_buffer_free(&pair->bank);
    gait_buffer_free(&pair->glb);
}

/* --- tasks ------------------------------------------------------------------------------------ */

static back_open back_open_glb(const back_pair *pair) {
    back_open it;
    back_require(gait_gltf_open(back_bytes(&pair->glb), NULL, &it.file), "the glTF did not open");
    back_require(gait_gltf_rig_new(it.file, GAIT_GLTF_BEST_SKIN, NULL, &it.rig), "no rig");
    back_require(gait_gltf_skeleton(it.file, it.rig, "bench", NULL, &it.skeleton), "no skeleton");
    return it;
}

static void back_close(back_open *it) {
    gait_skeleton_free(it->skeleton);
    gait_gltf_rig_free(it->rig);
    gait_gltf_free(it->file);
}

static gait_clip *back_clip(const back_open *it, uint32_t animation) {
    gait_clip *clip;
    back_require(gait_gltf_clip(&(gait_gltf_animated_rig){it->file, it->rig, animation},
                                it->skeleton, 0, NULL, &clip),
                 "a clip could not be read");
    return clip;
}

static void back_write(back_subject *subject, const gait_omf *omf) {
    subject->out.size = 0;
    back_require(gait_omf_write(omf, &subject->out), "the bank could not be written");
}

/* The reference: reads every key of the glTF once, and writes the bank. */
static void back_task_read_and_write(void *user) {
    back_subject *subject = user;
    back_open it = back_open_glb(subject->pair);
    gait_omf *omf;
    for (uint32_t a = 0; a < gait_gltf_animation_count(it.file); a++) {
        gait_clip_free(back_clip(&it, a));
    }
    back_close(&it);
    back_require(gait_omf_open(back_bytes(&subject->pair->bank), NULL, &omf), "no bank");
    back_write(subject, omf);
    gait_omf_free(omf);
}

static void back_apply(const gait_diff *diff, gait_omf *omf) {
    for (uint32_t c = 0; c < gait_diff_clip_count(diff); c++) {
        const gait_clip_change *change = gait_diff_change_of(diff, c);
        if (change) {
            back_require(gait_omf_apply_changes(omf, c, change), "a change was not taken");
        }
    }
}

/* Changes keys as an editing program would. */
static void back_edit_keys(const gait_edited_file *edit) {
    enum { BONE = 5, KEY = 10 };
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        const double *key = edit->animations[a].tracks[BONE].rotation.values + (size_t)KEY * 4;
        ((double *)(uintptr_t)key)[0] += 0.01; /* the keys are not shared */
    }
}

static void back_compare(back_subject *subject, const back_open *it, const gait_file *file) {
    gait_edited_file *edit;
    gait_base_file *base;
    gait_diff *diff;
    gait_omf *omf;
    back_require(gait_edited_file_new(it->file, it->rig, NULL, &edit), "there is no edit");
    if (subject->is_edited) {
        back_edit_keys(edit);
    }
    back_require(gait_base_file_new(file, subject->pair->skeleton, NULL, &base),
                 "there is no base");
    back_require(gait_diff_new(base, edit, NULL, &diff), "they could not be compared");
    back_require(gait_omf_open(back_bytes(&subject->pair->bank), NULL, &omf), "no bank");
    back_apply(diff, omf);
    back_write(subject, omf);
    gait_omf_free(omf);
    gait_diff_free(diff);
    gait_base_file_free(base);
    gait_edited_file_free(edit);
}

static void back_task_base(void *user) {
    back_subject *subject = user;
    back_open it = back_open_glb(subject->pair);
    gait_file *file;
    back_require(gait_file_open(back_bytes(&subject->pair->bank), "bench.omf", NULL, &file),
                 "no base");
    back_compare(subject, &it, file);
    gait_file_free(file);
    back_close(&it);
}

static void back_task_edited(void *user) {
    back_subject *subject = user;
    subject->is_edited = true;
    back_task_base(subject);
    subject->is_edited = false;
}

static void back_add(gait_omf *omf, const gait_clip *clip) {
    gait_clip *converted;
    back_require(gait_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, NULL, &converted),
                 "a clip could not be turned");
    back_require(gait_omf_add_clip(omf, converted, NULL, 0, NULL), "a motion could not be added");
    gait_clip_free(converted);
}

static void back_task_new(void *user) {
    back_subject *subject = user;
    back_open it = back_open_glb(subject->pair);
    gait_omf *omf;
    back_require(gait_omf_new(BACK_VERSION, NULL, &omf), "no bank");
    for (uint32_t a = 0; a < gait_gltf_animation_count(it.file); a++) {
        gait_clip *clip = back_clip(&it, a);
        back_add(omf, clip);
        gait_clip_free(clip);
    }
    back_write(subject, omf);
    gait_omf_free(omf);
    back_close(&it);
}

/* --- verification ----------------------------------------------------------------------------- */

static void back_verify(back_subject *subject) {
    const gait_buffer *bank = &subject->pair->bank;
    back_task_base(subject);
    if (subject->out.size != bank->size || memcmp(subject->out.data, bank->data, bank->size) != 0) {
        bench_fail("nothing was edited, and other bytes came out");
    }
    back_task_edited(subject);
    if (subject->out.size != bank->size || memcmp(subject->out.data, bank->data, bank->size) == 0) {
        bench_fail("the edits did not come out");
    }
    gait_omf *omf;
    back_task_new(subject);
    back_require(gait_omf_open(back_bytes(&subject->out), NULL, &omf),
                 "the new bank could not be opened");
    if (gait_omf_motion_count(omf) != BACK_MOTIONS) {
        bench_fail("motions are missing in the new bank");
    }
    gait_omf_free(omf);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void back_few(back_subject *subject, bench_task task) {
    subject->pair = &subject->few;
    task(subject);
    subject->pair = &subject->many;
}

static void back_task_base_few(void *user) {
    back_few(user, back_task_base);
}

static void back_task_edited_few(void *user) {
    back_few(user, back_task_edited);
}

static void back_task_new_few(void *user) {
    back_few(user, back_task_new);
}

static void back_report(back_subject *subject, const char *id, const char *what, bench_task task) {
    bench_report((bench_row){id, what, "all keys of the GLB read, and the bank written", 3,
                             bench_ratio(task, back_task_read_and_write, subject, BACK_ROUNDS)});
}

static void back_report_linear(back_subject *subject, const char *id, bench_task task,
                               bench_task few) {
    bench_report((bench_row){id, "that of 1000 motions", "of 100 motions", 12,
                             bench_ratio(task, few, subject, BACK_ROUNDS)});
}

static void back_measure(back_subject *subject) {
    back_report(subject, "BACK-same", "an unedited GLB of 1000 motions onto its bank",
                back_task_base);
    back_report_linear(subject, "BACK-same-n", back_task_base, back_task_base_few);
    back_report(subject, "BACK-edited", "the same with an edit in every motion", back_task_edited);
    back_report_linear(subject, "BACK-edited-n", back_task_edited, back_task_edited_few);
    back_report(subject, "BACK-new", "a GLB of 1000 motions as a new bank", back_task_new);
    back_report_linear(subject, "BACK-new-n", back_task_new, back_task_new_few);
}

void bench_roundtrip(void) {
    back_subject subject = {.many = back_make(BACK_MOTIONS), .few = back_make(BACK_FEW)};
    subject.pair = &subject.many;
    back_verify(&subject);
    back_measure(&subject);
    gait_buffer_free(&subject.out);
    back_pair_free(&subject.many);
    back_pair_free(&subject.few);
}
