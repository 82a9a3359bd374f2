/* The flat interface: the index of a mod. */
#include "flat_state.h"

#include <stddef.h>

#include "base/bytes.h"
#include "base/json/json.h"
#include "base/try.h"

typedef struct flat_mod {
    gaiti_arena arena; /* holds this object and copies of bytes */
    gait_mod *index;
    bool is_finished;
} flat_mod;

static void flat_release_mod(gait_flat *flat, void *object) {
    flat_mod *self = object;
    (void)flat;
    gait_mod_free(self->index);
    gaiti_free_object(self, offsetof(flat_mod, arena));
}

uint32_t gait_flat_mod(gait_flat *flat, const char *name, uint32_t code_page) {
    if (!gaiti_flat_begin(flat) || !gaiti_flat_is_text(flat, name, true)) {
        return 0;
    }
    gait_options options = gaiti_flat_options(flat, NULL);
    gait_status status;
    flat_mod *self =
        gaiti_new_object(&options, sizeof *self, offsetof(flat_mod, arena), 0, &status);
    options.code_page = code_page;
    if (self) {
        status = gait_mod_new(&(gait_mod_options){.common = options, .name = name}, &self->index);
    }
    if (self && status != GAIT_OK) {
        flat_release_mod(flat, self);
    }
    return gaiti_flat_end(flat, status, NULL)
               ? gaiti_flat_add(flat, FLAT_MOD, self, flat_release_mod, NULL)
               : 0;
}

/* Begins a function about a mod. */
static flat_mod *flat_begin_mod(gait_flat *flat, uint32_t mod) {
    return gaiti_flat_begin(flat) ? gaiti_flat_get(flat, mod, FLAT_MOD) : NULL;
}

bool gait_flat_mod_add(gait_flat *flat, uint32_t mod, const char *path, uint32_t is_game) {
    const flat_mod *self = flat_begin_mod(flat, mod);
    if (!self || !gaiti_flat_is_text(flat, path, false)) {
        return false;
    }
    gait_status status = gait_mod_add(self->index, path, is_game ? GAIT_MOD_GAME : GAIT_MOD_OWN);
    return gaiti_flat_end(flat, status,
                          "the path leads out of the mod, or all files were added already");
}

int32_t gait_flat_mod_need(gait_flat *flat, uint32_t mod) {
    const flat_mod *self = flat_begin_mod(flat, mod);
    int32_t file = self ? gait_mod_need(self->index) : -1;
    if (file < 0) {
        return -1;
    }
    gait_status status = gait_report_raw(gait_mod_file_at(self->index, (uint32_t)file).path,
                                         gaiti_flat_begin_result(flat));
    return gaiti_flat_end_result(flat, status, NULL) ? file : -1;
}

bool gait_flat_mod_provide(gait_flat *flat, uint32_t mod, uint32_t file, const uint8_t *bytes,
                           size_t size) {
    flat_mod *self = flat_begin_mod(flat, mod);
    if (!self) {
        return false;
    }
    gait_span span = {bytes, bytes ? size : 0};
    if (bytes && !gait_mod_file_at(self->index, file).is_copied) {
        span.data = gaiti_copy(&self->arena, span);
        if (!span.data) {
            return gaiti_flat_end(flat, self->arena.status, NULL);
        }
    }
    return gaiti_flat_end(flat, gait_mod_provide(self->index, file, span),
                          "the file is not needed");
}

/* --- documents -------------------------------------------------------------------------------- */

/* Begins a function that gives a document of a mod. NULL with an error while files are needed. */
static flat_mod *flat_finish_mod(gait_flat *flat, uint32_t mod) {
    flat_mod *self = flat_begin_mod(flat, mod);
    if (self && !self->is_finished) {
        gait_status status = gait_mod_finish(self->index);
        self->is_finished = gaiti_flat_end(flat, status, "files of the mod are needed");
    }
    return self && self->is_finished ? self : NULL;
}

static gait_status flat_report_uses(const gait_mod *mod, gait_buffer *out) {
    const char *separator = "";
    GAITI_TRY(
        gait_report_raw("{\"schema\":\"gait.uses/1\",\"mods\":[\n{\"root\":\"\",\"files\":[", out));
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        gait_mod_file file = gait_mod_file_at(mod, f);
        if (file.is_asset || file.use_count > 0) {
            GAITI_TRY(gait_report_raw(separator, out));
            GAITI_TRY(gait_report_raw("\n", out));
            GAITI_TRY(gait_report_uses_file(mod, f, out));
            separator = ",";
        }
    }
    GAITI_TRY(gait_report_raw("],\"missing\":[", out));
    separator = "";
    for (uint32_t u = 0; u < gait_mod_use_count(mod); u++) {
        if (gait_mod_use_at(mod, u)->file < 0) {
            GAITI_TRY(gait_report_raw(separator, out));
            GAITI_TRY(gait_report_raw("\n", out));
            GAITI_TRY(gait_report_use(mod, u, out));
            separator = ",";
        }
    }
    return gait_report_raw("]}]}\n", out);
}

bool gait_flat_mod_uses(gait_flat *flat, uint32_t mod) {
    const flat_mod *self = flat_finish_mod(flat, mod);
    return self && gaiti_flat_end_result(
                       flat, flat_report_uses(self->index, gaiti_flat_begin_result(flat)), NULL);
}

static gait_status flat_end_check(uint64_t errors, uint64_t warnings, gait_buffer *out) {
    gaiti_json json = gaiti_json_over(out);
    GAITI_TRY(gait_report_raw("],\"errors\":", out));
    gaiti_json_uint(&json, errors);
    GAITI_TRY(gait_report_raw(",\"warnings\":", out));
    json.has_items[0] = false;
    gaiti_json_uint(&json, warnings);
    return json.failed ? GAIT_NO_MEMORY : gait_report_raw("}\n", out);
}

static gait_status flat_report_mod_check(gait_flat *flat, const gait_mod *mod, gait_buffer *out) {
    const char *separator = "";
    gait_diagnostics *found = &flat->diagnostics;
    uint64_t errors = 0, warnings = 0;
    GAITI_TRY(gait_report_raw("{\"schema\":\"gait.check/1\",\"files\":[", out));
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        gait_mod_file file = gait_mod_file_at(mod, f);
        if (file.finding_count > 0) {
            *found = (gait_diagnostics){
                .items = flat->findings, .capacity = FLAT_FINDINGS, .file = file.path};
            GAITI_TRY(gait_mod_check(mod, f, found));
            GAITI_TRY(gait_report_raw(separator, out));
            GAITI_TRY(gait_report_raw("\n", out));
            GAITI_TRY(gait_report_check(file.path, NULL, GAIT_FORMAT_UNKNOWN, found, out));
            separator = ",";
            errors += found->errors;
            warnings += found->warnings;
        }
    }
    *found = (gait_diagnostics){0}; /* findings of the mod, not errors of this function */
    return flat_end_check(errors, warnings, out);
}

bool gait_flat_mod_check(gait_flat *flat, uint32_t mod) {
    const flat_mod *self = flat_finish_mod(flat, mod);
    return self &&
           gaiti_flat_end_result(
               flat, flat_report_mod_check(flat, self->index, gaiti_flat_begin_result(flat)), NULL);
}

bool gait_flat_mod_list(gait_flat *flat, uint32_t mod, uint32_t file) {
    const flat_mod *self = flat_finish_mod(flat, mod);
    const gaiti_flat_file *from = self ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    int32_t index = from ? gait_mod_find(self->index, from->name) : -1;
    if (!from || index < 0) {
        return from && gaiti_flat_fail(flat, GAIT_NOT_FOUND,
                                       "the mod has no file with the name of this one");
    }
    return gaiti_flat_list(flat, from, self->index, (uint32_t)index);
}
