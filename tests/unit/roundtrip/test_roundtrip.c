/* Tests gait_roundtrip(): all formats, all refusals, and the report. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/gltf.h"
#include "gait/metadata.h"
#include "gait/omf.h"
#include "gait/pose.h"
#include "gait/roundtrip.h"
#include "gait/skl.h"
#include "gait/transform.h"
#include "gait/edited_file.h"
#include "gait/matched_joints.h"
#include "test.h"
#include "formats/gltf/write/gltf_writer.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip.h"
#include "ops/clip_convert.h"

/* --- a base file, its export, and the result -------------------------------------------------- */

typedef struct trip {
    gait_span bytes; /* the base file */
    gait_file *base;
    gait_skeleton *skeleton;
    gait_buffer glb;
    gait_file *edited;
    gait_roundtrip_options options;
    gait_roundtrip_report *report;
    gait_buffer out;
    gait_status status;
} trip;

/* The changes to an export. */
typedef struct edit {
    const char *without; /* name of a clip to omit */
    const char *turned;  /* name of a clip in which `bone` is rotated by 5 degrees at frame 2 */
    const char *bone;
    const char *from, *to; /* replaces all occurrences of a text; equal lengths */
} edit;

static const edit no_edit = {0};
static const edit no_metadata = {.from = "\"gait\":", .to = "\"gaix\":"};

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* Replaces the rotation of a bone by a copy in which key 2 is rotated about X. The caller frees it.
 */
static float *rotate_key(const gait_clip *clip, uint32_t bone, gait_track *track) {
    const double half = 2.5 * 3.14159265358979 / 180;
    const gait_channel *from = &clip->tracks[bone].rotation;
    float *keys = malloc((size_t)clip->frame_count * 4 * sizeof *keys);
    assert_non_null(keys);
    for (uint32_t k = 0; k < clip->frame_count; k++) {
        double q[9];
        gaiti_channel_get(from, true, k, q);
        double s = k == 2 ? sin(half) : 0, c = k == 2 ? cos(half) : 1;
        keys[k * 4] = (float)(q[0] * c + q[3] * s);
        keys[k * 4 + 1] = (float)(q[1] * c + q[2] * s);
        keys[k * 4 + 2] = (float)(q[2] * c - q[1] * s);
        keys[k * 4 + 3] = (float)(q[3] * c - q[0] * s);
    }
    track->rotation =
        (gait_channel){.data = (const uint8_t *)keys, .count = clip->frame_count, .stride = 16};
    return keys;
}

static void add_rotated(gaiti_gltf_writer *gltf, const gait_clip *file_clips,
                        const char *bone_name) {
    gait_clip *clip;
    assert_int_equal(gaiti_clip_convert_rigid(file_clips, GAIT_AXES_GLTF, NULL, &clip), GAIT_OK);
    int32_t bone = gait_skeleton_find(clip->skeleton, bone_name);
    assert_true(bone >= 0);
    uint32_t count = clip->skeleton->bone_count;
    gait_track *tracks = malloc(count * sizeof *tracks);
    assert_non_null(tracks);
    memcpy(tracks, clip->tracks, count * sizeof *tracks);
    float *keys = rotate_key(clip, (uint32_t)bone, &tracks[bone]);
    gait_clip turned = *clip;
    turned.tracks = tracks;
    assert_int_equal(gaiti_gltf_writer_add(gltf, &turned), GAIT_OK);
    free(keys);
    free(tracks);
    gait_clip_free(clip);
}

static void replace_all(gait_buffer *bytes, const char *from, const char *to) {
    size_t size = strlen(from), found = 0;
    assert_int_equal(size, strlen(to));
    for (size_t at = 0; at + size <= bytes->size; at++) {
        if (memcmp(bytes->data + at, from, size) == 0) {
            memcpy(bytes->data + at, to, size);
            found++;
        }
    }
    assert_true(found > 0);
}

static void export_edited(trip *self, const edit *edits) {
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(self->skeleton, NULL, &gltf), GAIT_OK);
    for (uint32_t c = 0; c < gait_file_clip_count(self->base); c++) {
        gait_clip *clip;
        assert_int_equal(gait_file_clip(self->base, c, self->skeleton, NULL, &clip), GAIT_OK);
        if (edits->turned && strcmp(clip->name, edits->turned) == 0) {
            add_rotated(gltf, clip, edits->bone);
        } else if (!edits->without || strcmp(clip->name, edits->without) != 0) {
            assert_int_equal(gaiti_gltf_writer_add_file_clip(gltf, clip, NULL), GAIT_OK);
        }
        gait_clip_free(clip);
    }
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &self->glb), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    if (edits->from) {
        replace_all(&self->glb, edits->from, edits->to);
    }
    assert_int_equal(gait_file_open(span_of(&self->glb), "edited.glb", NULL, &self->edited),
                     GAIT_OK);
}

/* Opens a base file and exports it with `edits`. Owns the bytes. `tree_name` is a built-in
 * skeleton; NULL = that of the file. */
static trip open_trip(gait_span bytes, const char *name, const char *tree_name, const edit *edits) {
    trip self = {.bytes = bytes};
    gait_skeleton *tree = NULL;
    assert_int_equal(gait_file_open(bytes, name, NULL, &self.base), GAIT_OK);
    if (tree_name) {
        assert_int_equal(gait_builtin_skeleton(tree_name, NULL, &tree), GAIT_OK);
    }
    assert_int_equal(gait_file_bind_skeleton(self.base, tree, NULL, &self.skeleton), GAIT_OK);
    gait_skeleton_free(tree);
    export_edited(&self, edits);
    return self;
}

static trip bank_trip(const edit *edits) {
    return open_trip(test_fixture_bytes("samples/stalker.omf"), "stalker.omf", "xray-stalker",
                     edits);
}

static trip walk_trip(const edit *edits) {
    return open_trip(test_fixture_bytes("samples/walk.rtm"), "walk.rtm", "arma3-man", edits);
}

/* Writes the first clips of the sample bank as SDK motions. */
static gait_span make_motions(gait_skl_kind kind, uint32_t count) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_skeleton *tree, *skeleton;
    gait_file *bank;
    gait_skl *skl;
    gait_buffer out = {0};
    assert_int_equal(gait_file_open(bytes, "stalker.omf", NULL, &bank), GAIT_OK);
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(bank, tree, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_skl_new(kind, NULL, &skl), GAIT_OK);
    for (uint32_t c = 0; c < count; c++) {
        gait_clip *clip;
        uint32_t losses;
        assert_int_equal(gait_file_clip(bank, c, skeleton, NULL, &clip), GAIT_OK);
        assert_int_equal(gaiti_skl_add_clip(skl, clip, 7, UINT32_MAX, &losses), GAIT_OK);
        gait_clip_free(clip);
    }
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    gait_skl_free(skl);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(tree);
    gait_file_free(bank);
    free((void *)(uintptr_t)bytes.data);
    return span_of(&out);
}

enum { FORMATS = 6 };

/* Opens a base file of each format that supports round trips, and rotates one bone of one clip if
 * `is_rotated`. */
static trip format_trip(int format, bool is_rotated) {
    static const struct {
        const char *file, *name, *tree, *clip, *bone;
    } bases[FORMATS] = {
        {"samples/stalker.omf", "stalker.omf", "xray-stalker", "walk", "bip01_neck"},
        {"samples/walk.rtm", "walk.rtm", "arma3-man", "walk", "neck"},
        {"samples/walk_binarised.rtm", "walk.rtm", "arma3-man", "walk", "neck"},
        {NULL, "all.skls", "xray-stalker", "walk", "bip01_neck"},
        {NULL, "one.skl", "xray-stalker", "idle", "bip01_neck"},
        {"ogf/ok/motions_inside.ogf", "motions_inside.ogf", NULL, "", ""},
    };
    edit turn = {.turned = bases[format].clip, .bone = bases[format].bone};
    gait_span bytes = bases[format].file ? test_fixture_bytes(bases[format].file)
                      : format == 3      ? make_motions(GAIT_SKL_MANY, 5)
                                         : make_motions(GAIT_SKL_ONE, 1);
    return open_trip(bytes, bases[format].name, bases[format].tree,
                     is_rotated && bases[format].clip[0] ? &turn : &no_edit);
}

static void free_results(trip *self) {
    gait_roundtrip_report_free(self->report);
    self->report = NULL;
    gait_buffer_free(&self->out);
}

static gait_roundtrip_summary run_on(trip *self, const gait_skeleton *skeleton) {
    free_results(self);
    gait_roundtrip_report *report, *refused = NULL;
    self->options.refused = &refused;
    self->status =
        gait_roundtrip(self->base, self->edited, skeleton, &self->options, &report, &self->out);
    assert_true(self->status == GAIT_OK || (self->out.size == 0 && !report));
    assert_true(self->status != GAIT_OK || (report && !refused));
    self->report = report ? report : refused;
    return gait_roundtrip_report_summary(self->report);
}

static gait_roundtrip_summary run(trip *self) {
    return run_on(self, self->skeleton);
}

static void close_trip(trip *self) {
    free_results(self);
    gait_file_free(self->edited);
    gait_buffer_free(&self->glb);
    gait_skeleton_free(self->skeleton);
    gait_file_free(self->base);
    free((void *)(uintptr_t)self->bytes.data);
}

/* The result of the clip with this name. Fails the test when there is none. */
static gait_roundtrip_clip_result clip_called(const trip *self, const char *name) {
    for (uint32_t i = 0; i < gait_roundtrip_report_clip_count(self->report); i++) {
        gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(self->report, i);
        if (strcmp(clip.name, name) == 0) {
            return clip;
        }
    }
    fail_msg("no clip %s", name);
    return (gait_roundtrip_clip_result){0};
}

static void assert_refused(trip *self, const char *rule) {
    assert_string_equal(run(self).rule->id, rule);
    assert_int_equal(self->status, GAIT_UNSUPPORTED);
    assert_non_null(self->report);
}

static void assert_is_base(const trip *self) {
    assert_int_equal(self->status, GAIT_OK);
    assert_int_equal(self->out.size, self->bytes.size);
    assert_memory_equal(self->out.data, self->bytes.data, self->bytes.size);
}

/* --- formats ---------------------------------------------------------------------------------- */

TEST(an_unedited_file_gives_the_base_in_every_format) {
    for (int format = 0; format < FORMATS; format++) {
        trip self = format_trip(format, false);
        gait_roundtrip_summary overview = run_on(&self, NULL);
        assert_is_base(&self);
        assert_null(overview.rule);
        assert_int_equal(overview.format, gait_file_format(self.base));
        assert_true(overview.is_compared && overview.uses_metadata_skeleton);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_UNCHANGED],
                         gait_file_clip_count(self.base));
        assert_int_equal(overview.comparison.missing_bones, 0);
        assert_true(overview.comparison.tolerance_mm == 0.05);
        close_trip(&self);
    }
}

/* Applies the same edited file to the result again: only rounding that the report contained may
 * remain. */
TEST(an_edited_key_is_applied_in_every_format) {
    for (int format = 0; format < FORMATS - 1; format++) {
        trip self = format_trip(format, true), again = self;
        gait_roundtrip_summary overview = run(&self);
        assert_int_equal(self.status, GAIT_OK);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_CHANGED], 1);
        gait_roundtrip_clip_result clip = clip_called(&self, format == 4 ? "idle" : "walk");
        assert_int_equal(clip.outcome, GAIT_ROUNDTRIP_CHANGED);
        assert_int_equal(clip.diff.outcome, GAIT_DIFF_CHANGED);
        assert_true(fabs(clip.diff.rotation.amount - 5) < 0.05);
        assert_int_equal(clip.diff.rotation.frame, 2);
        assert_int_equal(clip.diff.rotation.bone,
                         gait_skeleton_find(gait_roundtrip_report_summary(self.report).skeleton,
                                            format == 1 || format == 2 ? "neck" : "bip01_neck"));
        again.report = NULL;
        again.out = (gait_buffer){0};
        assert_int_equal(gait_file_open(span_of(&self.out), "walk.rtm", NULL, &again.base),
                         GAIT_OK);
        overview = run(&again);
        assert_int_equal(again.status, GAIT_OK);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_CHANGED], clip.is_rounded);
        free_results(&again);
        gait_file_free(again.base);
        close_trip(&self);
    }
}

TEST(rounding_is_reported) {
    trip self = format_trip(0, true);
    run(&self);
    assert_false(clip_called(&self, "walk").is_rounded);
    self.options.tolerance_deg = 1e-6;
    assert_true(run(&self).comparison.tolerance_deg == 1e-6);
    gait_roundtrip_clip_result clip = clip_called(&self, "walk");
    assert_int_equal(self.status, GAIT_OK);
    assert_true(clip.is_rounded && clip.rounded_rotation.amount > 1e-6);
    assert_true(clip.rounded_rotation.amount < 0.01);
    close_trip(&self);
}

TEST(the_result_is_appended) {
    trip self = walk_trip(&no_edit);
    gait_roundtrip_report *report;
    assert_int_equal(gait_file_write(self.base, &self.out), GAIT_OK);
    assert_int_equal(gait_roundtrip(self.base, self.edited, NULL, NULL, &report, &self.out),
                     GAIT_OK);
    assert_int_equal(self.out.size, 2 * self.bytes.size);
    assert_memory_equal(self.out.data + self.bytes.size, self.bytes.data, self.bytes.size);
    gait_roundtrip_report_free(report);
    close_trip(&self);
}

/* --- clips of one file ------------------------------------------------------------------------ */

TEST(new_clips_are_added_on_request) {
    for (int format = 0; format < 5; format += 3) { /* OMF, SKLS */
        trip self = format_trip(format, false);
        replace_all(&self.glb, "\"name\":\"idle\"", "\"name\":\"lazy\"");
        gait_file_free(self.edited);
        assert_int_equal(gait_file_open(span_of(&self.glb), NULL, NULL, &self.edited), GAIT_OK);
        gait_roundtrip_summary overview = run(&self);
        assert_is_base(&self);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_LEFT_OUT], 1);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_KEPT], 1);
        gait_roundtrip_clip_result clip = clip_called(&self, "lazy");
        assert_int_equal(clip.diff.clip, -1);
        assert_string_equal(clip.animation, "lazy");
        assert_null(clip_called(&self, "idle").animation);
        self.options.adds_new = true;
        overview = run(&self);
        assert_int_equal(self.status, GAIT_OK);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_ADDED], 1);
        assert_int_equal(clip_called(&self, "lazy").outcome, GAIT_ROUNDTRIP_ADDED);
        assert_int_equal(clip_called(&self, "lazy").lost, 0);
        gait_file *made;
        assert_int_equal(gait_file_open(span_of(&self.out), "made.skls", NULL, &made), GAIT_OK);
        assert_int_equal(gait_file_clip_count(made), 6);
        assert_memory_equal(gait_file_clip_info(made, 5).name.data, "lazy", 4);
        gait_file_free(made);
        close_trip(&self);
    }
}

TEST(single_clip_formats_refuse_new_clips) {
    trip self = walk_trip(&no_edit);
    gait_buffer_free(&self.glb);
    gait_file_free(self.edited);
    trip bank = bank_trip(&no_metadata);
    self.edited = bank.edited;
    self.glb = bank.glb;
    bank.edited = NULL;
    bank.glb = (gait_buffer){0};
    self.options.adds_new = true;
    run(&self);
    assert_true(self.status != GAIT_OK);
    assert_int_equal(gait_roundtrip_report_clip_count(self.report), 5);
    assert_int_equal(gait_roundtrip_report_summary(self.report).outcomes[GAIT_ROUNDTRIP_ADDED], 0);
    close_trip(&bank);
    close_trip(&self);
}

TEST(missing_clips_are_dropped_on_request) {
    trip self = bank_trip(&(edit){.without = "walk"});
    gait_roundtrip_summary overview = run(&self);
    assert_is_base(&self);
    assert_int_equal(clip_called(&self, "walk").outcome, GAIT_ROUNDTRIP_KEPT);
    self.options.drops_missing = true;
    overview = run(&self);
    assert_int_equal(self.status, GAIT_OK);
    assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_DROPPED], 1);
    assert_int_equal(clip_called(&self, "walk").outcome, GAIT_ROUNDTRIP_DROPPED);
    gait_omf *omf;
    assert_int_equal(gait_omf_open(span_of(&self.out), NULL, &omf), GAIT_OK);
    assert_int_equal(gait_omf_motion_count(omf), 4);
    assert_memory_equal(gait_omf_motion_at(omf, 1).name.data, "salute", 6);
    gait_omf_free(omf);
    close_trip(&self);
}

/* --- metadata --------------------------------------------------------------------------------- */

TEST(metadata_is_applied) {
    trip self = bank_trip(&(edit){.from = "\"speed\":0.9", .to = "\"speed\":0.8"});
    gait_roundtrip_summary overview = run(&self);
    assert_int_equal(self.status, GAIT_OK);
    assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_CHANGED], 1);
    gait_roundtrip_clip_result clip = clip_called(&self, "idle");
    assert_int_equal(clip.outcome, GAIT_ROUNDTRIP_CHANGED);
    assert_int_equal(clip.diff.outcome, GAIT_DIFF_UNCHANGED);
    assert_int_equal(clip.metadata, GAIT_META_SPEED);
    assert_int_equal(clip.lost_metadata, 0);
    gait_omf *omf;
    assert_int_equal(gait_omf_open(span_of(&self.out), NULL, &omf), GAIT_OK);
    assert_true(fabs((double)gait_omf_motion_at(omf, 0).speed - 0.8) < 0.001);
    gait_omf_free(omf);
    close_trip(&self);
}

TEST(metadata_that_cannot_be_stored_is_reported) {
    trip self = bank_trip(&(edit){.from = "\"motion\":[0,0,0]", .to = "\"motion\":[0,0,7]"});
    run(&self);
    assert_is_base(&self);
    gait_roundtrip_clip_result clip = clip_called(&self, "walk");
    assert_int_equal(clip.outcome, GAIT_ROUNDTRIP_UNCHANGED);
    assert_int_equal(clip.metadata, 0);
    assert_int_equal(clip.lost_metadata, GAIT_META_ROOT_MOTION);
    close_trip(&self);
    self = bank_trip(&(edit){.from = "\"name\":\"Left\",\"value\":\"\"",
                             .to = "\"name\":\"Le\",\"value\":\"ft\""});
    run(&self);
    assert_int_equal(self.status, GAIT_OK);
    clip = clip_called(&self, "walk");
    assert_int_equal(clip.metadata, GAIT_META_EVENTS);
    assert_true(clip.loses_event_values);
    close_trip(&self);
}

TEST(events_are_kept_without_metadata) {
    trip self = bank_trip(&no_metadata);
    assert_int_equal(run(&self).kept_events, 2);
    assert_is_base(&self);
    assert_false(gait_roundtrip_report_summary(self.report).uses_metadata_skeleton);
    close_trip(&self);
}

/* --- skeletons -------------------------------------------------------------------------------- */

TEST(the_skeleton_of_the_export_is_found) {
    trip self = bank_trip(&no_edit), bare = bank_trip(&no_metadata), other = walk_trip(&no_edit);
    gait_skeleton *found;
    assert_int_equal(gait_roundtrip_skeleton(self.base, self.edited, NULL, &found), GAIT_OK);
    assert_int_equal(found->bone_count, self.skeleton->bone_count);
    gait_skeleton_free(found);
    assert_int_equal(gait_roundtrip_skeleton(self.base, bare.edited, NULL, &found), GAIT_NOT_FOUND);
    assert_null(found);
    assert_int_equal(gait_roundtrip_skeleton(self.base, other.edited, NULL, &found),
                     GAIT_NOT_FOUND);
    assert_int_equal(gait_roundtrip_skeleton(NULL, self.edited, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip_skeleton(self.base, NULL, NULL, &found), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip_skeleton(self.base, self.edited, NULL, NULL),
                     GAIT_BAD_ARGUMENT);
    close_trip(&other);
    close_trip(&bare);
    close_trip(&self);
}

TEST(a_model_uses_its_own_skeleton) {
    trip self =
        open_trip(test_fixture_bytes("ogf/ok/motions_inside.ogf"), "m.ogf", NULL, &no_metadata);
    run_on(&self, NULL);
    assert_is_base(&self);
    assert_int_equal(gait_roundtrip_report_summary(self.report).skeleton->bone_count, 3);
    close_trip(&self);
}

/* The model has one bone name in common with the human skeleton. */
TEST(a_skeleton_without_common_bones_is_refused) {
    for (int format = 0; format < FORMATS; format++) {
        trip self = format_trip(format, false);
        gait_skeleton *other;
        const char *name = format == 1 || format == 2 ? "xray-stalker" : "arma3-man";
        replace_all(&self.glb, no_metadata.from, no_metadata.to);
        gait_file_free(self.edited);
        assert_int_equal(gait_file_open(span_of(&self.glb), NULL, NULL, &self.edited), GAIT_OK);
        assert_int_equal(gait_builtin_skeleton(name, NULL, &other), GAIT_OK);
        gait_roundtrip_summary overview = run_on(&self, other);
        if (format == FORMATS - 1) {
            assert_int_equal(self.status, GAIT_OK);
        } else {
            assert_int_equal(self.status, GAIT_UNSUPPORTED);
            assert_string_equal(overview.rule->id, "RTP004");
        }
        free_results(&self);
        gait_skeleton_free(other);
        close_trip(&self);
    }
}

/* --- refusals --------------------------------------------------------------------------------- */

TEST(an_unusable_base_is_refused) {
    trip self = bank_trip(&no_metadata);
    /* Its bones are in no built-in skeleton. */
    gait_span unknown = test_fixture_bytes("omf/ok/two_parts.omf");
    gait_span model = test_fixture_bytes("ogf/ok/both_refs.ogf");
    gait_file *bank = self.base;
    assert_int_equal(gait_file_open(unknown, "unknown.omf", NULL, &self.base), GAIT_OK);
    assert_string_equal(run_on(&self, NULL).rule->id, "CNV024");
    assert_int_equal(self.status, GAIT_UNSUPPORTED);
    assert_int_equal(gait_roundtrip_report_clip_count(self.report), 0);
    assert_int_equal(gait_roundtrip_report_summary(self.report).joint_count, 0);
    free_results(&self);
    gait_file_free(self.base);
    free((void *)(uintptr_t)unknown.data);
    assert_int_equal(gait_file_open(model, "model.ogf", NULL, &self.base), GAIT_OK);
    assert_refused(&self, "RTP002");
    assert_false(gait_roundtrip_report_summary(self.report).is_compared);
    gait_file_free(self.base);
    self.base = bank;
    free((void *)(uintptr_t)model.data);
    close_trip(&self);
}

TEST(an_unusable_edited_file_is_refused) {
    static const struct {
        const char *file;
        const char *rule;
    } cases[] = {
        {"gltf/ok/nothing.gltf", "RTP003"},
        {"gltf/bad/not_here.gltf", "RTP021"}, /* its buffer is not provided */
        {"gltf/ok/waving.glb", "RTP004"},
    };
    trip self = bank_trip(&no_edit);
    gait_file *own = self.edited;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_span bytes = test_fixture_bytes(cases[i].file);
        assert_int_equal(gait_file_open(bytes, NULL, NULL, &self.edited), GAIT_OK);
        assert_refused(&self, cases[i].rule);
        free_results(&self);
        gait_file_free(self.edited);
        free((void *)(uintptr_t)bytes.data);
    }
    self.edited = own;
    close_trip(&self);
}

TEST(clips_that_cannot_be_applied_are_refused) {
    trip self = bank_trip(&(edit){.from = "\"name\":\"idle\"", .to = "\"name\":\"walk\""});
    assert_refused(&self, "RTP005");
    gait_roundtrip_clip_result clip = clip_called(&self, "walk");
    assert_int_equal(clip.outcome, GAIT_ROUNDTRIP_REFUSED);
    assert_true(clip.diff.notes & GAIT_DIFF_AMBIGUOUS);
    close_trip(&self);
}

TEST(a_file_without_clips_of_the_base_is_refused) {
    edit one = {.without = "walk", .from = "\"name\":\"idle\"", .to = "\"name\":\"lazy\""};
    trip self = open_trip(make_motions(GAIT_SKL_MANY, 2), "two.skls", "xray-stalker", &one);
    assert_refused(&self, "RTP006");
    self.options.drops_missing = true;
    gait_roundtrip_summary summary = run(&self); /* "idle" was only renamed */
    assert_int_equal(summary.outcomes[GAIT_ROUNDTRIP_DROPPED], 1);
    assert_int_equal(summary.outcomes[GAIT_ROUNDTRIP_KEPT], 1);
    self.options.adds_new = true;
    assert_int_equal(run(&self).outcomes[GAIT_ROUNDTRIP_RENAMED], 1);
    assert_int_equal(self.status, GAIT_OK);
    self.options.drops_missing = false;
    run(&self);
    assert_int_equal(self.status, GAIT_OK);
    close_trip(&self);
}

/* --- renamed clips ---------------------------------------------------------------------------- */

/* Renames the animation `from` of an export to `to`, which has the same length. The metadata keeps
 * the old name, as in files from Blender. */
static trip renamed_trip(gait_span bytes, const char *file, const char *from, const char *to) {
    trip self = open_trip(bytes, file, "xray-stalker", &no_edit);
    char old_name[64], new_name[64];
    snprintf(old_name, sizeof old_name, "\"name\":\"%s\",\"channels\"", from);
    snprintf(new_name, sizeof new_name, "\"name\":\"%s\",\"channels\"", to);
    replace_all(&self.glb, old_name, new_name);
    gait_file_free(self.edited);
    assert_int_equal(gait_file_open(span_of(&self.glb), NULL, NULL, &self.edited), GAIT_OK);
    return self;
}

/* The result is the base file in which every name `from` is `to`. */
static void assert_only_renamed(const trip *self, const char *from, const char *to) {
    gait_buffer expected = {0};
    assert_int_equal(self->status, GAIT_OK);
    assert_int_equal(gait_file_write(self->base, &expected), GAIT_OK);
    replace_all(&expected, from, to);
    assert_int_equal(self->out.size, expected.size);
    assert_memory_equal(self->out.data, expected.data, expected.size);
    gait_buffer_free(&expected);
}

TEST(a_renamed_clip_keeps_its_place_and_parameters) {
    for (int format = 0; format < 2; format++) {
        trip self = renamed_trip(format ? make_motions(GAIT_SKL_MANY, 5)
                                        : test_fixture_bytes("samples/stalker.omf"),
                                 format ? "all.skls" : "stalker.omf", "walk", "rush");
        self.options.adds_new = self.options.drops_missing = true;
        gait_roundtrip_summary overview = run(&self);
        assert_only_renamed(&self, "walk", "rush");
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_RENAMED], 1);
        assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_UNCHANGED], 4);
        assert_int_equal(gait_roundtrip_report_clip_count(self.report), 5);
        gait_roundtrip_clip_result clip = clip_called(&self, "walk");
        assert_int_equal(clip.outcome, GAIT_ROUNDTRIP_RENAMED);
        assert_int_equal(clip.diff.outcome, GAIT_DIFF_UNCHANGED);
        assert_int_equal(clip.diff.notes & GAIT_DIFF_RENAMED, GAIT_DIFF_RENAMED);
        assert_string_equal(clip.old_name, "walk");
        assert_string_equal(clip.new_name, "rush");
        assert_string_equal(clip.animation, "rush");
        assert_int_equal(clip.metadata, 0);
        close_trip(&self);
    }
}

TEST(a_renamed_clip_is_reported_without_the_options) {
    for (int options = 0; options < 3; options++) {
        trip self =
            renamed_trip(test_fixture_bytes("samples/stalker.omf"), "stalker.omf", "walk", "rush");
        self.options.adds_new = options == 1;
        self.options.drops_missing = options == 2;
        run(&self);
        assert_int_equal(self.status, GAIT_OK);
        gait_roundtrip_clip_result gone = clip_called(&self, "walk");
        gait_roundtrip_clip_result added = clip_called(&self, "rush");
        assert_int_equal(gone.outcome, GAIT_ROUNDTRIP_KEPT);
        assert_int_equal(added.outcome,
                         options == 1 ? GAIT_ROUNDTRIP_ADDED : GAIT_ROUNDTRIP_LEFT_OUT);
        assert_string_equal(gone.new_name, "rush");
        assert_string_equal(added.old_name, "walk");
        assert_int_equal(gone.diff.counterpart, added.diff.animation);
        assert_int_equal(added.diff.counterpart, gone.diff.clip);
        close_trip(&self);
    }
}

/* Labels of protected banks differ from the names. */
TEST(a_label_that_differs_from_the_name_stays) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_omf *omf;
    gait_buffer changed = {0};
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    gait_omf_motion values = gait_omf_motion_at(omf, 1);
    values.label = (gait_span){(const uint8_t *)"x", 1};
    assert_int_equal(gaiti_omf_set_motion(omf, 1, &values), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &changed), GAIT_OK);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    trip self = renamed_trip(span_of(&changed), "stalker.omf", "walk", "rush");
    self.options.adds_new = self.options.drops_missing = true;
    run(&self);
    assert_only_renamed(&self, "walk", "rush");
    close_trip(&self);
}

TEST(a_renamed_clip_with_other_keys_is_new) {
    edit edits = {.turned = "walk",
                  .bone = "bip01_neck",
                  .from = "\"name\":\"walk\"",
                  .to = "\"name\":\"rush\""};
    trip self = bank_trip(&edits);
    self.options.adds_new = self.options.drops_missing = true;
    gait_roundtrip_summary overview = run(&self);
    assert_int_equal(overview.outcomes[GAIT_ROUNDTRIP_RENAMED], 0);
    assert_int_equal(clip_called(&self, "walk").outcome, GAIT_ROUNDTRIP_DROPPED);
    assert_int_equal(clip_called(&self, "rush").outcome, GAIT_ROUNDTRIP_ADDED);
    assert_null(clip_called(&self, "rush").old_name);
    close_trip(&self);
}

TEST(the_only_clip_of_a_bank_is_renamed_on_request) {
    for (int kind = 0; kind < 2; kind++) { /* SKLS, SKL */
        trip self = renamed_trip(make_motions(kind ? GAIT_SKL_ONE : GAIT_SKL_MANY, 1),
                                 kind ? "one.skl" : "one.skls", "idle", "lazy");
        run(&self);
        assert_is_base(&self);
        self.options.adds_new = self.options.drops_missing = true;
        run(&self);
        assert_only_renamed(&self, "idle", "lazy");
        close_trip(&self);
    }
}

TEST(defaults_of_added_clips_are_reported) {
    edit edits = {.turned = "walk", .bone = "bip01_neck"};
    trip self = bank_trip(&edits);
    replace_all(&self.glb, "\"name\":\"walk\",\"channels\"", "\"name\":\"rush\",\"channels\"");
    for (int has_metadata = 1; has_metadata >= 0; has_metadata--) {
        if (!has_metadata) {
            replace_all(&self.glb, "\"gait\":", "\"gaix\":");
        }
        gait_file_free(self.edited);
        assert_int_equal(gait_file_open(span_of(&self.glb), NULL, NULL, &self.edited), GAIT_OK);
        self.options.adds_new = true;
        run(&self);
        assert_int_equal(self.status, GAIT_OK);
        assert_int_equal(clip_called(&self, "rush").has_default_playback, !has_metadata);
    }
    close_trip(&self);
}

/* U+1F600, which is not in CP1251. */
TEST(a_name_outside_cp1251_is_refused) {
    trip self =
        bank_trip(&(edit){.from = "\"name\":\"idle\"", .to = "\"name\":\"\xF0\x9F\x98\x80\""});
    self.options.adds_new = true;
    assert_string_equal(run(&self).rule->id, "CNV036");
    assert_int_equal(self.status, GAIT_UNSUPPORTED);
    assert_int_equal(gait_roundtrip_report_clip_count(self.report), 6);
    close_trip(&self);
}

/* --- arguments, memory ------------------------------------------------------------------------ */

TEST(wrong_arguments_are_refused) {
    trip self = bank_trip(&no_edit);
    gait_roundtrip_report *report = (gait_roundtrip_report *)&self;
    const gait_file *base = self.base, *edited = self.edited;
    assert_int_equal(gait_roundtrip(NULL, edited, NULL, NULL, &report, &self.out),
                     GAIT_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(gait_roundtrip(base, NULL, NULL, NULL, &report, &self.out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip(base, edited, NULL, NULL, NULL, &self.out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip(base, edited, NULL, NULL, &report, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip(base, base, NULL, NULL, &report, &self.out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_roundtrip(edited, edited, NULL, NULL, &report, &self.out),
                     GAIT_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(self.out.size, 0);
    close_trip(&self);
}

TEST(out_of_range_queries_return_empty_results) {
    gait_roundtrip_report_free(NULL);
    assert_false(gait_roundtrip_report_summary(NULL).is_compared);
    assert_int_equal(gait_roundtrip_report_clip_count(NULL), 0);
    assert_int_equal(gait_roundtrip_report_summary(NULL).joint_count, 0);
    assert_null(gait_roundtrip_report_summary(NULL).skeleton);
    trip self = bank_trip(&no_edit);
    run(&self);
    const gait_roundtrip_report *reports[] = {NULL, self.report};
    for (int i = 0; i < 2; i++) {
        gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(reports[i], 5);
        assert_string_equal(clip.name, "");
        assert_int_equal(clip.diff.clip, -1);
        assert_int_equal(clip.diff.animation, -1);
        assert_null(gait_roundtrip_report_joint(reports[i], 47).name);
        assert_int_equal(gait_roundtrip_report_joint_of(reports[i], 47), -1);
        assert_int_equal(gait_roundtrip_report_joint(reports[i], 47).bone, -1);
        assert_int_equal(gait_roundtrip_report_nearest_joint(reports[i], 47), -1);
    }
    assert_int_equal(gait_roundtrip_report_summary(self.report).joint_count, 47);
    for (uint32_t j = 0; j < 47; j++) {
        int32_t bone = gait_roundtrip_report_joint(self.report, j).bone;
        assert_in_range(bone, 0, 46);
        assert_int_equal(gait_roundtrip_report_joint_of(self.report, (uint32_t)bone), j);
        assert_string_equal(gait_roundtrip_report_joint(self.report, j).name,
                            self.skeleton->bones[bone].name);
    }
    close_trip(&self);
}

TEST(only_gltf_files_have_a_gltf_document) {
    trip self = walk_trip(&no_edit);
    assert_null(gait_file_gltf(NULL));
    assert_null(gait_file_gltf(self.base));
    const gait_gltf *gltf = gait_file_gltf(self.edited);
    assert_non_null(gltf);
    assert_int_equal(gait_gltf_animation_count(gltf), 1);
    close_trip(&self);
}

static gait_status trip_with(const gait_options *options, void *user) {
    trip *self = user;
    gait_roundtrip_options given = {.common = *options, .adds_new = true, .drops_missing = true};
    gait_buffer out = {.allocator = options->allocator};
    gait_roundtrip_report *report;
    given.refused = &report;
    gait_status status = gait_roundtrip(self->base, self->edited, NULL, &given, &report, &out);
    assert_true(status != GAIT_NO_MEMORY || !report);
    gait_roundtrip_report_free(report);
    gait_buffer_free(&out);
    return status;
}

TEST(out_of_memory_is_reported) {
    trip self = bank_trip(&(edit){.turned = "walk",
                                  .bone = "bip01_neck",
                                  .from = "\"name\":\"idle\"",
                                  .to = "\"name\":\"lazy\""});
    assert_in_range(test_every_failing_allocation(trip_with, &self), 10, 2000);
    close_trip(&self);
}
