/* Resolves the old and the new name of a bank to paths below the folder meshes. */
#include "banks/banks.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io/files.h"
#include "io/inputs.h"
#include "base/platform.h"

/* --- folders ---------------------------------------------------------------------------------- */

static int refuse_folder(const char *folder, int error) {
    return refuse(EXIT_FILES, folder, "cannot list the folder: %s", platform_explain(error));
}

/* Finds the folder with this name in `parent`: *out_path ends with a separator; the case of the
 * name is ignored. NULL when there is none. */
static int find_folder(const char *parent, const char *name, char **out_path) {
    int error;
    char *path = files_find_entry(parent, &name, 1, PLATFORM_FOLDER, &error);
    *out_path = path ? path_join(path, "") : NULL;
    free(path);
    return error == 0 || platform_is_missing(error) ? EXIT_OK : refuse_folder(parent, error);
}

/* Finds the folder to which references are relative. */
static int find_root(const char *folder, char **out_root) {
    char *data = NULL;
    int code;
    TRY_DONE(find_folder(folder, "meshes", out_root));
    if (!*out_root) {
        TRY_DONE(find_folder(folder, "gamedata", &data));
    }
    if (data) {
        code = find_folder(data, "meshes", out_root);
    }
done:
    free(data);
    *out_root = *out_root ? *out_root : path_join(folder, "");
    return code;
}

/* References are not relative to folders below `meshes`: no model would be found. */
static int bank_rename_check_folder(const char *folder) {
    platform_info info;
    int error = platform_look(folder, &info);
    if (error != 0 && !platform_is_missing(error)) {
        return refuse_folder(folder, error);
    }
    if (error != 0 || info.kind != PLATFORM_FOLDER) {
        log_error(folder, "is not a folder");
        log_hint("--in requires the folder of the mod");
        return EXIT_FILES;
    }
    char *absolute = files_absolute_folder(folder);
    const char *below = absolute ? path_below(absolute, "meshes") : NULL;
    int code = below && below[0] ? EXIT_USAGE : EXIT_OK;
    if (code != EXIT_OK) {
        log_error(folder, "is a part of a folder 'meshes'");
        log_hint("--in requires the folder of the mod, because all its models can name the bank");
    }
    free(absolute);
    return code;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* A copy with '/' between the names. */
static char *with_slashes(const char *text) {
    char *path = text_copy(text);
    for (char *at = path; *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return path;
}

/* Returns the absolute path of a file, which may be in folders that do not exist. */
static char *absolute_path(const char *path) {
    char *folder = path_folder(path);
    char *absolute = files_absolute_folder(folder);
    while (!absolute && folder[0]) {
        char *parent = path_parent(folder);
        free(folder);
        folder = parent ? parent : text_copy("");
        absolute = files_absolute_folder(folder);
    }
    char *full = absolute ? path_join(absolute, path + strlen(folder)) : text_copy(path);
    free(absolute);
    free(folder);
    return full;
}

/* The part of a path of a file after `root`, as a new text; NULL when it is elsewhere. */
static char *part_below(const char *path, const char *root) {
    char *full = absolute_path(path), *absolute = files_absolute_folder(root);
    char *folded = platform_fold_case(full);
    char *folded_root = platform_fold_case(absolute ? absolute : root);
    size_t size = strlen(folded_root);
    bool is_below = strncmp(folded, folded_root, size) == 0 && strlen(folded) == strlen(full);
    char *part = is_below && absolute ? text_copy(full + strlen(absolute)) : NULL;
    free(folded_root);
    free(folded);
    free(absolute);
    free(full);
    return part;
}

/* To what the path of a file can be relative. */
enum { BASE_CURRENT, BASE_FOLDER, BASE_ROOT, BASES };

static bool is_file_path(const char *operand) {
    return path_has_extension(operand, ".omf");
}

/* The part of the path of a file after the root, if the path is relative to `base`; NULL when it is
 * elsewhere. */
static char *part_from(const bank_rename *self, const char *operand, int base) {
    const char *folders[BASES] = {"", self->folder, self->root};
    char *path = with_slashes(operand);
    char *joined = path_join(folders[base], path);
    bool is_possible = base == BASE_CURRENT || path[0] != '/';
    char *part = is_possible ? part_below(joined, self->root) : NULL;
    free(joined);
    free(path);
    return part;
}

/* A reference as a part: the separators at its start are left out. */
static char *part_of_reference(const char *operand) {
    char *path = with_slashes(operand);
    char *part = text_copy(path + strspn(path, "/"));
    free(path);
    return part;
}

/* Sets `ref` and `key` of a part such as "actors/walk.omf". */
static void set_names(bank_place *place, const char *part) {
    free(place->ref);
    free(place->key);
    size_t size = strlen(part) - (path_has_extension(part, ".omf") ? strlen(".omf") : 0);
    place->ref = text_slice(part, size);
    place->key = text_format("%s.omf", place->ref);
    bank_key_normalise(place->key);
    for (char *at = place->ref; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
}

/* --- the old path ----------------------------------------------------------------------------- */

/* Keys and references of the files below the root. */
typedef struct bank_list {
    inputs files;
    text_list refs, keys;
    size_t root_size;
} bank_list;

static bank_list list_banks(const char *root) {
    bank_list list = {.files = inputs_below(root, ".omf"), .root_size = strlen(root)};
    for (size_t i = 0; i < list.files.count; i++) {
        const char *path = list.files.items[i].path;
        bank_place place = {0};
        if (is_file_path(path)) {
            set_names(&place, path + list.root_size);
        } /* else a folder that could not be listed, or a link to one */
        text_list_add(&list.refs, place.ref ? place.ref : text_copy(""));
        text_list_add(&list.keys, place.key ? place.key : text_copy(""));
    }
    return list;
}

static void free_banks(bank_list *list) {
    text_list_free(&list->refs, true);
    text_list_free(&list->keys, true);
    inputs_free(&list->files);
}

/* The number of files with this key; *out_index is the first one. */
static size_t count_banks(const bank_list *list, const char *key, size_t *out_index) {
    size_t count = 0;
    for (size_t i = list->keys.count; i-- > 0;) {
        if (strcmp(list->keys.items[i], key) == 0) {
            *out_index = i;
            count++;
        }
    }
    return count;
}

/* Suggests a bank with a similar path, or one with the same name in another folder. */
static int bank_rename_refuse_missing(const bank_list *list, const char *root,
                                      const bank_place *from) {
    for (size_t i = 0; i < list->files.count; i++) {
        const input *item = &list->files.items[i];
        if (item->problem && !item->is_link) { /* a folder that possibly contains the bank */
            return refuse(EXIT_FILES, item->path, "%s", item->problem);
        }
    }
    const char *nearest = text_nearest(from->ref, list->refs.items, list->refs.count);
    const char *slash = strrchr(from->ref, '\\');
    const char *name = slash ? slash + 1 : from->ref;
    for (size_t i = 0; i < list->refs.count && !nearest; i++) {
        const char *ref = list->refs.items[i];
        const char *last = strrchr(ref, '\\');
        nearest = text_equal(last ? last + 1 : ref, name) ? ref : NULL;
    }
    if (nearest) {
        log_error(root, "there is no bank '%s'; did you mean '%s'?", from->ref, nearest);
    } else {
        log_error(root, "there is no bank '%s'", from->ref);
        log_hint("paths of banks are relative to this folder");
    }
    return EXIT_FILES;
}

/* Sets the names of the old path. The path of a file can be relative to several folders: the first
 * one where the file exists is *out_base. */
static int find_base(bank_rename *self, const bank_list *list, const char *operand, int *out_base) {
    size_t index;
    bool is_file = is_file_path(operand), is_found = false;
    for (int base = is_file ? BASE_CURRENT : BASE_ROOT; base < BASES && !is_found; base++) {
        char *part = is_file ? part_from(self, operand, base) : part_of_reference(operand);
        if (part) {
            set_names(&self->from, part);
            is_found = count_banks(list, self->from.key, &index) > 0;
            *out_base = base;
        }
        free(part);
    }
    if (!self->from.ref) {
        return refuse(EXIT_USAGE, operand, "is not in '%s'", self->root);
    }
    return is_found ? EXIT_OK : bank_rename_refuse_missing(list, self->root, &self->from);
}

static int find_bank(bank_rename *self, const bank_list *list, const char *operand, int *out_base) {
    size_t index = 0;
    TRY(find_base(self, list, operand, out_base));
    size_t count = count_banks(list, self->from.key, &index);
    const input *found = &list->files.items[index];
    if (found->problem) {
        return refuse(EXIT_FILES, found->path, "%s", found->problem);
    }
    if (count > 1) {
        log_error(found->path, "the names of %zu files differ only in case", count);
        log_hint("games find only one of them: remove the others");
        return EXIT_FILES;
    }
    self->from.path = text_copy(found->path);
    set_names(&self->from, found->path + list->root_size);
    return EXIT_OK;
}

/* --- the new path ----------------------------------------------------------------------------- */

/* Why no bank can have this reference; NULL = it can. */
static const char *bank_rename_refuse_name(const char *ref) {
    const char *name = ref;
    if (strpbrk(ref, "*?<>:\"|")) {
        return "names of files in games contain none of *?<>:\"|";
    }
    for (const char *at = ref;; at++) {
        size_t size = (size_t)(at - name);
        if ((unsigned char)*at > 0 && (unsigned char)*at < ' ') {
            return "it contains a control character";
        }
        if (*at && *at != '\\') {
            continue;
        }
        if (size == 0) {
            return "it contains an empty name";
        }
        if (name[size - 1] == '.' || name[size - 1] == ' ' || name[0] == ' ') {
            return "it contains a name that begins or ends with a space, or ends with a dot";
        }
        if (!*at) {
            return NULL;
        }
        name = at + 1;
    }
}

/* Makes the path of the new file: folders that exist are used whatever the case of their names. */
static int find_path_of_ref(const char *root, const char *ref, char **out_path) {
    char *folder = text_copy(root), *found = NULL;
    int code = EXIT_OK;
    for (const char *slash = strchr(ref, '\\'); slash && code == EXIT_OK;
         slash = strchr(ref, '\\')) {
        char *name = text_slice(ref, (size_t)(slash - ref));
        code = find_folder(folder, name, &found);
        if (!found) {
            char *path = path_join(folder, name);
            found = path_join(path, "");
            free(path);
        }
        free(name);
        free(folder);
        folder = found;
        ref = slash + 1;
    }
    *out_path = text_format("%s%s.omf", folder, ref);
    free(folder);
    return code;
}

static int check_new(bank_rename *self, const bank_list *list, const char *operand) {
    size_t index;
    const char *why = bank_rename_refuse_name(self->to.ref);
    if (why) {
        return refuse(EXIT_USAGE, operand, "cannot be the path of a bank: %s", why);
    }
    if (strcmp(self->from.key, self->to.key) == 0) {
        return refuse(EXIT_USAGE, operand, "is the same path: games ignore case");
    }
    if (count_banks(list, self->to.key, &index) == 0) {
        return find_path_of_ref(self->root, self->to.ref, &self->to.path);
    }
    const input *found = &list->files.items[index];
    self->is_linked = !found->problem && platform_is_same(self->from.path, found->path);
    if (!self->is_linked) {
        log_error(found->path, "exists already");
        log_hint("give another name, or remove this file first");
        return EXIT_FILES;
    }
    self->to.path = text_copy(found->path);
    return EXIT_OK;
}

/* `base` is that of the old path if that is the path of a file. */
static int find_new(bank_rename *self, const bank_list *list, const char *operand, int base) {
    char *part = NULL;
    if (!is_file_path(operand)) {
        part = part_of_reference(operand);
    } else if (base < BASES) {
        part = part_from(self, operand, base);
    }
    for (int other = BASE_CURRENT; other < BASES && !part; other++) {
        part = part_from(self, operand, other);
    }
    if (!part) {
        return refuse(EXIT_USAGE, operand, "is not in '%s'", self->root);
    }
    set_names(&self->to, part);
    free(part);
    return check_new(self, list, operand);
}

/* --- both ------------------------------------------------------------------------------------- */

int bank_rename_resolve(const char *folder, const char *from, const char *to, bank_rename *out) {
    int base = BASES;
    *out = (bank_rename){.folder = text_copy(folder)};
    TRY(bank_rename_check_folder(folder));
    TRY(find_root(folder, &out->root));
    bank_list list = list_banks(out->root);
    int code = find_bank(out, &list, from, &base);
    if (code == EXIT_OK) {
        code = find_new(out, &list, to, is_file_path(from) ? base : BASES);
    }
    free_banks(&list);
    return code;
}

static void bank_rename_free_place(bank_place *self) {
    free(self->path);
    free(self->ref);
    free(self->key);
}

void bank_rename_free(bank_rename *self) {
    bank_rename_free_place(&self->from);
    bank_rename_free_place(&self->to);
    free(self->folder);
    free(self->root);
    *self = (bank_rename){0};
}
