/* Blends poses as the games do: weighted shortest rotations, differences, masks. */
#include "gait/blend.h"

#include "base/float4.h"

enum { BLEND_GROUP = 8 };

/* Transforms are loaded as three groups of four floats: t and q[0], q, q[3] and s. */
enum { BLEND_FLOATS = 10, BLEND_ROTATION = 3, BLEND_SCALE = 6 };
_Static_assert(sizeof(gait_trs) == BLEND_FLOATS * sizeof(float), "floats without padding");

/* Bones whose interpolation weights are computed together. */
typedef struct blend_group {
    float distance[BLEND_GROUP]; /* 1 minus the cosine of the angle between the quaternions */
    float fraction[BLEND_GROUP];
    float from[BLEND_GROUP], to[BLEND_GROUP]; /* results: weights of the quaternions */
} blend_group;

/* a + b x */
GAITI_INLINE gaiti_float8 blend_pair(float a, float b, gaiti_float8 x) {
    return gaiti_float8_add(gaiti_float8_of(a), gaiti_float8_multiply(gaiti_float8_of(b), x));
}

/* a + b x */
GAITI_INLINE gaiti_float8 blend_join(gaiti_float8 a, gaiti_float8 b, gaiti_float8 x) {
    return gaiti_float8_add(a, gaiti_float8_multiply(b, x));
}

/* The functions below are minimax polynomials, evaluated in pairs of coefficients, which takes
 * fewer steps in sequence than Horner's method. */

/* sin(x) / x from the square of x, up to (pi / 2)^2. Maximum error 4.3e-9. */
GAITI_INLINE gaiti_float8 blend_sinc(gaiti_float8 x) {
    gaiti_float8 xx = gaiti_float8_multiply(x, x);
    gaiti_float8 high = blend_join(blend_pair(0.008333050171f, -0.0001980901741f, x),
                                   gaiti_float8_of(2.605107635e-6f), xx);
    return blend_join(blend_pair(0.9999999957f, -0.1666665795f, x), high, xx);
}

/* The square of an angle from 1 minus its cosine. Maximum error 1.2e-7. */
GAITI_INLINE gaiti_float8 blend_square_angle(gaiti_float8 x, gaiti_float8 xx) {
    gaiti_float8 low = blend_join(blend_pair(1.999999934f, 0.3333417863f, x),
                                  blend_pair(0.08871448641f, 0.02991963671f, x), xx);
    gaiti_float8 high = blend_join(blend_pair(0.005153942202f, 0.01358926173f, x),
                                   blend_pair(-0.008310922947f, 0.004992857004f, x), xx);
    return gaiti_float8_multiply(x, blend_join(low, high, gaiti_float8_multiply(xx, xx)));
}

/* An angle divided by its sine, from 1 minus its cosine. Maximum error 2e-8. */
GAITI_INLINE gaiti_float8 blend_inverse_sinc(gaiti_float8 x, gaiti_float8 xx) {
    gaiti_float8 low = blend_join(blend_pair(0.9999999897f, 0.3333353814f, x),
                                  blend_pair(0.1332665723f, 0.05797780151f, x), xx);
    gaiti_float8 high = blend_join(blend_pair(0.02016348981f, 0.03005917597f, x),
                                   blend_pair(-0.03355299779f, 0.05097575848f, x), xx);
    gaiti_float8 power = gaiti_float8_multiply(xx, xx);
    high = blend_join(high, blend_pair(-0.03259168873f, 0.01116282423f, x), power);
    return blend_join(low, high, power);
}

/* Weights of both ends in a spherical interpolation over at most 90 degrees of the quaternion
 * sphere: sin((1 - t) a) / sin(a) and sin(t a) / sin(a). */
static void blend_weigh(blend_group *group) {
    gaiti_float8 distance = gaiti_float8_load(group->distance);
    gaiti_float8 to = gaiti_float8_load(group->fraction);
    gaiti_float8 from = gaiti_float8_subtract(gaiti_float8_of(1), to);
    gaiti_float8 distances = gaiti_float8_multiply(distance, distance);
    gaiti_float8 square = blend_square_angle(distance, distances);
    gaiti_float8 scale = blend_inverse_sinc(distance, distances);
    gaiti_float8 from_square = gaiti_float8_multiply(gaiti_float8_multiply(from, from), square);
    gaiti_float8 to_square = gaiti_float8_multiply(gaiti_float8_multiply(to, to), square);
    from = gaiti_float8_multiply(gaiti_float8_multiply(from, scale), blend_sinc(from_square));
    to = gaiti_float8_multiply(gaiti_float8_multiply(to, scale), blend_sinc(to_square));
    gaiti_float8_store(group->from, from);
    gaiti_float8_store(group->to, to);
}

/* Sets the angle between two quaternions from their dot product. Returns 1 with the sign of the
 * product: with it, the second quaternion is nearer to the first. Without branches, because neither
 * that sign nor that of a distance near 0 is predictable. */
static inline float blend_set_distance(blend_group *group, uint32_t i, float dot) {
    uint32_t bits = gaiti_bits_of_f32(dot);
    group->distance[i] = 1 - gaiti_f32_of_bits(bits & 0x7FFFFFFF);
    return gaiti_f32_of_bits((bits & 0x80000000) | 0x3F800000);
}

/* The quaternion product a b. */
static inline void blend_multiply(const float a[4], const float b[4], float out[4]) {
    out[0] = a[3] * b[0] + a[0] * b[3] + (a[1] * b[2] - a[2] * b[1]);
    out[1] = a[3] * b[1] + a[1] * b[3] + (a[2] * b[0] - a[0] * b[2]);
    out[2] = a[3] * b[2] + a[2] * b[3] + (a[0] * b[1] - a[1] * b[0]);
    out[3] = a[3] * b[3] - a[0] * b[0] - (a[1] * b[1] + a[2] * b[2]);
}

/* False for NaN. */
static bool blend_is_valid(float weight, const float *mask, uint32_t bone_count) {
    bool is_valid = weight == weight;
    for (uint32_t b = 0; mask && b < bone_count; b++) {
        is_valid &= mask[b] == mask[b];
    }
    return is_valid;
}

/* Sets the fractions of the bones from `first` on, from 0 to 1, and returns their number. */
static uint32_t blend_begin(blend_group *group, uint32_t first, uint32_t bone_count, float weight,
                            const float *mask) {
    uint32_t count = bone_count - first < BLEND_GROUP ? bone_count - first : BLEND_GROUP;
    memset(group, 0, sizeof *group);
    for (uint32_t i = 0; i < count; i++) {
        float fraction = mask ? weight * mask[first + i] : weight;
        group->fraction[i] = !(fraction > 0) ? 0 : fraction < 1 ? fraction : 1; /* 0 * inf is 0 */
    }
    return count;
}

/* out = a + fraction (b - a) */
GAITI_INLINE gaiti_float4 blend_lerp(const float *a, const float *b, gaiti_float4 fraction) {
    gaiti_float4 start = gaiti_float4_load(a);
    gaiti_float4 change = gaiti_float4_subtract(gaiti_float4_load(b), start);
    return gaiti_float4_add(start, gaiti_float4_multiply(fraction, change));
}

/* Everything is loaded before anything is stored: `out` may be a or b. */
GAITI_INLINE void blend_bone(const gait_trs *a, const gait_trs *b, float fraction, float from,
                             float to, gait_trs *out) {
    const float *first = (const void *)a, *second = (const void *)b;
    float *result = (void *)out;
    gaiti_float4 weight = gaiti_float4_of(fraction);
    gaiti_float4 t = blend_lerp(first, second, weight);
    gaiti_float4 s = blend_lerp(first + BLEND_SCALE, second + BLEND_SCALE, weight);
    gaiti_float4 q = gaiti_float4_add(
        gaiti_float4_multiply(gaiti_float4_of(from), gaiti_float4_load(first + BLEND_ROTATION)),
        gaiti_float4_multiply(gaiti_float4_of(to), gaiti_float4_load(second + BLEND_ROTATION)));
    gaiti_float4_store(result, t);
    gaiti_float4_store(result + BLEND_SCALE, s);
    gaiti_float4_store(result + BLEND_ROTATION, q);
}

gait_status gait_blend(const gait_trs *a, const gait_trs *b, uint32_t bone_count, float weight,
                       const float *mask, gait_trs *out) {
    if ((bone_count > 0 && (!a || !b || !out)) || !blend_is_valid(weight, mask, bone_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    blend_group group;
    for (uint32_t first = 0; first < bone_count;) {
        uint32_t count = blend_begin(&group, first, bone_count, weight, mask);
        float signs[BLEND_GROUP];
        for (uint32_t i = 0; i < count; i++) {
            const float *p = a[first + i].q, *q = b[first + i].q;
            float dot = (p[0] * q[0] + p[1] * q[1]) + (p[2] * q[2] + p[3] * q[3]);
            signs[i] = blend_set_distance(&group, i, dot);
        }
        blend_weigh(&group);
        for (uint32_t i = 0; i < count; i++) {
            const gait_trs *from = &a[first + i], *to = &b[first + i];
            float fraction = group.fraction[i];
            if (fraction > 0 && fraction < 1) {
                blend_bone(from, to, fraction, group.from[i], signs[i] * group.to[i],
                           &out[first + i]);
            } else {
                out[first + i] = fraction > 0 ? *to : *from;
            }
        }
        first += count;
    }
    return GAIT_OK;
}

gait_status gait_blend_difference(const gait_trs *added, const gait_trs *reference,
                                  uint32_t bone_count, gait_trs *out) {
    if (bone_count > 0 && (!added || !reference || !out)) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t b = 0; b < bone_count; b++) {
        const gait_trs *to = &added[b], *from = &reference[b];
        const float inverse[4] = {-from->q[0], -from->q[1], -from->q[2], from->q[3]};
        gait_trs result;
        blend_multiply(inverse, to->q, result.q);
        for (int i = 0; i < 3; i++) {
            result.t[i] = to->t[i] - from->t[i];
            result.s[i] = from->s[i] != 0 ? to->s[i] / from->s[i] : 1;
        }
        out[b] = result;
    }
    return GAIT_OK;
}

/* Adds the rotation `power` of a difference, and a part of its other components. */
static inline void blend_add_bone(const gait_trs *pose, const gait_trs *difference, float fraction,
                                  const float power[4], gait_trs *out) {
    float t[3], q[4], s[3];
    memcpy(q, pose->q, sizeof q);
    if (power[0] != 0 || power[1] != 0 || power[2] != 0) {
        blend_multiply(pose->q, power, q);
    }
    for (int i = 0; i < 3; i++) {
        t[i] = pose->t[i] + fraction * difference->t[i];
        s[i] = pose->s[i] * (1 + fraction * (difference->s[i] - 1));
    }
    memcpy(out->t, t, sizeof t);
    memcpy(out->q, q, sizeof q);
    memcpy(out->s, s, sizeof s);
}

gait_status gait_blend_add(const gait_trs *pose, const gait_trs *difference, uint32_t bone_count,
                           float weight, const float *mask, gait_trs *out) {
    if ((bone_count > 0 && (!pose || !difference || !out)) ||
        !blend_is_valid(weight, mask, bone_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    blend_group group;
    for (uint32_t first = 0; first < bone_count;) {
        uint32_t count = blend_begin(&group, first, bone_count, weight, mask);
        float signs[BLEND_GROUP];
        for (uint32_t i = 0; i < count; i++) { /* the angle to the identity */
            signs[i] = blend_set_distance(&group, i, difference[first + i].q[3]);
        }
        blend_weigh(&group);
        for (uint32_t i = 0; i < count; i++) {
            const gait_trs *change = &difference[first + i];
            float to = signs[i] * group.to[i];
            const float power[4] = {to * change->q[0], to * change->q[1], to * change->q[2],
                                    to * change->q[3] + group.from[i]};
            if (group.fraction[i] > 0) {
                blend_add_bone(&pose[first + i], change, group.fraction[i], power, &out[first + i]);
            } else {
                out[first + i] = pose[first + i];
            }
        }
        first += count;
    }
    return GAIT_OK;
}
