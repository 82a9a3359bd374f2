/* Files with similar names, and animations with equal bytes. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum { COPIES_WORK = 1 << 20 /* names that are compared in one mod */ };

/* --- similar names ---------------------------------------------------------------------------- */

static gait_span copies_name_of(gait_span path) {
    size_t skipped = gaiti_mod_folder_of(path).size;
    skipped += skipped > 0;
    return gaiti_span(path.data + skipped, path.size - skipped);
}

/* The last name of a path of a config as an animation has it. */
static const char *copies_wanted(gait_mod *mod, const char *value) {
    gait_buffer *text = &mod->scratch;
    if (gaiti_mod_write_path(text, (gait_span){0}, gaiti_span_of(value)) != GAIT_OK) {
        return NULL;
    }
    gait_span name = copies_name_of(gaiti_span(text->data, text->size));
    size_t skipped = text->size - name.size;
    bool has_extension = memchr(name.data, '.', name.size) != NULL;
    if ((!has_extension && !gaiti_write_text(text, ".rtm")) || !gaiti_write_u8(text, 0)) {
        return NULL;
    }
    return (const char *)text->data + skipped;
}

/* The animation with the most similar name; NULL = none. */
static const char *copies_nearest(gait_mod *mod, const uint32_t *files, uint32_t count,
                                  const char *name, uint64_t *work) {
    uint32_t distance = gaiti_name_distance_limit(name);
    const char *nearest = NULL;
    for (uint32_t f = 0; f < count && *work < COPIES_WORK; f++, ++*work) {
        gait_span path = mod->paths[files[f]].text;
        const char *other = (const char *)copies_name_of(path).data;
        nearest = gaiti_name_is_nearer(name, other, &distance) ? (const char *)path.data : nearest;
    }
    return nearest;
}

void gaiti_mod_find_near(gait_mod *mod) {
    uint64_t work = 0;
    uint32_t count = 0, *files = gaiti_alloc(&mod->arena, mod->path_count, sizeof *files);
    for (uint32_t p = 0; files && p < mod->path_count; p++) {
        if (mod->paths[p].role == GAITI_MOD_ANIMATION) {
            files[count++] = p;
        }
    }
    for (uint32_t u = 0; u < mod->use_count; u++) {
        gait_mod_use *use = &mod->uses[u];
        bool is_config = use->kind <= GAIT_USE_STRING; /* of Arma */
        const char *name = is_config && use->status == GAIT_USE_MISSING && use->value
                               ? copies_wanted(mod, use->value)
                               : NULL;
        if (name) {
            use->near_path = copies_nearest(mod, files, count, name, &work);
        }
    }
}

/* --- equal bytes ------------------------------------------------------------------------------ */

void gaiti_mod_hash(gait_mod *mod, gaiti_mod_path *path) {
    /* Two hashes with different keys, which files cannot know. */
    uint64_t key = (uint64_t)(uintptr_t)mod->paths;
    path->content[0] = gaiti_names_hash(key, true, path->bytes);
    path->content[1] = gaiti_names_hash(~key * 3, true, path->bytes);
    path->content[2] = path->bytes.size;
    path->bytes = (gait_span){0};
}

static bool copies_is_before(const void *user, uint32_t a, uint32_t b) {
    const gaiti_mod_path *paths = user;
    return memcmp(paths[a].content, paths[b].content, sizeof paths[a].content) < 0;
}

gait_status gaiti_mod_find_copies(gait_mod *mod) {
    uint32_t *order = gaiti_alloc(&mod->arena, mod->path_count, sizeof *order), count = 0;
    uint32_t *work = gaiti_alloc(&mod->arena, mod->path_count, sizeof *work);
    if (!order || !work) {
        return mod->arena.status;
    }
    for (uint32_t p = 0; p < mod->path_count; p++) {
        if (mod->paths[p].role == GAITI_MOD_ANIMATION && mod->paths[p].content[2] > 0) {
            order[count++] = p;
        }
    }
    gaiti_sort(order, count, copies_is_before, mod->paths, work);
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++) {
        first = copies_is_before(mod->paths, order[first], order[i]) ? i : first;
        const gaiti_mod_finding finding = {.rule = GAITI_USE_COPY,
                                           .place = {.file = order[i]},
                                           .other =
                                               (const char *)mod->paths[order[first]].text.data};
        if (first != i && !gaiti_mod_add_finding(mod, &finding)) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}
