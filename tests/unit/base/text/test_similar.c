/* Tests edit distances of names. */
#include "base/text/similar.h"

#include <string.h>

#include "test.h"

/* The edit distance; 99 if the difference in length alone is larger. */
static uint32_t distance(const char *name, const char *other) {
    uint32_t nearest = 99;
    (void)gaiti_name_is_nearer(name, other, &nearest);
    return nearest;
}

TEST(distances_count_single_edits) {
    static const struct {
        const char *name, *other;
        uint32_t distance;
    } samples[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"frames", "frames", 0},
        {"frames", "FRAMES", 0},
        {"frames", "frame", 1},
        {"frames", "framess", 1},
        {"frames", "fromes", 1},
        {"frames", "framse", 1},
        {"name", "nmae", 1},
        {"name", "anme", 1},
        {"name", "time", 2},
        {"abcd", "badc", 2},
        {"abc", "cab", 2},
        {"kitten", "sitting", 3},
        {"ab", "ba", 1},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        assert_int_equal(distance(samples[i].name, samples[i].other), samples[i].distance);
        assert_int_equal(distance(samples[i].other, samples[i].name), samples[i].distance);
        uint32_t nearest = samples[i].distance; /* is not nearer than itself, but than one more */
        assert_false(gaiti_name_is_nearer(samples[i].name, samples[i].other, &nearest));
        nearest++;
        assert_true(gaiti_name_is_nearer(samples[i].name, samples[i].other, &nearest));
    }
}

TEST(only_nearer_names_replace_the_nearest) {
    uint32_t nearest = gaiti_name_distance_limit("frames");
    assert_int_equal(nearest, 3);
    assert_false(gaiti_name_is_nearer("frames", "tracks", &nearest));
    assert_false(gaiti_name_is_nearer("frames", "framerate", &nearest));
    assert_true(gaiti_name_is_nearer("frames", "framess", &nearest));
    assert_false(gaiti_name_is_nearer("frames", "frame", &nearest)); /* as near */
    assert_int_equal(nearest, 1);
}

TEST(long_names_are_compared_by_their_beginning) {
    char a[300], b[400];
    memset(a, 'a', sizeof a - 1);
    memset(b, 'a', sizeof b - 1);
    a[sizeof a - 1] = b[sizeof b - 1] = 0;
    a[64] = 'x';
    assert_int_equal(distance(a, b), 0);
    a[63] = 'x';
    assert_int_equal(distance(a, b), 1);
}
