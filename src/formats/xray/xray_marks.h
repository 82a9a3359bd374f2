/* Motion marks, identical in banks and SDK motions: docs/formats/omf.md#marks.
 * gaiti_omf_visit_mark() describes their fields. */
#ifndef GAITI_XRAY_MARKS_H
#define GAITI_XRAY_MARKS_H

#include "base/diagnose.h"
#include "gait/omf.h"
#include "gait/inspect.h"
#include "model/clip.h"

enum {
    GAITI_OMF_NAME_MAX = 127
}; /* maximum length that games read, in bytes, for names of marks and motions */

/* True when name, count and intervals are valid and games read them as intended. */
bool gaiti_mark_fits(const gait_omf_mark *mark);
/* Sets a missing terminator to CR LF. False when the terminator is neither CR, LF nor CR LF. */
bool gaiti_mark_end(gait_omf_mark *mark);
/* Copies the borrowed bytes to the arena. */
gait_status gaiti_mark_detach(gaiti_arena *arena, gait_omf_mark *mark);

/* The marks of a motion. */
typedef struct gaiti_mark_list {
    gaiti_arena *arena;
    gait_omf_mark **marks;
    uint32_t *count, *capacity; /* capacity: 0 = exactly the count */
    bool is_possible;           /* the version of the file has marks */
} gaiti_mark_list;

/* Replace, insert or append a copy of a mark, which must be valid. Setting the mark behind the last
 * one appends it. GAIT_WOULD_LOSE when the version has no marks. */
gait_status gaiti_marks_set(gaiti_mark_list list, uint32_t at, const gait_omf_mark *values);
gait_status gaiti_marks_insert(gaiti_mark_list list, uint32_t at, const gait_omf_mark *values);
gait_status gaiti_marks_remove(gaiti_mark_list list, uint32_t at);

/* True when the line end is longer than CR LF: games skip all of its bytes, which may be the first
 * ones of a number of intervals (OMF120). */
bool gaiti_mark_is_swallowed(const gait_omf_mark *mark);
/* Repairs that lose nothing; the number of marks that they change: line ends become CR LF, and
 * marks after the last one with a name or an interval are removed. */
uint64_t gaiti_marks_repair_line_ends(gaiti_mark_list list);
uint64_t gaiti_marks_repair_empty(gaiti_mark_list list);

/* The length of a motion that is not known. */
#define GAITI_MARK_ANY_TIME 1e9

/* Reports the defects of the marks of a motion, and marks for steps in the order Right, Left.
 * `source` is the file, for offsets. `length_s`: the last time of an interval, or
 * GAITI_MARK_ANY_TIME. */
void gaiti_marks_check(const gaiti_report *report, gait_span source, const gait_omf_mark *marks,
                       uint32_t count, double length_s);
/* The number of marks with intervals. */
uint32_t gaiti_marks_count_timed(const gait_omf_mark *marks, uint32_t count);

/* The length of a motion in seconds: games play each frame for 1/30 s. Slow motions are longer,
 * because items in the hands count real time. */
double gaiti_mark_last_time(uint32_t frame_count, float speed);

/* A mark as an event of file.h, and one of its intervals. */
gait_event_info gaiti_mark_event(gait_omf_mark mark);
void gaiti_mark_event_interval(const gait_omf_mark *mark, uint32_t interval, double out_from_to[2]);

/* Converts every interval to an event. False when out of memory. */
bool gaiti_marks_to_events(const gait_omf_mark *marks, uint32_t mark_count, uint32_t page,
                           gaiti_clip *result);
/* Converts the events of a clip to marks in the arena: one per name, in order of first occurrence.
 * A mark whose interval count games would misread is split in two. GAIT_BAD_ARGUMENT for names that
 * are not valid for marks. */
gait_status gaiti_marks_from_events(const gait_clip *clip, uint32_t page, gaiti_arena *arena,
                                    gait_omf_mark **out_marks, uint32_t *out_count);
/* Replaces the marks of a motion by the events of `clip_metadata`, when `changes` (bits of
 * gait_metadata_field) contain the events. Old marks without intervals, which have no events, are
 * kept after them. GAIT_WOULD_LOSE when there are events and the version of the file has no marks;
 * else errors are those of gaiti_marks_from_events(). Nothing changes on failure. The new array has
 * no spare capacity. */
gait_status gaiti_marks_apply_events(const gait_clip *clip_metadata, uint32_t changes,
                                     gaiti_mark_list list, uint32_t page);

#endif
