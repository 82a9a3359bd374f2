#include "host_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/search.h"
#include "gait/transform.h"
#include "gait/search_steps.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

const char *const host_samples[HOST_SAMPLES] = {"samples/stalker.omf", "samples/walk.rtm",
                                                "samples/walk_binarised.rtm", "skl/ok/moving.skls"};

/* The tree of skl/ok/moving.skls. */
static gait_skeleton *host_bind_hand(const gait_file *file) {
    const gait_bone bones[2] = {
        {.name = "root",
         .parent = -1,
         .rest = {.q = {0, 0.6, 0, 0.8}, .s = {1, 1, 1}},
         .parent_origin = GAIT_ORIGIN_FILE,
         .rest_origin = GAIT_ORIGIN_FILE},
        {.name = "hand",
         .parent = 0,
         .rest = {.t = {0.1, 0.4, 0}, .q = {0.6, 0, 0, 0.8}, .s = {1, 1, 1}},
         .parent_origin = GAIT_ORIGIN_FILE,
         .rest_origin = GAIT_ORIGIN_FILE}};
    gait_skeleton *tree, *skeleton;
    assert_int_equal(gaiti_skeleton_new("hand", bones, 2, NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(file, tree, NULL, &skeleton), GAIT_OK);
    gait_skeleton_free(tree);
    return skeleton;
}

host_file host_open(const char *path) {
    host_file self = {.file = test_open(path)};
    gait_search_result *search;
    if (gait_file_format(self.file.file) == GAIT_FORMAT_SKLS) {
        self.skeleton = host_bind_hand(self.file.file);
        return self;
    }
    assert_int_equal(gait_skeleton_search(self.file.file, NULL, 0, NULL, &search), GAIT_OK);
    self.skeleton = gait_search_result_detach_skeleton(search);
    assert_non_null(self.skeleton);
    gait_search_result_free(search);
    return self;
}

void host_close(host_file *self) {
    gait_skeleton_free(self->skeleton);
    test_close(&self->file);
}

static void host_rig_store(const gait_affine *a, float out[16]) {
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            out[4 * c + r] = (float)(c < 3 ? a->m[r][c] : a->t[r]);
        }
        out[4 * c + 3] = c == 3;
    }
}

static gait_affine host_rig_load(const float m[16]) {
    gait_affine result;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            *(c < 3 ? &result.m[r][c] : &result.t[r]) = (double)m[4 * c + r];
        }
    }
    return result;
}

/* X stays, Y up becomes Z up. */
static gait_affine host_rig_z_up(void) {
    return (gait_affine){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {0}};
}

/* Rotates Y to point from `head` to `tail`, after a random roll. */
static void host_rig_along(const double head[3], const double tail[3], uint64_t *seed,
                           gait_affine *out) {
    gait_transform roll = {.s = {1, 1, 1}}, swing = roll;
    double d[3], length = 0, half = test_random(seed) * 3.14159265358979;
    for (int i = 0; i < 3; i++) {
        d[i] = tail[i] - head[i];
        length += d[i] * d[i];
    }
    length = sqrt(length);
    roll.q[1] = sin(half);
    roll.q[3] = cos(half);
    /* The shortest rotation from Y to d. */
    swing.q[0] = length > 0 ? d[2] / length : 0;
    swing.q[2] = length > 0 ? -d[0] / length : 0;
    swing.q[3] = length > 0 ? 1 + d[1] / length : 1;
    if (swing.q[3] < 1e-6) {
        swing = (gait_transform){.q = {1, 0, 0, 0}, .s = {1, 1, 1}};
    }
    gait_affine outer = gait_affine_from_transform(&swing);
    gait_affine inner = gait_affine_from_transform(&roll);
    inner = gait_affine_multiply(&outer, &inner);
    memcpy(out->m, inner.m, sizeof out->m);
}

/* The head of the first child, else a point above the bone. */
static void host_rig_tail(const gait_skeleton *skeleton, const gait_affine *heads, uint32_t bone,
                          double out[3]) {
    memcpy(out, heads[bone].t, sizeof heads[bone].t);
    out[2] += 0.1;
    for (uint32_t b = skeleton->bone_count; b-- > bone + 1;) {
        if (skeleton->bones[b].parent == (int32_t)bone) {
            memcpy(out, heads[b].t, sizeof heads[b].t);
        }
    }
}

host_rig host_rig_new(const gait_skeleton *skeleton, host_rig_kind kind, uint64_t *seed) {
    uint32_t bones = skeleton->bone_count;
    gait_affine axes = kind == HOST_RIG_OWN ? gait_affine_identity() : host_rig_z_up();
    gait_affine *rests = calloc(bones ? bones : 1, sizeof *rests);
    host_rig rig = {.rests = calloc(bones ? bones : 1, 16 * sizeof(float))};
    assert_true(rests && rig.rests);
    for (uint32_t b = 0; b < bones; b++) {
        gait_affine rest =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        rests[b] = gait_affine_multiply(&axes, &rest);
    }
    for (uint32_t b = 0; b < bones; b++) {
        gait_affine rest = rests[b];
        if (kind == HOST_RIG_BLENDER) {
            double tail[3];
            host_rig_tail(skeleton, rests, b, tail);
            host_rig_along(rest.t, tail, seed, &rest);
        } else if (kind >= HOST_RIG_RANDOM) {
            gait_transform turned = test_random_transform(seed);
            gait_affine rotation = gait_affine_from_transform(&turned);
            memcpy(rest.m, rotation.m, sizeof rest.m);
        }
        for (int i = 0; i < 3 && kind == HOST_RIG_MOVED; i++) {
            rest.t[i] += 0.05 * test_random(seed);
        }
        host_rig_store(&rest, rig.rests + (size_t)b * 16);
    }
    host_rig_store(&axes, rig.axes);
    free(rests);
    rig.host = (gait_host){skeleton, rig.rests, NULL};
    return rig;
}

void host_rig_free(host_rig *rig) {
    free(rig->rests);
    *rig = (host_rig){0};
}

/* --- blocks ----------------------------------------------------------------------------------- */

static uint32_t host_rig_u32(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

float host_rig_float(const uint8_t *bytes, size_t index) {
    uint32_t bits = host_rig_u32(bytes + 4 * index);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void host_rig_split(gait_span block, uint32_t bone_count, host_rig_bone *out) {
    size_t at = 0;
    for (uint32_t b = 0; b < bone_count; b++) {
        assert_true(block.size - at >= 8);
        out[b].rotation_count = host_rig_u32(block.data + at);
        out[b].translation_count = host_rig_u32(block.data + at + 4);
        out[b].rotations = block.data + at + 8;
        out[b].translations = out[b].rotations + (size_t)out[b].rotation_count * 20;
        at = (size_t)(out[b].translations - block.data) + (size_t)out[b].translation_count * 16;
        assert_true(at <= block.size);
    }
    assert_int_equal(at, block.size);
}

/* The key of a bone at a time, of those in a block. */
static gait_affine host_rig_key(const host_rig_bone *bone, float time) {
    gait_transform key = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    for (uint32_t k = 0; k < bone->rotation_count; k++) {
        const uint8_t *at = bone->rotations + (size_t)k * 20;
        if (k == 0 || host_rig_float(at, 0) <= time) {
            for (size_t i = 0; i < 4; i++) {
                key.q[(i + 3) % 4] = (double)host_rig_float(at, 1 + i);
            }
        }
    }
    for (uint32_t k = 0; k < bone->translation_count; k++) {
        const uint8_t *at = bone->translations + (size_t)k * 16;
        if (k == 0 || host_rig_float(at, 0) <= time) {
            for (size_t i = 0; i < 3; i++) {
                key.t[i] = (double)host_rig_float(at, 1 + i);
            }
        }
    }
    return gait_affine_from_transform(&key);
}

void host_rig_pose(const host_rig *rig, gait_span block, float time, gait_affine *out) {
    const gait_skeleton *skeleton = rig->host.skeleton;
    uint32_t bones = skeleton->bone_count;
    host_rig_bone *split = calloc(bones, sizeof *split);
    gait_affine *rests = calloc(bones, sizeof *rests), inverse;
    gait_affine axes = host_rig_load(rig->axes), to_gltf;
    assert_true(split && rests && gait_affine_invert(&axes, &to_gltf));
    host_rig_split(block, bones, split);
    for (uint32_t b = 0; b < bones; b++) {
        int32_t parent = skeleton->bones[b].parent;
        gait_affine key = host_rig_key(&split[b], time);
        rests[b] = host_rig_load(rig->rests + (size_t)b * 16);
        out[b] = gait_affine_multiply(&rests[b], &key);
        if (parent >= 0) {
            assert_true(gait_affine_invert(&rests[parent], &inverse));
            out[b] = gait_affine_multiply(&inverse, &out[b]);
            out[b] = gait_affine_multiply(&out[parent], &out[b]);
        }
    }
    for (uint32_t b = 0; b < bones; b++) {
        gait_affine rest =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        assert_true(gait_affine_invert(&rests[b], &inverse));
        out[b] = gait_affine_multiply(&out[b], &inverse);
        out[b] = gait_affine_multiply(&out[b], &axes);
        out[b] = gait_affine_multiply(&to_gltf, &out[b]);
        out[b] = gait_affine_multiply(&out[b], &rest);
    }
    free(rests);
    free(split);
}
