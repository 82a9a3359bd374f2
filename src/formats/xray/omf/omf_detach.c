/* Copies of borrowed bytes of a bank. */
#include "formats/xray/omf/omf.h"

bool gaiti_omf_detach_span(gait_omf *omf, gait_span *span) {
    const uint8_t *copy = gaiti_copy(&omf->arena, *span);
    if (copy) {
        span->data = copy;
    }
    return copy != NULL;
}

static bool omf_detach_keys(gait_omf *omf) {
    bool done = true;
    for (uint32_t s = 0; done && s < omf->sub_count; s++) {
        done = !omf->subs[s].payload.data || gaiti_omf_detach_span(omf, &omf->subs[s].payload);
    }
    for (uint32_t k = 0; done && k < omf->keys_count; k++) {
        gaiti_omf_keys *keys = &omf->keys[k];
        done = gaiti_omf_detach_span(omf, &keys->label) &&
               gaiti_omf_detach_span(omf, &keys->tracks) &&
               gaiti_omf_detach_span(omf, &keys->surplus);
    }
    return done && gaiti_omf_detach_span(omf, &omf->motions_tail) &&
           gaiti_omf_detach_span(omf, &omf->count_tail);
}

gait_status gait_omf_detach(gait_omf *omf) {
    if (!omf) {
        return GAIT_BAD_ARGUMENT;
    }
    bool done =
        gaiti_omf_detach_span(omf, &omf->params_tail) && gaiti_omf_detach_span(omf, &omf->packed);
    for (int i = 0; done && i < 3; i++) {
        done = gaiti_omf_detach_span(omf, &omf->gaps[i]);
    }
    for (uint32_t p = 0; done && p < omf->part_count; p++) {
        done = gaiti_omf_detach_span(omf, &omf->parts[p].name);
    }
    for (uint32_t b = 0; done && b < omf->bone_count; b++) {
        done = gaiti_omf_detach_span(omf, &omf->bones[b].name);
    }
    for (uint32_t d = 0; done && d < omf->definition_count; d++) {
        gaiti_omf_definition *definition = &omf->definitions[d];
        done = gaiti_omf_detach_span(omf, &definition->values.name);
        for (uint32_t m = 0; done && m < definition->mark_count; m++) {
            gait_omf_mark *mark = &definition->marks[m];
            done = gaiti_omf_detach_span(omf, &mark->name) &&
                   gaiti_omf_detach_span(omf, &mark->terminator) &&
                   gaiti_omf_detach_span(omf, &mark->intervals);
        }
    }
    done = done && omf_detach_keys(omf);
    omf->source = (gait_span){0};
    return done ? GAIT_OK : omf->arena.status ? omf->arena.status : GAIT_NO_MEMORY;
}
