/* The flat interface: findings, and what is known about rules. */
#include "flat_state.h"

#include <string.h>
#include "base/try.h"
#include "gait/bank_check.h"
#include "gait/report.h"
#include "gait/rules.h"

/* --- one file --------------------------------------------------------------------------------- */

/* Adds the findings of a file, of opening and of its check, to those of the context. */
static gait_status flat_check_file(gait_flat *flat, const gaiti_flat_file *file) {
    gait_options options = gaiti_flat_options(flat, file);
    gait_diagnostics *all = options.diagnostics;
    *all = file->opening;
    all->items = flat->findings;
    all->capacity = FLAT_FINDINGS;
    all->file = file->name;
    memcpy(flat->findings, file->opening.items, file->opening.count * sizeof flat->findings[0]);
    gait_status status = file->file ? gait_file_check(file->file, all) : GAIT_OK;
    return status == GAIT_NO_MEMORY || status == GAIT_LIMIT ? status : GAIT_OK;
}

bool gait_flat_check(gait_flat *flat, uint32_t file) {
    const gaiti_flat_file *self =
        gaiti_flat_begin(flat) ? gaiti_flat_get(flat, file, FLAT_FILE) : NULL;
    if (!self) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status;
    GAITI_TRY_DONE(flat_check_file(flat, self));
    status = gait_report_check(self->name, self->file, self->format, &flat->diagnostics, out);
done:
    return gaiti_flat_end_result(flat, status, NULL);
}

bool gait_flat_findings(gait_flat *flat) {
    if (!flat) {
        return false;
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_report_check(flat->diagnostics.file, NULL, GAIT_FORMAT_UNKNOWN,
                                           &flat->diagnostics, out);
    gaiti_flat_begin(flat);
    return gaiti_flat_end_result(flat, status, NULL);
}

/* --- several files ---------------------------------------------------------------------------- */

/* Adds the findings of files to a log that was begun. */
static gait_status flat_add_to_sarif(gait_flat *flat, gait_sarif *sarif, const uint32_t *files,
                                     uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const gaiti_flat_file *file = gaiti_flat_get(flat, files[i], FLAT_FILE);
        if (!file) {
            return GAIT_BAD_ARGUMENT;
        }
        GAITI_TRY(flat_check_file(flat, file));
        GAITI_TRY(gait_report_sarif_add(sarif, file->name, file->file, &flat->diagnostics,
                                        &flat->result));
    }
    return GAIT_OK;
}

bool gait_flat_sarif(gait_flat *flat, const uint32_t *files, uint32_t count,
                     const char *rules_url) {
    gait_sarif sarif;
    if (!gaiti_flat_begin(flat) || !gaiti_flat_is_text(flat, rules_url, true)) {
        return false;
    }
    if (!files && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the files are missing");
    }
    if (rules_url && !gait_report_sarif_accepts_url(rules_url)) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the address of the rules is not an URI");
    }
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status;
    GAITI_TRY_DONE(gait_report_sarif_begin(&sarif, rules_url, out));
    GAITI_TRY_DONE(flat_add_to_sarif(flat, &sarif, files, count));
    status = gait_report_sarif_end(&sarif, out);
done:
    gait_report_sarif_free(&sarif);
    if (flat->status != GAIT_OK) {
        out->size = 0; /* a handle is invalid */
        return false;
    }
    flat->diagnostics.count = 0; /* findings of the files, not errors of this function */
    return gaiti_flat_end_result(flat, status, NULL);
}

static gait_status flat_report_rules(gait_buffer *out) {
    GAITI_TRY(gait_report_raw("{\"schema\":\"gait.rules/1\",\"rules\":[", out));
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        GAITI_TRY(gait_report_raw(i == 0 ? "\n" : ",\n", out));
        GAITI_TRY(gait_report_rule(gait_rule_at(i), out));
    }
    return gait_report_raw("]}\n", out);
}

bool gait_flat_rules(gait_flat *flat) {
    return gaiti_flat_begin(flat) &&
           gaiti_flat_end_result(flat, flat_report_rules(gaiti_flat_begin_result(flat)), NULL);
}

/* --- models and banks ------------------------------------------------------------------------- */

/* Makes the summaries of banks. Returns false, with an error, for an invalid handle. */
static bool flat_summarize_banks(gait_flat *flat, const uint32_t *banks, const uint32_t *refs,
                                 uint32_t count, gait_model_bank *out_banks) {
    gait_options options = gaiti_flat_options(flat, NULL);
    options.diagnostics = NULL;
    for (uint32_t i = 0; i < count; i++) {
        gait_bank_summary *summary = NULL;
        const gaiti_flat_file *bank =
            banks[i] != 0 ? gaiti_flat_get(flat, banks[i], FLAT_FILE) : NULL;
        if (banks[i] != 0 && !bank) {
            return false;
        }
        gait_status status =
            bank && bank->file ? gait_bank_summary_new(bank->file, &options, &summary) : GAIT_OK;
        if (status == GAIT_NO_MEMORY || status == GAIT_LIMIT) {
            return gaiti_flat_fail(flat, status, NULL);
        }
        out_banks[i] =
            (gait_model_bank){.ref = refs[i], .summary = summary, .path = bank ? bank->name : NULL};
        for (uint32_t j = 0; banks[i] != 0 && j < i; j++) {
            out_banks[i].is_repeated = out_banks[i].is_repeated || banks[j] == banks[i];
        }
    }
    return true;
}

static gait_status flat_check_model(gait_flat *flat, const gaiti_flat_file *model,
                                    const gait_model_bank *banks, uint32_t count) {
    gait_bank_check_options options = {.common = {.allocator = flat->allocator,
                                                  .max_bytes = flat->max_bytes,
                                                  .diagnostics = &flat->diagnostics}};
    GAITI_TRY(flat_check_file(flat, model));
    GAITI_TRY(gait_check_banks(model->file, banks, count, &options));
    return gait_report_check(model->name, model->file, model->format, &flat->diagnostics,
                             &flat->result);
}

bool gait_flat_check_banks(gait_flat *flat, uint32_t model, const uint32_t *banks,
                           const uint32_t *refs, uint32_t count) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, model) : NULL;
    if (!self) {
        return false;
    }
    if ((!banks || !refs) && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the banks or references are missing");
    }
    gait_options options = gaiti_flat_options(flat, self);
    gaiti_arena work;
    gaiti_flat_begin_result(flat);
    gaiti_arena_init(&work, &options, 0);
    gait_model_bank *list = gaiti_alloc(&work, count, sizeof *list);
    bool is_ready = list ? flat_summarize_banks(flat, banks, refs, count, list)
                         : gaiti_flat_fail(flat, work.status, NULL);
    if (is_ready) {
        gait_status status = flat_check_model(flat, self, list, count);
        flat->diagnostics.count = status == GAIT_OK ? flat->diagnostics.count : 0;
        is_ready = gaiti_flat_end_result(flat, status, "the model or the references are invalid");
    }
    for (uint32_t i = 0; list && i < count; i++) {
        gait_bank_summary *summary = (gait_bank_summary *)(uintptr_t)list[i].summary;
        gait_bank_summary_free(summary);
    }
    gaiti_arena_free(&work);
    return is_ready;
}
