/* Conversion of clips to X-Ray motions: OMF banks, SDK motions (SKL, SKLS) and motions of objects
 * (ANM). */
#include <string.h>

#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/text/names.h"
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "formats/xray/xray_encode.h"
#include "formats/xray/xray_playback.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "ops/clip_convert.h"
#include "gait/gltf.h"
#include "gait/omf.h"
#include "gait/skl.h"

/* The output under construction: either `omf` or `skl` is set. */
typedef struct motions_output {
    gait_conversion *conversion;
    uint16_t version;
    gait_omf *omf;
    gait_skl *skl;
    gait_output *output;
    gait_span *names; /* per clip of the output, UTF-8 */
    gaiti_names set;
} motions_output;

gait_status gaiti_convert_check_motions(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    bool is_bank = gaiti_format_has(options->target, GAIT_HAS_PARTS);
    if (gaiti_format_has(options->target, GAIT_MOVES_OBJECT)) {
        return gaiti_convert_refuse_options(self, false, options->base);
    }
    GAITI_TRY(gaiti_convert_check_range(
        self, is_bank ? GAIT_RANGE_OMF_VERSION : GAIT_RANGE_SKL_VERSION, options->version));
    return gaiti_convert_refuse_options(self, true, options->base);
}

/* Keys of game formats are exact; other formats have noise. */
static gaiti_omf_precision motions_precision(const gait_conversion *self) {
    const double radian = 0.017453292519943295;
    const gaiti_export *from = self->file->row->export;
    double mm = self->options.tolerance_mm, deg = self->options.tolerance_deg;
    mm = mm > 0 ? mm : from ? from->noise_mm : 0;
    deg = deg > 0 ? deg : from ? from->noise_deg : 0;
    return (gaiti_omf_precision){.translation_m = (float)(mm / 1000),
                                 .rotation_rad = (float)(deg * radian)};
}

/* Sets the problem of a failed bank. GAIT_BAD_ARGUMENT means invalid parts. */
static gait_status motions_fail(gait_conversion *self, gait_status status) {
    const char *target = gait_format_get_info(self->options.target)->name;
    return status == GAIT_BAD_ARGUMENT
               ? gaiti_convert_refuse_for(self, GAITI_CONVERT_PARTS, NULL, target)
               : gaiti_convert_finish(self, -1, status);
}

/* Warns if the clip that was read last has the name of another clip, apart from ASCII case. */
static gait_status motions_check_name(motions_output *output, uint32_t number) {
    gait_conversion *self = output->conversion;
    gaiti_report report = gaiti_report_on_clip(self->options.common.diagnostics, NULL);
    const char *name = gaiti_copy_text(&self->arena, (const char *)self->clip_name.data);
    if (!name) {
        return gaiti_convert_finish(self, -1, self->arena.status);
    }
    output->names[number] = gaiti_span_of(name);
    report.clip = (int32_t)output->output->clips[number];
    if (gaiti_names_add(&output->set, number) >= 0) {
        gaiti_raise(&report, output->omf ? GAITI_OMF_DUPLICATE_MOTION : GAITI_SKL_DUPLICATE_MOTION,
                    (gaiti_detail){.name = output->names[number], .name_is_utf8 = true});
    }
    return GAIT_OK;
}

/* True when the name of the clip, of an event or of a bone cannot be encoded. */
static bool motions_has_bad_name(gait_conversion *self, const gait_clip *clip) {
    uint32_t page = self->options.common.code_page;
    bool is_bad =
        gaiti_xray_encode_refuses(clip->name, page) || gaiti_xray_encode_bad_event(clip, page);
    bool has_bones = !gaiti_format_has(self->options.target, GAIT_MOVES_OBJECT);
    for (uint32_t b = 0; has_bones && b < clip->skeleton->bone_count && !is_bad; b++) {
        gait_span name;
        is_bad = gaiti_xray_encode_bone_name(clip->skeleton->bones[b].name, page, &self->arena,
                                             &name) != GAIT_OK;
    }
    return is_bad;
}

/* Warns about values that games change: an edited glTF can contain any. */
static void motions_check_values(const motions_output *output, const gait_clip *clip) {
    const gait_playback *playback = &clip->playback;
    const float values[GAITI_XRAY_VALUES] = {
        [GAITI_XRAY_SPEED] = playback->speed,
        [GAITI_XRAY_POWER] = playback->power,
        [GAITI_XRAY_ACCRUE] = playback->accrue,
        [GAITI_XRAY_FALLOFF] = playback->falloff,
    };
    gaiti_report report =
        gaiti_report_on_clip(output->conversion->options.common.diagnostics, NULL);
    const gaiti_xray_owner owner = {.is_sdk = output->skl, .is_fx = playback->flags & GAIT_OMF_FX};
    bool is_stored =
        playback->known && !gaiti_format_has(output->conversion->options.target, GAIT_MOVES_OBJECT);
    for (int i = 0; is_stored && i < GAITI_XRAY_VALUES; i++) {
        gaiti_xray_check_value(&report, owner, (gaiti_xray_value)i,
                               (gaiti_detail){.number = (double)values[i],
                                              .name = gaiti_span_of(clip->name),
                                              .name_is_utf8 = true});
    }
}

/* Refuses a clip that cannot be encoded: because of its name, the name of an event or a key. */
static gait_status motions_refuse_clip(gait_conversion *self, const gait_clip *clip,
                                       int32_t index) {
    uint32_t page = self->options.common.code_page;
    const char *target = gait_format_get_info(self->options.target)->name;
    const char *event = gaiti_xray_encode_refuses(clip->name, page)
                            ? NULL
                            : gaiti_xray_encode_bad_event(clip, page);
    gaiti_rule rule = !motions_has_bad_name(self, clip) ? GAITI_CONVERT_BAD_KEYS
                      : event                           ? GAITI_CONVERT_EVENT_NAME
                                                        : GAITI_CONVERT_CLIP_NAME;
    return gaiti_convert_refuse(self, rule, index,
                                (gaiti_detail){.name = gaiti_span(event, event ? strlen(event) : 0),
                                               .other = gaiti_span_of(target)});
}

static gait_status motions_add_clip(const motions_output *output, uint32_t index) {
    gait_conversion *self = output->conversion;
    gait_clip *clip = NULL, *local = NULL, *filled = NULL;
    uint32_t losses = 0, found = 0;
    gait_status status;
    GAITI_TRY_DONE(gaiti_convert_clip(self, index, &clip));
    if (clip->frame_count == 0) {
        status =
            gaiti_convert_refuse(self, GAITI_CONVERT_NO_FRAMES, (int32_t)index, (gaiti_detail){0});
        goto done;
    }
    if (clip->time_unit == GAIT_TIME_PHASE) {
        status = gaiti_convert_refuse(self, GAITI_CONVERT_NO_DURATION, (int32_t)index,
                                      (gaiti_detail){0});
        goto done;
    }
    status =
        gaiti_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &self->options.common, &local);
    bool may_fill = output->omf || gait_file_gltf(self->file);
    if (status == GAIT_OK && may_fill) {
        status = gaiti_convert_fill_still(local, &self->options.common, &filled);
    }
    const gait_clip *converted = filled ? filled : local;
    if (status == GAIT_OK) {
        status = gaiti_convert_check_losses(self, converted, index, &losses);
        if (status == GAIT_WOULD_LOSE) {
            goto done;
        }
    }
    if (status == GAIT_OK && output->omf) {
        gaiti_omf_precision precision = motions_precision(self);
        status = gaiti_omf_add_clip(output->omf, converted, &precision, UINT32_MAX, &found);
    } else if (status == GAIT_OK) {
        status = gaiti_skl_add_clip(output->skl, converted, output->version, UINT32_MAX, &found);
    }
    if (status == GAIT_OK) {
        motions_check_values(output, converted);
        gaiti_convert_add_losses(self, output->output, index, losses | found);
    }
    status = status == GAIT_BAD_ARGUMENT && converted
                 ? motions_refuse_clip(self, converted, (int32_t)index)
                 : gaiti_convert_finish(self, (int32_t)index, status);
done:
    gait_clip_free(filled);
    gait_clip_free(local);
    gait_clip_free(clip);
    return status;
}

static gait_status motions_begin(motions_output *output) {
    gait_conversion *self = output->conversion;
    uint32_t count = output->output->clip_count;
    output->names = gaiti_alloc(&self->arena, count, sizeof *output->names);
    if (!output->names || !gaiti_names_init(&output->set, &self->arena, output->names, count)) {
        return self->arena.status;
    }
    const gait_options memory = {.allocator = self->options.common.allocator,
                                 .code_page = self->options.common.code_page};
    gait_format target = self->options.target;
    if (gaiti_format_has(target, GAIT_HAS_PARTS)) {
        GAITI_TRY(gaiti_omf_new(output->version, &memory, &output->omf));
        return gaiti_omf_add_parts(output->omf, self->file, self->skeleton);
    }
    gait_skl_kind kind = gaiti_format_has(target, GAIT_MOVES_OBJECT) ? GAIT_SKL_OBJECT
                         : gaiti_format_has(target, GAIT_MANY_CLIPS) ? GAIT_SKL_MANY
                                                                     : GAIT_SKL_ONE;
    return gait_skl_new(kind, &memory, &output->skl);
}

/* The version that is chosen, else the newest one. */
static uint16_t motions_version(const gait_conversion *self) {
    enum { NEWEST_OBJECT = 5 };
    bool is_bank = gaiti_format_has(self->options.target, GAIT_HAS_PARTS);
    gait_range versions = gait_range_of(is_bank ? GAIT_RANGE_OMF_VERSION : GAIT_RANGE_SKL_VERSION);
    if (gaiti_format_has(self->options.target, GAIT_MOVES_OBJECT)) {
        return NEWEST_OBJECT;
    }
    uint32_t version = self->options.version;
    return (uint16_t)(version > 0 ? version : (uint32_t)versions.max);
}

gait_status gaiti_convert_make_motions(gait_conversion *self, gait_output *output) {
    motions_output motions = {
        .conversion = self, .version = motions_version(self), .output = output};
    gait_status status;
    GAITI_TRY_DONE(motions_fail(self, motions_begin(&motions)));
    for (uint32_t i = 0; i < output->clip_count; i++) {
        GAITI_TRY_DONE(motions_add_clip(&motions, output->clips[i]));
        GAITI_TRY_DONE(motions_check_name(&motions, i));
    }
    status = motions_fail(self, motions.omf ? gait_omf_write(motions.omf, &self->content)
                                            : gait_skl_write(motions.skl, &self->content));
done:
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    gait_omf_free(motions.omf);
    gait_skl_free(motions.skl);
    return status;
}
