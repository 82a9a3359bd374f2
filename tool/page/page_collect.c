/* Reads the inputs of a page, their buffers and sidecars, and the models with their skeletons. */
#include "page/page.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "gait/inspect.h"

/* A file that is to be read after the inputs. */
typedef struct further_file {
    char *path, *absolute, *reason;
} further_file;

typedef struct further_files {
    further_file *items;
    size_t count, capacity;
} further_files;

typedef struct page_collection {
    const page_options *options;
    const inputs *list;
    page_files *out;
    further_files dependencies, skeletons;
    text_list given_folders; /* values of --skeleton that are folders; borrowed */
    bool has_given_files;    /* some of them are files */
    skeleton_cache *cache;
} page_collection;

/* --- further files ---------------------------------------------------------------------------- */

/* Takes `absolute` and `reason`. */
static void add_further(further_files *list, const char *path, char *absolute, char *reason) {
    list->items = memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] =
        (further_file){.path = text_copy(path), .absolute = absolute, .reason = reason};
}

static void free_further(further_files *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].absolute);
        free(list->items[i].reason);
    }
    free(list->items);
    *list = (further_files){0};
}

/* Reads the files that are not in the page yet. */
static int read_further(page_collection *self, further_files *list) {
    char why[FILES_WHY];
    file_bytes bytes = {0};
    int code = EXIT_OK;
    for (size_t i = 0; i < list->count; i++) {
        further_file *file = &list->items[i];
        if (page_files_contain(self->out, file->absolute)) {
            continue;
        }
        int file_code = files_read(file->path, &bytes, why);
        if (file_code == EXIT_OK) {
            gait_span content = {bytes.data, bytes.size};
            page_files_add(self->out, file->path, file->absolute, file->reason, content);
            file->absolute = NULL;
        } else {
            log_error(file->path, "%s", why);
        }
        code = exit_worse(code, file_code);
    }
    files_free(&bytes);
    return code;
}

/* Adds the dependencies of an open file, such as the buffers of a .gltf, and the sidecar of a glTF.
 * Their names in the page are relative to that of the file, so links are not resolved. */
static void add_dependencies(page_collection *self, const source *in, const char *absolute) {
    uint32_t count = gait_file_dependency_count(in->file);
    char *folder = path_folder(in->path), *absolute_folder = path_folder(absolute);
    for (uint32_t i = 0; i < count; i++) {
        const char *place = gait_file_dependency_at(in->file, i);
        if (place) {
            char *path = path_join(folder, place);
            add_further(&self->dependencies, path, path_join(absolute_folder, place),
                        text_format("which %s requires", source_label(in)));
            free(path);
        }
    }
    if (in->sidecar) {
        add_further(&self->dependencies, in->sidecar, path_with_extension(absolute, ".gait.json"),
                    text_format("the metadata of %s", source_label(in)));
    }
    free(absolute_folder);
    free(folder);
}

/* --- skeletons -------------------------------------------------------------------------------- */

static bool page_collect_is_builtin(const char *name) {
    gait_skeleton *skeleton = NULL;
    memory_check(gait_builtin_skeleton(name, NULL, &skeleton));
    gait_skeleton_free(skeleton);
    return skeleton != NULL;
}

/* Refuses a value of --skeleton that is no file. */
static int page_collect_refuse_word(const char *given, bool is_builtin) {
    log_error(given, "is %s, not a file that a page can contain",
              is_builtin ? "a built-in skeleton" : "the skeleton of the motion");
    log_hint(
        is_builtin
            ? "leave out --skeleton: the page has all built-in skeletons, and can choose one"
            : "leave out --skeleton: the page recovers the skeleton from the motion if it finds no "
              "other");
    return EXIT_USAGE;
}

static int page_collect_refuse_name(const skeleton_place *place) {
    log_error(place->path, "a page contains the whole file, not only its skeleton '%s'",
              place->name);
    log_hint("try: --skeleton %s", place->path);
    return EXIT_USAGE;
}

/* Opens the file of a --skeleton, and adds it with its dependencies. */
static int add_skeleton_file(page_collection *self, const char *path) {
    source *file = source_new();
    int code;
    TRY_DONE(source_open_or_fail(file, path));
    if (gait_file_skeleton_count(file->file) == 0) {
        log_error(source_label(file), "this %s holds no skeleton",
                  gait_format_get_info(file->format)->name);
        log_hint("--skeleton takes an .ogf, a glTF, a model.cfg or a .p3d with pivots");
        TRY_DONE(EXIT_UNSUPPORTED);
    }
    char *absolute = page_absolute(path);
    TRY_DONE(absolute ? EXIT_OK : EXIT_FILES);
    add_dependencies(self, file, absolute);
    add_further(&self->skeletons, path, absolute, text_copy("a --skeleton"));
done:
    source_free(file);
    return code;
}

static int add_given_skeleton(page_collection *self, const char *given) {
    bool is_builtin = page_collect_is_builtin(given);
    if (is_builtin || text_equal(given, SKELETON_MOTION)) {
        return page_collect_refuse_word(given, is_builtin);
    }
    bool is_folder;
    TRY(files_look_for_folder(given, &is_folder));
    if (is_folder) {
        text_list_add(&self->given_folders, given);
        return EXIT_OK;
    }
    if (path_is_stream(given)) {
        return refuse(EXIT_USAGE, NULL,
                      "--skeleton requires the path of a file, not standard input");
    }
    TRY(skeleton_check_name(given));
    skeleton_place place = skeleton_place_of(given);
    int code = place.name ? page_collect_refuse_name(&place) : add_skeleton_file(self, place.path);
    skeleton_place_free(&place);
    self->has_given_files = true;
    return code;
}

static void log_no_skeleton(const source *in) {
    log_warning(source_label(in), "no file with its skeleton was found");
    log_hint("pass %s with --skeleton, or its folder with --search",
             source_is_rtm(in) ? "its model.cfg" : "the .ogf of its model");
}

/* Adds the file of the skeleton that the project has for an animation; *out_found = it has one. The
 * page finds built-in skeletons, and those of the motion, by itself. */
static int page_collect_find_in_project(page_collection *self, source *in, bool *out_found) {
    const toml_item *item;
    char *value = skeleton_of_project(in, &item);
    *out_found = item != NULL;
    if (!item || !value || skeleton_is_word(value)) {
        free(value);
        return item && !value ? EXIT_USAGE : EXIT_OK;
    }
    skeleton_place place = skeleton_place_of(value);
    int code = add_skeleton_file(self, place.path);
    skeleton_place_free(&place);
    free(value);
    return code;
}

/* Adds the file in which the search finds the skeleton of an animation. */
static int page_collect_find_skeleton(page_collection *self, source *in) {
    bool is_found;
    int code = page_collect_find_in_project(self, in, &is_found);
    if (is_found) {
        return code;
    }
    const skeleton_request request = {.use = SKELETON_FOR_SHOWING,
                                      .verbose = self->options->common.verbose};
    gait_search_result *result;
    gait_status status = skeleton_search_models(in, self->cache, &request, &result);
    gait_search_summary found = gait_search_result_summary(result);
    if (status != GAIT_OK || found.source == GAIT_SKELETON_NONE ||
        found.source == GAIT_SKELETON_RECOVERED) {
        log_no_skeleton(in);
    } else if (found.source == GAIT_SKELETON_CANDIDATE && found.used) {
        skeleton_log_ties(in, result);
        char *absolute = page_absolute(found.used->path);
        code = absolute ? EXIT_OK : EXIT_FILES;
        if (absolute) {
            add_further(&self->skeletons, found.used->path, absolute,
                        text_format("the skeleton of %s", source_label(in)));
        }
    }
    gait_search_result_free(result);
    return code;
}

/* Whether the skeleton of an input is searched: a glTF and a BVH have their own. */
static bool needs_search(const page_collection *self, const source *in) {
    return !self->options->no_skeleton && !self->has_given_files &&
           gait_file_clip_count(in->file) > 0 && !format_has(in->format, GAIT_OWN_JOINTS);
}

/* Adds the values of --skeleton, and prepares the search. */
static int begin_skeletons(page_collection *self) {
    const text_list *given = &self->options->skeletons;
    for (size_t i = 0; i < given->count; i++) {
        TRY(add_given_skeleton(self, given->items[i]));
    }
    self->cache = skeleton_cache_new(self->list->count > 1);
    return skeleton_cache_load(self->cache, &self->given_folders, &self->options->folders);
}

/* --- inputs ----------------------------------------------------------------------------------- */

static void log_damaged(const source *in) {
    const gait_diagnostic *error = source_error(in);
    log_warning(source_label(in), "cannot be opened, but the page contains it: %s%s%s%s",
                error ? error->text : source_status(in), error && error->rule ? " [" : "",
                error && error->rule ? error->rule->id : "", error && error->rule ? "]" : "");
}

/* Adds a file that was read, and what it requires. */
static int add_read(page_collection *self, source *in) {
    char *absolute = page_absolute(in->path);
    int code = absolute ? EXIT_OK : EXIT_FILES;
    if (!absolute || page_files_contain(self->out, absolute)) {
        free(absolute);
        return code;
    }
    if (in->file) {
        source_log_diagnostics(in);
        add_dependencies(self, in, absolute);
        code = needs_search(self, in) ? page_collect_find_skeleton(self, in) : EXIT_OK;
    } else {
        log_damaged(in);
    }
    page_files_add(self->out, in->path, absolute, "", (gait_span){in->bytes.data, in->bytes.size});
    return code;
}

static int page_collect_add_input(page_collection *self, source *in, const input *item) {
    if (path_is_stream(item->path)) {
        log_error("standard input", "has no name, and a page shows each file under its name");
        log_hint("give the path of a file");
        return EXIT_USAGE;
    }
    int code = source_open_input(in, item);
    if (item->is_found && source_is_foreign(in)) {
        log_note("%s is left out: it belongs to another program", item->path);
        return EXIT_OK;
    }
    /* The format stays unknown when the file cannot be read. */
    if (code != EXIT_OK && (in->format == GAIT_FORMAT_UNKNOWN || source_is_foreign(in))) {
        source_log_diagnostics(in);
        return code;
    }
    return add_read(self, in);
}

static int add_inputs(page_collection *self) {
    const inputs *list = self->list;
    source *in = source_new();
    int code = EXIT_OK;
    for (size_t i = 0; i < list->count; i++) {
        code = exit_worse(code, page_collect_add_input(self, in, &list->items[i]));
    }
    source_free(in);
    if (code == EXIT_OK && self->out->count == 0) {
        code = refuse(EXIT_USAGE, NULL, "no inputs: there is no file that the page could show");
    }
    return code;
}

int page_collect(const page_options *options, const inputs *list, page_files *out) {
    page_collection self = {.options = options, .list = list, .out = out};
    int code;
    TRY_DONE(begin_skeletons(&self));
    TRY_DONE(add_inputs(&self));
    TRY_DONE(read_further(&self, &self.dependencies));
    code = read_further(&self, &self.skeletons);
done:
    skeleton_cache_free(self.cache);
    text_list_free(&self.given_folders, false);
    free_further(&self.dependencies);
    free_further(&self.skeletons);
    return code;
}
