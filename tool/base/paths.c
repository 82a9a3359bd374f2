/* Splits and joins paths with the separators of the system. */
#include "base/platform.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

const char *path_name(const char *path) {
    const char *name = path;
    for (const char *p = path; *p; p++) {
        if (platform_is_separator(*p)) {
            name = p + 1;
        }
    }
    return name;
}

char *path_folder(const char *path) {
    return text_slice(path, (size_t)(path_name(path) - path));
}

/* A colon ends the name of a drive: C: is its current folder, and C:\ its root. */
static bool is_drive_end(char c) {
    return PLATFORM_HAS_WINDOWS_NAMES && c == ':';
}

char *path_without_separators(const char *folder) {
    size_t size = strlen(folder);
    while (size > 1 && platform_is_separator(folder[size - 1]) && !is_drive_end(folder[size - 1]) &&
           !is_drive_end(folder[size - 2])) {
        size--;
    }
    return text_slice(folder, size);
}

char *path_parent(const char *folder) {
    char *path = path_without_separators(folder);
    char *parent = path_folder(path);
    if (!parent[0] || strlen(parent) == strlen(path)) {
        free(parent);
        parent = NULL;
    }
    free(path);
    return parent;
}

size_t path_first_size(const char *path) {
    size_t size = 0;
    while (path[size] && !platform_is_separator(path[size])) {
        size++;
    }
    return size;
}

char *path_with_slashes(const char *path) {
    char *slashed = text_copy(path);
    for (char *at = slashed; *at; at++) {
        *at = platform_is_separator(*at) ? '/' : *at;
    }
    return slashed;
}

char *path_join(const char *folder, const char *name) {
    size_t size = strlen(folder), name_size = strlen(name);
    char *path = memory_resize(NULL, size + name_size + 2, 1);
    memcpy(path, folder, size);
    if (size > 0 && !platform_is_separator(folder[size - 1])) {
        path[size++] = '/';
    }
    memcpy(path + size, name, name_size + 1);
    return path;
}

bool path_has_extension(const char *path, const char *extension) {
    const char *name = path_name(path);
    size_t size = strlen(name);
    size_t tail = strlen(extension);
    return size > tail && text_equal(name + size - tail, extension);
}

bool path_has_one_of(const char *path, const char *extensions) {
    bool found = false;
    while (*extensions && !found) {
        size_t size = strcspn(extensions, " ");
        char *extension = text_slice(extensions, size);
        found = path_has_extension(path, extension);
        free(extension);
        extensions += size;
        extensions += strspn(extensions, " ");
    }
    return found;
}

char *path_with_extension(const char *path, const char *extension) {
    const char *dot = strrchr(path_name(path), '.');
    size_t size = dot && dot > path_name(path) ? (size_t)(dot - path) : strlen(path);
    return text_format("%.*s%s", (int)size, path, extension);
}

const char *path_below(const char *path, const char *folder) {
    size_t size = strlen(folder);
    const char *found = NULL, *start = path;
    for (const char *at = path; *at; at++) {
        if (platform_is_separator(*at)) {
            char *name = (size_t)(at - start) == size ? text_slice(start, size) : NULL;
            found = name && text_equal(name, folder) ? at + 1 : found;
            free(name);
            start = at + 1;
        }
    }
    return found;
}

/* The pattern without each "**" and its '/', as a new text. */
static char *without_any_folders(const char *pattern) {
    char *out = text_copy(pattern), *end = out;
    for (const char *at = pattern; *at;) {
        bool is_first = at == pattern || at[-1] == '/';
        if (is_first && strncmp(at, "**/", 3) == 0) {
            at += 3;
        } else {
            *end++ = *at++;
        }
    }
    *end = 0;
    return out;
}

bool path_matches(const char *pattern, const char *path, bool whole) {
    bool has_folders = strchr(pattern, '/') != NULL, matches = false;
    char *shorter = without_any_folders(pattern);
    const char *start = path; /* of the part that is compared */
    size_t size = 0;
    do {
        size += strcspn(path + size, "/");
        if (!whole || !path[size]) {
            char *part = text_slice(start, (size_t)(path + size - start));
            matches = matches || text_matches(pattern, part) || text_matches(shorter, part);
            free(part);
        }
        size += path[size] == '/';
        start = has_folders ? path : path + size;
    } while (path[size] && !matches);
    free(shorter);
    return matches;
}

bool path_is_stream(const char *path) {
    return strcmp(path, "-") == 0;
}
