#include <string.h>

#include "base/bytes.h"
#include "gait/report.h"
#include "test.h"

static const gait_bone two_bones[] = {
    {.name = "root",
     .parent = -1,
     .rest = {.t = {0, 1, 0}, .q = {0, 0, 0, -2}, .s = {1, 1, 1}},
     .parent_origin = GAIT_ORIGIN_FILE,
     .rest_origin = GAIT_ORIGIN_FILE},
    {.name = "hand",
     .parent = 0,
     .rest = {.t = {9, 9, 9}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
     .parent_origin = GAIT_ORIGIN_TABLE,
     .rest_origin = GAIT_ORIGIN_UNKNOWN},
};

static const char *report(const char *const *names, uint32_t count, gait_buffer *json) {
    gait_skeleton skeleton = {.name = "two", .bone_count = 2, .bones = two_bones};
    assert_int_equal(gait_report_skeleton("a.ogf", &skeleton, NULL, names, count, json), GAIT_OK);
    assert_true(gaiti_write_u8(json, 0));
    return (const char *)json->data;
}

/* Quaternions have unit length and w >= 0. */
TEST(bones_report_their_origins) {
    gait_buffer json = {0};
    assert_string_equal(
        report(NULL, 0, &json),
        "{\"schema\":\"gait.skeleton/1\",\"path\":\"a.ogf\",\"name\":\"two\",\"bones\":[\n"
        "{\"index\":0,\"name\":\"root\",\"parent\":null,\"parent_name\":null,\"side\":\"middle\","
        "\"t\":[0,1,0],"
        "\"q\":[0,0,0,1],\"parent_origin\":\"file\",\"rest_origin\":\"file\",\"outcome\":"
        "\"skeleton\",\"joint\":null},\n"
        "{\"index\":1,\"name\":\"hand\",\"parent\":0,\"parent_name\":\"root\",\"side\":\"middle\","
        "\"t\":null,"
        "\"q\":null,\"parent_origin\":\"table\",\"rest_origin\":\"unknown\",\"outcome\":"
        "\"skeleton\",\"joint\":null}],"
        "\"missing\":[]}");
    gait_buffer_free(&json);
}

TEST(missing_bones_are_listed_with_the_nearest_name) {
    static const char *const names[] = {"ROOT", "hande", "completely_different"};
    gait_buffer json = {0};
    assert_non_null(strstr(report(names, 3, &json),
                           "\"missing\":[\n{\"name\":\"hande\",\"nearest\":\"hand\"},\n"
                           "{\"name\":\"completely_different\",\"nearest\":null}]}"));
    gait_buffer_free(&json);
}
