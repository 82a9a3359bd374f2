/* Adds what the configs of mods say about their files. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "check/check.h"
#include "gait/games.h"
#include "gait/pose.h"

/* --- indexes ---------------------------------------------------------------------------------- */

/* True for a config or an LTX, whose text was read. */
static bool check_mods_is_text(const mod_index *index, uint32_t file) {
    gait_mod_file info = gait_mod_file_at(index->mod, file);
    return !info.is_asset && (index->bytes[file].data || info.finding_count > 0) &&
           !path_has_one_of(info.path, ".script .lua");
}

gait_format check_mods_format(const char *path) {
    gait_format format = format_of_extension(path);
    return format == GAIT_FORMAT_UNKNOWN ? GAIT_FORMAT_CONFIG : format;
}

uint32_t check_mods_games_of(uint32_t games, gait_format format) {
    gait_family family = gait_format_get_info(format)->family;
    return family == GAIT_FAMILY_BOHEMIA ? games & GAIT_GAMES_OF_RTM
           : family == GAIT_FAMILY_XRAY  ? games & GAIT_GAMES_OF_OMF
                                         : 0;
}

/* True when a config has findings that concern the games of its mod. */
static bool check_mods_has_findings(const gait_mod *mod, uint32_t file, int game) {
    gait_mod_file info = gait_mod_file_at(mod, file);
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    uint32_t games = game > 0 ? GAIT_GAMES((uint32_t)game - 1) : gait_mod_guess_game(mod).games;
    gait_diagnostics_set_games(&found, check_mods_games_of(games, check_mods_format(info.path)));
    memory_check(gait_mod_check(mod, file, &found));
    return found.count > 0;
}

/* The path of a file below the operand, as a new text; NULL = it is elsewhere in the mod. */
static char *check_mods_path(const check_mod *mod, const char *path) {
    size_t size = strlen(mod->below);
    return strncmp(path, mod->below, size) == 0 ? text_format("%s%s", mod->operand, path + size)
                                                : NULL;
}

/* The entry of an operand that holds no other files; NULL = it holds some. */
static empty_folder *check_mods_find_empty(const inputs *list, const char *operand) {
    empty_folder *found = NULL;
    for (size_t i = 0; i < list->empty_count; i++) {
        found = strcmp(list->empty[i].path, operand) == 0 ? &list->empty[i] : found;
    }
    return found;
}

/* Counts the configs of a folder, and adds those with findings that are not files to check anyway.
 * Returns the number of all. */
static uint64_t check_mods_add_configs(check_mods *self, const check_mod *mod,
                                       const check_mods_request *request, inputs *list) {
    const mod_index *index = &self->indexes[mod->index];
    const input_filter *filter = request->filter;
    bool has_included = filter->included->count > 0, has_excluded = filter->excluded->count > 0;
    uint64_t count = 0;
    for (uint32_t f = 0; f < gait_mod_file_count(index->mod); f++) {
        gait_mod_file info = gait_mod_file_at(index->mod, f);
        char *path = check_mods_is_text(index, f) ? check_mods_path(mod, info.path) : NULL;
        if (!path || !mod_index_selects(index, f, has_included, has_excluded) ||
            !inputs_selects(filter, path, strlen(mod->operand))) {
            free(path);
            continue;
        }
        count++;
        if (!check_mods_has_findings(index->mod, f, request->game)) {
            self->text_count++;
            free(path);
            continue;
        }
        list->items =
            memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = (input){
            .path = path, .is_found = true, .is_config = true, .root_size = strlen(mod->operand)};
    }
    return count;
}

/* Finds or makes the index of a mod. Logs an error and returns its exit code. */
static int check_mods_index(check_mods *self, const char *root, const check_mods_request *given,
                            size_t *out_index) {
    for (size_t i = 0; i < self->index_count; i++) {
        if (strcmp(self->indexes[i].root, root) == 0) {
            *out_index = i;
            return EXIT_OK;
        }
    }
    self->indexes = memory_reserve(self->indexes, self->index_count, &self->index_capacity,
                                   sizeof *self->indexes);
    mod_index *index = &self->indexes[self->index_count];
    const mod_request request = {
        .root = root, .games = given->games, .addons = given->folders, .finds_copies = true};
    int code = mod_index_load(&request, index);
    if (code != EXIT_OK) {
        mod_index_free(index); /* it would miss files that are there */
        return code;
    }
    *out_index = self->index_count++;
    return EXIT_OK;
}

/* The path of a folder in the mod at `root`, as a new text; NULL = it is not in it. */
static char *check_mods_below(const char *folder, const char *root) {
    char *absolute = NULL;
    if (platform_absolute(root, &absolute) != 0) {
        return NULL;
    }
    char *above = path_join(absolute, "");
    char *below = files_folder_below(folder, above);
    free(absolute);
    free(above);
    return below;
}

/* Adds a folder that is an operand. */
static int check_mods_add(check_mods *self, const char *operand, const check_mods_request *request,
                          inputs *list) {
    char *root = mod_root_of_folder(operand);
    char *below = check_mods_below(operand, root);
    if (!below) {
        free(root);
        root = path_join(operand, "");
        below = text_copy("");
    }
    check_mod mod = {.operand = path_join(operand, ""), .below = below};
    int code = check_mods_index(self, root, request, &mod.index);
    free(root);
    if (code != EXIT_OK) {
        free(mod.operand);
        free(mod.below);
        return code;
    }
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count++] = mod;
    empty_folder *empty = check_mods_find_empty(list, operand);
    if (check_mods_add_configs(self, &mod, request, list) > 0) {
        self->has_configs = true;
        if (empty) {
            empty->is_used = true;
        }
    }
    return EXIT_OK;
}

int check_mods_load(check_mods *self, const command_call *call, const check_mods_request *request,
                    inputs *list) {
    int code = EXIT_OK;
    for (size_t i = 0; i < call->count; i++) {
        platform_info info;
        bool is_folder = !path_is_stream(call->operands[i]) &&
                         platform_look(call->operands[i], &info) == 0 &&
                         info.kind == PLATFORM_FOLDER;
        if (is_folder) {
            code = exit_worse(code, check_mods_add(self, call->operands[i], request, list));
        }
    }
    return code;
}

void check_mods_free(check_mods *self) {
    for (size_t i = 0; i < self->index_count; i++) {
        mod_index_free(&self->indexes[i]);
    }
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].operand);
        free(self->items[i].below);
    }
    free(self->indexes);
    free(self->items);
    *self = (check_mods){0};
}

/* --- files ------------------------------------------------------------------------------------ */

/* True when a state of the configs plays the file as a loop. */
static bool check_mods_loops(const gait_mod *mod, uint32_t file) {
    gait_mod_file info = gait_mod_file_at(mod, file);
    bool loops = false;
    for (uint32_t u = 0; u < info.use_count && !loops; u++) {
        const gait_mod_use *use = gait_mod_use_at(mod, info.first_use + u);
        loops = use->kind == GAIT_USE_STATE && use->loop == 1 && !use->is_weak;
    }
    return loops;
}

/* Adds a finding if a loop jumps where it begins again. */
static void check_mods_examine_loop(source *file) {
    gait_skeleton *bones = NULL;
    gait_clip *clip = NULL;
    gait_options options = source_options(file), quiet = options;
    quiet.diagnostics = NULL;
    gait_status status = gait_file_bind_skeleton(file->file, NULL, &quiet, &bones);
    if (status == GAIT_OK) {
        status = gait_file_clip(file->file, 0, bones, &quiet, &clip);
    }
    if (status == GAIT_OK) {
        status = gait_check_loop(clip, &options);
    }
    memory_check(status);
    gait_clip_free(clip);
    gait_skeleton_free(bones);
}

/* The file of an index with the path of an input; -1 = none. */
static int32_t check_mods_inside(const check_mods *self, const check_mod *mod, const char *path) {
    size_t size = strlen(mod->operand);
    if (strncmp(path, mod->operand, size) != 0) {
        return -1;
    }
    char *inside = text_format("%s%s", mod->below, path + size);
    int32_t found = gait_mod_find(self->indexes[mod->index].mod, inside);
    free(inside);
    return found;
}

/* The mod that has a file; NULL = none. */
static const gait_mod *check_mods_find(const check_mods *self, const source *file,
                                       uint32_t *out_file) {
    for (size_t i = 0; i < self->count; i++) {
        int32_t found = check_mods_inside(self, &self->items[i], file->path);
        if (found >= 0) {
            *out_file = (uint32_t)found;
            return self->indexes[self->items[i].index].mod;
        }
    }
    return NULL;
}

uint32_t check_mods_games(const check_mods *self, const source *file) {
    uint32_t found;
    return gait_mod_guess_game(check_mods_find(self, file, &found)).games;
}

void check_mods_examine(const check_mods *self, source *file) {
    uint32_t found;
    const gait_mod *mod = check_mods_find(self, file, &found);
    if (!mod) {
        return;
    }
    memory_check(gait_mod_check(mod, found, &file->diagnostics));
    if (file->file && source_is_rtm(file) && check_mods_loops(mod, found)) {
        check_mods_examine_loop(file);
    }
}
