#!/usr/bin/env python3
"""Doxygen makes the reference of the library (`make docs`) without a warning.

So every public function, structure, enumeration, type and macro has a comment.
"""
import os
import pathlib
import sys
import tempfile

import law

ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts"
FILTER = SCRIPTS / "doxygen_filter.py"

HEADER = """/* Gait - a: things. */
#ifndef GAIT_A_H
#define GAIT_A_H

#define GAIT_ONE 1 /* of omf.md#one */

/* --- things ---- */

/* A thing, <name> or 50 %. */
typedef struct gait_thing {
    const char *name, *value; /* UTF-8,
                                 "" = none */
    int count;
    /* More
     * of it. */
    int more;
} gait_thing;

/* Kinds. */
typedef enum gait_kind {
    /* Of things. */
    GAIT_KIND_ONE = 0, /* `*one` */
    GAIT_KIND_TWO
} gait_kind;

/* Counts.
 *
 * NULL is 0. */
int gait_count(const gait_thing *thing,
               gait_kind kind);
int gait_more(const gait_thing *thing);
#endif
"""
BAD = """
int gait_bad(void);

struct gait_worse {
    int a;
};

enum { GAIT_A };

/* See #nothing. */
int gait_fine(void);
#endif
"""
NONE = "/**< \N{ZERO WIDTH JOINER} */"
FILTERED = f"""/** @module{{gait_a,gait/a.h,gait}} A: things. @{{ */
#ifndef GAIT_A_H
#define GAIT_A_H

#define GAIT_ONE 1 /**< of omf.md\\#one */

/** @section_of_module{{Things}} */

/** A thing, &lt;name&gt; or 50 \\%. */
typedef struct gait_thing {{
    const char *name; /**< UTF-8, "" = none */ const char *value; /**< UTF-8, "" = none */

    int count; {NONE}
/** More
 * of it. */
    int more;
}} gait_thing;

/** Kinds. */
typedef enum gait_kind {{
    /* Of things. */
    GAIT_KIND_ONE = 0, /**< `*one` */
    GAIT_KIND_TWO
}} gait_kind;

/** Counts.
 *
 * NULL is 0. */
int gait_count(const gait_thing *thing,
               gait_kind kind);
/** Counts. <p> NULL is 0. */ int gait_more(const gait_thing *thing);
#endif
/** @}} */
/** @}} */
"""
# Links lead from build/docs/.
PAGE = "# A b\n[c](../d.md) [e](#a-b)\n```\n# [f](g)\n```\n![h](i.svg)\n"
FILTERED_PAGE = """# A b {#a-b}
<a href="../../d.md">c</a> [e](#a-b)
```
# [f](g)
```
<img src="../../docs/i.svg" alt="h">
"""
TREE = {
    "docs/Doxyfile": (ROOT / "docs" / "Doxyfile").read_text(),
    "docs/api.md": "# The library\n[more](more.md) and gait_count()\n",
    "include/gait/base.h": '/* Gait - base. */\n#define GAIT_VERSION_TEXT "1" /* x */\n',
    "include/gait/gait.h": '/* Gait - core. */\n#include "gait/a.h"\n#include "gait/base.h"\n',
    "include/gait/expert.h": '/* Gait - expert. */\n#include "gait/gait.h"\n',
    "include/gait/a.h": HEADER,
}


def run_doxygen(root):
    with tempfile.TemporaryDirectory() as folder:
        return law.run_quietly([SCRIPTS / "make_docs.sh", folder],
                               env={**os.environ, "GAIT_SOURCE": str(root)})


def check(root):
    output, code = run_doxygen(root)
    return output.splitlines() or [f"make_docs.sh exits with {code}"] * (code != 0)


def expect_filtered(root, name, expected):
    output = law.run_or_exit([sys.executable, FILTER, name], cwd=root)
    if output != expected:
        sys.exit(f"{name} becomes\n{output}")


def self_test():
    with law.tree({**TREE, "docs/page.md": PAGE}) as root:
        expect_filtered(root, "include/gait/a.h", FILTERED)
        expect_filtered(root, "docs/page.md", FILTERED_PAGE)
        if run_doxygen(root)[1] == 77:
            sys.exit(77)
        law.expect(check(root))
    with law.tree({**TREE, "include/gait/a.h": HEADER.replace("#endif\n", BAD)}) as root:
        law.expect(sorted(check(root)), "a.h:33: error: Member gait_bad", "a.h:35: error: Compound",
                   "a.h:39: error: Found unknown command")


if __name__ == "__main__":
    law.run(check, self_test)
