/* The names in a bank. */
#ifndef GAITI_BANK_SUMMARY_H
#define GAITI_BANK_SUMMARY_H

#include "base/memory.h"
#include "formats/xray/omf/omf.h"
#include "gait/bank_check.h"

/* A part: a range of the bones. */
typedef struct gaiti_bank_part {
    uint32_t first, count;
} gaiti_bank_part;

/* A motion. Games look for cycles and FX separately, so the first byte of `key` is the kind, and
 * the name follows. */
typedef struct gaiti_bank_motion {
    gait_span key;
    uint16_t part; /* GAITI_BANK_ALL_PARTS for an FX, too */
} gaiti_bank_motion;

enum { GAITI_BANK_ALL_PARTS = 0xFFFF };

struct gait_bank_summary {
    gaiti_arena arena;
    uint64_t size;
    uint32_t code_page;  /* of the names */
    bool has_bone_names; /* false if the bank lists its bones only by number */
    uint32_t bone_count, part_count, motion_count;
    gait_span *bones; /* in the order of the parts */
    gaiti_bank_part *parts;
    gaiti_bank_motion *motions; /* without repetitions: games use the first motion of a name */
};

/* The name of a motion. */
static inline gait_span gaiti_bank_motion_name(const gaiti_bank_motion *motion) {
    return (gait_span){motion->key.data + 1, motion->key.size - 1};
}

gait_status gaiti_bank_summarize(const gait_omf *omf, const gait_options *options,
                                 gait_bank_summary **out_summary);

#endif
