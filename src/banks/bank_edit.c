/* Banks that are edited: one object for the formats that can hold several motions. */
#include <stddef.h>

#include "base/arguments.h"
#include "base/diagnose.h"
#include "formats/file_state.h"
#include "formats/xray/ogf/ogf.h"
#include "gait/bank.h"

struct gait_bank {
    gaiti_arena arena;
    const gait_omf *omf;
    gait_omf *own;    /* `omf` if it belongs to the bank; NULL = it belongs to the file */
    gait_span source; /* the bytes of the file, while `own` is NULL */
};

/* --- opening ---------------------------------------------------------------------------------- */

static gait_bank *bank_new(const gait_options *options, gait_status *out_status) {
    gait_bank *bank;
    return gaiti_new_object(options, sizeof *bank, offsetof(gait_bank, arena), 0, out_status);
}

gait_status gait_bank_open(const gait_file *file, const gait_options *options,
                           gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_ogf *model = gait_file_ogf(file);
    const gait_omf *omf = gait_file_omf(file);
    if (!model && (!omf || file->bytes.size == 0)) {
        return GAIT_UNSUPPORTED;
    }
    gait_bank *bank = bank_new(options, &status);
    if (!bank) {
        return status;
    }
    if (model) {
        status = gait_ogf_extract_motions(model, options, &bank->own);
        bank->omf = bank->own;
    } else {
        bank->omf = omf;
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
        gait_omf_free(bank->own);
    }
    gaiti_free_object(bank, offsetof(gait_bank, arena));
}

gait_format gait_bank_format(const gait_bank *bank) {
    return bank ? GAIT_FORMAT_OMF : GAIT_FORMAT_UNKNOWN;
}

uint32_t gait_bank_clip_count(const gait_bank *bank) {
    return gait_omf_motion_count(bank ? bank->omf : NULL);
}

/* --- editing ---------------------------------------------------------------------------------- */

/* Opens the document again before the first change, because that of the file must not change. */
static gait_status bank_detach(gait_bank *bank) {
    gait_options options = {.allocator = bank->arena.allocator, .code_page = bank->omf->code_page};
    if (bank->own) {
        return GAIT_OK;
    }
    gait_status status = gait_omf_open(bank->source, &options, &bank->own);
    bank->omf = status == GAIT_OK ? bank->own : bank->omf;
    return status;
}

gait_status gait_bank_extract(const gait_bank *from, const uint32_t *clips, uint32_t count,
                              const gait_options *options, gait_bank **out_bank) {
    gait_status status;
    if (!GAITI_CLEAR(out_bank) || !from) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_bank *bank = bank_new(options, &status);
    if (!bank) {
        return status;
    }
    status = gait_omf_extract(from->omf, clips, count, options, &bank->own);
    bank->omf = bank->own;
    if (status != GAIT_OK) {
        gait_bank_free(bank);
        return status;
    }
    *out_bank = bank;
    return GAIT_OK;
}

_Static_assert((int)GAIT_EQUAL_NAMES_KEEP_ALL == (int)GAIT_OMF_NAMES_KEEP_ALL, "same order");
_Static_assert((int)GAIT_MERGED_PARTS_UNION == (int)GAIT_OMF_PARTS_UNION, "same order");
_Static_assert((int)GAIT_MERGED_MARKS_DROP == (int)GAIT_OMF_MARKS_DROP, "same order");

gait_status gait_bank_merge(gait_bank *bank, const gait_bank *from,
                            const gait_merge_options *options, gait_diagnostics *diagnostics,
                            gait_merged *out_merged) {
    gait_merge_options rules = options ? *options : (gait_merge_options){0};
    gait_omf_merged merged;
    if (out_merged) {
        *out_merged = (gait_merged){0};
    }
    if (!bank || !from || bank == from) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = bank_detach(bank);
    if (status != GAIT_OK) {
        return status;
    }
    const gait_omf_merge_options omf_rules = {.names = (gait_omf_equal_names)rules.names,
                                              .parts = (gait_omf_merged_parts)rules.parts,
                                              .marks = (gait_omf_merged_marks)rules.marks,
                                              .keep_track_order = rules.keep_bone_order,
                                              .motions = rules.clips,
                                              .motion_count = rules.clip_count};
    uint32_t page = diagnostics ? diagnostics->code_page : 0;
    if (diagnostics) {
        diagnostics->code_page = from->omf->code_page;
    }
    status = gait_omf_merge(bank->own, from->omf, &omf_rules, diagnostics, &merged);
    if (diagnostics) {
        diagnostics->code_page = page;
    }
    if (out_merged) {
        *out_merged =
            (gait_merged){merged.appended, merged.renamed, merged.replaced, merged.skipped};
    }
    return status;
}

/* --- writing ---------------------------------------------------------------------------------- */

static gait_status bank_verify(const gait_bank *bank, gait_span written) {
    gait_options options = {.allocator = bank->arena.allocator};
    gait_omf *again;
    gait_status status = gait_omf_open(written, &options, &again);
    if (status != GAIT_OK) {
        return status == GAIT_NO_MEMORY || status == GAIT_LIMIT ? status : GAIT_INTERNAL;
    }
    bool is_same = gait_omf_motion_count(again) == gait_omf_motion_count(bank->omf);
    gait_omf_free(again);
    return is_same ? GAIT_OK : GAIT_INTERNAL;
}

gait_status gait_bank_write(const gait_bank *bank, gait_buffer *out) {
    if (!bank || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t before = out->size;
    gait_status status = gait_omf_write(bank->omf, out);
    if (status == GAIT_OK) {
        status = bank_verify(bank, gaiti_span(out->data + before, out->size - before));
    }
    out->size = status == GAIT_OK ? out->size : before;
    return status;
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
    if (!old) {
        return GAIT_UNSUPPORTED;
    }
    quiet.diagnostics = NULL;
    quiet.code_page = old->code_page;
    gait_status status = gait_ogf_open(old->source, &quiet, &ogf);
    size_t before = out->size;
    if (status == GAIT_OK) {
        status = gait_ogf_replace_motions(ogf, bank->omf, sink);
    }
    if (status == GAIT_OK) {
        status = gait_ogf_write(ogf, out);
    }
    gait_ogf_free(ogf);
    out->size = status == GAIT_OK ? out->size : before;
    return status;
}
