/* Reading the metadata in the sidecar of a glTF, and merging it with the extras. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/gltf/read/gltf_read_metadata.h"
#include "metadata/metadata_state.h"

/* Animations times items of the sidecar that are compared by their times. */
#define SIDECAR_PAIRS_MAX (UINT64_C(1) << 22)

typedef struct sidecar_job {
    const gait_gltf *file;
    const gait_metadata *extras; /* NULL = none */
    gait_metadata *metadata;     /* at first only the items of the sidecar */
    uint32_t item_count;
    uint32_t *users;    /* per item: number of animations */
    int32_t *item_of;   /* per item of `extras`: the item of the sidecar, -1 = none */
    int32_t *result_of; /* per item of `extras`: its place in `metadata`, -1 = none */
} sidecar_job;

static gait_metadata_clip *sidecar_item(const sidecar_job *job, int32_t item) {
    return (gait_metadata_clip *)job->metadata->clips.items + item;
}

/* The item of `extras` of an animation; -1 = none. */
static int32_t sidecar_own(const sidecar_job *job, uint32_t animation) {
    return job->extras && job->extras->of_animation ? job->extras->of_animation[animation] : -1;
}

/* --- the items of animations ------------------------------------------------------------------ */

static void sidecar_assign(sidecar_job *job, uint32_t animation, int32_t item) {
    int32_t own = sidecar_own(job, animation);
    job->metadata->of_animation[animation] = item;
    job->users[item]++;
    if (own >= 0 && job->item_of[own] < 0) {
        job->item_of[own] = item;
    }
}

/* An item with the name of the animation has priority over one with the name that its extras give,
 * because the animation may have been renamed. */
static void sidecar_assign_names(sidecar_job *job) {
    const gaiti_names *by_name = &job->metadata->by_name;
    for (uint32_t a = 0; a < job->file->count.animations; a++) {
        int32_t own = sidecar_own(job, a), item;
        const gait_metadata_clip *clip =
            own >= 0 ? gait_metadata_clip_at(job->extras, (uint32_t)own) : NULL;
        const char *key = clip ? gaiti_metadata_clip_key(clip) : NULL;
        item = gaiti_names_find(by_name, job->file->animations[a].name);
        if (item < 0 && key) {
            item = gaiti_names_find(by_name, gaiti_span_of(key));
        }
        if (item >= 0) {
            sidecar_assign(job, a, item);
        }
    }
}

/* True when two items are of clips with the same keys, as far as an item describes them. */
static bool sidecar_has_times_of(const gait_metadata_clip *a, const gait_metadata_clip *b) {
    return a->frame_count > 0 && a->frame_count == b->frame_count && a->duration_s > 0 &&
           a->duration_s == b->duration_s && a->time_unit == b->time_unit;
}

/* The only unused item with the times of the extras of an animation; -1 = none, or several. */
static int32_t sidecar_find_times(const sidecar_job *job, const gait_metadata_clip *own) {
    int32_t found = -1;
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->item_count; i++) {
        if (job->users[i] == 0 && sidecar_has_times_of(sidecar_item(job, (int32_t)i), own)) {
            found = (int32_t)i;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* Assigns items to animations that were renamed together with their extras. */
static gait_status sidecar_assign_times(sidecar_job *job) {
    uint32_t count = job->file->count.animations;
    const gait_metadata *metadata = job->metadata;
    uint32_t *claims = gaiti_alloc(&job->metadata->arena, job->item_count, sizeof *claims);
    int32_t *found = gaiti_alloc(&job->metadata->arena, count, sizeof *found);
    GAITI_TRY(job->metadata->arena.status);
    if ((uint64_t)count * job->item_count > SIDECAR_PAIRS_MAX) {
        return GAIT_OK;
    }
    for (uint32_t a = 0; a < count; a++) {
        int32_t own = metadata->of_animation[a] < 0 ? sidecar_own(job, a) : -1;
        found[a] = own >= 0
                       ? sidecar_find_times(job, gait_metadata_clip_at(job->extras, (uint32_t)own))
                       : -1;
        if (found[a] >= 0) {
            claims[found[a]]++;
        }
    }
    for (uint32_t a = 0; a < count; a++) {
        if (found[a] >= 0 && claims[found[a]] == 1) {
            sidecar_assign(job, a, found[a]);
        }
    }
    return GAIT_OK;
}

/* --- merging ---------------------------------------------------------------------------------- */

static bool sidecar_is_of_animation(const sidecar_job *job, uint32_t own) {
    const gaiti_metadata_copy *copies = job->extras->copies.items;
    return copies[own] == GAITI_METADATA_ANIMATION;
}

/* Merges one item of `extras`: compares it with the item of the sidecar that an animation uses
 * instead, or adds it. */
static bool sidecar_merge_item(sidecar_job *job, uint32_t own) {
    const gait_metadata_clip *clip = gait_metadata_clip_at(job->extras, own);
    const gaiti_metadata_copy *copies = job->extras->copies.items;
    const char *key = gaiti_metadata_clip_key(clip);
    int32_t item = job->item_of[own];
    bool is_assigned = item >= 0;
    if (!is_assigned && !sidecar_is_of_animation(job, own) && key) {
        item = gaiti_names_find(&job->metadata->by_name, gaiti_span_of(key));
    }
    if (item < 0) {
        job->result_of[own] = (int32_t)job->metadata->clips.count;
        return gaiti_metadata_add_clip(job->metadata, clip, copies[own]);
    }
    job->result_of[own] = item;
    return job->users[item] == 0 ||
           gaiti_metadata_merge_clip(job->metadata, (uint32_t)item, clip, copies[own], is_assigned);
}

static gait_status sidecar_merge(sidecar_job *job) {
    gait_metadata *metadata = job->metadata;
    uint32_t count = gait_metadata_clip_count(job->extras);
    bool done = gaiti_metadata_keep_conflicts(metadata, job->extras, job->item_of) &&
                gaiti_metadata_merge_documents(metadata, job->extras, false);
    for (uint32_t own = 0; done && own < count; own++) {
        done = sidecar_merge_item(job, own);
    }
    for (uint32_t a = 0; done && a < job->file->count.animations; a++) {
        int32_t own = metadata->of_animation[a] < 0 ? sidecar_own(job, a) : -1;
        metadata->of_animation[a] = own >= 0 ? job->result_of[own] : metadata->of_animation[a];
    }
    return done ? gaiti_metadata_resolve(metadata) : metadata->arena.status;
}

static gait_status sidecar_combine(sidecar_job *job, const gait_options *options) {
    gait_metadata *metadata = job->metadata;
    gaiti_arena *arena = &metadata->arena;
    uint32_t count = gait_metadata_clip_count(job->extras);
    job->item_count = metadata->clips.count;
    job->users = gaiti_alloc(arena, job->item_count, sizeof *job->users);
    job->item_of = gaiti_alloc(arena, count, sizeof *job->item_of);
    job->result_of = gaiti_alloc(arena, count, sizeof *job->result_of);
    if (!job->users || !job->item_of || !job->result_of ||
        !gaiti_gltf_alloc_metadata(job->file, metadata) ||
        !gaiti_metadata_set_copy(metadata, GAITI_METADATA_SIDECAR)) {
        return arena->status;
    }
    for (uint32_t own = 0; own < count; own++) {
        job->item_of[own] = job->result_of[own] = -1;
    }
    GAITI_TRY(gaiti_metadata_resolve(metadata));
    sidecar_assign_names(job);
    GAITI_TRY(sidecar_assign_times(job));
    if (job->extras) {
        GAITI_TRY(sidecar_merge(job));
    }
    return gaiti_gltf_finish_metadata(job->file, options, metadata);
}

gait_status gaiti_gltf_read_sidecar(const gait_gltf *file, gait_span json, gait_metadata *extras,
                                    const gait_options *options, gait_metadata **out_metadata) {
    gaiti_report report = gaiti_report_to(options->diagnostics);
    gaiti_metadata_from from = {.json = json, .place = GAITI_METADATA_BESIDE};
    gait_status status;
    gait_metadata *metadata = gaiti_metadata_new(options, &status);
    *out_metadata = NULL;
    GAITI_TRY(status);
    status = gaiti_metadata_read(metadata, &from, true, &report);
    if (status == GAIT_OK) {
        sidecar_job job = {.file = file, .extras = extras, .metadata = metadata};
        status = sidecar_combine(&job, options);
    }
    if (status != GAIT_OK) {
        gait_metadata_free(metadata);
        return status;
    }
    metadata->overridden = extras;
    *out_metadata = metadata;
    return GAIT_OK;
}
