/* Documents of extras as short texts, and clips that they are told to. */
#ifndef TEST_METADATA_DOCUMENTS_H
#define TEST_METADATA_DOCUMENTS_H

#include "gait/metadata.h"

enum { METADATA_TEXT = 4096, METADATA_FINDINGS = 8 };

/* A document whose quotes are single ones, and what was said of it. */
typedef struct opened_metadata {
    gait_metadata *extras;
    gait_status status;
    gait_diagnostic items[METADATA_FINDINGS];
    gait_diagnostics found;
} opened_metadata;

opened_metadata *metadata_from_json(const char *json);
/* A document of one item. */
opened_metadata *metadata_from_item(const char *item);
void opened_metadata_free(opened_metadata *made);
/* The only clip of a document that opened. */
const gait_metadata_clip *only_clip_metadata(const opened_metadata *made);

/* --- clips that are told something ------------------------------------------------------------ */

/* Two bones, of which the second is the source's first. */
gait_skeleton *two_bones(void);
extern const float thirds[4];
/* Without events and keys; NULL with its status when there is no memory. */
gait_clip *clip_without_keys(const gait_skeleton *skeleton, uint32_t count, const float *time,
                             const gait_options *options, gait_status *out_status);
/* Motion 1, 2, 3; played with flags 4; one event "a" = "v" from 0.1 to 0.2. */
gait_clip *base_clip_with_metadata(const gait_skeleton *skeleton, gait_time_unit unit);
/* What an item says otherwise; *out_clip is to be freed. */
uint32_t metadata_changes(const char *item, const gait_metadata_base *base, gait_clip **out_clip);

void assert_near_f64(double value, double wanted);

#endif
