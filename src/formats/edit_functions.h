/* The functions with which a format is edited (edit.h); rows refer to them. */
#ifndef GAITI_FORMATS_EDIT_FUNCTIONS_H
#define GAITI_FORMATS_EDIT_FUNCTIONS_H

#include "formats/format_row.h"
#include "gait/omf.h"
#include "gait/optimise.h"

/* What is edited: the document of a file, or the copy of the bank in a model. */
typedef struct gaiti_edit_document {
    const gaiti_format_row *row;     /* of `document` */
    void *document;                  /* NULL: the copy of the bank is not made yet */
    void *model;                     /* the document of the file, if its bank is edited */
    const gait_allocator *allocator; /* for temporary memory */
    uint32_t motion, bones_before;   /* a motion, and the number of bones of those before it */
} gaiti_edit_document;

/* An event. In formats whose events are phases, times are phases. */
typedef struct gaiti_edit_event {
    gait_span name, value; /* in the code page of the file */
    bool has_time;
    float from, until; /* `until` equals `from` for events without a duration */
    /* Where it is: the index of its mark, property or key, and of its interval in a mark. */
    uint32_t index, interval;
} gaiti_edit_event;

/* Parameters of a motion. */
typedef struct gaiti_edit_playback {
    uint32_t flags;        /* GAIT_OMF_FX ... */
    uint32_t bone_or_part; /* as in gait_omf_motion */
    float speed, power, accrue, falloff;
    float fps; /* 0 = the format does not store it */
} gaiti_edit_playback;

/* The functions for the events of a format. */
typedef struct gaiti_edit_event_functions {
    uint32_t (*count)(const gaiti_edit_document *doc, uint32_t clip);
    /* Stores all events of a clip, in the order of the file. Changes of events do not move others,
     * except those after them in the list. */
    void (*list)(const gaiti_edit_document *doc, uint32_t clip, gaiti_edit_event *out);
    gait_status (*add)(const gaiti_edit_document *doc, uint32_t clip,
                       const gaiti_edit_event *values);
    gait_status (*set)(const gaiti_edit_document *doc, uint32_t clip,
                       const gaiti_edit_event *values);
    /* Makes events of the list, in its order, marks without times; NULL = the format has none. */
    gait_status (*empty)(const gaiti_edit_document *doc, uint32_t clip,
                         const gaiti_edit_event *events, uint32_t count);
    /* Removes some of the events of the list, in its order. */
    gait_status (*remove)(const gaiti_edit_document *doc, uint32_t clip,
                          const gaiti_edit_event *events, uint32_t count);
    /* Removes events that cannot be read; GAIT_NOT_FOUND when there are none. */
    gait_status (*remove_unread)(const gaiti_edit_document *doc);
    /* Removes the block of all events, also an empty one; false when there is none. NULL = the
     * format has none. */
    bool (*remove_block)(const gaiti_edit_document *doc);
} gaiti_edit_event_functions;

/* Motion marks as events, for formats with `marks`: each interval is one event, and a mark without
 * intervals is an event without a time (xray/xray_mark_events.c). */
extern const gaiti_edit_event_functions gaiti_mark_events;

/* The functions for the marks of a format, which are its events. */
typedef struct gaiti_mark_functions {
    uint32_t (*count)(const void *document, uint32_t clip);
    gait_omf_mark (*at)(const void *document, uint32_t clip, uint32_t mark);
    gait_status (*set)(void *document, uint32_t clip, uint32_t mark, const gait_omf_mark *values);
    gait_status (*remove)(void *document, uint32_t clip, uint32_t mark);
} gaiti_mark_functions;

/* What "fix" repairs: neither a choice nor a loss. */
typedef enum gaiti_repair {
    GAITI_REPAIR_CHECKSUMS = 0, /* of keys */
    GAITI_REPAIR_BONE_IDS,
    GAITI_REPAIR_EVENT_IDS,
    GAITI_REPAIR_EVENT_COUNT,
    GAITI_REPAIR_LINE_ENDS, /* of the names of marks */
    GAITI_REPAIR_MARKS,     /* without name and intervals, after all others */
    GAITI_REPAIR_FRAMES,    /* order of their bones */
    GAITI_REPAIR_RESERVED,  /* numbers that are always 0 */
    GAITI_REPAIR_UNREAD,    /* bytes between the parts of a file */
    GAITI_REPAIR_TAIL,      /* bytes after them */
    GAITI_REPAIR_COUNT
} gaiti_repair;

/* NULL: the format cannot hold it. Indices are in range. */
typedef struct gaiti_edit_functions {
    bool has_phases; /* times of events are phases, not seconds */
    bool has_values; /* events have values */
    bool has_durations;
    bool has_only_fps;    /* of the parameters of a motion */
    bool is_sdk;          /* motions of the SDK, whose parameters have other ranges */
    bool needs_clips;     /* at least one clip must be left */
    bool has_lower_bones; /* games find bones only by names without capital letters */
    gait_status (*rename)(void *document, uint32_t clip, const char *name, gait_diagnostics *sink);
    gait_status (*remove)(void *document, const uint32_t *clips, uint32_t count,
                          gait_diagnostics *sink);
    gait_status (*duplicate)(void *document, uint32_t clip, const char *name,
                             gait_diagnostics *sink);
    gait_status (*reorder)(void *document, const uint32_t *order, uint32_t count);
    /* Moves the entries of frames to the order of the header, and counts the frames that change. */
    gait_status (*order_frames)(void *document, uint32_t *out_count);
    gaiti_edit_playback (*playback)(const void *document, uint32_t clip);
    gait_status (*set_playback)(void *document, uint32_t clip, const gaiti_edit_playback *values);
    gait_status (*set_version)(void *document, int32_t version, gait_diagnostics *sink);
    /* Stores keys of translations with at most 8 or 16 bits; one of `clips` for each motion. */
    gait_status (*limit_bits)(void *document, uint32_t bits, const gait_options *options,
                              gait_optimised_clip *clips);
    const gaiti_edit_event_functions *events; /* NULL: no events */
    const gaiti_mark_functions *marks;
    /* The time of a frame; seconds from the start, or a phase. */
    float (*frame_time)(const void *document, uint32_t clip, uint32_t frame);
    /* The bones that can be renamed; NULL: those of the row. An SKLS has the bones of all its
     * motions, one after the other. */
    uint32_t (*bone_count)(const gaiti_edit_document *doc);
    gait_span (*bone_name)(gaiti_edit_document *doc, uint32_t bone);
    gait_status (*set_bone_name)(gaiti_edit_document *doc, uint32_t bone, gait_span name);
    gait_status (*set_part_name)(gaiti_edit_document *doc, uint32_t part, gait_span name);
    void (*root_motion)(const void *document, float out[3]);
    gait_status (*set_root_motion)(void *document, const float values[3]);
    gait_status (*set_phase)(void *document, uint32_t frame, float phase);
    /* Makes a repair, and counts the elements or bytes that it changes; 0 for repairs that the
     * format does not need. */
    gait_status (*repair)(void *document, gaiti_repair repair, uint64_t *out_count);
} gaiti_edit_functions;

/* --- functions that call those of a format ---------------------------------------------------- */

/* For named motions: FORMAT_row_rename, _remove, _duplicate and _reorder, and functions for marks.
 */
#define GAITI_TYPED_MOTION_EDITS(format)                                                           \
    static gait_status format##_row_rename(void *document, uint32_t clip, const char *name,        \
                                           gait_diagnostics *sink) {                               \
        return gaiti_##format##_rename_motion(document, clip, name, sink);                         \
    }                                                                                              \
    static gait_status format##_row_remove(void *document, const uint32_t *clips, uint32_t count,  \
                                           gait_diagnostics *sink) {                               \
        return gaiti_##format##_remove_motions(document, clips, count, sink);                      \
    }                                                                                              \
    static gait_status format##_row_duplicate(void *document, uint32_t clip, const char *name,     \
                                              gait_diagnostics *sink) {                            \
        return gaiti_##format##_duplicate_motion(document, clip, name, sink);                      \
    }                                                                                              \
    static gait_status format##_row_reorder(void *document, const uint32_t *order,                 \
                                            uint32_t count) {                                      \
        return gaiti_##format##_reorder_motions(document, order, count);                           \
    }                                                                                              \
    static gait_omf_mark format##_row_mark(const void *document, uint32_t clip, uint32_t mark) {   \
        return gait_##format##_mark_at(document, clip, mark);                                      \
    }                                                                                              \
    static gait_status format##_row_set_mark(void *document, uint32_t clip, uint32_t mark,         \
                                             const gait_omf_mark *values) {                        \
        return gait_##format##_set_mark(document, clip, mark, values);                             \
    }                                                                                              \
    static gait_status format##_row_remove_mark(void *document, uint32_t clip, uint32_t mark) {    \
        return gaiti_##format##_remove_mark(document, clip, mark);                                 \
    }

/* For clips with phases: FORMAT_row_frame_time, _set_bone_name and _set_phase. */
#define GAITI_TYPED_PHASE_EDITS(format)                                                            \
    static float format##_row_frame_time(const void *document, uint32_t clip, uint32_t frame) {    \
        (void)clip;                                                                                \
        return gait_##format##_phase(document, frame);                                             \
    }                                                                                              \
    static gait_status format##_row_set_bone_name(gaiti_edit_document *doc, uint32_t bone,         \
                                                  gait_span name) {                                \
        return gaiti_##format##_set_bone_name(doc->document, bone, name);                          \
    }                                                                                              \
    static gait_status format##_row_set_phase(void *document, uint32_t frame, float phase) {       \
        return gaiti_##format##_set_phase(document, frame, phase);                                 \
    }

#endif
