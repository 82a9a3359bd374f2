/* Edit distances of names. */
#include <string.h>

#include "base/text/similar.h"
#include "base/text/text.h"

enum { SIMILAR_MAX_LETTERS = 64 };

static uint32_t similar_letters(const char *name) {
    size_t length = strlen(name);
    return length < SIMILAR_MAX_LETTERS ? (uint32_t)length : SIMILAR_MAX_LETTERS;
}

static bool similar_is_same(char a, char b) {
    return gaiti_ascii_lower((uint8_t)a) == gaiti_ascii_lower((uint8_t)b);
}

/* A lower bound of the edit distance, which is much faster: a letter that is inserted, removed or
 * replaced changes at most two of the numbers of each letter, by one. */
static uint32_t similar_least_distance(const char *a, uint32_t a_length, const char *b,
                                       uint32_t b_length) {
    enum { KINDS = 32 }; /* different letters may be of one kind */
    int32_t counts[KINDS] = {0};
    uint32_t differences = 0;
    for (uint32_t i = 0; i < a_length; i++) {
        counts[gaiti_ascii_lower((uint8_t)a[i]) % KINDS]++;
    }
    for (uint32_t i = 0; i < b_length; i++) {
        counts[gaiti_ascii_lower((uint8_t)b[i]) % KINDS]--;
    }
    for (int k = 0; k < KINDS; k++) {
        differences += (uint32_t)(counts[k] < 0 ? -counts[k] : counts[k]);
    }
    return (differences + 1) / 2;
}

/* The edit distance of the first 64 bytes of both names. */
static uint32_t similar_edit_distance(const char *a, const char *b) {
    uint32_t rows[3][SIMILAR_MAX_LETTERS + 1]; /* row i is rows[i % 3] */
    uint32_t a_length = similar_letters(a);
    uint32_t b_length = similar_letters(b);
    for (uint32_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_length; i++) {
        const uint32_t *above = rows[(i - 1) % 3];
        uint32_t *row = rows[i % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t gap = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;
            uint32_t other = above[j - 1] + !similar_is_same(a[i - 1], b[j - 1]);
            if (i > 1 && j > 1 && similar_is_same(a[i - 1], b[j - 2]) &&
                similar_is_same(a[i - 2], b[j - 1])) {
                uint32_t swapped = rows[(i - 2) % 3][j - 2] + 1;
                other = swapped < other ? swapped : other;
            }
            row[j] = gap < other ? gap : other;
        }
    }
    return rows[a_length % 3][b_length];
}

uint32_t gaiti_name_distance_limit(const char *name) {
    return similar_letters(name) / 3 + 1;
}

bool gaiti_name_is_nearer(const char *name, const char *other, uint32_t *nearest) {
    uint32_t a = similar_letters(name), b = similar_letters(other);
    /* The difference in length is a lower bound of the distance, too. */
    if ((a > b ? a - b : b - a) >= *nearest ||
        similar_least_distance(name, a, other, b) >= *nearest) {
        return false;
    }
    uint32_t distance = similar_edit_distance(name, other);
    bool is_nearer = distance < *nearest;
    *nearest = is_nearer ? distance : *nearest;
    return is_nearer;
}
