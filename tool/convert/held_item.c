/* Opens the second input of a scene, and finds its skeleton and the bone that holds it. */
#include "convert/convert.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "skeleton/skeleton.h"
#include "gait/mesh.h"
#include "gait/numbers.h"
#include "mod/mod_index.h"

/* Reads three numbers such as "0.1,-2,3" or, as in an .ltx, "0.1, -2, 3". */
static bool read_numbers(const char *text, double out[3]) {
    static const char spaces[] = " \t";
    bool is_read = true;
    for (int i = 0; i < 3 && is_read; i++) {
        text += strspn(text, spaces);
        size_t size = strcspn(text, ", \t"), end = size + strspn(text + size, spaces);
        char *number = text_slice(text, size);
        is_read = gait_parse_f64(number, &out[i]) && text[end] == (i < 2 ? ',' : 0);
        text += end + (text[end] != 0);
        free(number);
    }
    return is_read;
}

/* Refuses the value of --item-position or --item-orientation. */
static int held_item_check_numbers(const char *name, const char *value) {
    double numbers[3];
    if (!read_numbers(value, numbers)) {
        return refuse(EXIT_USAGE, NULL, "%s takes three numbers such as 0.1,-2,3, not '%s'", name,
                      value);
    }
    for (int i = 0; i < 3; i++) {
        if (!gait_range_contains(GAIT_RANGE_ITEM_PLACE, numbers[i])) {
            return refuse(EXIT_USAGE, NULL, "%s takes numbers %s, not '%s'", name,
                          gait_range_of(GAIT_RANGE_ITEM_PLACE).text, value);
        }
    }
    return EXIT_OK;
}

int held_item_check(const convert_options *options, bool has_item) {
    const char *const names[] = {"--anchor",    "--item-position", "--item-orientation",
                                 "--item-clip", "--item-skeleton", "--ltx"};
    const char *const values[] = {
        options->item.anchor,
        options->item_position,
        options->item_orientation,
        options->item.clip,
        options->item_skeletons.count > 0 ? options->item_skeletons.items[0] : NULL,
        options->ltx};
    bool has_anchor = options->item.anchor || options->ltx;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool is_place = i == 1 || i == 2;
        if (values[i] && (!has_item || (is_place && !has_anchor))) {
            return refuse(EXIT_USAGE, NULL, "%s requires %s", names[i],
                          has_item ? "--anchor" : "-o and two inputs, hands and item");
        }
        if (values[i] && is_place && held_item_check_numbers(names[i], values[i]) != EXIT_OK) {
            return EXIT_USAGE;
        }
    }
    return EXIT_OK;
}

static int held_item_find_skeleton(const conversion *job, held_item *self) {
    char *found = NULL;
    const skeleton_request request = {.given = &job->options->item_skeletons,
                                      .folders = &job->options->folders,
                                      .use = SKELETON_FOR_POSES,
                                      .verbose = job->options->common.verbose,
                                      .missing_bones = job->options->missing_bones,
                                      .cache = self->cache,
                                      .used_model = &found};
    int code = skeleton_resolve(self->file, &request, &self->skeleton);
    if (code == EXIT_OK && !job->library.no_mesh) {
        self->model = skeleton_cache_model(self->cache, self->file, found);
        self->item.model = self->model ? self->model->file : NULL;
    }
    free(found);
    return code;
}

/* The value of a key as a new text; NULL = none. */
static char *held_item_value(const gait_mod *mod, const char *section, const char *key) {
    gait_buffer value = {0};
    gait_status status = gait_mod_value(mod, section, key, &value);
    memory_check(status);
    char *text = status == GAIT_OK ? text_slice((const char *)value.data, value.size) : NULL;
    gait_buffer_free(&value);
    return text;
}

static int held_item_read_place(const gait_mod *mod, const char *section, const char *key,
                                double out[3]) {
    char *value = held_item_value(mod, section, key);
    int code = value ? held_item_check_numbers(key, value) : EXIT_OK;
    if (value && code == EXIT_OK) {
        read_numbers(value, out);
    }
    free(value);
    return code;
}

/* Reads the values of a section. The place of the item selects the bone of the hands. */
static int held_item_read_section(const gait_mod *mod, const char *section, held_item *out) {
    char *place = held_item_value(mod, section, "attach_place_idx");
    if (!out->item.anchor) {
        bool is_second = place && strcmp(place, "1") == 0;
        out->anchor = held_item_value(mod, NULL, is_second ? "ancor_1" : "ancor_0");
        out->item.anchor = out->anchor;
    }
    free(place);
    TRY(held_item_read_place(mod, section, "item_position", out->item.position));
    return held_item_read_place(mod, section, "item_orientation", out->item.orientation);
}

/* Reads the section of --ltx in the mod of its file. */
static int held_item_read_ltx(const char *value, held_item *out) {
    const char *colon = strrchr(value, ':');
    if (!colon || colon == value || !colon[1]) {
        return refuse(EXIT_USAGE, NULL, "--ltx takes FILE:SECTION, not '%s'", value);
    }
    char *file = text_slice(value, (size_t)(colon - value)), *root = mod_root_of(file);
    mod_index index;
    const mod_request request = {.root = root};
    int code = mod_index_load(&request, &index);
    if (code == EXIT_OK && mod_index_find(&index, file) < 0) {
        code = refuse(EXIT_FILES, file, "is not a file of the mod '%s'", index.root);
    }
    char *visual = code == EXIT_OK ? held_item_value(index.mod, colon + 1, "item_visual") : NULL;
    if (code == EXIT_OK && !visual) {
        code = refuse(EXIT_USAGE, file, "there is no section '%s' with an item_visual", colon + 1);
    } else if (code == EXIT_OK) {
        code = held_item_read_section(index.mod, colon + 1, out);
    }
    free(visual);
    mod_index_free(&index);
    free(root);
    free(file);
    return code;
}

int held_item_load(const conversion *job, held_item *out) {
    const convert_options *options = job->options;
    *out = (held_item){
        .file = source_new(), .cache = skeleton_cache_new(false), .item = options->item};
    TRY(source_open_or_fail(out->file, job->item));
    source_log_diagnostics(out->file);
    log_rename_option("--skeleton", "--item-skeleton");
    int code = held_item_find_skeleton(job, out);
    log_rename_option(NULL, NULL);
    TRY(code);
    out->item.file = out->file->file;
    out->item.skeleton = out->skeleton;
    if (options->ltx) {
        TRY(held_item_read_ltx(options->ltx, out));
    }
    if (options->item_position) {
        read_numbers(options->item_position, out->item.position);
    }
    if (options->item_orientation) {
        read_numbers(options->item_orientation, out->item.orientation);
    }
    if (!out->item.anchor) {
        log_warning(job->item, "stays at the origin: --anchor gives the bone that holds it");
        log_hint("--ltx reads the values from the .ltx of the mod");
    }
    return EXIT_OK;
}

/* Warns when neither a file nor its model has a mesh. The skeleton of a glTF or a BVH cannot be
 * given. */
static void warn_of_mesh(const source *file, const source *model, const char *text,
                         const char *advice) {
    gait_mesh_info info;
    bool has_own = format_has(file->format, GAIT_OWN_JOINTS);
    if (!(model && source_has_mesh(model)) &&
        gait_file_mesh_info(file->file, NULL, &info) == GAIT_NOT_FOUND) {
        log_warning(source_label(file), "%s%s%s", text, has_own ? "" : "; pass it with ",
                    has_own ? "" : advice);
    }
}

/* Warns when the item moves in none of the clips. */
static void warn_of_clips(const held_item *self, const conversion *job) {
    const clip_choice *chosen = &job->clips;
    bool moves = chosen->count == 0;
    for (size_t i = 0; i < chosen->count && !moves; i++) {
        char *name = source_clip_name(job->in, chosen->clips[i]);
        moves = gait_convert_item_clip(&self->item, name) >= 0;
        free(name);
    }
    if (!moves && gait_file_clip_count(self->file->file) == 0) {
        log_warning(source_label(self->file), "has no clips, so the item does not move");
    } else if (!moves) {
        log_warning(source_label(self->file),
                    "no clip of the item matches a clip of the hands, so the item does not move; "
                    "--item-clip chooses one");
    }
}

void held_item_warn(const held_item *self, const conversion *job, const source *model) {
    if (!job->library.no_mesh) {
        warn_of_mesh(job->in, model, "no model of the hands was found, so they have no mesh",
                     "--skeleton");
        warn_of_mesh(self->file, self->model, "no model of the item was found, so it has no mesh",
                     "--item-skeleton");
    }
    warn_of_clips(self, job);
}

void held_item_log_clips(const held_item *self, const source *hands, const uint32_t *clips,
                         uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char *name = source_clip_name(hands, clips[i]);
        int32_t found = gait_convert_item_clip(&self->item, name);
        char *other = found < 0 ? NULL : source_clip_name(self->file, (uint32_t)found);
        log_note("%s: the item %s%s", name, other ? "plays " : "does not move", other ? other : "");
        free(other);
        free(name);
    }
}

void held_item_free(held_item *self) {
    free(self->anchor);
    gait_skeleton_free(self->skeleton);
    skeleton_cache_free(self->cache);
    source_free(self->file);
    *self = (held_item){0};
}
