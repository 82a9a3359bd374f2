/* Tests number formatting and parsing against the C library: shortest texts and exact values. */
#include <math.h>
#include "number_reference.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static double next_up(double value) {
    return gaiti_f64_of_bits(gaiti_bits_of_f64(value) + 1);
}

static void expect_f64(double value) {
    const char *wrong = reference_check_f64(value);
    if (wrong) {
        fail_msg("%a (%.17g): %s", value, value, wrong);
    }
}

static void expect_f32(float value) {
    const char *wrong = reference_check_f32(value);
    if (wrong) {
        fail_msg("%a (%.9g): %s", (double)value, (double)value, wrong);
    }
}

/* Tests a value, its neighbours, and their negatives. */
static void expect_around_f64(double value) {
    uint64_t bits = gaiti_bits_of_f64(value);
    for (uint64_t b = bits ? bits - 1 : 0; b <= bits + 1; b++) {
        if (b < (uint64_t)0x7FF << 52) {
            expect_f64(gaiti_f64_of_bits(b));
            expect_f64(-gaiti_f64_of_bits(b));
        }
    }
}

static void expect_around_f32(float value) {
    uint32_t bits = gaiti_bits_of_f32(value);
    for (uint32_t b = bits ? bits - 1 : 0; b <= bits + 1; b++) {
        if (b < (uint32_t)0xFF << 23) {
            expect_f32(gaiti_f32_of_bits(b));
            expect_f32(-gaiti_f32_of_bits(b));
        }
    }
}

/* --- integers --------------------------------------------------------------------------------- */

TEST(prints_whole_numbers_like_printf) {
    uint64_t random = 1;
    for (unsigned bits = 0; bits <= 64; bits++) {
        for (int i = 0; i < 200; i++) {
            uint64_t value = bits ? reference_random(&random) >> (64 - bits) : 0;
            value = i == 0 && bits ? UINT64_MAX >> (64 - bits) : value;
            char ours[GAITI_NUMBER_MAX + 1], theirs[40];
            ours[gaiti_print_u64(ours, value)] = 0;
            snprintf(theirs, sizeof theirs, "%llu", (unsigned long long)value);
            assert_string_equal(ours, theirs);
            ours[gaiti_print_i64(ours, (int64_t)value)] = 0;
            snprintf(theirs, sizeof theirs, "%lld", (long long)(int64_t)value);
            assert_string_equal(ours, theirs);
            unsigned width = (unsigned)i % 17;
            ours[gaiti_print_hex(ours, value, width)] = 0;
            snprintf(theirs, sizeof theirs, "%0*llx", (int)width, (unsigned long long)value);
            assert_string_equal(ours, theirs);
        }
    }
}

TEST(prints_whole_numbers_at_every_digit_count) {
    uint64_t power = 1;
    for (int i = 0; i < 20; i++) {
        for (uint64_t value = power - 1; value <= power + 1; value++) {
            char ours[GAITI_NUMBER_MAX + 1], theirs[40];
            ours[gaiti_print_u64(ours, value)] = 0;
            snprintf(theirs, sizeof theirs, "%llu", (unsigned long long)value);
            assert_string_equal(ours, theirs);
        }
        power *= 10;
    }
    char text[GAITI_NUMBER_MAX + 1];
    text[gaiti_print_i64(text, INT64_MIN)] = 0;
    assert_string_equal(text, "-9223372036854775808");
    text[gaiti_print_hex(text, 1, 99)] = 0;
    assert_string_equal(text, "0000000000000001");
}

TEST(reads_whole_numbers_that_fit) {
    static const char *const good[] = {"0", "7", "007", "18446744073709551615", "4294967296"};
    static const uint64_t values[] = {0, 7, 7, UINT64_MAX, (uint64_t)1 << 32};
    static const char *const bad[] = {"",    "-1",  "+1", " 1",
                                      "1 ",  "0x1", "1.", "18446744073709551616",
                                      "1e3", "/",   ":",  "99999999999999999999"};
    for (size_t i = 0; i < COUNT(good); i++) {
        uint64_t value = 99;
        assert_true(gaiti_parse_u64(good[i], strlen(good[i]), &value));
        assert_true(value == values[i]);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint64_t value = 99;
        assert_false(gaiti_parse_u64(bad[i], strlen(bad[i]), &value));
        assert_true(value == 99);
    }
}

/* --- printing --------------------------------------------------------------------------------- */

TEST(prints_the_agreed_forms) {
    static const struct {
        double value;
        const char *f64, *f32;
    } rows[] = {
        {0, "0", "0"},
        {-0.0, "-0", "-0"},
        {12, "12", "12"},
        {-1.5, "-1.5", "-1.5"},
        {0.1, "0.1", "0.1"},
        {0.1f, "0.10000000149011612", "0.1"},
        {123456.789, "123456.789", "123456.79"},
        {0.00001, "0.00001", "0.00001"},
        {0.00012345, "0.00012345", "0.00012345"},
        {0.00000999, "9.99e-6", "9.99e-6"},
        {1e-7, "1e-7", "1e-7"},
        {-2.5e-12, "-2.5e-12", "-2.5e-12"},
        {999999936, "999999936", "999999940"},
        {1e9, "1000000000", "1e9"},
        {16777217, "16777217", "16777216"},
        {12345678901234568, "12345678901234568", "1.2345678e16"},
        {99999999999999984, "99999999999999980", "1e17"},
        {1e17, "1e17", "1e17"},
        {1.5e20, "1.5e20", "1.5e20"},
        {1e23, "1e23", "1e23"},
        {5e-324, "5e-324", "0"},
        {2.2250738585072014e-308, "2.2250738585072014e-308", "0"},
        {1.7976931348623157e308, "1.7976931348623157e308", "inf"},
        {1.401298464324817e-45, "1.401298464324817e-45", "1e-45"},
        {3.4028234663852886e38, "3.4028234663852886e38", "3.4028235e38"},
        {(double)INFINITY, "inf", "inf"},
        {-(double)INFINITY, "-inf", "-inf"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[GAITI_NUMBER_MAX + 1];
        text[gaiti_print_f64(text, rows[i].value)] = 0;
        assert_string_equal(text, rows[i].f64);
        float narrow = isinf(rows[i].value) || fabs(rows[i].value) < 1e300
                           ? (float)rows[i].value
                           : (float)INFINITY; /* the conversion would be undefined */
        text[gaiti_print_f32(text, narrow)] = 0;
        assert_string_equal(text, rows[i].f32);
    }
}

TEST(prints_what_is_no_number) {
    static const uint64_t nans[] = {0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001};
    for (size_t i = 0; i < COUNT(nans); i++) {
        char text[GAITI_NUMBER_MAX + 1];
        text[gaiti_print_f64(text, gaiti_f64_of_bits(nans[i]))] = 0;
        assert_string_equal(text, "nan");
        text[gaiti_print_f32(text, gaiti_f32_of_bits((uint32_t)(nans[i] >> 29 | 1)))] = 0;
        assert_string_equal(text, "nan");
    }
}

TEST(prints_powers_and_their_neighbours) {
    for (int e = -1074; e <= 1023; e++) {
        expect_around_f64(ldexp(1, e));
    }
    for (int e = -149; e <= 127; e++) {
        expect_around_f32(ldexpf(1, e));
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        expect_around_f64(strtod(text, NULL));
        if (e >= -45 && e <= 38) {
            expect_around_f32(strtof(text, NULL));
        }
    }
}

TEST(prints_the_smallest_and_the_largest) {
    for (uint64_t bits = 0; bits < 3000; bits++) {
        expect_f64(gaiti_f64_of_bits(bits));
        expect_f64(gaiti_f64_of_bits(((uint64_t)1 << 52) - 1500 + bits));
        expect_f64(gaiti_f64_of_bits(((uint64_t)0x7FF << 52) - 1 - bits));
        expect_f32(gaiti_f32_of_bits((uint32_t)bits));
        expect_f32(gaiti_f32_of_bits((uint32_t)(0x800000 - 1500 + bits)));
        expect_f32(gaiti_f32_of_bits((uint32_t)(0x7F800000 - 1 - bits)));
    }
}

TEST(prints_random_numbers_shortest) {
    uint64_t random = 2;
    for (int i = 0; i < 150000; i++) {
        uint64_t r = reference_random(&random);
        double wide = gaiti_f64_of_bits(r);
        float narrow = gaiti_f32_of_bits((uint32_t)(r >> 20));
        if (isfinite(wide)) {
            expect_f64(wide);
        }
        if (isfinite(narrow)) {
            expect_f32(narrow);
            expect_f64((double)narrow);
        }
        expect_f64((double)(int64_t)(r >> 40) / 1000); /* removes trailing zeros */
        expect_f64((double)(r >> (r & 63)));           /* integers */
    }
}

TEST(random_bits_survive_the_text) {
    uint64_t random = 3;
    for (int i = 0; i < 1000000; i++) {
        double value = gaiti_f64_of_bits(reference_random(&random));
        char text[GAITI_NUMBER_MAX + 1];
        const char *wrong = isfinite(value) ? reference_f64_round_trip(value, text) : NULL;
        if (wrong) {
            fail_msg("%a: %s", value, wrong);
        }
    }
}

/* --- a fixed number of decimals --------------------------------------------------------------- */

static void expect_fixed(double value) {
    for (unsigned decimals = 0; decimals <= 9; decimals++) {
        char ours[GAITI_NUMBER_MAX + 1], theirs[64];
        ours[gaiti_print_fixed(ours, GAITI_NUMBER_MAX, value, decimals)] = 0;
        snprintf(theirs, sizeof theirs, "%.*f", (int)decimals, value);
        assert_string_equal(ours, theirs);
    }
}

TEST(prints_fixed_like_printf) {
    static const double values[] = {0,
                                    -0.0,
                                    0.5,
                                    1.5,
                                    2.5,
                                    0.125,
                                    0.375,
                                    0.25,
                                    0.0625,
                                    1e-9,
                                    5e-10,
                                    -5e-10,
                                    5e-324,
                                    0.999999999,
                                    0.99999,
                                    9.5,
                                    99.995,
                                    1e15 - 1,
                                    999999999999999.875};
    for (size_t i = 0; i < COUNT(values); i++) {
        expect_fixed(values[i]);
        expect_fixed(-values[i]);
    }
    uint64_t random = 4;
    for (int i = 0; i < 20000; i++) {
        uint64_t r = reference_random(&random);
        expect_fixed(ldexp((double)(int64_t)r, -63 + (int)(r % 50)) / 2);
        expect_fixed(ldexp((double)(int64_t)r, -64 - (int)(r % 90)));
        expect_fixed((double)(int64_t)(r >> 40) / 4096); /* ties */
    }
}

TEST(fixed_knows_its_limits) {
    char text[GAITI_NUMBER_MAX + 1];
    text[gaiti_print_fixed(text, GAITI_NUMBER_MAX, 1e15, 2)] = 0;
    assert_string_equal(text, "1000000000000000");
    text[gaiti_print_fixed(text, GAITI_NUMBER_MAX, -2.5e300, 2)] = 0;
    assert_string_equal(text, "-2.5e300");
    text[gaiti_print_fixed(text, GAITI_NUMBER_MAX, (double)NAN, 2)] = 0;
    assert_string_equal(text, "nan");
    strcpy(text, "keep");
    assert_int_equal(gaiti_print_fixed(text, 4, 1.25, 3), 0);
    assert_int_equal(gaiti_print_fixed(text, GAITI_NUMBER_MAX, 1.25, 10), 0);
    assert_string_equal(text, "keep");
    assert_int_equal(gaiti_print_fixed(text, 5, 1.25, 3), 5);
    assert_int_equal(gaiti_print_fixed(text, 26, -999999999999999.875, 9), 26);
}

/* --- parsing ---------------------------------------------------------------------------------- */

TEST(accepts_only_json_numbers) {
    static const char *const good[] = {"0",     "-0",   "0.0", "-0.5e0", "1E5", "1e+05",
                                       "1e-05", "10.0", "0e9", "1.0E+2", "123", "-9.75e-3"};
    static const char *const bad[] = {"",      "-",   "+1",   ".5",   "5.",   "01",   "-01",
                                      "00",    "1e",  "1e+",  "1.e5", "1.5.", "0x10", "1 ",
                                      " 1",    "1,5", "nan",  "inf",  "-inf", "1e5.", "--1",
                                      "1e--5", "1f",  "1e5x", "-.5",  "1_0",  "e5",   "1\x30\x2e"};
    for (size_t i = 0; i < COUNT(good); i++) {
        double wide;
        float narrow;
        assert_true(gaiti_parse_f64(good[i], strlen(good[i]), &wide));
        assert_true(reference_reads_back(good[i], wide, false));
        assert_true(gaiti_parse_f32(good[i], strlen(good[i]), &narrow));
        assert_true(reference_reads_back(good[i], (double)narrow, true));
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        double wide = 7;
        float narrow = 7;
        if (gaiti_parse_f64(bad[i], strlen(bad[i]), &wide) ||
            gaiti_parse_f32(bad[i], strlen(bad[i]), &narrow) || wide != 7 || narrow != 7) {
            fail_msg("accepted '%s'", bad[i]);
        }
    }
    double wide = 7;
    assert_false(gaiti_parse_f64("1\0", 2, &wide));
    assert_false(gaiti_parse_f64(NULL, 0, &wide));
    assert_true(gaiti_parse_f64("1234", 2, &wide) && wide == 12);
}

/* Compares both precisions with strtod and strtof. Values out of range must be rejected. */
static void expect_parse(const char *text, size_t size) {
    double wide = 0, wide_right = strtod(text, NULL);
    float narrow = 0, narrow_right = strtof(text, NULL);
    bool wide_ok = gaiti_parse_f64(text, size, &wide);
    bool narrow_ok = gaiti_parse_f32(text, size, &narrow);
    if (wide_ok != (bool)isfinite(wide_right) || narrow_ok != (bool)isfinite(narrow_right) ||
        (wide_ok && gaiti_bits_of_f64(wide) != gaiti_bits_of_f64(wide_right)) ||
        (narrow_ok && gaiti_bits_of_f32(narrow) != gaiti_bits_of_f32(narrow_right))) {
        fail_msg("%.60s (%zu): %a not %a, %a not %a", text, size, wide, wide_right, (double)narrow,
                 (double)narrow_right);
    }
}

TEST(parses_random_decimals) {
    uint64_t random = 5;
    for (int i = 0; i < 300000; i++) {
        char text[80];
        size_t digits = 1 + reference_random(&random) % (i % 3 ? 21 : 50);
        size_t size = 0;
        if (i & 1) {
            text[size++] = '-';
        }
        text[size++] = (char)('0' + reference_random(&random) % 10);
        text[size++] = '.';
        for (size_t d = 0; d < digits; d++) {
            text[size++] = (char)('0' + reference_random(&random) % 10);
        }
        int range = i % 2 ? 660 : 100;
        int exponent =
            (int)(reference_random(&random) % (unsigned)range) - range / 2 - (i % 2 ? 16 : 0);
        size += (size_t)snprintf(text + size, sizeof text - size, "e%d", exponent);
        expect_parse(text, size);
    }
}

TEST(parses_the_edges_of_the_range) {
    static const char *const texts[] = {
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.79769313486231580793e308",
        "1.7976931348623159e308",
        "1e308",
        "1e309",
        "1e999999999999999999999999",
        "0e999999999999999999999999",
        "-1e-999999999999999999999999",
        "5e-324",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2e-324",
        "9999999999999999999e-343",
        "9999999999999999999999e-346",
        "1e-342",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "3.4028235e38",
        "3.4028235677973366e38",
        "3.40282356779733661637539395458142568447e38",
        "3.40282356779733661637539395458142568448e38",
        "1.17549435e-38",
        "1.4e-45",
        "7."
        "006492321624085354618647916449580656401309709382578858785341419448955413429303007433190941"
        "81060791015625e-46",
        "7."
        "006492321624085354618647916449580656401309709382578858785341419448955413429303007433190941"
        "81060791015626e-46",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993.0000000000000000000000000000000000001",
        "9007199254740995",
        "16777217",
        "16777217.0000000000000000001",
        "16777219",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "10000000000000000000",
        "9223372036854775807.5",
        "4503599627370496.5",
        "4503599627370497.5",
        "8388608.5",
        "8388609.5",
        "0.500000029802322387695312500",
        "0.5000000298023223876953125000000000000000000000001",
        "1.00000005960464477539062500",
        "1.00000005960464477539062499999999999999999999999999999999999",
        "1.00000005960464477539062500000000000000000000000000000000001",
        "6.631236846766476e-316",
        "3.2378839133029012895883524125015321748630094e-319",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        expect_parse(texts[i], strlen(texts[i]));
    }
}

/* The text is slightly above a tie of binary32. Rounding to binary64 first would give the tie,
 * which rounds to even. */
TEST(reads_floats_without_rounding_twice) {
    const char *text = "1.000000178813934326171875000000001";
    float narrow;
    double wide;
    assert_true(gaiti_parse_f32(text, strlen(text), &narrow));
    assert_true(gaiti_parse_f64(text, strlen(text), &wide));
    assert_true(narrow == 0x1.000004p0f);
    text = "1.000000059604644775390625000000001";
    assert_true(gaiti_parse_f32(text, strlen(text), &narrow));
    assert_true(gaiti_parse_f64(text, strlen(text), &wide));
    assert_true(narrow == 0x1.000002p0f);
    assert_true((float)wide == 1);
}

enum { WHOLE_DIGITS = 310, DECIMALS = 1076, FIXED_SIZE = WHOLE_DIGITS + 1 + DECIMALS };

/* Prints the exact midpoint between a double and the next larger one, with 310 digits and 1076
 * decimals, as the mean of both texts. Returns its first significant character. */
static char *print_halfway(double value, char text[FIXED_SIZE + 3]) {
    static char above[FIXED_SIZE + 3];
    snprintf(text, FIXED_SIZE + 3, "%0*.*f", FIXED_SIZE, DECIMALS, value);
    snprintf(above, sizeof above, "%0*.*f", FIXED_SIZE, DECIMALS, next_up(value));
    int carry = 0;
    for (int i = FIXED_SIZE - 1; i >= 0; i--) {
        if (text[i] != '.') {
            int sum = text[i] - '0' + (above[i] - '0') + carry;
            text[i] = (char)('0' + sum % 10);
            carry = sum / 10;
        }
    }
    int rest = 0;
    for (int i = 0; i < FIXED_SIZE; i++) {
        if (text[i] != '.') {
            int digit = text[i] - '0' + 10 * rest;
            text[i] = (char)('0' + digit / 2);
            rest = digit % 2;
        }
    }
    assert_int_equal(carry, 0);
    assert_int_equal(rest, 0);
    char *first = text;
    while (*first == '0' && first[1] != '.') {
        first++;
    }
    return first;
}

static void expect_reads(const char *text, double right) {
    double value = 7;
    bool ok = gaiti_parse_f64(text, strlen(text), &value);
    if (!ok || gaiti_bits_of_f64(value) != gaiti_bits_of_f64(right)) {
        fail_msg("%.50s...: %a not %a", text, value, right);
    }
    assert_true(reference_reads_back(text, right, false));
}

/* Midpoints round to even. Texts slightly above or below them round to the nearer value. */
static void expect_halfway(double value) {
    static char text[FIXED_SIZE + 3];
    char *halfway = print_halfway(value, text);
    double even = gaiti_bits_of_f64(value) & 1 ? next_up(value) : value;
    expect_reads(halfway, even);

    strcat(halfway, "1");
    expect_reads(halfway, next_up(value));
    halfway[strlen(halfway) - 1] = 0;

    char *last = halfway + strlen(halfway) - 1;
    for (; *last == '0' || *last == '.'; last--) {
        if (*last == '0') {
            *last = '9';
        }
    }
    --*last;
    halfway += halfway[0] == '0' && halfway[1] != '.';
    expect_reads(halfway, value);
}

TEST(halfway_points_go_to_the_even_side) {
    static const double values[] = {0,
                                    5e-324,
                                    1.5e-323,
                                    2.2250738585072009e-308,
                                    2.2250738585072014e-308,
                                    1,
                                    0x1.fffffffffffffp0,
                                    0x1p53,
                                    1e22,
                                    1e23,
                                    8.98846567431158e307,
                                    0x1.ffffffffffffep1023};
    for (size_t i = 0; i < COUNT(values); i++) {
        expect_halfway(values[i]);
    }
    uint64_t random = 6;
    for (int i = 0; i < 300; i++) {
        double value = fabs(gaiti_f64_of_bits(reference_random(&random)));
        value = i % 3 == 0 ? gaiti_f64_of_bits(reference_random(&random) >> 12) : value;
        value = i % 3 == 1
                    ? ldexp(1 + (double)(reference_random(&random) >> 12) * 0x1p-52, i % 120 - 60)
                    : value;
        if (value < 0x1.ffffffffffffep1023) {
            expect_halfway(value);
        }
    }
}

/* 2^1024 - 2^970 is the midpoint above the largest double. Values from there on are out of
 * range. */
TEST(the_range_ends_at_a_halfway_point) {
    char text[] =
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497791";
    expect_reads(text, 0x1.fffffffffffffp1023);
    text[sizeof text - 2]++;
    double value;
    assert_false(gaiti_parse_f64(text, sizeof text - 1, &value));
    assert_true(isinf(strtod(text, NULL)));
}

/* Truncates midpoints at lengths around 19 digits, which fit into 64 bits, and around the
 * maximum number of significant digits. */
TEST(long_digit_strings_are_read_to_the_last_digit) {
    static char text[FIXED_SIZE + 3];
    uint64_t random = 7;
    for (int i = 0; i < 60; i++) {
        double value = gaiti_f64_of_bits(reference_random(&random) >> (i % 2 ? 12 : 2));
        char *halfway = print_halfway(value < 1e300 ? value : 1.5, text);
        size_t first = strspn(halfway, "0.");
        for (size_t digits = 15; digits < 830; digits += digits == 45 ? 700 : 1) {
            size_t size = first + digits + 1;
            if (size < strlen(halfway) && size > (size_t)(strchr(halfway, '.') - halfway) + 1) {
                char kept = halfway[size];
                halfway[size] = 0;
                expect_parse(halfway, size);
                halfway[size] = kept;
            }
        }
    }
}

TEST(hostile_lengths_take_linear_time) {
    size_t size = 8000000;
    char *text = malloc(size + 32);
    assert_non_null(text);
    double value;

    memset(text, '9', size);
    text[1] = '.';
    assert_true(gaiti_parse_f64(text, size, &value) && value == 10);

    /* A midpoint above 2^53: the last digit decides. */
    memset(text, '0', size);
    memcpy(text, "9007199254740993.", 17);
    assert_true(gaiti_parse_f64(text, size, &value) && value == 9007199254740992);
    text[size - 1] = '1';
    assert_true(gaiti_parse_f64(text, size, &value) && value == 9007199254740994);

    /* Many zeros on either side of the point, which the exponent compensates. */
    memset(text, '0', size);
    memcpy(text, "0.", 2);
    size_t all = size + (size_t)sprintf(text + size, "125e%zu", size);
    assert_true(gaiti_parse_f64(text, all, &value) && value == 12.5);
    memset(text, '0', size);
    text[0] = '5';
    all = size + (size_t)sprintf(text + size, "e-%zu", size);
    assert_true(gaiti_parse_f64(text, all, &value) && value == 0.5);
    free(text);
}
