/* Warnings about edited metadata that the format can store, but games do not accept. */
#include <string.h>

#include "base/bytes.h"
#include "base/diagnose.h"
#include "formats/file_state.h"
#include "formats/xray/xray_playback.h"
#include "formats/gltf/read/gltf_read.h"
#include "metadata/metadata_state.h"
#include "roundtrip/roundtrip_parts.h"
#include "formats/format_row.h"

/* Values that change; all values when the motion becomes an FX or a cycle. */
static void warnings_of_values(const gait_clip *clip, gaiti_xray_owner owner, uint32_t changes,
                               const gaiti_report *report) {
    const gait_playback *playback = &clip->playback;
    owner.is_fx = playback->flags & GAITI_PLAYBACK_FX;
    const struct {
        uint32_t field;
        float number;
    } values[] = {{GAIT_META_SPEED, playback->speed},
                  {GAIT_META_POWER, playback->power},
                  {GAIT_META_ACCRUE, playback->accrue},
                  {GAIT_META_FALLOFF, playback->falloff}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (changes & (values[i].field | GAIT_META_FLAGS)) {
            gaiti_xray_check_value(report, owner, (gaiti_xray_value)i,
                                   (gaiti_detail){.number = (double)values[i].number,
                                                  .name = gaiti_span_of(clip->name),
                                                  .name_is_utf8 = true});
        }
    }
}

static void warnings_of_part(const gait_file *base, const gait_clip *clip, uint32_t changes,
                             const gaiti_report *report) {
    const gait_playback *playback = &clip->playback;
    uint32_t count = playback->flags & GAITI_PLAYBACK_FX ? gait_file_bone_count(base)
                                                         : gait_file_part_count(base);
    if (changes & (GAIT_META_BONE_OR_PART | GAIT_META_FLAGS) &&
        playback->bone_or_part != GAITI_PLAYBACK_ROOT && playback->bone_or_part >= count) {
        gaiti_raise(report, GAITI_OMF_PART,
                    (gaiti_detail){.expected = count,
                                   .found = playback->bone_or_part,
                                   .name = gaiti_span_of(clip->name),
                                   .name_is_utf8 = true});
    }
}

static void warnings_of_events(const gait_clip *clip, const gaiti_report *report) {
    for (uint32_t e = 0; e < clip->event_count; e++) {
        const gait_event *event = &clip->events[e];
        if (!(event->start <= event->end)) {
            gaiti_raise(report, GAITI_OMF_MARK_TIME,
                        (gaiti_detail){.number = event->start,
                                       .name = gaiti_span_of(event->name),
                                       .name_is_utf8 = true});
        }
    }
}

void gaiti_roundtrip_warn(const gait_roundtrip_report *report, const gait_clip *clip,
                          uint32_t changes, gait_diagnostics *diagnostics) {
    const gait_file *base = report->base_file;
    gaiti_report on_motion = gaiti_report_on_clip(diagnostics, NULL);
    gaiti_report on_clip = gaiti_report_on_clip(diagnostics, clip->name);
    const void *document;
    bool is_bank = gaiti_clips_of(base, &document)->part_count != NULL;
    bool has_marks = base->row->roundtrip->has_marks, is_sdk = has_marks && !is_bank;
    if (has_marks && clip->playback.known) {
        warnings_of_values(clip, (gaiti_xray_owner){.is_sdk = is_sdk}, changes, &on_motion);
    }
    if (is_bank && clip->playback.known) {
        warnings_of_part(base, clip, changes, &on_motion);
    }
    if (has_marks && changes & GAIT_META_EVENTS) {
        warnings_of_events(clip, &on_clip);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

bool gaiti_roundtrip_has_other_parts(const gait_file *base, const gait_file *edited) {
    uint32_t count = gait_file_part_count(base);
    bool is_known = count > 0 && gait_file_part_count(edited) > 0;
    bool differ = is_known && count != gait_file_part_count(edited);
    for (uint32_t p = 0; is_known && !differ && p < count; p++) {
        gaiti_part_info x = gaiti_file_part(base, p), y = gaiti_file_part(edited, p);
        differ = x.bone_count != y.bone_count || !gaiti_same_bytes(x.name, y.name);
        for (uint32_t b = 0; !differ && b < x.bone_count; b++) {
            differ = !gaiti_same_bytes(gaiti_file_part_bone(base, p, b),
                                       gaiti_file_part_bone(edited, p, b));
        }
    }
    return differ;
}

/* --- the base --- */

gait_status gaiti_roundtrip_check_source(gait_roundtrip_report *report) {
    const uint32_t *outcomes = report->overview.outcomes;
    const char *recorded =
        report->edited_file && report->document ? report->document->checksum : NULL;
    char found[GAITI_METADATA_CHECKSUM];
    if (!recorded || outcomes[GAIT_ROUNDTRIP_CHANGED] + outcomes[GAIT_ROUNDTRIP_RENAMED] +
                             outcomes[GAIT_ROUNDTRIP_DROPPED] ==
                         0) {
        return GAIT_OK;
    }
    gaiti_metadata_checksum(report->base_file->bytes, found);
    report->overview.has_other_source = strcmp(found, recorded) != 0;
    return report->overview.has_other_source ? gaiti_roundtrip_warn_source(report) : GAIT_OK;
}

/* --- meshes ----------------------------------------------------------------------------------- */

bool gaiti_roundtrip_has_other_mesh(const gait_file *edited, const gait_metadata *metadata) {
    const gait_gltf *gltf = gait_file_gltf(edited);
    return gltf && metadata->triangles > 0 &&
           gaiti_gltf_read_triangles(gltf) != metadata->triangles;
}
