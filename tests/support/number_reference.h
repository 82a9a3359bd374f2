/* Compares number formatting with that of the C library. The functions return NULL or a description
 * of the error. */
#ifndef TESTS_NUMBER_REFERENCE_H
#define TESTS_NUMBER_REFERENCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/number/number.h"

typedef struct reference_digits {
    char text[24]; /* significant digits without zeros at either end */
    int count;
    int exponent; /* power of ten of the first digit */
} reference_digits;

/* Parses numbers such as -d, d.d and d.de-n into digits and exponent. */
static inline reference_digits reference_parse_digits(const char *text) {
    reference_digits result = {{0}, 0, 0};
    int place = 0, kept = 0;
    bool after_point = false, started = false;
    for (text += *text == '-'; *text && *text != 'e'; text++) {
        if (*text == '.') {
            after_point = true;
            continue;
        }
        started |= *text != '0';
        place += !after_point && started;
        place -= after_point && !started;
        if (started && kept < 23) {
            result.text[kept++] = *text;
        }
    }
    while (kept > 0 && result.text[kept - 1] == '0') {
        result.text[--kept] = 0;
    }
    result.count = kept;
    result.exponent = place - 1 + (*text == 'e' ? atoi(text + 1) : 0);
    return result;
}

/* True when the text reads back as `wide`: as a float if `single`, else as a double. */
static inline bool reference_reads_back(const char *text, double wide, bool single) {
    if (single) {
        return gaiti_bits_of_f32(strtof(text, NULL)) == gaiti_bits_of_f32((float)wide);
    }
    return gaiti_bits_of_f64(strtod(text, NULL)) == gaiti_bits_of_f64(wide);
}

/* Checks that no shorter text reads back, and that no text of this length is nearer. */
static inline const char *reference_check_shortest(const char *text, double wide, bool single) {
    reference_digits ours = reference_parse_digits(text);
    char other[40];
    if (ours.count > 1) {
        snprintf(other, sizeof other, "%.*e", ours.count - 2, wide);
        if (reference_reads_back(other, wide, single)) {
            return "a shorter text reads back";
        }
    }
    if (ours.count == 0) {
        return wide == 0 ? NULL : "no digits";
    }
    snprintf(other, sizeof other, "%.*e", ours.count - 1, wide);
    reference_digits theirs = reference_parse_digits(other);
    if (reference_reads_back(other, wide, single) &&
        (strcmp(ours.text, theirs.text) != 0 || ours.exponent != theirs.exponent)) {
        return "not the nearest of its length";
    }
    return NULL;
}

static inline const char *reference_f64_round_trip(double value, char text[GAITI_NUMBER_MAX + 1]) {
    size_t size = gaiti_print_f64(text, value);
    text[size] = 0;
    double diff;
    if (size > 24) {
        return "too long";
    }
    if (!gaiti_parse_f64(text, size, &diff) ||
        gaiti_bits_of_f64(diff) != gaiti_bits_of_f64(value)) {
        return "our parser reads something else";
    }
    return reference_reads_back(text, value, false) ? NULL : "strtod reads something else";
}

static inline const char *reference_check_f64(double value) {
    char text[GAITI_NUMBER_MAX + 1];
    const char *wrong = reference_f64_round_trip(value, text);
    return wrong ? wrong : reference_check_shortest(text, value, false);
}

static inline const char *reference_check_f32(float value) {
    char text[GAITI_NUMBER_MAX + 1];
    size_t size = gaiti_print_f32(text, value);
    text[size] = 0;
    float diff;
    if (size > 16) {
        return "too long";
    }
    if (!gaiti_parse_f32(text, size, &diff) ||
        gaiti_bits_of_f32(diff) != gaiti_bits_of_f32(value)) {
        return "our parser reads something else";
    }
    if (!reference_reads_back(text, (double)value, true)) {
        return "strtof reads something else";
    }
    return reference_check_shortest(text, (double)value, true);
}

/* xorshift64*: the same sequence on all platforms. */
static inline uint64_t reference_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

#endif
