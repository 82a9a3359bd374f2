#!/usr/bin/env python3
"""core.d.ts against the schemas: each type of a document has all keys and words of its schema."""
import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ROOT / "bindings/npm/core.d.ts"

# Each type, and the path of what it describes in its schema.
DOCUMENTS = {
    "FileInfo": ("info", "files/items"),
    "FileList": ("list", "files/items"),
    "Check": ("check", "files/items"),
    "FileMap": ("map", ""),
    "Rules": ("rules", ""),
    "Formats": ("formats", ""),
    "Builtins": ("skeletons", ""),
    "Bone": ("skeleton", "bones/items"),
    "RoundtripReport": ("roundtrip", ""),
    "FileDiff": ("diff", "files/items"),
    "OptimiseReport": ("optimise", "files/items/result"),
}
# What the command adds to a document of the library: files that cannot be compared.
ADDED = {"FileDiff": {"bad", "unsupported", "unreadable", "rule", "offset", "message"}}


def schema_at(name, path):
    node = json.loads((ROOT / f"docs/schemas/gait.{name}-1.schema.json").read_text())
    for part in filter(None, path.split("/")):
        node = node[part] if part == "items" else node["properties"][part]
    return node


def expected(node):
    """All keys and words of a schema."""
    if isinstance(node, list):
        return set().union(*map(expected, node))
    if not isinstance(node, dict):
        return set()
    found = set(node.get("properties", ())) | {
        word for word in [*node.get("enum", ()), node.get("const")] if isinstance(word, str)}
    return found.union(*(expected(value) for key, value in node.items()
                         if key not in ("enum", "const", "required")))


def declarations(text):
    """The text of each type and interface, without comments."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    parts = re.split(r"^export (?:type|interface|(?:abstract )?class) (\w+)", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def described(name, types, seen=None):
    """All keys and words of a type, and of those to which it refers."""
    seen = set() if seen is None else seen
    if name in seen or name not in types:
        return set()
    seen.add(name)
    text = types[name]
    found = set(re.findall(r'"([^"\n]*)"', text)) | set(re.findall(r"(\w+)\??:", text))
    others = re.findall(r"\b[A-Z]\w+", text)
    return found.union(*(described(other, types, seen) for other in others))


class Types(unittest.TestCase):
    def test_documents(self):
        types = declarations(TYPES.read_text())
        for name, (schema, path) in DOCUMENTS.items():
            missing = expected(schema_at(schema, path)) - described(name, types)
            self.assertEqual(missing - ADDED.get(name, set()), set(), name)

    def test_words_of_merge(self):
        """Those that the library accepts."""
        library = (ROOT / "bindings/flat_edits.c").read_text()
        text = TYPES.read_text()
        for key, array in (("equalNames", "names"), ("parts", "choices")):
            accepted = re.search(rf"\*const {array}\[\] = {{(.*?)}}", library, re.S).group(1)
            declared = re.search(rf"{key}\?: ([^;]*);", text).group(1)
            self.assertEqual(re.findall('"(.*?)"', declared), re.findall('"(.*?)"', accepted), key)

    def test_no_library_of_browsers(self):
        self.assertNotRegex(TYPES.read_text(), r'reference lib="dom')


if __name__ == "__main__":
    sys.exit(unittest.main())
