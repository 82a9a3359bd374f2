/* Tests numbers as users type them: accepted forms and exact values, without a reference. */
#include "base/bits.h"
#include "gait/base.h"
#include "gait/names.h"
#include "gait/numbers.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct typed_number {
    const char *text;
    double value;
} typed_number;

static void expect_typed(const typed_number *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double value = 7;
        if (!gait_parse_f64(cases[i].text, &value) ||
            gaiti_bits_of_f64(value) != gaiti_bits_of_f64(cases[i].value)) {
            fail_msg("'%s' is read as %a, not %a", cases[i].text, value, cases[i].value);
        }
    }
}

TEST(numbers_are_typed_in_several_ways) {
    static const typed_number cases[] = {
        {"0", 0},
        {"-0", -0.0},
        {"+0", 0},
        {"007", 7},
        {"-00.50", -0.5},
        {".5", 0.5},
        {"-.5", -0.5},
        {"+.5", 0.5},
        {"5.", 5},
        {"5.e1", 50},
        {".5e+1", 5},
        {"+1", 1},
        {"1E2", 100},
        {"25e-2", 0.25},
        {"000", 0},
        {"00000000000000000000012", 12},
        {".00000000000000000000000", 0},
    };
    expect_typed(cases, COUNT(cases));
}

TEST(the_nearest_double_is_taken) {
    static const typed_number cases[] = {
        {"0.1", 0x1.999999999999ap-4},
        {"3.3", 0x1.a666666666666p+1},
        {"1e23", 0x1.52d02c7e14af6p+76}, /* nearly a tie */
        {"9007199254740993", 0x1p+53},   /* a tie: rounds to even */
        {"9007199254740993.00000000000000000000000000001", 0x1.0000000000001p+53},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
        {"17976931348623157e292", 0x1.fffffffffffffp+1023},
        {"4.9406564584124654e-324", 0x0.0000000000001p-1022},
        {"2.4703282292062327e-324", 0},
        {"-1e-400", -0.0},
    };
    expect_typed(cases, COUNT(cases));
}

TEST(everything_else_is_refused_and_changes_nothing) {
    static const char *const cases[] = {
        "",      ".",   "+",    "-",   "+-1",   "--1",    "1..2",
        "1.2.3", "e5",  ".e5",  "1e",  "1e+",   "1e.5",   "1e5.",
        "0x10",  "1f",  "1_0",  "1,5", " 1",    "1 ",     "\t1",
        "nan",   "inf", "-inf", "NAN", "1e400", "-1e400", "1.7976931348623159e308",
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double value = 7;
        if (gait_parse_f64(cases[i], &value) || value != 7) {
            fail_msg("accepted '%s'", cases[i]);
        }
    }
}
