/* Instantiates omf_pose_kernels.def for plain C and for AVX2: poses of four or eight tracks. */
#include "base/bytes.h"
#include "base/float4.h"
#include "formats/xray/omf/omf_pose_track.h"

#if GAITI_HAS_AVX2
#include <immintrin.h>
#endif

#if GAITI_HAS_VECTORS && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define POSE_HAS_BYTES 1
#else
#define POSE_HAS_BYTES 0
#endif

/* Integers of files are multiplied by 65536: in vectors, they become the high halves of 32-bit
 * integers. 8-bit keys become the highest bytes. The powers of two do not change other bits. */
#define POSE_UNIT (32767.0F * 65536.0F)
#define POSE_SCALE_16 (1 / 65536.0F)
#define POSE_SCALE_8 (1 / 16777216.0F)

/* Where interpolation by normalising is as precise as gait_sampler: the cosine of half the angle
 * between two keys of nearly unit length, and the squares of their lengths, in integers. */
#define POSE_NEAR (0.9925F * POSE_UNIT * POSE_UNIT)
#define POSE_SHORTEST (0.999F * POSE_UNIT * POSE_UNIT)
#define POSE_LONGEST (1.001F * POSE_UNIT * POSE_UNIT)

/* All kinds of tracks of integers are computed by the same instructions, because branches on kinds
 * in no regular order would be mispredicted. The smallest track has 21 bytes, so it contains the 16
 * bytes after its flags; vectors that a kind does not have are loaded from there. Other loads stay
 * inside the track as follows: after the last rotation there are at least the 12 bytes of a
 * vector; after the last key of a translation there are its sizes and `init`, 24 bytes. */

/* --- four tracks ------------------------------------------------------------------------------ */

/* The components of rotations, a lane per track. */
typedef struct pose_rows_base {
    gaiti_float4 x, y, z, w;
} pose_rows_base;

typedef struct pose_ends_base {
    pose_rows_base from, to;
} pose_ends_base;

#if POSE_HAS_BYTES
#ifdef __clang__
#define POSE_INTERLEAVE_8(a, b)                                                                    \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#else
#define POSE_INTERLEAVE_8(a, b)                                                                    \
    __builtin_shuffle(a, b, (pose_byte16){0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23})
#endif
typedef int8_t pose_byte16 __attribute__((vector_size(16)));

/* Eight bytes of a file. */
GAITI_INLINE gaiti_short8 pose_load_8_bytes(const uint8_t *p) {
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return (gaiti_short8)(gaiti_long2){bytes, 0};
}

/* The low or high four integers as floats. */
#define POSE_LOW(integers)                                                                         \
    __builtin_convertvector((gaiti_int4)GAITI_INTERLEAVE_16(zero, integers), gaiti_float4)
#define POSE_HIGH(integers)                                                                        \
    __builtin_convertvector((gaiti_int4)GAITI_INTERLEAVE_16_HIGH(zero, integers), gaiti_float4)

GAITI_INLINE pose_rows_base pose_load_rows(const uint8_t *const keys[4]) {
    const gaiti_short8 zero = {0};
    gaiti_short8 a = pose_load_8_bytes(keys[0]), b = pose_load_8_bytes(keys[1]);
    gaiti_short8 c = pose_load_8_bytes(keys[2]), d = pose_load_8_bytes(keys[3]);
    gaiti_short8 ab = GAITI_INTERLEAVE_16(a, b), cd = GAITI_INTERLEAVE_16(c, d);
    gaiti_short8 xy = (gaiti_short8)GAITI_INTERLEAVE_32(ab, cd);
    gaiti_short8 zw = (gaiti_short8)GAITI_INTERLEAVE_32_HIGH(ab, cd);
    return (pose_rows_base){POSE_LOW(xy), POSE_HIGH(xy), POSE_LOW(zw), POSE_HIGH(zw)};
}

/* Per kind: masks that select the bits of 8-bit and 16-bit keys. */
static const int32_t pose_has_8[8] = {0, -1, 0, -1, 0, 0, 0, 0};
static const int32_t pose_has_16[8] = {0, 0, 0, 0, 0, -1, 0, -1};

/* A key as floats; 0 for kinds without keys. */
GAITI_INLINE gaiti_float4 pose_load_key(const uint8_t *p, gaiti_int4 has_8, gaiti_int4 has_16) {
    const gaiti_short8 zero = {0};
    gaiti_short8 key = pose_load_8_bytes(p);
    gaiti_short8 bytes = (gaiti_short8)POSE_INTERLEAVE_8((pose_byte16)zero, (pose_byte16)key);
    gaiti_int4 narrow = (gaiti_int4)GAITI_INTERLEAVE_16(zero, bytes);
    gaiti_int4 wide = (gaiti_int4)GAITI_INTERLEAVE_16(zero, key);
    return __builtin_convertvector((narrow & has_8) | (wide & has_16), gaiti_float4);
}

GAITI_INLINE gaiti_float4 pose_translation(const gaiti_omf_moment *moment, const uint8_t *track,
                                           unsigned kind) {
    const gaiti_omf_places *places = &moment->places[kind];
    const uint8_t *key = track + places->translation;
    kind %= GAIT_OMF_FLOAT_KEYS;
    size_t size = kind & GAIT_OMF_TRANSLATION_16 ? 6 : 3;
    size_t step = kind & GAIT_OMF_TRANSLATION_KEYS ? size * (moment->next - moment->key) : 0;
    gaiti_int4 has_8 = (gaiti_int4){0} + pose_has_8[kind];
    gaiti_int4 has_16 = (gaiti_int4){0} + pose_has_16[kind];
    gaiti_float4 from = pose_load_key(key, has_8, has_16);
    gaiti_float4 to = pose_load_key(key + step, has_8, has_16);
    gaiti_float4 t = from + (to - from) * moment->fraction;
    gaiti_int4 sizes = GAITI_VECTOR_LOAD(gaiti_int4, track + places->sizes) & (has_8 | has_16);
    gaiti_float4 init = GAITI_VECTOR_LOAD(gaiti_float4, track + places->init);
    t = t * (kind & GAIT_OMF_TRANSLATION_16 ? POSE_SCALE_16 : POSE_SCALE_8) * (gaiti_float4)sizes;
    t = t + GAITI_FLOAT4_SHUFFLE(init, init, 1, 2, 3, 3);
    return t * gaiti_float4_load(moment->translation_signs);
}
#else
GAITI_INLINE pose_rows_base pose_load_rows(const uint8_t *const keys[4]) {
    float rows[4][4];
    for (int track = 0; track < 4; track++) {
        for (int i = 0; i < 4; i++) {
            rows[i][track] = (float)gaiti_load_s16(keys[track] + 2 * i) * 65536.0F;
        }
    }
    return (pose_rows_base){gaiti_float4_load(rows[0]), gaiti_float4_load(rows[1]),
                            gaiti_float4_load(rows[2]), gaiti_float4_load(rows[3])};
}

GAITI_INLINE gaiti_float4 pose_translation(const gaiti_omf_moment *moment, const uint8_t *track,
                                           unsigned kind) {
    const gaiti_omf_places *places = &moment->places[kind];
    bool has_keys = kind < GAIT_OMF_FLOAT_KEYS && kind & GAIT_OMF_TRANSLATION_KEYS;
    bool is_wide = kind & GAIT_OMF_TRANSLATION_16;
    float t[4] = {0};
    for (size_t i = 0; i < 3; i++) {
        const uint8_t *key = track + places->translation + (is_wide ? 2 : 1) * i;
        if (has_keys) {
            size_t step = (is_wide ? 6u : 3u) * (moment->next - moment->key);
            float from = is_wide ? (float)gaiti_load_s16(key) : (float)(int8_t)*key;
            float to = is_wide ? (float)gaiti_load_s16(key + step) : (float)(int8_t)key[step];
            t[i] = (from + (to - from) * moment->fraction) *
                   gaiti_load_f32(track + places->sizes + 4 * i);
        }
        t[i] += gaiti_load_f32(track + places->init + 4 + 4 * i);
        t[i] *= moment->translation_signs[i];
    }
    return gaiti_float4_load(t);
}
#endif

/* Loads rotations; sets translations and scales, and overwrites one number of rotations. True if
 * there are tracks of floats. */
GAITI_INLINE bool pose_begin_base(const gaiti_omf_moment *moment, const uint32_t *offsets,
                                  pose_ends_base *ends, gait_trs *out) {
    const uint8_t *from[4], *to[4];
    unsigned kinds = 0;
    GAITI_UNROLL for (int i = 0; i < 4; i++) {
        const uint8_t *track = moment->tracks + offsets[i];
        unsigned kind = *track % GAITI_OMF_KINDS;
        bool moves = !(kind & (GAIT_OMF_ROTATION_CONSTANT | GAIT_OMF_FLOAT_KEYS));
        kinds |= kind;
        from[i] = track + moment->places[kind].rotation;
        to[i] = from[i] + (moves ? 8 * (moment->next - moment->key) : 0);
        float *numbers = (float *)(void *)&out[i];
        gaiti_float4_store(numbers, pose_translation(moment, track, kind));
        gaiti_float4_store(numbers + 6, gaiti_float4_of(1.0F));
    }
    ends->from = pose_load_rows(from);
    ends->to = pose_load_rows(to);
    return kinds & GAIT_OMF_FLOAT_KEYS;
}

GAITI_INLINE void pose_store_rotations_base(const gaiti_omf_moment *moment, pose_rows_base *q,
                                            gait_trs *out) {
    gaiti_float4 signs = gaiti_float4_load(moment->rotation_signs);
    gaiti_float4_transpose(q->x, q->y, q->z, q->w);
    gaiti_float4_store(out[0].q, gaiti_float4_multiply(q->x, signs));
    gaiti_float4_store(out[1].q, gaiti_float4_multiply(q->y, signs));
    gaiti_float4_store(out[2].q, gaiti_float4_multiply(q->z, signs));
    gaiti_float4_store(out[3].q, gaiti_float4_multiply(q->w, signs));
}

/* The lanes (bit = lane) whose keys are far from each other or not of unit length. */
GAITI_INLINE unsigned pose_far_base(gaiti_float4 aa, gaiti_float4 bb, gaiti_float4 cosine) {
    if (gaiti_float4_is_within(aa, POSE_SHORTEST, POSE_LONGEST) &&
        gaiti_float4_is_within(bb, POSE_SHORTEST, POSE_LONGEST) &&
        gaiti_float4_is_within(cosine, POSE_NEAR, 2 * POSE_LONGEST)) {
        return 0;
    }
    float rows[3][4];
    unsigned far = 0;
    gaiti_float4_store(rows[0], aa);
    gaiti_float4_store(rows[1], bb);
    gaiti_float4_store(rows[2], cosine);
    for (unsigned i = 0; i < 4; i++) {
        bool is_near = rows[0][i] >= POSE_SHORTEST && rows[0][i] <= POSE_LONGEST &&
                       rows[1][i] >= POSE_SHORTEST && rows[1][i] <= POSE_LONGEST &&
                       rows[2][i] >= POSE_NEAR;
        far |= is_near ? 0 : 1u << i;
    }
    return far;
}

#define POSE(name) pose_##name##_base
#define POSE_OF(name) gaiti_float4_##name
#define POSE_VECTOR gaiti_float4
#define POSE_LANES 4
#include "formats/xray/omf/omf_pose_kernels.def"
#undef POSE
#undef POSE_OF
#undef POSE_VECTOR
#undef POSE_LANES

/* Computes the tracks from `done` to `count`. Some of those before may be computed again. */
static void pose_range_base(const gaiti_omf_moment *moment, uint32_t done, uint32_t count,
                            gait_trs *out) {
    for (; done < count && count >= 4; done += 4) {
        uint32_t first = done + 4 <= count ? done : count - 4;
        pose_group_base(moment, moment->offsets + first, out + first);
    }
    if (done < count) {
        uint32_t offsets[4];
        gait_trs rest[4];
        for (uint32_t i = 0; i < 4; i++) {
            offsets[i] = moment->offsets[i < count ? i : count - 1];
        }
        pose_group_base(moment, offsets, rest);
        for (uint32_t i = 0; i < count; i++) {
            out[i] = rest[i];
        }
    }
}

static void pose_tracks_base(const gaiti_omf_moment *moment, uint32_t count, gait_trs *out) {
    pose_range_base(moment, 0, count, out);
}

/* --- eight tracks ----------------------------------------------------------------------------- */

#if GAITI_HAS_AVX2
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/* Bytes to which a shuffle sets 0. */
#define POSE_NO 0x80
/* The key at byte i, as the highest bytes of three integers of 32 bits. */
#define POSE_KEY_8(i)                                                                              \
    {                                                                                              \
        POSE_NO, POSE_NO, POSE_NO, i, POSE_NO, POSE_NO, POSE_NO, i + 1, POSE_NO, POSE_NO, POSE_NO, \
            i + 2, POSE_NO, POSE_NO, POSE_NO, POSE_NO                                              \
    }
#define POSE_KEY_16(i)                                                                             \
    {                                                                                              \
        POSE_NO, POSE_NO, i, i + 1, POSE_NO, POSE_NO, i + 2, i + 3, POSE_NO, POSE_NO, i + 4,       \
            i + 5, POSE_NO, POSE_NO, POSE_NO, POSE_NO                                              \
    }
#define POSE_NO_KEY                                                                                \
    {                                                                                              \
        POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO,  \
            POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO, POSE_NO                                   \
    }
/* A rotation, and eight bytes from byte i on. */
#define POSE_TURN(i)                                                                               \
    { 0, 1, 2, 3, 4, 5, 6, 7, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7 }

/* How 16 bytes of a track become vectors. */
typedef struct pose_decoder {
    uint8_t rotation[16], from[16], to[16];
    float scale[4];
    int32_t mask[4]; /* of the sizes */
} pose_decoder;

#define POSE_4_TIMES(x)                                                                            \
    { x, x, x, x }
#define POSE_WITHOUT_KEYS(turn)                                                                    \
    { POSE_TURN(turn), POSE_NO_KEY, POSE_NO_KEY, POSE_4_TIMES(0), POSE_4_TIMES(0) }
#define POSE_WITH_8(turn, to)                                                                      \
    { POSE_TURN(turn), POSE_KEY_8(0), POSE_KEY_8(to), POSE_4_TIMES(POSE_SCALE_8), POSE_4_TIMES(-1) }
#define POSE_WITH_16(turn, to)                                                                     \
    {                                                                                              \
        POSE_TURN(turn), POSE_KEY_16(0), POSE_KEY_16(to), POSE_4_TIMES(POSE_SCALE_16),             \
            POSE_4_TIMES(-1)                                                                       \
    }
/* By the low bits of flags. Arguments: the bytes between two keys of rotations, and of
 * translations of 8 and 16 bits. */
#define POSE_DECODERS(turn, narrow, wide)                                                          \
    {                                                                                              \
        POSE_WITHOUT_KEYS(turn), POSE_WITH_8(turn, narrow), POSE_WITHOUT_KEYS(0),                  \
            POSE_WITH_8(0, narrow), POSE_WITHOUT_KEYS(turn), POSE_WITH_16(turn, wide),             \
            POSE_WITHOUT_KEYS(0), POSE_WITH_16(0, wide), POSE_WITHOUT_KEYS(0),                     \
            POSE_WITHOUT_KEYS(0), POSE_WITHOUT_KEYS(0), POSE_WITHOUT_KEYS(0),                      \
            POSE_WITHOUT_KEYS(0), POSE_WITHOUT_KEYS(0), POSE_WITHOUT_KEYS(0), POSE_WITHOUT_KEYS(0) \
    }
/* For the last key of a motion, which is also the next one, and for other keys. */
static const pose_decoder pose_decoders[2][GAITI_OMF_KINDS] = {
    POSE_DECODERS(0, 0, 0),
    POSE_DECODERS(8, 3, 6),
};

typedef struct pose_rows_avx2 {
    gaiti_float8 x, y, z, w;
} pose_rows_avx2;

typedef struct pose_ends_avx2 {
    pose_rows_avx2 from, to;
} pose_ends_avx2;

/* Two times 16 bytes. */
#define POSE_PAIR(low, high)                                                                       \
    _mm256_inserti128_si256(_mm256_castsi128_si256(GAITI_VECTOR_LOAD(__m128i, low)),               \
                            GAITI_VECTOR_LOAD(__m128i, high), 1)
#define POSE_FLOAT_PAIR(low, high) ((gaiti_float8)POSE_PAIR(low, high))

GAITI_INLINE pose_rows_avx2 pose_rows_of(__m256i ab, __m256i cd) {
    __m256i zero = _mm256_setzero_si256();
    __m256i xy = _mm256_unpacklo_epi32(ab, cd), zw = _mm256_unpackhi_epi32(ab, cd);
    return (pose_rows_avx2){
        (gaiti_float8)_mm256_cvtepi32_ps(_mm256_unpacklo_epi16(zero, xy)),
        (gaiti_float8)_mm256_cvtepi32_ps(_mm256_unpackhi_epi16(zero, xy)),
        (gaiti_float8)_mm256_cvtepi32_ps(_mm256_unpacklo_epi16(zero, zw)),
        (gaiti_float8)_mm256_cvtepi32_ps(_mm256_unpackhi_epi16(zero, zw)),
    };
}

/* A track, and what is known of its kind. */
typedef struct pose_lane {
    const uint8_t *track;
    const pose_decoder *decoder;
    const gaiti_omf_places *places;
} pose_lane;

/* A vector for each of two tracks, from the tracks or from their decoders. */
#define POSE_KEYS(place) POSE_PAIR(a.track + a.places->place, b.track + b.places->place)
#define POSE_TABLE(member) POSE_PAIR(a.decoder->member, b.decoder->member)

GAITI_INLINE gaiti_float8 pose_translation_pair(pose_lane a, pose_lane b, gaiti_float8 fraction) {
    __m256i keys = POSE_KEYS(translation);
    __m256i from = _mm256_shuffle_epi8(keys, POSE_TABLE(from));
    __m256i to = _mm256_shuffle_epi8(keys, POSE_TABLE(to));
    gaiti_float8 start = (gaiti_float8)_mm256_cvtepi32_ps(from);
    gaiti_float8 end = (gaiti_float8)_mm256_cvtepi32_ps(to);
    gaiti_float8 t = start + (end - start) * fraction;
    __m256i sizes = _mm256_and_si256(POSE_KEYS(sizes), POSE_TABLE(mask));
    t = t * (gaiti_float8)POSE_TABLE(scale) * (gaiti_float8)sizes;
    return t + (gaiti_float8)_mm256_shuffle_epi32(POSE_KEYS(init), _MM_SHUFFLE(3, 3, 2, 1));
}

/* As pose_begin_base(). */
GAITI_INLINE bool pose_begin_avx2(const gaiti_omf_moment *moment, const uint32_t *offsets,
                                  pose_ends_avx2 *ends, gait_trs *out) {
    const pose_decoder *decoders = pose_decoders[moment->next - moment->key];
    const uint8_t *tracks = moment->tracks;
    gaiti_float8 signs = POSE_FLOAT_PAIR(moment->translation_signs, moment->translation_signs);
    gaiti_float8 fraction = gaiti_float8_of(moment->fraction);
    __m256i rotations[4];
    unsigned kinds = 0;
    GAITI_UNROLL for (unsigned i = 0; i < 4; i++) {
        const uint8_t *low_track = tracks + offsets[i], *high_track = tracks + offsets[i + 4];
        size_t low_kind = *low_track % GAITI_OMF_KINDS, high_kind = *high_track % GAITI_OMF_KINDS;
        pose_lane a = {low_track, &decoders[low_kind], &moment->places[low_kind]};
        pose_lane b = {high_track, &decoders[high_kind], &moment->places[high_kind]};
        kinds |= (unsigned)(low_kind | high_kind);
        rotations[i] = _mm256_shuffle_epi8(POSE_KEYS(rotation), POSE_TABLE(rotation));
        __m256 t = (__m256)(pose_translation_pair(a, b, fraction) * signs);
        float *low = (float *)(void *)&out[i], *high = (float *)(void *)&out[i + 4];
        _mm_storeu_ps(low, _mm256_castps256_ps128(t));
        _mm_storeu_ps(low + 6, _mm_set1_ps(1.0F));
        _mm_storeu_ps(high, _mm256_extractf128_ps(t, 1));
        _mm_storeu_ps(high + 6, _mm_set1_ps(1.0F));
    }
    __m256i ab = _mm256_unpacklo_epi16(rotations[0], rotations[1]);
    __m256i cd = _mm256_unpacklo_epi16(rotations[2], rotations[3]);
    ends->from = pose_rows_of(ab, cd);
    ab = _mm256_unpackhi_epi16(rotations[0], rotations[1]);
    cd = _mm256_unpackhi_epi16(rotations[2], rotations[3]);
    ends->to = pose_rows_of(ab, cd);
    return kinds & GAIT_OMF_FLOAT_KEYS;
}

GAITI_INLINE void pose_store_pair(gaiti_float8 q, gaiti_float8 signs, gait_trs *out) {
    __m256 both = (__m256)(q * signs);
    _mm_storeu_ps(out[0].q, _mm256_castps256_ps128(both));
    _mm_storeu_ps(out[4].q, _mm256_extractf128_ps(both, 1));
}

GAITI_INLINE void pose_store_rotations_avx2(const gaiti_omf_moment *moment, const pose_rows_avx2 *q,
                                            gait_trs *out) {
    gaiti_float8 signs = POSE_FLOAT_PAIR(moment->rotation_signs, moment->rotation_signs);
    __m256 x = (__m256)q->x, y = (__m256)q->y, z = (__m256)q->z, w = (__m256)q->w;
    __m256d xy = (__m256d)_mm256_unpacklo_ps(x, y), zw = (__m256d)_mm256_unpacklo_ps(z, w);
    pose_store_pair((gaiti_float8)_mm256_unpacklo_pd(xy, zw), signs, out);
    pose_store_pair((gaiti_float8)_mm256_unpackhi_pd(xy, zw), signs, out + 1);
    xy = (__m256d)_mm256_unpackhi_ps(x, y), zw = (__m256d)_mm256_unpackhi_ps(z, w);
    pose_store_pair((gaiti_float8)_mm256_unpacklo_pd(xy, zw), signs, out + 2);
    pose_store_pair((gaiti_float8)_mm256_unpackhi_pd(xy, zw), signs, out + 3);
}

#define POSE_AT_LEAST(a, b) _mm256_cmp_ps(a, b, _CMP_GE_OQ)

/* As pose_far_base(). */
GAITI_INLINE unsigned pose_far_avx2(gaiti_float8 aa, gaiti_float8 bb, gaiti_float8 cosine) {
    __m256 least = _mm256_min_ps((__m256)aa, (__m256)bb);
    __m256 most = _mm256_max_ps((__m256)aa, (__m256)bb);
    __m256 is_near = POSE_AT_LEAST((__m256)cosine, _mm256_set1_ps(POSE_NEAR));
    is_near = _mm256_and_ps(is_near, POSE_AT_LEAST(least, _mm256_set1_ps(POSE_SHORTEST)));
    is_near = _mm256_and_ps(is_near, POSE_AT_LEAST(_mm256_set1_ps(POSE_LONGEST), most));
    return ~(unsigned)_mm256_movemask_ps(is_near) & 0xFF;
}

#define gaiti_float8_times_sign(a, b)                                                              \
    ((gaiti_float8)_mm256_xor_ps((__m256)(a), _mm256_and_ps((__m256)(b), _mm256_set1_ps(-0.0F))))
#define POSE(name) pose_##name##_avx2
#define POSE_OF(name) gaiti_float8_##name
#define POSE_VECTOR gaiti_float8
#define POSE_LANES 8
#include "formats/xray/omf/omf_pose_kernels.def"
#undef POSE
#undef POSE_OF
#undef POSE_VECTOR
#undef POSE_LANES

/* The number of tracks that are computed: a multiple of eight. */
static uint32_t pose_eights_avx2(const gaiti_omf_moment *moment, uint32_t count, gait_trs *out) {
    uint32_t done = 0;
    for (; done + 8 <= count; done += 8) {
        pose_group_avx2(moment, moment->offsets + done, out + done);
    }
    return done;
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

static void pose_tracks_avx2(const gaiti_omf_moment *moment, uint32_t count, gait_trs *out) {
    uint32_t done = pose_eights_avx2(moment, count, out);
    pose_range_base(moment, done, count, out);
}
#endif

gaiti_omf_pose_function gaiti_omf_pose_by(gaiti_omf_pose_way way) {
#if GAITI_HAS_AVX2
    if (way == GAITI_OMF_POSE_AVX2) {
        return __builtin_cpu_supports("avx2") ? pose_tracks_avx2 : NULL;
    }
#endif
    return way == GAITI_OMF_POSE_BASE ? pose_tracks_base : NULL;
}
