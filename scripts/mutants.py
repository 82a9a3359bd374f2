#!/usr/bin/env python3
"""mutants.py [--ids 1,2,5-9] [--find] [BUILD_DIR]: do the tests still find seeded defects?

tests/reference/mutants.json lists defects: a function, a text in its body, and what replaces it.
Each is built alone, in a copy of the tracked files below BUILD_DIR (build/mutants), and at least
one of the tests that are listed with it must fail. Functions are found by name, wherever they are
now. Two optional files of two columns translate what was renamed since the list was made:

    tests/reference/names.tsv   identifiers, in functions and texts
    tests/reference/tests.tsv   tests

--find runs other tests instead of the listed ones and prints those that fail: the unit tests whose
name contains the first word of the file's name, and if these pass, all fast tests up to the first
failure.

Exit code 1: a mutant survived, was not found or was not built, or a test fails without a mutant.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "tests" / "reference"
JOBS = f"-j{os.cpu_count()}"
FAILED = re.compile(r"^\s+\d+ - (\S+) \(", re.M)  # in the list at the end of ctest's output


class Skipped(Exception):
    """The mutant cannot be tried."""


def run(*command, **options):
    """(succeeded, output)"""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode == 0, done.stdout


def translation(name):
    """{old name: new name}, empty when there is no such file."""
    path = REFERENCE / name
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("\t")[:2] for line in lines if "\t" in line)


def translate(text, names):
    return re.sub(r"\b[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]), text)


def copy_files(source):
    """Copies the tracked files of the working tree to `source`. Equal files are left alone, so that
    nothing is built again for them. Returns the C files that may be mutated."""
    listing = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE,
                             text=True, check=True).stdout
    tracked = {name for name in listing.split("\0") if name and (ROOT / name).is_file()}
    for path in [path for path in source.rglob("*") if not path.is_dir()]:
        if path.relative_to(source).as_posix() not in tracked:
            path.unlink()
    for name in tracked:
        path, content = source / name, (ROOT / name).read_bytes()
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        path.chmod((ROOT / name).stat().st_mode)
    return [source / name for name in sorted(tracked)
            if name.endswith((".c", ".h")) and not name.startswith("tests/")]


def real_files(name):
    """The same folder that a build of the project itself uses."""
    variable = f"GAIT_{name.upper()}"
    return f"-D{variable}={os.environ.get(variable, ROOT.parent / 'shared' / name)}"


class Build:
    """The build of the copy, and its tests by name."""

    def __init__(self, source, folder):
        self.folder = folder
        done, output = run("cmake", "--preset", "release", "-S", source, "-B", folder,
                           *map(real_files, ("corpus", "facts")), cwd=source)
        if not done:
            sys.exit(output)
        listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=folder, check=True,
                                 stdout=subprocess.PIPE).stdout
        self.tests = {test["name"]: test for test in json.loads(listing)["tests"]}

    def targets(self, test):
        """The program of a test, as tests/CMakeLists.txt calls it; for a script, all programs and
        folders of programs that its environment names."""
        own = f"{self.folder}/"
        command = self.tests[test].get("command")  # absent as long as the program is not built
        if not command or command[0].startswith(own):
            return {f"test-{test.replace('.', '-')}"}
        properties = {item["name"]: item["value"] for item in self.tests[test]["properties"]}
        values = [line.partition("=")[2] for line in properties["ENVIRONMENT"]]
        paths = {path.removeprefix(own) for path in values if path.startswith(own)}
        is_folder = {path: (self.folder / path / "CMakeFiles").is_dir() for path in paths}
        return {f"{path}/all" if is_folder[path] else path for path in paths}

    def make(self, tests):
        """`tests` None = everything. (succeeded, output)"""
        targets = ["all"] if tests is None else sorted(set().union(*map(self.targets, tests)))
        return run("ninja", JOBS, "-C", self.folder, *targets)

    def failing(self, *options):
        _, output = run("ctest", JOBS, *options, cwd=self.folder)
        return FAILED.findall(output.partition("The following tests FAILED:")[2])

    def failing_of(self, tests):
        return self.failing("-R", f"^({'|'.join(map(re.escape, tests))})$")


def bodies(text, function):
    """(begin, end) of the body of each definition of that name; a line with "}" ends it."""
    header = rf"^[A-Za-z_][^;{{}}]*\b{function}\([^;{{}}]*\)\s*\{{"
    for found in re.finditer(header, text, re.M):
        end = text.find("\n}", found.end())
        if end >= 0:
            yield found.end(), end


def mutate(files, mutant):
    """(path, content, mutated content). Line breaks and other white space do not matter."""
    wanted = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|\S", mutant["old"]))))
    defined, places = 0, []
    for path in files:
        content = path.read_text(encoding="utf-8")
        if mutant["function"] not in content:
            continue
        for begin, end in bodies(content, mutant["function"]):
            defined += 1
            found = list(wanted.finditer(content, begin, end))
            if len(found) == 1:
                start, stop = found[0].span()
                places.append((path, content, content[:start] + mutant["new"] + content[stop:]))
    if len(places) != 1:
        raise Skipped("NOT FOUND: " + ("no definition of the function" if not defined else
                                       "the text does not occur exactly once in its body"))
    return places[0]


def find_failing(build, path):
    """Unit tests of the area of a file that fail, else the first fast test that fails."""
    area = path.stem.split("_")[0]
    near = [name for name in build.tests if name.startswith("unit.") and area in name]
    if near:
        build_or_skip(build, near)
    failing = build.failing_of(near) if near else []
    if not failing:
        build_or_skip(build, None)
        failing = build.failing("-L", "fast", "--stop-on-failure")
    return failing


def build_or_skip(build, tests):
    done, output = build.make(tests)
    if not done:
        errors = re.findall(r"error: .*", output)
        raise Skipped("NOT BUILT: " + (errors or output.splitlines()[-1:])[0])


def attempt(build, files, mutant, find):
    """The tests that fail with the mutant."""
    path, content, mutated = mutate(files, mutant)
    try:
        path.write_text(mutated, encoding="utf-8")
        if find:
            return find_failing(build, path)
        missing = [name for name in mutant["tests"] if name not in build.tests]
        if missing or not mutant["tests"]:
            raise Skipped(f"NOT FOUND: no test {' '.join(missing)}")
        build_or_skip(build, mutant["tests"])
        return build.failing_of(mutant["tests"])
    finally:
        path.write_text(content, encoding="utf-8")


def check_tests(build, mutants):
    """The listed tests must pass as long as there is no mutant."""
    tests = sorted({name for mutant in mutants for name in mutant["tests"]} & {*build.tests})
    done, output = build.make(tests)
    failing = build.failing_of(tests) if done else []
    if not done or failing:
        sys.exit(f"without a mutant these fail: {' '.join(failing)}" if done else output)


def load(ids):
    names, tests = translation("names.tsv"), translation("tests.tsv")
    mutants = json.loads((REFERENCE / "mutants.json").read_text())
    for mutant in mutants:
        for key in ("function", "old", "new"):
            mutant[key] = translate(mutant[key], names)
        mutant["tests"] = [tests.get(name, name) for name in mutant["tests"]]
    return [mutant for mutant in mutants if ids is None or mutant["id"] in ids]


def parse_ids(text):
    ranges = [part.partition("-") for part in text.split(",")]
    return {number for first, _, last in ranges
            for number in range(int(first), int(last or first) + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ids", type=parse_ids)
    parser.add_argument("--find", action="store_true")
    parser.add_argument("build_dir", nargs="?", type=pathlib.Path,
                        default=ROOT / "build" / "mutants")
    options = parser.parse_args()
    start = time.monotonic()
    mutants = load(options.ids)
    folder = options.build_dir.resolve()
    files = copy_files(folder / "source")
    build = Build(folder / "source", folder / "build")
    if not options.find:
        check_tests(build, mutants)
    killed = 0
    for mutant in mutants:
        try:
            failing = attempt(build, files, mutant, options.find)
            outcome = f"killed by {' '.join(failing)}" if failing else "SURVIVED"
            killed += bool(failing)
        except Skipped as reason:
            outcome = str(reason)
        print(f"{mutant['id']:>3}  {mutant['function']:<36}{outcome}", flush=True)
    print(f"{killed} of {len(mutants)} mutants killed, {time.monotonic() - start:.0f} seconds")
    return killed < len(mutants)


if __name__ == "__main__":
    sys.exit(main())
