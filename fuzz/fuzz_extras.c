/* Fuzzes extras.gait. Metadata that opens must have valid lists and must apply to clips of every
 * kind. Differences from a base, once applied, must not be differences in a second comparison. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/transform.h"
#include "gait/metadata.h"
#include "model/clip.h"
#include "require.h"
#include "metadata/metadata_state.h"

enum { MAX_CLIPS = 64, FRAMES = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static gait_skeleton *two_bones(void) {
    gait_skeleton *skeleton;
    gait_bone bones[2] = {
        {.name = "root", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}},
        {.name = "hand", .parent = 0, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}}};
    REQUIRE(gaiti_skeleton_new("", bones, 2, NULL, &skeleton) == GAIT_OK);
    return skeleton;
}

static gait_clip *make_clip(const gait_skeleton *skeleton, uint32_t frames, gait_time_unit unit) {
    gait_status status;
    gaiti_clip *result = gaiti_clip_new(skeleton, "wave", frames, 0, NULL, &status);
    REQUIRE(result);
    for (uint32_t k = 0; k < frames; k++) {
        result->time[k] = (float)k / 8;
    }
    result->clip.time_unit = unit;
    result->clip.axes = GAIT_AXES_GLTF;
    result->clip.playback = (gait_playback){.known = true, .loop = true, .speed = 1};
    return &result->clip;
}

static void require_valid_clip(const gait_metadata_clip *clip) {
    REQUIRE((clip->fields & ~(uint32_t)0x1FF) == 0);
    REQUIRE(clip->playback.known == ((clip->fields & GAIT_META_PLAYBACK) != 0));
    REQUIRE(clip->event_count == 0 || clip->fields & GAIT_META_EVENTS);
    for (uint32_t e = 0; e < clip->event_count; e++) {
        const gait_metadata_event *event = &clip->events[e];
        REQUIRE(event->name && event->value);
        REQUIRE(!isnan(event->start) || !isnan(event->start_s));
        REQUIRE(!isnan(event->end) || !isnan(event->end_s));
    }
    for (int i = 0; i < 3; i++) {
        REQUIRE(isfinite(clip->root_motion[i]));
    }
    REQUIRE(isfinite(clip->playback.speed) && isfinite(clip->playback.power));
    REQUIRE(isfinite(clip->playback.accrue) && isfinite(clip->playback.falloff));
}

static void read_names(const gait_metadata *metadata) {
    size_t letters = 0;
    for (uint32_t b = 0; b < gaiti_metadata_bone_count(metadata); b++) {
        letters += strlen(gaiti_metadata_bone(metadata, b));
    }
    for (uint32_t p = 0; p < gait_metadata_part_count(metadata); p++) {
        letters += strlen(gait_metadata_part_name(metadata, p));
        for (uint32_t b = 0; b < gait_metadata_part_bone_count(metadata, p); b++) {
            letters += strlen(gait_metadata_part_bone(metadata, p, b));
        }
    }
    REQUIRE(letters < SIZE_MAX);
}

static void apply(const gait_metadata *metadata, const gait_metadata_clip *clip_metadata,
                  uint32_t frames, const gait_skeleton *skeleton) {
    gait_clip *clip = make_clip(skeleton, frames, GAIT_TIME_SECONDS);
    REQUIRE(gaiti_metadata_apply(metadata, clip_metadata, clip) == GAIT_OK);
    REQUIRE(!(clip_metadata->fields & GAIT_META_EVENTS) ||
            clip->event_count == clip_metadata->event_count);
    for (uint32_t e = 0; e < clip->event_count; e++) {
        REQUIRE(clip->events[e].name && !isnan(clip->events[e].start));
    }
    REQUIRE(!clip->phases || clip_metadata->time_count == frames);
    gait_clip_free(clip);
}

/* Metadata that has been applied must equal the base. */
static void compare(const gait_metadata_clip *clip_metadata, uint32_t frames, gait_time_unit unit,
                    const gait_skeleton *skeleton) {
    static const float seconds[FRAMES] = {0, 0.1F, 0.2F, 0.4F};
    gait_clip *clip = make_clip(skeleton, frames, unit), *first, *second;
    gaiti_metadata_base base = {.clip = clip, .seconds = seconds, .rate = 1.25};
    uint32_t changes, more;
    REQUIRE(gaiti_metadata_compare(clip_metadata, &base, NULL, &changes, &first) == GAIT_OK);
    REQUIRE((first != NULL) == (changes != 0));
    REQUIRE((changes & ~(clip_metadata->fields |
                         (clip_metadata->fields & GAIT_META_LOOP ? GAIT_META_FLAGS : 0))) == 0);
    if (first) {
        base.clip = first;
        REQUIRE(gaiti_metadata_compare(clip_metadata, &base, NULL, &more, &second) == GAIT_OK);
        /* If flags and loop contradict each other, loop takes effect only in the first
         * comparison. */
        REQUIRE(more == 0 || (more == GAIT_META_FLAGS && clip_metadata->fields & GAIT_META_LOOP));
        REQUIRE((second != NULL) == (more != 0));
        gait_clip_free(second);
    }
    gait_clip_free(first);
    gait_clip_free(clip);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_metadata *metadata;
    gait_options options = {.max_bytes = 64 << 20};
    gait_status status = gait_metadata_open((gait_span){data, size}, &options, &metadata);
    REQUIRE((metadata != NULL) == (status == GAIT_OK));
    if (!metadata) {
        REQUIRE(status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED || status == GAIT_LIMIT);
        return 0;
    }
    gait_skeleton *skeleton = two_bones();
    read_names(metadata);
    for (uint32_t c = 0; c < gait_metadata_clip_count(metadata) && c < MAX_CLIPS; c++) {
        const gait_metadata_clip *clip_metadata = gait_metadata_clip_at(metadata, c);
        const char *name =
            clip_metadata->animation ? clip_metadata->animation : clip_metadata->name;
        require_valid_clip(clip_metadata);
        REQUIRE(!name || gaiti_metadata_find(metadata, name));
        for (uint32_t frames = 0; frames <= FRAMES; frames += frames ? 3 : 1) {
            apply(frames ? metadata : NULL, clip_metadata, frames, skeleton);
            compare(clip_metadata, frames, GAIT_TIME_SECONDS, skeleton);
            compare(clip_metadata, frames, GAIT_TIME_PHASE, skeleton);
        }
    }
    gait_skeleton_free(skeleton);
    gait_metadata_free(metadata);
    return 0;
}
