#include "base/sort.h"
#include "difference/difference_state.h"

#include <stdlib.h>

#include "test.h"

enum { MANY = 400 };

static void begin(gaiti_difference_job *job) {
    *job = (gaiti_difference_job){0};
    gaiti_arena_init(&job->work, NULL, 0);
}

/* Matches names, which are single words separated by spaces. */
static gaiti_difference_lists match(gaiti_difference_job *job, const char *first,
                                    const char *second) {
    const char *const texts[2] = {first, second};
    gaiti_difference_lists lists = {0};
    for (int s = 0; s < 2; s++) {
        gait_span *names = gaiti_difference_new_names(job, MANY);
        for (const char *at = texts[s]; *at; at += strspn(at, " ")) {
            size_t size = strcspn(at, " ");
            names[lists.count[s]++] = (gait_span){(const uint8_t *)at, size};
            at += size;
        }
        lists.names[s] = names;
    }
    assert_true(gaiti_difference_match(job, &lists));
    return lists;
}

TEST(names_are_matched) {
    gaiti_difference_job job;
    begin(&job);
    gaiti_difference_lists lists =
        match(&job, "walk run walk idle Jump", "RUN idle walk x jump walk");
    static const int32_t expected[] = {2, 0, 5, 1, 4};
    assert_memory_equal(lists.match[0], expected, sizeof expected);
    assert_int_equal(lists.match[1][3], -1);
    /* An exact match comes before one in another case. */
    lists = match(&job, "A a", "a A b");
    assert_int_equal(lists.match[0][0], 1);
    assert_int_equal(lists.match[0][1], 0);
    lists = match(&job, "", "a");
    assert_int_equal(lists.match[1][0], -1);
    gaiti_arena_free(&job.work);
}

TEST(moved_items_are_as_few_as_possible) {
    static const struct {
        const char *first, *second, *moved;
    } rows[] = {
        {"a b c d", "a b c d", "0000"}, {"a b c d", "d a b c", "0001"},
        {"a b c d", "b c d a", "1000"}, {"a b c d", "x b c y a z", "1000"},
        {"a b c", "c b a", "110"},      {"a b", "c d", "00"},
    };
    gaiti_difference_job job;
    begin(&job);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gaiti_difference_lists lists = match(&job, rows[i].first, rows[i].second);
        uint32_t count = gaiti_difference_find_moved(&job, &lists), expected = 0;
        for (uint32_t j = 0; j < lists.count[0]; j++) {
            assert_int_equal(lists.is_moved[j], rows[i].moved[j] == '1');
            expected += rows[i].moved[j] == '1';
        }
        assert_int_equal(count, expected);
    }
    gaiti_arena_free(&job.work);
}

static bool is_before(const void *user, uint32_t a, uint32_t b) {
    const uint32_t *values = user;
    return values[a] < values[b];
}

TEST(sorting_is_stable) {
    uint32_t values[MANY] = {0}, order[MANY], work[MANY], seed = 7;
    for (uint32_t count = 0; count < MANY; count = count * 3 / 2 + 1) {
        for (uint32_t i = 0; i < count; i++) {
            seed = seed * 1664525 + 1013904223;
            values[i] = seed >> 28;
            order[i] = i;
        }
        gaiti_sort(order, count, is_before, values, work);
        for (uint32_t i = 1; i < count; i++) {
            uint32_t a = order[i - 1], b = order[i];
            assert_true(values[a] < values[b] || (values[a] == values[b] && a < b));
        }
    }
}
