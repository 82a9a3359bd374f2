#!/usr/bin/env python3
"""make_bindings.py [--check]: write what the bindings repeat of the library, or only compare it.

    bindings/flat.h    -> bindings/python/gait/_functions.py: the functions for ctypes
    docs/schemas/      -> bindings/npm/documents.d.ts and bindings/python/gait/documents.py: the
                          types of JSON documents
    include/, flat.h   -> packaging/debian/libgait0.1.symbols: the symbols of the shared library

--check lists the files that differ; exit code 1 if there are any. DOCUMENTS names the types: a
place in a schema that is equal to an earlier one has the type of that one.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FUNCTIONS = "bindings/python/gait/_functions.py"
TYPESCRIPT = "bindings/npm/documents.d.ts"
PYTHON = "bindings/python/gait/documents.py"
SYMBOLS = "packaging/debian/libgait0.1.symbols"
WIDTH = 100

# Each type: the schema, and the path in it, where "*" is an element of an array. Words first.
DOCUMENTS = {
    "Format": ("info", "files/*/format"),
    "Severity": ("rules", "rules/*/severity"),
    "Family": ("skeletons", "skeletons/*/family"),
    "Origin": ("skeleton", "bones/*/parent_origin"),
    "PlaybackFlag": ("list", "files/*/clips/*/playback/flags/*"),
    "MetadataField": ("roundtrip", "clips/*/metadata/*"),
    "MetadataSource": ("roundtrip", "metadata_conflicts/*/used"),
    "ConflictField": ("roundtrip", "metadata_conflicts/*/fields/*"),
    "Refusal": ("roundtrip", "refused"),
    "DifferenceSubject": ("diff", "files/*/differences/*/subject"),
    "DiffStatus": ("diff", "files/*/status"),
    "Named": ("check", "files/*/findings/*/clip"),
    "FileProblem": ("info", "files/*/error"),
    "FileInfo": ("info", "files/*"),
    "Playback": ("list", "files/*/clips/*/playback"),
    "ClipEvent": ("list", "files/*/clips/*/events/*"),
    "ListedClip": ("list", "files/*/clips/*"),
    "FileList": ("list", "files/*"),
    "Finding": ("check", "files/*/findings/*"),
    "Check": ("check", "files/*"),
    "ModUse": ("uses", "mods/*/missing/*"),
    "ModFile": ("uses", "mods/*/files/*"),
    "ModUses": ("uses", ""),
    "ModCheck": ("check", ""),
    "FileMap": ("map", ""),
    "Rules": ("rules", ""),
    "Formats": ("formats", ""),
    "Builtins": ("skeletons", ""),
    "Bone": ("skeleton", "bones/*"),
    "FileRef": ("roundtrip", "in"),
    "RoundtripReport": ("roundtrip", ""),
    "Difference": ("diff", "files/*/differences/*"),
    "ClipDiff": ("diff", "files/*/clips/*"),
    "ComparedFiles": ("diff", "files/*"),
    "OptimiseReport": ("optimise", "files/*/result"),
}


def without_references(node, definitions):
    """A copy of the node with definitions instead of references to "#/$defs/NAME". No definition
    may refer to itself."""
    if isinstance(node, list):
        return [without_references(one, definitions) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        node = definitions[node["$ref"].removeprefix("#/$defs/")]
    return {key: without_references(value, definitions) for key, value in node.items()}


def schema(name):
    document = json.loads((ROOT / f"docs/schemas/gait.{name}-1.schema.json").read_text("utf-8"))
    return without_references(document, document.pop("$defs", {}))


def without_null(node):
    """(the node without null, true if it can be null)"""
    for key in ("oneOf", "anyOf"):
        options = [one for one in node.get(key, ()) if one.get("type") != "null"]
        if len(options) == 1:
            texts = {"description": node["description"]} if "description" in node else {}
            return {**options[0], **texts}, True
    kinds = node.get("type")
    if isinstance(kinds, list) and "null" in kinds:
        rest = [kind for kind in kinds if kind != "null"]
        return {**node, "type": rest[0] if len(rest) == 1 else rest}, True
    if None in node.get("enum", ()):
        return {**node, "enum": [word for word in node["enum"] if word is not None]}, True
    return node, False


def place(document, path):
    node = document
    for part in filter(None, path.split("/")):
        node = without_null(node["items"] if part == "*" else node["properties"][part])[0]
    return node


# What types do not state: texts and limits of numbers.
UNTYPED = {"description", "title", "$schema", "$id", "minimum", "maximum", "exclusiveMinimum"}


def meaning(node):
    """The node as far as types state it, by which equal places are found."""
    if isinstance(node, dict):
        return {key: meaning(value) for key, value in node.items()
                if key not in UNTYPED}
    return [meaning(item) for item in node] if isinstance(node, list) else node


class Types:
    """The types by their meaning, in the order of DOCUMENTS."""

    def __init__(self):
        self.nodes = {}
        self.names = {}
        for name, (document, path) in DOCUMENTS.items():
            node = place(schema(document), path)
            self.nodes[name] = node
            self.names.setdefault(json.dumps(meaning(node), sort_keys=True), name)

    def name_of(self, node):
        """The name of a node without null; None = it has no name."""
        return self.names.get(json.dumps(meaning(node), sort_keys=True))


def is_tuple(node):
    """True for an array of a fixed, small number of elements."""
    return 0 < node.get("minItems", 0) == node.get("maxItems", -1) <= 4


# --- TypeScript -----------------------------------------------------------------------------------

class TypeScript:
    SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
              "null": "null", "object": "object"}

    def __init__(self, types):
        self.types = types

    def of(self, node, indent, own=None):
        node, is_nullable = without_null(node)
        return self.plain(node, indent, own) + " | null" * is_nullable

    def plain(self, node, indent, own):
        name = self.types.name_of(node)
        if name and name != own:
            return name
        if "const" in node:
            return json.dumps(node["const"])
        if "enum" in node:
            return " | ".join(json.dumps(word) for word in node["enum"])
        kind = node.get("type")
        if isinstance(kind, list):
            return " | ".join(dict.fromkeys(self.SIMPLE[one] for one in kind))
        if kind == "array":
            return self.array(node, indent)
        if kind == "object" and "properties" in node:
            return self.object(node, indent)
        return self.SIMPLE[kind] if kind else "unknown"

    def array(self, node, indent):
        item = self.of(node.get("items", {}), indent)
        if is_tuple(node):
            return f"[{', '.join([item] * node['minItems'])}]"
        is_union = " | " in item and not item.startswith(("[", "{"))
        return f"({item})[]" if is_union or item.endswith("null") else f"{item}[]"

    def object(self, node, indent):
        inner, lines = indent + "  ", ["{"]
        for key, value in node["properties"].items():
            if value.get("description"):
                lines += comment(value["description"], inner)
            optional = "" if key in node.get("required", ()) else "?"
            lines.append(f"{inner}{key}{optional}: {self.of(value, inner)};")
        return "\n".join([*lines, indent + "}"])

    def declaration(self, name, node):
        head = comment(node.get("description", ""), "")
        body = self.plain(node, "", name)
        if body.startswith("{"):
            return "\n".join([*head, f"export interface {name} {body}"])
        if "\n" not in body and len(f"export type {name} = {body};") > WIDTH:
            body = "".join(f"\n  | {word}" for word in body.split(" | "))
            return "\n".join([*head, f"export type {name} ={body};"])
        return "\n".join([*head, f"export type {name} = {body};"])

    def text(self):
        parts = [self.declaration(name, node) for name, node in self.types.nodes.items()]
        return ("// Made by scripts/make_bindings.py from docs/schemas.\n"
                "// null: does not apply, unless the comment says otherwise.\n\n"
                + "\n\n".join(parts) + "\n")


def comment(text, indent):
    if not text:
        return []
    if len(indent) + len(text) + 7 <= WIDTH:
        return [f"{indent}/** {text} */"]
    lines, line = [f"{indent}/**"], f"{indent} *"
    for word in text.split():
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = f"{indent} *"
        line += " " + word
    return [*lines, line, f"{indent} */"]


# --- Python ---------------------------------------------------------------------------------------

class Python:
    SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool",
              "null": "None", "object": "Dict[str, Any]"}

    def __init__(self, types):
        self.types = types
        self.parts = []

    def of(self, node, own):
        node, is_nullable = without_null(node)
        text = self.plain(node, own)
        return f"Optional[{text}]" if is_nullable else text

    def plain(self, node, own):
        name = self.types.name_of(node)
        if name and name != own:
            return name
        if "const" in node:
            return f"Literal[{quoted(node['const'])}]"
        if "enum" in node:
            return f"Literal[{', '.join(map(quoted, node['enum']))}]"
        kind = node.get("type")
        if isinstance(kind, list):
            words = dict.fromkeys(self.SIMPLE[one] for one in kind)
            return f"Union[{', '.join(words)}]" if len(words) > 1 else next(iter(words))
        if kind == "array":
            return f"List[{self.of(node.get('items', {}), own + 'Item')}]"
        if kind == "object" and "properties" in node:
            return self.object(node, own)
        return self.SIMPLE[kind] if kind else "Any"

    def object(self, node, own):
        required = node.get("required", ())
        fields = {key: self.of(value, own + camel(key))
                  for key, value in node["properties"].items()}
        groups = [[key for key in fields if key in required],
                  [key for key in fields if key not in required]]
        if not all(key.isidentifier() and key not in ("in", "from") for key in fields):
            lines = [f'{own} = TypedDict("{own}", {{']
            lines += [f"    {quoted(key)}: '{fields[key]}'," for key in fields]
            self.parts.append("\n".join([*lines, f"}}{', total=False' * bool(groups[1])})"]))
            return own
        base = "TypedDict"
        if groups[0] and groups[1]:
            self.parts.append(klass(f"_{own}", base, groups[0], fields))
            base, groups[0] = f"_{own}", groups[1]
        elif groups[1]:
            groups[0] = groups[1]
        total = ", total=False" * bool(groups[1])
        self.parts.append(klass(own, base + total, groups[0], fields))
        return own

    def text(self):
        for name, node in self.types.nodes.items():
            body = self.plain(node, name)
            if body != name:
                self.parts.append(wrapped(f"{name} = {body}"))
        return ('"""The types of the documents of this package, with the keys of docs/schemas.\n\n'
                'Made by scripts/make_bindings.py. None: does not apply.\n"""\n'
                "from __future__ import annotations\n\n"
                "from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\n"
                + "\n\n\n".join(self.parts) + "\n")


def quoted(value):
    return json.dumps(value)


def camel(key):
    return "".join(part.capitalize() for part in key.strip("$").split("_"))


def klass(name, base, keys, fields):
    return "\n".join([f"class {name}({base}):",
                      *(wrapped(f"    {key}: {fields[key]}") for key in keys)])


def wrapped(line):
    """A line of words, broken after commas."""
    if len(line) <= WIDTH:
        return line
    lead = " " * (len(line) - len(line.lstrip()) + 4)
    first, rest = line.split("[", 1)
    lines = [first + "["]
    for word in re.split(r"(?<=,) ", rest):
        if lines[-1].endswith("[") or len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(lead + word)
        else:
            lines[-1] += " " + word
    return "\n".join(lines)


# --- the flat interface ---------------------------------------------------------------------------

def flat_functions():
    """[(name without gait_flat_, type of the result, [(name, type) of each parameter])]"""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "bindings/flat.h").read_text("utf-8"), flags=re.S)
    found = []
    for result, name, parameters in re.findall(
            r"GAIT_FLAT\(gait_flat_\w+\)\s+([^;(]*?)\bgait_flat_(\w+)\(([^;]*?)\);", text):
        pairs = []
        for parameter in " ".join(parameters.split()).split(", "):
            if parameter != "void":
                kind, own = re.fullmatch(r"(.*?)(\w+)", parameter).groups()
                pairs.append((own.removesuffix("_s"), c_type(kind)))
        found.append((name, c_type(result), pairs))
    return found


def c_type(text):
    """How a type of the header is passed: texts, numbers by their name, all else by address."""
    text = text.strip()
    if "*" not in text:
        return text
    return "text" if text == "const char *" else "address"


def functions_text():
    lines = ['"""The functions of bindings/flat.h: the type of the result, then each parameter as',
             'NAME:TYPE. Bytes, blocks and arrays are addresses. Made by scripts/make_bindings.py.',
             '"""', "", "FUNCTIONS = {"]
    for name, result, pairs in flat_functions():
        words = [result, *(f"{own}:{kind}" for own, kind in pairs)]
        line = f'    "{name}": "'
        while words:
            if len(line) + len(words[0]) + 4 > WIDTH and not line.endswith('"'):
                lines.append(line.rstrip() + ' "')
                line = ' ' * 8 + '"'
            line += words.pop(0) + " " * bool(words)
        lines.append(line + '",')
    return "\n".join([*lines, "}", ""])


def symbols_text():
    names = {f"gait_flat_{name}" for name, _, _ in flat_functions()}
    for header in (ROOT / "include/gait").glob("*.h"):
        text = header.read_text("utf-8")
        names |= set(re.findall(r"^GAIT_API [^;{]*?\b(gait_\w+)\(", text, re.M))
    head = (ROOT / SYMBOLS).read_text("utf-8").split("\n")[:2]
    version = re.search(r'GAIT_VERSION_TEXT "([^"]*)"',
                        (ROOT / "include/gait/base.h").read_text("utf-8"))[1]
    return "\n".join([*head, *(f" {name}@Base {version}" for name in sorted(names)), ""])


def main(is_check):
    types = Types()
    texts = {FUNCTIONS: functions_text(), TYPESCRIPT: TypeScript(types).text(),
             PYTHON: Python(types).text(), SYMBOLS: symbols_text()}
    stale = [name for name, text in texts.items()
             if not (ROOT / name).is_file() or (ROOT / name).read_text("utf-8") != text]
    for name in stale:
        if is_check:
            print(f"{name} differs: run scripts/make_bindings.py")
        else:
            (ROOT / name).write_text(texts[name], encoding="utf-8")
            print(f"wrote {name}")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(len(sys.argv) == 2))
