/* Conversion between versions of the parameters: docs/formats/omf.md#versions. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"

/* Reports marks, which version 3 cannot store. False when there are none. */
static bool omf_report_marks(const gait_omf *omf, gaiti_report *report) {
    bool found = false;
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        const gaiti_omf_definition *definition = &omf->definitions[d];
        if (definition->mark_count > 0) {
            const gait_span name = definition->values.name;
            report->clip = (int32_t)d;
            gaiti_raise(report, GAITI_OMF_MARKS_LOST,
                        (gaiti_detail){.offset = gaiti_omf_offset(omf, name.data),
                                       .length = name.size,
                                       .found = definition->mark_count,
                                       .name = name});
            found = true;
        }
    }
    return found;
}

gait_status gaiti_omf_check_bone_names(const gait_omf *omf, gaiti_report *report) {
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        if (omf->listing != GAITI_OMF_LISTS_NAMES_AND_IDS && omf->bones[b].name.size == 0) {
            report->bone = (int32_t)gaiti_omf_track_of(omf, b);
            return gaiti_raise(report, GAITI_OMF_NAMELESS_BONE, (gaiti_detail){0});
        }
    }
    return GAIT_OK;
}

gait_status gait_omf_set_version(gait_omf *omf, int32_t version, bool lose_marks,
                                 gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    if (!omf || (version != 3 && version != 4)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(gaiti_omf_check_bone_names(omf, &report));
    if (version == 3 && omf_report_marks(omf, &report) && !lose_marks) {
        return GAIT_WOULD_LOSE;
    }
    for (uint32_t d = 0; version == 3 && d < omf->definition_count; d++) {
        omf->definitions[d].mark_count = 0;
    }
    omf->version = (uint16_t)version;
    omf->listing = GAITI_OMF_LISTS_NAMES_AND_IDS;
    return GAIT_OK;
}
