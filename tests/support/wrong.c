#include "wrong.h"

#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/convert.h"
#include "test.h"
#include "model/clip_change.h"

char wrong_place;

static gait_status wrong_read(void *user, uint64_t offset, void *out, size_t size) {
    const test_file *self = user;
    memcpy(out, self->bytes.data + offset, size);
    return GAIT_OK;
}

test_file wrong_open_skeleton(const char *path) {
    test_file self = {.bytes = test_fixture_bytes(path)};
    gait_reader reader = {.read = wrong_read, .user = &self, .size = self.bytes.size};
    assert_int_equal(gait_file_open_reader(&reader, path, GAIT_OPEN_SKELETON, NULL, &self.file),
                     GAIT_OK);
    return self;
}

test_file wrong_export(const gait_file *file) {
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF};
    test_file self = {0};
    gait_conversion *conversion;
    gait_output output;
    assert_int_equal(gait_convert_begin(file, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    const gait_output_file *glb = &output.files[0];
    uint8_t *bytes = malloc((size_t)glb->size);
    assert_non_null(bytes);
    for (uint32_t p = 0; p < glb->part_count; p++) {
        memcpy(bytes + self.bytes.size, glb->parts[p].data, glb->parts[p].size);
        self.bytes.size += glb->parts[p].size;
    }
    self.bytes.data = bytes;
    gait_conversion_free(conversion);
    assert_int_equal(gait_file_open(self.bytes, "exported.glb", NULL, &self.file), GAIT_OK);
    return self;
}

gait_clip *wrong_clip_of(const gait_file *file, gait_skeleton **out_skeleton) {
    gait_clip *clip;
    assert_int_equal(gait_file_bind_skeleton(file, NULL, NULL, out_skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(file, 0, *out_skeleton, NULL, &clip), GAIT_OK);
    assert_true(clip->frame_count > 0 && (*out_skeleton)->bone_count > 0);
    return clip;
}

void wrong_free_clip(gait_clip *clip, gait_skeleton *skeleton) {
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

void wrong_clips(const gait_clip *clip, gait_clip out[WRONG_CLIPS]) {
    for (int i = 0; i < WRONG_CLIPS; i++) {
        out[i] = *clip;
    }
    out[0].name = NULL;
    out[1].skeleton = NULL;
    out[2].tracks = NULL;
    out[3].time = NULL;
    out[4].events = NULL;
    out[4].event_count = 1;
    out[5].space = (gait_space)(GAIT_SPACE_LOCAL_DELTA + 1);
    out[6].axes = (gait_axes)(GAIT_AXES_GLTF + 1);
}

void wrong_changes(const gait_clip *clip, gait_clip bases[WRONG_CLIPS],
                   gaiti_clip_change out[WRONG_CHANGES]) {
    static const gaiti_bone_change bones[256];
    static const double times[1024];
    assert_true(clip->skeleton->bone_count <= 256 && clip->frame_count <= 1024);
    wrong_clips(clip, bases);
    for (int i = 0; i < WRONG_CHANGES; i++) {
        out[i] = (gaiti_clip_change){.base = i < WRONG_CLIPS ? &bases[i] : clip,
                                     .frame_count = clip->frame_count,
                                     .is_retimed = true,
                                     .times = times,
                                     .bones = bones};
    }
    out[WRONG_CLIPS].base = NULL;
    out[WRONG_CLIPS + 1].bones = NULL;
    out[WRONG_CLIPS + 2].times = NULL;
}

bool wrong_visit(void *user, const gait_field *field) {
    (void)user;
    return field->name != NULL;
}
