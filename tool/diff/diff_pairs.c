/* Which files are compared with each other. */
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "base/base.h"
#include "io/files.h"
#include "base/platform.h"

void diff_pairs_free(diff_pairs *self) {
    for (size_t i = 0; i < self->count && self->are_folders; i++) {
        free((char *)(uintptr_t)self->items[i].name);
    }
    free(self->items);
    inputs_free(&self->lists[0]);
    inputs_free(&self->lists[1]);
    *self = (diff_pairs){0};
}

/* The path of a file in its folder, with '/' between the names. */
static char *path_in_folder(const input *item) {
    char *path = path_with_slashes(item->path + (item->is_found ? item->root_size : 0));
    char *inside = text_copy(path + strspn(path, "/"));
    free(path);
    return inside;
}

typedef struct named_input {
    char *name;
    const input *item;
} named_input;

static int by_name(const void *a, const void *b) {
    return strcmp(((const named_input *)a)->name, ((const named_input *)b)->name);
}

/* The files of a folder, sorted by their paths in it. Logs folders that could not be listed. */
static named_input *name_inputs(const inputs *list, size_t *out_count, int *code) {
    named_input *named = memory_resize(NULL, list->count, sizeof *named);
    *out_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].problem) {
            log_error(list->items[i].path, "%s", list->items[i].problem);
            *code = EXIT_FILES;
        } else {
            named[(*out_count)++] = (named_input){path_in_folder(&list->items[i]), &list->items[i]};
        }
    }
    if (*out_count > 0) {
        qsort(named, *out_count, sizeof *named, by_name);
    }
    return named;
}

static void merge_lists(diff_pairs *self, named_input *const lists[2], const size_t counts[2]) {
    size_t at[2] = {0, 0};
    self->items = memory_resize(NULL, counts[0] + counts[1], sizeof *self->items);
    while (at[0] < counts[0] || at[1] < counts[1]) {
        const named_input *a = &lists[0][at[0]], *b = &lists[1][at[1]];
        int order = at[0] == counts[0] ? 1 : at[1] == counts[1] ? -1 : strcmp(a->name, b->name);
        diff_pair *pair = &self->items[self->count++];
        *pair = (diff_pair){{NULL, NULL}, NULL};
        if (order <= 0) {
            pair->in[0] = a->item;
            pair->name = a->name;
            at[0]++;
        }
        if (order >= 0) {
            pair->in[1] = b->item;
            at[1]++;
        }
        if (order > 0) {
            pair->name = b->name;
        } else if (order == 0) {
            free(b->name);
        }
    }
}

int diff_pairs_gather(const char *const operands[2], diff_pairs *out) {
    bool are_folders[2];
    *out = (diff_pairs){0};
    for (int s = 0; s < 2; s++) {
        int looked = files_look_for_folder(operands[s], &are_folders[s]);
        if (looked != EXIT_OK) {
            return looked;
        }
    }
    int code = EXIT_OK;
    out->are_folders = are_folders[0];
    if (are_folders[0] != are_folders[1]) {
        return refuse(EXIT_USAGE, operands[are_folders[0] ? 1 : 0],
                      "is not a folder, but %s is a folder: give two files or two folders",
                      operands[are_folders[0] ? 0 : 1]);
    }
    if (path_is_stream(operands[0]) && path_is_stream(operands[1])) {
        return refuse(EXIT_USAGE, NULL, "only one of the two files can be standard input");
    }
    for (int s = 0; s < 2; s++) {
        out->lists[s] = inputs_gather(&operands[s], 1, NULL);
    }
    if (!are_folders[0]) {
        out->items = memory_resize(NULL, 1, sizeof *out->items);
        out->items[0] = (diff_pair){{&out->lists[0].items[0], &out->lists[1].items[0]}, NULL};
        out->count = 1;
        return EXIT_OK;
    }
    size_t counts[2];
    named_input *named[2];
    for (int s = 0; s < 2; s++) {
        named[s] = name_inputs(&out->lists[s], &counts[s], &code);
    }
    merge_lists(out, named, counts);
    free(named[0]);
    free(named[1]);
    return code;
}
