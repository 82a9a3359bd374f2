/* Exports all clips of the corpus that can be posed to glTF, reads them back, and compares
 * bones, rest poses, clips and the poses at their keys. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gait/gltf.h"
#include "gait/pose.h"
#include "gait/playback.h"
#include "gait/transform.h"
#include "test.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_writer.h"
#include "ops/clip_convert.h"

#define METRES 1e-4
#define DEGREES 1e-3
#define PI 3.14159265358979323846

enum { MOST_FILES = 4096, MOST_BONES = 256, MOST_KEYS = 12, SKIP = 77 };

typedef struct corpus_file {
    char path[1024];
    gait_span bytes;
    gait_file *file;
    gait_skeleton *own;
} corpus_file;

static corpus_file files[MOST_FILES];
static size_t file_count;

static struct {
    unsigned files, clips, keys, still, meshes;
    double metres, degrees, rest;
    char worst[1200];
} seen;

/* --- the corpus ------------------------------------------------------------------------------- */

static gait_span read_bytes(const char *path) {
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *data = malloc(size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, size, stream), size);
    fclose(stream);
    return (gait_span){data, size};
}

static void add_file(const char *path) {
    corpus_file *it = &files[file_count];
    snprintf(it->path, sizeof it->path, "%s", path);
    it->bytes = read_bytes(path);
    if (gait_file_open(it->bytes, path, NULL, &it->file) != GAIT_OK) {
        free((void *)(uintptr_t)it->bytes.data);
        return;
    }
    gait_file_skeleton(it->file, NULL, &it->own);
    file_count++;
    assert_in_range(file_count, 1, MOST_FILES - 1);
}

/* Adds all files below a folder, with a list of folders instead of recursion. */
static void add_folder(const char *root) {
    static char folders[MOST_FILES][1024];
    size_t count = 1;
    snprintf(folders[0], sizeof folders[0], "%s", root);
    for (size_t i = 0; i < count; i++) {
        DIR *listing = opendir(folders[i]);
        for (struct dirent *entry; listing && (entry = readdir(listing));) {
            char path[2100];
            struct stat about;
            snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
            const char *dot = strrchr(entry->d_name, '.');
            if (entry->d_name[0] == '.' || stat(path, &about) != 0 || strlen(path) > 1000) {
                continue;
            }
            if (S_ISDIR(about.st_mode) && count < MOST_FILES) {
                snprintf(folders[count++], sizeof folders[0], "%.1000s", path);
            } else if (dot &&
                       (!strcmp(dot, ".rtm") || !strcmp(dot, ".omf") || !strcmp(dot, ".ogf"))) {
                add_file(path);
            }
        }
        if (listing) {
            closedir(listing);
        }
    }
}

/* A skeleton for the clips: for RTM the built-in one, else that of the file, else the first one
 * of the corpus that can be bound. NULL when there is none. `out_model` is the file with it. */
static gait_skeleton *skeleton_of(const corpus_file *it, const corpus_file **out_model) {
    gait_skeleton *skeleton = NULL;
    *out_model = it;
    bool is_rtm = gait_file_format(it->file) == GAIT_FORMAT_RTM;
    if (is_rtm || it->own) {
        gait_skeleton *man = NULL;
        if (is_rtm) {
            assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
        }
        gait_file_bind_skeleton(it->file, is_rtm ? man : it->own, NULL, &skeleton);
        gait_skeleton_free(man);
        return skeleton;
    }
    for (size_t i = 0; i < file_count && !skeleton; i++) {
        if (files[i].own) {
            gait_file_bind_skeleton(it->file, files[i].own, NULL, &skeleton);
            *out_model = &files[i];
        }
    }
    return skeleton;
}

/* --- comparison ------------------------------------------------------------------------------- */

static double angle_between(const gait_affine *a, const gait_affine *b) {
    gait_transform p, q;
    gait_affine_decompose(a, &p);
    gait_affine_decompose(b, &q);
    double less = 0, more = 0;
    for (int i = 0; i < 4; i++) {
        less += (p.q[i] - q.q[i]) * (p.q[i] - q.q[i]);
        more += (p.q[i] + q.q[i]) * (p.q[i] + q.q[i]);
    }
    double apart = sqrt(less < more ? less : more) / 2;
    return 4 * asin(apart < 1 ? apart : 1) * 180 / PI;
}

/* Factor for the tolerance of a pose. Floats are less accurate at large distances (some shells
 * are hidden kilometres away), which affects all children of a distant bone. */
static double coarseness(const gait_affine *pose, uint32_t bones) {
    double farthest = 0;
    for (uint32_t b = 0; b < bones; b++) {
        for (int i = 0; i < 3; i++) {
            double size = fabs(pose[b].t[i]);
            farthest = size > farthest ? size : farthest;
        }
    }
    return 1 + farthest / 50;
}

static double distance_between(const gait_affine *a, const gait_affine *b) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (a->t[i] - b->t[i]) * (a->t[i] - b->t[i]);
    }
    return sqrt(sum);
}

static void compare_poses(const char *place, const gait_affine *wanted, const gait_affine *found,
                          uint32_t bones) {
    double coarse = coarseness(wanted, bones);
    for (uint32_t b = 0; b < bones; b++) {
        double metres = distance_between(&wanted[b], &found[b]) / coarse;
        double degrees = angle_between(&wanted[b], &found[b]);
        if (!(metres <= seen.metres) || !(degrees <= seen.degrees)) {
            snprintf(seen.worst, sizeof seen.worst, "%s, bone %u", place, b);
        }
        seen.metres = metres <= seen.metres ? seen.metres : metres;
        seen.degrees = degrees <= seen.degrees ? seen.degrees : degrees;
        if (!(metres <= METRES && degrees <= DEGREES)) {
            fail_msg("%s, bone %u: %g m, %g degrees", place, b, metres, degrees);
        }
    }
}

static void pose_back(const gait_gltf *file, const gait_gltf_rig *rig, uint32_t animation,
                      double time, gait_affine *out) {
    gait_transform local[MOST_BONES];
    uint32_t bones = gait_gltf_rig_bone_count(rig);
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, animation}, &time, 1, NULL, local),
        GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        int32_t parent = gaiti_gltf_rig_parent(rig, b);
        out[b] = gait_affine_from_transform(&local[b]);
        if (parent >= 0) {
            out[b] = gait_affine_multiply(&out[parent], &out[b]);
        }
    }
}

/* Seconds of a key in the animation. A clip in phases is one cycle, from its range. */
static double time_of_key(const gait_clip *wanted, const gait_clip *found, uint32_t key) {
    double first = 0, last = 0;
    if (wanted->time_unit != GAIT_TIME_PHASE || wanted->frame_count < 2) {
        return key / 30.0;
    }
    assert_int_equal(gait_clip_range(wanted, &first, &last), GAIT_OK);
    double end = (double)found->time[found->frame_count - 1];
    return round(((double)wanted->time[key] - first) / (last - first) * end * 30) / 30;
}

/* Compares a clip with the one read back: key by key, or, if it was reduced to one or two keys, or
 * its first or last pose is held, with the pose at the same time. */
static void compare_clip(const char *place, const gait_clip *wanted, const gait_gltf *file,
                         const gait_gltf_rig *rig, const gait_skeleton *skeleton,
                         uint32_t animation) {
    gait_affine a[MOST_BONES], b[MOST_BONES];
    gait_clip *found;
    uint32_t frames = wanted->frame_count;
    gait_clip placed = *wanted; /* with the parents of the glTF, which are all known */
    placed.skeleton = skeleton;
    assert_int_equal(
        gaiti_gltf_clip(&(gait_gltf_animated_rig){file, rig, animation}, skeleton, 0, NULL, &found),
        GAIT_OK);
    assert_true(frames <= found->frame_count || found->frame_count <= 2);
    seen.still += frames != found->frame_count;
    for (uint32_t k = 0; k < frames; k += frames / MOST_KEYS + 1) {
        uint32_t key = k + frames / MOST_KEYS + 1 < frames ? k : frames - 1;
        assert_int_equal(gait_pose_at_frame(&placed, key, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, a),
                         GAIT_OK);
        if (frames == found->frame_count) {
            gait_pose_at_frame(found, key, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, b);
            compare_poses(place, a, b, skeleton->bone_count);
            pose_back(file, rig, animation, (double)found->time[key], b);
        } else {
            pose_back(file, rig, animation, time_of_key(wanted, found, key), b);
        }
        compare_poses(place, a, b, skeleton->bone_count);
        seen.keys++;
    }
    gait_clip_free(found);
}

static void compare_rest(const gait_skeleton *wanted, const gait_skeleton *found) {
    assert_int_equal(wanted->bone_count, found->bone_count);
    double coarse = coarseness(wanted->rest_model, wanted->bone_count);
    for (uint32_t b = 0; b < wanted->bone_count; b++) {
        assert_int_equal(wanted->bones[b].parent, found->bones[b].parent);
        double metres = distance_between(&wanted->rest_model[b], &found->rest_model[b]) / coarse;
        double degrees = angle_between(&wanted->rest_model[b], &found->rest_model[b]);
        seen.rest = metres > seen.rest ? metres : seen.rest;
        assert_true(metres <= METRES && degrees <= DEGREES);
    }
}

/* Removes the scale channels: they only report the removed scale and are not written. */
static void drop_scale(gait_clip *clip) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        ((gait_track *)(uintptr_t)&clip->tracks[b])->scale.count = 0;
    }
}

/* --- round trip ------------------------------------------------------------------------------- */

typedef struct written {
    gaiti_gltf_writer *gltf;
    uint32_t clips[16384]; /* clip index of each animation */
    uint32_t count;
} written;

static void write_clip(written *out, const corpus_file *it, const gait_skeleton *skeleton,
                       uint32_t clip) {
    gait_clip *file_clips;
    assert_int_equal(gait_file_clip(it->file, clip, skeleton, NULL, &file_clips), GAIT_OK);
    if (file_clips->frame_count > 0) {
        assert_int_equal(gaiti_gltf_writer_add_file_clip(out->gltf, file_clips, NULL), GAIT_OK);
        assert_in_range(out->count, 0, 16383);
        out->clips[out->count++] = clip;
    }
    gait_clip_free(file_clips);
}

static void compare_glb(const corpus_file *it, const gait_skeleton *skeleton, gait_span glb,
                        const written *out) {
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *back;
    gait_diagnostic items[8];
    gait_diagnostics said = {.items = items, .capacity = 8};
    assert_int_equal(gaiti_gltf_open(glb, &(gait_options){.diagnostics = &said}, &file), GAIT_OK);
    assert_int_equal(gaiti_gltf_check(file, &said), GAIT_OK);
    if (said.errors + said.warnings > 0) {
        fail_msg("%s: %s %s", it->path, items[0].rule->id, items[0].text);
    }
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gaiti_gltf_skeleton(file, rig, "", NULL, &back), GAIT_OK);
    compare_rest(skeleton, back);
    assert_int_equal(gait_gltf_animation_count(file), out->count);
    for (uint32_t a = 0; a < out->count; a++) {
        gait_clip *file_clips, *rigid;
        char place[1100];
        assert_int_equal(gait_file_clip(it->file, out->clips[a], skeleton, NULL, &file_clips),
                         GAIT_OK);
        assert_int_equal(gaiti_clip_convert_rigid(file_clips, GAIT_AXES_GLTF, NULL, &rigid),
                         GAIT_OK);
        drop_scale(rigid);
        snprintf(place, sizeof place, "%s: clip %u", it->path, out->clips[a]);
        compare_clip(place, rigid, file, rig, back, a);
        gait_clip_free(rigid);
        gait_clip_free(file_clips);
        seen.clips++;
    }
    gait_skeleton_free(back);
    gait_gltf_rig_free(rig);
    gaiti_gltf_free(file);
}

/* Sets the mesh of the model, if it has one. */
static void write_mesh(written *out, const corpus_file *model, const gait_skeleton *skeleton) {
    gait_mesh *mesh;
    if (gait_file_mesh(model->file, skeleton, NULL, &mesh) == GAIT_OK) {
        assert_int_equal(gaiti_gltf_writer_set_mesh(out->gltf, mesh), GAIT_OK);
        gait_mesh_free(mesh);
        seen.meshes++;
    }
}

static void compare_file(const corpus_file *it, bool has_mesh) {
    static written out;
    const corpus_file *model;
    uint32_t clips = gait_file_clip_count(it->file);
    gait_skeleton *skeleton = clips > 0 ? skeleton_of(it, &model) : NULL;
    gait_buffer glb = {0};
    if (!skeleton || skeleton->bone_count == 0 || skeleton->bone_count > MOST_BONES) {
        gait_skeleton_free(skeleton);
        return;
    }
    out.count = 0;
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &out.gltf), GAIT_OK);
    if (has_mesh) {
        write_mesh(&out, model, skeleton);
    }
    for (uint32_t c = 0; c < clips; c++) {
        write_clip(&out, it, skeleton, c);
    }
    assert_int_equal(gaiti_gltf_writer_finish_glb(out.gltf, &glb), GAIT_OK);
    gaiti_gltf_writer_free(out.gltf);
    if (out.count > 0) {
        compare_glb(it, skeleton, (gait_span){glb.data, glb.size}, &out);
        seen.files++;
    }
    gait_buffer_free(&glb);
    gait_skeleton_free(skeleton);
}

static void compare_all(bool has_mesh) {
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < file_count; i++) {
        compare_file(&files[i], has_mesh);
    }
    print_message("%u files (%u with a mesh), %u clips (%u that are still), %u keys: %g m, %g "
                  "degrees at worst (%s); "
                  "rest %g m\n",
                  seen.files, seen.meshes, seen.clips, seen.still, seen.keys, seen.metres,
                  seen.degrees, seen.worst, seen.rest);
    assert_true(seen.files >= 85 && seen.clips > 300);
}

static void every_clip_survives_a_gltf_round_trip(void **state) {
    (void)state;
    compare_all(false);
    assert_int_equal(seen.meshes, 0);
}

static void every_clip_survives_beside_a_mesh(void **state) {
    (void)state;
    compare_all(true);
    assert_true(seen.meshes >= 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_clip_survives_a_gltf_round_trip),
        cmocka_unit_test(every_clip_survives_beside_a_mesh),
    };
    const char *folder = getenv("GAIT_CORPUS");
    struct stat about;
    if (!folder || stat(folder, &about) != 0) {
        puts("skip: no corpus at GAIT_CORPUS");
        return SKIP;
    }
    add_folder(folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (size_t i = 0; i < file_count; i++) {
        gait_skeleton_free(files[i].own);
        gait_file_free(files[i].file);
        free((void *)(uintptr_t)files[i].bytes.data);
    }
    return failed;
}
