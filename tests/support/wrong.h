/* Helpers for calls with invalid arguments: NULL, indices out of range, incomplete structs. */
#ifndef TEST_SUPPORT_WRONG_H
#define TEST_SUPPORT_WRONG_H

#include <math.h>

#include "fixtures.h"
#include "gait/expert.h"
#include "model/clip_change.h"

/* Out-parameters point here before a call that must set them to NULL. */
extern char wrong_place;

/* A span with a size and a NULL pointer. */
static const gait_span wrong_span = {NULL, 5};

/* Arrays for functions that take several elements. */
static const uint32_t wrong_order[] = {0, 1, 2, 3, 4}, wrong_beyond[] = {UINT32_MAX},
                      wrong_twice[] = {1, 1};
static const char *const wrong_words[] = {"reorder", "--sort"}, *const wrong_null_word[] = {NULL};
static const gait_span wrong_name = {(const uint8_t *)"a", 1};
static const uint8_t wrong_zeros[64] = {0};
static const gait_omf_track wrong_track = {.flags = GAIT_OMF_ROTATION_CONSTANT,
                                           .rotation_keys = {wrong_zeros, 8}};
static const gait_diagnostics wrong_no_diagnostics = {0};
static const gait_trs wrong_bone = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
static const int32_t wrong_bones[] = {0};
static const double wrong_times[8] = {0};
static const float wrong_mask[] = {NAN};

/* A fixture, a sample or "export:FILE", the .glb of a file. They are open, and the bytes are there,
 * until wrong_release(). */
const gait_file *wrong_file(const char *path);
gait_span wrong_bytes(const char *path);

/* Opened with GAIT_OPEN_SKELETON, until wrong_release(). */
const gait_file *wrong_skeleton_of(const char *path);

/* A reader of a file, until wrong_release(). */
const gait_reader *wrong_reader(const char *path);

/* The bones of the game of a file that has only names, or NULL, until wrong_release(). */
const gait_skeleton *wrong_tree(const char *path);

/* Closes all files. A teardown function for cmocka. */
int wrong_release(void **state);

/* Memory for results, of which there are a few. wrong_fill() sets its bytes to a value; then
 * wrong_kept() asserts that they still have it, and wrong_cleared() that the first ones are 0. */
void *wrong_room(unsigned index);
void wrong_fill(unsigned index);
void wrong_kept(unsigned index);
void wrong_cleared(unsigned index);

/* An empty buffer, until wrong_release(). */
gait_buffer *wrong_buffer(void);

/* Identity matrices, for more bones than any file has. */
const float *wrong_identities(void);

/* A copy of a clip, without frames. */
const gait_clip *wrong_empty(const gait_clip *clip);

/* No changes of as many bones. */
const gaiti_bone_change *wrong_bone_changes(void);

/* Memory for the sampler of a clip, and the sampler, until wrong_release(). */
const gait_sampler_memory *wrong_memory(const gait_clip *clip);
const gait_sampler *wrong_sampler(const gait_clip *clip);

/* An edited file without clips for a host program, and a new bank with a part and a bone, until
 * wrong_release(). */
gait_edited_file *wrong_host_edited(const gait_host *host);
gait_omf *wrong_new_omf(void);

/* Options of a conversion to .glb. */
extern const gait_convert_options wrong_to_gltf;

/* Ends a search without its result. */
void wrong_end_search(gait_search *search);

/* A visitor that continues to the last field. */
bool wrong_visit(void *user, const gait_field *field);

#endif
