/* Sums over keys that tell how well two bones hold together at any point.
 *
 * Two bones A and B of a skeleton meet at a joint: a point x of the rest pose that both move to the
 * same place, A x = B x at every key. The gap at x is |D x + d| with [D | d] = A - B, and the mean
 * of its square is a quadratic function of x. Its ten coefficients are summed once per pair of
 * bones; all further questions cost the same for any number of keys. The difference is taken before
 * the products: sums of products of the deltas themselves would cancel.
 *
 * n bones have n (n - 1) / 2 pairs, and each costs about 70 operations per key. Many keys of a clip
 * are nearly alike, so only the most different ones are summed. */
#include <math.h>

#include "base/try.h"
#include "gait/pose.h"
#include "joints/joint_sums.h"
#include "model/quaternion.h"

enum {
    JOINT_CANDIDATE_KEYS = 128, /* evenly distributed over the clip */
    JOINT_KEYS = 32,            /* the most different ones of these */
    JOINT_SWEEPS = 32
};

/* Keys that differ by less are copies: square distance of a pose, per bone. */
static const double joint_copy_distance = 1e-10;
/* Smaller eigenvalues of sums are rounding errors. */
static const double joint_weight_min = 1e-9;

/* --- keys ------------------------------------------------------------------------------------- */

/* A clip, the bones that are read from it, and a pose of all its bones. */
typedef struct joint_source {
    const gait_clip *clip;
    const uint32_t *bones; /* NULL = all, in order */
    uint32_t bone_count;
    gait_affine *pose;
} joint_source;

/* Reads the pose at a key. *out_is_finite is false if any of its numbers is not finite. */
static gait_status joint_read_key(const joint_source *self, uint32_t frame, gait_affine *out,
                                  bool *out_is_finite) {
    gait_status status =
        gait_pose_at_frame(self->clip, frame, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, self->pose);
    double sum = 0;
    for (uint32_t b = 0; b < self->bone_count && status == GAIT_OK; b++) {
        out[b] = self->pose[self->bones ? self->bones[b] : b];
        for (int i = 0; i < 3; i++) {
            sum += (out[b].m[i][0] - out[b].m[i][0]) + (out[b].m[i][1] - out[b].m[i][1]) +
                   (out[b].m[i][2] - out[b].m[i][2]) + (out[b].t[i] - out[b].t[i]);
        }
    }
    *out_is_finite = sum == 0;
    return status;
}

/* Lists the keys whose numbers are all finite. */
static gait_status joint_list_finite(const joint_source *self, gait_affine *work, uint32_t *frames,
                                     uint32_t *out_count) {
    *out_count = 0;
    for (uint32_t frame = 0; frame < self->clip->frame_count; frame++) {
        bool is_finite;
        GAITI_TRY(joint_read_key(self, frame, work, &is_finite));
        if (is_finite) {
            frames[(*out_count)++] = frame;
        }
    }
    return GAIT_OK;
}

static double joint_distance_square(const gait_affine *a, const gait_affine *b, uint32_t count) {
    double sum = 0;
    for (uint32_t n = 0; n < count; n++) {
        for (int i = 0; i < 3; i++) {
            double x = a[n].m[i][0] - b[n].m[i][0], y = a[n].m[i][1] - b[n].m[i][1];
            double z = a[n].m[i][2] - b[n].m[i][2], t = a[n].t[i] - b[n].t[i];
            sum += x * x + y * y + z * z + t * t;
        }
    }
    return sum;
}

/* Moves the most different keys to the front: the first one, then always the one that is farthest
 * from those chosen before. */
static void joint_choose_keys(gaiti_joint_keys *keys) {
    const uint32_t bone_count = keys->bone_count;
    double nearest[JOINT_CANDIDATE_KEYS];
    uint32_t chosen = keys->key_count > 0;
    for (uint32_t k = 1; k < keys->key_count; k++) {
        nearest[k] = INFINITY;
    }
    while (chosen > 0 && chosen < keys->key_count && chosen < JOINT_KEYS) {
        const gait_affine *last = keys->poses + (size_t)(chosen - 1) * bone_count;
        uint32_t farthest = chosen;
        for (uint32_t k = chosen; k < keys->key_count; k++) {
            const gait_affine *pose = keys->poses + (size_t)k * bone_count;
            double distance = joint_distance_square(pose, last, bone_count);
            nearest[k] = distance < nearest[k] ? distance : nearest[k];
            farthest = nearest[k] > nearest[farthest] ? k : farthest;
        }
        if (nearest[farthest] < joint_copy_distance * bone_count) {
            break;
        }
        gait_affine *a = keys->poses + (size_t)chosen * bone_count;
        gait_affine *b = keys->poses + (size_t)farthest * bone_count;
        for (uint32_t n = 0; n < bone_count; n++) {
            gait_affine swapped = a[n];
            a[n] = b[n];
            b[n] = swapped;
        }
        nearest[farthest] = nearest[chosen];
        chosen++;
    }
    keys->key_count = chosen;
}

gait_status gaiti_joint_keys_read(const gait_clip *clip, const uint32_t *bones, uint32_t bone_count,
                                  gaiti_arena *arena, gaiti_joint_keys *out) {
    joint_source source = {clip, bones, bone_count,
                           gaiti_alloc(arena, clip->skeleton->bone_count, sizeof(gait_affine))};
    uint32_t *frames = gaiti_alloc(arena, clip->frame_count, sizeof *frames), count;
    uint64_t room =
        clip->frame_count < JOINT_CANDIDATE_KEYS ? clip->frame_count : JOINT_CANDIDATE_KEYS;
    *out = (gaiti_joint_keys){bone_count, 0, NULL};
    out->poses = gaiti_alloc(arena, (room + 1) * bone_count, sizeof *out->poses);
    if (!source.pose || !frames || !out->poses) {
        return arena->status;
    }
    GAITI_TRY(joint_list_finite(&source, out->poses, frames, &count));
    uint32_t used = count < JOINT_CANDIDATE_KEYS ? count : JOINT_CANDIDATE_KEYS;
    for (uint32_t k = 0; k < used; k++) {
        bool is_finite;
        uint64_t index = used < count ? (uint64_t)k * (count - 1) / (used - 1) : k;
        GAITI_TRY(joint_read_key(&source, frames[index], out->poses + (size_t)k * bone_count,
                                 &is_finite));
    }
    out->key_count = used;
    joint_choose_keys(out);
    return GAIT_OK;
}

/* --- sums ------------------------------------------------------------------------------------- */

static inline void joint_add(gaiti_joint_sums *sums, const gait_affine *a, const gait_affine *b) {
    for (int i = 0; i < 3; i++) {
        double x = a->m[i][0] - b->m[i][0], y = a->m[i][1] - b->m[i][1];
        double z = a->m[i][2] - b->m[i][2], t = a->t[i] - b->t[i];
        sums->square[0] += x * x;
        sums->square[1] += x * y;
        sums->square[2] += x * z;
        sums->square[3] += y * y;
        sums->square[4] += y * z;
        sums->square[5] += z * z;
        sums->side[0] += x * t;
        sums->side[1] += y * t;
        sums->side[2] += z * t;
        sums->length += t * t;
    }
}

void gaiti_joint_sums_add(gaiti_joint_sums *sums, const gait_affine *a, const gait_affine *b) {
    joint_add(sums, a, b);
}

void gaiti_joint_sums_merge(gaiti_joint_sums *sums, const gaiti_joint_sums *other) {
    for (int i = 0; i < 6; i++) {
        sums->square[i] += other->square[i];
    }
    for (int i = 0; i < 3; i++) {
        sums->side[i] += other->side[i];
    }
    sums->length += other->length;
}

void gaiti_joint_sums_add_pairs(const gaiti_joint_keys *keys, gaiti_joint_sums *sums) {
    const uint32_t bone_count = keys->bone_count;
    for (uint32_t high = 1; high < bone_count; high++) {
        for (uint32_t low = 0; low < high; low++) {
            gaiti_joint_sums sum = *sums;
            for (uint32_t k = 0; k < keys->key_count; k++) {
                const gait_affine *pose = keys->poses + (size_t)k * bone_count;
                joint_add(&sum, &pose[low], &pose[high]);
            }
            *sums++ = sum;
        }
    }
}

static void joint_expand(const gaiti_joint_sums *sums, double m[3][3]) {
    static const int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[i][j] = sums->square[place[i][j]];
        }
    }
}

double gaiti_joint_gap(const gaiti_joint_sums *sums, uint32_t key_count, const double at[3]) {
    double m[3][3], sum = sums->length;
    joint_expand(sums, m);
    for (int i = 0; i < 3; i++) {
        sum += 2 * at[i] * sums->side[i];
        for (int j = 0; j < 3; j++) {
            sum += at[i] * m[i][j] * at[j];
        }
    }
    return sum > 0 ? sqrt(sum / key_count) : 0;
}

void gaiti_joint_solve(const gaiti_joint_sums *sums, uint32_t key_count, double weight,
                       const double centre[3], double out[3]) {
    const double pull = weight * key_count, least = pull / 2, *s = sums->square;
    double a = sqrt(s[0] + pull); /* Cholesky decomposition: [a 0 0; b c 0; d e f] */
    double b = s[1] / a, d = s[2] / a;
    double left = s[3] + pull - b * b;
    double c = sqrt(left > least ? left : least);
    double e = (s[4] - b * d) / c;
    left = s[5] + pull - d * d - e * e;
    double f = sqrt(left > least ? left : least);
    double x = (pull * centre[0] - sums->side[0]) / a;
    double y = (pull * centre[1] - sums->side[1] - b * x) / c;
    double z = (pull * centre[2] - sums->side[2] - d * x - e * y) / f;
    out[2] = z / f;
    out[1] = (y - e * out[2]) / c;
    out[0] = (x - b * out[1] - d * out[2]) / a;
}

/* --- eigenvectors ----------------------------------------------------------------------------- */

/* A Jacobi rotation: makes m[p][q] zero and rotates the columns of `vectors` accordingly. */
static void joint_rotate(double m[3][3], double vectors[3][3], int p, int q) {
    double slope = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = (slope < 0 ? -1 : 1) / (gaiti_abs(slope) + sqrt(slope * slope + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = vectors[k][p], b = vectors[k][q];
        vectors[k][p] = c * a - s * b;
        vectors[k][q] = s * a + c * b;
    }
}

/* Diagonalises a symmetric matrix; the columns of `vectors` become its eigenvectors. */
static void joint_diagonalise(double m[3][3], double vectors[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            vectors[i][j] = i == j;
        }
    }
    for (int sweep = 0; sweep < JOINT_SWEEPS; sweep++) {
        double off = gaiti_abs(m[0][1]) + gaiti_abs(m[0][2]) + gaiti_abs(m[1][2]);
        double size = gaiti_abs(m[0][0]) + gaiti_abs(m[1][1]) + gaiti_abs(m[2][2]);
        if (!(off > size * 1e-15)) {
            break;
        }
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (m[p][q] != 0) {
                    joint_rotate(m, vectors, p, q);
                }
            }
        }
    }
}

double gaiti_joint_least_turn(const gaiti_joint_sums *sums, uint32_t key_count) {
    double m[3][3], vectors[3][3];
    joint_expand(sums, m);
    joint_diagonalise(m, vectors);
    double least = m[0][0] < m[1][1] ? m[0][0] : m[1][1];
    least = least < m[2][2] ? least : m[2][2];
    return least > 0 ? least / key_count : 0;
}

int gaiti_joint_move(const gaiti_joint_sums *sums, uint32_t key_count, double noise,
                     double error_max, double at[3]) {
    double m[3][3], vectors[3][3], pull[3], moved[3] = {at[0], at[1], at[2]};
    int determined = 0;
    joint_expand(sums, m);
    for (int i = 0; i < 3; i++) {
        pull[i] = -sums->side[i];
        for (int j = 0; j < 3; j++) {
            pull[i] -= m[i][j] * at[j];
        }
    }
    noise *= sqrt((double)key_count);
    joint_diagonalise(m, vectors);
    for (int k = 0; k < 3; k++) {
        double along = 0, weight = m[k][k];
        if (!(weight > joint_weight_min && noise <= error_max * sqrt(weight))) {
            continue;
        }
        for (int i = 0; i < 3; i++) {
            along += vectors[i][k] * pull[i];
        }
        for (int i = 0; i < 3; i++) {
            moved[i] += vectors[i][k] * along / weight;
        }
        determined++;
    }
    for (int i = 0; i < 3; i++) {
        at[i] = moved[i];
    }
    return determined;
}
