#include "metadata_documents.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gait/transform.h"
#include "model/clip.h"
#include "test.h"
#include "metadata/metadata_state.h"

opened_metadata *metadata_from_json(const char *json) {
    char text[METADATA_TEXT];
    opened_metadata *made = calloc(1, sizeof *made);
    size_t size = strlen(json);
    assert_in_range(size, 0, METADATA_TEXT - 1);
    for (size_t i = 0; i < size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    made->found = (gait_diagnostics){.items = made->items, .capacity = METADATA_FINDINGS};
    gait_options options = {.diagnostics = &made->found};
    gait_span bytes = {(const uint8_t *)text, size};
    made->status = gait_metadata_open(bytes, &options, &made->extras);
    memset(text, '?', sizeof text); /* the document must not refer to the text */
    return made;
}

void opened_metadata_free(opened_metadata *made) {
    gait_metadata_free(made->extras);
    free(made);
}

/* A document with one clip. */
opened_metadata *metadata_from_item(const char *item) {
    char json[METADATA_TEXT];
    snprintf(json, sizeof json, "{'schema':'gait.extras/1','clips':[%s]}", item);
    return metadata_from_json(json);
}

const gait_metadata_clip *only_clip_metadata(const opened_metadata *made) {
    assert_int_equal(made->status, GAIT_OK);
    assert_int_equal(gait_metadata_clip_count(made->extras), 1);
    return gait_metadata_clip_at(made->extras, 0);
}

/* A skeleton of two bones; the second is bone 0 of the source. */
gait_skeleton *two_bones(void) {
    gait_skeleton *skeleton;
    gait_bone bones[2] = {
        {.name = "root", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}},
        {.name = "hand", .parent = 0, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}}};
    assert_int_equal(gaiti_skeleton_new("two", bones, 2, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

gait_clip *clip_without_keys(const gait_skeleton *skeleton, uint32_t count, const float *time,
                             const gait_options *options, gait_status *out_status) {
    gaiti_clip *made = gaiti_clip_new(skeleton, "we", count, 0, options, out_status);
    if (!made) {
        return NULL;
    }
    if (count > 0) {
        memcpy(made->time, time, count * sizeof *time);
    }
    made->clip.axes = GAIT_AXES_GLTF;
    return &made->clip;
}

const float thirds[4] = {0, 0.1F, 0.2F, 0.3F};

void assert_near_f64(double value, double wanted) {
    if (!(fabs(value - wanted) < 1e-6)) {
        fail_msg("%.9g is not %.9g", value, wanted);
    }
}

/* A clip with root motion 1, 2, 3, playback flags 4, and one event "a" = "v" from 0.1 to 0.2. */
gait_clip *base_clip_with_metadata(const gait_skeleton *skeleton, gait_time_unit unit) {
    static const float phases[4] = {0, 0.25F, 0.5F, 1};
    gait_status status;
    gait_clip *clip =
        clip_without_keys(skeleton, 4, unit == GAIT_TIME_PHASE ? phases : thirds, NULL, &status);
    gait_event *events = gaiti_clip_add_events((gaiti_clip *)(void *)clip, 1);
    events[0] = (gait_event){"a", "v", 0.1, 0.2};
    clip->time_unit = unit;
    for (int i = 0; i < 3; i++) {
        clip->root_motion[i] = (float)(i + 1);
    }
    clip->playback = (gait_playback){true, true, 4, 1, 1.5F, 0.5F, 3, 4};
    return clip;
}

/* The differences between the metadata of one clip and a base. The caller frees *out_clip. */
uint32_t metadata_changes(const char *item, const gaiti_metadata_base *base, gait_clip **out_clip) {
    uint32_t changes = 99;
    opened_metadata *made = metadata_from_item(item);
    assert_int_equal(
        gaiti_metadata_compare(only_clip_metadata(made), base, NULL, &changes, out_clip), GAIT_OK);
    assert_int_equal(*out_clip != NULL, changes != 0);
    opened_metadata_free(made);
    return changes;
}
