/* Banks that are edited: one object for the formats that can hold several motions. */
#include <stddef.h>

#include "base/arguments.h"
#include "base/diagnose.h"
#include "formats/file_state.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/omf/omf.h"
#include "gait/bank_edit.h"

/* Either `omf` or `skl` is set. They are the members `own_...`, or belong to the file. */
struct gait_bank {
    gaiti_arena arena;
    const gait_omf *omf;
    const gait_skl *skl;
    gait_omf *own_omf;
    gait_skl *own_skl;
    gait_span source;    /* the bytes of the file, if the document belongs to it */
    gait_buffer written; /* of gait_bank_parts(), besides large keys */
};

/* --- opening ---------------------------------------------------------------------------------- */

static gait_bank *bank_new(const gait_options *options, gait_status *out_status) {
    gait_bank *bank =
        gaiti_new_object(options, sizeof *bank, offsetof(gait_bank, arena), 0, out_status);
    if (bank && options) {
        bank->written.allocator = options->allocator;
    }
    return bank;
}

gait_status gait_bank_open(const gait_file *file, const gait_options *options,
                           gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_ogf *model = gait_file_ogf(file);
    const gait_omf *omf = gait_file_omf(file);
    const gait_skl *skl = gait_file_skl(file);
    bool is_object = skl && gait_skl_kind_of(skl) == GAIT_SKL_OBJECT;
    if (!model && ((!omf && !skl) || is_object || file->bytes.size == 0)) {
        return GAIT_UNSUPPORTED;
    }
    gait_bank *bank = bank_new(options, &status);
    if (!bank) {
        return status;
    }
    if (model) {
        status = gaiti_ogf_extract_motions(model, options, &bank->own_omf);
        bank->omf = bank->own_omf;
    } else {
        bank->omf = omf;
        bank->skl = skl;
        bank->source = file->bytes;
    }
    if (status != GAIT_OK) {
        gait_bank_free(bank);
        return status;
    }
    *out_bank = bank;
    return GAIT_OK;
}

void gait_bank_free(gait_bank *bank) {
    if (bank) {
        gait_omf_free(bank->own_omf);
        gait_skl_free(bank->own_skl);
        gait_buffer_free(&bank->written);
    }
    gaiti_free_object(bank, offsetof(gait_bank, arena));
}

gait_format gait_bank_format(const gait_bank *bank) {
    if (!bank) {
        return GAIT_FORMAT_UNKNOWN;
    }
    return bank->omf                                      ? GAIT_FORMAT_OMF
           : gait_skl_kind_of(bank->skl) == GAIT_SKL_MANY ? GAIT_FORMAT_SKLS
                                                          : GAIT_FORMAT_SKL;
}

uint32_t gait_bank_clip_count(const gait_bank *bank) {
    if (!bank) {
        return 0;
    }
    return bank->omf ? gait_omf_motion_count(bank->omf) : gait_skl_motion_count(bank->skl);
}

static uint32_t bank_code_page(const gait_bank *bank) {
    return bank->omf ? bank->omf->code_page : bank->skl->code_page;
}

/* --- extracting ------------------------------------------------------------------------------- */

static gait_status bank_extract_skl(gait_bank *bank, const gait_bank *from, const uint32_t *clips,
                                    uint32_t count, gait_skl_kind kind,
                                    const gait_options *options) {
    gait_status status = gaiti_skl_extract(from->skl, clips, count, kind, options, &bank->own_skl);
    bank->skl = bank->own_skl;
    return status;
}

gait_status gait_bank_extract(const gait_bank *from, const uint32_t *clips, uint32_t count,
                              gait_format format, const gait_options *options,
                              gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !from) {
        return GAIT_BAD_ARGUMENT;
    }
    bool is_skl = format == GAIT_FORMAT_SKL || format == GAIT_FORMAT_SKLS;
    if (from->omf ? format != GAIT_FORMAT_OMF : !is_skl) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_bank *bank = bank_new(options, &status);
    if (!bank) {
        return status;
    }
    if (from->omf) {
        status = gaiti_omf_extract(from->omf, clips, count, options, &bank->own_omf);
        bank->omf = bank->own_omf;
    } else {
        gait_skl_kind kind = format == GAIT_FORMAT_SKL ? GAIT_SKL_ONE : GAIT_SKL_MANY;
        status = bank_extract_skl(bank, from, clips, count, kind, options);
    }
    if (status != GAIT_OK) {
        gait_bank_free(bank);
        return status;
    }
    *out_bank = bank;
    return GAIT_OK;
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Makes a document of its own before the first change, because that of the file must not change. */
static gait_status bank_detach(gait_bank *bank) {
    const uint32_t first = 0;
    gait_options options = {.allocator = bank->arena.allocator, .code_page = bank_code_page(bank)};
    gait_status status = GAIT_OK;
    if (bank->own_omf || (bank->own_skl && gait_skl_kind_of(bank->own_skl) == GAIT_SKL_MANY)) {
        return GAIT_OK;
    }
    if (bank->omf) {
        status = gait_omf_open(bank->source, &options, &bank->own_omf);
        bank->omf = status == GAIT_OK ? bank->own_omf : bank->omf;
        return status;
    }
    gait_skl *many;
    if (gait_skl_kind_of(bank->skl) == GAIT_SKL_MANY) {
        status = gait_skl_open(bank->source, &options, &many);
    } else {
        status = gaiti_skl_extract(bank->skl, &first, 1, GAIT_SKL_MANY, &options, &many);
        status = status == GAIT_OK ? gait_skl_detach(many) : status;
    }
    if (status != GAIT_OK) {
        gait_skl_free(many);
        return status;
    }
    gait_skl_free(bank->own_skl);
    bank->skl = bank->own_skl = many;
    return GAIT_OK;
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
    if (!bank->omf != !from->omf) {
        return GAIT_UNSUPPORTED;
    }
    gait_status status = bank_detach(bank);
    if (status != GAIT_OK) {
        return status;
    }
    uint32_t page = diagnostics ? diagnostics->code_page : 0;
    if (diagnostics) {
        diagnostics->code_page = bank_code_page(from);
    }
    status = bank->omf
                 ? gaiti_omf_merge(bank->own_omf, from->omf, options, diagnostics, out_merged)
                 : gaiti_skl_merge(bank->own_skl, from->skl, options, diagnostics, out_merged);
    if (diagnostics) {
        diagnostics->code_page = page;
    }
    return status;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Opens the written bytes, which must have as many motions as the bank. */
static gait_status bank_verify(const gait_bank *bank, gait_span written) {
    gait_options options = {.allocator = bank->arena.allocator};
    gait_omf *omf = NULL;
    gait_skl *skl = NULL;
    gait_status status =
        bank->omf ? gait_omf_open(written, &options, &omf) : gait_skl_open(written, &options, &skl);
    uint32_t count = omf ? gait_omf_motion_count(omf) : skl ? gait_skl_motion_count(skl) : 0;
    bool is_same = status == GAIT_OK && count == gait_bank_clip_count(bank);
    gait_omf_free(omf);
    gait_skl_free(skl);
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
    gait_status status =
        bank->omf ? gait_omf_write(bank->omf, out) : gait_skl_write(bank->skl, out);
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
    gait_status status = bank->omf ? gaiti_omf_write_blocks(bank->omf, &blocks, &bank->written)
                                   : gait_skl_write(bank->skl, &bank->written);
    if (status == GAIT_OK) {
        *out_parts = gaiti_parts_of(&blocks, &bank->written, out_count);
    }
    return status == GAIT_OK && !*out_parts ? bank->arena.status : status;
}

gait_status gait_bank_write_model(const gait_bank *bank, const gait_file *model,
                                  const gait_options *options, gait_buffer *out) {
    const gait_ogf *old = gait_file_ogf(model);
    gait_options quiet = options ? *options : (gait_options){0};
    gait_diagnostics *sink = quiet.diagnostics;
    gait_ogf *ogf;
    if (!bank || !model || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!old || !bank->omf) {
        return GAIT_UNSUPPORTED;
    }
    quiet.diagnostics = NULL;
    quiet.code_page = old->code_page;
    gait_status status = gaiti_ogf_open(old->source, &quiet, &ogf);
    size_t before = out->size;
    if (status == GAIT_OK) {
        status = gaiti_ogf_replace_motions(ogf, bank->omf, sink);
    }
    if (status == GAIT_OK) {
        status = gaiti_ogf_write(ogf, out);
    }
    gaiti_ogf_free(ogf);
    out->size = status == GAIT_OK ? out->size : before;
    return status;
}
