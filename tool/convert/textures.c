/* Looks for PNG and JPEG files of the textures in the folders of the mod. */
#include "convert/convert.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "gait/mesh.h"

enum { MAX_TEXTURES = 256, MAX_NAMES = 16 };

/* --- files ------------------------------------------------------------------------------------ */

/* The path of an image in or below a folder. `names` are those of folders, then of the file without
 * extension. */
static char *find_below(const char *root, const text_list *names, size_t first) {
    const char *stem = names->items[names->count - 1];
    char *files[] = {text_format("%s.png", stem), text_format("%s.jpg", stem),
                     text_format("%s.jpeg", stem)};
    char *path = text_copy(root);
    for (size_t i = first; i + 1 < names->count && path; i++) {
        char *next = files_find_entry(path, &names->items[i], 1, PLATFORM_FOLDER, NULL);
        free(path);
        path = next;
    }
    char *found =
        path ? files_find_entry(path, (const char *const *)files, 3, PLATFORM_FILE, NULL) : NULL;
    free(path);
    for (size_t i = 0; i < 3; i++) {
        free(files[i]);
    }
    return found;
}

/* --- places ----------------------------------------------------------------------------------- */

/* The names in the path of a texture, without the extension of the file. Empty for a path that is
 * not below a folder, or has too many names. */
static text_list names_of(const char *texture, bool has_extension) {
    text_list names = {0};
    bool is_valid = true;
    while (*texture) {
        size_t size = strcspn(texture, "\\/");
        if (size > 0) {
            text_list_add(&names, text_slice(texture, size));
            const char *name = names.items[names.count - 1];
            is_valid = is_valid && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
                       !strchr(name, ':') && names.count <= MAX_NAMES;
        }
        texture += size + (texture[size] != 0);
    }
    if (!is_valid || names.count == 0) {
        text_list_free(&names, true);
        return names;
    }
    char *dot = has_extension ? strrchr(names.items[names.count - 1], '.') : NULL;
    if (dot) {
        *dot = 0;
    }
    return names;
}

/* In the folder `textures` that belongs to a folder of an X-Ray mod. */
static char *find_in_game(const char *folder, const text_list *names) {
    static const char *const data = "gamedata", *const images = "textures";
    const char *below = path_below(folder, "meshes");
    char *root = text_copy(folder);
    char *inside = NULL;
    if (below) { /* the part of the path before "meshes" */
        root[(size_t)(below - folder) - sizeof "meshes"] = 0;
    } else {
        inside = files_find_entry(folder, &data, 1, PLATFORM_FOLDER, NULL);
    }
    char *place = files_find_entry(inside ? inside : root, &images, 1, PLATFORM_FOLDER, NULL);
    char *found = place ? find_below(place, names, 0) : NULL;
    free(place);
    free(inside);
    free(root);
    return found;
}

static char *find_of_ogf(const textures *self, const source *model, const text_list *names) {
    char *folder = path_folder(model->path);
    char *own = NULL, *found = NULL;
    if (platform_absolute(folder, &own) == 0) {
        char *full = path_join(own, "");
        found = find_in_game(full, names);
        free(full);
    }
    const text_list *lists[] = {&self->others->given, &self->others->added};
    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 0; i < lists[l]->count && !found; i++) {
            char *other = path_join(lists[l]->items[i], "");
            found = find_in_game(other, names);
            free(other);
        }
    }
    free(own);
    free(folder);
    return found;
}

/* In the folder of the model and its parents up to the root of the mod: first the whole path, then
 * shorter ends of it. */
static char *find_of_p3d(const source *model, const text_list *names) {
    skeleton_places places = skeleton_places_of(model);
    char *found = NULL;
    for (size_t first = 0; first < names->count && !found; first++) {
        for (size_t i = 0; i < places.folders.count && !found; i++) {
            const char *folder = i == 0 && places.own ? places.own : places.folders.items[i];
            found = find_below(folder, names, first);
        }
    }
    skeleton_places_free(&places);
    return found;
}

/* --- images ----------------------------------------------------------------------------------- */

/* The path of the image of a texture of a model; NULL = none. */
static char *find_image(const textures *self, const source *model, const char *texture) {
    bool is_ogf = model && format_has(model->format, GAIT_HAS_BANK);
    if (!model || path_is_stream(model->path)) {
        return NULL;
    }
    text_list names = names_of(texture, !is_ogf);
    char *path = names.count == 0 ? NULL
                 : is_ogf         ? find_of_ogf(self, model, &names)
                                  : find_of_p3d(model, &names);
    text_list_free(&names, true);
    return path;
}

bool textures_find(void *user, const char *texture, gait_span *out_bytes) {
    textures *self = user;
    platform_info info;
    char why[FILES_WHY];
    if (texture[0] == '#' || self->tried++ >= MAX_TEXTURES) {
        return false;
    }
    char *path = find_image(self, self->models[0], texture);
    path = path ? path : find_image(self, self->models[1], texture);
    if (!path) {
        return false;
    }
    bool is_known = platform_look(path, &info) == 0;
    if (is_known && (info.kind != PLATFORM_FILE || info.size > GAIT_IMAGE_MAX)) {
        log_warning(path, "is not a regular file of at most %u MiB, and is not embedded",
                    (unsigned)(GAIT_IMAGE_MAX >> 20));
        free(path);
        return false;
    }
    file_bytes bytes = {0};
    if (files_read(path, &bytes, why) != EXIT_OK) {
        log_warning(path, "is not embedded: %s", why);
        files_free(&bytes);
        free(path);
        return false;
    }
    if (self->is_verbose) {
        log_note("texture %s: %s", texture, path);
    }
    self->files = memory_reserve(self->files, self->count, &self->capacity, sizeof *self->files);
    self->files[self->count++] = bytes;
    text_list_add(&self->paths, path);
    *out_bytes = (gait_span){bytes.data, bytes.size};
    return true;
}

void textures_free(textures *self) {
    for (size_t i = 0; i < self->count; i++) {
        files_free(&self->files[i]);
    }
    free(self->files);
    text_list_free(&self->paths, true);
    *self = (textures){0};
}
