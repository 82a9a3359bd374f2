#!/usr/bin/env python3
"""link_documents.py FOLDER: in the Markdown files of a package, replace the links to files that the
package does not contain by links to the repository.

FOLDER contains README.md and docs/, as the repository does. The other files of the repository are
at the address in publication.json.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.M | re.S)


def address(path, repository):
    """The address of a file or folder of the repository."""
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{repository}/{kind}/main/{path.as_posix()}"


def linked(text, page, folder, repository):
    """The text of a page of the folder with such links."""
    def replace(found):
        target, anchor = found.groups()
        if re.match(r"[a-z]+:", target) or (folder / page.parent / target).exists():
            return found[0]
        path = (ROOT / page.parent / target).resolve()
        if not path.exists():
            sys.exit(f"link_documents.py: {page}: there is no {target}")
        return f"]({address(path.relative_to(ROOT), repository)}{anchor})"

    parts = CODE.split(text)
    parts[::2] = [LINK.sub(replace, part) for part in parts[::2]]
    return "".join(parts)


def link(folder):
    repository = json.loads((ROOT / "packaging/publication.json").read_text())["repository"]
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        path.write_text(linked(text, path.relative_to(folder), folder, repository),
                        encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.partition(":")[0].join(("usage: ", "")))
    link(pathlib.Path(sys.argv[1]).resolve())
