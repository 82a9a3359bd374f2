/* Encoding of clips: code shared by plain and binarised RTM. */
#ifndef GAITI_BI_ENCODE_H
#define GAITI_BI_ENCODE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "gait/model.h"

/* A bone for which the clip has keys. */
typedef struct gaiti_bi_encode_bone {
    const gait_track *track;
    int32_t parent;   /* index of the parent in this list, -1 = none, or it has no keys */
    bool has_gap;     /* the parent has no keys, but a further ancestor has */
    gait_span name;   /* in the code page of the file */
    const char *utf8; /* the same name, from the skeleton */
    uint32_t entry;   /* position in the file if it keeps the order of clip->bone_order */
} gaiti_bi_encode_bone;

/* The rules that encoding raises, and the limits, by format. */
typedef struct gaiti_bi_encode_rules {
    gaiti_rule name;     /* the code page lacks a character of a bone name, or it is too long */
    gaiti_rule event;    /* the same for the name or value of an event */
    gaiti_rule interval; /* the end of an event cannot be stored */
    size_t longest_name, longest_text;
} gaiti_bi_encode_rules;

typedef struct gaiti_bi_encoder {
    const gait_clip *clip;
    const gaiti_bi_encode_rules *rules;
    gaiti_report report;
    gait_status status; /* of the first error */
    uint32_t losses;    /* of gait_loss */
    uint32_t code_page; /* of names and texts */
    gaiti_arena arena;  /* scratch */
    uint32_t bone_count;
    gaiti_bi_encode_bone *bones;
    gait_affine *pose; /* one per bone, in the axes of the clip */
} gaiti_bi_encoder;

/* Chooses the code page (docs/formats/README.md#code-pages), and collects the bones and their
 * names. GAIT_BAD_ARGUMENT unless the clip consists of deltas. */
gait_status gaiti_bi_encode_begin(gaiti_bi_encoder *job, const gait_clip *clip,
                                  const gaiti_bi_encode_rules *rules, const gait_options *options);
void gaiti_bi_encode_end(gaiti_bi_encoder *job);

/* Raises a rule and keeps the status of the first error. */
void gaiti_bi_encode_raise(gaiti_bi_encoder *job, gaiti_rule rule, gaiti_detail detail);

/* The phase of a key, and of any time of the clip. */
float gaiti_bi_encode_phase(const gaiti_bi_encoder *job, uint32_t frame);
float gaiti_bi_encode_moment(const gaiti_bi_encoder *job, double time);

/* The root motion of the clip in file axes. */
void gaiti_bi_encode_root_motion(const gaiti_bi_encoder *job, float out_root_motion[3]);

/* Name and value of an event in the code page, in the scratch arena. False when they do not fit,
 * after raising the rule, or when there is no memory. */
bool gaiti_bi_encode_event(gaiti_bi_encoder *job, uint32_t event, gait_span *out_name,
                           gait_span *out_value);

/* Fills `pose` with key `frame`, as deltas in model space or relative to the parent. */
void gaiti_bi_encode_pose(gaiti_bi_encoder *job, uint32_t frame, gait_space space);

#endif
