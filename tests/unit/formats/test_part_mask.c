/* Masks of the bones on which clips play: parts of banks, and playback of X-Ray. */
#include <string.h>

#include "base/bytes.h"
#include "gait/expert.h"
#include "test.h"
#include "tiny_rtm.h"
#include "wrong.h"
#include "formats/xray/omf/omf.h"

enum { BONES = 5, MOTIONS = 6 };

/* A skeleton: pelvis with the children spine and leg; spine has the child ARM; tail is a root. */
static const gait_bone bones[BONES] = {
    {.name = "pelvis", .parent = -1}, {.name = "spine", .parent = 0}, {.name = "leg", .parent = 0},
    {.name = "ARM", .parent = 1},     {.name = "tail", .parent = -1},
};
static const gait_skeleton skeleton = {.name = "s", .bone_count = BONES, .bones = bones};

/* A bank of two parts; the second one lists a bone that the skeleton lacks. */
static gait_file *open_bank(gait_buffer *bytes) {
    static const char *const names[] = {"leg", "pelvis", "arm", "spine", "wing"};
    static const uint32_t flags[MOTIONS] = {0, 0, 0, GAIT_OMF_FX, GAIT_OMF_FX, GAIT_OMF_FX};
    static const uint16_t places[MOTIONS] = {0xFFFF, 1, 2, 3, 0xFFFF, 9};
    static const uint8_t key[8] = {0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    gait_omf *omf;
    gait_omf_track tracks[5];
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    for (uint32_t i = 0; i < 5; i++) {
        if (i == 0 || i == 2) {
            assert_int_equal(gaiti_omf_add_part(omf, test_span(i == 0 ? "legs" : "torso")),
                             GAIT_OK);
        }
        assert_int_equal(gaiti_omf_add_bone(omf, test_span(names[i]), i), GAIT_OK);
        tracks[i] =
            (gait_omf_track){.flags = GAIT_OMF_ROTATION_CONSTANT, .rotation_keys = {key, 8}};
    }
    for (int m = 0; m < MOTIONS; m++) {
        gait_omf_motion motion = {.name = test_span("m"),
                                  .label = test_span("m"),
                                  .frame_count = 1,
                                  .flags = flags[m],
                                  .bone_or_part = places[m]};
        assert_int_equal(gaiti_omf_add_motion(omf, &motion, tracks), GAIT_OK);
    }
    gait_file *file;
    assert_int_equal(gait_omf_write(omf, bytes), GAIT_OK);
    gait_omf_free(omf);
    gait_span span = {bytes->data, bytes->size};
    assert_int_equal(gait_file_open(span, "a.omf", NULL, &file), GAIT_OK);
    return file;
}

/* The mask as text, such as "10100". */
static const char *text_of(const float mask[BONES]) {
    static char text[BONES + 1];
    for (int b = 0; b < BONES; b++) {
        assert_true(mask[b] == 0 || mask[b] == 1);
        text[b] = mask[b] > 0 ? '1' : '0';
    }
    return text;
}

TEST(part_mask_has_the_bones_of_the_part) {
    gait_buffer bytes = {0};
    gait_file *file = open_bank(&bytes);
    float mask[BONES];
    assert_int_equal(gait_file_part_mask(file, 0, &skeleton, mask), GAIT_OK);
    assert_string_equal(text_of(mask), "10100");
    assert_int_equal(gait_file_part_mask(file, 1, &skeleton, mask), GAIT_OK);
    assert_string_equal(text_of(mask), "01010"); /* ignores case, and bones of the bank only */
    gait_file_free(file);
    gait_buffer_free(&bytes);
}

TEST(clip_mask_has_the_bones_on_which_the_clip_plays) {
    gait_buffer bytes = {0};
    gait_file *file = open_bank(&bytes);
    float mask[BONES];
    assert_int_equal(gait_file_clip_mask(file, 0, &skeleton, mask), GAIT_OK); /* all parts */
    assert_string_equal(text_of(mask), "11110");
    assert_int_equal(gait_file_clip_mask(file, 1, &skeleton, mask), GAIT_OK); /* part 1 */
    assert_string_equal(text_of(mask), "01010");
    assert_int_equal(gait_file_clip_mask(file, 3, &skeleton, mask), GAIT_OK); /* FX on spine */
    assert_string_equal(text_of(mask), "01010");
    assert_int_equal(gait_file_clip_mask(file, 4, &skeleton, mask), GAIT_OK); /* FX on the root */
    assert_string_equal(text_of(mask), "11111");
    gait_file_free(file);
    gait_buffer_free(&bytes);
}

TEST_WITH(glb_of_a_bank_has_the_same_masks, NULL, wrong_release) {
    const gait_file *bank = wrong_file("samples/stalker.omf");
    const gait_file *glb = wrong_file("export:samples/stalker.omf");
    gait_skeleton *stalker;
    float mask[64], same[64];
    assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &stalker), GAIT_OK);
    assert_true(stalker->bone_count <= 64 && gait_file_part_count(bank) > 1);
    assert_int_equal(gait_file_part_count(glb), gait_file_part_count(bank));
    size_t size = stalker->bone_count * sizeof *mask;
    for (uint32_t p = 0; p < gait_file_part_count(bank); p++) {
        assert_int_equal(gait_file_part_mask(bank, p, stalker, mask), GAIT_OK);
        assert_int_equal(gait_file_part_mask(glb, p, stalker, same), GAIT_OK);
        assert_memory_equal(mask, same, size);
    }
    for (uint32_t clip = 0; clip < 4; clip++) { /* cycles; the third one on a part */
        assert_int_equal(gait_file_clip_mask(bank, clip, stalker, mask), GAIT_OK);
        assert_int_equal(gait_file_clip_mask(glb, clip, stalker, same), GAIT_OK);
        assert_memory_equal(mask, same, size);
    }
    /* The bones of a glTF are in another order, so the bone of an FX is not known. */
    assert_int_equal(gait_file_clip_mask(bank, 4, stalker, mask), GAIT_OK);
    assert_int_equal(gait_file_clip_mask(glb, 4, stalker, same), GAIT_NOT_FOUND);
    gait_skeleton_free(stalker);
}

TEST(missing_parts_and_bones_are_not_found) {
    gait_buffer bytes = {0};
    gait_file *file = open_bank(&bytes);
    float mask[BONES] = {7, 7, 7, 7, 7};
    const gait_skeleton tail = {.name = "t", .bone_count = 1, .bones = &bones[4]};
    assert_int_equal(gait_file_clip_mask(file, 2, &skeleton, mask), GAIT_NOT_FOUND); /* part 2 */
    assert_int_equal(gait_file_clip_mask(file, 5, &skeleton, mask), GAIT_NOT_FOUND); /* bone 9 */
    assert_int_equal(gait_file_clip_mask(file, 3, &tail, mask), GAIT_NOT_FOUND);     /* no spine */
    for (int b = 0; b < BONES; b++) {
        assert_true(mask[b] == 7);
    }
    assert_int_equal(gait_file_part_mask(file, 0, &tail, mask), GAIT_OK);
    assert_true(mask[0] == 0 && mask[1] == 7);
    gait_file_free(file);
    gait_buffer_free(&bytes);
}

/* A bank without motions, with one part whose only bone has this name. Returns its size. */
static size_t write_bank(const char *name, uint8_t *out) {
    uint8_t *at = out;
    size_t length = strlen(name) + 1;
    const uint32_t head[] = {0xE, 12, 0, 4, 0, 0xF, (uint32_t)(2 + 2 + 2 + 2 + length + 4 + 2)};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++, at += 4) {
        gaiti_store_u32(at, head[i]);
    }
    gaiti_store_u16(at, 3); /* version, parts */
    gaiti_store_u16(at + 2, 1);
    memcpy(at + 4, "p", 2);
    gaiti_store_u16(at + 6, 1); /* bones */
    memcpy(at + 8, name, length);
    at += 8 + length;
    gaiti_store_u32(at, 0);     /* id */
    gaiti_store_u16(at + 4, 0); /* motions */
    return (size_t)(at + 6 - out);
}

TEST(names_of_any_length_are_found) {
    static const size_t lengths[] = {1, 510, 511, 512, 1000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char name[1001] = "";
        uint8_t bytes[1100];
        gait_file *file;
        float mask[2] = {7, 7};
        memset(name, 'n', lengths[i]);
        const gait_bone pair[] = {bones[0], {.name = name, .parent = 0}};
        const gait_skeleton tree = {.name = "s", .bone_count = 2, .bones = pair};
        gait_span span = {bytes, write_bank(name, bytes)};
        assert_int_equal(gait_file_open(span, "a.omf", NULL, &file), GAIT_OK);
        assert_int_equal(gait_file_part_mask(file, 0, &tree, mask), GAIT_OK);
        assert_true(mask[0] == 0 && mask[1] == 1);
        gait_file_free(file);
    }
}

TEST(clips_without_playback_or_parts_play_on_all_bones) {
    gait_file *file = tiny_rtm_open();
    float mask[BONES];
    assert_int_equal(gait_file_clip_mask(file, 0, &skeleton, mask), GAIT_OK);
    assert_string_equal(text_of(mask), "11111");
    gait_file_free(file);
}
