#include "tiny_rtm.h"

#include <string.h>

#include "base/bytes.h"
#include "test.h"

static void write_name(uint8_t *to, const char *name) {
    memset(to, 0, 32);
    memcpy(to, name, strlen(name));
}

/* One frame: its phase, then name and matrix of each bone. */
static uint8_t *write_frame(uint8_t *to, float phase, const char *const names[2]) {
    static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    gaiti_store_f32(to, phase);
    to += 4;
    for (int bone = 0; bone < 2; bone++) {
        write_name(to, names[bone]);
        to += 32;
        for (int i = 0; i < 12; i++, to += 4) {
            gaiti_store_f32(to, identity[i]);
        }
    }
    return to;
}

gait_span tiny_rtm(void) {
    static const char *const names[2] = {"Pelvis", "\xC4\xFF\xC4\xFF"};
    static uint8_t bytes[TINY_RTM_SIZE];
    uint8_t *to = bytes;
    memcpy(to, "RTM_0101", 8);
    gaiti_store_f32(to + 8, 0);
    gaiti_store_f32(to + 12, 0);
    gaiti_store_f32(to + 16, -1.5F);
    gaiti_store_u32(to + 20, 2);
    gaiti_store_u32(to + 24, 2);
    write_name(to + 28, names[0]);
    write_name(to + 60, names[1]);
    memcpy(to + 60 + 10, "junk", 4);
    to = write_frame(to + 92, 0, names);
    to = write_frame(to, 1, names);
    assert_int_equal(to - bytes, TINY_RTM_SIZE);
    return gaiti_span(bytes, sizeof bytes);
}

gait_file *tiny_rtm_open(void) {
    gait_file *file;
    assert_int_equal(gait_file_open(tiny_rtm(), "folder/walk.rtm", NULL, &file), GAIT_OK);
    return file;
}
