/* Merges banks: docs/formats/omf.md#merging. */
#include "base/number/number.h"
#include "base/text/names.h"
#include "formats/xray/omf/omf_match.h"
#include "formats/xray/xray_marks.h"

#define MERGE_NO_MOTION UINT32_MAX

/* What becomes of one merged motion. */
typedef struct merge_step {
    uint32_t source; /* index in `from` */
    uint32_t target; /* index in the result; MERGE_NO_MOTION = it is skipped */
    gait_span name;
} merge_step;

/* One call of gait_omf_merge(). */
typedef struct merge_job {
    gait_omf *to;
    const gait_omf *from;
    gait_omf_merge_options options;
    gaiti_report report;
    gaiti_arena scratch;
    gaiti_omf_match match;
    uint32_t count;
    merge_step *steps;
    gait_omf_merged merged;
    bool has_marks;       /* motions with marks are merged into a version that has none */
    gaiti_omf_keys *keys; /* per step */
    gaiti_omf_definition *definitions; /* per step */
} merge_job;

/* The status after an allocation failed in the memory of the bank or of the job. */
static gait_status merge_memory(const merge_job *job) {
    return job->scratch.status ? job->scratch.status : job->to->arena.status;
}

/* The status of the first refusal; all refusals are reported. */
static void merge_refuse(gait_status *status, gait_status refusal) {
    *status = *status == GAIT_OK ? refusal : *status;
}

/* --- names ------------------------------------------------------------------------------------ */

/* The names of a merge: first those of `to`, then those of the merged motions, then new ones. */
typedef struct merge_names {
    gaiti_names set;
    gait_span *list;
    int32_t *equal;   /* per step: the first motion of `to` with this name; -1 = none */
    uint32_t *number; /* per motion of `to`: the next number to append to its name; 0 = none used */
} merge_names;

static gait_status merge_init_names(merge_job *job, merge_names *names) {
    uint32_t motions = job->to->keys_count, count = job->count;
    gaiti_arena *scratch = &job->scratch;
    names->list =
        gaiti_alloc(scratch, (uint64_t)motions + 2 * (uint64_t)count, sizeof *names->list);
    names->equal = gaiti_alloc(scratch, count, sizeof *names->equal);
    names->number = gaiti_alloc(scratch, motions, sizeof *names->number);
    if (!names->list || !names->equal || !names->number ||
        !gaiti_names_init(&names->set, scratch, names->list, motions + 2 * count)) {
        return scratch->status;
    }
    for (uint32_t m = 0; m < motions; m++) {
        names->list[m] = job->to->definitions[m].values.name;
        gaiti_names_add(&names->set, m);
    }
    for (uint32_t i = 0; i < count; i++) {
        names->equal[i] = gaiti_names_find(&names->set, job->steps[i].name);
    }
    return GAIT_OK;
}

/* Appends the first unused number to the name of a step. */
static gait_status merge_rename(merge_job *job, merge_names *names, uint32_t step) {
    uint32_t *number = &names->number[names->equal[step]];
    uint32_t index = job->to->keys_count + job->count + step;
    gait_span old = job->steps[step].name;
    uint8_t *text = gaiti_alloc(&job->to->arena, old.size + 1 + GAITI_NUMBER_MAX, 1);
    if (!text) {
        return job->to->arena.status;
    }
    if (old.size > 0) {
        memcpy(text, old.data, old.size);
    }
    text[old.size] = '_';
    *number = *number ? *number : 2;
    do {
        size_t digits = gaiti_print_i64((char *)text + old.size + 1, (*number)++);
        names->list[index] = gaiti_span(text, old.size + 1 + digits);
    } while (gaiti_names_add(&names->set, index) >= 0);
    job->steps[step].name = names->list[index];
    job->merged.renamed++;
    if (names->list[index].size <= GAITI_OMF_NAME_MAX) {
        return GAIT_OK;
    }
    job->report.clip = (int32_t)job->steps[step].source;
    return gaiti_raise(&job->report, GAITI_OMF_BAD_NAME,
                       (gaiti_detail){.expected = GAITI_OMF_NAME_MAX,
                                      .found = job->to->code_page ? job->to->code_page : 1251,
                                      .name = names->list[index]});
}

/* Applies the rule for equal names to a step with an equal name. Returns whether it is appended. */
static bool merge_apply_name_rule(merge_job *job, merge_names *names, uint32_t step,
                                  gait_status *status) {
    uint32_t equal = (uint32_t)names->equal[step];
    switch (job->options.names) {
    case GAIT_OMF_NAMES_KEEP_FIRST:
        job->merged.skipped++;
        return false;
    case GAIT_OMF_NAMES_REPLACE:
        if (names->number[equal]++ > 0) {
            return true;
        }
        job->steps[step].target = equal;
        job->merged.replaced++;
        return false;
    case GAIT_OMF_NAMES_RENAME:
        merge_refuse(status, merge_rename(job, names, step));
        return true;
    case GAIT_OMF_NAMES_KEEP_ALL:
        return true;
    case GAIT_OMF_NAMES_REFUSE:
    default:
        job->report.clip = (int32_t)job->steps[step].source;
        merge_refuse(status, gaiti_raise(&job->report, GAITI_OMF_EQUAL_NAME,
                                         (gaiti_detail){.name = job->steps[step].name}));
        return false;
    }
}

/* Sets the targets and names of all steps. */
static gait_status merge_plan(merge_job *job) {
    merge_names names;
    gait_status status = merge_init_names(job, &names);
    if (status != GAIT_OK) {
        return status;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        names.list[job->to->keys_count + i] = job->steps[i].name;
        gaiti_names_add(&names.set, job->to->keys_count + i);
    }
    for (uint32_t i = 0; i < job->count; i++) {
        if (names.equal[i] < 0 || merge_apply_name_rule(job, &names, i, &status)) {
            job->steps[i].target = job->to->keys_count + job->merged.appended++;
        }
    }
    job->report.clip = -1;
    return status;
}

/* --- checks ----------------------------------------------------------------------------------- */

/* The value of bone_or_part in the result; GAITI_OMF_NO_PART when there is none. A value that
 * is not the index of a bone or part of the bank is kept. */
static uint32_t merge_new_part(const gaiti_omf_match *match, const gait_omf *omf,
                               const gait_omf_motion *motion) {
    uint32_t value = motion->bone_or_part;
    bool is_fx = motion->flags & GAIT_OMF_FX, is_merged = omf == match->from;
    if (value == GAITI_OMF_ALL_PARTS || value >= (is_fx ? omf->bone_count : omf->part_count)) {
        return value;
    }
    if (is_fx) {
        return is_merged ? match->to_track[value] : value;
    }
    return is_merged ? match->new_part_of_from[value] : match->new_part_of_to[value];
}

static gait_status merge_check_part(merge_job *job, const gait_omf *omf, uint32_t motion) {
    const gait_omf_motion *values = &omf->definitions[motion].values;
    if (merge_new_part(&job->match, omf, values) != GAITI_OMF_NO_PART) {
        return GAIT_OK;
    }
    job->report.clip = (int32_t)motion;
    return gaiti_raise(&job->report, GAITI_OMF_NO_SUCH_PART,
                       (gaiti_detail){.name = values->name, .found = values->bone_or_part});
}

/* Checks parts and marks of every motion of the result. */
static gait_status merge_check_motions(merge_job *job) {
    gait_status status = GAIT_OK;
    for (uint32_t m = 0; job->match.has_new_parts && m < job->to->keys_count; m++) {
        merge_refuse(&status, merge_check_part(job, job->to, m));
    }
    for (uint32_t i = 0; i < job->count; i++) {
        const merge_step *step = &job->steps[i];
        const gaiti_omf_definition *definition = &job->from->definitions[step->source];
        if (step->target == MERGE_NO_MOTION) {
            continue;
        }
        merge_refuse(&status, merge_check_part(job, job->from, step->source));
        if (definition->mark_count == 0 || job->to->version >= 4) {
            continue;
        }
        job->has_marks = true;
        if (job->options.marks != GAIT_OMF_MARKS_RAISE_VERSION) {
            job->report.clip = (int32_t)step->source;
            gaiti_raise(
                &job->report, GAITI_OMF_MARKS_LOST,
                (gaiti_detail){.found = definition->mark_count, .name = definition->values.name});
            merge_refuse(&status,
                         job->options.marks == GAIT_OMF_MARKS_DROP ? GAIT_OK : GAIT_WOULD_LOSE);
        }
    }
    job->report.clip = -1;
    return status;
}

/* Version 0 has other flags, and is part of a model. */
static gait_status merge_check_version(merge_job *job) {
    if (job->to->version == 0 && job->from->version != 0) {
        return gaiti_raise(&job->report, GAITI_OMF_OLD_TARGET, (gaiti_detail){0});
    }
    return GAIT_OK;
}

static uint64_t merge_count_other(gait_span from, gait_span to) {
    bool is_equal =
        from.size == to.size && (from.size == 0 || memcmp(from.data, to.data, from.size) == 0);
    return is_equal ? 0 : from.size;
}

/* The size of the unknown sub-chunks of `from` after its count, unless `to` has the same in the
 * same order. */
static uint64_t merge_count_other_subs(const gait_omf *to, const gait_omf *from) {
    uint64_t size = 0;
    uint32_t other = 0;
    for (uint32_t s = 0; s < from->sub_count; s++) {
        const gaiti_omf_sub *sub = &from->subs[s];
        if (!sub->payload.data) {
            continue;
        }
        while (other < to->sub_count && !to->subs[other].payload.data) {
            other++;
        }
        bool is_equal = other < to->sub_count && to->subs[other].id == sub->id &&
                        merge_count_other(sub->payload, to->subs[other].payload) == 0 &&
                        to->subs[other].payload.size == sub->payload.size;
        size += is_equal ? 0 : GAITI_CHUNK_HEAD + sub->payload.size;
        other += is_equal;
    }
    return size;
}

/* Warns about unknown data of `from`, which is not copied. */
static void merge_report_lost(merge_job *job) {
    const gait_omf *to = job->to, *from = job->from;
    uint64_t size = merge_count_other(from->params_tail, to->params_tail) +
                    merge_count_other(from->count_tail, to->count_tail) +
                    merge_count_other(from->motions_tail, to->motions_tail) +
                    merge_count_other_subs(to, from);
    for (int i = 0; i < 3; i++) {
        size += merge_count_other(from->gaps[i], to->gaps[i]);
    }
    if (size > 0) {
        gaiti_raise(&job->report, GAITI_OMF_NOT_MERGED, (gaiti_detail){.found = (int64_t)size});
    }
}

/* --- motions ---------------------------------------------------------------------------------- */

/* Copies the tracks of a motion in the order of `to`. False when out of memory. */
static bool merge_order_tracks(const merge_job *job, gaiti_omf_keys *keys, uint32_t *offsets) {
    uint32_t bones = job->to->bone_count, at = 0;
    const gait_span tracks = keys->tracks;
    uint8_t *bytes = gaiti_alloc_uninitialized(&job->to->arena, tracks.size, 1);
    if (!bytes) {
        return false;
    }
    for (uint32_t t = 0; t < bones; t++) {
        uint32_t source = job->match.from_track[t], begin = keys->offsets[source];
        uint32_t end = source + 1 < bones ? keys->offsets[source + 1] : (uint32_t)tracks.size;
        memcpy(bytes + at, tracks.data + begin, end - begin);
        offsets[t] = at;
        at += end - begin;
    }
    keys->tracks = gaiti_span(bytes, tracks.size);
    return true;
}

/* Makes the keys and the definition of a step. */
static bool merge_make_motion(merge_job *job, uint32_t index, uint32_t *offsets) {
    const merge_step *step = &job->steps[index];
    gaiti_omf_keys *keys = &job->keys[index];
    gaiti_omf_definition *definition = &job->definitions[index];
    uint32_t bones = job->to->bone_count;
    *keys = job->from->keys[step->source];
    *definition = job->from->definitions[step->source];
    gait_omf_motion *values = &definition->values;
    bool done = true;
    if (!job->match.is_same_order) {
        done = merge_order_tracks(job, keys, offsets);
    } else if (bones > 0) {
        memcpy(offsets, keys->offsets, bones * sizeof *offsets);
    }
    keys->offsets = offsets;
    values->bone_or_part = (uint16_t)merge_new_part(&job->match, job->from, values);
    values->motion = (uint16_t)(values->motion == step->source ? step->target : values->motion);
    gaiti_omf_set_name(keys, definition, step->name);
    if (job->has_marks && job->options.marks == GAIT_OMF_MARKS_DROP) {
        definition->mark_count = 0;
    }
    return done && gaiti_omf_copy_marks(&job->to->arena, definition);
}

/* Makes all motions in memory of `to`, which is otherwise unchanged. */
static gait_status merge_make_motions(merge_job *job) {
    uint32_t bones = job->to->bone_count, made = job->merged.appended + job->merged.replaced;
    uint32_t *offsets =
        gaiti_alloc_uninitialized(&job->to->arena, (uint64_t)made * bones, sizeof *offsets);
    job->keys = gaiti_alloc(&job->scratch, job->count, sizeof *job->keys);
    job->definitions = gaiti_alloc(&job->scratch, job->count, sizeof *job->definitions);
    bool done = offsets && job->keys && job->definitions &&
                gaiti_omf_reserve_motions(job->to, job->merged.appended);
    for (uint32_t i = 0; done && i < job->count; i++) {
        if (job->steps[i].target != MERGE_NO_MOTION) {
            done = merge_make_motion(job, i, offsets);
            offsets += bones;
        }
    }
    return done ? GAIT_OK : merge_memory(job);
}

/* Changes `to`. Cannot fail: everything is allocated and checked. */
static void merge_store(merge_job *job) {
    gait_omf *to = job->to;
    if (job->match.has_new_parts) {
        for (uint32_t m = 0; m < to->keys_count; m++) {
            gait_omf_motion *values = &to->definitions[m].values;
            values->bone_or_part = (uint16_t)merge_new_part(&job->match, to, values);
        }
        to->parts = job->match.parts;
        to->part_count = job->match.part_count;
        to->bones = job->match.bones;
        to->bone_of_track = job->match.bone_of_track;
        to->part_capacity = to->bone_capacity = 0;
    }
    if (job->has_marks && job->options.marks == GAIT_OMF_MARKS_RAISE_VERSION) {
        to->version = 4;
        to->listing = GAITI_OMF_LISTS_NAMES_AND_IDS;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t target = job->steps[i].target;
        if (target != MERGE_NO_MOTION) {
            to->keys[target] = job->keys[i];
            to->definitions[target] = job->definitions[i];
        }
    }
    if (job->merged.appended > 0) {
        gaiti_omf_append_reserved(to, job->merged.appended);
    }
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Lists the motions to merge in job->steps. GAIT_BAD_ARGUMENT when the list is not valid. */
static gait_status merge_begin(merge_job *job) {
    const uint32_t *motions = job->options.motions;
    uint32_t total = gait_omf_motion_count(job->from);
    job->count = motions ? job->options.motion_count : total;
    if (job->count > total) {
        return GAIT_BAD_ARGUMENT;
    }
    bool *is_used = gaiti_alloc(&job->scratch, total, sizeof *is_used);
    job->steps = gaiti_alloc(&job->scratch, job->count, sizeof *job->steps);
    if (!is_used || !job->steps) {
        return job->scratch.status;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t source = motions ? motions[i] : i;
        if (source >= total || is_used[source]) {
            return GAIT_BAD_ARGUMENT;
        }
        is_used[source] = true;
        job->steps[i] = (merge_step){.source = source,
                                     .target = MERGE_NO_MOTION,
                                     .name = job->from->definitions[source].values.name};
    }
    return GAIT_OK;
}

static gait_status merge_run(merge_job *job) {
    gait_status status = merge_begin(job);
    status = status == GAIT_OK ? gaiti_omf_check_append(job->to, 0, &job->report) : status;
    status = status == GAIT_OK ? merge_check_version(job) : status;
    if (status == GAIT_OK) {
        status = gaiti_omf_match_bones(&job->match, job->options.keep_track_order, &job->report);
    }
    if (status == GAIT_OK) {
        status = gaiti_omf_match_parts(&job->match, job->options.parts, &job->report);
    }
    status = status == GAIT_OK ? merge_plan(job) : status;
    if (status == GAIT_OK) {
        status = gaiti_omf_check_append(job->to, job->merged.appended, &job->report);
    }
    status = status == GAIT_OK ? merge_check_motions(job) : status;
    if (status == GAIT_OK && job->has_marks && job->options.marks == GAIT_OMF_MARKS_RAISE_VERSION) {
        status = gaiti_omf_check_bone_names(job->to, &job->report);
    }
    status = status == GAIT_OK ? merge_make_motions(job) : status;
    if (status == GAIT_OK) {
        merge_report_lost(job);
        merge_store(job);
    }
    return status;
}

gait_status gait_omf_merge(gait_omf *to, const gait_omf *from,
                           const gait_omf_merge_options *options, gait_diagnostics *diagnostics,
                           gait_omf_merged *out_merged) {
    if (out_merged) {
        *out_merged = (gait_omf_merged){0};
    }
    if (!to || !from || to == from) {
        return GAIT_BAD_ARGUMENT;
    }
    merge_job job = {.to = to, .from = from, .report = gaiti_report_to(diagnostics)};
    gait_options memory = {.allocator = to->arena.allocator};
    job.options = options ? *options : (gait_omf_merge_options){0};
    gaiti_arena_init(&job.scratch, &memory, 1 << 14);
    job.match = (gaiti_omf_match){.to = to, .from = from, .scratch = &job.scratch};
    gait_status status = merge_run(&job);
    gaiti_arena_free(&job.scratch);
    if (status == GAIT_OK && out_merged) {
        *out_merged = job.merged;
    }
    return status;
}
