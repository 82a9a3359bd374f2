/* What an edit asks of the documents of each format: one table of functions per format. */
#ifndef GAITI_EDIT_FORMAT_H
#define GAITI_EDIT_FORMAT_H

#include "gait/bmtr.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"

/* A document that is edited; one of the members is set, and `ogf` also if `omf` is its bank. */
typedef struct gaiti_edit_document {
    gait_omf *omf;
    gait_ogf *ogf;
    gait_skl *skl;
    gait_rtm *rtm;
    gait_bmtr *bmtr;
    const gait_allocator *allocator; /* for temporary memory */
    uint32_t skl_motion, skl_bone;   /* a motion, and the number of bones of those before it */
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
typedef struct gaiti_edit_event_table {
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
} gaiti_edit_event_table;

/* NULL: the format cannot hold it. Indices are in range. */
typedef struct gaiti_edit_format {
    bool has_phases; /* times of events are phases, not seconds */
    bool has_values; /* events have values */
    bool has_durations;
    gait_status (*rename)(const gaiti_edit_document *doc, uint32_t clip, const char *name,
                          gait_diagnostics *sink);
    gait_status (*remove)(const gaiti_edit_document *doc, const uint32_t *clips, uint32_t count,
                          gait_diagnostics *sink);
    gait_status (*duplicate)(const gaiti_edit_document *doc, uint32_t clip, const char *name,
                             gait_diagnostics *sink);
    gait_status (*reorder)(const gaiti_edit_document *doc, const uint32_t *order, uint32_t count);
    /* Moves the entries of frames to the order of the header, and counts the frames that change. */
    gait_status (*order_frames)(const gaiti_edit_document *doc, uint32_t *out_count);
    gaiti_edit_playback (*playback)(const gaiti_edit_document *doc, uint32_t clip);
    gait_status (*set_playback)(const gaiti_edit_document *doc, uint32_t clip,
                                const gaiti_edit_playback *values);
    const gaiti_edit_event_table *events;
    /* The time of a frame; seconds from the start, or a phase. */
    float (*frame_time)(const gaiti_edit_document *doc, uint32_t clip, uint32_t frame);
    uint32_t (*frame_count)(const gaiti_edit_document *doc, uint32_t clip);
    /* Bones; an SKLS has the bones of all its motions, one after the other. */
    uint32_t (*bone_count)(const gaiti_edit_document *doc);
    gait_span (*bone_name)(gaiti_edit_document *doc, uint32_t bone);
    gait_status (*set_bone_name)(gaiti_edit_document *doc, uint32_t bone, gait_span name);
    void (*root_motion)(const gaiti_edit_document *doc, float out[3]);
    gait_status (*set_root_motion)(const gaiti_edit_document *doc, const float values[3]);
    gait_status (*set_phase)(const gaiti_edit_document *doc, uint32_t frame, float phase);
} gaiti_edit_format;

extern const gaiti_edit_format gaiti_edit_omf, gaiti_edit_skl, gaiti_edit_rtm, gaiti_edit_bmtr;

#endif
