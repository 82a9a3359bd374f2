/* URIs of buffers: which of them are relative paths, and the contents of data URIs. */
#include <string.h>

#include "formats/gltf/read/gltf_read.h"
#include "test.h"

TEST(paths_outside_the_folder_are_refused) {
    static const struct {
        const char *uri, *path;
    } samples[] = {
        {"a.bin", "a.bin"},
        {"sub/a.bin", "sub/a.bin"},
        {"./a.bin", "a.bin"},
        {"a//./.b/./c.", "a/.b/c."},
        {".", NULL},
        {"a%20b%2e.bin", "a b..bin"},
        {"%D1%8F.bin", "\xD1\x8F.bin"},
        {"100%.bin", "100%.bin"},
        {"a%2", "a%2"},
        {"..a/b..", "..a/b.."},
        {"", NULL},
        {"..", NULL},
        {"../a.bin", NULL},
        {"a/../../b", NULL},
        {"a/..", NULL},
        {"%2E%2e/a", NULL},
        {"a/%2e./b", NULL},
        {"/a", NULL},
        {"%2Fa", NULL},
        {"//host/a", NULL},
        {"\\a", NULL},
        {"..%5Ca", NULL},
        {"C:a", NULL},
        {"C%3A/a", NULL},
        {"file:///a", NULL},
        {"http://host/a", NULL},
        {"a.bin:stream", NULL},
        {"a%00.bin", NULL},
        {"a%0A.bin", NULL},
        {"a%FF.bin", NULL},
        {"folder/", NULL},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char out[64];
        const char *path = gaiti_gltf_read_local_path(test_span(samples[i].uri), out);
        if (!path != !samples[i].path || (path && strcmp(path, samples[i].path) != 0)) {
            fail_msg("%s: %s", samples[i].uri, path ? path : "no path");
        }
    }
}

TEST(data_uris_must_be_base64) {
    static const struct {
        const char *uri, *bytes;
        size_t size;
    } samples[] = {
        {"data:application/octet-stream;base64,AAEC/w==", "\0\1\2\xFF", 4},
        {"data:;base64,", "", 0},
        {"DATA:x;BASE64,TWFu", "Man", 3},
        {"data:;base64,TWE=", "Ma", 2},
        {"data:;base64,TWE", "Ma", 2},
        {"data:;base64,TQ==", "M", 1},
        {"data:;base64,-_-_", "\xFB\xFF\xBF", 3},
        {"data:;base64,+/+/", "\xFB\xFF\xBF", 3},
        {"data:text/plain,TWFu", NULL, 0},
        {"data:;base64", NULL, 0},
        {"data:;base64,T", NULL, 0},
        {"data:;base64,TW u", NULL, 0},
        {"data:;base64,T===", NULL, 0},
        {"data:;base64,TW=u", NULL, 0},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint8_t out[64];
        size_t size = 0;
        gait_span uri = test_span(samples[i].uri);
        assert_true(gaiti_gltf_read_is_data_uri(uri));
        bool is_good = gaiti_gltf_read_decode(uri, out, &size);
        if (is_good != (samples[i].bytes != NULL) || size != (is_good ? samples[i].size : 0)) {
            fail_msg("%s: %d, %zu bytes", samples[i].uri, is_good, size);
        }
        assert_memory_equal(out, is_good ? samples[i].bytes : "", size);
        assert_in_range(size, 0, gaiti_gltf_read_decoded_size(uri));
    }
    assert_false(gaiti_gltf_read_is_data_uri(test_span("dat:")));
    assert_false(gaiti_gltf_read_is_data_uri(test_span("database.bin")));
}
