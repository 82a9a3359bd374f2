/* Was the edited skeleton turned or scaled as a whole? Told from where its joints are. */
#include <math.h>
#include <string.h>

#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

/* Of the size of the skeleton: heads that are farther off mean more than a turn. */
#define BACK_FIT_RESIDUAL 1e-4
/* Nearer to 1 or to a right angle than this is noise, and is taken for exact. */
#define BACK_FIT_SCALE 1e-4
#define BACK_FIT_RIGHT_ANGLE 1e-3

enum { BACK_FIT_TURNS = 24 };

/* Joint heads of both files. */
typedef struct align_heads {
    const double (*edited)[3];
    const double (*base)[3];
    uint32_t count;
    double edited_square; /* sum of squared lengths */
    double size;          /* the farthest head of the base */
} align_heads;

static void align_turn(double m[3][3], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = gaiti_vector_dot(m[i], v);
    }
}

/* The size that suits a rotation best. */
static double align_scale(const align_heads *heads, double rotation[3][3]) {
    double sum = 0;
    for (uint32_t i = 0; i < heads->count; i++) {
        double turned[3];
        align_turn(rotation, heads->edited[i], turned);
        sum += gaiti_vector_dot(turned, heads->base[i]);
    }
    return heads->edited_square > 0 ? sum / heads->edited_square : 1;
}

/* Does it put every head where the base has it? */
static bool align_matches(const align_heads *heads, gaiti_alignment *alignment) {
    double limit = BACK_FIT_RESIDUAL * heads->size;
    if (!(alignment->scale > 0)) {
        return false;
    }
    for (uint32_t i = 0; i < heads->count; i++) {
        double turned[3], square = 0;
        align_turn(alignment->rotation, heads->edited[i], turned);
        for (int k = 0; k < 3; k++) {
            double apart = alignment->scale * turned[k] - heads->base[i][k];
            square += apart * apart;
        }
        if (!(square <= limit * limit)) {
            return false;
        }
    }
    return true;
}

/* Turns by right angles: the identity, the two that swap Y and Z, then the others. Rows are the
 * axes +-1, +-2, +-3. */
static void align_right_turn(int index, double out[3][3]) {
    static const int turns[BACK_FIT_TURNS][3] = {
        {1, 2, 3},   {1, 3, -2},   {1, -3, 2}, {1, -2, -3},  {-1, 2, -3}, {-1, -2, 3},
        {-1, 3, 2},  {-1, -3, -2}, {2, 1, -3}, {2, -1, 3},   {-2, 1, 3},  {-2, -1, -3},
        {3, 2, -1},  {-3, 2, 1},   {3, -2, 1}, {-3, -2, -1}, {2, 3, 1},   {2, -3, -1},
        {-2, 3, -1}, {-2, -3, 1},  {3, 1, 2},  {3, -1, -2},  {-3, 1, -2}, {-3, -1, 2},
    };
    for (int row = 0; row < 3; row++) {
        int axis = turns[index][row];
        for (int column = 0; column < 3; column++) {
            out[row][column] = axis == column + 1 ? 1 : axis == -column - 1 ? -1 : 0;
        }
    }
}

static void align_finish(gaiti_alignment *alignment) {
    alignment->is_scaled = gaiti_abs(alignment->scale - 1) > BACK_FIT_SCALE;
    alignment->scale = alignment->is_scaled ? alignment->scale : 1;
}

static bool align_right_angles(const align_heads *heads, gaiti_alignment *alignment) {
    for (int turn = 0; turn < BACK_FIT_TURNS; turn++) {
        align_right_turn(turn, alignment->rotation);
        alignment->scale = align_scale(heads, alignment->rotation);
        if (align_matches(heads, alignment)) {
            alignment->is_rotated = turn > 0;
            align_finish(alignment);
            return true;
        }
    }
    return false;
}

static bool align_is_right(double rotation[3][3]) {
    for (int i = 0; i < 9; i++) {
        double entry = gaiti_abs(rotation[i / 3][i % 3]);
        if (entry > BACK_FIT_RIGHT_ANGLE && entry < 1 - BACK_FIT_RIGHT_ANGLE) {
            return false;
        }
    }
    return true;
}

/* The rotation that brings the heads nearest: the orthogonal factor of the sum of their products.
 */
static bool align_any_turn(const align_heads *heads, gaiti_alignment *alignment) {
    gait_affine products = {{{0}}, {0}};
    gait_transform nearest;
    for (uint32_t n = 0; n < heads->count; n++) {
        for (int i = 0; i < 9; i++) {
            products.m[i / 3][i % 3] += heads->base[n][i / 3] * heads->edited[n][i % 3];
        }
    }
    gait_affine_decompose(&products, &nearest);
    gaiti_matrix_from_quaternion(nearest.q, alignment->rotation);
    alignment->scale = align_scale(heads, alignment->rotation);
    if (!align_matches(heads, alignment)) {
        return false;
    }
    align_finish(alignment);
    alignment->is_rotated = true;
    return alignment->is_scaled || align_is_right(alignment->rotation);
}

gaiti_alignment gaiti_align_heads(const double (*edited)[3], const double (*base)[3],
                                  uint32_t count) {
    align_heads heads = {.edited = edited, .base = base, .count = count};
    gaiti_alignment alignment = {.scale = 1};
    double largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        double square = gaiti_vector_dot(base[i], base[i]);
        largest = square > largest ? square : largest;
        heads.edited_square += gaiti_vector_dot(edited[i], edited[i]);
    }
    heads.size = sqrt(largest);
    if (heads.size > 0 &&
        (align_right_angles(&heads, &alignment) || align_any_turn(&heads, &alignment))) {
        return alignment;
    }
    alignment = (gaiti_alignment){.scale = 1, .is_apart = heads.size > 0};
    align_right_turn(0, alignment.rotation);
    return alignment;
}
