/* Matches animations with clips by name, also after changes that tools make to names. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

enum {
    CLIP_MATCH_EXACT = 0,
    CLIP_MATCH_OBJECT,         /* CLIP_OBJECT, the name that Blender gives to an action */
    CLIP_MATCH_OBJECT_VARIANT, /* the same, with a number suffix or cut */
    CLIP_MATCH_NUMBERED,       /* CLIP.001: the next clip of that name */
    CLIP_MATCH_METHODS,
    CLIP_MATCH_NAME_MAX = 63 /* bytes; Blender cuts longer names */
};

/* The state of the matching over all methods. */
typedef struct clip_match_job {
    const gaiti_base_file *base;
    const gait_edited_file *edit;
    gaiti_arena *arena;
    gaiti_clip_pairs *out;
    gait_span *names; /* per clip */
    int32_t *next;    /* per clip: the next one with the same name */
    uint32_t *claims; /* per clip: number of animations that match it; ambiguous ones count twice */
    int32_t *claimed; /* per animation: the clip that it matches; -1 = none */
    gaiti_names set;
    bool is_folded;
} clip_match_job;

static bool clip_match_list(clip_match_job *job) {
    uint32_t count = job->base->clip_count;
    int32_t *last = gaiti_alloc(job->arena, count, sizeof *last);
    if (!last || !gaiti_names_init(&job->set, job->arena, job->names, count)) {
        return false;
    }
    job->set.is_exact = !job->is_folded;
    for (uint32_t c = 0; c < count; c++) {
        const char *name =
            job->base->clip_names ? job->base->clip_names[c] : job->base->clips[c]->name;
        job->names[c] = gaiti_span_of(name);
        int32_t first = gaiti_names_add(&job->set, c);
        job->next[c] = -1;
        last[c] = (int32_t)c;
        if (first >= 0) {
            job->next[last[first]] = (int32_t)c;
            last[first] = (int32_t)c;
        }
    }
    return true;
}

/* --- name suffixes ---------------------------------------------------------------------------- */

/* The length of CLIP in CLIP_OBJECT; 0 when the name does not end in _OBJECT. */
static size_t clip_match_before(const char *name, size_t size, const char *object, size_t length) {
    bool has_suffix = size > length + 1 && name[size - length - 1] == '_' &&
                      memcmp(name + size - length, object, length) == 0;
    return has_suffix ? size - length - 1 : 0;
}

/* The same for CLIP_OBJECT cut at 63 bytes or with a number suffix. */
static size_t clip_match_before_variant(const char *name, size_t size, const char *object) {
    size_t stem, length;
    gaiti_number_suffix(name, &stem);
    gaiti_number_suffix(object, &length);
    size_t before = clip_match_before(name, stem, object, length);
    for (size_t part = length; before == 0 && size == CLIP_MATCH_NAME_MAX && part > 0; part--) {
        before = clip_match_before(name, stem, object, part - 1);
    }
    return before;
}

/* The length of the part of an animation's name that a method looks up; 0 = the method does not
 * apply. */
static size_t clip_match_part(const clip_match_job *job, int method, const char *name,
                              uint32_t *number) {
    const char *objects[2] = {job->edit->object ? job->edit->object : "gait", "gait"};
    size_t size = strlen(name), part = 0;
    *number = 0;
    if (method == CLIP_MATCH_EXACT) {
        return size;
    }
    if (method == CLIP_MATCH_NUMBERED) {
        *number = gaiti_number_suffix(name, &part);
        return *number ? part : 0;
    }
    for (int i = 0; i < 2 && part == 0; i++) {
        part = method == CLIP_MATCH_OBJECT
                   ? clip_match_before(name, size, objects[i], strlen(objects[i]))
                   : clip_match_before_variant(name, size, objects[i]);
    }
    return part;
}

/* --- claims ----------------------------------------------------------------------------------- */

static bool clip_match_is_open(const clip_match_job *job, int32_t clip) {
    return job->out->animation_of[clip] < 0 && !job->out->is_clip_ambiguous[clip];
}

/* Selects one of the clips with the same name: by the number, else the first one without an
 * animation. -1 = none. */
static int32_t clip_match_choose(const clip_match_job *job, int32_t first, uint32_t number) {
    int32_t open = -1, numbered = first;
    for (int32_t c = first; c >= 0; c = job->next[c]) {
        if (open < 0 && clip_match_is_open(job, c) && job->claims[c] == 0) {
            open = c;
        }
    }
    while (number > 0 && numbered >= 0) {
        numbered = job->next[numbered];
        number--;
    }
    if (numbered >= 0 && numbered != first && clip_match_is_open(job, numbered)) {
        return numbered;
    }
    return open >= 0 ? open : clip_match_is_open(job, first) ? first : -1;
}

/* True when several clips without an animation differ in case only. */
static bool clip_match_is_ambiguous(const clip_match_job *job, int32_t first) {
    uint32_t open = 0;
    for (int32_t c = first; c >= 0; c = job->next[c]) {
        open += clip_match_is_open(job, c);
    }
    return job->is_folded && open > 1;
}

static void clip_match_claim(clip_match_job *job, int method, uint32_t animation) {
    const char *name = job->edit->animations[animation].name;
    uint32_t number;
    job->claimed[animation] = -1;
    if (job->out->clip_of[animation] >= 0 || job->out->is_ambiguous[animation]) {
        return;
    }
    size_t part = clip_match_part(job, method, name, &number);
    if (part == 0 && method != CLIP_MATCH_EXACT) {
        return;
    }
    int32_t first = gaiti_names_find(&job->set, gaiti_span(name, part));
    int32_t clip = first >= 0 ? clip_match_choose(job, first, number) : -1;
    if (clip >= 0) {
        job->claimed[animation] = clip;
        job->claims[clip] += clip_match_is_ambiguous(job, first) ? 2 : 1;
    }
}

static void clip_match_resolve(clip_match_job *job) {
    for (uint32_t a = 0; a < job->edit->animation_count; a++) {
        int32_t clip = job->claimed[a];
        if (clip < 0) {
            continue;
        }
        if (job->claims[clip] == 1) {
            job->out->animation_of[clip] = (int32_t)a;
            job->out->clip_of[a] = clip;
        } else {
            job->out->is_ambiguous[a] = true;
            job->out->is_clip_ambiguous[clip] = true;
        }
    }
    memset(job->claims, 0, job->base->clip_count * sizeof *job->claims);
}

static bool clip_match_run(clip_match_job *job) {
    for (int fold = 0; fold < 2; fold++) {
        job->is_folded = fold;
        if (!clip_match_list(job)) {
            return false;
        }
        for (int method = 0; method < CLIP_MATCH_METHODS; method++) {
            for (uint32_t a = 0; a < job->edit->animation_count; a++) {
                clip_match_claim(job, method, a);
            }
            clip_match_resolve(job);
        }
    }
    return true;
}

/* --- the only animation ----------------------------------------------------------------------- */

static bool clip_match_is_action(const gait_edited_file *edit, const char *name) {
    const char *generic_names[] = {"Animation", "Scene", "Armature", "gait", edit->object};
    size_t stem, length;
    gaiti_number_suffix(name, &stem);
    for (size_t i = 0; i < sizeof generic_names / sizeof *generic_names; i++) {
        if (generic_names[i]) {
            gaiti_number_suffix(generic_names[i], &length);
            if (length == stem && memcmp(name, generic_names[i], stem) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Handles a single animation without a match: if there is one clip, it matches whatever its name
 * is. For a bank, a generic name shows that only the active action was exported. */
static void clip_match_check_single(const clip_match_job *job) {
    if (job->edit->animation_count != 1 || job->out->clip_of[0] >= 0 || job->out->is_ambiguous[0]) {
        return;
    }
    if (job->base->clip_count == 1) {
        job->out->animation_of[0] = job->out->clip_of[0] = 0;
        job->out->is_only_pair = !clip_match_is_action(job->edit, job->edit->animations[0].name);
    } else if (job->base->clip_count > 1) {
        job->out->is_one_action = clip_match_is_action(job->edit, job->edit->animations[0].name);
    }
}

bool gaiti_match_clips(const gaiti_base_file *base, const gait_edited_file *edit,
                       gaiti_arena *arena, gaiti_clip_pairs *out) {
    uint32_t clips = base->clip_count, animations = edit->animation_count;
    *out = (gaiti_clip_pairs){
        .animation_of = gaiti_alloc(arena, clips, sizeof *out->animation_of),
        .clip_of = gaiti_alloc(arena, animations, sizeof *out->clip_of),
        .is_ambiguous = gaiti_alloc(arena, animations, sizeof *out->is_ambiguous),
        .is_clip_ambiguous = gaiti_alloc(arena, clips, sizeof *out->is_clip_ambiguous),
        .new_name_of = gaiti_alloc(arena, clips, sizeof *out->new_name_of),
        .old_name_of = gaiti_alloc(arena, animations, sizeof *out->old_name_of),
    };
    clip_match_job job = {
        .base = base,
        .edit = edit,
        .arena = arena,
        .out = out,
        .names = gaiti_alloc(arena, clips, sizeof *job.names),
        .next = gaiti_alloc(arena, clips, sizeof *job.next),
        .claims = gaiti_alloc(arena, clips, sizeof *job.claims),
        .claimed = gaiti_alloc(arena, animations, sizeof *job.claimed),
    };
    if (!out->animation_of || !out->clip_of || !out->is_ambiguous || !out->is_clip_ambiguous ||
        !out->new_name_of || !out->old_name_of || !job.names || !job.next || !job.claims ||
        !job.claimed) {
        return false;
    }
    for (uint32_t c = 0; c < clips; c++) {
        out->animation_of[c] = out->new_name_of[c] = -1;
    }
    for (uint32_t a = 0; a < animations; a++) {
        out->clip_of[a] = out->old_name_of[a] = -1;
    }
    if (!clip_match_run(&job)) {
        return false;
    }
    clip_match_check_single(&job);
    return true;
}
