/* Tests reading objects of JSON by tables of their members. */
#include "base/json/json_members.h"
#include "test.h"

typedef struct inner {
    uint64_t value;
} inner;

typedef struct outer {
    uint64_t first, sum;
    inner in;
} outer;

static bool add_number(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t number = 0;
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, &number)) {
        return false;
    }
    *(uint64_t *)place += number;
    self->status = number == 99 ? GAIT_LIMIT : GAIT_OK;
    return true;
}

static bool count_refused(gaiti_json_parser *self, const gaiti_json_item *value,
                          const char *expected) {
    (void)value, (void)expected;
    ++*(int *)self->document;
    return false;
}

static const gaiti_json_member inner_members[] = {
    GAITI_JSON_VALUE("value", inner, value, add_number),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member outer_members[] = {
    GAITI_JSON_VALUE("first", outer, first, add_number),
    GAITI_JSON_LIST("sum", outer, sum, add_number),
    GAITI_JSON_OBJECT_IN("in", outer, in, inner_members),
    GAITI_JSON_OBJECT_IF("may", outer_members),
    GAITI_JSON_MEMBERS_END,
};

static outer read_outer(const char *text, int *refused, gait_status *status) {
    gaiti_json_parser parser = {
        .in = gaiti_json_reading(test_span(text)), .document = refused, .refuse = count_refused};
    gaiti_json_item top = gaiti_json_next(&parser.in);
    outer result = {0};
    *refused = 0;
    assert_true(gaiti_json_read_members(&parser, &top, outer_members, &result));
    *status = parser.status;
    if (parser.status == GAIT_OK) {
        assert_int_equal(gaiti_json_next(&parser.in).kind, GAITI_JSON_FINISHED);
    }
    return result;
}

static void members_are_stored_in_their_places(void **state) {
    int refused;
    gait_status status;
    (void)state;
    outer result =
        read_outer("{\"x\":[1,{}],\"first\":3,\"in\":{\"y\":{},\"value\":4},\"sum\":[1,[2]"
                   ",5],\"may\":{\"first\":2}}",
                   &refused, &status);
    assert_int_equal(result.first, 5);
    assert_int_equal(result.sum, 6);
    assert_int_equal(result.in.value, 4);
    assert_int_equal(refused, 0);
}

static void the_last_of_equal_lists_is_used(void **state) {
    int refused;
    gait_status status;
    (void)state;
    assert_int_equal(read_outer("{\"sum\":[7],\"sum\":[1,2]}", &refused, &status).sum, 3);
}

static void values_of_other_kinds_are_refused_or_skipped(void **state) {
    int refused;
    gait_status status;
    (void)state;
    outer result =
        read_outer("{\"first\":\"a\",\"sum\":{},\"in\":[1],\"may\":[2]}", &refused, &status);
    assert_int_equal(result.first + result.sum + result.in.value, 0);
    assert_int_equal(refused, 2);
}

static void nothing_is_read_after_an_error(void **state) {
    int refused;
    gait_status status;
    (void)state;
    outer result = read_outer("{\"sum\":[1,99,5],\"first\":3}", &refused, &status);
    assert_int_equal(status, GAIT_LIMIT);
    assert_int_equal(result.sum, 100);
    assert_int_equal(result.first, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_stored_in_their_places),
        cmocka_unit_test(the_last_of_equal_lists_is_used),
        cmocka_unit_test(values_of_other_kinds_are_refused_or_skipped),
        cmocka_unit_test(nothing_is_read_after_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
