/* Texts of scripts that name a motion, a model or an effect: docs/commands/uses.md#scripts. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/try.h"
#include "mod/mod_xray.h"

/* Names of motions, and a bank that has each. */
typedef struct scripts_motions {
    gait_span *names;
    uint32_t *holders;
    uint32_t count;
    bool *has_named; /* of each holder: a script names one of its motions */
} scripts_motions;

static gait_status scripts_collect(gait_mod *mod, scripts_motions *self) {
    gaiti_mod_xray *xray = mod->xray;
    uint64_t total = 0;
    for (uint32_t h = 0; h < xray->holder_count; h++) {
        total += xray->holders[h].own_count;
    }
    if (total > GAITI_MOD_MOTIONS) {
        total = 0;
    }
    self->names = gaiti_alloc(&mod->arena, total, sizeof *self->names);
    self->holders = gaiti_alloc(&mod->arena, total, sizeof *self->holders);
    self->has_named = gaiti_alloc(&mod->arena, xray->holder_count, sizeof *self->has_named);
    xray->is_named = gaiti_alloc(&mod->arena, total, sizeof *xray->is_named);
    if (!self->names || !self->holders || !self->has_named || !xray->is_named ||
        !gaiti_names_init(&xray->motion_set, &mod->arena, self->names, (uint32_t)total)) {
        return mod->arena.status;
    }
    for (uint32_t h = 0; h < xray->holder_count && total > 0; h++) {
        for (uint32_t m = 0; m < xray->holders[h].own_count; m++) {
            self->names[self->count] = xray->holders[h].own[m];
            self->holders[self->count] = h;
            self->count += gaiti_names_add(&xray->motion_set, self->count) < 0;
        }
    }
    return GAIT_OK;
}

static gait_status scripts_use(gait_mod *mod, gait_mod_place place, gait_span text, int32_t file,
                               bool is_motion) {
    if (mod->uses.count >= 3 * GAITI_MOD_USES) {
        return GAIT_OK;
    }
    const char *value = gaiti_mod_name(mod, text);
    gait_mod_use use = {.kind = GAIT_USE_SCRIPT,
                        .status = GAIT_USE_FOUND,
                        .file = file,
                        .is_weak = true,
                        .place = place,
                        .value = value,
                        .motion = is_motion ? value : NULL,
                        .section_count = 1,
                        .loop = -1};
    return value && gaiti_mod_add_use(mod, &use) ? GAIT_OK : mod->arena.status;
}

/* A text between quotes. Of the motions of a bank, only the first one that a script names is
 * used. */
static gait_status scripts_read_text(gait_mod *mod, scripts_motions *motions, uint32_t script,
                                     uint32_t line, gait_span text) {
    gaiti_mod_xray *xray = mod->xray;
    gait_mod_place place = {script, line, (uint64_t)(text.data - mod->paths[script].bytes.data)};
    int32_t motion = gaiti_names_find(&xray->motion_set, text), file = GAITI_MOD_NONE;
    if (motion >= 0) {
        uint32_t holder = motions->holders[motion];
        xray->is_named[motion] = true;
        if (motions->has_named[holder]) {
            return GAIT_OK;
        }
        motions->has_named[holder] = true;
        return scripts_use(mod, place, text, (int32_t)xray->holders[holder].file, true);
    }
    if (memchr(text.data, '\\', text.size) || memchr(text.data, '/', text.size)) {
        file = gaiti_mod_find_in(mod, xray->meshes, xray->mesh_count, text, ".ogf");
        file =
            file >= 0 ? file : gaiti_mod_find_in(mod, xray->anims, xray->anim_count, text, ".anm");
    }
    return file >= 0 ? scripts_use(mod, place, text, file, false) : GAIT_OK;
}

/* Reads the texts of a script: between quotes of either kind, on one line, not in a comment. */
static gait_status scripts_read(gait_mod *mod, scripts_motions *motions, uint32_t script) {
    enum { TEXT_MAX = 256 };
    gait_span bytes = mod->paths[script].bytes;
    uint32_t line = 1;
    for (size_t at = 0; at < bytes.size; at++) {
        uint8_t c = bytes.data[at];
        bool is_comment = c == '-' && at + 1 < bytes.size && bytes.data[at + 1] == '-';
        if (c != '"' && c != '\'' && !is_comment) {
            line += c == '\n';
            continue;
        }
        size_t end = at + 1;
        while (end < bytes.size && bytes.data[end] != '\n' &&
               (is_comment || bytes.data[end] != c)) {
            end++;
        }
        if (!is_comment && end < bytes.size && bytes.data[end] == c && end > at + 1 &&
            end - at < TEXT_MAX) {
            GAITI_TRY(scripts_read_text(mod, motions, script, line,
                                        gaiti_span(bytes.data + at + 1, end - at - 1)));
        }
        line += end < bytes.size && bytes.data[end] == '\n';
        at = end;
    }
    return GAIT_OK;
}

/* --- profiles --------------------------------------------------------------------------------- */

/* The offset of the next `word` from `at` on; the size of the text if there is none. */
static size_t scripts_find(gait_span text, size_t at, const char *word) {
    size_t size = strlen(word);
    const uint8_t *found;
    while (at < text.size && (found = memchr(text.data + at, word[0], text.size - at)) != NULL) {
        at = (size_t)(found - text.data);
        if (text.size - at >= size && memcmp(found, word, size) == 0) {
            return at;
        }
        at++;
    }
    return text.size;
}

/* Adds a use of the model that a character has. */
static gait_status scripts_use_visual(gait_mod *mod, gait_mod_place place, gait_span path) {
    gaiti_mod_xray *xray = mod->xray;
    path = gaiti_ltx_trim(path);
    int32_t file = gaiti_mod_find_in(mod, xray->meshes, xray->mesh_count, path, ".ogf");
    if (mod->uses.count >= 3 * GAITI_MOD_USES || path.size == 0) {
        return mod->arena.status;
    }
    const char *value = gaiti_mod_name(mod, path);
    const gait_mod_use use = {.kind = GAIT_USE_VISUAL,
                              .status = file >= 0 ? GAIT_USE_FOUND : GAIT_USE_OUTSIDE,
                              .file = file,
                              .place = place,
                              .key = "visual",
                              .value = value,
                              .section_count = 1,
                              .loop = -1};
    return value && gaiti_mod_add_use(mod, &use) ? GAIT_OK : mod->arena.status;
}

/* Reads the models in profiles of characters: <visual>PATH</visual>, not in a comment. */
static gait_status scripts_read_profile(gait_mod *mod, uint32_t profile) {
    static const char begin[] = "<visual>";
    gait_span text = mod->paths[profile].bytes;
    uint32_t line = 1;
    size_t counted = 0, at = scripts_find(text, 0, "<");
    for (; at < text.size; at = scripts_find(text, at, "<")) {
        gait_span rest = gaiti_span(text.data + at, text.size - at);
        if (gaiti_begins(rest, "<!--")) {
            at = scripts_find(text, at, "-->");
        } else if (gaiti_begins(rest, begin)) {
            for (; counted < at; counted++) {
                line += text.data[counted] == '\n';
            }
            at += sizeof begin - 1;
            size_t end = scripts_find(text, at, "<");
            const gait_mod_place place = {profile, line, at};
            GAITI_TRY(scripts_use_visual(mod, place, gaiti_span(text.data + at, end - at)));
            at = end;
        } else {
            at++;
        }
    }
    return GAIT_OK;
}

gait_status gaiti_mod_find_scripts(gait_mod *mod) {
    scripts_motions motions = {0};
    GAITI_TRY(scripts_collect(mod, &motions));
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (path->need == GAITI_MOD_GIVEN && path->role == GAITI_MOD_SCRIPT) {
            GAITI_TRY(scripts_read(mod, &motions, p));
        } else if (path->need == GAITI_MOD_GIVEN && path->role == GAITI_MOD_PROFILE) {
            GAITI_TRY(scripts_read_profile(mod, p));
        }
    }
    return GAIT_OK;
}
