/* Lists of names: which items belong together, and which are in another order. Takes time
 * proportional to the number of names, or to n log n for their order. */
#include "base/bytes.h"
#include "base/text/names.h"
#include "difference/difference_state.h"

/* --- matching --------------------------------------------------------------------------------- */

/* Matches the items that have no match yet. Items with equal names are a chain. */
static bool difference_match_names(gaiti_difference_job *job, gaiti_difference_lists *lists,
                                   bool is_exact) {
    gaiti_names names;
    uint32_t count = lists->count[0];
    int32_t *next = gaiti_alloc(&job->work, count, sizeof *next);
    int32_t *head = gaiti_alloc(&job->work, count, sizeof *head);
    int32_t *tail = gaiti_alloc(&job->work, count, sizeof *tail);
    if (!next || !head || !tail || !gaiti_names_init(&names, &job->work, lists->names[0], count)) {
        return false;
    }
    names.is_exact = is_exact;
    for (uint32_t i = 0; i < count; i++) {
        int32_t first = lists->match[0][i] < 0 ? gaiti_names_add(&names, i) : -1;
        if (first >= 0) {
            next[tail[first]] = (int32_t)i;
            tail[first] = (int32_t)i;
        }
        next[i] = -1;
        head[i] = tail[i] = (int32_t)i;
    }
    for (uint32_t i = 0; i < lists->count[1]; i++) {
        int32_t first = lists->match[1][i] < 0 ? gaiti_names_find(&names, lists->names[1][i]) : -1;
        if (first >= 0 && head[first] >= 0) {
            lists->match[1][i] = head[first];
            lists->match[0][head[first]] = (int32_t)i;
            head[first] = next[head[first]];
        }
    }
    return true;
}

bool gaiti_difference_match(gaiti_difference_job *job, gaiti_difference_lists *lists) {
    for (int s = 0; s < 2; s++) {
        lists->match[s] = gaiti_alloc(&job->work, lists->count[s], sizeof *lists->match[s]);
        for (uint32_t i = 0; lists->match[s] && i < lists->count[s]; i++) {
            lists->match[s][i] = -1;
        }
    }
    return lists->match[0] && lists->match[1] && difference_match_names(job, lists, true) &&
           difference_match_names(job, lists, false);
}

/* --- order ------------------------------------------------------------------------------------ */

/* The number of elements of ends[0 .. count) whose match is below `match`. */
static uint32_t difference_lower_bound(const gaiti_difference_lists *lists, const int32_t *ends,
                                       uint32_t count, int32_t match) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lists->match[0][ends[middle]] < match) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t gaiti_difference_find_moved(gaiti_difference_job *job, gaiti_difference_lists *lists) {
    uint32_t count = lists->count[0], length = 0, moved = 0;
    int32_t *before = gaiti_alloc(&job->work, count, sizeof *before);
    int32_t *ends = gaiti_alloc(&job->work, count, sizeof *ends);
    lists->is_moved = gaiti_alloc(&job->work, count, sizeof *lists->is_moved);
    if (!before || !ends || !lists->is_moved) {
        return 0;
    }
    /* ends[n]: the last item of a sequence of n + 1 items with the smallest last match. */
    for (uint32_t i = 0; i < count; i++) {
        int32_t match = lists->match[0][i];
        if (match >= 0) {
            uint32_t at = difference_lower_bound(lists, ends, length, match);
            before[i] = at > 0 ? ends[at - 1] : -1;
            ends[at] = (int32_t)i;
            length += at == length;
            lists->is_moved[i] = true;
            moved++;
        }
    }
    for (int32_t i = length > 0 ? ends[length - 1] : -1; i >= 0; i = before[i]) {
        lists->is_moved[i] = false;
        moved--;
    }
    return moved;
}

/* --- differences of lists --------------------------------------------------------------------- */

static const char *difference_list_text(gaiti_difference_job *job, gait_span name) {
    const char *text = gaiti_copy_text(&job->result->arena, (const char *)name.data);
    return text ? text : "";
}

/* The differences of an item of the first list. */
static void difference_add_item(gaiti_difference_job *job, const gaiti_difference_lists *lists,
                                uint32_t item, gait_difference_subject subject) {
    gait_span name = lists->names[0][item];
    int32_t other = lists->match[0][item];
    gait_difference found = {.subject = subject, .kind = GAIT_DIFFERENCE_REMOVED};
    /* Binarised RTM has names in lower case. */
    if (other >= 0 && job->is_one_format && !gaiti_same_bytes(name, lists->names[1][other])) {
        found.kind = GAIT_DIFFERENCE_RENAMED;
        found.before = difference_list_text(job, name);
        found.after = difference_list_text(job, lists->names[1][other]);
    } else if (other >= 0) {
        return;
    }
    found.name = difference_list_text(job, name);
    gaiti_difference_add(job, found);
}

void gaiti_difference_add_lists(gaiti_difference_job *job, const gaiti_difference_lists *lists,
                                gait_difference_subject subject, bool has_order) {
    for (uint32_t i = 0; i < lists->count[0]; i++) {
        difference_add_item(job, lists, i, subject);
        if (has_order && lists->is_moved && lists->is_moved[i]) {
            gaiti_difference_add(
                job, (gait_difference){.subject = subject,
                                       .kind = GAIT_DIFFERENCE_MOVED,
                                       .name = difference_list_text(job, lists->names[0][i])});
        }
    }
    for (uint32_t i = 0; i < lists->count[1]; i++) {
        if (lists->match[1][i] < 0) {
            gaiti_difference_add(
                job, (gait_difference){.subject = subject,
                                       .kind = GAIT_DIFFERENCE_ADDED,
                                       .name = difference_list_text(job, lists->names[1][i])});
        }
    }
}
