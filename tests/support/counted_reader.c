#include "counted_reader.h"

#include <stdlib.h>
#include <string.h>

#include "gait/map.h"
#include "test.h"
#include "formats/file_state.h"

static gait_status read_counted(void *user, uint64_t offset, void *out, size_t size) {
    counted_reader *self = user;
    assert_true(size > 0);
    assert_true(offset <= self->bytes.size && size <= self->bytes.size - offset);
    self->bytes_read += size;
    self->reads++;
    if (self->reads == self->fail_at) {
        return self->failure;
    }
    if (!self->fills_nothing) {
        memcpy(out, self->bytes.data + offset, size);
    }
    return GAIT_OK;
}

gait_reader counted_reader_of(counted_reader *self) {
    self->bytes_read = 0;
    self->reads = 0;
    return (gait_reader){.read = read_counted, .user = self, .size = self->bytes.size};
}

static void assert_same_span(gait_span a, gait_span b) {
    assert_int_equal(a.size, b.size);
    assert_true(a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static void assert_same_bones(const gait_skeleton *a, const gait_skeleton *b) {
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->bone_count, b->bone_count);
    for (uint32_t i = 0; i < a->bone_count; i++) {
        assert_string_equal(a->bones[i].name, b->bones[i].name);
        assert_int_equal(a->bones[i].parent, b->bones[i].parent);
        assert_int_equal(a->bones[i].parent_origin, b->bones[i].parent_origin);
        assert_int_equal(a->bones[i].rest_origin, b->bones[i].rest_origin);
        assert_memory_equal(&a->bones[i].rest, &b->bones[i].rest, sizeof a->bones[i].rest);
    }
}

static void assert_same_skeleton_at(const gait_file *whole, const gait_file *part, uint32_t index) {
    gait_skeleton *a, *b;
    assert_string_equal(gait_file_skeleton_info(whole, index).name,
                        gait_file_skeleton_info(part, index).name);
    assert_int_equal(gait_file_skeleton_info(whole, index).bone_count,
                     gait_file_skeleton_info(part, index).bone_count);
    gait_status status = gait_file_skeleton_at(whole, index, NULL, &a);
    assert_int_equal(gait_file_skeleton_at(part, index, NULL, &b), status);
    if (status == GAIT_OK) {
        assert_same_bones(a, b);
    }
    gait_skeleton_free(a);
    gait_skeleton_free(b);
}

static bool ignore_field(void *user, const gait_field *field) {
    (void)user;
    (void)field;
    return true;
}

/* Asserts that a file opened with GAIT_OPEN_SKELETON has no clips and cannot be checked, mapped or
 * written. */
static void assert_no_clips(const gait_file *part) {
    gait_buffer out = {0};
    gait_clip *clip;
    assert_int_equal(gait_file_clip_count(part), 0);
    assert_int_equal(gait_file_find_clip(part, ""), -1);
    assert_int_not_equal(gait_file_clip(part, 0, NULL, NULL, &clip), GAIT_OK);
    assert_int_equal(gait_file_check(part, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_map(part, ignore_field, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_write(part, &out), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
}

void assert_same_skeletons(const gait_file *whole, const gait_file *part) {
    assert_int_equal(gait_file_format(whole), gait_file_format(part));
    assert_int_equal(gait_file_version(whole), gait_file_version(part));
    assert_int_equal(gait_file_bone_count(whole), gait_file_bone_count(part));
    for (uint32_t b = 0; b < gait_file_bone_count(whole); b++) {
        assert_same_span(gait_file_bone_name(whole, b), gait_file_bone_name(part, b));
    }
    assert_int_equal(gait_file_ref_count(whole), gait_file_ref_count(part));
    for (uint32_t r = 0; r < gait_file_ref_count(whole); r++) {
        assert_same_span(gait_file_ref(whole, r), gait_file_ref(part, r));
    }
    assert_int_equal(gait_file_skeleton_count(whole), gait_file_skeleton_count(part));
    for (uint32_t s = 0; s < gait_file_skeleton_count(whole); s++) {
        assert_same_skeleton_at(whole, part, s);
    }
    /* The parts of a model come from the bank inside, which is not read. */
    bool has_parts = gait_file_format(whole) != GAIT_FORMAT_OGF;
    uint32_t part_count = has_parts ? gait_file_part_count(whole) : 0;
    assert_int_equal(gait_file_part_count(part), part_count);
    for (uint32_t p = 0; p < part_count; p++) {
        assert_same_span(gaiti_file_part(whole, p).name, gaiti_file_part(part, p).name);
        assert_int_equal(gaiti_file_part(whole, p).bone_count, gaiti_file_part(part, p).bone_count);
    }
    assert_no_clips(part);
}
