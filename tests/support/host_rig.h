/* Host programs for the tests of gait/host.h: rest poses, and poses from blocks of keys. */
#ifndef TEST_SUPPORT_HOST_RIG_H
#define TEST_SUPPORT_HOST_RIG_H

#include "fixtures.h"
#include "gait/host.h"

/* Files of several formats. */
enum { HOST_SAMPLES = 4 };
extern const char *const host_samples[HOST_SAMPLES];

/* A file with the skeleton for its clips. */
typedef struct host_file {
    test_file file;
    gait_skeleton *skeleton;
} host_file;

host_file host_open(const char *path);
void host_close(host_file *self);

typedef enum host_rig_kind {
    HOST_RIG_OWN = 0, /* the rest pose of the skeleton, glTF axes */
    HOST_RIG_Z_UP,    /* the same, Z up */
    HOST_RIG_BLENDER, /* Z up; Y points along the bone, with a random roll */
    HOST_RIG_RANDOM,  /* Z up; bones rotated at random */
    HOST_RIG_MOVED,   /* the same, with heads moved by up to 5 cm */
    HOST_RIG_KINDS
} host_rig_kind;

typedef struct host_rig {
    gait_host host;
    float *rests;
    float axes[16];
} host_rig;

/* Free it with host_rig_free(). The skeleton must outlive it. */
host_rig host_rig_new(const gait_skeleton *skeleton, host_rig_kind kind, uint64_t *seed);
void host_rig_free(host_rig *rig);

/* One bone of a block: counts, and the bytes of the keys. */
typedef struct host_rig_bone {
    uint32_t rotation_count, translation_count;
    const uint8_t *rotations, *translations; /* 20 and 16 bytes per key */
} host_rig_bone;

/* Finds the bones of a block. Fails the test when its size is wrong. */
void host_rig_split(gait_span block, uint32_t bone_count, host_rig_bone *out);

/* Float `index` of bytes. */
float host_rig_float(const uint8_t *bytes, size_t index);

/* The pose of all bones at a key time, by the formula of gait_host_keys(), in model space and
 * glTF axes, with the rest poses of the skeleton instead of those of the host. */
void host_rig_pose(const host_rig *rig, gait_span block, float time, gait_affine *out);

#endif
