/* Tests counting the triangles of a glTF. */
#include <stdio.h>
#include <string.h>

#include "formats/gltf/read/gltf_read.h"
#include "test.h"

/* The number of triangles of a file with these meshes. Its accessors have 12, 9 and 2 elements. */
static uint64_t triangles_of(const char *meshes) {
    static char text[2048];
    gait_gltf *file;
    int size = snprintf(text, sizeof text,
                        "{\"meshes\":%s,\"asset\":{\"version\":\"2.0\"},\"accessors\":["
                        "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":12},"
                        "{\"componentType\":5123,\"type\":\"SCALAR\",\"count\":9},"
                        "{\"componentType\":5123,\"type\":\"SCALAR\",\"count\":2}]}",
                        meshes);
    gait_span bytes = {(const uint8_t *)text, (size_t)size};
    assert_int_equal(gaiti_gltf_open(bytes, NULL, &file), GAIT_OK);
    uint64_t triangles = gaiti_gltf_read_triangles(file);
    gaiti_gltf_free(file);
    return triangles;
}

#define MESH(primitives) "[{\"primitives\":[" primitives "]}]"

TEST(test_triangles_are_counted) {
    const struct {
        const char *meshes;
        uint64_t triangles;
    } cases[] = {
        {"[]", 0},
        {MESH("{\"attributes\":{\"POSITION\":0}}"), 4},
        {MESH("{\"attributes\":{\"NORMAL\":0,\"POSITION\":0},\"indices\":1}"), 3},
        {MESH("{\"indices\":1,\"attributes\":{},\"mode\":4},{\"mode\":5,\"indices\":1}"), 10},
        {MESH("{\"mode\":6,\"indices\":1},{\"mode\":6,\"indices\":2}"), 7},
        {MESH("{\"mode\":1,\"indices\":1},{\"mode\":-4,\"indices\":1}"), 0},
        {"[{\"name\":\"a\",\"primitives\":[{\"indices\":1}]},"
         "{\"primitives\":[{\"indices\":1}],\"extras\":{\"primitives\":[{\"indices\":1}]}}]",
         6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(triangles_of(cases[i].meshes), cases[i].triangles);
    }
}

TEST(test_other_content_is_not_counted) {
    const char *const others[] = {
        "7",
        "{\"primitives\":[{\"indices\":1}]}",
        "[7,[{\"indices\":1}],null,\"primitives\"]",
        "[{\"primitives\":{\"indices\":1}}]",
        MESH("7,[{\"indices\":1}],{}"),
        MESH("{\"indices\":3},{\"indices\":9007199254740992},{\"indices\":1e300}"),
        MESH("{\"indices\":\"1\"},{\"indices\":[1]},{\"attributes\":[0]}"),
        MESH("{\"attributes\":{\"POSITION\":{\"POSITION\":0}}}"),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(triangles_of(others[i]), 0);
    }
}
