/* Plays tracks of banks as the games do, from the bytes of a file and without the library. */
#ifndef TEST_SUPPORT_PLAYED_TRACKS_H
#define TEST_SUPPORT_PLAYED_TRACKS_H

#include <stdbool.h>

#include "gait/base.h"

/* One track of a motion. */
typedef struct played_track {
    uint8_t flags;
    uint32_t frame_count;
    const uint8_t *rotation;    /* the keys, or the constant */
    const uint8_t *translation; /* the keys; NULL = constant */
    float size[3], init[3];
} played_track;

/* The motions of an OMF, or of the bank in an OGF: chunk 0xE or 14 at the top level. */
typedef struct played_bank {
    uint32_t motion_count, bone_count;
    played_track *tracks; /* [motion][bone] */
} played_bank;

/* Reads all tracks; `bone_count` is the number of tracks in each motion. False when the bank is
 * missing, compressed or cut. The caller frees the bank, which borrows the bytes. */
bool played_bank_read(gait_span file, uint32_t bone_count, played_bank *out);
void played_bank_free(played_bank *bank);

/* How games compute a translation: with a product that is rounded or not, and a sum that is rounded
 * from a double or not. */
typedef enum played_sum { PLAYED_FLOATS = 0, PLAYED_DOUBLES, PLAYED_FUSED, PLAYED_SUMS } played_sum;

/* A pose of one bone. */
typedef struct played_pose {
    double rotation[4]; /* not normalised */
    double translation[3];
} played_pose;

/* The pose at a key. */
played_pose played_at_key(const played_track *track, uint32_t frame, played_sum sum);
/* The pose between a key and the next one, 0 <= part < 1; after the last key comes the first. */
played_pose played_between(const played_track *track, uint32_t frame, double part);

/* Distance in metres, and angle in radians. */
double played_distance(const played_pose *a, const played_pose *b);
double played_angle(const played_pose *a, const played_pose *b);
/* True when all numbers have the same bits. */
bool played_equal(const played_pose *a, const played_pose *b);

#endif
