#!/usr/bin/env python3
"""tests/unit/wrong/make_calls.py can call every public function with wrong arguments, and names
what is missing for one that it cannot call."""
import sys

import law

sys.path.insert(0, str(law.SOURCE / "tests/unit/wrong"))
import make_calls


def check(root, exceptions="tests/unit/wrong/exceptions.txt"):
    exceptions = make_calls.Exceptions(root / exceptions)
    headers = make_calls.Headers(root, exceptions.rows["internal"])
    return make_calls.make(headers, exceptions)[1]


def self_test():
    header = """GAIT_API gait_status gait_a(const gait_omf *omf, uint32_t thing); /* an index? */
GAIT_API gait_thing gait_b(const gait_omf *omf);
GAIT_API gait_status gait_c(gait_thing thing);
typedef struct gait_pair {
    gait_span name;
    uint32_t *count;
} gait_pair;
GAIT_API gait_pair gait_d(const gait_omf *omf);
// GAIT_API gait_thing gait_e(void);
"""
    problems = ("include/gait/a.h: gait_a(): thing is an index or a number: add",
                "include/gait/a.h: gait_b(): what is a gait_thing of a wrong call? Add",
                "include/gait/a.h: gait_c(): thing has no good argument: add")
    with law.tree({"include/gait/a.h": header, "none.txt": ""}) as root:
        law.expect(check(root, "none.txt"), *problems)
    rows = """# comment

.thing, gait_f.thing  count  7
gait_b, gait_c  skip
"""
    with law.tree({"include/gait/a.h": header, "rows.txt": rows}) as root:
        law.expect(check(root, "rows.txt"), "no header declares gait_f: remove its rows")
        exceptions = make_calls.Exceptions(root / "rows.txt")
        tests, _ = make_calls.make(make_calls.Headers(root, exceptions.rows["internal"]),
                                   exceptions)
    calls = list(tests)
    text = "\n".join(line for lines in tests.values() for line in lines)
    for wrong in ("gait_a(NULL, 0)", "gait_a(omf_0, 7)", "gait_a(omf_0, UINT32_MAX)",
                  "gait_pair y = gait_d(NULL); assert_int_equal(y.name.size, 0);"):
        if calls != ["gait_a", "gait_d"] or wrong not in text:
            raise SystemExit(f"the self-test failed: no {wrong} in\n{text}")


if __name__ == "__main__":
    law.run(check, self_test)
