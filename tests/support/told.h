/* Documents of extras as short texts, and clips that they are told to. */
#ifndef TEST_TOLD_H
#define TEST_TOLD_H

#include "gait/metadata.h"

enum { TOLD_TEXT = 4096, TOLD_FOUND = 8 };

/* A document whose quotes are single ones, and what was said of it. */
typedef struct told {
    gait_metadata *extras;
    gait_status status;
    gait_diagnostic items[TOLD_FOUND];
    gait_diagnostics found;
} told;

told *told_json(const char *json);
/* A document of one item. */
told *told_item(const char *item);
void told_free(told *made);
/* The only clip of a document that opened. */
const gait_metadata_clip *told_only(const told *made);

/* --- clips that are told something ------------------------------------------------------------ */

/* Two bones, of which the second is the source's first. */
gait_skeleton *told_two_bones(void);
extern const float told_thirds[4];
/* Without events and keys; NULL with its status when there is no memory. */
gait_clip *told_clip(const gait_skeleton *skeleton, uint32_t count, const float *time,
                     const gait_options *options, gait_status *out_status);
/* Motion 1, 2, 3; played with flags 4; one event "a" = "v" from 0.1 to 0.2. */
gait_clip *told_base(const gait_skeleton *skeleton, gait_time_unit unit);
/* What an item says otherwise; *out_clip is to be freed. */
uint32_t told_changes(const char *item, const gait_metadata_base *base, gait_clip **out_clip);

void told_near(double value, double wanted);

#endif
