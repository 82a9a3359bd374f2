/* "remove", "duplicate" and "reorder": whole clips. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/sort.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"

static gait_status edit_begin_clips(gait_edit *edit, bool can_do) {
    GAITI_TRY(gaiti_edit_index_names(edit));
    return can_do ? GAIT_OK : gaiti_edit_refuse_format(edit, "several clips in a changeable order");
}

/* --- remove ----------------------------------------------------------------------------------- */

static gait_status edit_remove_chosen(gait_edit *edit, const bool *chosen, uint32_t count) {
    uint32_t *clips = gaiti_alloc(&edit->scratch, count, sizeof *clips), removed = 0, kept = 0;
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t i = 0; i < count; i++) {
        if (chosen[i]) {
            clips[removed++] = i;
        }
    }
    if (removed == count && edit->functions->needs_clips) {
        return gaiti_edit_refuse_format(edit, "an empty list of clips");
    }
    edit->index.is_valid = false;
    GAITI_TRY(edit->functions->remove(edit->document.document, clips, removed,
                                      edit->options.diagnostics));
    for (uint32_t i = 0; i < count; i++) {
        if (chosen[i]) {
            GAITI_TRY(GAITI_EDIT_CHANGE(edit, "remove clip ", gaiti_edit_clip_name(edit, i)));
        } else {
            edit->names[kept++] = edit->names[i];
        }
    }
    return GAIT_OK;
}

gait_status gaiti_edit_remove(gait_edit *edit, const gaiti_edit_request *request) {
    bool *chosen;
    if (gaiti_edit_count(request, GAITI_EDIT_CLIP) == 0) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "--clip PATTERN");
    }
    GAITI_TRY(edit_begin_clips(edit, edit->functions->remove != NULL));
    GAITI_TRY(gaiti_edit_choose(edit, request, &chosen));
    return edit_remove_chosen(edit, chosen, gaiti_edit_clip_count(edit));
}

/* --- duplicate -------------------------------------------------------------------------------- */

/* The index of the first clip with this name, or GAITI_EDIT_NONE. */
static uint32_t edit_find_clip(const gait_edit *edit, const char *name) {
    return gaiti_edit_index_first(&edit->index, gaiti_span_of(name));
}

/* Adds a name at the end of the list of names. */
static gait_status edit_append_name(gait_edit *edit, const char *name) {
    uint32_t count = gaiti_edit_clip_count(edit);
    gait_span *names =
        gaiti_reserve(&edit->arena, edit->names, count - 1, &edit->name_capacity, sizeof *names);
    char *copy = gaiti_copy_text(&edit->arena, name);
    GAITI_TRY(gaiti_edit_status(edit));
    edit->names = names;
    edit->names[count - 1] = gaiti_span_of(copy);
    gaiti_edit_index_add(&edit->index, &edit->arena, names, count);
    return gaiti_edit_status(edit);
}

static gait_status edit_duplicate_one(gait_edit *edit, const char *old_name, const char *new_name) {
    uint32_t count = gaiti_edit_clip_count(edit);
    uint32_t clip = gaiti_edit_index_find(&edit->index, old_name);
    if (clip == GAITI_EDIT_NONE) {
        return gaiti_edit_note_missing(edit, "clip", old_name, edit->names, count);
    }
    if (edit_find_clip(edit, new_name) != GAITI_EDIT_NONE) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_NAME_TAKEN, new_name, "clip", NULL);
    }
    GAITI_TRY(edit->functions->duplicate(edit->document.document, clip, new_name,
                                         edit->options.diagnostics));
    GAITI_TRY(edit_append_name(edit, new_name));
    return gaiti_edit_add_renamed(edit, "copy clip", old_name, new_name);
}

gait_status gaiti_edit_duplicate(gait_edit *edit, const gaiti_edit_request *request) {
    GAITI_TRY(edit_begin_clips(edit, edit->functions->duplicate != NULL));
    if (request->count == 0) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "--clip NAME=NEW");
    }
    for (uint32_t v = 0; v < request->count; v++) {
        const char *old_name, *new_name;
        GAITI_TRY(gaiti_edit_split_pair(edit, &request->values[v], &old_name, &new_name));
        GAITI_TRY(edit_duplicate_one(edit, old_name, new_name));
    }
    return GAIT_OK;
}

/* --- reorder ---------------------------------------------------------------------------------- */

/* A new order: `order[i]` is the old index of clip i. */
typedef struct edit_order {
    uint32_t *order;
    uint32_t count; /* of the clips that have their place */
    bool *is_placed;
} edit_order;

static void edit_place(edit_order *self, uint32_t clip) {
    if (!self->is_placed[clip]) {
        self->is_placed[clip] = true;
        self->order[self->count++] = clip;
    }
}

/* Places the clips that match the values of --clip, in the order of the values. */
static void edit_place_chosen(const gait_edit *edit, const gaiti_edit_request *request,
                              edit_order *self) {
    uint32_t count = gaiti_edit_clip_count(edit);
    for (uint32_t v = 0; v < request->count; v++) {
        const char *pattern = request->values[v].text;
        bool is_pattern = gaiti_edit_is_pattern(pattern);
        if (request->values[v].option != GAITI_EDIT_CLIP) {
            continue;
        }
        for (uint32_t i = 0; is_pattern && i < count; i++) {
            if (gaiti_edit_matches(pattern, (const char *)edit->names[i].data, NULL)) {
                edit_place(self, i);
            }
        }
        uint32_t clip = is_pattern ? GAITI_EDIT_NONE : edit_find_clip(edit, pattern);
        bool is_numbered = !is_pattern && clip == GAITI_EDIT_NONE;
        clip = is_numbered ? gaiti_edit_index_numbered(&edit->index, pattern) : clip;
        for (; clip != GAITI_EDIT_NONE;
             clip = is_numbered ? GAITI_EDIT_NONE : gaiti_edit_index_next(&edit->index, clip)) {
            edit_place(self, clip);
        }
    }
}

/* Orders by name, ignoring ASCII case. */
static bool edit_precedes(const void *user, uint32_t a, uint32_t b) {
    const gait_edit *edit = user;
    const uint8_t *x = edit->names[a].data, *y = edit->names[b].data;
    while (*x && gaiti_ascii_lower(*x) == gaiti_ascii_lower(*y)) {
        x++;
        y++;
    }
    return gaiti_ascii_lower(*x) < gaiti_ascii_lower(*y);
}

/* The place of the chosen clips: one of --first, --last, --before and --after. */
typedef struct edit_place_of {
    bool is_last, is_before, is_after;
    uint32_t clip; /* for --before and --after; GAITI_EDIT_NONE when it is missing */
} edit_place_of;

static gait_status edit_read_place(gait_edit *edit, const gaiti_edit_request *request,
                                   edit_place_of *out) {
    const gaiti_edit_value *before = gaiti_edit_find(request, GAITI_EDIT_BEFORE);
    const gaiti_edit_value *after = gaiti_edit_find(request, GAITI_EDIT_AFTER);
    const gaiti_edit_value *first = gaiti_edit_find(request, GAITI_EDIT_FIRST);
    const gaiti_edit_value *last = gaiti_edit_find(request, GAITI_EDIT_LAST);
    int places = (before != NULL) + (after != NULL) + (first != NULL) + (last != NULL);
    bool has_clips = gaiti_edit_count(request, GAITI_EDIT_CLIP) > 0;
    bool is_sort = gaiti_edit_find(request, GAITI_EDIT_SORT) != NULL;
    *out = (edit_place_of){.is_last = last, .is_before = before, .is_after = after};
    if (is_sort ? places > 0 || has_clips : places != 1 || !has_clips) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "--frames, --sort, or --clip PATTERN and one of --first, --last, "
                                 "--before NAME and --after NAME");
    }
    if (before || after) {
        const char *name = (before ? before : after)->text;
        uint32_t count = gaiti_edit_clip_count(edit);
        out->clip = gaiti_edit_index_find(&edit->index, name);
        return out->clip != GAITI_EDIT_NONE
                   ? GAIT_OK
                   : gaiti_edit_note_missing(edit, "clip", name, edit->names, count);
    }
    return GAIT_OK;
}

/* Makes the new order of all clips. */
static gait_status edit_make_order(gait_edit *edit, const gaiti_edit_request *request,
                                   const edit_place_of *place, uint32_t *order) {
    uint32_t count = gaiti_edit_clip_count(edit), at = 0;
    edit_order chosen = {.order = gaiti_alloc(&edit->scratch, count, sizeof *order),
                         .is_placed = gaiti_alloc(&edit->scratch, count, sizeof(bool))};
    GAITI_TRY(gaiti_edit_status(edit));
    edit_place_chosen(edit, request, &chosen);
    if ((place->is_before || place->is_after) && chosen.is_placed[place->clip]) {
        return gaiti_edit_refuse(
            edit, GAITI_EDIT_BAD_VALUE, (const char *)edit->names[place->clip].data,
            place->is_before ? "--before" : "--after", "the clip is itself chosen by --clip");
    }
    for (uint32_t i = 0; i <= count; i++) {
        bool is_here = place->is_before  ? i == place->clip
                       : place->is_after ? i == place->clip + 1
                       : place->is_last  ? i == count
                                         : i == 0;
        if (is_here) {
            memcpy(order + at, chosen.order, chosen.count * sizeof *order);
            at += chosen.count;
        }
        if (i < count && !chosen.is_placed[i]) {
            order[at++] = i;
        }
    }
    return GAIT_OK;
}

static gait_status edit_apply_order(gait_edit *edit, const uint32_t *order) {
    uint32_t count = gaiti_edit_clip_count(edit), moved = 0;
    gait_span *names = gaiti_alloc(&edit->scratch, count, sizeof *names);
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t i = 0; i < count; i++) {
        names[i] = edit->names[order[i]];
        moved += order[i] != i;
    }
    GAITI_TRY(edit->functions->reorder(edit->document.document, order, count));
    memcpy(edit->names, names, count * sizeof *names);
    edit->index.is_valid = false;
    for (uint32_t i = 0; i < count && moved > 0; i++) {
        char number[GAITI_NUMBER_MAX + 1] = "";
        if (order[i] != i) {
            (void)gaiti_print_u64(number, i);
            GAITI_TRY(GAITI_EDIT_CHANGE(edit, "clip ", gaiti_edit_clip_name(edit, i), " -> place ",
                                        number));
        }
    }
    return GAIT_OK;
}

/* "--frames": the bones of all frames. */
static gait_status edit_order_frames(gait_edit *edit, const gaiti_edit_request *request) {
    uint32_t count = 0;
    char number[GAITI_NUMBER_MAX + 1] = "";
    if (request->count > 1) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "no other option beside --frames");
    }
    GAITI_TRY(gaiti_edit_list_names(edit));
    if (!edit->functions->order_frames) {
        return gaiti_edit_refuse_format(edit, "the names of bones in frames");
    }
    gait_status status = edit->functions->order_frames(edit->document.document, &count);
    if (status == GAIT_UNSUPPORTED) {
        return gaiti_edit_refuse_format(edit, "the order of the header: a bone is listed twice, or "
                                              "a frame has other bones");
    }
    if (status != GAIT_OK || count == 0) {
        return status;
    }
    (void)gaiti_print_u64(number, count);
    return GAITI_EDIT_CHANGE(edit, gaiti_edit_clip_name(edit, 0), ": bones of ", number,
                             count == 1 ? " frame" : " frames", " in the order of the header");
}

gait_status gaiti_edit_reorder(gait_edit *edit, const gaiti_edit_request *request) {
    edit_place_of place;
    bool *chosen;
    if (gaiti_edit_find(request, GAITI_EDIT_FRAMES)) {
        return edit_order_frames(edit, request);
    }
    GAITI_TRY(edit_begin_clips(edit, edit->functions->reorder != NULL));
    GAITI_TRY(edit_read_place(edit, request, &place));
    GAITI_TRY(gaiti_edit_choose(edit, request, &chosen));
    uint32_t count = gaiti_edit_clip_count(edit);
    if ((place.is_before || place.is_after) && place.clip == GAITI_EDIT_NONE) {
        return GAIT_OK;
    }
    uint32_t *order = gaiti_alloc(&edit->scratch, count, sizeof *order);
    uint32_t *scratch = gaiti_alloc(&edit->scratch, count, sizeof *scratch);
    GAITI_TRY(gaiti_edit_status(edit));
    if (gaiti_edit_find(request, GAITI_EDIT_SORT)) {
        for (uint32_t i = 0; i < count; i++) {
            order[i] = i;
        }
        gaiti_sort(order, count, edit_precedes, edit, scratch);
    } else {
        GAITI_TRY(edit_make_order(edit, request, &place, order));
    }
    return edit_apply_order(edit, order);
}
