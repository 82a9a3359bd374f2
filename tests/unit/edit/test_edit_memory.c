/* Memory of edits: failing allocations, limits, and long scripts. */
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "edit_case.h"
#include "test.h"

/* A file, and a script with all edits that its format has. */
typedef struct memory_case {
    const char *path, *script;
    gait_span bytes;
} memory_case;

#define BANK_SCRIPT                                                                                \
    "# every edit\n"                                                                               \
    "duplicate --clip walk=a --clip walk=\"b c\" --clip a=d\n"                                     \
    "rename --clip walk=x_walk --part *=p_*\n"                                                     \
    "rename --clip a=w_1 --clip w*=*_w\n"                                                          \
    "rename --clip w_1=d --clip d=w_1\n"                                                           \
    "reorder --clip d --clip *c --before x_walk\n"                                                 \
    "reorder --sort\n"                                                                             \
    "set --speed *1.5 --power 3 --accrue 4 --falloff 5 --flags none,0x700\n"                       \
    "event --add left --at 0\n"                                                                    \
    "event --add left --at 0 --until 0\n"                                                          \
    "event --clip d --move left --at 0 --until 0.001\n"                                            \
    "event --rename l*=r*\n"                                                                       \
    "event --remove right --clip nothing*\n"                                                       \
    "event --remove r* --at 0 --clip d\n"                                                          \
    "remove --clip d --clip n*\n"

static const memory_case memory_cases[] = {
    {.path = "omf/ok/version_4.omf", .script = BANK_SCRIPT "rename --bone root=b_root\n"},
    {.path = "ogf/ok/motions_inside.ogf",
     .script = BANK_SCRIPT "refs --add a --add b/c --rename a=d --remove nothing --at 0\n"
                           "refs --rename a=e --remove b*\n"},
    {.path = "skl/ok/mark_line_feed.skls",
     .script = "duplicate --clip walk=a\nrename --clip *=x_* --bone *=b_*\nreorder --sort\n"
               "set --speed *2 --fps 25\nevent --add left --at 0 --until 1f\n"
               "event --add left --at 1f\nevent --move left --at 0 --to=+0.01\n"
               "event --rename left=right\nevent --remove right --at 1f\nremove --clip x_a\n"},
    {.path = "rtm/ok/properties.rtm",
     .script = "rename --bone *=b_*\nset --root-motion 1,2,3 --phases 0,0.5\n"
               "event --add a --at 0.5 --value b\nevent --move a --to 0.25 --value c\n"
               "event --rename *=x_*\nevent --remove x_a\n"},
    {.path = "bmtr/ok/key_stones.rtm",
     .script = "rename --bone *=b_*\nset --root-motion 1,2,3 --phases 0,0.5\n"
               "event --add a --at 0.5 --value b\nevent --move a --to 0.25 --value c\n"
               "event --rename *=x_*\nevent --remove x_a\n"},
};

enum { MEMORY_CASES = sizeof memory_cases / sizeof *memory_cases };

/* Edits the file; names may be missing. Nothing is written when it fails. */
static gait_status memory_edit(const gait_options *options, void *user) {
    const memory_case *it = user;
    gait_buffer out = {.allocator = options->allocator};
    gait_edit *edit;
    gait_status status = gait_edit_begin(it->bytes, it->path, options, &edit);
    if (status != GAIT_OK) {
        assert_null(edit);
        return status;
    }
    gait_edit_allow_missing(edit);
    status = gait_edit_script(edit, test_span(it->script));
    if (status != GAIT_OK) {
        assert_int_equal(gait_edit_write(edit, &out), GAIT_BAD_ARGUMENT);
    } else {
        status = gait_edit_write(edit, &out);
    }
    assert_int_equal(out.size > 0, status == GAIT_OK);
    gait_buffer_free(&out);
    gait_edit_free(edit);
    return status;
}

TEST(every_allocation_fails_once) {
    for (size_t i = 0; i < MEMORY_CASES; i++) {
        memory_case it = memory_cases[i];
        it.bytes = test_fixture_bytes(it.path);
        assert_in_range(test_every_failing_allocation(memory_edit, &it), 5, UINT32_MAX);
        free((void *)(uintptr_t)it.bytes.data);
    }
}

/* A script that fails appends nothing to a buffer. */
static gait_status memory_apply(const gait_options *options, void *user) {
    const memory_case *it = user;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status =
        edit_apply(it->bytes, it->path, test_span("rename --clip *=x_*"), options, &out, NULL);
    assert_int_equal(out.size > 0, status == GAIT_OK);
    gait_buffer_free(&out);
    return status;
}

TEST(every_allocation_of_apply_fails_once) {
    memory_case it = {.path = "samples/stalker.omf"};
    it.bytes = test_fixture_bytes(it.path);
    assert_in_range(test_every_failing_allocation(memory_apply, &it), 5, UINT32_MAX);
    free((void *)(uintptr_t)it.bytes.data);
}

/* With any limit, edits succeed or return GAIT_LIMIT. */
TEST(limits_are_kept) {
    for (size_t i = 0; i < MEMORY_CASES; i++) {
        memory_case it = memory_cases[i];
        uint32_t refused = 0, done = 0;
        it.bytes = test_fixture_bytes(it.path);
        for (uint64_t limit = 16; limit < 100000; limit += limit / 8) {
            test_allocator allocator = {0};
            gait_options options = test_allocator_options(&allocator);
            options.max_bytes = limit;
            gait_status status = memory_edit(&options, &it);
            assert_true(status == GAIT_OK || status == GAIT_LIMIT);
            assert_int_equal(allocator.live_blocks, 0);
            refused += status == GAIT_LIMIT;
            done += status == GAIT_OK;
        }
        assert_true(refused > 0 && done > 0);
        for (uint32_t allocations = 1; allocations < 6; allocations++) {
            test_allocator allocator = {0};
            gait_options options = test_allocator_options(&allocator);
            options.max_allocations = allocations;
            gait_status status = memory_edit(&options, &it);
            assert_true(status == GAIT_OK || status == GAIT_LIMIT);
            assert_int_equal(allocator.live_blocks, 0);
        }
        free((void *)(uintptr_t)it.bytes.data);
    }
}

/* The memory of a script depends on the sum of its edits and clips, not on their product. */
TEST(scripts_with_an_edit_per_clip_need_little_memory) {
    /* Before the name of the clip, and before a number. */
    static const char *const lines[][2] = {{"rename --clip m", "=n"},
                                           {"set --clip m", " --speed 5"},
                                           {"event --add a --at 0 --clip m", " #"},
                                           {"duplicate --clip m", "=n"}};
    enum { COUNT = 2000, LINE = 48 };
    gait_buffer bank = edit_many_clips(COUNT);
    char *script = calloc(COUNT, LINE);
    assert_non_null(script);
    for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
        gait_options options = {.max_bytes = 6 << 20};
        gait_edit *edit;
        size_t size = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            size += (size_t)snprintf(script + size, LINE, "%s%05u%s%05u\n", lines[l][0], i,
                                     lines[l][1], i);
        }
        assert_int_equal(gait_edit_begin((gait_span){bank.data, bank.size}, NULL, &options, &edit),
                         GAIT_OK);
        gait_status status = gait_edit_script(edit, (gait_span){(const uint8_t *)script, size});
        if (status != GAIT_OK) {
            fail_msg("%s: %s in line %u", lines[l][0], gait_status_name(status),
                     gait_edit_line(edit));
        }
        gait_edit_free(edit);
    }
    free(script);
    gait_buffer_free(&bank);
}
