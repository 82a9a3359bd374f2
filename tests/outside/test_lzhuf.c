/* Decodes our LZHUF streams with a Python decoder that was written from the format description
 * only. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "codec/lzhuf/lzhuf.h"
#include "lzhuf_encode.h"
#include "test.h"

enum { STREAMS = 12, LARGEST = 40000 };

static void write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Mixes random bytes and a repeated phrase. The larger streams cause the tree to be rebuilt. */
static size_t make_plain(int stream, uint8_t *plain) {
    size_t size = stream < 6 ? (size_t)stream * 37 + 1 : LARGEST / (size_t)(STREAMS - stream);
    uint32_t seed = (uint32_t)stream;
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        uint8_t noise = (uint8_t)(seed >> 24);
        plain[i] = noise < 20 * (stream % 6) ? noise : (uint8_t)("bip01_spine\0\1"[i % 13]);
    }
    return size;
}

TEST(reference_decoder_reads_our_streams) {
    static uint8_t plain[LARGEST];
    char folder[] = "/tmp/lzhuf-XXXXXX", path[64], command[4096] = "";
    assert_non_null(mkdtemp(folder));
    size_t used = (size_t)snprintf(command, sizeof command, "python3 '%s/tests/support/lzhuf.py'",
                                   getenv("GAIT_SOURCE"));
    for (int i = 0; i < STREAMS; i++) {
        gaiti_arena scratch;
        gait_buffer packed = {0};
        size_t size = make_plain(i, plain);
        gaiti_arena_init(&scratch, NULL, 0);
        assert_true(test_lzhuf_encode(gaiti_span(plain, size), &scratch, &packed));
        gaiti_arena_free(&scratch);
        snprintf(path, sizeof path, "%s/%d", folder, i);
        write_file(path, packed.data, packed.size);
        used += (size_t)snprintf(command + used, sizeof command - used, " %s", path);
        snprintf(path, sizeof path, "%s/%d.plain", folder, i);
        write_file(path, plain, size);
        gait_buffer_free(&packed);
    }
    int wrong = system(command);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(wrong, 0);
}
