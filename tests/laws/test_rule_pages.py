#!/usr/bin/env python3
"""Every section named by a rule, comment or link exists."""
import os
import re
import sys

import law

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

RULE = re.compile(r'^RULE\(\s*(\w+),\s*\w+,\s*\w+,\s*\w+,\s*"([^"]*)"', re.M)
# Folders with pages, besides the top and docs/.
FOLDERS = ("bindings", "bindings/npm", "bindings/python", "blender", "examples", "packaging",
           "samples", "tests", "tests/reference", "web")
MENTION = re.compile(r"\bdocs/[\w./-]+\.md(?:#[\w-]+)?")


class Pages:
    """Anchors of the pages of a tree, each read once."""

    def __init__(self, root):
        self.root = root
        self.known = {}

    def problem(self, path, anchor):
        """The problem with `path#anchor`; None if it exists."""
        if path not in self.known:
            file = self.root / path
            has_anchors = file.is_file() and file.suffix == ".md"
            self.known[path] = markdown.anchors(file.read_text()) if has_anchors else None
        if self.known[path] is None:
            return None if (self.root / path).exists() and not anchor else f"{path} is not there"
        if anchor and anchor not in self.known[path]:
            return f"{path} has no section #{anchor}"
        return None


def check_rules(root, pages):
    for rule, page in RULE.findall((root / "src/rules.def").read_text()):
        path, _, anchor = page.partition("#")
        problem = pages.problem(f"docs/formats/{path}", anchor)
        if problem or not anchor:
            yield f"src/rules.def: {rule}: {problem or page + ' names no section'}"


def check_sources(root, pages):
    for path in law.sources(root, "include", "src", "bindings", "tool",
                            endings=(".c", ".h", ".def")):
        for mention in MENTION.findall(path.read_text()):
            target, _, anchor = mention.partition("#")
            problem = pages.problem(target, anchor)
            if problem:
                yield f"{path.relative_to(root)}: {problem}"


def check_links(root, pages):
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md"),
                        *(path for folder in FOLDERS for path in (root / folder).glob("*.md"))]):
        for line, link in markdown.links(path.read_text()):
            target, _, anchor = link.partition("#")
            file = path.parent / target if target else path
            problem = pages.problem(os.path.relpath(file.resolve(), root.resolve()), anchor)
            if problem:
                yield f"{path.relative_to(root)}:{line}: {problem}"


def check(root):
    pages = Pages(root)
    return [*check_rules(root, pages), *check_sources(root, pages), *check_links(root, pages)]


def self_test():
    rule = 'RULE({}, NAME, ERROR, OK, "{}",\n     "summary", "detail", "advice")\n'
    page = "# A\n\n## The step\n\n```\n## code\n```\n\n## The step\n\n[up](b.md#c-1) `[no](x.md)`\n"
    good = {
        "src/rules.def": rule.format("AAA001", "a.md#the-step"),
        "src/a.c": "/* docs/formats/a.md#the-step-1 */\n",
        "docs/formats/a.md": page,
        "docs/formats/b.md": "# C: 1\n\n# C\n\n[web](https://a/b) [up](../formats)\n",
    }
    bad = {
        "src/rules.def": rule.format("AAA001", "a.md#code") + rule.format("AAA002", "a.md"),
        "include/gait/a.h": "/* docs/formats/c.md */\n",
        "docs/formats/a.md": page,
        "README.md": "[a](docs/formats/a.md#up)\n[b](#nothing)\n",
    }
    with law.tree(good) as root:
        law.expect(check(root))
    with law.tree(bad) as root:
        law.expect(check(root), "AAA001: docs/formats/a.md has no section #code",
                   "AAA002: a.md names no section", "a.h: docs/formats/c.md is not there",
                   "README.md:1: docs/formats/a.md has no section #up",
                   "README.md:2: README.md has no section #nothing",
                   "a.md:11: docs/formats/b.md is not there")


if __name__ == "__main__":
    law.run(check, self_test)
