/* Names and places of merged motions: docs/formats/omf.md#merging. */
#include "formats/xray/xray_merge.h"

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/names.h"
#include "base/try.h"
#include "formats/xray/xray_encode.h"
#include "formats/xray/xray_marks.h"

static gait_status merge_raise_name(const gaiti_report *report, gaiti_rule bad_name,
                                    uint32_t code_page, gait_span name, bool is_utf8) {
    return gaiti_raise(report, bad_name,
                       (gaiti_detail){.expected = GAITI_OMF_NAME_MAX,
                                      .found = code_page ? code_page : 1251,
                                      .name = name,
                                      .name_is_utf8 = is_utf8});
}

gait_status gaiti_encode_motion_name(const char *name, uint32_t code_page, gaiti_rule bad_name,
                                     const gaiti_report *report, gaiti_arena *arena,
                                     gait_span *out_name) {
    if (gaiti_xray_encode_refuses(name, code_page)) {
        gaiti_report about_name = *report;
        about_name.has_no_offset = true;
        gait_span text = gaiti_span((const uint8_t *)name, strlen(name));
        return merge_raise_name(&about_name, bad_name, code_page, text, true);
    }
    return gaiti_xray_encode_name(name, code_page, arena, out_name);
}

uint64_t gaiti_count_lost(gait_span bytes, gait_span kept) {
    return gaiti_same_bytes(bytes, kept) ? 0 : bytes.size;
}

bool gaiti_is_selection(const uint32_t *motions, uint32_t count, uint32_t total,
                        gaiti_arena *scratch) {
    bool *is_used = gaiti_alloc(scratch, total, sizeof *is_used);
    bool is_valid = is_used && (motions || count == 0) && count <= total;
    for (uint32_t i = 0; is_valid && i < count; i++) {
        is_valid = motions[i] < total && !is_used[motions[i]];
        if (is_valid) {
            is_used[motions[i]] = true;
        }
    }
    return is_valid;
}

void gaiti_merge_init(gaiti_merge *merge, gaiti_arena *arena, const gait_merge_options *options,
                      gait_diagnostics *diagnostics) {
    gait_options memory = {.allocator = arena->allocator};
    merge->arena = arena;
    merge->report = gaiti_report_to(diagnostics);
    merge->report.has_no_offset = true;
    merge->options = options ? *options : (gait_merge_options){0};
    gaiti_arena_init(&merge->scratch, &memory, 1 << 14);
}

static gait_span merge_name_at(gaiti_merge_names names, uint32_t motion) {
    return *(const gait_span *)(const void *)((const uint8_t *)names.first +
                                              (size_t)motion * names.stride);
}

gait_status gaiti_merge_select(gaiti_merge *merge, gaiti_merge_names from) {
    const uint32_t *motions = merge->options.clips;
    merge->count = motions ? merge->options.clip_count : from.count;
    if (motions && !gaiti_is_selection(motions, merge->count, from.count, &merge->scratch)) {
        return merge->scratch.status ? merge->scratch.status : GAIT_BAD_ARGUMENT;
    }
    merge->steps = gaiti_alloc(&merge->scratch, merge->count, sizeof *merge->steps);
    GAITI_TRY(merge->scratch.status);
    for (uint32_t i = 0; i < merge->count; i++) {
        uint32_t source = motions ? motions[i] : i;
        merge->steps[i] =
            (gaiti_merge_step){source, GAITI_MERGE_SKIPPED, merge_name_at(from, source)};
    }
    return GAIT_OK;
}

/* The names of a merge: first those of the result, then those of the merged motions, then new
 * ones. */
typedef struct merge_names {
    gaiti_names set;
    gait_span *list;
    uint32_t count;   /* of the motions that are merged into */
    int32_t *equal;   /* per step: the first of these motions with this name; -1 = none */
    uint32_t *number; /* per such motion: the next number to append to its name; 0 = none used */
} merge_names;

/* The status of the first refusal; all refusals are reported. */
static void merge_refuse_name(gait_status *status, gait_status refusal) {
    *status = *status == GAIT_OK ? refusal : *status;
}

static gait_status merge_init_names(gaiti_merge *merge, gaiti_merge_names to, merge_names *names) {
    uint64_t total = to.count + 2 * (uint64_t)merge->count;
    gaiti_arena *scratch = &merge->scratch;
    names->count = to.count;
    if (total > INT32_MAX) {
        return GAIT_LIMIT;
    }
    names->list = gaiti_alloc(scratch, total, sizeof *names->list);
    names->equal = gaiti_alloc(scratch, merge->count, sizeof *names->equal);
    names->number = gaiti_alloc(scratch, names->count, sizeof *names->number);
    if (!names->list || !names->equal || !names->number ||
        !gaiti_names_init(&names->set, scratch, names->list, (uint32_t)total)) {
        return scratch->status;
    }
    for (uint32_t m = 0; m < names->count; m++) {
        names->list[m] = merge_name_at(to, m);
        gaiti_names_add(&names->set, m);
    }
    for (uint32_t i = 0; i < merge->count; i++) {
        names->equal[i] = gaiti_names_find(&names->set, merge->steps[i].name);
    }
    for (uint32_t i = 0; i < merge->count; i++) {
        names->list[names->count + i] = merge->steps[i].name;
        gaiti_names_add(&names->set, names->count + i);
    }
    return GAIT_OK;
}

/* Appends the first unused number to the name of a step. */
static gait_status merge_rename(gaiti_merge *merge, merge_names *names, uint32_t step) {
    uint32_t *number = &names->number[names->equal[step]];
    uint32_t index = names->count + merge->count + step;
    gait_span old = merge->steps[step].name;
    uint8_t *text = gaiti_alloc(merge->arena, old.size + 1 + GAITI_NUMBER_MAX, 1);
    GAITI_TRY(merge->arena->status);
    if (old.size > 0) {
        memcpy(text, old.data, old.size);
    }
    text[old.size] = '_';
    *number = *number ? *number : 2;
    do {
        size_t digits = gaiti_print_i64((char *)text + old.size + 1, (*number)++);
        names->list[index] = gaiti_span(text, old.size + 1 + digits);
    } while (gaiti_names_add(&names->set, index) >= 0);
    merge->steps[step].name = names->list[index];
    merge->merged.renamed++;
    if (names->list[index].size <= GAITI_OMF_NAME_MAX) {
        return GAIT_OK;
    }
    merge->report.clip = (int32_t)merge->steps[step].source;
    return merge_raise_name(&merge->report, merge->bad_name, merge->code_page, names->list[index],
                            false);
}

/* Applies the rule to a step with an equal name. Returns whether it is appended. */
static bool merge_apply_name_rule(gaiti_merge *merge, merge_names *names, uint32_t step,
                                  gait_status *status) {
    uint32_t equal = (uint32_t)names->equal[step];
    switch (merge->options.names) {
    case GAIT_EQUAL_NAMES_KEEP_FIRST:
        merge->merged.skipped++;
        return false;
    case GAIT_EQUAL_NAMES_REPLACE:
        if (names->number[equal]++ > 0) {
            return true;
        }
        merge->steps[step].target = equal;
        merge->merged.replaced++;
        return false;
    case GAIT_EQUAL_NAMES_RENAME:
        merge_refuse_name(status, merge_rename(merge, names, step));
        return true;
    case GAIT_EQUAL_NAMES_KEEP_ALL:
        return true;
    case GAIT_EQUAL_NAMES_REFUSE:
    default:
        merge->report.clip = (int32_t)merge->steps[step].source;
        merge_refuse_name(status, gaiti_raise(&merge->report, merge->equal_name,
                                              (gaiti_detail){.name = merge->steps[step].name}));
        return false;
    }
}

gait_status gaiti_merge_plan(gaiti_merge *merge, gaiti_merge_names to) {
    merge_names all;
    gait_status status = GAIT_OK;
    GAITI_TRY(merge_init_names(merge, to, &all));
    for (uint32_t i = 0; i < merge->count; i++) {
        if (all.equal[i] < 0 || merge_apply_name_rule(merge, &all, i, &status)) {
            merge->steps[i].target = to.count + merge->merged.appended++;
        }
    }
    merge->report.clip = -1;
    return status;
}
