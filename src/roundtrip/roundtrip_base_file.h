/* The key times of a base file from gaiti_base_file_new(). */
#ifndef GAITI_ROUNDTRIP_BASE_FILE_H
#define GAITI_ROUNDTRIP_BASE_FILE_H

#include "gait/edited_file.h"
#include "model/keyframes.h"
#include "roundtrip/compare/compare_steps.h"

/* Places the keys of a clip as an export with these options does. */
gait_status gaiti_base_file_place(gaiti_base_file *base, uint32_t clip, gaiti_key_request request);

/* An export whose request is searched. */
typedef struct gaiti_unknown_export {
    double last_s;       /* of gaiti_list_key_requests() */
    const float *found;  /* of gaiti_find_key_request(): one time per key of the clip */
    bool is_since_first; /* it is of an earlier version */
} gaiti_unknown_export;

/* Calls gaiti_list_key_requests() for a clip. */
gait_status gaiti_base_file_list_requests(gaiti_base_file *base, uint32_t clip,
                                          const gaiti_unknown_export *from,
                                          gaiti_key_request out[GAITI_KEY_REQUESTS_MAX],
                                          uint32_t *out_count);
/* Calls gaiti_find_key_request() for a clip. */
gait_status gaiti_base_file_find_request(gaiti_base_file *base, uint32_t clip,
                                         const gaiti_unknown_export *from, gaiti_key_request *out,
                                         bool *out_is_found);

#endif
