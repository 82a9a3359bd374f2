/* Finds the rotation and scale between the edited skeleton and the base skeleton from the positions
 * of their joints. */
#include <math.h>
#include <string.h>

#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

/* Maximum distance between mapped heads, relative to the size of the skeleton. */
#define ALIGN_RESIDUAL 1e-4
/* Smaller differences from a scale of 1, and from the entries 0 and 1 of a right-angle rotation,
 * are noise. */
#define ALIGN_SCALE 1e-4
#define ALIGN_RIGHT_ANGLE 1e-3

enum { ALIGN_ROTATIONS = 24 };

/* Pairs of joint heads of the two files. */
typedef struct align_heads {
    const double (*edited)[3];
    const double (*base)[3];
    uint32_t count;
    double edited_square; /* sum of squared lengths */
    double size;          /* maximum distance of a base head from the origin */
} align_heads;

static void align_rotate(double m[3][3], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = gaiti_vector_dot(m[i], v);
    }
}

/* The least-squares scale for a rotation. */
static double align_scale(const align_heads *heads, double rotation[3][3]) {
    double sum = 0;
    for (uint32_t i = 0; i < heads->count; i++) {
        double rotated[3];
        align_rotate(rotation, heads->edited[i], rotated);
        sum += gaiti_vector_dot(rotated, heads->base[i]);
    }
    return heads->edited_square > 0 ? sum / heads->edited_square : 1;
}

/* True when the alignment maps every edited head to the base head. */
static bool align_matches(const align_heads *heads, gaiti_alignment *alignment) {
    double limit = ALIGN_RESIDUAL * heads->size;
    if (!(alignment->scale > 0)) {
        return false;
    }
    for (uint32_t i = 0; i < heads->count; i++) {
        double rotated[3], square = 0;
        align_rotate(alignment->rotation, heads->edited[i], rotated);
        for (int k = 0; k < 3; k++) {
            double difference = alignment->scale * rotated[k] - heads->base[i][k];
            square += difference * difference;
        }
        if (!(square <= limit * limit)) {
            return false;
        }
    }
    return true;
}

/* The 24 rotations by right angles: the identity, the two that exchange Y and Z, then the others.
 * Each row of the matrix is given as an axis +-1, +-2, +-3. */
static void align_right_rotation(int index, double out[3][3]) {
    static const int rotations[ALIGN_ROTATIONS][3] = {
        {1, 2, 3},   {1, 3, -2},   {1, -3, 2}, {1, -2, -3},  {-1, 2, -3}, {-1, -2, 3},
        {-1, 3, 2},  {-1, -3, -2}, {2, 1, -3}, {2, -1, 3},   {-2, 1, 3},  {-2, -1, -3},
        {3, 2, -1},  {-3, 2, 1},   {3, -2, 1}, {-3, -2, -1}, {2, 3, 1},   {2, -3, -1},
        {-2, 3, -1}, {-2, -3, 1},  {3, 1, 2},  {3, -1, -2},  {-3, 1, -2}, {-3, -1, 2},
    };
    for (int row = 0; row < 3; row++) {
        int axis = rotations[index][row];
        for (int column = 0; column < 3; column++) {
            out[row][column] = axis == column + 1 ? 1 : axis == -column - 1 ? -1 : 0;
        }
    }
}

static void align_finish(gaiti_alignment *alignment) {
    alignment->is_scaled = gaiti_abs(alignment->scale - 1) > ALIGN_SCALE;
    alignment->scale = alignment->is_scaled ? alignment->scale : 1;
}

static bool align_right_angles(const align_heads *heads, gaiti_alignment *alignment) {
    for (int index = 0; index < ALIGN_ROTATIONS; index++) {
        align_right_rotation(index, alignment->rotation);
        alignment->scale = align_scale(heads, alignment->rotation);
        if (align_matches(heads, alignment)) {
            alignment->is_rotated = index > 0;
            align_finish(alignment);
            return true;
        }
    }
    return false;
}

bool gaiti_is_right_rotation(double rotation[3][3]) {
    for (int i = 0; i < 9; i++) {
        double entry = gaiti_abs(rotation[i / 3][i % 3]);
        if (entry > ALIGN_RIGHT_ANGLE && entry < 1 - ALIGN_RIGHT_ANGLE) {
            return false;
        }
    }
    return true;
}

/* Tries the least-squares rotation: the orthogonal factor of the sum of outer products. The result
 * is used only if the scale is not 1, or if the rotation is by right angles up to noise. */
static bool align_free_rotation(const align_heads *heads, gaiti_alignment *alignment) {
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
    return alignment->is_scaled || gaiti_is_right_rotation(alignment->rotation);
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
        (align_right_angles(&heads, &alignment) || align_free_rotation(&heads, &alignment))) {
        return alignment;
    }
    alignment = (gaiti_alignment){.scale = 1, .is_mismatch = heads.size > 0};
    align_right_rotation(0, alignment.rotation);
    return alignment;
}
