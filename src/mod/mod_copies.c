/* Files with similar names, and animations with equal bytes. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum {
    COPIES_WORK = 1 << 20, /* names that are compared in one mod */
    COPIES_NAME = 128      /* bytes of a name that are compared */
};

/* --- similar names ---------------------------------------------------------------------------- */

static gait_span copies_name_of(gait_span path) {
    size_t skipped = gaiti_mod_folder_of(path).size;
    skipped += skipped > 0;
    return gaiti_span(path.data + skipped, path.size - skipped);
}

/* Writes the last name of a path without its extension. False for a long one, and without one. */
static bool copies_write_name(gait_span path, char out[COPIES_NAME]) {
    gait_span name = copies_name_of(path);
    size_t size = name.size;
    while (size > 0 && name.data[size - 1] != '.') {
        size--;
    }
    size = size > 0 ? size - 1 : name.size;
    if (size == 0 || size >= COPIES_NAME) {
        return false;
    }
    memcpy(out, name.data, size);
    out[size] = '\0';
    return true;
}

/* The last name of a path of a config. */
static bool copies_wanted(gait_mod *mod, const char *value, char out[COPIES_NAME]) {
    gait_buffer *text = &mod->scratch;
    return gaiti_mod_write_path(text, (gait_span){0}, gaiti_span_of(value)) == GAIT_OK &&
           copies_write_name(gaiti_span(text->data, text->size), out);
}

/* The animation with the most similar name; NULL = none. One that has uses is rarely meant: only
 * if one letter is replaced or swapped. */
static gaiti_mod_path *copies_nearest(gait_mod *mod, const uint32_t *files, uint32_t count,
                                      const char *name, uint64_t *work) {
    uint32_t distance = gaiti_name_distance_limit(name);
    gaiti_mod_path *nearest = NULL;
    for (uint32_t f = 0; f < count && *work < COPIES_WORK; f++, ++*work) {
        char other[COPIES_NAME];
        uint32_t file = files[f], limit = distance;
        bool is_name = copies_write_name(mod->paths[file].text, other);
        if (is_name && mod->first_uses[file] != mod->first_uses[file + 1]) {
            is_name = strlen(other) == strlen(name);
            limit = distance < 2 ? distance : 2;
        }
        if (is_name && gaiti_name_is_nearer(name, other, &limit)) {
            nearest = &mod->paths[file];
            distance = limit;
        }
    }
    return nearest;
}

const char *gaiti_mod_near_file(gait_mod *mod, gaiti_mod_role role, gait_span folder,
                                gait_span path) {
    enum { COMPARED = 1 << 16 /* names, in all calls */ };
    char name[COPIES_NAME], other[COPIES_NAME];
    const char *near = NULL;
    bool is_beside = false;
    if (gaiti_mod_write_path(&mod->scratch, folder, path) != GAIT_OK ||
        !copies_write_name(gaiti_span(mod->scratch.data, mod->scratch.size), name)) {
        return NULL;
    }
    gait_span wanted = gaiti_mod_folder_of(gaiti_span(mod->scratch.data, mod->scratch.size));
    uint32_t nearest = gaiti_name_distance_limit(name);
    for (uint32_t p = 0; p < mod->path_count && mod->names_compared < COMPARED; p++) {
        const gaiti_mod_path *file = &mod->paths[p];
        if (file->role != role || !copies_write_name(file->text, other)) {
            continue;
        }
        bool is_same = gaiti_equal_name(gaiti_mod_folder_of(file->text), wanted);
        uint32_t limit =
            nearest + (near && is_same && !is_beside); /* also with the same distance */
        mod->names_compared++;
        if (gaiti_name_is_nearer(name, other, &limit)) {
            nearest = limit;
            near = (const char *)file->text.data;
            is_beside = is_same;
        }
    }
    return near;
}

void gaiti_mod_find_near(gait_mod *mod) {
    uint64_t work = 0;
    uint32_t count = 0, *files = gaiti_alloc(&mod->arena, mod->path_count, sizeof *files);
    for (uint32_t p = 0; files && p < mod->path_count; p++) {
        if (mod->paths[p].role == GAITI_MOD_ANIMATION) {
            files[count++] = p;
        }
    }
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        gait_mod_use *use = gaiti_mod_use(mod, u);
        bool is_config = use->kind <= GAIT_USE_STRING; /* of Arma */
        char name[COPIES_NAME];
        gaiti_mod_path *nearest = is_config && use->status == GAIT_USE_MISSING && use->value &&
                                          copies_wanted(mod, use->value, name)
                                      ? copies_nearest(mod, files, count, name, &work)
                                      : NULL;
        if (nearest) {
            use->near_path = (const char *)nearest->text.data;
            nearest->is_expected = true;
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
