/* Which animation is which clip, after what tools do to their names. */
#include <string.h>

#include "base/text/names.h"
#include "base/text/text.h"
#include "roundtrip/compare/roundtrip_state.h"

enum {
    BACK_CLIPS_EXACT = 0,
    BACK_CLIPS_OBJECT,   /* CLIP_OBJECT, as Blender calls actions */
    BACK_CLIPS_LIKE,     /* the same, numbered or cut */
    BACK_CLIPS_NUMBERED, /* CLIP.001: the next one of that name */
    BACK_CLIPS_WAYS,
    BACK_CLIPS_NAME_MAX = 63 /* bytes; Blender cuts there */
};

/* Everything that stays the same over the ways. */
typedef struct clip_match_job {
    const gait_base_file *base;
    const gait_edited_file *edit;
    gaiti_arena *arena;
    gaiti_clip_pairs *out;
    gait_span *keys; /* per clip */
    int32_t *next;   /* per clip: the next one with the same key */
    uint32_t *claims;
    int32_t *claimed; /* per animation */
    gaiti_names set;
    bool is_folded;
} clip_match_job;

/* The set is blind to case: a mark in front of capitals keeps it. */
static gait_span clip_match_key(const clip_match_job *job, const char *name, size_t size) {
    uint8_t *key = gaiti_alloc(job->arena, (uint64_t)size * 2 + 1, 1);
    size_t at = 0;
    for (size_t i = 0; key && i < size; i++) {
        if (!job->is_folded && gaiti_ascii_lower((uint8_t)name[i]) != (uint8_t)name[i]) {
            key[at++] = 1;
        }
        key[at++] = (uint8_t)name[i];
    }
    return (gait_span){key, key ? at : 0};
}

static bool clip_match_list(clip_match_job *job) {
    uint32_t count = job->base->clip_count;
    int32_t *last = gaiti_alloc(job->arena, count, sizeof *last);
    if (!last || !gaiti_names_init(&job->set, job->arena, job->keys, count)) {
        return false;
    }
    for (uint32_t c = 0; c < count; c++) {
        const char *name =
            job->base->clip_names ? job->base->clip_names[c] : job->base->clips[c]->name;
        job->keys[c] = clip_match_key(job, name, strlen(name));
        if (!job->keys[c].data) {
            return false;
        }
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

/* --- what is left of a name ------------------------------------------------------------------- */

/* The length of CLIP in CLIP_OBJECT; 0 when it does not end so. */
static size_t clip_match_before(const char *name, size_t size, const char *object, size_t length) {
    bool ends_so = size > length + 1 && name[size - length - 1] == '_' &&
                   memcmp(name + size - length, object, length) == 0;
    return ends_so ? size - length - 1 : 0;
}

/* The same where CLIP_OBJECT was cut at 63 bytes, or was numbered. */
static size_t clip_match_before_like(const char *name, size_t size, const char *object) {
    size_t stem, length;
    gaiti_number_suffix(name, &stem);
    gaiti_number_suffix(object, &length);
    size_t before = clip_match_before(name, stem, object, length);
    for (size_t part = length; before == 0 && size == BACK_CLIPS_NAME_MAX && part > 0; part--) {
        before = clip_match_before(name, stem, object, part - 1);
    }
    return before;
}

/* How much of an animation's name is looked up; 0 = this way says nothing of it. */
static size_t clip_match_part(const clip_match_job *job, int way, const char *name,
                              uint32_t *number) {
    const char *objects[2] = {job->edit->object ? job->edit->object : "gait", "gait"};
    size_t size = strlen(name), part = 0;
    *number = 0;
    if (way == BACK_CLIPS_EXACT) {
        return size;
    }
    if (way == BACK_CLIPS_NUMBERED) {
        *number = gaiti_number_suffix(name, &part);
        return *number ? part : 0;
    }
    for (int i = 0; i < 2 && part == 0; i++) {
        part = way == BACK_CLIPS_OBJECT
                   ? clip_match_before(name, size, objects[i], strlen(objects[i]))
                   : clip_match_before_like(name, size, objects[i]);
    }
    return part;
}

/* --- claims ----------------------------------------------------------------------------------- */

static bool clip_match_is_open(const clip_match_job *job, int32_t clip) {
    return job->out->animation_of[clip] < 0 && !job->out->is_clip_ambiguous[clip];
}

/* Of the clips with one key the one that is meant: by its number, else the first that is left. */
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

/* Clips that differ by case alone cannot be told apart without it. */
static bool clip_match_is_ambiguous(const clip_match_job *job, int32_t first) {
    uint32_t open = 0;
    for (int32_t c = first; c >= 0; c = job->next[c]) {
        open += clip_match_is_open(job, c);
    }
    return job->is_folded && open > 1;
}

static bool clip_match_claim(clip_match_job *job, int way, uint32_t animation) {
    const char *name = job->edit->animations[animation].name;
    uint32_t number;
    job->claimed[animation] = -1;
    if (job->out->clip_of[animation] >= 0 || job->out->is_ambiguous[animation]) {
        return true;
    }
    size_t part = clip_match_part(job, way, name, &number);
    if (part == 0 && way != BACK_CLIPS_EXACT) {
        return true;
    }
    gait_span key = clip_match_key(job, name, part);
    int32_t first = key.data ? gaiti_names_find(&job->set, key) : -1;
    int32_t clip = first >= 0 ? clip_match_choose(job, first, number) : -1;
    if (clip >= 0) {
        job->claimed[animation] = clip;
        job->claims[clip] += clip_match_is_ambiguous(job, first) ? 2 : 1;
    }
    return key.data != NULL;
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
    bool done = true;
    for (int fold = 0; done && fold < 2; fold++) {
        job->is_folded = fold;
        done = clip_match_list(job);
        for (int way = 0; done && way < BACK_CLIPS_WAYS; way++) {
            for (uint32_t a = 0; done && a < job->edit->animation_count; a++) {
                done = clip_match_claim(job, way, a);
            }
            if (done) {
                clip_match_resolve(job);
            }
        }
    }
    return done;
}

/* --- the only animation ----------------------------------------------------------------------- */

static bool clip_match_is_action(const gait_edited_file *edit, const char *name) {
    const char *usual[] = {"Animation", "Scene", "Armature", "gait", edit->object};
    size_t stem, length;
    gaiti_number_suffix(name, &stem);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (usual[i]) {
            gaiti_number_suffix(usual[i], &length);
            if (length == stem && memcmp(name, usual[i], stem) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* One animation for one clip is meant whatever it is called; for a bank it may be all that was
 * exported. */
static void clip_match_check_single(const clip_match_job *job) {
    if (job->edit->animation_count != 1 || job->out->clip_of[0] >= 0 || job->out->is_ambiguous[0]) {
        return;
    }
    if (job->base->clip_count == 1) {
        job->out->animation_of[0] = job->out->clip_of[0] = 0;
    } else if (job->base->clip_count > 1) {
        job->out->is_one_action = clip_match_is_action(job->edit, job->edit->animations[0].name);
    }
}

bool gaiti_match_clips(const gait_base_file *base, const gait_edited_file *edit, gaiti_arena *arena,
                       gaiti_clip_pairs *out) {
    uint32_t clips = base->clip_count, animations = edit->animation_count;
    *out = (gaiti_clip_pairs){
        .animation_of = gaiti_alloc(arena, clips, sizeof *out->animation_of),
        .clip_of = gaiti_alloc(arena, animations, sizeof *out->clip_of),
        .is_ambiguous = gaiti_alloc(arena, animations, sizeof *out->is_ambiguous),
        .is_clip_ambiguous = gaiti_alloc(arena, clips, sizeof *out->is_clip_ambiguous),
    };
    clip_match_job job = {
        .base = base,
        .edit = edit,
        .arena = arena,
        .out = out,
        .keys = gaiti_alloc(arena, clips, sizeof *job.keys),
        .next = gaiti_alloc(arena, clips, sizeof *job.next),
        .claims = gaiti_alloc(arena, clips, sizeof *job.claims),
        .claimed = gaiti_alloc(arena, animations, sizeof *job.claimed),
    };
    if (!out->animation_of || !out->clip_of || !out->is_ambiguous || !out->is_clip_ambiguous ||
        !job.keys || !job.next || !job.claims || !job.claimed) {
        return false;
    }
    for (uint32_t c = 0; c < clips; c++) {
        out->animation_of[c] = -1;
    }
    for (uint32_t a = 0; a < animations; a++) {
        out->clip_of[a] = -1;
    }
    if (!clip_match_run(&job)) {
        return false;
    }
    clip_match_check_single(&job);
    return true;
}
