/* There and back: an edited glTF into the file that it came from (docs/there_and_back.md). */
#ifndef TOOL_ROUNDTRIP_H
#define TOOL_ROUNDTRIP_H

#include "convert/conversion.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "gait/roundtrip.h"
#include "gait/metadata.h"
#include "gait/gltf.h"

/* What the extras of the edited file say otherwise of a clip than the base. */
typedef struct back_said {
    uint32_t changes; /* of gait_said: what the base's format can hold */
    uint32_t lost;    /* and what it cannot */
    gait_clip *clip;
    bool loses_values; /* of events, in what has marks */
} back_said;

/* One way back. */
typedef struct way_back {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base */
    gait_gltf_file *gltf;
    gait_gltf_rig *rig;
    gait_back_edit *edit;
    gait_back_base *clips;
    gait_back *back;
    back_said *said; /* per clip of `back`; NULL = nothing is said otherwise */
    bool is_written;
    /* Of the report: clips. */
    unsigned changed, unchanged, absent, dropped, refused, added, not_added;
} way_back;

/* Frees everything that the way holds. */
void back_free(way_back *way);

/* --- the edited file (back_edit.c) ------------------------------------------------------------ */

/* Opens it: its joints on the rig that has most bones of the base. Returns an exit code. */
int back_open_edit(way_back *way);

/* --- what its extras say (back_said.c) -------------------------------------------------------- */

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

/* --- what was made (back_rounding.c) -----------------------------------------------------------
 */

/* Puts keys in phases where the export was told to put them. */
gait_status back_place_keys(const way_back *way, gait_back_base *base);
/* Tells where the result is farther from what was edited than the tolerance. Fails when it cannot
 * be read: nothing is written then. */
int back_tell_rounding(const way_back *way, const gait_buffer *content);

/* --- telling (back_tell.c, back_tell_clip.c) -------------------------------------------------- */

enum { BACK_MOST_CLIPS = 8 }; /* of a kind that are named */

/* A note of gait_back_note, and what it is called. */
typedef struct back_note_text {
    uint32_t note;
    const char *text;
} back_note_text;

/* Those of `texts` that are among `notes`; `clip` may be empty. */
void back_tell_notes(const char *clip, uint32_t notes, const back_note_text *texts, size_t count);
/* ", by up to 0.1 mm (head, frame 3)", or nothing: a new text. */
char *back_worst_text(const way_back *way, const gait_back_worst *worst, const char *unit);
/* What was found in the edited file as a whole, and in one clip. */
void back_tell_file_notes(const gait_back_summary *summary);
void back_tell_clip_notes(const char *name, const gait_back_clip *clip);
/* Tells what became of one clip of `back`, and counts. */
void back_tell_clip(way_back *way, uint32_t index);
/* The same of every clip. EXIT_UNSUPPORTED when one cannot be taken over, or none is the base's. */
int back_tell(way_back *way);
/* EXIT_UNSUPPORTED when --drop-missing would leave nothing. */
int back_refuse_emptying(const way_back *way);
/* All of it as gait.back/1 on stdout. */
void back_tell_json(const way_back *way);

/* --- writing (back_apply.c) ------------------------------------------------------------------- */

/* True for clips that --drop-missing takes away: those without frames are in no edited file. */
bool back_drops(const way_back *way, const gait_back_clip *clip);
/* True for clips that --add-new takes over: some formats are one clip. */
bool back_adds(const way_back *way, const gait_back_clip *clip);
/* The base with the changes in it, in its own format. */
gait_status back_apply(const way_back *way, gait_format target, gait_buffer *out);

#endif
