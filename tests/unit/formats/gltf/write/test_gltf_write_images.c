/* Images of textures in a glTF: which are embedded, and where. */
#include <string.h>

#include "allocator.h"
#include "gait/gltf.h"
#include "glb.h"
#include "test.h"
#include "formats/gltf/write/gltf_writer.h"

static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
static const float uvs[6] = {0};
static const uint32_t triangle[] = {0, 1, 2};
static const uint8_t png[] = "\x89PNG\r\n\x1a\n and content", jpeg[] = "\xFF\xD8\xFF\xE0!";

static gait_mesh_part make_part(const char *texture, const char *material) {
    return (gait_mesh_part){.texture = texture,
                            .material = material,
                            .vertex_count = 3,
                            .triangle_count = 1,
                            .positions = positions,
                            .normals = normals,
                            .uvs = uvs,
                            .triangles = triangle};
}

static gaiti_gltf_texture_image make_image(const char *texture, const void *data, size_t size) {
    return (gaiti_gltf_texture_image){.texture = texture, .bytes = {data, size}};
}

static const gait_skeleton no_bones = {.name = ""};

static gait_buffer bytes;

/* Writes a glTF with these parts and images. */
static test_glb write_images(const gait_mesh_part *parts, uint32_t part_count,
                             const gaiti_gltf_texture_image *images, uint32_t image_count) {
    const gait_mesh mesh = {.parts = parts, .part_count = part_count};
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(&no_bones, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_images(gltf, images, image_count), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &bytes), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    return test_glb_open(&bytes);
}

static void close_glb(test_glb *glb) {
    test_glb_close(glb);
    gait_buffer_free(&bytes);
}

/* The index of the texture of a material; -1 = none. */
static int texture_of(const test_glb *glb, uint32_t material) {
    const char *base = test_json_member(
        test_json_member(test_glb_item(glb, "materials", material), "pbrMetallicRoughness"),
        "baseColorTexture");
    return base ? (int)test_json_number(test_json_member(base, "index")) : -1;
}

/* Asserts that an image has these bytes, name and type. */
static void assert_image(const test_glb *glb, uint32_t index,
                         const gaiti_gltf_texture_image *expected, const char *type,
                         const char *name) {
    const char *image = test_glb_item(glb, "images", index);
    assert_true(test_json_is(test_json_member(image, "mimeType"), type));
    assert_true(test_json_is(test_json_member(image, "name"), name));
    uint32_t view = (uint32_t)test_json_number(test_json_member(image, "bufferView"));
    const char *place = test_glb_item(glb, "bufferViews", view);
    size_t offset = (size_t)test_json_number(test_json_member(place, "byteOffset"));
    assert_int_equal(test_json_number(test_json_member(place, "byteLength")), expected->bytes.size);
    assert_int_equal(offset % 4, 0);
    assert_true(offset + expected->bytes.size <= glb->bin_size);
    assert_memory_equal(glb->bin + offset, expected->bytes.data, expected->bytes.size);
    assert_int_equal(
        test_json_number(test_json_member(test_glb_item(glb, "textures", index), "source")), index);
}

TEST(test_images_are_embedded) {
    const gait_mesh_part parts[] = {make_part("b\\skin", "one"), make_part("a\\coat", ""),
                                    make_part("B\\SKIN", "two"), make_part("c", ""),
                                    make_part("", "paint")};
    const gaiti_gltf_texture_image images[] = {
        make_image("A\\Coat", jpeg, sizeof jpeg), make_image("unused", png, sizeof png),
        make_image("b\\Skin", png, sizeof png - 1), make_image("b\\skin", jpeg, sizeof jpeg)};
    const int expected[] = {0, 1, 0, -1, -1};
    test_glb glb = write_images(parts, 5, images, 4);
    for (uint32_t m = 0; m < 5; m++) {
        assert_int_equal(texture_of(&glb, m), expected[m]);
    }
    assert_image(&glb, 0, &images[2], "\"image/png\"", "\"b\\\\Skin\"");
    assert_image(&glb, 1, &images[0], "\"image/jpeg\"", "\"A\\\\Coat\"");
    assert_null(test_glb_item(&glb, "images", 2));
    assert_null(test_glb_item(&glb, "textures", 2));
    double size =
        test_json_number(test_json_member(test_glb_item(&glb, "buffers", 0), "byteLength"));
    assert_int_equal(size, glb.bin_size);
    close_glb(&glb);
}

TEST(test_other_content_is_ignored) {
    const gait_mesh_part part = make_part("x", "");
    gaiti_gltf_texture_image large = make_image("x", png, sizeof png);
    large.bytes.size = (size_t)GAIT_IMAGE_MAX + 1; /* not read */
    const gaiti_gltf_texture_image others[] = {
        make_image("x", NULL, 0),        make_image("x", png, 8),
        make_image("x", jpeg, 3),        make_image("x", "DDS |and so on", 14),
        make_image("x", png + 1, 12),    make_image("y", png, sizeof png),
        make_image("", png, sizeof png), large};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        test_glb glb = write_images(&part, 1, &others[i], 1);
        assert_int_equal(texture_of(&glb, 0), -1);
        assert_null(strstr(glb.json, "\"images\""));
        assert_null(strstr(glb.json, "\"samplers\""));
        close_glb(&glb);
    }
    test_glb glb = write_images(&part, 1, NULL, 0);
    assert_null(strstr(glb.json, "\"images\""));
    close_glb(&glb);
}

TEST(test_the_text_form_has_the_images_in_its_buffer) {
    const gait_mesh_part part = make_part("x", "");
    const gait_mesh mesh = {.parts = &part, .part_count = 1};
    const gaiti_gltf_texture_image image = make_image("x", png, sizeof png);
    gait_buffer text = {0}, bin = {0};
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(&no_bones, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_images(gltf, &image, 1), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_text(gltf, "x.bin", &text, &bin), GAIT_OK);
    size_t padded = (sizeof png + 3) / 4 * 4;
    assert_true(bin.size > padded);
    assert_memory_equal(bin.data + bin.size - padded, png, sizeof png);
    gaiti_gltf_writer_free(gltf);
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
}

TEST(test_wrong_order_is_refused) {
    const gait_mesh mesh = {0};
    const gaiti_gltf_texture_image image = make_image("x", png, sizeof png);
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(&no_bones, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_images(gltf, &image, 1), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_images(gltf, &image, 1), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    assert_int_equal(gaiti_gltf_writer_new(&no_bones, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_images(gltf, &image, 1), GAIT_BAD_ARGUMENT);
    gaiti_gltf_writer_free(gltf);
}

static gait_status write_once(const gait_options *options, void *user) {
    const gait_mesh_part parts[] = {make_part("x", ""), make_part("y", "")};
    const gait_mesh mesh = {.parts = parts, .part_count = 2};
    const gaiti_gltf_texture_image images[] = {make_image("x", png, sizeof png),
                                               make_image("y", jpeg, sizeof jpeg)};
    gait_buffer out = {.allocator = options->allocator};
    gaiti_gltf_writer *gltf;
    (void)user;
    gait_status status =
        gaiti_gltf_writer_new(&no_bones, &(gaiti_gltf_writer_options){.common = *options}, &gltf);
    status = status == GAIT_OK ? gaiti_gltf_writer_set_images(gltf, images, 2) : status;
    status = status == GAIT_OK ? gaiti_gltf_writer_set_mesh(gltf, &mesh) : status;
    status = status == GAIT_OK ? gaiti_gltf_writer_finish_glb(gltf, &out) : status;
    gaiti_gltf_writer_free(gltf);
    gait_buffer_free(&out);
    return status;
}

TEST(test_out_of_memory_is_reported) {
    test_every_failing_allocation(write_once, NULL);
}
