#!/usr/bin/env python3
"""Updates the lists of formats in schemas, the page, Python, Blender and tests.

    scripts/update_formats.py build/release/gait

The lists are made from `gait formats --json`: a format that has a row in the library is in all of
them. The order of a list stays; new entries come last. Afterwards make_bindings.py makes the types.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).parents[1]))
SCHEMA_LIST = r'"enum": \[\n(\s*"rtm",[^\]]*"bvh"[^\]]*?)\s*\]'


def named(formats, is_listed):
    return [each["name"] for each in formats if is_listed(each)]


def has_bones(each):
    """False for configs without skeletons."""
    return each["clips"] or each["skeleton"]


def all_formats(formats):
    return named(formats, lambda each: True)


def opened(formats):
    return named(formats, lambda each: each["open"])


def animations(formats):
    """Formats whose files are nothing but clips."""
    return named(formats, lambda each: each["open"] and each["clips"] and
                 not (each["skeleton"] and each["bank"]))


def of_one_clip(formats):
    return named(formats, lambda each: each["export"] and not each["bank"])


def written(formats):
    return named(formats, lambda each: each["export"] or each["write"] and has_bones(each))


def imported(formats):
    """What the add-on imports: not glTF, which Blender imports, and no configs."""
    return [name for name in written(formats) if name != "gltf"]


def exported(formats):
    """Formats of Blender's exports, which are chosen by the extension."""
    return named(formats, lambda each: each["export"] and each["name"] != "gltf" and
                 f".{each['name']}" in each["extensions"])


def extensions(formats, names):
    found = []
    for each in formats:
        if each["name"] in names(formats):
            found += [ext for ext in each["extensions"] if ext not in found]
    return found


def imported_extensions(formats):
    return extensions(formats, imported)


def opened_extensions(formats):
    return extensions(formats, lambda all_of_them: named(
        all_of_them, lambda each: each["open"] and has_bones(each)))


# (files, the list in them, an entry of the list, the entries; others that stay)
LISTS = [
    ("docs/schemas/*.schema.json", SCHEMA_LIST, r'"(\w+)"', all_formats, ("unknown",)),
    ("web/src/open/recognise.ts", r"const KNOWN: readonly Format\[\] = \[([^\]]*)\]", r'"(\w+)"',
     opened, ()),
    ("web/src/open/intake.ts", r"const ANIMATIONS: readonly Format\[\] = \[([^\]]*)\]",
     r'"(\w+)"', animations, ()),
    ("bindings/python/gait/_output.py", r"ONE_CLIP = \(([^)]*)\)", r'"(\w+)"', of_one_clip, ()),
    ("blender/gait/bank.py", r"FORMATS = \(([^)]*)\)", r'"(\w+)"', imported, ()),
    ("blender/gait/operators.py", r'EXTENSIONS = "([^"]*)"', r"(\.\w+)", imported_extensions, ()),
    ("blender/gait/operators.py", r'"Game animation \(([^)]*)\)"', r"(\.\w+)",
     imported_extensions, ()),
    ("blender/gait/write_operators.py", r"TARGETS = .* for name in \(([^)]*)\)", r'"(\w+)"',
     exported, ()),
    ("examples/check/pre-commit", r"^set -- (':\(icase\)(?:.|\n)*?)\ngit ",
     r"':\(icase\)\*(\.\w+)'", opened_extensions, ()),
    ("tests/platforms/same_bytes.py", r"WRITTEN = \(([^)]*)\)", r'"(\w+)"', written, ()),
]


def with_entries(text, entry, names, kept):
    """The text of a list with these names: the old ones in their order, then the new ones."""
    found = list(re.finditer(entry, text))
    old = [match.group(1) for match in found]
    new = [name for name in names if name not in old]
    for match in reversed(found):
        if match.group(1) not in (*names, *kept):
            text = text[:match.start()] + text[match.end():].lstrip(",; ")
    last = [match for match in re.finditer(entry, text) if match.group(1) not in kept][-1]
    before = list(re.finditer(entry, text))[0]
    second = list(re.finditer(entry, text))[1]
    separator = text[before.end():second.start()]
    for name in reversed(new):
        item = last.group().replace(last.group(1), name)
        text = text[:last.end()] + separator + item + text[last.end():]
    return text


def updated(root, formats):
    """{path: text} of the files whose lists differ, and the lists that were not found."""
    changed, missing = {}, []
    for pattern, place, entry, make, kept in LISTS:
        names, found = make(formats), False
        for path in sorted(root.glob(pattern)):
            name = path.relative_to(root).as_posix()
            old = changed.get(name, path.read_text(encoding="utf-8"))

            def replace(match):
                inside = with_entries(match.group(1), entry, names, kept)
                start = match.start(1) - match.start()
                return match.group()[:start] + inside + match.group()[start + len(match.group(1)):]

            new, count = re.subn(place, replace, old, flags=re.M)
            found = found or count > 0
            if new != old:
                changed[name] = new
        if not found:
            missing.append(f"{pattern}: the list is not found: {place}")
    return changed, missing


def read_formats(gait):
    out = subprocess.run([gait, "formats", "--json"], check=True, capture_output=True).stdout
    return json.loads(out)["formats"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    changed, missing = updated(ROOT, read_formats(sys.argv[1]))
    for name, text in changed.items():
        (ROOT / name).write_text(text, encoding="utf-8")
        print(name)
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
