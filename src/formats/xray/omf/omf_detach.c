/* Copies of borrowed bytes of a bank. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"

gait_status gait_omf_detach(gait_omf *omf) {
    if (!omf) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena *arena = &omf->arena;
    gait_span *const rest[] = {&omf->params_tail, &omf->packed,  &omf->motions_tail,
                               &omf->count_tail,  &omf->gaps[0], &omf->gaps[1],
                               &omf->gaps[2]};
    omf->source = (gait_span){0};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        GAITI_TRY(gaiti_own(arena, rest[i]));
    }
    for (uint32_t p = 0; p < omf->part_count; p++) {
        GAITI_TRY(gaiti_own(arena, &omf->parts[p].name));
    }
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        GAITI_TRY(gaiti_own(arena, &omf->bones[b].name));
    }
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        gaiti_omf_definition *definition = &omf->definitions[d];
        GAITI_TRY(gaiti_own(arena, &definition->values.name));
        for (uint32_t m = 0; m < definition->mark_count; m++) {
            GAITI_TRY(gaiti_mark_detach(arena, &definition->marks[m]));
        }
    }
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        GAITI_TRY(omf->subs[s].payload.data ? gaiti_own(arena, &omf->subs[s].payload) : GAIT_OK);
    }
    for (uint32_t k = 0; k < omf->keys_count; k++) {
        gaiti_omf_keys *keys = &omf->keys[k];
        GAITI_TRY(gaiti_own(arena, &keys->label));
        GAITI_TRY(gaiti_own(arena, &keys->tracks));
        GAITI_TRY(gaiti_own(arena, &keys->surplus));
    }
    return GAIT_OK;
}
