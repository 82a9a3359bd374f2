#include <stdio.h>

#include "fixtures.h"
#include "gait/compare.h"
#include "gait/rtm.h"
#include "test.h"
#include "tiny_rtm.h"
#include "formats/bi/rtm/rtm.h"

/* An RTM with properties. Three characters each: name, phase in eighths, value or '-'. */
static test_file make_rtm(const char *words) {
    gait_rtm *rtm;
    gait_buffer out = {0};
    test_file file;
    assert_int_equal(gaiti_rtm_open(tiny_rtm(), NULL, &rtm), GAIT_OK);
    for (uint32_t i = 0; words[3 * i]; i++) {
        const uint8_t *at = (const uint8_t *)words + 3 * i;
        gait_rtm_property property = {(float)(at[1] - '0') / 8, {at, 1}, {at + 2, at[2] != '-'}};
        assert_int_equal(gaiti_rtm_insert_property(rtm, i, &property), GAIT_OK);
    }
    assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
    gaiti_rtm_free(rtm);
    file.bytes = (gait_span){out.data, out.size};
    assert_int_equal(gait_file_open(file.bytes, "a.rtm", NULL, &file.file), GAIT_OK);
    return file;
}

/* The properties of both files, and the differences: kind, name, before, after. */
static const struct {
    const char *first, *second;
    const char *expected[4];
} rows[] = {
    {"a1-b2-", "b2-a1-", {NULL}}, /* the order is not compared */
    {"a1-b2-", "a1-b3-", {"moved b phase 0.25 > phase 0.375"}},
    {"a1-a2-a4-", "a2-a4-", {"removed a phase 0.125 > -"}},
    {"a1-", "a1-a1-", {"added a - > phase 0.125"}},
    {"a1x", "a1y", {"changed a phase 0.125 = x > phase 0.125 = y"}},
    {"a1-", "b1-", {"renamed a a > b"}},
    {"a1x", "b1y", {"renamed a a > b", "changed b phase 0.125 = x > phase 0.125 = y"}},
    {"a1-a3-", "a2-a4-", {"moved a phase 0.125 > phase 0.25", "moved a phase 0.375 > phase 0.5"}},
    {"a1xb2-",
     "c3-",
     {"removed a phase 0.125 = x > -", "removed b phase 0.25 > -", "added c - > phase 0.375"}},
};

static void assert_differences(const gait_file_comparison *comparison,
                               const char *const *expected) {
    uint32_t count = 0;
    for (; expected[count]; count++) {
        char text[128];
        gait_difference found = gait_file_comparison_clip_difference(comparison, 0, count);
        assert_int_equal(found.subject, GAIT_DIFFERENCE_EVENT);
        assert_non_null(found.name);
        snprintf(text, sizeof text, "%s %s %s > %s", gait_difference_kind_name(found.kind),
                 found.name, found.before ? found.before : "-", found.after ? found.after : "-");
        assert_string_equal(text, expected[count]);
    }
    assert_int_equal(gait_file_comparison_clip(comparison, 0).difference_count, count);
}

TEST(events_have_partners) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        test_file a = make_rtm(rows[i].first), b = make_rtm(rows[i].second);
        gait_file_comparison *comparison;
        assert_int_equal(gait_file_compare(a.file, b.file, NULL, &comparison), GAIT_OK);
        assert_differences(comparison, rows[i].expected);
        gait_file_comparison_free(comparison);
        test_close(&a);
        test_close(&b);
    }
}
