/* The flat interface: edits, banks and round trips. */
#include "flat_state.h"

#include <string.h>

#include "base/try.h"
#include "base/json/json.h"
#include "gait/bank_edit.h"
#include "gait/edit.h"
#include "gait/inspect.h"

/* --- edits ------------------------------------------------------------------------------------ */

static gait_status flat_report_changes(gait_flat *flat, const gait_edit *edit) {
    flat->report.size = 0;
    gaiti_json json = gaiti_json_begin(&flat->report);
    gaiti_json_member_open(&json, "changes", '[');
    for (uint32_t i = 0; i < gait_edit_change_count(edit); i++) {
        gait_edit_change change = gait_edit_change_at(edit, i);
        gaiti_json_open(&json, '{');
        gaiti_json_member_uint(&json, "line", change.line);
        gaiti_json_member_text(&json, "text", change.text);
        gaiti_json_close(&json, '}');
    }
    return gaiti_flat_end_report(flat, gaiti_json_end(&json));
}

bool gait_flat_edit(gait_flat *flat, uint32_t file, const char *script) {
    gaiti_flat_file *self = gaiti_flat_begin_report(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self || !gaiti_flat_is_text(flat, script, false)) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self);
    options.code_page = gait_file_code_page(self->file);
    options.code_page = options.code_page == GAIT_CODE_PAGE_UTF8 ? 0 : options.code_page;
    gait_edit *edit = NULL;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status;
    uint32_t line = 0;
    GAITI_TRY_DONE(gait_edit_begin(self->bytes, self->name, &options, &edit));
    status = gait_edit_script(edit, (gait_span){(const uint8_t *)script, strlen(script)});
    if (status != GAIT_OK) {
        line = gait_edit_line(edit);
        goto done;
    }
    GAITI_TRY_DONE(gait_edit_write(edit, out));
    status = flat_report_changes(flat, edit);
done:
    gait_edit_free(edit);
    bool is_done = gaiti_flat_end_result(flat, status, NULL);
    flat->line = is_done ? 0 : line;
    return is_done;
}

/* --- banks ------------------------------------------------------------------------------------ */

#define FLAT_NOT_A_BANK "the file has no motions that can be copied as bytes"

/* Opens the bank of a file. False with an error. */
static bool flat_open_bank(gait_flat *flat, const gaiti_flat_file *file, gait_bank **out_bank) {
    gait_options options = gaiti_flat_options(flat, file);
    return gaiti_flat_end(flat, gait_bank_open(file->file, &options, out_bank), FLAT_NOT_A_BANK);
}

bool gait_flat_extract(gait_flat *flat, uint32_t file, const uint32_t *clips, uint32_t count) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    gait_bank *bank = NULL, *part = NULL;
    if (!self || !flat_open_bank(flat, self, &bank)) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status =
        gait_bank_extract(bank, clips, count, gait_bank_format(bank), &options, &part);
    if (status == GAIT_OK) {
        status = gait_bank_write(part, out);
    }
    gait_bank_free(part);
    gait_bank_free(bank);
    return gaiti_flat_end_result(flat, status, "the indices of clips are invalid");
}

static bool flat_choose_merge(gait_flat *flat, const char *equal_names, const char *parts,
                              gait_merge_options *out) {
    static const char *const names[] = {"refuse", "keep-first", "replace",
                                        "rename", "keep-all",   NULL};
    static const char *const choices[] = {"equal", "first", "union", NULL};
    if (!gaiti_flat_is_text(flat, equal_names, true) || !gaiti_flat_is_text(flat, parts, true)) {
        return false;
    }
    int name = gaiti_flat_find_word(flat, "way for equal names", equal_names, names);
    int choice = name < 0 ? -1 : gaiti_flat_find_word(flat, "choice of parts", parts, choices);
    if (choice < 0) {
        return false;
    }
    *out =
        (gait_merge_options){.names = (gait_equal_names)name, .parts = (gait_merged_parts)choice};
    return true;
}

/* Writes a bank or, if it is inside of a model, the model with it. */
static gait_status flat_write_bank(gait_flat *flat, const gaiti_flat_file *file,
                                   const gait_bank *bank, gait_buffer *out) {
    gait_options options = gaiti_flat_options(flat, file);
    return gait_format_get_info(file->format)->abilities & GAIT_HAS_BANK
               ? gait_bank_write_model(bank, file->file, &options, out)
               : gait_bank_write(bank, out);
}

bool gait_flat_merge(gait_flat *flat, uint32_t file, uint32_t other, const char *equal_names,
                     const char *parts) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    gaiti_flat_file *from = self ? gaiti_flat_get_file(flat, other) : NULL;
    gait_bank *bank = NULL, *added = NULL;
    gait_merge_options options;
    bool is_done = from && flat_choose_merge(flat, equal_names, parts, &options) &&
                   flat_open_bank(flat, self, &bank) && flat_open_bank(flat, from, &added);
    if (is_done) {
        gait_options common = gaiti_flat_options(flat, self);
        gait_buffer *out = gaiti_flat_begin_result(flat);
        gait_status status = gait_bank_merge(bank, added, &options, common.diagnostics, NULL);
        if (status == GAIT_OK) {
            status = flat_write_bank(flat, self, bank, out);
        }
        is_done = gaiti_flat_end_result(flat, status, "the banks cannot be merged");
    }
    gait_bank_free(bank);
    gait_bank_free(added);
    return is_done;
}

static gait_status flat_report_salvaged(gait_flat *flat, const gait_salvaged *salvaged) {
    gaiti_json json = gaiti_json_begin(&flat->report);
    gaiti_json_member_uint(&json, "kept", salvaged->kept);
    gaiti_json_member_uint(&json, "stated", salvaged->stated);
    gaiti_json_member_uint(&json, "damage_offset", salvaged->damage_offset);
    gaiti_json_member_bool(&json, "lost_params", salvaged->lost_params);
    return gaiti_flat_end_report(flat, gaiti_json_end(&json));
}

bool gait_flat_salvage(gait_flat *flat, uint32_t file, uint32_t model) {
    const gaiti_flat_file *self =
        gaiti_flat_begin_report(flat) ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    const gaiti_flat_file *from = self && model != 0 ? gaiti_flat_get_file(flat, model) : NULL;
    if (!self || (model != 0 && !from)) {
        return false;
    }
    if (self->file || (gait_format_get_info(self->format)->abilities & GAIT_HAS_PARTS) == 0) {
        return gaiti_flat_fail(flat, GAIT_UNSUPPORTED, "the file is not a damaged bank");
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_salvaged salvaged;
    gait_file *bank = NULL;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status;
    GAITI_TRY_DONE(gait_file_salvage(self->bytes, self->name, from ? from->file : NULL, &options,
                                     &bank, &salvaged));
    GAITI_TRY_DONE(gait_file_write(bank, out));
    status = flat_report_salvaged(flat, &salvaged);
done:
    gait_file_free(bank);
    return gaiti_flat_end_result(flat, status, NULL);
}

bool gait_flat_optimise(gait_flat *flat, uint32_t file, double tolerance_mm, double tolerance_deg,
                        const uint32_t *clips, uint32_t count) {
    gaiti_flat_file *self = gaiti_flat_begin_report(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    gait_optimised *optimised = NULL;
    if (!self) {
        return false;
    }
    const gait_optimise_options options = {.common = gaiti_flat_options(flat, self),
                                           .tolerance_mm = tolerance_mm,
                                           .tolerance_deg = tolerance_deg,
                                           .clips = clips,
                                           .clip_count = count};
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_optimise(self->file, &options, out, &optimised);
    flat->report.size = 0;
    if (status == GAIT_OK) {
        status = gaiti_flat_end_report(flat, gait_report_optimised(optimised, &flat->report));
    }
    gait_optimised_free(optimised);
    return gaiti_flat_end_result(flat, status,
                                 "the tolerances or the indices of clips are invalid");
}

/* --- round trips ------------------------------------------------------------------------------ */

bool gaiti_flat_end_roundtrip(gait_flat *flat, gait_status status,
                              const gait_roundtrip_report *report,
                              const gait_roundtrip_files *files) {
    gait_roundtrip_summary overview = gait_roundtrip_report_summary(report);
    flat->report.size = 0;
    if (overview.is_compared) {
        gait_status reported =
            gaiti_flat_end_report(flat, gait_report_roundtrip(report, files, &flat->report));
        status = status != GAIT_OK ? status : reported;
    }
    return gaiti_flat_end_result(flat, status, NULL);
}

bool gait_flat_roundtrip(gait_flat *flat, uint32_t base, uint32_t edited, uint32_t skeleton,
                         bool adds_new, bool drops_missing) {
    gaiti_flat_file *self = gaiti_flat_begin_report(flat) ? gaiti_flat_get_file(flat, base) : NULL;
    gaiti_flat_file *from = self ? gaiti_flat_get_file(flat, edited) : NULL;
    const gait_skeleton *bound =
        from && skeleton != 0 ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!from || (skeleton != 0 && !bound)) {
        return false;
    }
    if (bound && !gaiti_flat_needs(flat, skeleton, base)) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the skeleton is not bound to this file");
    }
    gait_roundtrip_report *report = NULL;
    gait_roundtrip_options options = {.common = gaiti_flat_options(flat, self),
                                      .adds_new = adds_new,
                                      .drops_missing = drops_missing,
                                      .refused = &report};
    gait_roundtrip_files files = {.in = from->name, .base = self->name, .out = self->name};
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_roundtrip(self->file, from->file, bound, &options, &report, out);
    bool is_done = gaiti_flat_end_roundtrip(flat, status, report, &files);
    gait_roundtrip_report_free(report);
    return is_done;
}
