/* There and back: an edited glTF into the file that it came from (docs/there_and_back.md). */
#ifndef TOOL_ROUNDTRIP_JOB_H
#define TOOL_ROUNDTRIP_JOB_H

#include "convert/conversion.h"
#include "gait/metadata.h"
#include "gait/compare.h"
#include "roundtrip/roundtrip_edited.h"

/* What the extras of the edited file say otherwise of a clip than the base. */
typedef struct back_said {
    uint32_t changes; /* of gait_said: what the base's format can hold */
    uint32_t lost;    /* and what it cannot */
    gait_clip *clip;
    bool loses_values; /* of events, in what has marks */
} back_said;

/* What becomes of a clip in the result. */
typedef enum back_outcome {
    BACK_CHANGED,   /* keys or metadata are those of the edited file */
    BACK_UNCHANGED, /* in both files: as in the base */
    BACK_KEPT,      /* not in the edited file: as in the base */
    BACK_DROPPED,   /* not in the edited file: removed, as --drop-missing asks */
    BACK_REFUSED,   /* cannot be taken over: its notes say why */
    BACK_ADDED,     /* not in the base: added, as --add-new asks */
    BACK_LEFT_OUT   /* not in the base, and not in the result */
} back_outcome;

enum { BACK_OUTCOMES = BACK_LEFT_OUT + 1 };

/* One way back. */
typedef struct way_back {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base */
    edited_file edited;
    gait_back_base *clips;
    gait_back *back;
    back_said *said;                /* per clip of `back`; NULL = nothing is said otherwise */
    back_outcome *outcomes;         /* per clip of `back`; NULL = not decided */
    unsigned counts[BACK_OUTCOMES]; /* clips of each outcome */
    bool is_written;
} way_back;

/* --- the base (roundtrip_open_base.c) --------------------------------------------------------- */

/* Opens it, finds its skeleton, and reads its clips. An .rtm as `target` becomes binarised when the
 * base is. Returns an exit code. */
int back_open_base(way_back *way, gait_format *target);
/* Puts keys in phases where the export was told to put them. */
gait_status back_place_keys(const way_back *way, gait_back_base *base);

/* --- what the extras say (roundtrip_metadata.c) ----------------------------------------------- */

/* Finds what they say otherwise than the base; returns an exit code. */
int back_listen(way_back *way);
/* Frees it. */
void back_forget(way_back *way);
/* Of a clip of `back`. */
back_said back_said_of(const way_back *way, uint32_t index);
/* The same of all clips, of gait_said: a new list. */
uint32_t *back_said_changes(const way_back *way);
/* "events, speed": a new text. */
char *back_said_text(uint32_t changes);

/* --- what becomes of each clip (roundtrip_outcome.c) ------------------------------------------ */

/* Decides, once, from what was compared and from the options. */
void back_decide(way_back *way);

/* --- telling (roundtrip_report.c, roundtrip_report_clip.c) ------------------------------------ */

enum { BACK_MOST_CLIPS = 8 }; /* of an outcome that are named */

/* EXIT_UNSUPPORTED when no joint is a bone of the base. */
int back_refuse_no_bones(const way_back *way);
/* Tells what becomes of one clip of `back`, after `before` others of its outcome. */
void back_tell_clip(const way_back *way, uint32_t index, unsigned before);
/* The same of every clip. EXIT_UNSUPPORTED when one cannot be taken over, or none is the base's. */
int back_tell(const way_back *way);
/* EXIT_UNSUPPORTED when --drop-missing would leave nothing. */
int back_refuse_emptying(const way_back *way);
/* All of it as gait.back/1 on stdout. */
void back_tell_json(const way_back *way);

/* --- writing (roundtrip_apply.c, roundtrip_rounding.c) ---------------------------------------- */

/* The base with the changes in it, in its own format. */
gait_status back_apply(const way_back *way, gait_format target, gait_buffer *out);
/* Tells where the result is farther from what was edited than the tolerance. Fails when it cannot
 * be read: nothing is written then. */
int back_tell_rounding(const way_back *way, const gait_buffer *content);

#endif
