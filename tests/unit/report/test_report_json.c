#include "base/bytes.h"
#include "gait/report.h"
#include "test.h"

TEST(documents_are_built_from_raw_json_and_text) {
    gait_buffer json = {0};
    assert_int_equal(gait_report_raw("{\"a\":", &json), GAIT_OK);
    assert_int_equal(gait_report_text("line\nend \"\\\" \x1b \xff Д", &json), GAIT_OK);
    assert_int_equal(gait_report_raw(",\"b\":", &json), GAIT_OK);
    assert_int_equal(gait_report_text(NULL, &json), GAIT_OK);
    assert_int_equal(gait_report_raw("}", &json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    assert_string_equal((const char *)json.data,
                        "{\"a\":\"line\\nend \\\"\\\\\\\" \\u001b \xEF\xBF\xBD Д\",\"b\":null}");
    gait_buffer_free(&json);
}
