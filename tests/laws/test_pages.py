#!/usr/bin/env python3
"""Pages for users: docs/README.md lists every page of docs/, docs/page.md quotes texts that the
page in the browser shows, README.md is short, and Russian pages have the sections, the commands and
the options of the English ones."""
import pathlib
import re
import sys

import law

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

INDEX, README = "docs/README.md", "README.md"
# Pages that grow with each feature, unless its description is put elsewhere.
MOST_LINES = {README: 150, "docs/architecture.md": 260}
# Texts of the interface, and the pages that quote them in *italics*.
INTERFACE = {"docs/page.md": "web/src/text/en.ts", "docs/ru/page.md": "web/src/text/ru.ts"}
# Pages without an English one that has the same sections.
ONLY_RUSSIAN = ("docs/ru/rules.md", "docs/ru/words.md")


def check_index(root):
    listed = {pathlib.PurePosixPath("docs", target.partition("#")[0])
              for _, target in markdown.links((root / INDEX).read_text(encoding="utf-8"))}
    pages = [*(root / "docs").glob("*.md"), *(root / "docs/ru").glob("*.md")]
    for page in sorted(path.relative_to(root).as_posix() for path in pages):
        if page != INDEX and pathlib.PurePosixPath(page) not in listed:
            yield f"{INDEX}: {page} is not listed"


def check_length(root):
    for page, most in MOST_LINES.items():
        path = root / page
        lines = path.read_text(encoding="utf-8").count("\n") if path.exists() else 0
        if lines > most:
            yield f"{page}: {lines} lines, at most {most} are allowed"


def check_interface(root, page, texts):
    shown = set(re.findall(r'"((?:[^"\\]|\\.)*)"', (root / texts).read_text(encoding="utf-8")))
    text = (root / page).read_text(encoding="utf-8")
    for line, content in markdown.lines_outside_fences(text):
        for label in re.findall(r"(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])", content):
            if label not in shown:
                yield f"{page}:{line}: {texts} has no text *{label}*"


def translations(root):
    """(English page, Russian page)"""
    found = [(README, "README.ru.md")] if (root / "README.ru.md").exists() else []
    for page in sorted((root / "docs/ru").glob("*.md")):
        name = page.relative_to(root).as_posix()
        if name not in ONLY_RUSSIAN:
            english = root / "docs" / page.name
            folder = "docs" if english.exists() else "docs/commands"
            found.append((f"{folder}/{page.name}", name))
    return found


def skeleton(text):
    """What both languages have: blocks of commands, levels of headings, indented commands,
    pictures, and the options in tables."""
    found = [f"```{language}\n" + "\n".join(content)
             for _, language, _, content in markdown.fences(text) if language in ("console", "sh")]
    for _, line in markdown.lines_outside_fences(text):
        heading = re.match(r"#+ ", line)
        picture = re.search(r"!\[", line)
        option = re.match(r"\| (`-[^|]*)\|", line)
        if heading or picture:
            found.append((heading or picture)[0].strip())
        elif option or line.startswith("    "):
            found.append(option[1].strip() if option else line)
    return found


def check_translation(root, english, russian):
    if not (root / english).exists():
        yield f"{russian}: there is no {english}"
        return
    texts = [(root / name).read_text(encoding="utf-8") for name in (english, russian)]
    expected, found = map(skeleton, texts)
    for one, other in zip(expected + [None], found + [None]):
        if one != other:
            yield f"{russian}: {other!r} is in the place of {one!r} in {english}"
            return


def check(root):
    problems = [*check_index(root), *check_length(root)]
    for page, texts in INTERFACE.items():
        if (root / page).exists():
            problems += check_interface(root, page, texts)
    for pair in translations(root):
        problems += check_translation(root, *pair)
    return problems


def self_test():
    page = "# A\n\n![a](b.png)\n\n    gait info\n\n| `-f` | {} |\n\n```console\n$ gait\n```\n"
    good = {README: page.format("x"), "README.ru.md": page.format("y"),
            INDEX: "[p](page.md#a) [r](ru/page.md)", "docs/page.md": "*Open* **bold**\n",
            "docs/ru/page.md": "*b c*\n", "web/src/text/en.ts": '"a": "Open"',
            "web/src/text/ru.ts": '"a": "b c"'}
    with law.tree(good) as root:
        law.expect(check(root))
    bad = {**good, README: page.format("x") + "\n" * 150, INDEX: "[p](page.md)",
           "docs/page.md": "*Open*\n*Clo*\n", "README.ru.md": page.replace("info", "list")}
    with law.tree(bad) as root:
        law.expect(check(root), "docs/ru/page.md is not listed", "at most 150", "no text *Clo*",
                   "'    gait list' is in the place of '    gait info'")
    with law.tree({**good, INDEX: good[INDEX] + "[x](ru/x.md)", "docs/ru/x.md": ""}) as root:
        law.expect(check(root), "there is no docs/commands/x.md")


if __name__ == "__main__":
    law.run(check, self_test)
