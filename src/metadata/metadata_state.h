/* The parsed content of extras.gait. */
#ifndef GAITI_METADATA_STATE_H
#define GAITI_METADATA_STATE_H

#include <string.h>

#include "base/diagnose.h"
#include "base/memory.h"
#include "base/text/names.h"
#include "gait/metadata.h"
#include "model/clip.h"

/* Where a copy of the metadata of a glTF is, in the order of precedence. */
typedef enum gaiti_metadata_copy {
    GAITI_METADATA_SIDECAR = 0, /* from gait_file_attach_metadata() */
    GAITI_METADATA_ANIMATION,   /* extras of an animation */
    GAITI_METADATA_ARMATURE,    /* text in the extras of the armature */
    GAITI_METADATA_SCENE        /* extras of the scene */
} gaiti_metadata_copy;

/* Differences between two copies other than those in gait_metadata_field, as bits. */
typedef enum gaiti_metadata_difference {
    GAITI_METADATA_NAME = 0x10000,    /* of one clip: the name in the source */
    GAITI_METADATA_TIMES = 0x20000,   /* of one clip: the number, unit or times of its keys */
    GAITI_METADATA_PARTS = 0x40000,   /* of the document */
    GAITI_METADATA_SKELETON = 0x80000 /* of the document */
} gaiti_metadata_difference;

/* Two copies of the metadata that differ. A member that only one of them has is no difference,
 * because programs drop members. */
typedef struct gaiti_metadata_conflict {
    const char *clip; /* name of its animation; NULL = the document as a whole */
    uint32_t fields;  /* of gait_metadata_field and gaiti_metadata_difference */
    gaiti_metadata_copy used, ignored;
} gaiti_metadata_conflict;

/* The number of conflicts between copies; 0 unless the result is from gaiti_file_metadata(). The
 * file also has a diagnostic for each (GLR084). */
uint32_t gaiti_metadata_conflict_count(const gait_metadata *metadata);
/* One of these conflicts; its text is valid as long as the document. All zero when the index is out
 * of range. */
gaiti_metadata_conflict gaiti_metadata_conflict_at(const gait_metadata *metadata,
                                                   uint32_t conflict);
/* The metadata of the animation with this name, the first one if there are several; NULL = none. */
const gait_metadata_clip *gaiti_metadata_find(const gait_metadata *metadata, const char *animation);
/* The number of bones of the source; 0 = absent. */
uint32_t gaiti_metadata_bone_count(const gait_metadata *metadata);
/* The name of a bone in the order of the source, UTF-8. `bone_or_part` of an FX is an index in this
 * order. */
const char *gaiti_metadata_bone(const gait_metadata *metadata, uint32_t bone);
/* The skeleton of the export, with the given name. It does not depend on later changes of joints by
 * other programs. The caller frees it. GAIT_NOT_FOUND when it is absent or incomplete. */
gait_status gaiti_metadata_skeleton(const gait_metadata *metadata, const char *name,
                                    const gait_options *options, gait_skeleton **out_skeleton);
/* Applies metadata to a clip in seconds that was made by the library: name, events, root motion,
 * playback, and phases. Phases are applied if there is one per key, and the keys are at the times
 * of an export of these phases, or each is within half a frame (1/60 s) of the time given by its
 * phase. The name is not applied if the animation was
 * renamed. The bone of an FX is found by name. If `metadata` is NULL, the number of that bone does
 * not change. */
gait_status gaiti_metadata_apply(const gait_metadata *metadata,
                                 const gait_metadata_clip *clip_metadata, gait_clip *clip);

/* The clip that an animation was exported from. */
typedef struct gaiti_metadata_base {
    const gait_clip *clip; /* from gait_file_clip() */
    const float *seconds;  /* times of its keys in the export, as in gaiti_base_file_new() */
    double rate;           /* from gait_diff_summary; 0 = 1 */
} gaiti_metadata_base;

/* Compares metadata with the base clip. *out_changes are the fields that differ, of
 * gait_metadata_field; *out_clip is the base clip without its keys, with the metadata applied.
 * Without a difference they are 0 and NULL. The caller frees the clip. */
gait_status gaiti_metadata_compare(const gait_metadata_clip *clip_metadata,
                                   const gaiti_metadata_base *base, const gait_options *options,
                                   uint32_t *out_changes, gait_clip **out_clip);

/* Values of gait_playback, as GAIT_OMF_FX and GAIT_OMF_STOP_AT_END in gait/omf.h. */
enum {
    GAITI_PLAYBACK_FX = 1,           /* flags: an FX, not a cycle */
    GAITI_PLAYBACK_STOPS_AT_END = 2, /* flags: a cycle without it is looped */
    GAITI_PLAYBACK_ROOT = 0xFFFF     /* bone_or_part: the root bone of an FX */
};

/* A growing array. */
typedef struct gaiti_metadata_list {
    void *items;
    uint32_t count, capacity;
} gaiti_metadata_list;

typedef struct gaiti_metadata_name {
    const char *utf8;
    gait_span bytes; /* in the code page, or UTF-8 when it lacks a character */
} gaiti_metadata_name;

typedef struct gaiti_metadata_part {
    gaiti_metadata_name name;
    gaiti_metadata_list bones; /* gaiti_metadata_name */
} gaiti_metadata_part;

enum { GAITI_METADATA_CHECKSUM = 32 };

/* A copy of an object of JSON without blanks, with a NUL behind it. NULL with arena->status GAIT_OK
 * for other text. */
const char *gaiti_metadata_copy_object(gaiti_arena *arena, gait_span json);

/* The size and the CRC-32 of a file as text, with which metadata refers to its source. */
void gaiti_metadata_checksum(gait_span bytes, char out[GAITI_METADATA_CHECKSUM]);

struct gait_metadata {
    gaiti_arena arena;
    uint32_t code_page;          /* of names in the source; 0 = not recorded, 1251 */
    const char *checksum;        /* gaiti_metadata_checksum() of the source; NULL = not recorded */
    gaiti_metadata_list clips;   /* gait_metadata_clip */
    gaiti_metadata_list parts;   /* gaiti_metadata_part */
    gaiti_metadata_list bones;   /* gaiti_metadata_name */
    gaiti_metadata_list parents; /* float: index of each bone's parent, -1 = root */
    gaiti_metadata_list rest;    /* float: 7 per bone, translation and quaternion, glTF axes */
    uint32_t item_bone;          /* first bone of an item that is held; 0 = none */
    uint32_t triangles;          /* of the mesh of a model; 0 = the export had none */
    gait_span *names;            /* animation names of the clips, for `by_name` */
    gaiti_names by_name;
    int32_t *of_animation; /* per animation of a glTF: index of its clip, -1 = none; NULL = not read
                              from a glTF */
    gaiti_metadata_list copies;    /* gaiti_metadata_copy: where each of the first clips is from */
    gaiti_metadata_list conflicts; /* gaiti_metadata_conflict */
    uint32_t old_conflicts;        /* number of the first ones that were reported before */
    gaiti_metadata_copy document_copy; /* where parts and skeleton are from */
    gait_metadata *overridden; /* owned: texts and arrays of copies with lower priority; may be
                                  NULL */
};

/* Location of a document, for offsets in diagnostics. */
typedef enum gaiti_metadata_place {
    GAITI_METADATA_INSIDE = 0, /* part of the file, byte for byte */
    GAITI_METADATA_UNESCAPED,  /* in an escaped string of the file: all diagnostics have the offset
                                  of the string */
    GAITI_METADATA_BESIDE      /* in a separate file */
} gaiti_metadata_place;

typedef struct gaiti_metadata_from {
    gait_span json;
    uint64_t at; /* offset of its first byte, or of the string that contains it */
    gaiti_metadata_place place;
} gaiti_metadata_from;

/* Creates empty metadata. NULL when out of memory, with *out_status set. */
gait_metadata *gaiti_metadata_new(const gait_options *options, gait_status *out_status);
/* Appends a document, without its clips if `with_clips` is false. Omitted members only cause a
 * warning; a document that cannot be used causes an error status. */
gait_status gaiti_metadata_read(gait_metadata *metadata, const gaiti_metadata_from *from,
                                bool with_clips, const gaiti_report *report);
/* Appends one item of "clips". */
gait_status gaiti_metadata_read_clip(gait_metadata *metadata, const gaiti_metadata_from *from,
                                     const gaiti_report *report);
/* Names of parts and their bones as bytes of game files. */
gait_span gaiti_metadata_part_name(const gait_metadata *metadata, uint32_t part);
gait_span gaiti_metadata_part_bone(const gait_metadata *metadata, uint32_t part, uint32_t index);
/* True when all required pointers are set: callers may construct clips themselves. */
bool gaiti_metadata_clip_is_complete(const gait_metadata_clip *clip_metadata);
/* Adds the events of the metadata to the clip with names and values, but without times. NULL when
 * out of memory. */
gait_event *gaiti_metadata_add_events(const gait_metadata_clip *clip_metadata, gaiti_clip *result);
/* Indexes the names of clips for gaiti_metadata_find(). */
gait_status gaiti_metadata_resolve(gait_metadata *metadata);

/* --- several copies (metadata_copies.c) ------------------------------------------------------- */

/* Appends a copy of an item of `size` bytes to a list of the metadata. False when out of memory. */
static inline bool gaiti_metadata_push(gait_metadata *metadata, gaiti_metadata_list *list,
                                       const void *item, size_t size) {
    return gaiti_append(&metadata->arena, &list->items, &list->count, &list->capacity, item,
                        size) == GAIT_OK;
}
/* Records where the clips that were read last are from. False when out of memory. */
bool gaiti_metadata_set_copy(gait_metadata *metadata, gaiti_metadata_copy copy);
/* The name by which copies of the metadata of a clip are matched. May be NULL. */
const char *gaiti_metadata_clip_key(const gait_metadata_clip *clip_metadata);
/* Adds the clips of `other`, which has lower priority, that `metadata` lacks, and its parts and
 * skeleton if `metadata` has none. Adds a conflict for each difference. `metadata` must be
 * resolved, and is resolved again. With `compares_only`, adds only conflicts. Unless it does, texts
 * and arrays of `other` must stay valid: see `overridden`. */
gait_status gaiti_metadata_merge(gait_metadata *metadata, const gait_metadata *other,
                                 bool compares_only);
/* The parts of gaiti_metadata_merge(): one clip without a copy, and all but the clips. False when
 * out of memory. */
bool gaiti_metadata_add_clip(gait_metadata *metadata, const gait_metadata_clip *clip,
                             gaiti_metadata_copy copy);
bool gaiti_metadata_merge_documents(gait_metadata *metadata, const gait_metadata *other,
                                    bool compares_only);
/* True when a clip of the metadata is from the sidecar. */
bool gaiti_metadata_is_sidecar(const gait_metadata *metadata, const gait_metadata_clip *clip);
/* Sets the members that `clip` lacks to those of `other`. */
void gaiti_metadata_fill_clip(gait_metadata_clip *clip, const gait_metadata_clip *other);
/* Adds a conflict if a clip of the sidecar differs from another copy. With `fills`, the clip gets
 * the members that only the other copy has. False when out of memory. */
bool gaiti_metadata_merge_clip(gait_metadata *metadata, uint32_t clip,
                               const gait_metadata_clip *other, gaiti_metadata_copy copy,
                               bool fills);
/* Appends the conflicts of `extras`, which were reported before, without members of the sidecar.
 * `item_of` has an element per clip of `extras`: the clip of `metadata` that replaces it, or -1.
 * False when out of memory. */
bool gaiti_metadata_keep_conflicts(gait_metadata *metadata, const gait_metadata *extras,
                                   const int32_t *item_of);
/* Raises a warning for each conflict. `of_animation` must be set. */
gait_status gaiti_metadata_report_conflicts(gait_metadata *metadata, uint32_t animation_count,
                                            const gaiti_report *report);
/* "events", "parts" and so on; NULL unless `difference` is one bit of gait_metadata_field or
 * gaiti_metadata_difference. */
const char *gaiti_metadata_difference_name(uint32_t difference);

#endif
