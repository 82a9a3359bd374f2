/* Steps of exact poses, for four bones at once.
 *
 * Poses are stored one after the other, because callers need single bones. Each step loads four
 * adjacent bones, transposes them to vectors with one lane per bone (affine_x4.h), computes and
 * transposes back. The last block repeats the last bone in its unused lanes, so that no code for
 * remaining bones is needed. Steps that need the parents' absolute poses begin at the last block,
 * because parents precede their children.
 *
 * Every lane has the bits of the functions for single bones (pose_bone.c, affine.c), which remain
 * the definition: tests compare both. The functions of affine_x4.h cover the usual case, such as a
 * matrix near a rotation, or a step below 36 degrees. A mask excludes the lanes of other cases, and
 * these bones are computed one by one.
 *
 * The limit is latency: a polar decomposition or a slerp is a long chain of operations that depend
 * on each other. Therefore six blocks are split before the first is interpolated. Blocks need
 * vectors of four doubles. With gcc, functions for AVX2 are selected at run time, and without AVX2
 * bones are computed one by one, which is faster there than divided vectors. */
#include "ops/pose_steps.h"

#include "gait/transform.h"
#include "model/affine_x4.h"
#include "model/clip.h"

/* clang compiles blocks well for every processor. */
#if GAITI_HAS_AVX2 && !defined(__clang__)
#define POSE_BLOCKS_AVX2 1
#define POSE_FOR_AVX2 __attribute__((target("avx2")))
#else
#define POSE_BLOCKS_AVX2 0
#endif

/* Not in modules, which are transferred: this code has 30 KB. */
#if defined(__clang__) && GAITI_HAS_VECTORS && !defined(__wasm__)
#define POSE_BLOCKS_CLANG 1
#else
#define POSE_BLOCKS_CLANG 0
#endif

enum { POSE_BLOCK = 4 };

/* Adjacent bones; after the last bone, the last one again. */
typedef struct pose_block {
    uint32_t first, count;
    uint32_t bones[POSE_BLOCK];
} pose_block;

GAITI_INLINE pose_block pose_block_at(uint32_t first, uint32_t bone_count) {
    uint32_t left = bone_count - first, last = bone_count - 1;
    return (pose_block){first,
                        left < POSE_BLOCK ? left : POSE_BLOCK,
                        {first, left > 1 ? first + 1 : last, left > 2 ? first + 2 : last,
                         left > 3 ? first + 3 : last}};
}

GAITI_INLINE gaiti_affine_x4 pose_block_load(const pose_block *block, const gait_affine *poses) {
    const uint32_t *b = block->bones;
    const gait_affine *const from[POSE_BLOCK] = {&poses[b[0]], &poses[b[1]], &poses[b[2]],
                                                 &poses[b[3]]};
    return gaiti_x4_load(from);
}

/* --- spaces ----------------------------------------------------------------------------------- */

GAITI_INLINE gaiti_affine_x4 pose_block_change_axes(gaiti_affine_x4 a, const double signs[3]) {
    gaiti_vector_x4 s = {gaiti_double4_of(signs[0]), gaiti_double4_of(signs[1]),
                         gaiti_double4_of(signs[2])};
    gaiti_matrix_x4 both = {gaiti_x4_scale(s, s.x), gaiti_x4_scale(s, s.y), gaiti_x4_scale(s, s.z)};
    return (gaiti_affine_x4){{gaiti_x4_multiply_parts(a.m.x, both.x),
                              gaiti_x4_multiply_parts(a.m.y, both.y),
                              gaiti_x4_multiply_parts(a.m.z, both.z)},
                             gaiti_x4_multiply_parts(a.t, s)};
}

GAITI_INLINE void pose_blocks_apply_rest(const gait_skeleton *skeleton, gait_axes axes, bool invert,
                                         gait_affine *poses) {
    double signs[3];
    gaiti_axes_signs(GAIT_AXES_ENGINE, axes, signs);
    for (uint32_t b = 0; b < skeleton->bone_count; b += POSE_BLOCK) {
        pose_block block = pose_block_at(b, skeleton->bone_count);
        gaiti_affine_x4 rest = pose_block_load(&block, skeleton->rest_model);
        if (invert) {
            rest = gaiti_x4_invert(rest);
        }
        if (axes != GAIT_AXES_ENGINE) {
            rest = pose_block_change_axes(rest, signs);
        }
        rest = gaiti_x4_multiply(pose_block_load(&block, poses), rest);
        gaiti_x4_store(rest, poses + b, block.count);
    }
}

/* The poses of a block relative to the parents; those of roots are unchanged. */
GAITI_INLINE gaiti_affine_x4 pose_block_make_relative(const pose_block *block,
                                                      const gait_bone *bones,
                                                      const gait_affine *poses,
                                                      gaiti_affine_x4 own) {
    const uint32_t *b = block->bones;
    const int32_t parents[POSE_BLOCK] = {bones[b[0]].parent, bones[b[1]].parent, bones[b[2]].parent,
                                         bones[b[3]].parent};
    const gait_affine *const from[POSE_BLOCK] = {
        &poses[parents[0] < 0 ? 0 : parents[0]], &poses[parents[1] < 0 ? 0 : parents[1]],
        &poses[parents[2] < 0 ? 0 : parents[2]], &poses[parents[3] < 0 ? 0 : parents[3]]};
    gaiti_affine_x4 relative = gaiti_x4_multiply(gaiti_x4_invert(gaiti_x4_load(from)), own);
    if ((parents[0] | parents[1] | parents[2] | parents[3]) < 0) {
        gaiti_mask4 is_root =
            gaiti_double4_less(gaiti_double4_make(parents[0], parents[1], parents[2], parents[3]),
                               gaiti_double4_of(0));
        relative = gaiti_x4_select_affine(is_root, own, relative);
    }
    return relative;
}

/* The last block first, because each needs the absolute poses of its parents. */
GAITI_INLINE void pose_blocks_make_relative(const gait_skeleton *skeleton, gait_affine *poses) {
    uint32_t count = skeleton->bone_count;
    for (uint32_t b = (count + POSE_BLOCK - 1) / POSE_BLOCK * POSE_BLOCK; b > 0;) {
        b -= POSE_BLOCK;
        pose_block block = pose_block_at(b, count);
        gaiti_affine_x4 own = pose_block_load(&block, poses);
        gaiti_affine_x4 relative = pose_block_make_relative(&block, skeleton->bones, poses, own);
        gaiti_x4_store(relative, poses + b, block.count);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* True when all bones of the block have quaternions and translations, and no scale. */
static bool pose_block_is_plain(const pose_block *block, const gait_track *tracks) {
    for (uint32_t i = 0; i < block->count; i++) {
        if (!gaiti_pose_is_plain(&tracks[block->first + i])) {
            return false;
        }
    }
    return true;
}

/* A key of a channel of quaternions, as gaiti_channel_get() gives it. */
GAITI_INLINE gaiti_double4 pose_block_quaternion(const gait_channel *channel, uint32_t key) {
    static const double signs[16][4] = {
        {1, 1, 1, 1},   {-1, 1, 1, 1},   {1, -1, 1, 1},   {-1, -1, 1, 1},
        {1, 1, -1, 1},  {-1, 1, -1, 1},  {1, -1, -1, 1},  {-1, -1, -1, 1},
        {1, 1, 1, -1},  {-1, 1, 1, -1},  {1, -1, 1, -1},  {-1, -1, 1, -1},
        {1, 1, -1, -1}, {-1, 1, -1, -1}, {1, -1, -1, -1}, {-1, -1, -1, -1},
    };
    const uint8_t *from = gaiti_channel_key(channel, key);
    gaiti_double4 q;
    if (channel->element == GAIT_SNORM16) {
        gaiti_double4 n = gaiti_double4_load_s16(from);
        q = gaiti_x4_sum_of_products(n, gaiti_double4_of(GAITI_SNORM16_FIRST), n,
                                     gaiti_double4_of(GAITI_SNORM16_REST));
    } else {
        q = gaiti_double4_load_f32(from, channel->element == GAIT_F32);
    }
    return gaiti_x4_times(q, gaiti_double4_load(signs[channel->negate & 15]));
}

GAITI_INLINE gaiti_quaternion_x4 pose_block_rotation(const pose_block *block,
                                                     const gait_track *tracks, uint32_t key) {
    gaiti_double4 q[POSE_BLOCK] = {
        pose_block_quaternion(&tracks[block->bones[0]].rotation, key),
        pose_block_quaternion(&tracks[block->bones[1]].rotation, key),
        pose_block_quaternion(&tracks[block->bones[2]].rotation, key),
        pose_block_quaternion(&tracks[block->bones[3]].rotation, key),
    };
    gaiti_double4_transpose(q);
    return gaiti_x4_normalise((gaiti_quaternion_x4){q[0], q[1], q[2], q[3]});
}

GAITI_INLINE gaiti_vector_x4 pose_block_translation(const pose_block *block,
                                                    const gait_track *tracks, uint32_t key) {
    double t[POSE_BLOCK][3];
    for (int i = 0; i < POSE_BLOCK; i++) {
        gaiti_channel_get_vector(&tracks[block->bones[i]].translation, key, t[i]);
    }
    return (gaiti_vector_x4){
        gaiti_double4_make(t[0][0], t[1][0], t[2][0], t[3][0]),
        gaiti_double4_make(t[0][1], t[1][1], t[2][1], t[3][1]),
        gaiti_double4_make(t[0][2], t[1][2], t[2][2], t[3][2]),
    };
}

/* True when the key of each bone is 12 floats that follow each other, as in plain RTM. */
static bool pose_block_is_matrices(const pose_block *block, const gait_track *tracks) {
    bool matches = true;
    for (uint32_t i = 0; i < block->count && matches; i++) {
        const gait_channel *rotation = &tracks[block->first + i].rotation;
        const gait_channel *translation = &tracks[block->first + i].translation;
        matches =
            rotation->count && rotation->element == GAIT_MAT3_LE && translation->count &&
            translation->element == GAIT_F32_LE &&
            translation->data == rotation->data + 9 * sizeof(float) &&
            rotation->count == translation->count && rotation->stride == translation->stride &&
            !(rotation->negate | translation->negate) && !tracks[block->first + i].scale.count;
    }
    return matches;
}

/* Four floats of the matrix of each bone, from float `first` on. */
GAITI_INLINE void pose_block_load_floats(const uint8_t *const keys[POSE_BLOCK], int first,
                                         gaiti_double4 out[4]) {
    out[0] = gaiti_double4_load_f32(keys[0] + 4 * first, false);
    out[1] = gaiti_double4_load_f32(keys[1] + 4 * first, false);
    out[2] = gaiti_double4_load_f32(keys[2] + 4 * first, false);
    out[3] = gaiti_double4_load_f32(keys[3] + 4 * first, false);
    gaiti_double4_transpose(out);
}

/* The matrices are stored column by column. */
GAITI_INLINE gaiti_affine_x4 pose_block_matrices(const pose_block *block, const gait_track *tracks,
                                                 uint32_t key) {
    const uint8_t *const keys[POSE_BLOCK] = {
        gaiti_channel_key(&tracks[block->bones[0]].rotation, key),
        gaiti_channel_key(&tracks[block->bones[1]].rotation, key),
        gaiti_channel_key(&tracks[block->bones[2]].rotation, key),
        gaiti_channel_key(&tracks[block->bones[3]].rotation, key),
    };
    gaiti_double4 a[4], b[4], c[4];
    pose_block_load_floats(keys, 0, a);
    pose_block_load_floats(keys, 4, b);
    pose_block_load_floats(keys, 8, c);
    return (gaiti_affine_x4){{{a[0], a[3], b[2]}, {a[1], b[0], b[3]}, {a[2], b[1], c[0]}},
                             {c[1], c[2], c[3]}};
}

GAITI_INLINE void pose_blocks_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b += POSE_BLOCK) {
        pose_block block = pose_block_at(b, clip->skeleton->bone_count);
        gaiti_affine_x4 pose;
        if (pose_block_is_matrices(&block, clip->tracks)) {
            pose = pose_block_matrices(&block, clip->tracks, frame);
        } else if (pose_block_is_plain(&block, clip->tracks)) {
            pose.m = gaiti_x4_matrix(pose_block_rotation(&block, clip->tracks, frame));
            pose.t = pose_block_translation(&block, clip->tracks, frame);
        } else {
            for (uint32_t i = 0; i < block.count; i++) {
                gaiti_pose_load_bone(clip, b + i, frame, poses);
            }
            continue;
        }
        gaiti_x4_store(pose, poses + b, block.count);
    }
}

/* --- between keys ----------------------------------------------------------------------------- */

/* Poses whose linear parts are also split into the nearest rotations and the remaining matrices, of
 * which these are the columns: m = rotation * rest. */
typedef struct pose_block_parts {
    gaiti_affine_x4 pose;
    gaiti_quaternion_x4 q;
    gaiti_matrix_x4 rest;
} pose_block_parts;

/* Blocks are interpolated in groups: first all of a group are split, then all are interpolated.
 * Each block is a long chain of operations that depend on each other, but the processor can overlap
 * the short chains of several blocks. */
enum { POSE_GROUP = 6 };

typedef struct pose_group {
    pose_block blocks[POSE_GROUP];
    pose_block_parts keys[POSE_GROUP][2];
    gaiti_mask4 is_valid[POSE_GROUP]; /* the others need gaiti_pose_interpolate() */
    gaiti_mask4 is_linear[POSE_GROUP];
} pose_group;

/* The lanes of a block whose parents are unknown. */
GAITI_INLINE gaiti_mask4 pose_block_unknown(const pose_block *block, const gait_bone *bones) {
    double origins[POSE_BLOCK];
    for (int i = 0; i < POSE_BLOCK; i++) {
        origins[i] = bones[block->bones[i]].parent_origin;
    }
    return gaiti_double4_equal(gaiti_double4_make(origins[0], origins[1], origins[2], origins[3]),
                               gaiti_double4_of(GAIT_ORIGIN_UNKNOWN));
}

GAITI_INLINE void pose_block_split(gaiti_affine_x4 pose, gaiti_mask4 *is_valid,
                                   pose_block_parts *out) {
    gaiti_mask4 valid = *is_valid;
    gaiti_quaternion_x4 q = gaiti_x4_quaternion(gaiti_x4_nearest_rotation(pose.m, &valid), &valid);
    gaiti_matrix_x4 rotation = gaiti_x4_matrix(q);
    *is_valid = valid;
    out->pose = pose;
    out->q = q;
    out->rest = gaiti_x4_multiply_columns(gaiti_x4_transpose(pose.m), gaiti_x4_transpose(rotation));
}

GAITI_INLINE gaiti_vector_x4 pose_block_lerp(gaiti_vector_x4 a, gaiti_vector_x4 b,
                                             double fraction) {
    return (gaiti_vector_x4){gaiti_x4_lerp(a.x, b.x, fraction), gaiti_x4_lerp(a.y, b.y, fraction),
                             gaiti_x4_lerp(a.z, b.z, fraction)};
}

/* gaiti_pose_interpolate_numbers() */
GAITI_INLINE gaiti_affine_x4 pose_block_interpolate_numbers(const gaiti_affine_x4 *from,
                                                            const gaiti_affine_x4 *to,
                                                            double fraction) {
    return (gaiti_affine_x4){{pose_block_lerp(from->m.x, to->m.x, fraction),
                              pose_block_lerp(from->m.y, to->m.y, fraction),
                              pose_block_lerp(from->m.z, to->m.z, fraction)},
                             pose_block_lerp(from->t, to->t, fraction)};
}

/* gaiti_pose_interpolate(), or gaiti_pose_interpolate_numbers() in the lanes of `is_linear`. Clears
 * the lanes of *is_valid that need gaiti_pose_interpolate(). */
GAITI_INLINE gaiti_affine_x4 pose_block_interpolate(const pose_block_parts *from,
                                                    const pose_block_parts *to, double fraction,
                                                    gaiti_mask4 is_linear, gaiti_mask4 *is_valid) {
    const gaiti_double4 zero = gaiti_double4_of(0);
    gaiti_affine_x4 rigid = {
        gaiti_x4_matrix(gaiti_x4_slerp(from->q, to->q, fraction, is_valid)),
        pose_block_lerp(from->pose.t, to->pose.t, fraction),
    };
    gaiti_matrix_x4 columns = {pose_block_lerp(from->rest.x, to->rest.x, fraction),
                               pose_block_lerp(from->rest.y, to->rest.y, fraction),
                               pose_block_lerp(from->rest.z, to->rest.z, fraction)};
    gaiti_affine_x4 rest = {gaiti_x4_transpose(columns), {zero, zero, zero}};
    gaiti_affine_x4 result = gaiti_x4_multiply(rigid, rest);
    if (gaiti_mask4_bits(is_linear) != 0) {
        result = gaiti_x4_select_affine(
            is_linear, pose_block_interpolate_numbers(&from->pose, &to->pose, fraction), result);
        *is_valid = gaiti_mask4_or(*is_valid, is_linear);
    }
    gaiti_mask4 is_same = gaiti_x4_same_bits(from->pose, to->pose);
    if (gaiti_mask4_bits(is_same) != 0) {
        result = gaiti_x4_select_affine(is_same, from->pose, result);
        *is_valid = gaiti_mask4_or(*is_valid, is_same);
    }
    return result;
}

/* Computes the lanes of a block that are not in `valid` one by one. */
static void pose_block_interpolate_others(const pose_group *group, uint32_t index, unsigned valid,
                                          double fraction, gait_affine *out) {
    gait_affine from[POSE_BLOCK], to[POSE_BLOCK];
    gaiti_x4_store(group->keys[index][0].pose, from, POSE_BLOCK);
    gaiti_x4_store(group->keys[index][1].pose, to, POSE_BLOCK);
    for (uint32_t i = 0; i < group->blocks[index].count; i++) {
        if (!(valid >> i & 1)) {
            gaiti_pose_interpolate(&from[i], &to[i], fraction);
            out[group->blocks[index].first + i] = from[i];
        }
    }
}

GAITI_INLINE void pose_group_interpolate(pose_group *group, uint32_t count, double fraction,
                                         gait_affine *out) {
    for (uint32_t i = 0; i < count; i++) {
        const pose_block *block = &group->blocks[i];
        gaiti_mask4 is_valid = group->is_valid[i];
        gaiti_affine_x4 pose = pose_block_interpolate(&group->keys[i][0], &group->keys[i][1],
                                                      fraction, group->is_linear[i], &is_valid);
        gaiti_x4_store(pose, out + block->first, block->count);
        unsigned valid = gaiti_mask4_bits(is_valid);
        if (valid != 15) {
            pose_block_interpolate_others(group, i, valid, fraction, out);
        }
    }
}

/* The last blocks first, because each needs the absolute poses of its parents. */
GAITI_INLINE void pose_blocks_interpolate(const gait_skeleton *skeleton, bool is_absolute,
                                          double fraction, gait_affine *from,
                                          const gait_affine *to) {
    pose_group group;
    uint32_t count = skeleton->bone_count, blocks = (count + POSE_BLOCK - 1) / POSE_BLOCK;
    while (blocks > 0) {
        uint32_t size = blocks < POSE_GROUP ? blocks : POSE_GROUP;
        blocks -= size;
        for (uint32_t i = 0; i < size; i++) {
            pose_block block = pose_block_at((blocks + i) * POSE_BLOCK, count);
            group.blocks[i] = block;
            group.is_valid[i] = gaiti_double4_equal(gaiti_double4_of(0), gaiti_double4_of(0));
            group.is_linear[i] = is_absolute ? pose_block_unknown(&block, skeleton->bones)
                                             : gaiti_mask4_not(group.is_valid[i]);
            for (int k = 0; k < 2; k++) { /* one copy of the code fits into the processor's cache */
                const gait_affine *poses = k == 0 ? from : to;
                gaiti_affine_x4 pose = pose_block_load(&block, poses);
                if (is_absolute) {
                    pose = pose_block_make_relative(&block, skeleton->bones, poses, pose);
                }
                pose_block_split(pose, &group.is_valid[i], &group.keys[i][k]);
            }
        }
        pose_group_interpolate(&group, size, fraction, from);
    }
}

/* gaiti_pose_interpolate_channels() */
GAITI_INLINE void pose_block_interpolate_channels(const pose_block *block, const gait_track *tracks,
                                                  uint32_t key, double fraction,
                                                  gait_affine *poses) {
    gaiti_mask4 is_valid = gaiti_double4_equal(gaiti_double4_of(0), gaiti_double4_of(0));
    gaiti_quaternion_x4 from = pose_block_rotation(block, tracks, key);
    gaiti_quaternion_x4 to = pose_block_rotation(block, tracks, key + 1);
    gaiti_quaternion_x4 q = gaiti_x4_slerp(from, to, fraction, &is_valid);
    double constant[POSE_BLOCK];
    for (int i = 0; i < POSE_BLOCK; i++) {
        constant[i] = tracks[block->bones[i]].rotation.count == 1;
    }
    gaiti_mask4 is_constant =
        gaiti_double4_less(gaiti_double4_of(0),
                           gaiti_double4_make(constant[0], constant[1], constant[2], constant[3]));
    q = gaiti_x4_select_quaternion(is_constant, from, q);
    gaiti_affine_x4 pose = {gaiti_x4_matrix(q),
                            pose_block_lerp(pose_block_translation(block, tracks, key),
                                            pose_block_translation(block, tracks, key + 1),
                                            fraction)};
    gaiti_x4_store(pose, poses + block->first, block->count);
    unsigned valid = gaiti_mask4_bits(gaiti_mask4_or(is_valid, is_constant));
    for (uint32_t i = 0; i < block->count && valid != 15; i++) {
        if (!(valid >> i & 1)) {
            uint32_t bone = block->first + i;
            gaiti_pose_interpolate_channels(&tracks[bone], key, fraction, &poses[bone]);
        }
    }
}

GAITI_INLINE void pose_blocks_interpolate_keys(const gait_clip *clip, uint32_t key, double fraction,
                                               gait_affine *out_pose, gait_affine *work) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b += POSE_BLOCK) {
        pose_block block = pose_block_at(b, clip->skeleton->bone_count);
        if (pose_block_is_plain(&block, clip->tracks)) {
            pose_block_interpolate_channels(&block, clip->tracks, key, fraction, out_pose);
            continue;
        }
        for (uint32_t i = b; i < b + block.count; i++) {
            gaiti_pose_interpolate_bone(clip, i, key, fraction, out_pose, work);
        }
    }
}

/* --- dispatch --------------------------------------------------------------------------------- */

#if POSE_BLOCKS_AVX2
POSE_FOR_AVX2 static void pose_avx2_apply_rest(const gait_skeleton *skeleton, gait_axes axes,
                                               bool invert, gait_affine *poses) {
    pose_blocks_apply_rest(skeleton, axes, invert, poses);
}

POSE_FOR_AVX2 static void pose_avx2_make_relative(const gait_skeleton *skeleton,
                                                  gait_affine *poses) {
    pose_blocks_make_relative(skeleton, poses);
}

POSE_FOR_AVX2 static void pose_avx2_interpolate(const gait_skeleton *skeleton, bool is_absolute,
                                                double fraction, gait_affine *from,
                                                const gait_affine *to) {
    pose_blocks_interpolate(skeleton, is_absolute, fraction, from, to);
}

POSE_FOR_AVX2 static void pose_avx2_load(const gait_clip *clip, uint32_t frame,
                                         gait_affine *poses) {
    pose_blocks_load(clip, frame, poses);
}

POSE_FOR_AVX2 static void pose_avx2_interpolate_keys(const gait_clip *clip, uint32_t key,
                                                     double fraction, gait_affine *out_pose,
                                                     gait_affine *work) {
    pose_blocks_interpolate_keys(clip, key, fraction, out_pose, work);
}

#endif

/* --- bone by bone ----------------------------------------------------------------------------- */

static void pose_single_apply_rest(const gait_skeleton *skeleton, gait_axes axes, bool invert,
                                   gait_affine *poses) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gait_affine rest = skeleton->rest_model[b];
        if (invert) {
            gait_affine_invert(&rest, &rest);
        }
        if (axes != GAIT_AXES_ENGINE) {
            rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, axes);
        }
        poses[b] = gait_affine_multiply(&poses[b], &rest);
    }
}

static void pose_single_make_relative(const gait_skeleton *skeleton, gait_affine *poses) {
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    for (uint32_t b = skeleton->bone_count; b-- > 0;) {
        gaiti_pose_make_relative(poses, b, skeleton->bones[b].parent, &last);
    }
}

static void pose_single_interpolate(const gait_skeleton *skeleton, bool is_absolute,
                                    double fraction, gait_affine *from, gait_affine *to) {
    if (is_absolute) {
        pose_single_make_relative(skeleton, from);
        pose_single_make_relative(skeleton, to);
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (is_absolute && gaiti_bone_outcome(&skeleton->bones[b]) == GAIT_BONE_ALONE) {
            gaiti_pose_interpolate_numbers(&from[b], &to[b], fraction);
        } else {
            gaiti_pose_interpolate(&from[b], &to[b], fraction);
        }
    }
}

static void pose_single_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        gaiti_pose_load_bone(clip, b, frame, poses);
    }
}

static void pose_single_interpolate_keys(const gait_clip *clip, uint32_t key, double fraction,
                                         gait_affine *out_pose, gait_affine *work) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        gaiti_pose_interpolate_bone(clip, b, key, fraction, out_pose, work);
    }
}

/* clang splits vectors well for every processor. The code of gcc for processors without vectors of
 * four doubles is slower than single bones. */
#if POSE_BLOCKS_AVX2
#define POSE_SELECT(name, ...)                                                                     \
    if (__builtin_cpu_supports("avx2")) {                                                          \
        pose_avx2_##name(__VA_ARGS__);                                                             \
        return;                                                                                    \
    }                                                                                              \
    pose_single_##name(__VA_ARGS__)
#else
#define POSE_SELECT(name, ...)                                                                     \
    if (POSE_BLOCKS_CLANG) {                                                                       \
        pose_blocks_##name(__VA_ARGS__);                                                           \
        return;                                                                                    \
    }                                                                                              \
    pose_single_##name(__VA_ARGS__)
#endif

void gaiti_poses_apply_rest(const gait_skeleton *skeleton, gait_axes axes, bool invert,
                            gait_affine *poses) {
    POSE_SELECT(apply_rest, skeleton, axes, invert, poses);
}

void gaiti_poses_make_relative(const gait_skeleton *skeleton, gait_affine *poses) {
    POSE_SELECT(make_relative, skeleton, poses);
}

void gaiti_poses_interpolate(const gait_skeleton *skeleton, bool is_absolute, double fraction,
                             gait_affine *from, gait_affine *to) {
    POSE_SELECT(interpolate, skeleton, is_absolute, fraction, from, to);
}

void gaiti_poses_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    POSE_SELECT(load, clip, frame, poses);
}

void gaiti_poses_interpolate_keys(const gait_clip *clip, uint32_t key, double fraction,
                                  gait_affine *out_pose, gait_affine *work) {
    POSE_SELECT(interpolate_keys, clip, key, fraction, out_pose, work);
}
