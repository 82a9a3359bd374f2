#!/usr/bin/env python3
"""Names and addresses: every place agrees with packaging/publication.json, and before the first
release no document leads to downloads."""
import json
import re

import law
from test_text import files

PUBLICATION = "packaging/publication.json"
OWN = "tests/laws/test_publication.py"  # has wrong examples
RELEASED = ("README.md", "README.ru.md", "docs/install.md", "docs/ru/install.md",
            "bindings/README.md", "bindings/npm/README.md",
            "bindings/python/README.md", "blender/README.md", "web/README.md")
DOWNLOADS = re.compile(r"(?i)/releases\b|npm install @|pip install (?!--no-index \./)|"
                       r"download [^.]*\brelease\b")
VERSION = r"(?:\d+\.\d+\.\d+|VERSION|\{\}|\{\{\}\}|\*)"


def places(about):
    """[(pattern, what its group must be)]"""
    owner, address = about["owner"], about["repository"]
    name = address.rpartition("/")[2]
    publisher = about["winget"].partition(".")[0]
    scope = about["npm"].partition("/")[0].removeprefix("@")
    return [
        (rf"github\.com/([\w.-]+)/{name}\b(?![-/.]\w*action)", owner),
        (rf"--repo ([\w.-]+)/{name}\b", owner),
        (r"\b([\w.-]+)@users\.noreply\.github\.com", owner),
        (r"(https://github\.com/[\w.-]+)\n", address.rpartition("/")[0]),
        (rf"@([\w.-]+)/{name}(?=[\"'/` ])", scope),
        (rf"(?<![\w-])([a-z][\w-]*)-{name}-{VERSION}\.tgz", scope),
        (r"PackageIdentifier: (\S+)", about["winget"]),
        (r"manifests/g/(\w+)/Gait", publisher),
        (rf"\b(gait\w*)-{VERSION}-py3-none", about["python"].replace("-", "_")),
        (rf"twine upload (\w+)-{VERSION}", about["python"].replace("-", "_")),
    ]


def check(root):
    problems = []
    about = json.loads((root / PUBLICATION).read_text())
    for path in files(root):
        name = path.relative_to(root).as_posix()
        if name == OWN:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for pattern, expected in places(about):
            for found in re.finditer(pattern, text):
                if found[1] != expected:
                    line = text.count("\n", 0, found.start()) + 1
                    problems.append(f"{name}:{line}: {found[1]}, not {expected}")
        if not about["released"] and name in RELEASED:
            problems += [f"{name}: there is no release yet: {found[0]}"
                         for found in DOWNLOADS.finditer(text)]
    return problems


def self_test():
    about = {"released": None, "owner": "acme", "repository": "https://github.com/acme/gait",
             "npm": "@acme/gait", "python": "gait-a", "winget": "Acme.Gait"}
    right = {"README.md": "pip install --no-index ./gait_a-1.2.3.whl\n",
             "a.md": "https://github.com/acme/gait/x @acme/gait ./acme-gait-1.2.3.tgz "
                     "gait_a-VERSION-py3-none acme@users.noreply.github.com --repo acme/gait\n",
             "b.yaml": "PackageIdentifier: Acme.Gait\n", PUBLICATION: json.dumps(about)}
    with law.tree(right) as root:
        law.expect(check(root))
    wrong = {"README.md": "https://github.com/acme/gait/releases pip install gait\n",
             "a.md": right["a.md"].replace("acme", "other").replace("gait_a-", "gait-"),
             "b.yaml": "PackageIdentifier: Other.Gait\n", PUBLICATION: json.dumps(about)}
    with law.tree(wrong) as root:
        law.expect(check(root), "/releases", "pip install", *["a.md:1: other, not acme"] * 5,
                   "gait, not gait_a", "Other.Gait, not Acme.Gait")


if __name__ == "__main__":
    law.run(check, self_test)
