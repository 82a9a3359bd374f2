/* Replaces {dir}, {name}, {from}, {ext} and {clip} in the names of outputs. */
#include "batch/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"

static const char *const words[] = {"{dir}", "{name}", "{from}", "{ext}", "{clip}"};
enum { WORD_DIR, WORD_NAME, WORD_FROM, WORD_EXT, WORD_CLIP, WORD_COUNT };

/* The index of the word at the beginning of `text`; WORD_COUNT = none. */
static int word_at(const char *text) {
    int word = 0;
    while (word < WORD_COUNT && strncmp(text, words[word], strlen(words[word])) != 0) {
        word++;
    }
    return word;
}

bool batch_is_pattern(const char *out) {
    return strchr(out, '{') != NULL;
}

int batch_pattern_check(const char *pattern) {
    for (const char *at = strchr(pattern, '{'); at; at = strchr(at + 1, '{')) {
        if (word_at(at) == WORD_COUNT) {
            return refuse(EXIT_USAGE, pattern,
                          "only {dir}, {name}, {from}, {ext} and {clip} are replaced, not '%.20s'",
                          at);
        }
    }
    return EXIT_OK;
}

char *batch_pattern_folder(const char *pattern) {
    char *literal = text_slice(pattern, strcspn(pattern, "{"));
    char *folder = path_folder(literal);
    free(literal);
    return folder;
}

/* The folder of an operand below which outputs can be written: without a root, "." and "..". */
static char *relative_folder(const char *path) {
    char *folder = path_folder(path);
    char *result = text_copy("");
    for (const char *at = folder; *at;) {
        size_t size = path_first_size(at);
        bool is_drive = at[size] == ':';
        bool is_step = size == 0 || (at[0] == '.' && (size == 1 || (size == 2 && at[1] == '.')));
        if (!is_drive && !is_step) {
            text_append(&result, "%s%.*s", result[0] ? "/" : "", (int)size, at);
        }
        at += size + (at[size] != 0);
    }
    free(folder);
    return result;
}

/* The folder of the input below its operand; without separators at both ends. */
static char *dir_of(const input *in) {
    return relative_folder(in->path + (in->is_found ? in->root_size : 0));
}

static char *name_of(const input *in) {
    char *stem = path_with_extension(path_name(in->path), "");
    for (char *at = strstr(stem, "{clip}"); at; at = strstr(at, "{clip}")) {
        at[0] = '(';
        at[5] = ')';
    }
    return stem;
}

char *batch_pattern_expand(const char *pattern, const input *in, const char *extension) {
    char *dir = dir_of(in), *name = name_of(in), *result = text_copy("");
    const char *dot = strrchr(path_name(in->path), '.');
    const char *values[WORD_CLIP] = {dir, name, dot ? dot + 1 : "", extension ? extension : ""};
    for (const char *at = pattern; *at;) {
        int word = *at == '{' ? word_at(at) : WORD_COUNT;
        if (word >= WORD_CLIP) {
            text_append(&result, "%c", *at);
            at++;
            continue;
        }
        text_append(&result, "%s", values[word]);
        at += strlen(words[word]);
        /* "{dir}/" is left out together with its separator. */
        at += word == WORD_DIR && !dir[0] && platform_is_separator(*at);
    }
    free(dir);
    free(name);
    return result;
}
