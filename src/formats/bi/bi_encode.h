/* From clips to documents: what plain and binarised RTM have in common. */
#ifndef GAITI_BI_ENCODE_H
#define GAITI_BI_ENCODE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "gait/model.h"

/* One bone that the clip moves. */
typedef struct gaiti_encode_bone {
    const gait_track *track;
    int32_t parent; /* index among these, -1 = none, or one that does not move */
    bool has_gap;   /* the parent does not move and one further up does */
    gait_span name; /* CP1251 */
} gaiti_encode_bone;

/* What may be said while lowering, by format. */
typedef struct gaiti_encode_rules {
    gaiti_rule name;     /* of a bone: outside CP1251, or too long */
    gaiti_rule event;    /* the same of the texts of an event */
    gaiti_rule interval; /* the end of an event is lost */
    size_t longest_name, longest_text;
} gaiti_encode_rules;

typedef struct gaiti_encoder {
    const gait_clip *clip;
    const gaiti_encode_rules *rules;
    gaiti_report report;
    gait_status status; /* of the first error */
    gaiti_arena arena;  /* scratch */
    uint32_t bone_count;
    gaiti_encode_bone *bones;
    gait_affine *pose; /* one per bone, in the axes of the clip */
} gaiti_encoder;

/* Bones and names. GAIT_BAD_ARGUMENT for a clip that is not of deltas. */
gait_status gaiti_encode_begin(gaiti_encoder *job, const gait_clip *clip,
                               const gaiti_encode_rules *rules, const gait_options *options);
void gaiti_encode_end(gaiti_encoder *job);

/* Raises a rule and keeps the status of the first error. */
void gaiti_encode_raise(gaiti_encoder *job, gaiti_rule rule, gaiti_detail detail);

/* The phase of a key, and of any moment of the clip. */
float gaiti_encode_phase(const gaiti_encoder *job, uint32_t frame);
float gaiti_encode_moment(const gaiti_encoder *job, double time);

/* The clip's motion vector in file axes. */
void gaiti_encode_root_motion(const gaiti_encoder *job, float out_root_motion[3]);

/* Texts of an event as CP1251, in the scratch. False, with its rule raised, when they do not fit;
 * or when there is no memory. */
bool gaiti_encode_event(gaiti_encoder *job, uint32_t event, gait_span *out_name,
                        gait_span *out_value);

/* Fills `pose` with key `frame`, as deltas of the model or of the parent. */
void gaiti_encode_pose(gaiti_encoder *job, uint32_t frame, gait_space space);

#endif
