/* Names all outputs, and refuses equal ones, inputs among them, and folders inside of inputs. */
#include "batch/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "options/options.h"
#include "gait/output_names.h"
#include "io/files.h"
#include "base/platform.h"

/* --- names that are compared ------------------------------------------------------------------ */

/* A file that is read or written, with a form of its path that is equal for equal files. */
typedef struct place {
    char *key;
    char *path;
    size_t item;
    bool is_input;
} place;

typedef struct places {
    place *items;
    size_t count, capacity;
    char *folder, *absolute; /* the last folder, and its absolute path */
} places;

/* Returns the longest beginning of the path of a folder that exists, as an absolute path; ""
 * is the current folder. *out_rest points to the remainder. NULL when there is none. */
static char *existing_folder(const char *folder, const char **out_rest) {
    char *absolute = NULL, *path = text_copy(folder);
    while (platform_absolute(path, &absolute) != 0 && path[0]) {
        char *parent = path_parent(path), *name = path_without_separators(path);
        bool is_root = platform_is_separator(name[strlen(name) - 1]);
        free(name);
        free(path);
        if (is_root) {
            return NULL;
        }
        path = parent ? parent : text_copy("");
    }
    *out_rest = folder + strlen(path);
    free(path);
    return absolute;
}

/* Returns the absolute path of a folder, of which the end need not exist, as a new text. */
static char *batch_plan_absolute_folder(const char *folder) {
    const char *rest = "";
    char *result = existing_folder(folder, &rest);
    if (!result) {
        return text_copy(folder);
    }
    while (*rest) {
        size_t size = path_first_size(rest);
        char *name = text_slice(rest, size), *next = NULL;
        if (strcmp(name, "..") == 0) {
            next = path_parent(result);
        } else if (name[0] && strcmp(name, ".") != 0) {
            next = path_join(result, name);
        }
        if (next) {
            free(result);
            result = next;
        }
        free(name);
        rest += size + (rest[size] != 0);
    }
    return result;
}

/* The final target of the links at `path`. */
static char *follow(const char *path) {
    char *target;
    return platform_follow(path, &target) == 0 ? target : text_copy(path);
}

static void batch_plan_add_place(places *self, const char *given, size_t item, bool is_input) {
    char *path = follow(given);
    char *folder = path_folder(path);
    if (!self->folder || strcmp(self->folder, folder) != 0) {
        free(self->folder);
        free(self->absolute);
        self->folder = text_copy(folder);
        self->absolute = batch_plan_absolute_folder(folder);
    }
    free(folder);
    char *full = path_join(self->absolute, path_name(path));
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count++] = (place){text_fold_case(full), text_copy(given), item, is_input};
    free(full);
    free(path);
}

static void places_free(places *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].key);
        free(self->items[i].path);
    }
    free(self->items);
    free(self->folder);
    free(self->absolute);
}

static int batch_plan_by_key(const void *a, const void *b) {
    const place *left = a, *right = b;
    int order = strcmp(left->key, right->key);
    if (order != 0) {
        return order;
    }
    return left->item < right->item ? -1 : left->item > right->item;
}

/* --- inspection ------------------------------------------------------------------------------- */

/* Opens an input without messages, to learn whether it is skipped, and to name its clips. */
typedef struct inspector {
    const batch_work *work;
    source *file;
    capture messages;
} inspector;

static void add_clip_places(const inspector *self, const batch_item *item, size_t index,
                            places *out) {
    static const text_list none = {0};
    clip_choice clips = {0};
    const text_list *patterns = self->work->clips ? self->work->clips : &none;
    if (clips_choose(self->file, patterns, &clips) == EXIT_OK) {
        text_list paths = clips_name_outputs(self->file, &clips, item->out);
        for (size_t i = 0; i < paths.count; i++) {
            batch_plan_add_place(out, paths.items[i], index, false);
        }
        text_list_free(&paths, true);
    }
    clips_free(&clips);
}

/* Sets item->skipped. Adds the names of the outputs of an item that is not skipped if the input can
 * be opened; the run reports the others. */
static void inspect(inspector *self, batch_item *item, size_t index, places *out) {
    capture_start(&self->messages);
    if (!item->in->problem) {
        batch_open_input(self->work, item->in, self->file);
        item->skipped = batch_reason_to_skip(self->work, item->in, self->file);
        if (!item->skipped && self->file->file && out) {
            add_clip_places(self, item, index, out);
        }
    }
    capture_start(NULL);
    capture_clear(&self->messages);
    terminal_messages messages = terminal_take_messages();
    terminal_messages_free(&messages);
}

/* --- checks ----------------------------------------------------------------------------------- */

static void log_conflict(const batch_plan *plan, const place *a, const place *b) {
    if (a->is_input || b->is_input) {
        log_error(a->is_input ? b->path : a->path, "is an input and would be overwritten");
        return;
    }
    bool is_equal = strcmp(a->path, b->path) == 0;
    log_error(a->path, "would be written for two inputs%s%s%s", is_equal ? "" : " (also as ",
              is_equal ? "" : b->path, is_equal ? "" : ")");
    log_hint("%s", plan->items[a->item].in->path);
    log_hint("%s", plan->items[b->item].in->path);
}

/* Two inputs with one output are allowed if one of them is skipped, or if they are the same. */
static bool may_be_equal(const batch_plan *plan, inspector *reader, const place *a,
                         const place *b) {
    batch_item *x = &plan->items[a->item], *y = &plan->items[b->item];
    if (!a->is_input && !b->is_input && strcmp(x->in->path, y->in->path) == 0) {
        /* The contents of files given as operands are no reason to skip them. */
        bool is_named_later = x->in->is_found && !y->in->is_found;
        *(is_named_later ? &x->skipped : &y->skipped) =
            is_named_later ? "is named as an input too" : "was given before";
        return true;
    }
    inspect(reader, x, a->item, NULL);
    inspect(reader, y, b->item, NULL);
    return (!a->is_input && x->skipped) || (!b->is_input && y->skipped);
}

static int check_equal(const batch_plan *plan, inspector *reader, places *all) {
    enum { MAX_SHOWN = 8 };
    size_t conflicts = 0;
    if (all->count > 1) {
        qsort(all->items, all->count, sizeof *all->items, batch_plan_by_key);
    }
    for (size_t i = 1, first = 0; i < all->count; i++) {
        const place *a = &all->items[first], *b = &all->items[i];
        bool is_conflict = strcmp(a->key, b->key) == 0;
        bool is_pair = a->item != b->item || a->is_input != b->is_input;
        if (!is_conflict || (a->is_input && b->is_input) || !is_pair) {
            first = is_conflict ? first : i;
        } else if (!may_be_equal(plan, reader, a, b)) {
            if (conflicts++ < MAX_SHOWN) {
                log_conflict(plan, a, b);
            }
        } else if (b->is_input || !plan->items[b->item].skipped) {
            first = i;
        }
    }
    if (conflicts > MAX_SHOWN) {
        log_hint("and %zu more conflicts", conflicts - MAX_SHOWN);
    }
    if (conflicts > 0) {
        log_hint("give another --out; it can contain {dir} and {from} (extension of the input)");
        log_hint("or choose inputs with --include and --exclude");
    }
    return conflicts > 0 ? EXIT_USAGE : EXIT_OK;
}

/* Adds the name of an output or, if it gets an extension later, each name that it may have. */
static void add_output_places(const batch_work *work, const batch_item *item, size_t index,
                              places *out) {
    const char *extensions = work->text_extensions;
    if (!extensions || path_has_one_of(item->out, extensions)) {
        batch_plan_add_place(out, item->out, index, false);
        return;
    }
    for (const char *at = extensions; *at; at += at[0] == ' ') {
        size_t size = strcspn(at, " ");
        char *path = text_format("%s%.*s", item->out, (int)size, at);
        batch_plan_add_place(out, path, index, false);
        free(path);
        at += size;
    }
}

static int batch_plan_check_outputs(const batch_plan *plan, const batch_work *work,
                                    const char *pattern) {
    inspector reader = {.work = work, .file = source_new()};
    places all = {0};
    bool is_per_clip = gait_output_name_is_per_clip(pattern);
    for (size_t i = 0; i < plan->list.count; i++) {
        batch_item *item = &plan->items[i];
        if (is_per_clip) {
            inspect(&reader, item, i, &all);
        } else {
            add_output_places(work, item, i, &all);
        }
    }
    for (size_t i = 0; i < plan->list.count; i++) {
        batch_plan_add_place(&all, plan->list.items[i].path, i, true);
    }
    int code = check_equal(plan, &reader, &all);
    places_free(&all);
    source_free(reader.file);
    capture_free(&reader.messages);
    return code;
}

/* True if this absolute path of a folder, which need not exist, is below the operand. */
static bool batch_plan_is_below(const char *absolute, const char *operand) {
    char *folder = path_join(absolute, "");
    while (folder && !platform_is_same(folder, operand)) {
        char *parent = path_parent(folder);
        free(folder);
        folder = parent;
    }
    bool is_found = folder != NULL;
    free(folder);
    return is_found;
}

/* Later runs would take the outputs for inputs. */
static int check_folders(const char *pattern, const command_call *call) {
    char *folder = batch_pattern_folder(pattern);
    char *absolute = batch_plan_absolute_folder(folder);
    int code = EXIT_OK;
    for (size_t i = 0; i < call->count && code == EXIT_OK; i++) {
        const char *operand = call->operands[i];
        bool is_folder;
        code = files_look_for_folder(operand, &is_folder);
        if (is_folder && batch_plan_is_below(absolute, operand)) {
            log_error(folder[0] ? folder : ".", "is inside of the input folder '%s'", operand);
            log_hint("later runs would take the outputs for inputs; give another folder with "
                     "--out");
            code = EXIT_USAGE;
        }
    }
    free(absolute);
    free(folder);
    return code;
}

/* --- the plan --------------------------------------------------------------------------------- */

static bool has_extension_of_format(const char *path) {
    bool found = path_has_extension(path, ".svg");
    for (int i = 0; i < GAIT_FORMAT_COUNT && !found; i++) {
        found = path_has_one_of(path, gait_format_get_info((gait_format)i)->extensions);
    }
    return found;
}

static int check_out(const batch_work *work, const char *out) {
    bool is_place = batch_is_pattern(out);
    if (path_is_stream(out) || !out[0]) {
        return refuse(EXIT_USAGE, NULL, "--out requires a folder or a pattern");
    }
    if (!is_place) {
        TRY(files_look_for_folder(out, &is_place));
    }
    if (!is_place && has_extension_of_format(out)) {
        log_error(out, "is not a folder");
        log_hint("--out takes a folder or a pattern such as \"out/{name}%s\"",
                 strrchr(path_name(out), '.'));
        return EXIT_USAGE;
    }
    if (work->text_extensions && strstr(out, "{ext}")) {
        return refuse(EXIT_USAGE, out,
                      "{ext} cannot be used: each text determines the extension of its output");
    }
    if ((!batch_is_pattern(out) || strstr(out, "{ext}")) && !work->extension &&
        !work->text_extensions) {
        return refuse(EXIT_USAGE, out, "the format is unknown: use --to");
    }
    if (strstr(out, "{clip}") && !work->has_clip_outputs) {
        return refuse(EXIT_USAGE, out,
                      "{clip} cannot be used: each output contains all clips of its input");
    }
    return batch_pattern_check(out);
}

/* Makes {dir} begin with the name of the operand, so that several folders are kept apart. */
static void keep_folders_apart(inputs *list) {
    for (size_t i = 0; i < list->count; i++) {
        input *item = &list->items[i];
        size_t size = item->is_found ? item->root_size : 0;
        while (size > 0 && platform_is_separator(item->path[size - 1])) {
            size--;
        }
        while (size > 0 && !platform_is_separator(item->path[size - 1])) {
            size--;
        }
        item->root_size = size;
    }
}

static int gather(const batch_options *options, const command_call *call, inputs *out) {
    size_t folders = 0;
    TRY(inputs_gather_all(call, &options->inputs, out));
    for (size_t i = 0; i < call->count; i++) {
        bool is_folder;
        TRY(files_look_for_folder(call->operands[i], &is_folder));
        folders += is_folder;
    }
    if (folders > 1) {
        keep_folders_apart(out);
    }
    for (size_t i = 0; i < out->count; i++) {
        if (path_is_stream(out->items[i].path)) {
            return refuse(EXIT_USAGE, NULL,
                          "standard input cannot be one of several inputs: it has no name");
        }
    }
    return EXIT_OK;
}

/* The pattern for files that were found in folders, or for those that are operands. */
static char *pattern_of(const batch_work *work, const char *out, bool is_found) {
    if (batch_is_pattern(out)) {
        return text_copy(out);
    }
    char *name =
        text_format("%s{name}%s%s", is_found ? "{dir}/" : "",
                    work->keeps_extension ? ".{from}" : "", work->text_extensions ? "" : ".{ext}");
    char *pattern = path_join(out, name);
    free(name);
    return pattern;
}

static void batch_plan_name_outputs(batch_plan *self, const batch_work *work, const char *out) {
    char *found = pattern_of(work, out, true), *named = pattern_of(work, out, false);
    self->items = memory_resize(NULL, self->list.count, sizeof *self->items);
    for (size_t i = 0; i < self->list.count; i++) {
        const input *in = &self->list.items[i];
        char *name = batch_pattern_expand(in->is_found ? found : named, in, work->extension);
        self->items[i] = (batch_item){.in = in, .out = name};
    }
    free(found);
    free(named);
}

int batch_plan_make(const batch_work *work, const batch_options *options, const command_call *call,
                    batch_plan *out) {
    *out = (batch_plan){0};
    if (!options->out) { /* inputs without outputs */
        int code = gather(options, call, &out->list);
        out->items = memory_resize(NULL, out->list.count, sizeof *out->items);
        for (size_t i = 0; i < out->list.count; i++) {
            out->items[i] = (batch_item){.in = &out->list.items[i]};
        }
        return code;
    }
    TRY(check_out(work, options->out));
    int code;
    char *pattern = pattern_of(work, options->out, true);
    TRY_DONE(check_folders(pattern, call));
    TRY_DONE(gather(options, call, &out->list));
    batch_plan_name_outputs(out, work, options->out);
    code = batch_plan_check_outputs(out, work, pattern);
done:
    free(pattern);
    return code;
}

void batch_plan_free(batch_plan *self) {
    for (size_t i = 0; self->items && i < self->list.count; i++) {
        free(self->items[i].out);
    }
    free(self->items);
    inputs_free(&self->list);
}
