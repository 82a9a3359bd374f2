/* Banks that are edited: one object for the formats that can hold several motions. */
#include <stddef.h>

#include "base/try.h"
#include "formats/file_state.h"
#include "gait/bank_edit.h"

struct gait_bank {
    gaiti_arena arena;
    const gaiti_format_row *row;
    const void *document; /* `own`, or that of the file */
    void *own;
    gait_span source;    /* the bytes of the file, if the document belongs to it */
    gait_buffer written; /* of gait_bank_parts(), besides large keys */
    const char *name;    /* of the file; NULL = none */
};

/* --- opening ---------------------------------------------------------------------------------- */

static gait_bank *bank_new(const gaiti_format_row *row, const char *name,
                           const gait_options *options, gait_status *out_status) {
    gait_bank *bank =
        gaiti_new_object(options, sizeof *bank, offsetof(gait_bank, arena), 0, out_status);
    if (bank) {
        bank->row = row;
        bank->written.allocator = bank->arena.allocator;
        bank->name = name;
    }
    return bank;
}

gait_status gait_bank_open(const gait_file *file, const gait_options *options,
                           gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_format_row *row = file->row;
    const void *document = gaiti_file_document(file, row);
    bool is_model = document && row->model;
    if (!is_model && (!document || !row->bank || file->bytes.size == 0)) {
        return GAIT_UNSUPPORTED;
    }
    gait_bank *bank = bank_new(is_model ? row->model->bank : row, file->name, options, &status);
    GAITI_TRY_DONE(status);
    if (is_model) {
        GAITI_TRY_DONE(row->model->extract(document, options, &bank->own));
        bank->document = bank->own;
    } else {
        bank->document = document;
        bank->source = file->bytes;
    }
    *out_bank = bank;
    return GAIT_OK;
done:
    gait_bank_free(bank);
    return status;
}

void gait_bank_free(gait_bank *bank) {
    if (bank) {
        bank->row->free(bank->own);
        gait_buffer_free(&bank->written);
    }
    gaiti_free_object(bank, offsetof(gait_bank, arena));
}

gait_format gait_bank_format(const gait_bank *bank) {
    return bank ? bank->row->info.format : GAIT_FORMAT_UNKNOWN;
}

uint32_t gait_bank_clip_count(const gait_bank *bank) {
    return bank ? bank->row->clip_count(bank->document) : 0;
}

/* --- extracting ------------------------------------------------------------------------------- */

gait_status gait_bank_extract(const gait_bank *from, const uint32_t *clips, uint32_t count,
                              gait_format format, const gait_options *options,
                              gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !from || (uint32_t)format >= GAIT_FORMAT_COUNT ||
        gaiti_format_row_of(format)->bank != from->row->bank) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_bank *bank = bank_new(gaiti_format_row_of(format), from->name, options, &status);
    GAITI_TRY_DONE(status);
    GAITI_TRY_DONE(
        bank->row->bank->extract(from->document, clips, count, format, options, &bank->own));
    bank->document = bank->own;
    *out_bank = bank;
    return GAIT_OK;
done:
    gait_bank_free(bank);
    return status;
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Makes a document of its own before the first change, because that of the file must not change. */
static gait_status bank_detach(gait_bank *bank) {
    const gaiti_format_row *many = gaiti_format_row_of(bank->row->bank->many);
    const uint32_t first = 0;
    gait_options options = {.allocator = bank->arena.allocator,
                            .code_page = gaiti_row_code_page(bank->row, bank->document)};
    gait_status status;
    void *own = NULL;
    if (bank->own && bank->row == many) {
        return GAIT_OK;
    }
    if (bank->row == many) {
        GAITI_TRY(many->open(bank->source, &options, &own));
    } else {
        GAITI_TRY_DONE(
            many->bank->extract(bank->document, &first, 1, many->info.format, &options, &own));
        GAITI_TRY_DONE(many->bank->detach(own));
    }
    bank->row->free(bank->own);
    bank->document = bank->own = own;
    bank->row = many;
    return GAIT_OK;
done:
    many->free(own);
    return status;
}

gait_status gait_bank_merge(gait_bank *bank, const gait_bank *from,
                            const gait_merge_options *options, gait_diagnostics *diagnostics,
                            gait_merged *out_merged) {
    if (out_merged) {
        *out_merged = (gait_merged){0};
    }
    if (!bank || !from || bank == from) {
        return GAIT_BAD_ARGUMENT;
    }
    if (bank->row->bank != from->row->bank) {
        return GAIT_UNSUPPORTED;
    }
    GAITI_TRY(bank_detach(bank));
    uint32_t page = diagnostics ? diagnostics->code_page : 0;
    const char *before = gaiti_set_file(diagnostics, from->name);
    if (diagnostics) {
        diagnostics->code_page = gaiti_row_code_page(from->row, from->document);
    }
    gait_status status =
        bank->row->bank->merge(bank->own, from->document, options, diagnostics, out_merged);
    gaiti_restore_file(diagnostics, before);
    if (diagnostics) {
        diagnostics->code_page = page;
    }
    return status;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Opens the written bytes, which must have as many motions as the bank. */
static gait_status bank_verify(const gait_bank *bank, gait_span written) {
    gait_options options = {.allocator = bank->arena.allocator};
    void *opened = NULL;
    gait_status status = bank->row->open(written, &options, &opened);
    bool is_same = status == GAIT_OK && bank->row->clip_count(opened) == gait_bank_clip_count(bank);
    bank->row->free(opened);
    if (status == GAIT_NO_MEMORY || status == GAIT_LIMIT) {
        return status;
    }
    return is_same ? GAIT_OK : GAIT_INTERNAL;
}

gait_status gait_bank_write(const gait_bank *bank, gait_buffer *out) {
    if (!bank || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t before = out->size;
    gait_status status = bank->row->write(bank->document, out);
    if (status == GAIT_OK) {
        status = bank_verify(bank, gaiti_span(out->data + before, out->size - before));
    }
    out->size = status == GAIT_OK ? out->size : before;
    return status;
}

gait_status gait_bank_parts(gait_bank *bank, const gait_span **out_parts, uint32_t *out_count) {
    if (out_count) {
        *out_count = 0;
    }
    if (!GAITI_CLEAR(out_parts) || !out_count || !bank) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_blocks blocks = {.arena = &bank->arena};
    bank->written.size = 0;
    GAITI_TRY(gaiti_row_write_blocks(bank->row, bank->document, &blocks, &bank->written));
    *out_parts = gaiti_parts_of(&blocks, &bank->written, out_count);
    return *out_parts ? GAIT_OK : bank->arena.status;
}

gait_status gait_bank_write_model(const gait_bank *bank, const gait_file *model,
                                  const gait_options *options, gait_buffer *out) {
    gait_options quiet = options ? *options : (gait_options){0};
    gait_diagnostics *sink = quiet.diagnostics;
    void *document;
    if (!bank || !model || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_format_row *row = model->row;
    if (!gaiti_file_document(model, row) || !row->model || row->model->bank != bank->row) {
        return GAIT_UNSUPPORTED;
    }
    quiet.diagnostics = NULL;
    quiet.code_page = gaiti_row_code_page(row, model->document);
    GAITI_TRY(row->open(model->bytes, &quiet, &document));
    size_t size = out->size;
    const char *before = gaiti_set_file(sink, model->name);
    gait_status status = row->model->replace(document, bank->document, sink);
    gaiti_restore_file(sink, before);
    if (status == GAIT_OK) {
        status = row->write(document, out);
    }
    row->free(document);
    out->size = status == GAIT_OK ? out->size : size;
    return status;
}
