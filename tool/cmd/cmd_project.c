/* gait project: explains which settings apply to a path, and where they are. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "project/settings.h"
#include "skeleton/skeleton.h"

enum { GIVEN_LISTS = 8 };

typedef struct project_options {
    common_options common;
    text_list given[GIVEN_LISTS];
    bool strict;
    bool json;
} project_options;

#define OPTION_OF_KEY(name, index, value, help)                                                    \
    OPTION_ROW(name, 0, OPTION_LIST, value, offsetof(project_options, given[index]), help)

static const option project_table[] = {
    OPTION_OF_KEY("search", 0, "FOLDER", "show what this option of a command replaces"),
    OPTION_OF_KEY("include", 1, "PATTERN", "the same"),
    OPTION_OF_KEY("exclude", 2, "PATTERN", "the same"),
    OPTION_OF_KEY("skeleton", 3, "SKELETON", "the same"),
    OPTION_OF_KEY("base-game", 4, "FOLDER", "the same"),
    OPTION_OF_KEY("ignore", 5, "RULE", "the same, of `gait check`"),
    OPTION_OF_KEY("baseline", 6, "FILE", "the same, of `gait check`"),
    OPTION_OF_KEY("min-severity", 7, "SEVERITY", "the same, of `gait check`"),
    {"strict", 0, OPTION_FLAG, NULL, offsetof(project_options, strict),
     "the same, of `gait check`"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(project_options, json), "print JSON (gait.project/1)"},
    OPTIONS_TRUST_PROJECT(project_options),
    OPTIONS_COMMON(project_options),
};

/* One setting, from the file or from the command line. */
typedef struct setting {
    const project_key *row;
    const toml_item *item; /* NULL = it is on the command line */
    const char *option;    /* that is on the command line; NULL = none */
    const text_list *values;
    text_list paths; /* of the values, if they are paths; owned */
    bool leaves;     /* one of the paths may not be used */
    bool differs;    /* the pattern does not match the path, or a later one does too */
} setting;

typedef struct project_report {
    const command_call *call;
    const char *path;
    char *relative; /* of a file in the project; NULL = a folder, or elsewhere */
    setting *items;
    size_t count, capacity;
} project_report;

/* --- settings --------------------------------------------------------------------------------- */

/* The option that replaces a key, if it is on the command line; its values are in *out_values. */
static const char *find_given(const command_call *call, const project_key *row,
                              const text_list **out_values) {
    static const char *const yes[] = {"true"};
    static const text_list is_true = {.items = (const char **)(uintptr_t)yes, .count = 1};
    const project_options *options = call->options;
    for (size_t i = 0; row->option && i < call->self->option_count; i++) {
        const option *known = &call->self->options[i];
        if (call->given[i] && strcmp(known->name, row->option) == 0) {
            *out_values = i < GIVEN_LISTS ? &options->given[i] : &is_true;
            return known->name;
        }
    }
    return NULL;
}

/* Finds the paths of a setting in the file. */
static void find_paths(setting *self) {
    bool is_path =
        self->row->kind == PROJECT_FOLDERS || self->row->kind == PROJECT_PATH ||
        (self->row->kind == PROJECT_SKELETON && !skeleton_is_word(self->values->items[0]));
    for (size_t i = 0; is_path && i < self->values->count; i++) {
        bool leaves;
        text_list_add(&self->paths, project_find_path(self->values->items[i], &leaves));
        self->leaves = self->leaves || leaves;
    }
}

static setting setting_of_item(const project_report *report, const toml_item *item) {
    const text_list *given;
    setting self = {.row = project_key_of(item), .item = item, .values = &item->values};
    self.option = find_given(report->call, self.row, &given);
    bool is_pattern = self.row->subject && strcmp(self.row->subject, "path") == 0;
    self.differs =
        is_pattern && report->relative && project_match(item->table, report->relative) != item;
    find_paths(&self);
    return self;
}

static bool setting_applies(const setting *self) {
    return !self->leaves && (!self->item || (!self->option && !self->differs));
}

/* Why a setting does not apply, as a new text; NULL = it does. */
static char *reason_of(const setting *self) {
    if (setting_applies(self)) {
        return NULL;
    }
    return self->option    ? text_format("replaced by --%s", self->option)
           : self->differs ? text_copy("another file, or a later line applies")
                           : text_copy("outside of the folder; --trust-project allows it");
}

/* --- output ----------------------------------------------------------------------------------- */

static char *setting_key(const setting *self) {
    const project_key *row = self->row;
    return !row->table[0] ? text_copy(row->key)
           : row->key     ? text_format("%s.%s", row->table, row->key)
           : self->item   ? text_format("%s \"%s\"", row->table, self->item->key)
                          : text_copy(row->table);
}

static char *setting_values(const setting *self) {
    return text_list_join(self->paths.count > 0 ? &self->paths : self->values, ", ");
}

static void print_setting(const setting *self, size_t key_width, size_t value_width) {
    char *key = setting_key(self), *values = setting_values(self), *reason = reason_of(self);
    char *from = self->item ? project_place(self->item) : text_format("--%s", self->option);
    result_text(key, key_width);
    result_printf("  ");
    result_text(values, value_width);
    result_printf("  ");
    result_text(from, 0);
    result_printf("%s%s%s\n", reason ? " (" : "", reason ? reason : "", reason ? ")" : "");
    free(key);
    free(reason);
    free(values);
    free(from);
}

static void print_json_setting(const setting *self, bool is_first) {
    const project_key *row = self->row;
    char *reason = reason_of(self);
    result_json_member(is_first ? "\n{\"table\":" : ",\n{\"table\":",
                       row->table[0] ? row->table : NULL);
    result_json_member(",\"key\":", row->key ? row->key : self->item ? self->item->key : NULL);
    result_json_raw(",\"values\":");
    result_json_texts(self->values);
    result_json_raw(",\"paths\":");
    if (self->paths.count > 0) {
        result_json_texts(&self->paths);
    } else {
        result_json_raw("null");
    }
    result_json_member(",\"file\":", self->item ? project_current()->path : NULL);
    char *line = self->item ? text_format("%u", self->item->line) : text_copy("null");
    result_json_raw(",\"line\":");
    result_json_raw(line);
    result_json_member(",\"option\":", self->item ? NULL : self->option);
    result_json_raw(setting_applies(self) ? ",\"applies\":true" : ",\"applies\":false");
    result_json_member(",\"reason\":", reason);
    result_json_raw("}");
    free(line);
    free(reason);
}

static void add_setting(project_report *self, const setting *one) {
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count++] = *one;
}

/* Adds all settings: of each key those of the command line, then those of the file. */
static void collect_settings(project_report *self) {
    const toml *content = project_current() ? &project_current()->content : NULL;
    for (const project_key *row = project_keys; row->table; row++) {
        setting given = {.row = row};
        given.option = find_given(self->call, row, &given.values);
        if (given.option) {
            add_setting(self, &given);
        }
        for (size_t i = 0; content && i < content->count; i++) {
            if (project_key_of(&content->items[i]) == row) {
                setting one = setting_of_item(self, &content->items[i]);
                add_setting(self, &one);
            }
        }
    }
}

static void print_settings(const project_report *self) {
    enum { MAX_WIDTH = 40 };
    size_t key_width = 0, value_width = 0;
    for (size_t i = 0; i < self->count; i++) {
        char *key = setting_key(&self->items[i]), *values = setting_values(&self->items[i]);
        size_t key_size = text_length(key), size = text_length(values);
        key_width = key_size > key_width && key_size <= MAX_WIDTH ? key_size : key_width;
        value_width = size > value_width && size <= MAX_WIDTH ? size : value_width;
        free(key);
        free(values);
    }
    for (size_t i = 0; i < self->count; i++) {
        print_setting(&self->items[i], key_width, value_width);
    }
}

static void print_json_settings(const project_report *self) {
    const project *current = project_current();
    result_json_member("{\"schema\":\"gait.project/1\",\"path\":", self->path);
    result_json_member(",\"project\":", current ? current->path : NULL);
    result_json_raw(",\"settings\":[");
    for (size_t i = 0; i < self->count; i++) {
        print_json_setting(&self->items[i], i == 0);
    }
    result_json_raw("]}\n");
}

/* Logs that a path leads out of the project, as a command that needs it does. */
static int log_outside(const project_report *self) {
    int code = EXIT_OK;
    for (size_t i = 0; i < self->count; i++) {
        const setting *one = &self->items[i];
        for (size_t k = 0; one->leaves && !one->option && k < one->values->count; k++) {
            char *path = project_path(one->item, one->values->items[k]);
            code = path ? code : EXIT_USAGE;
            free(path);
        }
    }
    return code;
}

static int run_project(const command_call *call) {
    const project_options *options = call->options;
    project_report report = {.call = call, .path = call->count > 0 ? call->operands[0] : "."};
    platform_info info;
    int error = platform_look(report.path, &info);
    if (error != 0) {
        return refuse(EXIT_FILES, report.path, "cannot open: %s", platform_explain(error));
    }
    TRY(project_open(&(project_request){
        .paths = &report.path, .count = 1, .is_trusted = options->common.trusts_project}));
    report.relative = info.kind == PLATFORM_FOLDER ? NULL : project_relative(report.path);
    if (!project_current()) {
        log_note("there is no " PROJECT_FILE " in or above the folder of %s", report.path);
    }
    collect_settings(&report);
    if (options->json) {
        print_json_settings(&report);
    } else {
        print_settings(&report);
    }
    int code = log_outside(&report);
    for (size_t i = 0; i < report.count; i++) {
        text_list_free(&report.items[i].paths, true);
    }
    free(report.items);
    free(report.relative);
    return code;
}

const command command_project = {
    "project",
    "explain which settings of a mod apply, and where they are",
    "[PATH]",
    "gait project animations/walk.rtm\n"
    "gait project --ignore RTM051 .",
    "A mod can have a file .gait.toml in its root, whose settings all commands use. See\n"
    "docs/project.md.",
    0,
    1,
    COMMAND_RUN(project_table, project_options, run_project)};
