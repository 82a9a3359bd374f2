#!/usr/bin/env python3
"""check_records.py [--write SOURCE]: has anything that was recorded of the reference commit gone?

tests/reference/ holds what the commit in its file `commit` had: assertions.tsv, how many assertions
each test makes; rules.tsv, id, severity and status of each rule; symbols.txt, the public functions.
Renames since then are in names.tsv (identifiers; "-" for one that was removed) and tests.tsv
(tests), two columns each. --write makes the records from the sources of that commit.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECORDS = ROOT / "tests" / "reference"
C_ASSERTIONS = re.compile(r"\b(?:assert_\w+|fail_msg|REQUIRE)\(")
PYTHON_ASSERTIONS = re.compile(
    r"\bself\.(?:assert\w+|fails|works|has)\(|\blaw\.expect\(|^\s*assert\b", re.M)
RULE = re.compile(r"^RULE\((\w+), \w+, (\w+), (\w+),", re.M)
PUBLIC = re.compile(r"^GAIT_API [^;{]*?\b(gait_\w+)\(", re.M)


def test_name(path):
    """tests/unit/base/test_bytes.c is unit.base.bytes, as in tests/CMakeLists.txt."""
    plain = path.with_suffix("").as_posix().removeprefix("tests/")
    plain = re.sub(r"(^|/)(?:test|fuzz)_(?:slow_)?", r"\1", plain)
    return plain.replace("/", ".")


def assertions(root):
    """{test: how many assertions}; what tests share counts under its own name."""
    counts = {}
    for path in sorted([*(root / "tests").rglob("*"), *(root / "fuzz").glob("*.c")]):
        pattern = {".c": C_ASSERTIONS, ".py": PYTHON_ASSERTIONS}.get(path.suffix)
        found = len(pattern.findall(path.read_text(encoding="utf-8"))) if pattern else 0
        if found:
            counts[test_name(path.relative_to(root))] = found
    return counts


def written_assertions():
    """How many assertions the test has that tests/unit/wrong/make_calls.py writes."""
    sys.path.insert(0, str(ROOT / "tests" / "unit" / "wrong"))
    import make_calls
    exceptions = make_calls.Exceptions(make_calls.HERE / "exceptions.txt")
    headers = make_calls.Headers(ROOT, exceptions.rows["internal"])
    tests, _ = make_calls.make(headers, exceptions)
    return sum(len(C_ASSERTIONS.findall(line)) for lines in tests.values() for line in lines)


def rules(root):
    return {rule: (severity, status) for rule, severity, status in
            RULE.findall((root / "src" / "rules.def").read_text(encoding="utf-8"))}


def symbols(root):
    return sorted({name for path in (root / "include").rglob("*.h")
                   for name in PUBLIC.findall(path.read_text(encoding="utf-8"))})


def rows(name):
    path = RECORDS / name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [line.split("\t") for line in text.splitlines() if line]


def write(root):
    RECORDS.mkdir(exist_ok=True)
    (RECORDS / "assertions.tsv").write_text("".join(
        f"{test}\t{count}\n" for test, count in assertions(root).items()))
    (RECORDS / "rules.tsv").write_text("".join(
        f"{rule}\t{severity}\t{status}\n" for rule, (severity, status) in rules(root).items()))
    (RECORDS / "symbols.txt").write_text("".join(f"{name}\n" for name in symbols(root)))


def check():
    """(problems, how much was compared)."""
    tests, names = dict(rows("tests.tsv")), dict(row[:2] for row in rows("names.tsv"))
    counts, known, public = assertions(ROOT), rules(ROOT), set(symbols(ROOT))
    counts["unit.wrong.calls"] = written_assertions()
    problems = []
    for test, count in rows("assertions.tsv"):
        now = counts.get(tests.get(test, test), 0)
        if now < int(count):
            problems.append(f"{test}: {count} assertions at the reference commit, {now} now")
    for rule, severity, status in rows("rules.tsv"):
        if known.get(rule) != (severity, status):
            problems.append(f"{rule}: was {severity} {status}, is {known.get(rule, 'missing')}")
    for (name,) in rows("symbols.txt"):
        if names.get(name, name) not in public | {"-"}:
            problems.append(f"{name}: no longer public, and not in names.tsv")
    sizes = [len(rows(name)) for name in ("assertions.tsv", "rules.tsv", "symbols.txt")]
    return problems, "{} test files, {} rules, {} functions".format(*sizes)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--write":
        write(pathlib.Path(sys.argv[2]))
        sys.exit(0)
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    found, compared = check()
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{compared} compared, {len(found)} problems")
    sys.exit(1 if found or compared.startswith("0") else 0)
