#!/usr/bin/env python3
"""Words and white space: no open tasks, no machine-specific paths, clean lines. C sources of the
product begin with a comment that says what the file is for."""
import re
import subprocess

import law

# Split so that this file does not contain them.
WORDS = [re.compile(pattern) for pattern in (
    r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b",
    r"(?i)not (yet )?implement" r"ed|unimplement" r"ed",
    r"(?:^|[^A-Za-z0-9_.~])/(?:wor" r"k|far" r"m|roo" r"t|hom" r"e/\w+)/",
    r"/tmp/ga" r"it\b",
    r"registry\.npm" r"js|deb\.deb" r"ian\.org|py" r"pi\.org|cra" r"tes\.io|npm" r"js\.com",
)]
LINE_LENGTH = {".c": 100, ".h": 100, ".cpp": 100, ".def": 0, ".py": 100, ".sh": 100, ".cmake": 100}
MARKDOWN_LENGTH = 120  # not of tables and code
TIDY = {*LINE_LENGTH, ".md", ".txt", ".json", ".yml", ".mjs"}
COMMENTED = re.compile(r"(?:bindings|include|src|tool)/.*\.[ch]$")
DATA = ("samples/",)  # format dumps may contain anything


def files(root):
    """Files that git tracks or would add; without git, all except build folders."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True)
    if listing.returncode == 0:
        names = set(listing.stdout.splitlines())
    else:
        names = {p.relative_to(root).as_posix() for p in root.rglob("*")}
        names = {n for n in names if not re.match(r"(build|node_modules|\.git)\b", n)}
    return [root / name for name in sorted(names) if (root / name).is_file()]


def check_line(line, suffix, tidy):
    for pattern in WORDS:
        found = pattern.search(line)
        if found:
            yield f"says {found.group().strip()}"
    if tidy:
        if line != line.rstrip():
            yield "ends in white space"
        if "\t" in line and suffix in (".c", ".h", ".cpp", ".py"):
            yield "holds a tab"
        if LINE_LENGTH.get(suffix) and len(line) > LINE_LENGTH[suffix]:
            yield f"has {len(line)} columns"


def long_prose(lines):
    """(number, length) of long lines of Markdown outside of tables and fenced code."""
    is_code = False
    for number, line in enumerate(lines, 1):
        is_code ^= line.lstrip().startswith("```")
        if not is_code and not line.startswith("|") and len(line) > MARKDOWN_LENGTH:
            yield number, len(line)


def check_file(path, place):
    data = path.read_bytes()
    if b"\0" in data:
        return
    is_data = place.startswith(DATA) and path.suffix not in (".c", ".h", ".py")
    tidy = path.suffix in TIDY and not is_data
    text = data.decode("utf-8", errors="replace")
    if tidy and text and not text.endswith("\n"):
        yield f"{place}: no line end at the end"
    for number, line in enumerate(text.split("\n"), 1):
        for problem in check_line(line, path.suffix, tidy):
            yield f"{place}:{number}: {problem}"
    if COMMENTED.match(place) and not text.startswith("/*"):
        yield f"{place}: does not begin with a comment that says what the file is for"
    if path.suffix == ".md":
        for number, length in long_prose(text.split("\n")):
            yield f"{place}:{number}: has {length} columns"


def check(root):
    return [problem for path in files(root)
            for problem in check_file(path, path.relative_to(root).as_posix())]


def self_test():
    long = "x" * 121 + "\n"
    good = {"a.c": "/* fine */\n", "src/a.c": "/* Things. */\n", "samples/a.cfg": "tab\t \r\n",
            "a.md": f"|{long}\n```text\n{long}```\n"}
    with law.tree(good) as root:
        law.expect(check(root))
    bad = {
        "a.c": "/* TO" "DO */\nint a; \n\tint b;\n" + "x" * 101,
        "b.md": "see /{0}/main/b and ../{0}/b\n".format("wor" "k") + long,
        "c.json": '"https://registry.npm' 'js.org/x"\n',
        "samples/d.cfg": "FIX" "ME",
        "tool/e.c": "int a;\n",
    }
    with law.tree(bad) as root:
        law.expect(check(root), "a.c: no line end", "a.c:1: says TO" "DO", "a.c:2: ends in",
                   "a.c:3: holds a tab", "a.c:4: has 101", "b.md:1: says /wor" "k/",
                   "b.md:2: has 121",
                   "c.json:1: says registry", "d.cfg:1: says FIX" "ME",
                   "tool/e.c: does not begin")


if __name__ == "__main__":
    law.run(check, self_test)
