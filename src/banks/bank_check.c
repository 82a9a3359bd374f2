/* Compares a model with the banks to which it refers: the rules about banks of a model. */
#include "banks/bank_state.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/file_state.h"

/* --- references ------------------------------------------------------------------------------- */

/* A reference as a bank, for diagnostics. False when out of memory. */
static bool bank_of_reference(gaiti_bank_check *check, uint32_t ref, gaiti_checked_bank *out) {
    gait_span stored = check->model->refs[ref];
    const char *name =
        gaiti_utf8(&check->arena, check->model->code_page, gaiti_ogf_trim_ref(stored));
    *out = (gaiti_checked_bank){.offset = gaiti_ogf_offset(check->model, stored.data),
                                .length = stored.size,
                                .name = gaiti_span_of(name ? name : "")};
    return name != NULL;
}

/* Games ignore empty items of the list with commas. */
static bool bank_is_ignored(const gait_ogf *model, uint32_t ref) {
    uint32_t id = model->refs_chunk->id & ~GAITI_CHUNK_COMPRESSED;
    return id != GAITI_OGF_REFS2 && gaiti_ogf_trim_ref(model->refs[ref]).size == 0;
}

/* Reports a reference without a bank. False when out of memory. */
static bool bank_raise_missing(gaiti_bank_check *check, const gaiti_checked_bank *missing,
                               const char *near_bank, bool may_be_in_game) {
    static const char begin[] = "; there is \"";
    gait_buffer words = {.allocator = check->arena.allocator};
    bool is_done = !near_bank || (gaiti_write(&words, begin, sizeof begin - 1) &&
                                  gaiti_write(&words, near_bank, strlen(near_bank)) &&
                                  gaiti_write(&words, "\"", 1));
    gaiti_detail detail = {.offset = missing->offset,
                           .length = missing->length,
                           .place = missing->name,
                           .words = gaiti_span(words.data, words.size),
                           .may_be_elsewhere = may_be_in_game};
    gait_span name = missing->name;
    bool is_pattern =
        name.size > 0 && (memchr(name.data, '*', name.size) || memchr(name.data, '?', name.size));
    (void)gaiti_raise(&check->report, is_pattern ? GAITI_OGF_NO_MATCH : GAITI_OGF_NO_BANK, detail);
    gait_buffer_free(&words);
    check->arena.status = is_done ? check->arena.status : GAIT_NO_MEMORY;
    return is_done;
}

/* Reports the references without a bank; for a loose model in one finding. */
static bool bank_check_references(gaiti_bank_check *check, const gait_model_bank *banks,
                                  const gait_bank_check_options *options) {
    const gait_ogf *model = check->model;
    uint32_t skipped = options->skipped_refs, next = 0, missing_count = 0;
    uint32_t count = skipped < model->ref_count ? model->ref_count - skipped : 0;
    gaiti_checked_bank missing, first = {0};
    check->is_first_known = true;
    for (uint32_t r = 0; r < count; r++) {
        uint32_t start = next;
        while (next < check->bank_count && banks[next].ref == r) {
            next++;
        }
        if (next > start || bank_is_ignored(model, r)) {
            continue;
        }
        check->is_first_known = check->is_first_known && start > 0;
        if (!bank_of_reference(check, r, &missing)) {
            return false;
        }
        first = missing_count == 0 ? missing : first;
        missing_count++;
        const char *near_bank = options->near_banks ? options->near_banks[r] : NULL;
        if (!options->is_loose &&
            !bank_raise_missing(check, &missing, near_bank, options->may_be_in_game)) {
            return false;
        }
    }
    if (options->is_loose && missing_count > 0) {
        gaiti_detail detail = {.offset = first.offset,
                               .length = first.length,
                               .expected = model->ref_count,
                               .found = missing_count,
                               .place = first.name};
        (void)gaiti_raise(&check->report, GAITI_OGF_LOOSE, detail);
    }
    if (count < model->ref_count) {
        gaiti_detail detail = {.offset = gaiti_ogf_offset(model, model->refs[count].data),
                               .expected = model->ref_count,
                               .found = model->ref_count - count};
        (void)gaiti_raise(&check->report, GAITI_OGF_MANY_REFS, detail);
    }
    return true;
}

/* --- banks ------------------------------------------------------------------------------------ */

static bool bank_are_valid(const gait_file *model, const gait_model_bank *banks, uint32_t count) {
    uint32_t refs = gait_file_ref_count(model);
    bool are_valid = count == 0 || banks;
    for (uint32_t i = 0; i < count && are_valid; i++) {
        are_valid = banks[i].ref < refs && (i == 0 || banks[i - 1].ref <= banks[i].ref);
    }
    return are_valid;
}

static void bank_raise_unreadable(const gaiti_bank_check *check, const gaiti_checked_bank *bank,
                                  const gait_model_bank *given) {
    gaiti_detail detail = {.offset = bank->offset,
                           .length = bank->length,
                           .place = bank->name,
                           .other = gaiti_span_of(given->path ? given->path : "unknown file"),
                           .name =
                               gaiti_span_of(given->problem ? given->problem : "unknown reason"),
                           .name_is_utf8 = true};
    (void)gaiti_raise(&check->report, GAITI_OGF_UNREADABLE_BANK, detail);
}

static bool bank_collect(gaiti_bank_check *check, const gait_model_bank *banks, uint32_t count) {
    check->banks = gaiti_alloc(&check->arena, count, sizeof *check->banks);
    bool is_done = check->banks != NULL;
    for (uint32_t i = 0; i < count && is_done; i++) {
        gaiti_checked_bank *bank = &check->banks[i];
        is_done = bank_of_reference(check, banks[i].ref, bank);
        bank->summary = banks[i].is_repeated ? NULL : banks[i].summary;
        bank->name = banks[i].name ? gaiti_span_of(banks[i].name) : bank->name;
        if (is_done && !banks[i].summary && !banks[i].is_repeated) {
            bank_raise_unreadable(check, bank, &banks[i]);
        }
    }
    check->bank_count = is_done ? count : 0;
    return is_done;
}

/* Checks the bank inside a model, which games use if there are no references. */
static gait_status bank_check_inside(gaiti_bank_check *check, const gait_options *options) {
    const gait_omf *motions = check->model->motions;
    gait_bank_summary *summary = NULL;
    if (!motions || !motions->has_params) {
        return GAIT_OK;
    }
    GAITI_TRY(gaiti_bank_summarize(motions, options, &summary));
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(check->model->header.version);
    const gaiti_ogf_chunk *chunk = gaiti_ogf_find_chunk(check->model, numbers->params);
    chunk = chunk ? chunk : gaiti_ogf_find_chunk(check->model, numbers->oldest_params);
    gaiti_checked_bank bank = {.summary = summary, .name = gaiti_span_of("inside the model")};
    if (chunk) {
        bank.offset = gaiti_ogf_offset(check->model, chunk->payload.data);
        bank.length = chunk->payload.size;
    }
    check->banks = &bank;
    check->bank_count = 1;
    gait_status status = gaiti_bank_check_bones(check) ? GAIT_OK : check->arena.status;
    check->bank_count = 0;
    check->banks = NULL;
    gait_bank_summary_free(summary);
    return status;
}

/* Games play motions only on models of this type with bones. */
static bool bank_is_animated(const gait_ogf *model) {
    enum { OGF_ANIMATED = 3, OGF_ANIMATED_OLD = 4 };
    return model->bone_count > 0 &&
           model->header.type == (model->header.version == 3 ? OGF_ANIMATED_OLD : OGF_ANIMATED);
}

static gait_status bank_check_all(gaiti_bank_check *check, const gait_model_bank *banks,
                                  uint32_t count, const gait_bank_check_options *options) {
    if (!check->model->refs_chunk) {
        return bank_check_inside(check, &options->common);
    }
    bool is_done = bank_collect(check, banks, count) &&
                   bank_check_references(check, banks, options) && gaiti_bank_check_bones(check);
    if (is_done && !options->has_own_parts) {
        is_done = gaiti_bank_check_parts(check);
    }
    return is_done && gaiti_bank_check_motions(check) ? GAIT_OK : check->arena.status;
}

gait_status gait_check_banks(const gait_file *model, const gait_model_bank *banks,
                             uint32_t bank_count, const gait_bank_check_options *options) {
    static const gait_bank_check_options none = {0};
    options = options ? options : &none;
    gait_diagnostics *sink = options->common.diagnostics;
    if (!model || !bank_are_valid(model, banks, bank_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_bank_check check = {.model = gait_file_ogf(model), .report = gaiti_report_to(sink)};
    if (!check.model) {
        return GAIT_UNSUPPORTED;
    }
    if (!bank_is_animated(check.model)) {
        return GAIT_OK;
    }
    const char *before = gaiti_set_file(sink, model->name);
    gaiti_arena_init(&check.arena, &options->common, 0);
    gait_status status = bank_check_all(&check, banks, bank_count, options);
    gaiti_arena_free(&check.arena);
    gaiti_restore_file(sink, before);
    return status;
}

const char *gait_refs_form(const gait_file *model) {
    static const char *const names[] = {NULL, "text", "list"};
    return names[gaiti_ogf_refs_form_of(gait_file_ogf(model))];
}
