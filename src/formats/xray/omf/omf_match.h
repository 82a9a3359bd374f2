/* Matches the bones and parts of two banks, for merging them. */
#ifndef GAITI_OMF_MATCH_H
#define GAITI_OMF_MATCH_H

#include "formats/xray/omf/omf.h"

enum {
    GAITI_OMF_ALL_PARTS = 0xFFFF, /* the value of bone_or_part for all parts, or the root */
    GAITI_OMF_NO_PART = 0x10000   /* no part of the result has the same bones */
};

/* How the bank `from` fits into the bank `to`. The arrays are in the arena `scratch`, except those
 * of a result with other parts, which are in the arena of `to`. */
typedef struct gaiti_omf_match {
    gait_omf *to;
    const gait_omf *from;
    gaiti_arena *scratch;
    bool is_same_order;   /* all tracks have the same numbers in both banks */
    uint32_t *from_track; /* per track of `to` */
    uint32_t *to_track;   /* per track of `from` */
    /* Per part of each bank: the part of the result with the same bones, GAITI_OMF_ALL_PARTS or
     * GAITI_OMF_NO_PART. */
    uint32_t *new_part_of_to, *new_part_of_from;
    bool has_new_parts; /* the result has other parts than `to`: the members below */
    uint32_t part_count;
    gait_omf_part *parts;
    gait_omf_bone *bones;
    uint32_t *bone_of_track;
} gaiti_omf_match;

/* Sets is_same_order, from_track and to_track. */
gait_status gaiti_omf_match_bones(gaiti_omf_match *match, bool keep_track_order,
                                  const gaiti_report *report);
/* Sets the other members; requires gaiti_omf_match_bones(). */
gait_status gaiti_omf_match_parts(gaiti_omf_match *match, gait_merged_parts rule,
                                  const gaiti_report *report);

#endif
