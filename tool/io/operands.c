/* Repairs quotation marks at the ends of operands, and expands wildcards. */
#include "io/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "base/base.h"

/* --- quotation marks -------------------------------------------------------------------------- */

/* Returns the path without a quotation mark at its end, as a new text. NULL when there is one
 * inside the path: then the path contains the arguments after it. */
static char *operand_repair(const char *given) {
    const char *quote = PLATFORM_HAS_WINDOWS_NAMES ? strchr(given, '"') : NULL;
    if (!quote) {
        return text_copy(given);
    }
    if (quote[1]) {
        return NULL;
    }
    /* Without its backslash, C:\ would be the current folder of the drive. */
    bool is_drive = quote - given == 2 && given[1] == ':';
    return text_format("%.*s%s", (int)(quote - given), given, is_drive ? "\\" : "");
}

char *operand_repair_or_fail(const char *given) {
    char *path = operand_repair(given);
    if (!path) {
        log_error(NULL, "a path cannot contain a quotation mark: '%s'", given);
        log_hint("in \"folder\\\" the backslash makes the quotation mark a part of the path, "
                 "together with the arguments after it");
        log_hint("leave out the backslash at the end, or double it: \"folder\\\\\"");
    }
    return path;
}

/* --- wildcards -------------------------------------------------------------------------------- */

/* The question mark in the prefix of long paths, \\?\, is no wildcard. */
static const char *find_wildcard(const char *path) {
    bool has_prefix = strlen(path) > 3 && platform_is_separator(path[0]) &&
                      platform_is_separator(path[1]) && path[2] == '?' &&
                      platform_is_separator(path[3]);
    return strpbrk(path + (has_prefix ? 4 : 0), "*?");
}

bool operand_has_wildcards(const char *path) {
    return PLATFORM_HAS_WINDOWS_NAMES && find_wildcard(path);
}

/* One name in a path with wildcards, and the separators after it. */
typedef struct wildcard_name {
    const char *folder; /* "", or ends with a separator */
    const char *name;   /* lower case if it has wildcards */
    const char *separators;
    text_list *found;
} wildcard_name;

static void visit_name(void *user, const char *name, platform_kind kind) {
    const wildcard_name *wanted = user;
    bool is_possible = (name[0] != '.' || wanted->name[0] == '.') &&
                       (kind != PLATFORM_FILE || !wanted->separators[0]);
    char *folded = platform_fold_case(name);
    if (is_possible && text_matches(wanted->name, folded)) {
        text_list_add(wanted->found,
                      text_format("%s%s%s", wanted->folder, name, wanted->separators));
    }
    free(folded);
}

static void expand_name(wildcard_name *wanted) {
    if (strpbrk(wanted->name, "*?")) {
        /* Nothing matches in a folder that cannot be listed. */
        (void)platform_list(wanted->folder, visit_name, wanted);
        return;
    }
    platform_info info;
    char *path = text_format("%s%s%s", wanted->folder, wanted->name, wanted->separators);
    if (platform_look(path, &info) == 0) {
        text_list_add(wanted->found, path);
    } else {
        free(path);
    }
}

static size_t separator_count(const char *text) {
    size_t count = 0;
    while (text[count] && platform_is_separator(text[count])) {
        count++;
    }
    return count;
}

/* In all of these folders, expands the first name of `rest`. Returns the number of its bytes. */
static size_t expand_first(text_list *folders, const char *rest) {
    text_list found = {0};
    size_t size = path_first_size(rest), tail = separator_count(rest + size);
    char *given = text_slice(rest, size), *separators = text_slice(rest + size, tail);
    /* As everywhere on Windows, "*.*" includes names without a dot. */
    char *name = !strpbrk(given, "*?")       ? text_copy(given)
                 : strcmp(given, "*.*") == 0 ? text_copy("*")
                                             : platform_fold_case(given);
    for (size_t i = 0; i < folders->count; i++) {
        wildcard_name wanted = {folders->items[i], name, separators, &found};
        expand_name(&wanted);
    }
    free(given);
    free(separators);
    free(name);
    text_list_free(folders, true);
    *folders = found;
    return size + tail;
}

static int operands_by_bytes(const void *a, const void *b) {
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

void operand_expand(const char *path, text_list *out) {
    text_list found = {0};
    if (operand_has_wildcards(path)) {
        /* The names before the first wildcard are used as given. */
        char *head = text_slice(path, (size_t)(find_wildcard(path) - path));
        char *folder = path_folder(head);
        const char *rest = path + strlen(folder);
        text_list_add(&found, folder);
        while (*rest) {
            rest += expand_first(&found, rest);
        }
        free(head);
    }
    if (found.count > 1) {
        qsort(found.items, found.count, sizeof *found.items, operands_by_bytes);
    }
    for (size_t i = 0; i < found.count; i++) {
        text_list_add(out, found.items[i]);
    }
    if (found.count == 0) {
        text_list_add(out, text_copy(path));
    }
    text_list_free(&found, false);
}

/* --- existing files --------------------------------------------------------------------------- */

static bool operand_exists(const char *operand) {
    char *path = operand_repair(operand);
    bool exists = false;
    if (path && path[0] && path[0] != '-') {
        platform_info info;
        text_list files = {0};
        operand_expand(path, &files);
        exists = platform_look(files.items[0], &info) == 0;
        text_list_free(&files, true);
    }
    free(path);
    return exists;
}

bool operands_exist(const char *const *operands, size_t count) {
    bool exist = count > 0;
    for (size_t i = 0; i < count && exist; i++) {
        exist = operand_exists(operands[i]);
    }
    return exist;
}
