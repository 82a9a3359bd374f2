/* Vertices of OGF: both ways to read them agree. */
#include "formats/xray/ogf/ogf_vertices.h"

#include <string.h>

#include "base/fields.h"
#include "test.h"

enum { MAX_VERTEX = 76 };

static const struct {
    uint32_t id;
    uint8_t version, size;
} layouts[] = {{0x12071980, 3, 36}, {0x12071980, 4, 60}, {0x240E3300, 4, 64}, {0x481C6600, 4, 70},
               {0x5A237F80, 4, 76}, {1, 4, 60},          {2, 4, 64},          {3, 4, 70},
               {4, 4, 76},          {0x112, 4, 32}};

TEST(both_ways_to_read_a_vertex_agree) {
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        bool is_known;
        const gaiti_ogf_layout *layout =
            gaiti_ogf_layout_of(layouts[i].version, layouts[i].id, 1, layouts[i].size, &is_known);
        assert_non_null(layout);
        uint8_t bytes[MAX_VERTEX];
        for (uint8_t at = 0; at < MAX_VERTEX; at++) {
            bytes[at] = (uint8_t)(at + 1); /* finite numbers, all different */
        }
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes, layout->size), 0);
        gaiti_visitor visitor = gaiti_visit_reading(&in);
        gaiti_ogf_vertex slow = {0}, fast = {0};
        gaiti_ogf_visit_vertex(&visitor, layout, &slow);
        gaiti_ogf_read_vertex(layout, bytes, &fast);
        assert_int_equal(gaiti_bytes_left(&in), 0);
        assert_int_equal(fast.bones.size, slow.bones.size);
        assert_true(slow.bones.size == 0 || fast.bones.data == slow.bones.data);
        assert_int_equal(fast.bone, slow.bone);
        assert_memory_equal(fast.position, slow.position, sizeof fast.position);
        assert_memory_equal(fast.normal, slow.normal, sizeof fast.normal);
        assert_memory_equal(fast.weights, slow.weights, sizeof fast.weights);
        assert_memory_equal(fast.uv, slow.uv, sizeof fast.uv);
    }
}
