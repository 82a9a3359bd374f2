/* Helpers for calls with invalid arguments: NULL, indices out of range, incomplete structs. */
#ifndef TEST_SUPPORT_WRONG_H
#define TEST_SUPPORT_WRONG_H

#include "fixtures.h"
#include "model/clip_change.h"
#include "gait/file.h"

/* Out-parameters point here before a call that must set them to NULL. */
extern char wrong_place;

#define assert_bad(call) assert_int_equal(call, GAIT_BAD_ARGUMENT)
#define assert_bad_out(out, call)                                                                  \
    do {                                                                                           \
        (out) = (void *)&wrong_place;                                                              \
        assert_int_equal(call, GAIT_BAD_ARGUMENT);                                                 \
        assert_null(out);                                                                          \
    } while (0)
#define assert_empty(span) assert_int_equal((span).size, 0)

/* A span with a size and a NULL pointer. */
static const gait_span wrong_span = {NULL, 5};

/* test_open() with GAIT_OPEN_SKELETON. */
test_file wrong_open_skeleton(const char *path);

/* A clip of a file on a skeleton. Free both with wrong_free_clip(). */
gait_clip *wrong_clip_of(const gait_file *file, gait_skeleton **out_skeleton);
void wrong_free_clip(gait_clip *clip, gait_skeleton *skeleton);

/* A file exported as a .glb, open until test_close(). */
test_file wrong_export(const gait_file *file);

enum { WRONG_CLIPS = 7 };

/* Copies of a clip with frames and bones, each with one field missing or invalid. */
void wrong_clips(const gait_clip *clip, gait_clip out[WRONG_CLIPS]);

/* Changes of `clip`, each with one member missing or invalid: one of those of the base clip, the
 * base clip itself, the bones, or the times. */
enum { WRONG_CHANGES = WRONG_CLIPS + 3 };
void wrong_changes(const gait_clip *clip, gait_clip bases[WRONG_CLIPS],
                   gaiti_clip_change out[WRONG_CHANGES]);

/* A visitor that continues to the last field. */
bool wrong_visit(void *user, const gait_field *field);

#endif
