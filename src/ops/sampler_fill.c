/* Fills the frames of a sampler: eight frames of eight bones at once.
 *
 * A clip stores the keys of each bone in the order of frames; a sampler stores each frame with
 * eight bones side by side. So filling is a transposition of blocks, with three steps on the way:
 * numbers become 16-bit integers, rotations get the sign that continues the previous key, and a bit
 * is set for each rotation that is more than 14 degrees away from the previous one.
 *
 * Both decisions about rotations need the dot product with the previous key. It is computed exactly
 * with 32-bit integers, for eight bones at once: components are kept in pairs, of which one
 * instruction adds the products. The sums fit into 32 bits only if the length of the rotations is
 * near 1. Frames with another rotation are filled one by one, with 64-bit sums. The result is the
 * same in both ways.
 *
 * The limit is memory: the eight keys of a bone are often a whole frame of the file apart, so that
 * each is in another cache line. Keys are requested two blocks ahead, and each line of the output
 * is written in one go for all eight bones of a group. */
#include "ops/sampler_memory.h"

#include "ops/sampler_round.h"

/* 1 if eight rotations are compared at once; the integers of files are those of the machine. */
#if GAITI_HAS_VECTORS && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FILL_HAS_VECTORS 1
#else
#define FILL_HAS_VECTORS 0
#endif

enum {
    FILL_LANES = GAITI_SAMPLER_LANES,
    FILL_BLOCK = GAITI_SAMPLER_BLOCK,
    FILL_INTEGERS = 16, /* bytes of a row of eight */
    FILL_FLOATS = 32
};

/* Below this cosine of half the angle between two keys (14 degrees), normalising is less precise
 * than 0.005 degrees. */
#define FILL_NEAR ((int32_t)(0.9925 * GAITI_SAMPLER_UNIT * GAITI_SAMPLER_UNIT))

/* The rows of a property in one frame. */
static uint8_t *fill_at(const gaiti_sampler_place *to, uint32_t frame, size_t offset) {
    return to->frames + frame * to->frame_size + offset;
}

static uint32_t fill_block_size(const gaiti_sampler_place *to, uint32_t first) {
    uint32_t rest = to->frame_count - first;
    return rest < FILL_BLOCK ? rest : FILL_BLOCK;
}

/* --- rotations one by one --------------------------------------------------------------------- */

/* Negates keys where needed, so that the dot product with the previous key is not negative. */
static void fill_rotation(const gaiti_sampler_source *bone, const gaiti_sampler_place *to,
                          uint32_t frame, size_t lane) {
    int16_t key[4], previous;
    gaiti_sampler_rotation(bone, frame, key);
    size_t offset = to->group->rotation;
    int64_t dot = 0;
    for (size_t i = 0; i < 4 && frame > 0; i++) {
        size_t at = offset + gaiti_sampler_integer_at(i, lane, 4);
        memcpy(&previous, fill_at(to, frame - 1, at), sizeof previous);
        dot += key[i] * previous;
    }
    if (frame > 0 && (dot < 0 ? -dot : dot) < FILL_NEAR) {
        uint8_t *mask = fill_at(to, frame - 1, to->group_index);
        *mask = (uint8_t)(*mask | 1U << lane);
    }
    for (size_t i = 0; i < 4; i++) {
        key[i] = (int16_t)(dot < 0 ? -key[i] : key[i]);
        size_t at = offset + gaiti_sampler_integer_at(i, lane, 4);
        memcpy(fill_at(to, frame, at), &key[i], sizeof *key);
    }
}

static void fill_rotations_of_frame(const gaiti_sampler_source *bones,
                                    const gaiti_sampler_place *to, uint32_t frame) {
    for (size_t lane = 0; lane < FILL_LANES; lane++) {
        fill_rotation(&bones[lane], to, frame, lane);
    }
}

/* --- eight rotations at once ------------------------------------------------------------------ */

#if FILL_HAS_VECTORS
/* Eight rotations: the components 0 and 1 of bones 0 to 3 in pairs, 2 and 3 of these bones, then
 * the same of bones 4 to 7. */
typedef struct fill_pairs {
    gaiti_short8 pair[4];
} fill_pairs;

/* The keys of a block as integers, and the previous keys. */
typedef struct fill_state {
    int16_t keys[FILL_LANES][FILL_BLOCK][4];
    fill_pairs negate;   /* -1 for components that are negated after loading */
    fill_pairs previous; /* 0 before the first frame */
    bool is_bounded;     /* products with the previous keys fit into 32 bits */
} fill_state;

/* The sums of the products of pairs. */
GAITI_INLINE gaiti_int4 fill_multiply(gaiti_short8 a, gaiti_short8 b) {
#ifdef __SSE2__
    return (gaiti_int4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    gaiti_int4 x = (gaiti_int4)a, y = (gaiti_int4)b;
    return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
#endif
}

/* The elements of a, negated where the mask is -1. */
GAITI_INLINE gaiti_short8 fill_negate(gaiti_short8 a, gaiti_short8 mask) {
    return (a ^ mask) - mask;
}

/* -1 where squared lengths are certainly near enough to 1 for rotations as stored. */
GAITI_INLINE gaiti_int4 fill_unit_lanes(gaiti_short8 xy, gaiti_short8 zw) {
    const int32_t unit = GAITI_SAMPLER_UNIT * GAITI_SAMPLER_UNIT / 4, tolerance = unit / 1000 - 8;
    gaiti_int4 square = (fill_multiply(xy, xy) >> 2) + (fill_multiply(zw, zw) >> 2);
    return (gaiti_int4)((square < unit + tolerance) & (square > unit - tolerance));
}

GAITI_INLINE bool fill_is_unit(const fill_pairs *q) {
    return gaiti_int4_is_all(fill_unit_lanes(q->pair[0], q->pair[1]) &
                             fill_unit_lanes(q->pair[2], q->pair[3]));
}

GAITI_INLINE gaiti_short8 fill_load_two(const int16_t a[4], const int16_t b[4]) {
#ifdef __SSE2__
    __m128i x = _mm_loadl_epi64((const __m128i *)(const void *)a);
    __m128i y = _mm_loadl_epi64((const __m128i *)(const void *)b);
    return (gaiti_short8)_mm_unpacklo_epi32(x, y);
#else
    gaiti_short8 both;
    memcpy(&both, a, 8);
    memcpy((uint8_t *)&both + 8, b, 8);
    gaiti_int4 pairs = (gaiti_int4)both;
    return (gaiti_short8)GAITI_FLOAT4_SHUFFLE(pairs, pairs, 0, 2, 1, 3);
#endif
}

/* The keys of one frame of the block, with the signs for the axes. */
GAITI_INLINE fill_pairs fill_load_pairs(const fill_state *state, size_t f) {
    fill_pairs q;
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i += 2) {
        const size_t lane = 2 * i;
        gaiti_int4 a = (gaiti_int4)fill_load_two(state->keys[lane][f], state->keys[lane + 1][f]);
        gaiti_int4 b =
            (gaiti_int4)fill_load_two(state->keys[lane + 2][f], state->keys[lane + 3][f]);
        q.pair[i] = (gaiti_short8)GAITI_FLOAT4_SHUFFLE(a, b, 0, 1, 4, 5);
        q.pair[i + 1] = (gaiti_short8)GAITI_FLOAT4_SHUFFLE(a, b, 2, 3, 6, 7);
    }
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        gaiti_short8 is_lowest = (gaiti_short8)(q.pair[i] == INT16_MIN);
        q.pair[i] = fill_negate(q.pair[i] - is_lowest, state->negate.pair[i]);
    }
    return q;
}

/* The first of each pair, then the second of each. */
GAITI_INLINE gaiti_short8 fill_split(gaiti_short8 pairs) {
#ifdef __SSE2__
    __m128i halves = _mm_shufflelo_epi16((__m128i)pairs, _MM_SHUFFLE(3, 1, 2, 0));
    halves = _mm_shufflehi_epi16(halves, _MM_SHUFFLE(3, 1, 2, 0));
    return (gaiti_short8)_mm_shuffle_epi32(halves, _MM_SHUFFLE(3, 1, 2, 0));
#else
    for (int i = 0; i < 2; i++) {
        gaiti_int4 lanes = (gaiti_int4)pairs;
        gaiti_short8 swapped = (gaiti_short8)GAITI_FLOAT4_SHUFFLE(lanes, lanes, 2, 3, 0, 1);
        pairs = GAITI_INTERLEAVE_16(pairs, swapped);
    }
    return pairs;
#endif
}

/* Between four rows and pairs. */
GAITI_INLINE void fill_store_rows(const fill_pairs *q, uint8_t *rows) {
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        gaiti_short8 part = fill_split(q->pair[i]);
        memcpy(rows + gaiti_sampler_integer_at(i % 2 * 2, i / 2 * 4, 4), &part, sizeof part);
    }
}

GAITI_INLINE void fill_load_rows(const uint8_t *rows, fill_pairs *q) {
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *part = rows + gaiti_sampler_integer_at(i % 2 * 2, i / 2 * 4, 4);
        gaiti_int4 first = GAITI_VECTOR_LOAD(gaiti_int4, part);
        gaiti_int4 second = GAITI_FLOAT4_SHUFFLE(first, first, 2, 3, 0, 1);
        q->pair[i] = GAITI_INTERLEAVE_16((gaiti_short8)first, (gaiti_short8)second);
    }
}

/* Bit i is set when lane i is -1. */
static uint8_t fill_bits(const int32_t lanes[FILL_LANES]) {
    unsigned bits = 0;
    for (unsigned i = 0; i < FILL_LANES; i++) {
        bits |= (unsigned)(lanes[i] & 1) << i;
    }
    return (uint8_t)bits;
}

/* Continues the signs of the previous keys, and sets -1 where bones rotate far. */
GAITI_INLINE void fill_continue(fill_pairs *q, const fill_pairs *previous, gaiti_int4 far[2]) {
    GAITI_UNROLL
    for (int i = 0; i < 2; i++) {
        gaiti_short8 *pair = &q->pair[2 * i];
        gaiti_int4 dot = fill_multiply(pair[0], previous->pair[2 * i]) +
                         fill_multiply(pair[1], previous->pair[2 * i + 1]);
        gaiti_int4 is_negative = dot >> 31;
        far[i] = (gaiti_int4)(((dot ^ is_negative) - is_negative) < FILL_NEAR);
        pair[0] = fill_negate(pair[0], (gaiti_short8)is_negative);
        pair[1] = fill_negate(pair[1], (gaiti_short8)is_negative);
    }
}

/* Lanes whose keys are copied in all blocks; the others are constant. */
static unsigned fill_varying_lanes(const gaiti_sampler_source *bones) {
    unsigned varying = 0;
    for (unsigned i = 0; i < FILL_LANES; i++) {
        varying |= (unsigned)(bones[i].local || bones[i].rotation.count > 1) << i;
    }
    return varying;
}

/* Sets the signs of one bone for the axes, and its keys if they are constant. */
static void fill_start_lane(const gaiti_sampler_source *bone, unsigned lane, bool varies,
                            fill_state *state) {
    int16_t constant[4];
    bool is_stored = varies && !bone->local && bone->rotation.element == GAIT_SNORM16;
    for (unsigned i = 0; i < 4 && is_stored; i++) {
        int16_t negate = (int16_t) - (bone->rotation.negate >> i & 1);
        size_t index = lane / 4 * 2 + i / 2;
        memcpy((uint8_t *)&state->negate.pair[index] + (lane % 4 * 2 + i % 2) * sizeof negate,
               &negate, sizeof negate);
    }
    if (!varies) {
        gaiti_sampler_rotation(bone, 0, constant);
    }
    for (uint32_t f = 0; f < FILL_BLOCK && !varies; f++) {
        memcpy(state->keys[lane][f], constant, sizeof constant);
    }
}

/* Eight keys of gaiti_local_keys(). */
GAITI_INLINE void fill_load_local(const gaiti_sampler_source *bone, uint32_t first,
                                  int16_t out[FILL_BLOCK][4]) {
    gaiti_short8 row[4];
    GAITI_UNROLL
    for (size_t i = 0; i < 4; i++) {
        double wide[FILL_BLOCK];
        int16_t integers[FILL_BLOCK];
        gaiti_sampler_widen(bone->local + (GAITI_SAMPLER_Q + i) * bone->row + first, wide);
        gaiti_sampler_round_8(wide, 0, 1, integers);
        memcpy(&row[i], integers, sizeof row[i]);
    }
    gaiti_short8 xy = GAITI_INTERLEAVE_16(row[0], row[1]), zw = GAITI_INTERLEAVE_16(row[2], row[3]);
    gaiti_int4 keys[4] = {GAITI_INTERLEAVE_32(xy, zw), GAITI_INTERLEAVE_32_HIGH(xy, zw)};
    xy = GAITI_INTERLEAVE_16_HIGH(row[0], row[1]), zw = GAITI_INTERLEAVE_16_HIGH(row[2], row[3]);
    keys[2] = GAITI_INTERLEAVE_32(xy, zw), keys[3] = GAITI_INTERLEAVE_32_HIGH(xy, zw);
    memcpy(out, keys, sizeof keys);
}

static void fill_load_lane(const gaiti_sampler_source *bone, uint32_t first, uint32_t count,
                           int16_t out[FILL_BLOCK][4]) {
    if (bone->local) {
        fill_load_local(bone, first, out);
    } else if (bone->rotation.element == GAIT_SNORM16) {
        const uint8_t *from = bone->rotation.data + (size_t)first * bone->rotation.stride;
        uint32_t ahead = first + 2 * FILL_BLOCK;
        ahead = ahead < bone->rotation.count ? ahead : bone->rotation.count - 1;
        __builtin_prefetch(bone->rotation.data + (size_t)ahead * bone->rotation.stride);
        for (uint32_t f = 0; f < count; f++, from += bone->rotation.stride) {
            memcpy(out[f], from, sizeof out[f]);
        }
    } else {
        for (uint32_t f = 0; f < count; f++) {
            gaiti_sampler_rotation(bone, first + f, out[f]);
        }
    }
}

/* One frame of the block. False when it needs the way for single rotations. */
GAITI_INLINE bool fill_frame(fill_state *state, const gaiti_sampler_place *to, uint32_t first,
                             uint32_t f) {
    gaiti_int4 far[2];
    int32_t lanes[FILL_LANES];
    fill_pairs q = fill_load_pairs(state, f);
    uint8_t *frame = fill_at(to, first + f, 0);
    if (!state->is_bounded || !fill_is_unit(&q)) {
        return false;
    }
    fill_continue(&q, &state->previous, far);
    if (first + f > 0 && !gaiti_int4_is_all(~(far[0] | far[1]))) {
        memcpy(lanes, far, sizeof lanes);
        (frame - to->frame_size)[to->group_index] = fill_bits(lanes);
    }
    fill_store_rows(&q, frame + to->group->rotation);
    state->previous = q;
    return true;
}

static void fill_rotations(const gaiti_sampler_source *bones, const gaiti_sampler_place *to) {
    fill_state state = {.is_bounded = true};
    unsigned varying = fill_varying_lanes(bones);
    for (unsigned lane = 0; lane < FILL_LANES; lane++) {
        fill_start_lane(&bones[lane], lane, varying >> lane & 1, &state);
    }
    for (uint32_t first = 0; first < to->frame_count; first += FILL_BLOCK) {
        uint32_t count = fill_block_size(to, first);
        for (unsigned lane = 0; lane < FILL_LANES; lane++) {
            if (varying >> lane & 1) {
                fill_load_lane(&bones[lane], first, count, state.keys[lane]);
            }
        }
        for (uint32_t f = 0; f < count; f++) {
            if (!fill_frame(&state, to, first, f)) {
                fill_rotations_of_frame(bones, to, first + f);
                fill_load_rows(fill_at(to, first + f, to->group->rotation), &state.previous);
                state.is_bounded = fill_is_unit(&state.previous);
            }
        }
    }
}
#else
static void fill_rotations(const gaiti_sampler_source *bones, const gaiti_sampler_place *to) {
    for (uint32_t f = 0; f < to->frame_count; f++) {
        fill_rotations_of_frame(bones, to, f);
    }
}
#endif

/* --- vectors ---------------------------------------------------------------------------------- */

typedef double fill_row[FILL_BLOCK];

/* Keys of a channel of native floats. */
static void fill_gather(const gait_channel *channel, uint32_t first, uint32_t count,
                        fill_row out[3]) {
    size_t stride = channel->count > 1 ? channel->stride : 0;
    const uint8_t *key = channel->data + first * stride;
    double signs[3];
    for (unsigned i = 0; i < 3; i++) {
        signs[i] = channel->negate >> i & 1 ? -1 : 1;
    }
    for (uint32_t f = 0; f < count; f++, key += stride) {
        float values[3];
        memcpy(values, key, sizeof values);
        out[0][f] = signs[0] * (double)values[0];
        out[1][f] = signs[1] * (double)values[1];
        out[2][f] = signs[2] * (double)values[2];
    }
}

/* Translations, or with `property` GAITI_SAMPLER_S scales, of eight frames. */
static void fill_load_vectors(const gaiti_sampler_source *bone, size_t property, uint32_t first,
                              uint32_t count, fill_row out[3]) {
    if (bone->local) {
        for (size_t i = 0; i < 3; i++) {
            gaiti_sampler_widen(bone->local + (property + i) * bone->row + first, out[i]);
        }
    } else if (property == GAITI_SAMPLER_T && bone->translation.count > 0 &&
               gaiti_sampler_is_float(&bone->translation)) {
        fill_gather(&bone->translation, first, count, out);
    } else {
        for (uint32_t f = 0; f < count; f++) {
            double value[9];
            gaiti_sampler_vector(bone, property, first + f, value);
            for (int i = 0; i < 3; i++) {
                out[i][f] = value[i];
            }
        }
    }
}

/* Stores a row of eight bones, one of three, in `count` frames. */
static void fill_store_integers(int16_t lanes[FILL_LANES][FILL_BLOCK], uint8_t *row,
                                size_t component, size_t frame_size, uint32_t count) {
    int16_t frames[FILL_BLOCK][FILL_LANES];
#if FILL_HAS_VECTORS
    gaiti_short8 a[8], b[8];
    memcpy(a, lanes, sizeof a);
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        b[2 * i] = GAITI_INTERLEAVE_16(a[i], a[i + 4]);
        b[2 * i + 1] = GAITI_INTERLEAVE_16_HIGH(a[i], a[i + 4]);
    }
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        a[2 * i] = GAITI_INTERLEAVE_16(b[i], b[i + 4]);
        a[2 * i + 1] = GAITI_INTERLEAVE_16_HIGH(b[i], b[i + 4]);
    }
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        b[2 * i] = GAITI_INTERLEAVE_16(a[i], a[i + 4]);
        b[2 * i + 1] = GAITI_INTERLEAVE_16_HIGH(a[i], a[i + 4]);
    }
    memcpy(frames, b, sizeof frames);
#else
    for (int i = 0; i < FILL_LANES * FILL_BLOCK; i++) {
        frames[i % FILL_BLOCK][i / FILL_BLOCK] = lanes[i / FILL_BLOCK][i % FILL_BLOCK];
    }
#endif
    for (uint32_t f = 0; f < count; f++, row += frame_size) {
        memcpy(row + gaiti_sampler_integer_at(component, 0, 3), frames[f], 8);
        memcpy(row + gaiti_sampler_integer_at(component, 4, 3), frames[f] + 4, 8);
    }
}

static void fill_integers(const gaiti_sampler_source *bones, const gaiti_sampler_place *to) {
    const gaiti_sampler_group *group = to->group;
    fill_row rows[3] = {{0}};
    int16_t integers[3][FILL_LANES][FILL_BLOCK];
    for (uint32_t first = 0; first < to->frame_count; first += FILL_BLOCK) {
        uint32_t count = fill_block_size(to, first);
        for (size_t lane = 0; lane < FILL_LANES; lane++) {
            fill_load_vectors(&bones[lane], GAITI_SAMPLER_T, first, count, rows);
            for (size_t i = 0; i < 3; i++) {
                double step = (double)group->steps[i][lane];
                double middle = (double)group->constants[GAITI_SAMPLER_T + i][lane];
                gaiti_sampler_round_8(rows[i], middle,
                                      step > 0 ? 1 / (step * GAITI_SAMPLER_UNIT) : 0,
                                      integers[i][lane]);
            }
        }
        for (size_t i = 0; i < 3; i++) {
            fill_store_integers(integers[i], fill_at(to, first, group->translation), i,
                                to->frame_size, count);
        }
    }
}

static void fill_floats(const gaiti_sampler_source *bones, size_t property, uint32_t offset,
                        const gaiti_sampler_place *to) {
    fill_row rows[3];
    for (uint32_t first = 0; first < to->frame_count; first += FILL_BLOCK) {
        uint32_t count = fill_block_size(to, first);
        for (size_t lane = 0; lane < FILL_LANES; lane++) {
            fill_load_vectors(&bones[lane], property, first, count, rows);
            uint8_t *frame = fill_at(to, first, offset + lane * sizeof(float));
            for (uint32_t f = 0; f < count; f++, frame += to->frame_size) {
                for (size_t i = 0; i < 3; i++) {
                    float key = (float)rows[i][f];
                    memcpy(frame + i * FILL_FLOATS, &key, sizeof key);
                }
            }
        }
    }
}

void gaiti_sampler_fill_group(const gaiti_sampler_source bones[GAITI_SAMPLER_LANES],
                              const gaiti_sampler_place *to) {
    const gaiti_sampler_group *group = to->group;
    if (group->rotation) {
        fill_rotations(bones, to);
    }
    if (group->translation && group->has_float_translation) {
        fill_floats(bones, GAITI_SAMPLER_T, group->translation, to);
    } else if (group->translation) {
        fill_integers(bones, to);
    }
    if (group->scale) {
        fill_floats(bones, GAITI_SAMPLER_S, group->scale, to);
    }
}
