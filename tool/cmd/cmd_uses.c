/* gait uses: what plays an animation, and for how long. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "gait/report.h"
#include "mod/mod_index.h"

typedef struct uses_options {
    common_options common;
    bool unused, missing, json;
    text_list games, addons, names;
} uses_options;

static const option uses_table[] = {
    {"unused", 0, OPTION_FLAG, NULL, offsetof(uses_options, unused),
     "print only animations that nothing uses"},
    {"missing", 0, OPTION_FLAG, NULL, offsetof(uses_options, missing),
     "print only uses of files that should be in the mod and are not"},
    {"base-game", 0, OPTION_LIST, "FOLDER", offsetof(uses_options, games),
     "the unpacked game: paths that begin with a folder of it are not missing"},
    {"search", 0, OPTION_LIST, "FOLDER", offsetof(uses_options, addons),
     "other addons: the same for paths that begin with a folder of it"},
    {"name", 0, OPTION_LIST, "PATTERN", offsetof(uses_options, names),
     "print only uses by states, classes, sections and tables with this name, and of motions with "
     "it; * matches any text, ? matches one character"},
    OPTIONS_PROJECT(uses_options),
    {"json", 0, OPTION_FLAG, NULL, offsetof(uses_options, json), "print JSON (gait.uses/1)"},
    OPTIONS_CODE_PAGE(uses_options, "code-page"),
    OPTIONS_COMMON(uses_options),
};

/* What is printed of one mod. */
typedef struct uses_run {
    const uses_options *options;
    mod_index index;
    int32_t file; /* only what concerns it; -1 = the complete mod */
    gait_buffer json;
} uses_run;

/* --- text ------------------------------------------------------------------------------------- */

static char *uses_duration_of(const gait_mod_use *use) {
    return use->seconds_why == GAIT_SECONDS_KNOWN    ? text_format("%.3f s", use->seconds)
           : use->seconds_why == GAIT_SECONDS_STATIC ? text_copy("static")
                                                     : text_copy("?");
}

/* The columns of a use: table or key, name, duration, loop, mask; new texts. */
enum { USES_COLUMNS = 5 };

/* Lines of LTX and scripts, and references of models. */
static void uses_ltx_columns_of(const gait_mod_use *use, char *out[USES_COLUMNS]) {
    const char *key = use->kind == GAIT_USE_REFERENCE ? "model"
                      : use->kind == GAIT_USE_SCRIPT  ? "script"
                                                      : use->key;
    out[0] = text_copy(use->motion ? use->motion : "");
    out[1] = text_copy(key ? key : "");
    out[2] = text_copy(use->name ? use->name : "");
    out[3] = use->speed ? text_format("speed %s", use->speed) : text_copy("");
    out[4] =
        use->section_count > 1 ? text_format("%u sections", use->section_count) : text_copy("");
}

static void uses_columns_of(const gait_mod_use *use, char *out[USES_COLUMNS]) {
    bool is_state = use->kind == GAIT_USE_STATE;
    const char *loop = use->loop < 0 ? "?" : use->loop == 1 ? "loop" : "once";
    const char *first = is_state ? use->table : use->key;
    if (use->section_count > 0) {
        uses_ltx_columns_of(use, out);
        return;
    }
    out[0] = text_copy(first ? first : "");
    out[1] = text_copy(use->name ? use->name : "");
    out[2] = is_state ? uses_duration_of(use) : text_copy("");
    out[3] = text_copy(is_state ? loop : "");
    out[4] = use->mask ? text_format("mask %s", use->mask) : text_copy("");
}

/* True for a use with a name of --name, and for all uses without this option. */
static bool uses_is_named(const uses_run *self, const gait_mod_use *use) {
    const text_list *names = &self->options->names;
    const char *texts[] = {use->name, use->table, use->motion};
    bool is_named = names->count == 0;
    for (size_t n = 0; n < names->count && !is_named; n++) {
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            is_named = is_named || (texts[t] && text_matches(names->items[n], texts[t]));
        }
    }
    return is_named;
}

/* The uses of a file that are printed. The caller frees them. */
static const gait_mod_use **uses_select(const uses_run *self, uint32_t file, size_t *out_count) {
    gait_mod_file info = gait_mod_file_at(self->index.mod, file);
    const gait_mod_use **uses = memory_resize(NULL, info.use_count, sizeof(gait_mod_use *));
    *out_count = 0;
    for (uint32_t u = 0; u < info.use_count; u++) {
        const gait_mod_use *use = gait_mod_use_at(self->index.mod, info.first_use + u);
        if (uses_is_named(self, use)) {
            uses[(*out_count)++] = use;
        }
    }
    return uses;
}

static void uses_print_file(const uses_run *self, uint32_t file) {
    size_t count;
    const gait_mod_use **uses = uses_select(self, file, &count);
    char *path = mod_index_path(&self->index, file);
    char *(*rows)[USES_COLUMNS] = memory_resize(NULL, count, sizeof *rows);
    size_t widths[USES_COLUMNS] = {0};
    for (size_t u = 0; u < count; u++) {
        uses_columns_of(uses[u], rows[u]);
        for (int c = 0; c < USES_COLUMNS; c++) {
            size_t length = text_length(rows[u][c]);
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    result_text(path, 0);
    result_printf(count == 0 ? "\n  unused\n" : "\n");
    for (size_t u = 0; u < count; u++) {
        char *place = mod_index_place(&self->index, uses[u]);
        for (int c = 0; c < USES_COLUMNS; c++) {
            if (widths[c] > 0) {
                result_printf("  ");
                result_text(rows[u][c], widths[c]);
            }
            free(rows[u][c]);
        }
        result_printf("  ");
        result_text(place, 0);
        result_printf(uses[u]->is_loose ? "  (no config includes it)\n" : "\n");
        free(place);
    }
    free(rows);
    free(uses);
    free(path);
}

/* The banks of a model. */
static void uses_print_banks(const uses_run *self, uint32_t model) {
    for (uint32_t u = 0; u < gait_mod_use_count(self->index.mod); u++) {
        const gait_mod_use *use = gait_mod_use_at(self->index.mod, u);
        if (use->kind != GAIT_USE_REFERENCE || use->place.file != model) {
            continue;
        }
        char *path = use->file >= 0 ? mod_index_path(&self->index, (uint32_t)use->file)
                                    : text_format("%s (not here)", use->value);
        result_printf("  bank  ");
        result_text(path, 0);
        result_printf("\n");
        free(path);
    }
}

static void uses_print_missing(const uses_run *self, const gait_mod_use *use) {
    char *place = mod_index_place(&self->index, use);
    result_text(use->motion ? use->motion : use->value ? use->value : "?", 0);
    result_printf("\n  ");
    result_text(use->table ? use->table : use->key, 0);
    result_printf("  ");
    result_text(use->name ? use->name : "", 0);
    result_printf("  ");
    result_text(place, 0);
    result_printf("\n");
    if (use->near_path) {
        result_printf("  there is ");
        result_text(use->near_path, 0);
        result_printf("\n");
    }
    free(place);
}

/* --- both forms ------------------------------------------------------------------------------- */

static bool uses_is_listed(const uses_run *self, uint32_t file) {
    gait_mod_file info = gait_mod_file_at(self->index.mod, file);
    bool is_asked = self->file < 0 ? (info.is_asset || info.use_count > 0) &&
                                         mod_index_selects(&self->index, file, false, false)
                                   : (uint32_t)self->file == file;
    bool is_named = self->options->names.count == 0;
    for (uint32_t u = 0; u < info.use_count && !is_named; u++) {
        is_named = uses_is_named(self, gait_mod_use_at(self->index.mod, info.first_use + u));
    }
    return is_asked && is_named && !self->options->missing &&
           !(self->options->unused && info.use_count > 0);
}

/* True for a use without a file that is printed. A config that is an operand lists its own. */
static bool uses_is_missing_listed(const uses_run *self, const gait_mod_use *use) {
    bool is_asked = self->file < 0 ? mod_index_selects(&self->index, use->place.file, false, false)
                                   : (uint32_t)self->file == use->place.file;
    return use->file < 0 && is_asked && !self->options->unused && uses_is_named(self, use);
}

static void uses_print_text(const uses_run *self) {
    uint32_t counts[4] = {0};
    for (uint32_t f = 0; f < gait_mod_file_count(self->index.mod) && !result_failed(); f++) {
        char *path = mod_index_path(&self->index, f);
        if (uses_is_listed(self, f) && self->options->unused) {
            result_text(path, 0);
            result_printf("\n");
        } else if (uses_is_listed(self, f)) {
            uses_print_file(self, f);
            if (self->file >= 0) {
                uses_print_banks(self, f);
            }
        }
        free(path);
    }
    for (uint32_t u = 0; u < gait_mod_use_count(self->index.mod); u++) {
        const gait_mod_use *use = gait_mod_use_at(self->index.mod, u);
        if (!uses_is_missing_listed(self, use)) {
            continue;
        }
        counts[use->status] += use->value != NULL;
        if (use->status == GAIT_USE_MISSING && self->options->missing) {
            uses_print_missing(self, use);
        }
    }
    if (self->options->missing) {
        result_printf(counts[GAIT_USE_MISSING] == 0 ? "nothing is missing" : "%u missing",
                      counts[GAIT_USE_MISSING]);
        result_printf(" (%u of the game, %u of other addons)\n", counts[GAIT_USE_GAME],
                      counts[GAIT_USE_OUTSIDE]);
    } else if (counts[GAIT_USE_MISSING] > 0) {
        result_printf("%u use%s of files that are missing: see --missing\n",
                      counts[GAIT_USE_MISSING], text_plural(counts[GAIT_USE_MISSING]));
    }
}

/* An element of "files" with the uses that are printed. */
static void uses_print_file_json(uses_run *self, uint32_t file) {
    const gait_mod *mod = self->index.mod;
    if (self->options->names.count == 0) {
        result_json(gait_report_uses_file(mod, file, &self->json), &self->json);
        return;
    }
    gait_mod_file info = gait_mod_file_at(mod, file);
    const char *separator = "";
    result_json_member("{\"path\":", info.path);
    result_json_member(",\"status\":", info.is_script_used ? "code" : "used");
    result_json_raw(",\"uses\":[");
    for (uint32_t u = info.first_use; u < info.first_use + info.use_count; u++) {
        if (uses_is_named(self, gait_mod_use_at(mod, u))) {
            result_json_raw(separator);
            result_json(gait_report_use(mod, u, &self->json), &self->json);
            separator = ",";
        }
    }
    result_json_raw("]}");
}

static void uses_print_json(uses_run *self, bool is_first) {
    const gait_mod *mod = self->index.mod;
    const char *separator = "";
    result_json_member(is_first ? "\n{\"root\":" : ",\n{\"root\":", self->index.root);
    result_json_raw(",\"files\":[");
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        if (uses_is_listed(self, f)) {
            result_printf("%s\n", separator);
            uses_print_file_json(self, f);
            separator = ",";
        }
    }
    result_json_raw("],\"missing\":[");
    separator = "";
    for (uint32_t u = 0; u < gait_mod_use_count(mod); u++) {
        if (uses_is_missing_listed(self, gait_mod_use_at(mod, u))) {
            result_printf("%s\n", separator);
            result_json(gait_report_use(mod, u, &self->json), &self->json);
            separator = ",";
        }
    }
    result_json_raw("]}");
}

/* --- the command ------------------------------------------------------------------------------ */

/* The index for an operand: a mod, or a file in one. */
static int uses_load(uses_run *self, const char *operand) {
    platform_info info;
    int error = platform_look(operand, &info);
    if (error != 0) {
        return refuse(EXIT_FILES, operand, "cannot open: %s", platform_explain(error));
    }
    bool is_folder = info.kind == PLATFORM_FOLDER;
    char *root = is_folder ? text_copy(operand) : mod_root_of(operand);
    const mod_request request = {
        .root = root, .games = &self->options->games, .addons = &self->options->addons};
    int code = mod_index_load(&request, &self->index);
    self->file = -1;
    if (!is_folder && code == EXIT_OK) {
        self->file = mod_index_find(&self->index, operand);
        if (self->file < 0) {
            code = refuse(EXIT_FILES, operand, "is not in the mod '%s'", self->index.root);
        }
    }
    free(root);
    return code;
}

static int run_uses(const command_call *call) {
    uses_run self = {.options = call->options};
    int worst = EXIT_OK;
    if (self.options->unused && self.options->missing) {
        return refuse(EXIT_USAGE, NULL, "--unused and --missing cannot be combined");
    }
    if (self.options->unused && self.options->names.count > 0) {
        return refuse(EXIT_USAGE, NULL, "--unused and --name cannot be combined");
    }
    if (self.options->json) {
        result_json_raw("{\"schema\":\"gait.uses/1\",\"mods\":[");
    }
    bool is_first = true;
    for (size_t i = 0; i < call->count && !result_failed(); i++) {
        int code = uses_load(&self, call->operands[i]);
        worst = exit_worse(worst, code);
        if (code == EXIT_OK && self.options->json) {
            uses_print_json(&self, is_first);
            is_first = false;
        } else if (code == EXIT_OK) {
            uses_print_text(&self);
        }
        mod_index_free(&self.index);
    }
    if (self.options->json) {
        result_json_raw("]}\n");
    }
    gait_buffer_free(&self.json);
    return worst;
}

const command command_uses = {
    "uses",
    "print what plays an animation, and for how long",
    "PATH...",
    "gait uses my_mod/\n"
    "gait uses my_mod/anims/walk.rtm\n"
    "gait uses --unused my_mod/\n"
    "gait uses --name \"*walk*\" my_mod/",
    "If PATH is a folder, it is the complete mod: all its animations are listed, each with\n"
    "the states and other classes of configs that name it. If PATH is a file, only its uses\n"
    "are printed; the mod is found from it. A duration is that of the state, `static` for a\n"
    "pose, and ? if it is not known because a base class is not in the mod.",
    1,
    SIZE_MAX,
    COMMAND_RUN(uses_table, uses_options, run_uses)};
