/* Finds the track of each bone in the other bank, and the parts of the result. */
#include "formats/xray/omf/omf_match.h"

#include "base/text/names.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/xray/omf/omf.h"

#define MATCH_NONE UINT32_MAX        /* a part without bones */
#define MATCH_MIXED (UINT32_MAX - 1) /* bones of several parts */

static gait_status match_memory(const gaiti_omf_match *match) {
    return match->scratch->status ? match->scratch->status : match->to->arena.status;
}

/* The track of a bone of the list. */
static uint32_t match_track_of(const gait_omf *omf, uint32_t listed) {
    return omf->ids_are_tracks ? omf->bones[listed].id : listed;
}

/* --- bones ------------------------------------------------------------------------------------ */

static bool match_has_equal_tracks(const gait_omf *a, const gait_omf *b) {
    bool is_equal = a->bone_count == b->bone_count;
    for (uint32_t t = 0; is_equal && t < a->bone_count; t++) {
        gait_span name = gait_omf_bone_name(a, t);
        is_equal = gaiti_equal_name(name, gait_omf_bone_name(b, t));
        if (name.size == 0) {
            is_equal =
                is_equal && a->bones[a->bone_of_track[t]].id == b->bones[b->bone_of_track[t]].id;
        }
    }
    return is_equal;
}

/* The names of all tracks as a set; NULL when they are not unique, empty, or out of memory. */
static gait_span *match_names(const gait_omf *omf, gaiti_arena *scratch, gaiti_names *set,
                              bool *out_is_unique) {
    gait_span *names = gaiti_alloc(scratch, omf->bone_count, sizeof *names);
    if (!names || !gaiti_names_init(set, scratch, names, omf->bone_count)) {
        return NULL;
    }
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        names[t] = gait_omf_bone_name(omf, t);
        bool is_new = gaiti_names_add(set, t) < 0;
        *out_is_unique = *out_is_unique && is_new && names[t].size > 0;
    }
    return names;
}

/* Reports the first bone of `omf` that `other` lacks. Returns GAIT_OK when there is none. `names`
 * are the names of the bones of `omf`, `others` those of `other`. */
static gait_status match_find_missing(const gait_span *names, const gait_omf *omf,
                                      const gaiti_names *others, const gait_omf *other,
                                      const gaiti_report *report) {
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        if (gaiti_names_find(others, names[t]) < 0) {
            return gaiti_raise(report, GAITI_OMF_OTHER_BONES,
                               (gaiti_detail){.expected = omf->bone_count,
                                              .found = other->bone_count,
                                              .name = names[t]});
        }
    }
    return GAIT_OK;
}

gait_status gaiti_omf_match_bones(gaiti_omf_match *match, bool keep_track_order,
                                  const gaiti_report *report) {
    const gait_omf *to = match->to, *from = match->from;
    gaiti_names to_set, from_set;
    bool is_unique = to->ids_are_tracks && from->ids_are_tracks;
    match->from_track = gaiti_alloc(match->scratch, to->bone_count, sizeof *match->from_track);
    match->to_track = gaiti_alloc(match->scratch, from->bone_count, sizeof *match->to_track);
    gait_span *to_names = match_names(to, match->scratch, &to_set, &is_unique);
    gait_span *from_names = match_names(from, match->scratch, &from_set, &is_unique);
    if (!match->from_track || !match->to_track || !to_names || !from_names) {
        return match_memory(match);
    }
    match->is_same_order = match_has_equal_tracks(to, from);
    for (uint32_t t = 0; match->is_same_order && t < to->bone_count; t++) {
        match->from_track[t] = match->to_track[t] = t;
    }
    if (match->is_same_order) {
        return GAIT_OK;
    }
    if (!is_unique) {
        return gaiti_raise(report, GAITI_OMF_UNCLEAR_BONES, (gaiti_detail){0});
    }
    GAITI_TRY(match_find_missing(to_names, to, &from_set, from, report));
    GAITI_TRY(match_find_missing(from_names, from, &to_set, to, report));
    if (keep_track_order) {
        GAITI_TRY(gaiti_raise(report, GAITI_OMF_TRACK_ORDER, (gaiti_detail){0}));
    }
    for (uint32_t t = 0; t < to->bone_count; t++) {
        match->from_track[t] = (uint32_t)gaiti_names_find(&from_set, to_names[t]);
        match->to_track[match->from_track[t]] = t;
    }
    return GAIT_OK;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* Which parts of the two banks overlap. */
typedef struct match_overlap {
    uint32_t *to_part_of_track, *from_part_of_track; /* per track of `to` */
    /* Per part: the only part of the other bank that has bones of it, MATCH_MIXED or MATCH_NONE. */
    uint32_t *from_in_to, *to_in_from;
} match_overlap;

static void match_add(uint32_t *only, uint32_t other) {
    *only = *only == MATCH_NONE || *only == other ? other : MATCH_MIXED;
}

/* Lists the part of every track of `omf`; `new_track` converts its tracks to those of `to`. */
static void match_list_parts(const gait_omf *omf, const uint32_t *new_track, uint32_t *out) {
    for (uint32_t p = 0; p < omf->part_count; p++) {
        const gait_omf_part *part = &omf->parts[p];
        for (uint32_t b = 0; b < part->bone_count; b++) {
            uint32_t track = match_track_of(omf, part->first_bone + b);
            out[new_track ? new_track[track] : track] = p;
        }
    }
}

static bool match_find_overlap(const gaiti_omf_match *match, match_overlap *overlap) {
    const gait_omf *to = match->to, *from = match->from;
    gaiti_arena *scratch = match->scratch;
    overlap->to_part_of_track = gaiti_alloc(scratch, to->bone_count, sizeof(uint32_t));
    overlap->from_part_of_track = gaiti_alloc(scratch, to->bone_count, sizeof(uint32_t));
    overlap->from_in_to = gaiti_alloc(scratch, to->part_count, sizeof(uint32_t));
    overlap->to_in_from = gaiti_alloc(scratch, from->part_count, sizeof(uint32_t));
    if (!overlap->to_part_of_track || !overlap->from_part_of_track || !overlap->from_in_to ||
        !overlap->to_in_from) {
        return false;
    }
    match_list_parts(to, NULL, overlap->to_part_of_track);
    match_list_parts(from, match->to_track, overlap->from_part_of_track);
    for (uint32_t p = 0; p < to->part_count; p++) {
        overlap->from_in_to[p] = MATCH_NONE;
    }
    for (uint32_t p = 0; p < from->part_count; p++) {
        overlap->to_in_from[p] = MATCH_NONE;
    }
    for (uint32_t t = 0; t < to->bone_count; t++) {
        uint32_t to_part = overlap->to_part_of_track[t];
        uint32_t from_part = overlap->from_part_of_track[t];
        match_add(&overlap->from_in_to[to_part], from_part);
        match_add(&overlap->to_in_from[from_part], to_part);
    }
    return true;
}

/* The index of the part of `to` that has exactly the bones of part `part` of `from`; MATCH_NONE
 * when there is none. A part without bones is equal only to a part with the same index and no
 * bones. */
static uint32_t match_equal_part(const gaiti_omf_match *match, const match_overlap *overlap,
                                 uint32_t part) {
    uint32_t other = overlap->to_in_from[part];
    if (other == MATCH_NONE && part < match->to->part_count &&
        overlap->from_in_to[part] == MATCH_NONE) {
        return part;
    }
    bool is_equal =
        other != MATCH_NONE && other != MATCH_MIXED && overlap->from_in_to[other] == part;
    return is_equal ? other : MATCH_NONE;
}

/* Instead of a part: all parts if it has all bones. */
static uint32_t match_without_part(const gait_omf *omf, uint32_t part) {
    bool has_all = omf->bone_count > 0 && omf->parts[part].bone_count == omf->bone_count;
    return has_all ? (uint32_t)GAITI_OMF_ALL_PARTS : (uint32_t)GAITI_OMF_NO_PART;
}

static gait_status match_raise_parts(const gaiti_report *report, const gait_omf_part *part) {
    return gaiti_raise(report, GAITI_OMF_OTHER_PARTS, (gaiti_detail){.name = part->name});
}

/* The result keeps the parts of `to`. */
static gait_status match_keep_parts(gaiti_omf_match *match, const match_overlap *overlap,
                                    bool is_strict, const gaiti_report *report) {
    const gait_omf *to = match->to, *from = match->from;
    for (uint32_t p = 0; p < to->part_count; p++) {
        match->new_part_of_to[p] = p;
    }
    for (uint32_t p = 0; p < from->part_count; p++) {
        uint32_t other = match_equal_part(match, overlap, p);
        match->new_part_of_from[p] = other == MATCH_NONE ? match_without_part(from, p) : other;
        if (is_strict && (other == MATCH_NONE ||
                          !gaiti_equal_name(from->parts[p].name, to->parts[other].name))) {
            return match_raise_parts(report, &from->parts[p]);
        }
    }
    if (is_strict && to->part_count > from->part_count) {
        return match_raise_parts(report, &to->parts[from->part_count]);
    }
    return GAIT_OK;
}

/* --- union of parts --------------------------------------------------------------------------- */

/* True when of two parts that overlap, one always contains the other. */
static bool match_is_nested(const gaiti_omf_match *match, const match_overlap *overlap) {
    bool is_nested = true;
    for (uint32_t t = 0; is_nested && t < match->to->bone_count; t++) {
        is_nested = overlap->from_in_to[overlap->to_part_of_track[t]] != MATCH_MIXED ||
                    overlap->to_in_from[overlap->from_part_of_track[t]] != MATCH_MIXED;
    }
    return is_nested;
}

/* Lists the parts of the result in match->parts, without bones. A part of `to` that has bones of
 * several parts of `from` is replaced by these. */
static bool match_divide_parts(gaiti_omf_match *match, const match_overlap *overlap) {
    const gait_omf *to = match->to, *from = match->from;
    uint32_t *first = gaiti_alloc(match->scratch, to->part_count, sizeof *first);
    uint32_t *next = gaiti_alloc(match->scratch, from->part_count, sizeof *next);
    match->parts = gaiti_alloc(&match->to->arena, (uint64_t)to->part_count + from->part_count,
                               sizeof *match->parts);
    if (!first || !next || !match->parts) {
        return false;
    }
    for (uint32_t p = from->part_count; p > 0; p--) {
        uint32_t other = overlap->to_in_from[p - 1];
        if (other != MATCH_MIXED && other != MATCH_NONE) { /* lists with index + 1; 0 = the end */
            next[p - 1] = first[other];
            first[other] = p;
        }
    }
    for (uint32_t p = 0; p < to->part_count; p++) {
        if (overlap->from_in_to[p] != MATCH_MIXED) {
            match->new_part_of_to[p] = match->part_count;
            match->parts[match->part_count++].name = to->parts[p].name;
            continue;
        }
        match->new_part_of_to[p] = match_without_part(to, p);
        for (uint32_t f = first[p]; f > 0; f = next[f - 1]) {
            match->new_part_of_from[f - 1] = match->part_count;
            match->parts[match->part_count++].name = from->parts[f - 1].name;
        }
    }
    return true;
}

/* Puts the bones of `to` into the parts of the result, in their order. False when out of memory. */
static bool match_place_bones(gaiti_omf_match *match, const match_overlap *overlap) {
    gait_omf *to = match->to;
    match->bones = gaiti_alloc(&to->arena, to->bone_count, sizeof *match->bones);
    match->bone_of_track = gaiti_alloc(&to->arena, to->bone_count, sizeof *match->bone_of_track);
    uint32_t *part_of_bone = gaiti_alloc(match->scratch, to->bone_count, sizeof *part_of_bone);
    if (!match->bones || !match->bone_of_track || !part_of_bone) {
        return false;
    }
    for (uint32_t b = 0; b < to->bone_count; b++) {
        uint32_t track = match_track_of(to, b), part = overlap->to_part_of_track[track];
        part_of_bone[b] = overlap->from_in_to[part] != MATCH_MIXED
                              ? match->new_part_of_to[part]
                              : match->new_part_of_from[overlap->from_part_of_track[track]];
        match->parts[part_of_bone[b]].bone_count++;
    }
    for (uint32_t p = 1; p < match->part_count; p++) {
        match->parts[p].first_bone =
            match->parts[p - 1].first_bone + match->parts[p - 1].bone_count;
    }
    for (uint32_t b = 0; b < to->bone_count; b++) {
        uint32_t place = match->parts[part_of_bone[b]].first_bone++;
        match->bones[place] = to->bones[b];
        match->bone_of_track[match_track_of(to, b)] = place;
    }
    for (uint32_t p = 0; p < match->part_count; p++) {
        match->parts[p].first_bone -= match->parts[p].bone_count;
    }
    return true;
}

static gait_status match_unite_parts(gaiti_omf_match *match, const match_overlap *overlap,
                                     const gaiti_report *report) {
    const gait_omf *to = match->to, *from = match->from;
    bool is_divided = false;
    for (uint32_t p = 0; p < to->part_count; p++) {
        is_divided = is_divided || overlap->from_in_to[p] == MATCH_MIXED;
    }
    if (!is_divided) {
        return match_keep_parts(match, overlap, false, report);
    }
    /* Without ids, the order of the list is the order of the tracks and must not change. */
    bool has_ids = to->ids_are_tracks && to->listing != GAITI_OMF_LISTS_NAMES;
    if (!has_ids || !match_is_nested(match, overlap)) {
        return match_raise_parts(report, &to->parts[0]);
    }
    for (uint32_t p = 0; p < from->part_count; p++) {
        match->new_part_of_from[p] = match_without_part(from, p);
    }
    if (!match_divide_parts(match, overlap) || !match_place_bones(match, overlap)) {
        return match_memory(match);
    }
    for (uint32_t p = 0; p < from->part_count; p++) {
        uint32_t other = match_equal_part(match, overlap, p);
        if (other != MATCH_NONE && match->new_part_of_to[other] < match->part_count) {
            match->new_part_of_from[p] = match->new_part_of_to[other];
        }
    }
    match->has_new_parts = true;
    return match->part_count <= UINT16_MAX ? GAIT_OK : match_raise_parts(report, &to->parts[0]);
}

gait_status gaiti_omf_match_parts(gaiti_omf_match *match, gait_merged_parts rule,
                                  const gaiti_report *report) {
    match_overlap overlap;
    match->new_part_of_to =
        gaiti_alloc(match->scratch, match->to->part_count, sizeof *match->new_part_of_to);
    match->new_part_of_from =
        gaiti_alloc(match->scratch, match->from->part_count, sizeof *match->new_part_of_from);
    if (!match->new_part_of_to || !match->new_part_of_from ||
        !match_find_overlap(match, &overlap)) {
        return match_memory(match);
    }
    return rule == GAIT_MERGED_PARTS_UNION
               ? match_unite_parts(match, &overlap, report)
               : match_keep_parts(match, &overlap, rule == GAIT_MERGED_PARTS_EQUAL, report);
}
