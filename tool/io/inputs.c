/* Lists the files of operands and folders, sorted by their bytes. */
#include "io/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/file.h"
#include "io/files.h"
#include "base/platform.h"

static void inputs_add_input(inputs *list, char *path, char *problem) {
    list->items = memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (input){.path = path, .problem = problem};
}

static int inputs_by_bytes(const void *a, const void *b) {
    const input *left = a;
    const input *right = b;
    return strcmp(left->path, right->path);
}

static void sort_from(inputs *list, size_t first) {
    if (list->count > first) {
        qsort(list->items + first, list->count - first, sizeof *list->items, inputs_by_bytes);
    }
}

static bool is_known(const char *path) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        bool is_listed = (info->abilities & GAIT_CAN_OPEN) != 0 &&
                         (info->abilities & (GAIT_HAS_CLIPS | GAIT_HAS_SKELETON)) != 0;
        if (is_listed && path_has_one_of(path, info->extensions)) {
            return true;
        }
    }
    return false;
}

/* The folders that are still to be listed are in a list, so that depth needs no recursion. */
typedef struct folder_queue {
    inputs *files;
    text_list folders;
    const char *folder; /* that is listed */
    const input_filter *filter;
    const char *extension; /* of inputs_beside() and inputs_below() */
    size_t root_size;      /* bytes of a path before the path in the operand */
    const char *below;     /* path of the operand in the folder of the project: "", or with '/' at
                              its end; NULL = there is none, or it is elsewhere */
} folder_queue;

/* Lists the folder, and those that `visit` adds to the queue. Sorts the new files. */
static void list_folders(folder_queue *queue, const char *root,
                         void (*visit)(void *user, const char *name, platform_kind kind)) {
    inputs *list = queue->files;
    size_t first = list->count;
    text_list_add(&queue->folders, text_copy(root));
    for (size_t i = 0; i < queue->folders.count; i++) {
        queue->folder = queue->folders.items[i];
        int error = platform_list(queue->folder, visit, queue);
        if (error != 0) {
            inputs_add_input(list, text_copy(queue->folder),
                             text_format("cannot list the folder: %s", platform_explain(error)));
        }
    }
    text_list_free(&queue->folders, true);
    sort_from(list, first);
}

static bool matches_one(const folder_queue *queue, const text_list *patterns, const char *path,
                        const char *name) {
    bool is_match = false;
    for (size_t i = 0; patterns && i < patterns->count && !is_match; i++) {
        const char *pattern = patterns->items[i];
        char *place = path_with_slashes(path + queue->root_size);
        const char *inside = place + (place[0] == '/');
        is_match = text_matches(pattern, strchr(pattern, '/') ? inside : name);
        free(place);
    }
    return is_match;
}

static bool matches_pattern(const text_list *patterns, const char *path, bool whole) {
    bool is_match = false;
    for (size_t i = 0; patterns && i < patterns->count && !is_match; i++) {
        is_match = path_matches(patterns->items[i], path, whole);
    }
    return is_match;
}

/* The same for the patterns of the project. */
static bool is_out_of_scope(const folder_queue *queue, const char *path, platform_kind kind) {
    const input_scope *scope = &queue->filter->scope;
    if (!queue->below) {
        return false;
    }
    char *inside = path_with_slashes(path + queue->root_size);
    char *place = text_format("%s%s", queue->below, inside + (inside[0] == '/'));
    bool is_left_out = matches_pattern(scope->excluded, place, true) ||
                       (kind == PLATFORM_FILE && scope->included &&
                        !matches_pattern(scope->included, place, false));
    free(inside);
    free(place);
    return is_left_out;
}

static bool is_excluded(const folder_queue *queue, const char *path, const char *name,
                        platform_kind kind) {
    const text_list *included = queue->filter->included;
    bool is_left_out = kind == PLATFORM_FILE && included && included->count > 0 &&
                       !matches_one(queue, included, path, name);
    return is_left_out || matches_one(queue, queue->filter->excluded, path, name) ||
           is_out_of_scope(queue, path, kind);
}

bool inputs_selects(const input_filter *filter, const char *path, size_t root_size) {
    const folder_queue queue = {.filter = filter, .root_size = root_size};
    bool is_left_out = is_excluded(&queue, path, path_name(path), PLATFORM_FILE);
    for (size_t size = root_size; path[size] && !is_left_out; size++) {
        if (path[size] == '/' && size > root_size) {
            char *folder = text_slice(path, size);
            is_left_out = is_excluded(&queue, folder, path_name(folder), PLATFORM_FOLDER);
            free(folder);
        }
    }
    return !is_left_out;
}

static bool has_extension(const folder_queue *queue, const char *name) {
    const char *extension = queue->filter->extension;
    return extension ? path_has_extension(name, extension) : is_known(name);
}

static void inputs_visit_entry(void *user, const char *name, platform_kind kind) {
    folder_queue *queue = user;
    bool is_listed =
        kind == PLATFORM_FOLDER || (kind == PLATFORM_FILE && has_extension(queue, name));
    char *path = is_listed ? path_join(queue->folder, name) : NULL;
    if (!path || is_excluded(queue, path, name, kind)) {
        free(path);
    } else if (kind == PLATFORM_FOLDER) {
        text_list_add(&queue->folders, path);
    } else {
        inputs_add_input(queue->files, path, NULL);
        input *added = &queue->files->items[queue->files->count - 1];
        added->is_found = true;
        added->root_size = queue->root_size;
    }
}

static void log_empty(const empty_folder *empty) {
    log_warning(empty->path, empty->is_filtered
                                 ? "no file of a known format in this folder is selected"
                                 : "this folder holds no file of a known format");
    if (empty->is_scoped) {
        log_hint("`gait project` shows the patterns of .gait.toml");
    }
}

size_t inputs_log_empty(const inputs *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->empty_count; i++) {
        if (!list->empty[i].is_used) {
            log_empty(&list->empty[i]);
            count++;
        }
    }
    return count;
}

static void list_folder(inputs *list, const char *root, const input_filter *filter) {
    size_t first = list->count;
    const char *project = filter->scope.folder;
    char *below = project ? files_folder_below(root, project) : NULL;
    folder_queue queue = {
        .files = list, .filter = filter, .root_size = strlen(root), .below = below};
    list_folders(&queue, root, inputs_visit_entry);
    bool has_scope = below && (filter->scope.included || filter->scope.excluded);
    free(below);
    if (list->count == first) {
        empty_folder empty = {.path = text_copy(root), .is_scoped = has_scope};
        empty.is_filtered = (filter->included && filter->included->count > 0) ||
                            (filter->excluded && filter->excluded->count > 0) ||
                            filter->extension || has_scope;
        if (!filter->keeps_empty) {
            log_empty(&empty);
        }
        list->empty = memory_reserve(list->empty, list->empty_count, &list->empty_capacity,
                                     sizeof *list->empty);
        list->empty[list->empty_count++] = empty;
    }
}

static void add_operand(inputs *list, const char *path, const input_filter *filter) {
    platform_info info = {0};
    int error = path_is_stream(path) ? 0 : platform_look(path, &info);
    if (error != 0 && !platform_is_missing(error)) {
        inputs_add_input(list, text_copy(path),
                         text_format("cannot open: %s", platform_explain(error)));
    } else if (error == 0 && info.kind == PLATFORM_FOLDER) {
        list_folder(list, path, filter);
    } else {
        inputs_add_input(list, text_copy(path), NULL);
    }
}

inputs inputs_gather(const char *const *operands, size_t count, const input_filter *filter) {
    static const input_filter none = {0};
    inputs list = {0};
    for (size_t i = 0; i < count; i++) {
        add_operand(&list, operands[i], filter ? filter : &none);
    }
    return list;
}

/* Windows PowerShell writes UTF-16 with a byte order mark to redirected output, other programs of
 * Windows write one before UTF-8. */
static gait_buffer read_list(const file_bytes *bytes) {
    gait_buffer text = {0};
    bool is_utf16 = bytes->size >= 2 && memcmp(bytes->data, "\xFF\xFE", 2) == 0;
    bool has_mark = bytes->size >= 3 && memcmp(bytes->data, "\xEF\xBB\xBF", 3) == 0;
    if (is_utf16) {
        char *utf8 = text_of_utf16(bytes->data + 2, bytes->size - 2);
        memory_check(gait_buffer_append(&text, utf8, strlen(utf8)));
        free(utf8);
    } else if (bytes->size > 0) {
        size_t skipped = has_mark ? 3 : 0;
        memory_check(gait_buffer_append(&text, bytes->data + skipped, bytes->size - skipped));
    }
    return text;
}

int inputs_gather_from(inputs *list, const char *path, const input_filter *filter) {
    char why[FILES_WHY];
    file_bytes bytes = {0};
    int code = files_read(path, &bytes, why);
    if (code != EXIT_OK) {
        log_error(path_is_stream(path) ? "standard input" : path, "%s", why);
    }
    gait_buffer content = read_list(&bytes);
    files_free(&bytes);
    const char *text = (const char *)content.data;
    bool has_nul = content.size > 0 && memchr(text, 0, content.size);
    for (size_t at = 0; code == EXIT_OK && at < content.size;) {
        const char *end = memchr(text + at, has_nul ? 0 : '\n', content.size - at);
        size_t size = end ? (size_t)(end - text) - at : content.size - at;
        bool has_return = !has_nul && size > 0 && text[at + size - 1] == '\r';
        char *operand = text_slice(text + at, size - has_return);
        if (operand[0]) {
            add_operand(list, operand, filter);
        }
        free(operand);
        at += size + (end != NULL);
    }
    gait_buffer_free(&content);
    return code;
}

static void add_link(const folder_queue *queue, const char *name) {
    inputs_add_input(queue->files, path_join(queue->folder, name),
                     text_copy("links are not followed"));
    queue->files->items[queue->files->count - 1].is_link = true;
}

static void visit_beside(void *user, const char *name, platform_kind kind) {
    const folder_queue *queue = user;
    if (path_has_extension(name, queue->extension) && kind == PLATFORM_FILE) {
        inputs_add_input(queue->files, path_join(queue->folder, name), NULL);
    } else if (path_has_extension(name, queue->extension) && kind == PLATFORM_LINK) {
        add_link(queue, name);
    }
}

inputs inputs_beside(const char *folder, const char *extension) {
    inputs list = {0};
    folder_queue queue = {.files = &list, .folder = folder, .extension = extension};
    (void)platform_list(folder, visit_beside, &queue); /* if that fails, it has none */
    sort_from(&list, 0);
    return list;
}

static void visit_below(void *user, const char *name, platform_kind kind) {
    folder_queue *queue = user;
    if (kind == PLATFORM_FOLDER && name[0] != '.') {
        text_list_add(&queue->folders, path_join(queue->folder, name));
    } else if (kind == PLATFORM_LINK && !strchr(name, '.')) { /* to a folder, probably */
        add_link(queue, name);
    } else {
        visit_beside(queue, name, kind);
    }
}

inputs inputs_below(const char *root, const char *extension) {
    inputs list = {0};
    folder_queue queue = {.files = &list, .extension = extension};
    list_folders(&queue, root, visit_below);
    return list;
}

void inputs_log_rest(const inputs *list, size_t done) {
    enum { MAX_SHOWN = 10 };
    const char *reason = platform_interrupted() ? "interrupted"
                         : files_disk_is_full() ? "the disk is full"
                                                : NULL;
    if (!reason || done == list->count) {
        return;
    }
    log_error(NULL, "%s: %zu of %zu file%s not processed", reason, list->count - done, list->count,
              list->count == 1 ? " was" : "s were");
    for (size_t i = done; i < list->count && i < done + MAX_SHOWN; i++) {
        log_hint("%s", list->items[i].path);
    }
    if (list->count - done > MAX_SHOWN) {
        log_hint("and %zu more", list->count - done - MAX_SHOWN);
    }
}

void inputs_free(inputs *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].problem);
    }
    for (size_t i = 0; i < list->empty_count; i++) {
        free(list->empty[i].path);
    }
    free(list->items);
    free(list->empty);
    *list = (inputs){0};
}
