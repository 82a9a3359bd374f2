/* Refusals: diagnostics with the rules of the group CNV, and functions shared by all targets. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "convert/convert_state.h"
#include "formats/file_state.h"
#include "gait/rules.h"

/* Raises a rule about a file and, unless `clip` is -1, one of the clips of the conversion. */
static gait_status problem_raise(gait_conversion *self, gaiti_rule rule, int32_t clip,
                                 const gait_file *file, gaiti_detail detail) {
    gait_diagnostics *sink = self->options.common.diagnostics;
    const char *name = clip >= 0 ? gaiti_convert_clip_name(self, self->file, (uint32_t)clip) : NULL;
    gaiti_report report = gaiti_report_on_clip(sink, name);
    report.clip = clip;
    detail.name_is_utf8 = true;
    self->problem = (gait_convert_problem){.rule = gait_rule_at((uint32_t)rule), .clip = clip};
    const char *before = gaiti_set_file(sink, file->name);
    gait_status status = gaiti_raise(&report, rule, detail);
    gaiti_restore_file(sink, before);
    return status;
}

gait_status gaiti_convert_refuse(gait_conversion *self, gaiti_rule rule, int32_t clip,
                                 gaiti_detail detail) {
    return problem_raise(self, rule, clip, self->file, detail);
}

gait_status gaiti_convert_refuse_other(gait_conversion *self, gaiti_rule rule,
                                       const gait_file *file, const char *name, const char *other) {
    return problem_raise(
        self, rule, -1, file,
        (gaiti_detail){.name = gaiti_span_of(name), .other = gaiti_span_of(other)});
}

gait_status gaiti_convert_refuse_for(gait_conversion *self, gaiti_rule rule, const char *name,
                                     const char *other) {
    return gaiti_convert_refuse_other(self, rule, self->file, name, other);
}

gait_status gaiti_convert_check_range(gait_conversion *self, gait_range_id id, double value) {
    gait_range range = gait_range_of(id);
    return value == 0 || gait_range_contains(id, value)
               ? GAIT_OK
               : gaiti_convert_refuse_for(self, GAITI_CONVERT_RANGE, range.name, range.text);
}

gait_status gaiti_convert_refuse_options(gait_conversion *self, bool takes_version,
                                         bool refuses_base) {
    const gait_convert_options *options = &self->options;
    const char *name = options->fps > 0                         ? "a frame rate"
                       : options->duration_s > 0                ? "a duration"
                       : options->version > 0 && !takes_version ? "a version"
                       : refuses_base                           ? "a base file"
                                                                : NULL;
    return name ? gaiti_convert_refuse_for(self, GAITI_CONVERT_OPTION, name, NULL) : GAIT_OK;
}

gait_status gaiti_convert_check_base(gait_conversion *self, gait_format format) {
    const gait_file *base = self->options.base;
    if (base->is_skeleton_only) {
        return gaiti_convert_refuse_other(self, GAITI_CONVERT_SKELETON_ONLY, base, NULL, NULL);
    }
    gait_format found = gait_file_format(base);
    return found == format ? GAIT_OK
                           : gaiti_convert_refuse_other(self, GAITI_CONVERT_WRONG_BASE, base,
                                                        gait_format_get_info(found)->name,
                                                        gait_format_get_info(format)->name);
}

gait_status gaiti_convert_fail(gait_conversion *self, gaiti_rule rule, int32_t clip,
                               gait_status status) {
    const gait_diagnostics *sink = self->options.common.diagnostics;
    if (status == GAIT_OK) {
        return GAIT_OK;
    }
    if (status == GAIT_NO_MEMORY || (sink && sink->errors > self->errors_before)) {
        self->problem = (gait_convert_problem){.rule = gait_rule_at((uint32_t)rule), .clip = clip};
    } else {
        const char *words = gait_status_name(status);
        (void)gaiti_convert_refuse(self, rule, clip, (gaiti_detail){.words = gaiti_span_of(words)});
    }
    return status;
}

gait_status gaiti_convert_refuse_losses(gait_conversion *self, uint32_t clip, uint32_t losses) {
    const char *format = gait_format_get_info(self->options.target)->name;
    char words[GAIT_DIAGNOSTIC_TEXT];
    size_t size = 0;
    for (uint32_t loss = 1; loss <= losses; loss <<= 1) {
        const char *text = losses & loss ? gait_loss_text((gait_loss)loss) : NULL;
        if (text && size + strlen(text) + 2 < sizeof words) {
            memcpy(words + size, size > 0 ? ", " : "", size > 0 ? 2 : 0);
            size += size > 0 ? 2 : 0;
            memcpy(words + size, text, strlen(text));
            size += strlen(text);
        }
    }
    gait_status status = gaiti_convert_refuse(
        self, GAITI_CONVERT_LOSES, (int32_t)clip,
        (gaiti_detail){.name = gaiti_span_of(format), .words = gaiti_span(words, size)});
    self->problem.losses = losses;
    return status;
}

const char *gaiti_convert_clip_name(gait_conversion *self, const gait_file *file, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(file, clip);
    if (!info.name_is_utf8) {
        return gaiti_utf8(&self->arena, gait_file_code_page(file), info.name);
    }
    char *name = gaiti_alloc(&self->arena, (uint64_t)info.name.size + 1, 1);
    if (name && info.name.size > 0) {
        memcpy(name, info.name.data, info.name.size);
    }
    return name;
}

gait_status gaiti_convert_finish(gait_conversion *self, int32_t clip, gait_status status) {
    return gaiti_convert_fail(self, GAITI_CONVERT_WRITING, clip, status);
}

void gaiti_convert_add_bytes(gait_conversion *self, gait_output *output, uint32_t index,
                             const gait_buffer *content) {
    self->whole[index] = gaiti_span(content->data, content->size);
    output->files[index].parts = &self->whole[index];
    output->files[index].part_count = 1;
    output->files[index].size = content->size;
}
