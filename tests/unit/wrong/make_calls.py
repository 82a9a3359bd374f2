#!/usr/bin/env python3
"""make_calls.py OUT: writes a program that calls every public function with wrong arguments.

Functions and their parameters are read from include/gait; functions in src/ that check their
arguments too are listed in exceptions.txt. Each parameter has a good argument. Each
function is called with its good arguments, but for one wrong one: NULL, an index of the element
after the last, an enumerator that there is not, a span without bytes, a struct with one member that
is wrong. Each such call must fail as all functions of the library do: with GAIT_BAD_ARGUMENT, or
with an empty result; results that it returns through pointers are NULL. The last call has good
arguments only, and succeeds.

tables.py and exceptions.txt have what the headers do not say. A new function needs a row there only
if it differs.
"""
import collections
import pathlib
import re
import sys

import tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PREFIX = re.compile(r"^gaiti?_")
DECLARATION = re.compile(
    r"^(GAIT_API )?([a-z][^;(){}]*?)\b(gaiti?_\w+)\s*\(([^;{}]*)\)\s*;", re.M)
LIST = re.compile(r",\s*(?![^(]*\))")
NUMBERS = {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "int32_t", "size_t", "unsigned", "bool",
           "float", "double"}


class Unknown(Exception):
    """Something that neither the headers nor the tables say."""


def without_comments(text):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    return re.sub(r"^\s*#(?:\\\n|[^\n])*", "", text, flags=re.M)


class Exceptions:
    """The rows of exceptions.txt: {kind: {parameter: [value]}}."""

    def __init__(self, path):
        self.rows = collections.defaultdict(lambda: collections.defaultdict(list))
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                keys, kind, *values = re.split(r"  ", line, maxsplit=2)
                for key in keys.split(", "):
                    self.rows[kind][key] += values[0].split(" | ") if values else [True]

    def find(self, kind, *keys):
        """The values of the first key that has any."""
        return next((self.rows[kind][key] for key in keys if key in self.rows[kind]), [])

    def one(self, kind, *keys):
        return next(iter(self.find(kind, *keys)), None)

    def statuses(self, key):
        """(status, value) of every row about another status than GAIT_BAD_ARGUMENT."""
        return [(kind, value) for kind in self.rows if kind.isupper()
                for value in self.rows[kind].get(key, ())]

    def unknown(self, known):
        """Names that no header declares."""
        names = {re.split(r"[.*]", key)[0] for rows in self.rows.values() for key in rows}
        return sorted(name for name in names if name and name not in known)


class Parameter:
    def __init__(self, text):
        found = re.fullmatch(r"(.*?)\(?\*?(\w+)\)?((?:\[\w+\])*)", text.strip(), re.S)
        self.name, pointer = found.group(2), text.count("*")
        base = re.sub(r"\b(?:const|struct)\b|[\s*(]", "", found.group(1))
        self.base = base  # without const and pointers
        self.pointers = pointer + (1 if found.group(3) else 0)
        self.is_const = text.strip().startswith("const")


class Function:
    def __init__(self, header, returns, name, parameters):
        self.header, self.name = header, name
        self.returns = " ".join(returns.split())
        self.parameters = [Parameter(one) for one in LIST.split(parameters.strip())
                           if one.strip() != "void"]


class Headers:
    """The public functions, the internal functions of a list, and all structs and enums."""

    def __init__(self, root, internal):
        self.functions, self.members, self.beyond, self.includes = {}, {}, {}, []
        for path in sorted([*(root / "include/gait").glob("*.h"), *(root / "src").rglob("*.h")]):
            text = without_comments(path.read_text())
            found = [one for is_public, *one in DECLARATION.findall(text)
                     if is_public or one[1] in internal]
            if found:
                self.includes.append(path.relative_to(root / path.relative_to(root).parts[0]))
            self.read(path.relative_to(root), text, found)

    def read(self, header, text, declarations):
        for returns, name, parameters in declarations:
            self.functions[name] = Function(header, returns, name, parameters)
        for name, body in re.findall(r"typedef struct (gaiti?_\w+) \{(.*?)\n\} \1;", text, re.S):
            self.members[name] = [one for line in body.split(";") for one in self.members_of(line)]
        for name, body in re.findall(r"typedef enum (gaiti?_\w+) \{(.*?)\} \1;", text, re.S):
            last = re.findall(r"\b([A-Z]\w+)", re.sub(r"=[^,]*", "", body))[-1]
            self.beyond[name] = f"({name})({last}{'' if last.endswith('_COUNT') else ' + 1'})"

    @staticmethod
    def members_of(line):
        """(name, type without spaces) of what a line of a struct declares."""
        found = re.match(r"\s*((?:const |struct )*\w+[ *]*?(?:\*const )?)(?=\*?\w+\s*(?:[,:[]|$))",
                         line)
        if found:
            base = re.sub(r"\bstruct\b|\s", "", found.group(1))
            for one in line[found.end():].split(","):
                name = re.match(r"\s*(\**)(\w+)(\[)?", one)
                yield name.group(2), base + name.group(1) + (name.group(3) or "")


class Case:
    """The test of one function: its declarations, its calls, and what is freed after them."""

    def __init__(self, headers, exceptions, function):
        self.headers, self.exceptions, self.function = headers, exceptions, function
        subject = PREFIX.sub("", function.name).split("_")[0]
        self.path = exceptions.one("path", function.name) or tables.PATHS.get(subject, tables.PATH)
        self.lines, self.frees, self.made = [], [], {}
        self.good, self.outs, self.rooms = {}, [], {}

    def keys(self, parameter):
        """The keys of a parameter, from the one that is about least."""
        first = self.function.parameters[0].base
        return (f"{self.function.name}.{parameter.name}", f"{first}*.{parameter.name}",
                f".{parameter.name}", parameter.base)

    def says(self, kind, parameter):
        return self.exceptions.one(kind, *self.keys(parameter))

    # --- good arguments ---

    def fill(self, text, path):
        """Replaces <type> and <type@path> by objects that are made before."""
        def replaced(found):
            kind, _, other = found.group(1).partition("@")
            return f'wrong_skeleton_of("{other}")' if kind == "part" else self.make(kind,
                                                                                   other or path)
        path_text = '"{}"'.format(path.partition("#")[0])
        text = re.sub(r"<([\w@/.:#-]+)>", replaced, text)
        return text.replace("{bytes}", f"wrong_bytes({path_text})").replace("{path}", path_text)

    def make(self, kind, path):
        """The name of an object of this type, declared once per path."""
        if (kind, path) in self.made:
            return self.made[kind, path]
        if kind not in tables.OBJECTS:
            raise Unknown(f"how is a {kind} made? Add it to OBJECTS in tables.py")
        text, free = tables.OBJECTS[kind]
        return self.declare(kind, (kind, path), self.fill(text, path), free)

    def declare(self, kind, key, text, free):
        name = self.made[key] = f"{PREFIX.sub('', kind)}_{len(self.made)}"
        text = text.replace("{x}", name)
        if text.startswith("= "):
            self.lines.append(f"{kind} *{name} = ({kind} *)(uintptr_t){text[2:]};")
        elif text.startswith("struct "):
            self.lines.append(f"{kind} {name}_value = {text[7:]}, *{name} = &{name}_value;")
        else:
            self.lines += [f"{kind} *{name} = NULL;", f"assert_int_equal({text}, GAIT_OK);"]
        if free:
            self.frees.append(f"{free}({name});")
        return name

    def good_argument(self, parameter):
        given = self.says("good", parameter)
        if given:
            return self.fill(given, self.path)
        if parameter.pointers:
            return self.good_pointer(parameter)
        if parameter.base == "gait_span":
            return self.fill("{bytes}" if parameter.name == "bytes" else 'test_span("a")',
                             self.path)
        if parameter.base in self.headers.beyond:
            return f"({parameter.base})0"
        if parameter.base in NUMBERS:
            return "0"
        raise Unknown(f"{parameter.name} has no good argument: add a row of the kind good, or, if "
                      f"it is an object, how a {parameter.base} is made to OBJECTS in tables.py")

    def good_pointer(self, parameter):
        is_result = parameter.name.startswith("out") or parameter.base == "gait_draw_facts"
        if is_result and parameter.pointers == 2:
            const = "const " if parameter.is_const else ""
            self.lines.append(f"{const}{parameter.base} *{parameter.name} = NULL;")
            self.outs.append(parameter)
            return f"&{parameter.name}"
        if parameter.base == "gait_buffer":
            self.lines.append(f"gait_buffer {parameter.name} = {{0}};")
            self.frees.append(f"gait_buffer_free(&{parameter.name});")
            return f"&{parameter.name}"
        if parameter.base in tables.OBJECTS and parameter.pointers == 1 and not is_result:
            return self.make(parameter.base, self.path)
        if not is_result and (self.is_optional(parameter) or parameter.pointers > 1
                              or self.is_array(parameter)):
            return "NULL"
        if parameter.base == "char" and parameter.is_const:
            return '"a"'
        if parameter.is_const and parameter.base in self.headers.members:
            self.lines.append(f"const {parameter.base} good_{parameter.name} = "
                              f"{self.present_value(parameter)};")
            return f"&good_{parameter.name}"
        room = self.rooms[parameter.name] = len(self.rooms)
        return f"({parameter.base} *)wrong_room({room})"

    def relative(self, name):
        """The function of this name for the first parameter: gait_omf_NAME() for a gait_omf."""
        stem = PREFIX.sub("", self.function.parameters[0].base)
        functions = self.headers.functions
        return functions.get(f"gait_{stem}_{name}") or functions.get(f"gaiti_{stem}_{name}")

    def noun(self):
        """What a function of an object is about: a mark, for gait_omf_set_mark()."""
        stem = PREFIX.sub("", self.function.parameters[0].base)
        noun = PREFIX.sub("", self.function.name).removeprefix(stem + "_")
        return re.sub(r"^(?:set|insert|remove|add)_|_(?:at|name)$", "", noun)

    def present_value(self, parameter):
        """The value of an element, for the functions that set one."""
        getter = self.relative(f"{self.noun()}_at")
        if not getter or getter.returns != parameter.base:
            return "{0}"
        arguments = (self.good.get(one.name, "0") for one in getter.parameters)
        return f"{getter.name}({', '.join(arguments)})"

    def is_optional(self, parameter):
        return parameter.base.endswith("_options") or self.says("null", parameter)

    def is_array(self, parameter):
        at = self.function.parameters.index(parameter) + 1
        return at < len(self.function.parameters) and self.is_count(self.function.parameters[at])

    def is_count(self, parameter):
        """The number of elements of the parameter before it."""
        at = self.function.parameters.index(parameter)
        before = self.function.parameters[at - 1] if at else None
        is_number = not parameter.pointers and re.search(r"(?:^|_)(?:count|size)$", parameter.name)
        return (is_number and before and before.pointers and not before.name.startswith("out")
                and (before.base != "char" or before.pointers > 1))

    # --- wrong arguments ---

    def wrong_arguments(self, parameter, arguments):
        """Values, and (declaration, value)."""
        given = self.exceptions.find("wrong", *self.keys(parameter))
        yield from (self.fill(one, self.path) for one in given)
        if self.says("any", parameter):
            return
        if parameter.pointers:
            yield from self.wrong_pointers(parameter, arguments[parameter.name])
        elif parameter.base == "gait_span":
            yield "wrong_span"
        elif parameter.base in self.headers.beyond:
            yield from (self.headers.beyond[parameter.base], f"({parameter.base})-1")
        else:
            yield from self.wrong_numbers(parameter, arguments)

    def wrong_pointers(self, parameter, good):
        if self.is_array(parameter):
            yield "NULL, 1"
            if parameter.base == "uint32_t":
                yield "wrong_beyond, 1"
        elif not self.is_optional(parameter):
            yield "NULL"
        if parameter.is_const and parameter.pointers == 1 and not good.startswith("wrong_room"):
            start = f"*{good}" if good != "NULL" else f"({parameter.base}){{0}}"
            wrong = "&x, 1" if self.is_array(parameter) else "&x"
            for change in self.wrong_members(parameter.base):
                yield f"{parameter.base} x = {start}; {self.fill(change, self.path)}", wrong

    def wrong_members(self, base):
        """Assignments to `x`, each of which makes a struct wrong."""
        for name, kind in self.headers.members.get(base, ()):
            if self.exceptions.one("any", f"{base}.{name}"):
                continue
            if kind == "gait_span":
                yield f"x.{name} = wrong_span;"
            elif kind in self.headers.beyond:
                yield f"x.{name} = {self.headers.beyond[kind]};"
        yield from tables.MEMBERS.get(base, ())

    def wrong_numbers(self, parameter, arguments):
        if self.says("any", parameter) or self.says("number", parameter) or parameter.pointers:
            return []
        if parameter.base in ("float", "double"):
            return ["NAN"]
        if parameter.base != "uint32_t" or self.is_count(parameter):
            return []
        after = " + 1" if "_insert_" in self.function.name else ""
        return [f"{self.bound(parameter, arguments)}{after}", "UINT32_MAX"]

    def bound(self, parameter, arguments):
        """How many elements there are, of an index."""
        given = self.says("count", parameter)
        if given:
            return self.fill(given, self.path).format(**arguments)
        for name in (parameter.name, self.noun()):
            count = self.relative(f"{name}_count")
            if count:
                values = (arguments[one.name] for one in count.parameters)
                return f"{count.name}({', '.join(values)})"
        raise Unknown(f"{parameter.name} is an index or a number: add a row of the kind count, "
                      "which tells how many elements there are, or of the kind number")

    # --- calls ---

    def expectation(self, call):
        """The assertions about a call with a wrong argument."""
        returns = self.function.returns
        given = self.exceptions.one("then", self.function.name) or tables.RESULTS.get(returns)
        if given:
            return given.replace("{call}", call)
        if returns.endswith("*"):
            return f"assert_null({call});"
        checks = []
        for name, kind in self.headers.members.get(returns, ()):
            if kind == "gait_span":
                checks.append(f"assert_int_equal(y.{name}.size, 0);")
            elif kind in ("constchar*", "constuint8_t*"):
                checks.append(f"assert_null(y.{name});")
            elif kind in ("uint32_t", "uint64_t"):
                checks.append(f"assert_int_equal(y.{name}, 0);")
        if not checks:
            raise Unknown(f"what is a {returns} of a wrong call? Add a row of the kind then, or "
                          "the type to RESULTS in tables.py")
        return f"{returns} y = {call}; {' '.join(checks)}"

    def wrong_call(self, parameter, arguments, wrong, status=None):
        declaration, value = wrong if isinstance(wrong, tuple) else ("", wrong)
        values = dict(arguments, **{parameter.name: value})
        array = re.fullmatch(r"(.*), (\d+)", value)  # and its number of elements
        if array:
            at = self.function.parameters.index(parameter)
            values[parameter.name], values[self.function.parameters[at + 1].name] = array.groups()
        call = f"{self.function.name}({', '.join(values.values())})"
        check = f"assert_int_equal({call}, GAIT_{status});" if status else self.expectation(call)
        before, after = self.checks_of_results(values)
        return " ".join(["{", declaration, *before, check, *after, "}"])

    def checks_of_results(self, values):
        """What is done before and after a refused call."""
        before, after = [], []
        for out in (one for one in self.outs if values[one.name] == f"&{one.name}"):
            before.append(f"{out.name} = (void *)&wrong_place;")
            after.append(f"assert_null({out.name});")
        if self.function.returns == "gait_status":
            for name, room in self.rooms.items():
                if values[name] == self.good[name]:
                    key = (f"{self.function.name}.{name}", f".{name}")
                    before.append(f"wrong_fill({room});")
                    after.append(f"wrong_cleared({room});" if self.exceptions.one("cleared", *key)
                                 else f"wrong_kept({room});")
        after += [f"assert_int_equal({one.name}.size, 0);" for one in self.function.parameters
                  if one.base == "gait_buffer" and values[one.name] == f"&{one.name}"]
        return before, after

    def add_wrong_calls(self):
        for parameter in self.function.parameters:
            for wrong in self.wrong_arguments(parameter, self.good):
                self.lines.append(self.wrong_call(parameter, self.good, wrong))
            for status, value in self.exceptions.statuses(f"{self.function.name}.{parameter.name}"):
                value = self.fill(value, self.path)
                self.lines.append(self.wrong_call(parameter, self.good, value, status))

    def add_wrong_indices(self):
        """The calls with wrong indices again, on other objects of the type."""
        indices = [one for one in self.function.parameters
                   if one.base == "uint32_t" and self.wrong_numbers(one, self.good)]
        first = self.function.parameters[0] if indices else None
        if not first or first.pointers != 1 or self.exceptions.one("good", self.keys(first)[0]):
            return
        for other in tables.VARIANTS.get(first.base, ()):
            name = self.make(first.base, other) if "(" not in other else self.declare(
                first.base, other, other, tables.OBJECTS[first.base][1])
            arguments = dict(self.good, **{first.name: name})
            for parameter in indices:
                for wrong in self.wrong_numbers(parameter, arguments):
                    self.lines.append(self.wrong_call(parameter, arguments, wrong))

    def free_of(self, base):
        stem = PREFIX.sub("", base)
        return next(name for name in (f"gait_{stem}_free", f"gaiti_{stem}_free")
                    if name in self.headers.functions)

    def last_call(self):
        """The call that has only good arguments."""
        call = f"{self.function.name}({', '.join(self.good.values())})"
        status = self.exceptions.one("last", self.function.name) or "OK"
        if status == "none":
            return []
        if self.function.returns != "gait_status":
            return [f"(void){call};"]
        lines = [f"assert_int_equal({call}, GAIT_{status});"]
        for out in self.outs:
            if not out.is_const and status == "OK":
                free = tables.OBJECTS.get(out.base, (None, None))[1] or self.free_of(out.base)
                lines.append(f"{free}({out.name});")
        return lines

    def test(self):
        if self.function.name.endswith("_free"):
            return [f"{self.function.name}(NULL);"]
        for parameter in self.function.parameters:
            self.good[parameter.name] = self.good_argument(parameter)
        self.add_wrong_calls()
        self.add_wrong_indices()
        return [*self.lines, *self.last_call(), *reversed(self.frees)]


def known_names(headers):
    types = {one.base for function in headers.functions.values() for one in function.parameters}
    return {*types, *headers.functions, *headers.members, *headers.beyond}


def make(headers, exceptions):
    """The tests by function, and problems."""
    tests, problems = {}, [f"exceptions.txt: no header declares {name}: remove its rows"
                           for name in exceptions.unknown(known_names(headers))]
    for name, function in headers.functions.items():
        if not exceptions.one("skip", name):
            try:
                tests[name] = Case(headers, exceptions, function).test()
            except Unknown as unknown:
                problems.append(f"{function.header}: {name}(): {unknown}")
    return tests, problems


def write(headers, tests, out):
    with open(out, "w") as file:
        file.write("/* Written by tests/unit/wrong/make_calls.py. */\n#include <math.h>\n\n")
        file.write("".join(f'#include "{path}"\n' for path in headers.includes))
        file.write('#include "test.h"\n#include "wrong.h"\n')
        for name, lines in tests.items():
            body = "".join(f"    {line}\n" for line in lines)
            file.write(f"\nTEST_WITH(test_{name}, NULL, wrong_release) {{\n{body}}}\n")


def main():
    exceptions = Exceptions(HERE / "exceptions.txt")
    headers = Headers(ROOT, exceptions.rows["internal"])
    tests, problems = make(headers, exceptions)
    if problems:
        sys.exit("\n".join(problems) + "\nRows are in tests/unit/wrong/exceptions.txt.")
    write(headers, tests, sys.argv[1])


if __name__ == "__main__":
    main()
