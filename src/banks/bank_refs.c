/* Changes of the references of a model: docs/formats/ogf.md#editing-references. */
#include <string.h>

#include "banks/bank_state.h"
#include "base/text/text.h"

const char *gait_refs_form(const gait_file *model) {
    static const char *const names[] = {NULL, "text", "list"};
    return names[gait_ogf_refs_form_of(gait_file_ogf(model))];
}

static gait_status bank_refuse_utf8(const char *path, gait_diagnostics *sink) {
    static const char why[] = "it is not UTF-8, or the code page of the model lacks a character";
    gaiti_report report = gaiti_report_to(sink);
    report.has_no_offset = true;
    return gaiti_raise(&report, GAITI_OGF_REF_REFUSED,
                       (gaiti_detail){.name = gaiti_span(path, strlen(path)),
                                      .name_is_utf8 = true,
                                      .other = gaiti_span(why, sizeof why - 1)});
}

static gait_status bank_change_ref(gait_ogf *ogf, const gait_ref_change *change, gaiti_arena *arena,
                                   gait_diagnostics *sink) {
    size_t size;
    if (change->action == GAIT_REF_REMOVE) {
        return gait_ogf_remove_ref(ogf, change->ref, sink);
    }
    if (!change->path || (change->action != GAIT_REF_INSERT && change->action != GAIT_REF_RENAME)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint8_t *bytes = gaiti_alloc(arena, strlen(change->path), 1);
    if (!bytes) {
        return arena->status;
    }
    if (!gaiti_from_utf8(ogf->code_page, change->path, bytes, &size)) {
        return bank_refuse_utf8(change->path, sink);
    }
    gait_span path = gaiti_span(bytes, size);
    return change->action == GAIT_REF_INSERT ? gait_ogf_insert_ref(ogf, change->ref, path, sink)
                                             : gait_ogf_set_ref(ogf, change->ref, path, sink);
}

static bool bank_same_span(gait_span a, gait_span b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Opens the written model, whose references must be those of the changed one. */
static gait_status bank_verify_refs(const gait_ogf *ogf, gait_span written,
                                    const gait_options *options) {
    gait_ogf *again;
    gait_status status = gait_ogf_open(written, options, &again);
    if (status != GAIT_OK) {
        return status == GAIT_NO_MEMORY || status == GAIT_LIMIT ? status : GAIT_INTERNAL;
    }
    bool is_same = again->ref_count == ogf->ref_count && again->chunk_count == ogf->chunk_count;
    for (uint32_t r = 0; r < ogf->ref_count && is_same; r++) {
        is_same = bank_same_span(again->refs[r], ogf->refs[r]);
    }
    gait_ogf_free(again);
    return is_same ? GAIT_OK : GAIT_INTERNAL;
}

static gait_status bank_write_refs(gait_ogf *ogf, const gait_options *options, gait_buffer *out) {
    size_t before = out->size;
    gait_status status = gait_ogf_write(ogf, out);
    if (status == GAIT_OK) {
        gait_span written = gaiti_span(out->data + before, out->size - before);
        status = bank_verify_refs(ogf, written, options);
    }
    out->size = status == GAIT_OK ? out->size : before;
    return status;
}

gait_status gait_change_refs(const gait_file *model, const gait_ref_change *changes, uint32_t count,
                             const gait_options *options, gait_buffer *out) {
    const gait_ogf *old = gait_file_ogf(model);
    gait_options quiet = options ? *options : (gait_options){0};
    gait_diagnostics *sink = quiet.diagnostics;
    gait_ogf *ogf;
    gaiti_arena arena;
    if (!model || !out || (!changes && count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!old) {
        return GAIT_UNSUPPORTED;
    }
    quiet.diagnostics = NULL;
    quiet.code_page = old->code_page;
    gait_status status = gait_ogf_open(old->source, &quiet, &ogf);
    if (status != GAIT_OK) {
        return status;
    }
    gaiti_arena_init(&arena, &quiet, 0);
    for (uint32_t i = 0; i < count && status == GAIT_OK; i++) {
        status = bank_change_ref(ogf, &changes[i], &arena, sink);
    }
    if (status == GAIT_OK) {
        status = bank_write_refs(ogf, &quiet, out);
    }
    gaiti_arena_free(&arena);
    gait_ogf_free(ogf);
    return status;
}
