/* Reads files and standard input within limits, and finds files in folders. */
#include "io/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "gait/inspect.h"

/* --- reading ---------------------------------------------------------------------------------- */

/* Files from this size on are read into large pages: obtaining a page takes longer than filling it.
 * The C library does not align its blocks to them. */
enum { LARGE_FILE = 2 << 20 };

static void release_bytes(uint8_t *data, size_t capacity) {
    if (capacity >= LARGE_FILE) {
        platform_unmap(data, capacity);
    } else {
        free(data);
    }
}

/* For at least `capacity` bytes; keeps the content. */
static void reserve_bytes(file_bytes *bytes, size_t capacity) {
    if (capacity <= bytes->capacity) {
        return;
    }
    file_bytes old = *bytes;
    if (capacity >= LARGE_FILE) {
        bytes->capacity = (capacity + LARGE_FILE - 1) / LARGE_FILE * LARGE_FILE;
        bytes->data = platform_map(bytes->capacity);
        memory_check(bytes->data ? GAIT_OK : GAIT_NO_MEMORY);
    } else {
        bytes->capacity = capacity;
        bytes->data = memory_resize(NULL, capacity, 1);
    }
    if (bytes->data && old.size > 0) {
        memcpy(bytes->data, old.data, old.size);
    }
    release_bytes(old.data, old.capacity);
}

static int explain(char why[FILES_WHY], const char *what, int error) {
    snprintf(why, FILES_WHY, "%s: %s", what, platform_explain(error));
    return EXIT_FILES;
}

static int refuse_size(char why[FILES_WHY]) {
    snprintf(why, FILES_WHY, "larger than %llu bytes, which is the limit",
             (unsigned long long)FILES_LIMIT);
    return EXIT_DAMAGED;
}

/* Reads at most `max` bytes more, or to the end. A read that is shorter than requested and stops at
 * `size`, the size of the file, has reached the end; UINT64_MAX = unknown. */
static int read_some(platform_file file, file_bytes *bytes, uint64_t max, uint64_t size,
                     char *why) {
    enum { SMALLEST = 1 << 16 };
    uint64_t end = bytes->size + max;
    while (bytes->size < end) {
        if (bytes->size == bytes->capacity) {
            reserve_bytes(bytes, bytes->capacity < SMALLEST ? SMALLEST : bytes->capacity * 2);
        }
        size_t capacity = bytes->capacity - bytes->size, got = 0;
        size_t part = capacity < end - bytes->size ? capacity : (size_t)(end - bytes->size);
        int error = platform_read(file, bytes->data + bytes->size, part, &got);
        bytes->size += got;
        if (error != 0) {
            return explain(why, "cannot read", error);
        }
        if (got == 0 || (got < part && bytes->size == size)) {
            break;
        }
    }
    return EXIT_OK;
}

/* `size` is the size of the file; UINT64_MAX = unknown. */
static int read_all(platform_file file, file_bytes *bytes, uint64_t size, char *why) {
    /* One byte more than the known size detects the end without growing the buffer. */
    reserve_bytes(bytes, size <= FILES_LIMIT ? (size_t)size + 1 : 0);
    int code = read_some(file, bytes, FILES_LIMIT + 1 - bytes->size, size, why);
    if (code == EXIT_OK && bytes->size > FILES_LIMIT) {
        code = refuse_size(why);
    }
    bytes->file_size = bytes->size;
    return code;
}

/* Files up to this size are always read completely, because the end of a file can be required to
 * name its format in the message. */
#define FILES_FOREIGN_LIMIT ((uint64_t)64 << 20)

static int read_input(platform_file file, file_bytes *bytes, uint64_t size, char *why) {
    if (size <= FILES_FOREIGN_LIMIT) {
        return read_all(file, bytes, size, why);
    }
    int code = read_some(file, bytes, GAIT_DETECT_PREFIX, size, why);
    gait_span prefix = {bytes->data, bytes->size};
    bool is_foreign = bytes->size == GAIT_DETECT_PREFIX &&
                      !gait_detect_prefix(prefix, size < FILES_LIMIT ? size : FILES_LIMIT);
    if (code != EXIT_OK || is_foreign) {
        bytes->file_size = size < UINT64_MAX ? size : bytes->size;
        return code;
    }
    return read_all(file, bytes, size, why);
}

typedef int (*file_content_reader)(platform_file file, file_bytes *bytes, uint64_t size, char *why);

static int read_file(platform_file file, file_bytes *bytes, file_content_reader read_content,
                     char *why) {
    platform_info info;
    int error = platform_look_at(file, &info);
    if (error != 0) {
        return explain(why, "cannot read", error);
    }
    if (info.kind == PLATFORM_FOLDER) {
        snprintf(why, FILES_WHY, "is a folder, not a file");
        return EXIT_FILES;
    }
    uint64_t size = info.kind == PLATFORM_FILE && info.size > 0 ? info.size : UINT64_MAX;
    bool is_too_large = size < UINT64_MAX && size > FILES_LIMIT;
    return is_too_large ? refuse_size(why) : read_content(file, bytes, size, why);
}

static int read_path(const char *path, file_bytes *bytes, file_content_reader read_content,
                     char *why) {
    bytes->size = 0;
    bytes->file_size = 0;
    why[0] = 0;
    if (path_is_stream(path)) {
        return read_file(platform_stream(PLATFORM_STDIN), bytes, read_content, why);
    }
    platform_file file;
    int error = platform_open(path, &file);
    if (error != 0) {
        return explain(why, "cannot open", error);
    }
    int code = read_file(file, bytes, read_content, why);
    (void)platform_close(file);
    return code;
}

int files_read(const char *path, file_bytes *bytes, char why[FILES_WHY]) {
    return read_path(path, bytes, read_all, why);
}

int files_read_or_fail(const char *path, file_bytes *bytes) {
    char why[FILES_WHY];
    int code = files_read(path, bytes, why);
    if (code != EXIT_OK) {
        log_error(path, "%s", why);
    }
    return code;
}

int files_read_input(const char *path, file_bytes *bytes, char why[FILES_WHY]) {
    return read_path(path, bytes, read_input, why);
}

int files_read_beginning(const char *path, uint64_t max, file_bytes *bytes, char why[FILES_WHY]) {
    platform_file file;
    platform_info info;
    bytes->size = 0;
    bytes->file_size = 0;
    int error = platform_open(path, &file);
    if (error != 0) {
        return explain(why, "cannot open", error);
    }
    error = platform_look_at(file, &info);
    int code;
    TRY_DONE(error != 0 ? explain(why, "cannot read", error) : EXIT_OK);
    TRY_DONE(max > FILES_LIMIT && info.size > FILES_LIMIT ? refuse_size(why) : EXIT_OK);
    uint64_t size = info.size < max ? info.size : max;
    reserve_bytes(bytes, (size_t)size);
    code = read_some(file, bytes, size, info.size, why);
    bytes->file_size = info.size;
done:
    (void)platform_close(file);
    return code;
}

void files_free(file_bytes *bytes) {
    release_bytes(bytes->data, bytes->capacity);
    *bytes = (file_bytes){0};
}

/* True for paths without links, if `path` is below `folder`. */
bool files_is_below(const char *path, const char *folder) {
    size_t size = strlen(folder);
    while (size > 0 && platform_is_separator(folder[size - 1])) {
        size--;
    }
    return strncmp(path, folder, size) == 0 && platform_is_separator(path[size]);
}

files_place files_find_below(const char *folder, const char *name, char **out_path,
                             char why[FILES_WHY]) {
    platform_info info;
    char *joined = path_join(folder, name), *path = NULL, *real_folder = NULL;
    int error = platform_resolve(joined, &path);
    error = error == 0 ? platform_resolve(folder[0] ? folder : ".", &real_folder) : error;
    error = error == 0 ? platform_look(path, &info) : error;
    files_place place = error == 0                   ? FILES_FOUND
                        : platform_is_missing(error) ? FILES_MISSING
                                                     : FILES_UNKNOWN;
    if (place == FILES_UNKNOWN) {
        explain(why, "cannot open", error);
    }
    if (place == FILES_FOUND &&
        (info.kind != PLATFORM_FILE || !files_is_below(path, real_folder))) {
        place = FILES_ELSEWHERE;
    }
    if (place != FILES_FOUND) {
        free(path);
        path = NULL;
    }
    free(real_folder);
    free(joined);
    *out_path = path;
    return place;
}

/* The search for a name in a folder. */
typedef struct entry_search {
    const char *const *names; /* in the order of preference */
    size_t count;
    platform_kind kind;
    size_t best; /* index of the name that was found; `count` = none yet */
    char *found; /* as it is spelled in the folder */
} entry_search;

/* Prefers earlier names, then names with the same case, then the order of bytes. */
static void files_visit_entry(void *user, const char *name, platform_kind kind) {
    entry_search *search = user;
    for (size_t i = 0; kind == search->kind && i < search->count && i <= search->best; i++) {
        const char *wanted = search->names[i];
        bool is_better =
            i < search->best || (strcmp(search->found, wanted) != 0 &&
                                 (strcmp(name, wanted) == 0 || strcmp(name, search->found) < 0));
        if (text_equal(name, wanted) && is_better) {
            free(search->found);
            search->found = text_copy(name);
            search->best = i;
        }
    }
}

char *files_find_entry(const char *folder, const char *const *names, size_t count,
                       platform_kind kind, int *out_error) {
    entry_search search = {.names = names, .count = count, .kind = kind, .best = count};
    int error = platform_list(folder, files_visit_entry, &search);
    char *path = search.found ? path_join(folder, search.found) : NULL;
    free(search.found);
    if (out_error) {
        *out_error = error;
    }
    return path;
}

int files_look_for_folder(const char *path, bool *out_is_folder) {
    platform_info info = {0};
    int error = path_is_stream(path) ? 0 : platform_look(path, &info);
    *out_is_folder = error == 0 && info.kind == PLATFORM_FOLDER;
    if (error != 0 && !platform_is_missing(error)) {
        return refuse(EXIT_FILES, path, "cannot open: %s", platform_explain(error));
    }
    return EXIT_OK;
}

bool files_is_replaceable(const char *path, const char *beginning) {
    platform_file file;
    platform_info info;
    char start[64];
    size_t size = strlen(beginning), got = 0;
    bool is_checked = !path_is_stream(path) && platform_look(path, &info) == 0 &&
                      info.kind == PLATFORM_FILE && info.size > 0;
    if (!is_checked || size > sizeof start || platform_open(path, &file) != 0) {
        return true;
    }
    int error = platform_read_at(file, 0, start, size, &got);
    (void)platform_close(file);
    return error == 0 && got == size && memcmp(start, beginning, size) == 0;
}

/* --- parts of files --------------------------------------------------------------------------- */

/* The library reads only within the size that it was given. The file can have become shorter since
 * then: GAIT_TRUNCATED. */
static gait_status read_part(void *user, uint64_t offset, void *out, size_t size) {
    const platform_file *file = user;
    uint8_t *to = out;
    while (size > 0) {
        size_t got = 0;
        if (platform_read_at(*file, offset, to, size, &got) != 0 || got == 0) {
            return GAIT_TRUNCATED;
        }
        to += got;
        offset += got;
        size -= got;
    }
    return GAIT_OK;
}

static uint32_t files_page;

void files_set_code_page(uint32_t code_page) {
    files_page = code_page;
}

uint32_t files_code_page(void) {
    return files_page;
}

/* The last error as a text; NULL = none. */
static char *problem_of(const gait_diagnostics *diagnostics) {
    for (uint32_t i = diagnostics->count; i > 0; i--) {
        const gait_diagnostic *item = &diagnostics->items[i - 1];
        if (item->rule && item->severity == GAIT_ERROR) {
            return text_format("%s, %s", item->rule->id, item->rule->summary);
        }
    }
    return NULL;
}

gait_file *files_open_skeleton(const char *path, char **out_problem) {
    enum { MAX_DIAGNOSTICS = 16 };
    gait_diagnostic items[MAX_DIAGNOSTICS];
    gait_diagnostics diagnostics = {.items = items, .capacity = MAX_DIAGNOSTICS};
    platform_file file;
    platform_info info;
    gait_file *opened = NULL;
    int error = platform_look(path, &info);
    /* Opening a pipe would wait for its writer. */
    bool is_open = error == 0 && info.kind == PLATFORM_FILE;
    if (is_open) {
        error = platform_open(path, &file);
        is_open = error == 0;
    }
    if (is_open) {
        error = platform_look_at(file, &info);
        if (error == 0 && info.size <= FILES_LIMIT) {
            gait_reader reader = {.read = read_part, .user = &file, .size = info.size};
            gait_options options = {.diagnostics = &diagnostics, .code_page = files_page};
            memory_check(
                gait_file_open_reader(&reader, path, GAIT_OPEN_SKELETON, &options, &opened));
        }
        (void)platform_close(file);
    }
    if (out_problem) {
        char *problem = opened       ? NULL
                        : error != 0 ? text_copy(platform_explain(error))
                                     : problem_of(&diagnostics);
        *out_problem = opened || problem ? problem : text_copy("it cannot be opened");
    }
    return opened;
}

char *files_absolute_folder(const char *folder) {
    char *absolute;
    if (platform_absolute(folder, &absolute) != 0) {
        return NULL;
    }
    char *closed = path_join(absolute, "");
    free(absolute);
    return closed;
}

char *files_folder_below(const char *folder, const char *above) {
    char *absolute = files_absolute_folder(folder);
    size_t size = strlen(above);
    bool is_below = absolute && strncmp(absolute, above, size) == 0;
    char *below = is_below ? path_with_slashes(absolute + size) : NULL;
    free(absolute);
    return below;
}
