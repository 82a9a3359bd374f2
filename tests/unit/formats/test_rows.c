/* The rows of the formats: their abilities, and results that stand for missing functions. */
#include <string.h>

#include "formats/file_state.h"
#include "gait/map.h"
#include "test.h"

TEST(rows_are_in_the_order_of_the_formats) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = gaiti_format_row_of((gait_format)i);
        assert_int_equal(row->info.format, i);
        assert_true(i == GAIT_FORMAT_UNKNOWN || row->probe);
        assert_int_equal(gait_format_from_name(row->info.name), i);
    }
}

TEST(mandatory_functions_are_present) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = gaiti_format_row_of((gait_format)i);
        assert_int_equal(row->open != NULL, row->free != NULL);
        assert_int_equal(row->clip_count != NULL, row->clip_info != NULL);
        assert_int_equal(row->bone_count != NULL, row->bone_name != NULL);
        assert_int_equal(row->event != NULL, row->event_interval != NULL);
        assert_int_equal(row->text.fields != NULL, row->text.size > 0);
        assert_int_equal(row->mesh != NULL, row->mesh_info != NULL);
    }
}

TEST(abilities_are_those_of_the_functions) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = gaiti_format_row_of((gait_format)i);
        uint32_t abilities = row->info.abilities;
        assert_int_equal((abilities & GAIT_CAN_OPEN) != 0, row->open != NULL);
        assert_int_equal((abilities & GAIT_CAN_WRITE) != 0, row->write != NULL);
        assert_int_equal((abilities & GAIT_HAS_TEXT) != 0, row->text.fields != NULL);
        assert_int_equal((abilities & GAIT_HAS_SKELETON) != 0, row->skeleton != NULL);
        assert_true(row->clip_count == NULL || (abilities & GAIT_HAS_CLIPS) != 0);
        assert_true(row->roundtrip == NULL || (abilities & GAIT_CAN_WRITE) != 0);
        assert_int_equal((abilities & GAIT_CAN_EXPORT) != 0, row->export != NULL);
        assert_int_equal((abilities & GAIT_HAS_BANK) != 0, row->model != NULL);
        assert_true(row->mesh == NULL || (abilities & GAIT_HAS_MESH) != 0);
    }
}

/* --- a format with the mandatory functions only ----------------------------------------------- */

static uint32_t one(const void *document) {
    (void)document;
    return 1;
}

static gait_clip_info plain_clip(const void *document, uint32_t clip) {
    (void)document, (void)clip;
    return (gait_clip_info){.frame_count = 3, .duration_s = -1, .loop = -1};
}

static const gaiti_format_row small_row = {.clip_count = one, .clip_info = plain_clip};

static bool keep_field(void *user, const gait_field *field) {
    gait_field *kept = user;
    assert_null(kept->name); /* the only one */
    *kept = *field;
    return true;
}

TEST(missing_functions_have_results) {
    static const uint8_t bytes[] = {1, 2, 3};
    char name[] = "wave";
    gait_file file = {.row = &small_row, .bytes = {bytes, sizeof bytes}, .clip_name = name};
    gait_skeleton skeleton = {0}, *bound;
    gait_buffer out = {0};
    gait_field field = {0};
    gait_clip *clip;
    assert_int_equal(gait_file_clip_count(&file), 1);
    assert_memory_equal(gait_file_clip_info(&file, 0).name.data, "wave", 4);
    assert_int_equal(gait_file_version(&file), -1);
    assert_int_equal(gait_file_bone_count(&file), 0);
    assert_int_equal(gait_file_skeleton_count(&file), 0);
    assert_int_equal(gait_file_check(&file, NULL), GAIT_OK);
    assert_int_equal(gait_file_map(&file, keep_field, &field), GAIT_OK);
    assert_int_equal(field.bytes.size, sizeof bytes);
    assert_int_equal(field.columns, sizeof bytes);
    assert_int_equal(field.type, GAIT_FIELD_BYTES);
    assert_int_equal(gait_file_write(&file, &out), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_clip(&file, 0, &skeleton, NULL, &clip), GAIT_UNSUPPORTED);
    assert_null(clip);
    assert_int_equal(gait_file_bind_skeleton(&file, NULL, NULL, &bound), GAIT_NOT_FOUND);
}
