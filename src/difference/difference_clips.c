/* Lists the clips of two files: matched by name, then by equal keys; their order. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text/text.h"
#include "difference/difference_state.h"
#include "formats/file_state.h"

/* True when the only clip of a file is named after the file. */
static bool difference_has_no_name(const gait_file *file) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    return gait_file_clip_count(file) == 1 && !row->clip_info(document, 0).name.data;
}

static bool difference_name_clips(gaiti_difference_job *job, gaiti_difference_side *side) {
    side->clip_count = gait_file_clip_count(side->file);
    side->clip_names = gaiti_difference_new_names(job, side->clip_count);
    for (uint32_t i = 0; side->clip_names && i < side->clip_count; i++) {
        gait_clip_info info = gait_file_clip_info(side->file, i);
        uint32_t page = info.name_is_utf8 ? GAIT_CODE_PAGE_UTF8 : gait_file_code_page(side->file);
        const char *text = gaiti_utf8(&job->work, page, info.name);
        if (!text) {
            return false;
        }
        side->clip_names[i] = gaiti_span_of(text);
    }
    return side->clip_names != NULL;
}

/* --- equal keys ------------------------------------------------------------------------------- */

/* The clips without a match of one side, and hashes of their keys. */
typedef struct difference_hashes {
    uint64_t *hash;
    uint32_t *clip, *order, *work;
    uint32_t count;
} difference_hashes;

static bool difference_hash_before(const void *user, uint32_t a, uint32_t b) {
    const difference_hashes *hashes = user;
    return hashes->hash[a] < hashes->hash[b];
}

static bool difference_hash_clips(gaiti_difference_job *job, int s,
                                  const gaiti_difference_lists *lists, difference_hashes *out) {
    uint32_t count = lists->count[s];
    out->hash = gaiti_alloc(&job->work, count, sizeof *out->hash);
    out->clip = gaiti_alloc(&job->work, count, sizeof *out->clip);
    out->order = gaiti_alloc(&job->work, count, sizeof *out->order);
    out->work = gaiti_alloc(&job->work, count, sizeof *out->work);
    if (!out->hash || !out->clip || !out->order || !out->work) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t hash;
        if (lists->match[s][i] < 0 && gaiti_difference_hash(job, s, i, &hash) == GAIT_OK) {
            out->hash[out->count] = hash;
            out->order[out->count] = out->count;
            out->clip[out->count++] = i;
        }
    }
    gaiti_sort(out->order, out->count, difference_hash_before, out, out->work);
    return true;
}

static bool difference_has_unmatched(const gaiti_difference_lists *lists, int s) {
    bool is_any = false;
    for (uint32_t i = 0; i < lists->count[s] && !is_any; i++) {
        is_any = lists->match[s][i] < 0;
    }
    return is_any;
}

/* Matches clips without a match that have equal keys, in their order. */
static void difference_match_renamed(gaiti_difference_job *job, gaiti_difference_lists *lists) {
    difference_hashes sides[2] = {{0}, {0}};
    if (!job->is_one_format || !difference_has_unmatched(lists, 0) ||
        !difference_has_unmatched(lists, 1) || !difference_hash_clips(job, 0, lists, &sides[0]) ||
        !difference_hash_clips(job, 1, lists, &sides[1])) {
        return;
    }
    for (uint32_t i = 0, j = 0; i < sides[0].count && j < sides[1].count;) {
        uint32_t a = sides[0].order[i], b = sides[1].order[j];
        uint64_t first = sides[0].hash[a], second = sides[1].hash[b];
        if (first == second &&
            gaiti_difference_equal_clips(job, sides[0].clip[a], sides[1].clip[b])) {
            lists->match[0][sides[0].clip[a]] = (int32_t)sides[1].clip[b];
            lists->match[1][sides[1].clip[b]] = (int32_t)sides[0].clip[a];
        }
        i += first <= second;
        j += second <= first;
    }
}

/* --- the list --------------------------------------------------------------------------------- */

static const char *difference_clip_text(gaiti_difference_job *job, int s, int32_t clip) {
    const char *text = clip >= 0 ? gaiti_copy_text(&job->result->arena,
                                                   (const char *)job->side[s].clip_names[clip].data)
                                 : NULL;
    return text ? text : "";
}

static void difference_add_clip(gaiti_difference_job *job, int32_t clip, int32_t other,
                                bool is_moved) {
    gait_file_comparison *result = job->result;
    gait_files_summary *summary = &result->summary;
    gait_clip_difference *entry = &result->clips[summary->clip_count++].entry;
    entry->clip = clip;
    entry->other = other;
    entry->name = difference_clip_text(job, 0, clip);
    entry->other_name = difference_clip_text(job, 1, other);
    entry->keys = GAIT_KEYS_NOT_COMPARED;
    entry->is_moved = is_moved;
    if (clip >= 0) {
        entry->frame_count = gait_file_clip_info(job->side[0].file, (uint32_t)clip).frame_count;
    }
    if (other >= 0) {
        entry->other_frame_count =
            gait_file_clip_info(job->side[1].file, (uint32_t)other).frame_count;
    }
    bool has_names =
        !difference_has_no_name(job->side[0].file) && !difference_has_no_name(job->side[1].file);
    entry->is_renamed =
        clip >= 0 && other >= 0 && has_names && strcmp(entry->name, entry->other_name) != 0;
    summary->removed += other < 0;
    summary->added += clip < 0;
    summary->renamed += entry->is_renamed;
    summary->moved += entry->is_moved;
}

void gaiti_difference_list_clips(gaiti_difference_job *job) {
    gaiti_difference_lists lists = {0};
    for (int s = 0; s < 2; s++) {
        if (!difference_name_clips(job, &job->side[s])) {
            return;
        }
        lists.names[s] = job->side[s].clip_names;
        lists.count[s] = job->side[s].clip_count;
    }
    uint64_t count = (uint64_t)lists.count[0] + lists.count[1];
    job->result->clips = gaiti_alloc(&job->result->arena, count, sizeof *job->result->clips);
    if (!job->result->clips || !gaiti_difference_match(job, &lists)) {
        return;
    }
    if (lists.count[0] == 1 && lists.count[1] == 1 &&
        (difference_has_no_name(job->side[0].file) || difference_has_no_name(job->side[1].file))) {
        lists.match[0][0] = lists.match[1][0] = 0;
    }
    difference_match_renamed(job, &lists);
    gaiti_difference_find_moved(job, &lists);
    if (gaiti_difference_status(job) != GAIT_OK) {
        return;
    }
    for (uint32_t i = 0; i < lists.count[0]; i++) {
        difference_add_clip(job, (int32_t)i, lists.match[0][i], lists.is_moved[i]);
    }
    for (uint32_t i = 0; i < lists.count[1]; i++) {
        if (lists.match[1][i] < 0) {
            difference_add_clip(job, -1, (int32_t)i, false);
        }
    }
}
