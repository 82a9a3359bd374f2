#include <stdio.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "gait/report.h"
#include "test.h"

/* The text after `key` in a document. */
static const char *after(const gait_buffer *json, const char *key) {
    const char *at = strstr((const char *)json->data, key);
    if (!at) {
        fail_msg("no %s", key);
    }
    return at + strlen(key);
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

TEST(formats_are_listed_with_their_abilities) {
    gait_buffer json = {0};
    assert_int_equal(gait_report_formats(&json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    assert_true(begins((const char *)json.data, "{\"schema\":\"gait.formats/1\",\"formats\":[\n"));
    assert_true(begins(after(&json, "{\"name\":\"omf\""),
                       ",\"title\":\"motion bank (S.T.A.L.K.E.R.)\",\"extensions\":[\".omf\"],"
                       "\"open\":true,\"write\":true,\"export\":true,\"clips\":true,"
                       "\"skeleton\":false,\"bank\":true,\"text\":true,\"family\":\"xray\"}"));
    assert_true(begins(strstr(after(&json, "{\"name\":\"gltf\""), "\"extensions\""),
                       "\"extensions\":[\".glb\",\".gltf\"],"));
    assert_true(begins(strstr(after(&json, "{\"name\":\"seanim\""), "\"open\""),
                       "\"open\":true,\"write\":true,\"export\":true,\"clips\":true,"
                       "\"skeleton\":false,\"bank\":false,\"text\":false,\"family\":null}"));
    assert_null(strstr((const char *)json.data, "unknown"));
    gait_buffer_free(&json);
}

TEST(families_of_formats) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        bool is_bohemia = strstr(info->title, "Arma") != NULL;
        bool is_xray = strstr(info->title, "S.T.A.L.K.E.R.") != NULL;
        assert_int_equal(info->family, is_bohemia ? GAIT_FAMILY_BOHEMIA
                                       : is_xray  ? GAIT_FAMILY_XRAY
                                                  : GAIT_FAMILY_NONE);
    }
}

TEST(builtin_skeletons_are_listed) {
    gait_buffer json = {0};
    assert_int_equal(gait_report_builtins(&json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    assert_true(begins((const char *)json.data,
                       "{\"schema\":\"gait.skeletons/1\",\"skeletons\":[\n"
                       "{\"name\":\"ofp-man\",\"summary\":\"Operation Flashpoint man: 25 bones, "
                       "flat in the game\",\"bones\":25,\"flat\":true,\"family\":\"bohemia\"},\n"));
    assert_true(begins(strstr(after(&json, "{\"name\":\"xray-hands\""), "\"bones\""),
                       "\"bones\":42,\"flat\":false,\"family\":\"xray\"}"));
    gait_buffer_free(&json);
}

/* One of the two documents, by a pointer to its function. */
typedef gait_status (*const report_call)(gait_buffer *out);

static gait_status attempt(const gait_options *options, void *user) {
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = (*(report_call *)user)(&out);
    gait_buffer_free(&out);
    return status;
}

TEST(documents_without_memory_fail) {
    report_call formats = gait_report_formats, builtins = gait_report_builtins;
    test_every_failing_allocation(attempt, (void *)(uintptr_t)&formats);
    test_every_failing_allocation(attempt, (void *)(uintptr_t)&builtins);
}
