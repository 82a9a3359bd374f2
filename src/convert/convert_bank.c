/* Conversions without clips: copies of documents, extracting the bank of a model, and replacing it.
 */
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/file_state.h"

/* True when all clips go into one output. These routes cannot select clips. */
static bool bank_is_whole(const gait_conversion *self) {
    uint32_t all = gait_file_clip_count(self->file);
    bool is_per_clip = gait_output_name_is_per_clip(self->options.name);
    if (self->route != GAIT_ROUTE_COPY && self->route != GAIT_ROUTE_OTHER_FORM) {
        return !self->options.clips && !is_per_clip;
    }
    return self->clip_count == all && (all == 1 || !is_per_clip);
}

gait_status gaiti_convert_check_bank(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    bool is_replaced = self->route == GAIT_ROUTE_REPLACE_BANK;
    GAITI_TRY(gaiti_convert_refuse_options(self, false, options->base && !is_replaced));
    /* A file that was opened for its skeleton only has no other data. */
    if (self->file->is_skeleton_only) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_SKELETON_ONLY, NULL, NULL);
    }
    if (!bank_is_whole(self)) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_WHOLE_ONLY, NULL, NULL);
    }
    if (is_replaced && !options->base) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_NEEDS_BASE, NULL, NULL);
    }
    return is_replaced ? gaiti_convert_check_base(self, options->target) : GAIT_OK;
}

static gait_status bank_extract(gait_conversion *self) {
    const gaiti_model_functions *model = self->file->row->model;
    void *bank = NULL;
    gait_status status = model->extract(self->file->document, &self->options.common, &bank);
    if (status == GAIT_NOT_FOUND) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_NO_MOTIONS, NULL, NULL);
    }
    if (status == GAIT_OK) {
        status = model->bank->write(bank, &self->content);
    }
    model->bank->free(bank);
    return gaiti_convert_finish(self, -1, status);
}

/* Replaces the motions in a second document of the base file, so that `base` does not change. */
static gait_status bank_replace(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    const gait_options quiet = {.allocator = options->common.allocator};
    const gaiti_format_row *row = options->base->row;
    void *model = NULL;
    gait_status status;
    GAITI_TRY_DONE(row->open(options->base->bytes, &quiet, &model));
    GAITI_TRY_DONE(row->model->replace(model, self->file->document, options->common.diagnostics));
    status = row->write(model, &self->content);
done:
    row->free(model);
    return gaiti_convert_finish(self, -1, status);
}

gait_status gaiti_convert_make_bank(gait_conversion *self, gait_output *output) {
    if (self->route == GAIT_ROUTE_EXTRACT_BANK) {
        GAITI_TRY(bank_extract(self));
    } else if (self->route == GAIT_ROUTE_REPLACE_BANK) {
        GAITI_TRY(bank_replace(self));
    } else if (self->route == GAIT_ROUTE_OTHER_FORM) {
        GAITI_TRY(gaiti_convert_finish(
            self, -1,
            self->file->row->other_form->write(self->file->document,
                                               self->options.common.diagnostics, &self->content)));
    } else {
        GAITI_TRY(gaiti_convert_finish(self, -1, gait_file_write(self->file, &self->content)));
    }
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    return GAIT_OK;
}
