#include "mannequin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "gait/model.h"

/* Each limb is a barrel: four rings of points between two tips. */
enum { RINGS = 4, RING = 8, LIMB_POINTS = RINGS * RING + 2, LIMB_FACES = (RINGS + 1) * RING };

/* A limb from the joint of a bone to that of another one, or along `end` from it. */
typedef struct limb {
    const char *bone, *to; /* without the side for limbs on both; to = NULL: `end` */
    double end[3];
    double radii[2]; /* at the ends, metres */
    double wide;     /* factor across, for flat limbs */
} limb;

static const limb middle_limbs[] = {
    {"Pelvis", "Spine1", {0}, {0.125, 0.11}, 1.2},
    {"Spine1", "Spine3", {0}, {0.115, 0.13}, 1.15},
    {"Spine3", "neck", {0}, {0.135, 0.075}, 1.3},
    {"neck", "head", {0}, {0.055, 0.05}, 1},
    {"head", NULL, {0, 0.17, 0.02}, {0.07, 0.09}, 0.85},
};

static const limb side_limbs[] = {
    {"Arm", "ForeArm", {0}, {0.055, 0.042}, 1},
    {"ForeArm", "Hand", {0}, {0.042, 0.03}, 1},
    {"Hand", "HandMiddle3", {0}, {0.03, 0.022}, 1.4},
    {"UpLeg", "Leg", {0}, {0.085, 0.06}, 1},
    {"Leg", "Foot", {0}, {0.058, 0.04}, 1},
    {"Foot", "ToeBase", {0}, {0.042, 0.036}, 1.15},
    {"ToeBase", NULL, {0, -0.005, 0.07}, {0.034, 0.024}, 1.5},
};

enum {
    MIDDLE = sizeof middle_limbs / sizeof *middle_limbs,
    BOTH = sizeof side_limbs / sizeof *side_limbs,
    LIMBS = MIDDLE + 2 * BOTH
};

typedef struct mannequin {
    const gait_skeleton *skeleton;
    float points[LIMBS * LIMB_POINTS][3], normals[LIMBS * LIMB_POINTS][3]; /* engine axes */
    char bones[LIMBS][32];
    uint32_t count; /* limbs */
} mannequin;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Makes a unit vector; returns the length before. */
static double normalize(double v[3]) {
    double length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) {
        v[i] /= length;
    }
    return length;
}

static const double *joint(const mannequin *self, const char *bone) {
    int32_t index = gait_skeleton_find(self->skeleton, bone);
    return self->skeleton->rest_model[index < 0 ? 0 : index].t;
}

/* The directions along a limb, across it (as much to the right as possible), and the third. */
static double limb_axes(const double from[3], const double to[3], double axes[3][3]) {
    for (int i = 0; i < 3; i++) {
        axes[0][i] = to[i] - from[i];
    }
    double length = normalize(axes[0]);
    double right[3] = {1, 0, 0}, forward[3] = {0, 0, 1};
    const double *wanted = fabs(axes[0][0]) < 0.6 ? right : forward;
    for (int i = 0; i < 3; i++) {
        axes[1][i] = wanted[i] - dot(wanted, axes[0]) * axes[0][i];
    }
    normalize(axes[1]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        axes[2][i] = axes[0][j] * axes[1][k] - axes[0][k] * axes[1][j];
    }
    return length;
}

static void set_point(mannequin *self, uint32_t point, const double at[3],
                      const double direction[3]) {
    double normal[3] = {direction[0], direction[1], direction[2]};
    normalize(normal);
    for (int i = 0; i < 3; i++) {
        self->points[point][i] = (float)at[i];
        self->normals[point][i] = (float)normal[i];
    }
}

/* The points of a ring: its distance from the start, its radius, and the part of the normals that
 * is along the limb. */
static void set_ring(mannequin *self, uint32_t first, const double from[3], double axes[3][3],
                     const double ring[3], double wide) {
    static const double turns[RING][2] = {
        {1, 0},  {0.70710678, 0.70710678},   {0, 1},  {-0.70710678, 0.70710678},
        {-1, 0}, {-0.70710678, -0.70710678}, {0, -1}, {0.70710678, -0.70710678}};
    double along = ring[0], radius = ring[1], slope = ring[2];
    for (uint32_t k = 0; k < RING; k++) {
        double at[3], direction[3];
        for (int i = 0; i < 3; i++) {
            double across = turns[k][0] * axes[1][i], third = turns[k][1] * axes[2][i];
            at[i] = from[i] + along * axes[0][i] + radius * (wide * across + third);
            direction[i] = across / wide + third + slope * axes[0][i];
        }
        set_point(self, first + k, at, direction);
    }
}

static void add_limb(mannequin *self, const char *bone, const double from[3], const double to[3],
                     const limb *shape) {
    double axes[3][3], tip[3], back[3];
    double length = limb_axes(from, to, axes), a = shape->radii[0], b = shape->radii[1];
    const double rings[RINGS][3] = {
        {-0.45 * a, 0.72 * a, -1}, {0, a, 0}, {length, b, 0}, {length + 0.45 * b, 0.72 * b, 1}};
    uint32_t first = self->count * LIMB_POINTS;
    for (int i = 0; i < 3; i++) {
        back[i] = -axes[0][i];
        tip[i] = from[i] - 0.75 * a * axes[0][i];
    }
    set_point(self, first, tip, back);
    for (uint32_t r = 0; r < RINGS; r++) {
        set_ring(self, first + 1 + r * RING, from, axes, rings[r], shape->wide);
    }
    for (int i = 0; i < 3; i++) {
        tip[i] = from[i] + (length + 0.75 * b) * axes[0][i];
    }
    set_point(self, first + LIMB_POINTS - 1, tip, axes[0]);
    (void)snprintf(self->bones[self->count++], sizeof self->bones[0], "%s", bone);
}

static void add_shape(mannequin *self, const limb *shape, const char *side) {
    char bone[32], to[32];
    double end[3];
    (void)snprintf(bone, sizeof bone, "%s%s", side, shape->bone);
    const double *from = joint(self, bone);
    for (int i = 0; i < 3; i++) {
        end[i] = from[i] + shape->end[i];
    }
    if (shape->to) {
        (void)snprintf(to, sizeof to, "%s%s", side, shape->to);
        memcpy(end, joint(self, to), sizeof end);
    }
    add_limb(self, bone, from, end, shape);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a face. Files store the points in the opposite order. */
static void write_face(gait_buffer *out, const uint32_t corners[4], uint32_t sides) {
    gaiti_write_u32(out, sides);
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t corner = c < sides ? corners[c == 0 ? 0 : sides - c] : 0;
        gaiti_write_u32(out, corner);
        gaiti_write_u32(out, corner);
        gaiti_write_f32(out, 0);
        gaiti_write_f32(out, 0);
    }
    gaiti_write_u32(out, 0);
    gaiti_write_u8(out, 0); /* no texture */
    gaiti_write_u8(out, 0); /* no material */
}

static void write_limb_faces(gait_buffer *out, uint32_t first) {
    uint32_t last = first + LIMB_POINTS - 1;
    for (uint32_t k = 0; k < RING; k++) {
        uint32_t next = (k + 1) % RING, end = last - RING;
        write_face(out, (uint32_t[4]){first, first + 1 + next, first + 1 + k, 0}, 3);
        write_face(out, (uint32_t[4]){last, end + k, end + next, 0}, 3);
        for (uint32_t r = 0; r + 1 < RINGS; r++) {
            uint32_t ring = first + 1 + r * RING;
            write_face(
                out, (uint32_t[4]){ring + k, ring + next, ring + RING + next, ring + RING + k}, 4);
        }
    }
}

/* Files have their points turned by half a turn about Y, and normals that point inwards. */
static void write_vectors(gait_buffer *out, const mannequin *self) {
    uint32_t points = self->count * LIMB_POINTS;
    for (uint32_t p = 0; p < points; p++) {
        gaiti_write_f32(out, -self->points[p][0]);
        gaiti_write_f32(out, self->points[p][1]);
        gaiti_write_f32(out, -self->points[p][2]);
        gaiti_write_u32(out, 0);
    }
    for (uint32_t p = 0; p < points; p++) {
        gaiti_write_f32(out, self->normals[p][0]);
        gaiti_write_f32(out, -self->normals[p][1]);
        gaiti_write_f32(out, self->normals[p][2]);
    }
}

/* A selection with the name of a bone: its points and faces are those of its limb. */
static void write_selection(gait_buffer *out, const mannequin *self, uint32_t index) {
    uint32_t after = self->count - index - 1;
    gaiti_write_u8(out, 1);
    gaiti_write(out, self->bones[index], strlen(self->bones[index]) + 1);
    gaiti_write_u32(out, self->count * (LIMB_POINTS + LIMB_FACES));
    gaiti_write_fill(out, 0, (size_t)index * LIMB_POINTS);
    gaiti_write_fill(out, 1, LIMB_POINTS);
    gaiti_write_fill(out, 0, (size_t)after * LIMB_POINTS + (size_t)index * LIMB_FACES);
    gaiti_write_fill(out, 1, LIMB_FACES);
    gaiti_write_fill(out, 0, (size_t)after * LIMB_FACES);
}

static void write_model(gait_buffer *out, const mannequin *self) {
    static const char end[] = "#EndOfFile#";
    gaiti_write_text(out, "MLOD");
    gaiti_write_u32(out, 0x101);
    gaiti_write_u32(out, 1);
    gaiti_write_text(out, "P3DM");
    gaiti_write_u32(out, 0x1C);
    gaiti_write_u32(out, 0x100);
    gaiti_write_u32(out, self->count * LIMB_POINTS);
    gaiti_write_u32(out, self->count * LIMB_POINTS);
    gaiti_write_u32(out, self->count * LIMB_FACES);
    gaiti_write_u32(out, 0);
    write_vectors(out, self);
    for (uint32_t i = 0; i < self->count; i++) {
        write_limb_faces(out, i * LIMB_POINTS);
    }
    gaiti_write_text(out, "TAGG");
    for (uint32_t i = 0; i < self->count; i++) {
        write_selection(out, self, i);
    }
    gaiti_write_u8(out, 1);
    gaiti_write(out, end, sizeof end);
    gaiti_write_u32(out, 0);
    gaiti_write_f32(out, 1); /* the first level of detail */
}

gait_status write_mannequin(gait_buffer *out) {
    static mannequin self;
    gait_skeleton *skeleton;
    gait_status status = gait_builtin_skeleton("arma3-man", NULL, &skeleton);
    if (status != GAIT_OK) {
        return status;
    }
    self = (mannequin){.skeleton = skeleton};
    for (size_t i = 0; i < MIDDLE; i++) {
        add_shape(&self, &middle_limbs[i], "");
    }
    for (size_t i = 0; i < 2 * (size_t)BOTH; i++) {
        add_shape(&self, &side_limbs[i / 2], i % 2 == 0 ? "Left" : "Right");
    }
    size_t before = out->size;
    write_model(out, &self);
    gait_skeleton_free(skeleton);
    return out->size > before ? GAIT_OK : GAIT_NO_MEMORY;
}
