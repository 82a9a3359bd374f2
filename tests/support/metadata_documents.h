/* Metadata documents as short texts, and clips to apply them to. */
#ifndef TEST_METADATA_DOCUMENTS_H
#define TEST_METADATA_DOCUMENTS_H

#include "metadata/metadata_state.h"
#include "gait/metadata.h"

enum { METADATA_TEXT = 4096, METADATA_FINDINGS = 8 };

/* An opened document, written with single quotes, and its diagnostics. */
typedef struct opened_metadata {
    gait_metadata *extras;
    gait_status status;
    gait_diagnostic items[METADATA_FINDINGS];
    gait_diagnostics found;
} opened_metadata;

opened_metadata *metadata_from_json(const char *json);
/* A document with one clip. */
opened_metadata *metadata_from_item(const char *item);
void opened_metadata_free(opened_metadata *made);
/* The metadata of the only clip of a document. */
const gait_metadata_clip *only_clip_metadata(const opened_metadata *made);

/* --- clips to apply metadata to --------------------------------------------------------------- */

/* A skeleton of two bones; the second is bone 0 of the source. */
gait_skeleton *two_bones(void);
extern const float thirds[4];
/* A clip without events and keys. Returns NULL and sets *out_status when there is no memory. */
gait_clip *clip_without_keys(const gait_skeleton *skeleton, uint32_t count, const float *time,
                             const gait_options *options, gait_status *out_status);
/* A clip with root motion 1, 2, 3, playback flags 4, and one event "a" = "v" from 0.1 to 0.2. */
gait_clip *base_clip_with_metadata(const gait_skeleton *skeleton, gait_time_unit unit);
/* The differences between the metadata of one clip and a base. The caller frees *out_clip. */
uint32_t metadata_changes(const char *item, const gaiti_metadata_base *base, gait_clip **out_clip);

void assert_near_f64(double value, double wanted);

#endif
