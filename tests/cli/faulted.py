"""Runs commands with system calls that fail, and kills them, and checks what they leave behind.

`GAIT_FAULTS` is the command with the wrapped calls of faults.c. A case is one line in CASES. A run
without a fault lists its calls; then each of them fails in a run of its own."""
import collections
import concurrent.futures
import errno
import json
import os
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

from command import STILL, ogf, omf

GAIT_FAULTS = os.environ.get("GAIT_FAULTS")  # only where it can be built
TEMPORARY = re.compile(r"\.gait-\d+-\d+\.tmp$")

# --- cases ----------------------------------------------------------------------------------------

OLD, NEW = "dir\\old", "new\\bank"
BANKS = {"a.omf": omf(), "b.omf": omf(), "c.omf": omf(clips=(("run", 3),))}
OTHERS = {"a.omf": omf(), "b.omf": omf(clips=(("run", 3),)), "c.omf": omf(clips=(("jump", 3),))}
LARGE = {name: omf(tracks=lambda _clip, bone, length: (STILL * length, (0, bone, 0)))
         for name in BANKS}
MODEL = {"model.ogf": ogf(bank=omf())}
MODELS = {name: ogf(refs=(f"{index}", OLD)) for index, name in enumerate(
    ("meshes/a.ogf", "meshes/b.ogf", "meshes/sub/c.ogf"))}
MOD = {"meshes/dir/old.omf": omf(), **MODELS}
RENAMED = ("meshes/new/bank.omf", *MODELS, "meshes/dir/old.omf")
CLIPS = ("idle", "walk")
SET = 'set a.omf b.omf c.omf --speed "*2" --in-place'
EDITED = {**MODEL, "bank.omf": omf(), "edited.glb":
          ("convert", "bank.omf", "edited.glb", "--skeleton", "model.ogf")}
TEXTS = {name: ("dump", name[:-5], "--out", "{dir}/{name}.{from}.json") for name in
         ("a.omf.json", "b.omf.json")}


class Case(NamedTuple):
    arguments: str
    files: dict  # the content, or arguments of a command that makes the file
    together: tuple = ()  # outputs of which all or none are changed, in this order
    reports: tuple = ()  # outputs that contain the errors of the run

    @property
    def words(self):
        return shlex.split(self.arguments)


CASES = (
    Case("convert model.ogf new.gltf", MODEL, ("new.bin", "new.gltf")),
    Case("convert -f model.ogf old.gltf", {**MODEL, "old.gltf": b"{}", "old.bin": b"old"},
         ("old.bin", "old.gltf")),
    Case("convert --base bank.omf edited.glb new.omf", EDITED),
    Case('convert model.ogf "{clip}.glb"', MODEL),
    Case("convert in --out out --to glb -j2", {f"in/{i}.ogf": ogf(bank=omf()) for i in range(3)}),
    Case("convert in --out out --to glb -j1 --json", {
        **{f"in/{i}.ogf": ogf(bank=omf()) for i in range(3)}, "in/d.ogf": ogf()[:99]}),
    Case("edit script a.omf b.omf --in-place --backup",
         {**BANKS, "script": b'set --speed 3\nrename --clip idle=calm\n'}),
    Case(SET, BANKS),
    Case(f"{SET} --json --backup -f", {**BANKS, "b.omf.bak": b"older"}),
    Case("set a.omf --speed 3 --in-place", BANKS),
    Case('rename a.omf b.omf --clip idle=calm --in-place', BANKS),
    Case("remove a.omf b.omf --clip walk --in-place --backup", BANKS),
    Case("duplicate a.omf b.omf --clip walk=run --in-place", BANKS),
    Case("reorder a.omf b.omf --sort --in-place", {
        "a.omf": omf(clips=(("b", 2), ("a", 2))), "b.omf": omf(clips=(("d", 2), ("c", 2)))}),
    Case("fix a.omf b.omf --in-place --backup", {
        name: omf().replace(b"root\0", b"Root\0") for name in ("a.omf", "b.omf")}),
    Case("event a.omf -o new.omf --add Left --at 0 --until 0.05", BANKS),
    Case(f'refs meshes --rename "{OLD}={NEW}" --in-place --backup', MODELS),
    Case(f'rename-bank "{OLD}" "{NEW}" --in .', MOD, RENAMED),
    Case(f'rename-bank "{OLD}" "{NEW}" --in . --backup --json', MOD, RENAMED),
    Case("merge a.omf b.omf c.omf --in-place --backup", OTHERS),
    Case("merge a.omf b.omf -f -o new.omf --json", {**OTHERS, "new.omf": b"old"}),
    Case("optimise a.omf b.omf c.omf --in-place --json", LARGE),
    Case("optimise a.omf b.omf --in-place --backup", LARGE),
    Case("extract a.omf --clip walk -f -o c.omf", BANKS),
    Case('extract a.omf -f -o "{clip}.omf"', {**BANKS, "walk.omf": b"old"},
         tuple(f"{clip}.omf" for clip in CLIPS)),
    Case("split a.omf -o out", BANKS, tuple(f"out/{clip}.omf" for clip in CLIPS)),
    Case("page --page page.html --no-skeleton -f a.omf out.html",
         {**BANKS, "page.html": b"a<!--gait:files-->b", "out.html": b"old"}),
    Case("dump a.omf b.omf --out texts", BANKS),
    Case("build a.omf.json -f -o new.omf", {**BANKS, **TEXTS, "new.omf": b"old"}),
    Case("build a.omf.json b.omf.json --out built", {**BANKS, **TEXTS}),
    Case("map a.omf b.omf --out maps", BANKS),
    Case("sample model.ogf --all --out poses", MODEL),
    Case("check --report json=a.json --report sarif=b.sarif --report junit=c.xml "
         "--write-baseline d.baseline a.omf model.ogf", {**BANKS, **MODEL},
         reports=("a.json", "b.sarif", "c.xml", "d.baseline")),
    Case('draw model.ogf "{clip}.svg"', MODEL),
    Case("convert model.ogf new.glb --search meshes", {**MODEL, "meshes/other.ogf": ogf()}),
)

# --- faults ---------------------------------------------------------------------------------------

# The letters of faults.c, and the errors with which the calls fail.
CALLS = {
    "o": ("open", "EACCES EMFILE EIO EINTR"), "c": ("create", "EACCES EMFILE ENOSPC EROFS EINTR"),
    "r": ("read", "EIO EINTR"), "p": ("pread", "EIO EINTR"), "z": ("close", "EIO ENOSPC EINTR"),
    "w": ("write", "ENOSPC EDQUOT EIO EINTR"), "s": ("write to stdout", "EIO ENOSPC EINTR"),
    "f": ("fsync", "EIO ENOSPC EINVAL EINTR"), "n": ("rename", "EIO EACCES"),
    "l": ("link", "EPERM EMLINK EIO"), "u": ("unlink", "EIO EACCES"),
    "d": ("mkdir", "ENOSPC EACCES"), "x": ("rmdir", "EBUSY"), "t": ("fstat", "EIO"),
    "a": ("stat", "EACCES EIO"), "i": ("opendir", "EACCES EMFILE"), "e": ("readdir", "EIO"),
    "h": ("fchmod", "EPERM"), "g": ("fchown", "EPERM"), "k": ("readlink", "EACCES EIO"),
    "b": ("realpath", "EACCES"), "m": ("malloc, realloc", "ENOMEM"), "v": ("mmap", "ENOMEM"),
    "y": ("pthread_create", "EAGAIN"),
}
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
NO_FAULT = ("", "", 0, 0)


def sampled(numbers, most):
    step = max(1, -(-len(numbers) // most))
    return numbers[::step]


def faults_of(trace):
    """Faults for the calls of a run: (kind, mode, number of the call, value). The calls from the
    first new file on matter most."""
    before, after, seen = collections.defaultdict(list), collections.defaultdict(list), \
        collections.Counter()
    for kind in trace:
        seen[kind] += 1
        (after if seen["c"] + seen["l"] else before)[kind].append(seen[kind])
    for kind, (_, errors) in CALLS.items():
        for number in sampled(before[kind], 14) + sampled(after[kind], 90):
            for name in errors.split():
                for mode in ("once", "on") if name != "EINTR" else ("once",):
                    yield kind, mode, number, getattr(errno, name)
        if kind in "rpws" and seen[kind]:
            yield from ((kind, "short", 1, size) for size in (1, 1000))
    for kind in CALLS:
        for number in sampled(before[kind], 3) + sampled(after[kind], 20 if kind == "m" else 60):
            yield kind, "before", number, SIGNALS[number % 3]
            yield kind, "after", number, SIGNALS[(number + 1) % 3]
            if kind in "cwfnluz":
                yield kind, "twice", number, SIGNALS[number % 3]
                yield kind, "after", number, signal.SIGKILL


class Outcome(NamedTuple):
    code: int
    out: str
    err: str
    found: dict


def read_files(folder):
    return {os.path.relpath(os.path.join(place, name), folder):
            pathlib.Path(place, name).read_bytes()
            for place, _, names in os.walk(folder) for name in names}


def run(folder, files, words, fault=NO_FAULT, kill=None, trace=None):
    """Runs the command in `folder`, which then contains exactly `files` before. `kill` is a delay
    and a signal."""
    found = read_files(folder)
    for name in set(found) - set(files):
        os.unlink(folder / name)
    for name, content in files.items():
        if found.get(name) != content or (folder / name).stat().st_nlink > 1:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).unlink(missing_ok=True)
            (folder / name).write_bytes(content)
    for place, _, _ in os.walk(folder, topdown=False):
        if place != str(folder) and not os.listdir(place):
            os.rmdir(place)
    environment = {"PATH": "/nowhere", **{name: value for name, value in os.environ.items()
                                          if "SAN_OPTIONS" in name}}
    if fault != NO_FAULT:
        environment["GAIT_FAULT"] = " ".join(str(int(x) if not isinstance(x, str) else x)
                                             for x in fault)
    if trace:
        environment["GAIT_FAULT_TRACE"] = str(trace)
    process = subprocess.Popen([GAIT_FAULTS, *words], cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    if kill:
        time.sleep(kill[0])
        process.send_signal(kill[1])
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Outcome("hangs", out.decode(), err.decode(), read_files(folder))
    return Outcome(process.returncode, out.decode("utf-8", "replace"),
                   err.decode("utf-8", "replace"), read_files(folder))


# --- checks ---------------------------------------------------------------------------------------

NOTHING = re.compile(r"no file is changed|nothing is (?:written|renamed|changed)|"
                     r"nothing to change")
COUNT = re.compile(r"(\d+) of \d+ (?:files|models) changed")
WRITTEN = re.compile(r"(?:^gait: wrote (\S+?)(?::|$))|"
                     r"(?:^gait: error: (\S+): is (?:written|changed), and)", re.M)
UNCHANGED = re.compile(r"^ +(\S+) is not (?:changed|written)$", re.M)
UNCHANGED_LIST = re.compile(r"not changed: (.*)$", re.M)
REASONS = {getattr(errno, name) for _, errors in CALLS.values() for name in errors.split()}


class Check:
    """What is wrong after a run; `problems` are texts."""

    def __init__(self, case, before, clean, fault, outcome):
        self.case, self.before, self.clean, self.fault = case, before, clean, fault
        self.code, self.out, self.err, found = outcome
        self.after = clean.found
        self.temporary = {name: content for name, content in found.items()
                          if TEMPORARY.search(name)}
        self.found = {name: content for name, content in found.items()
                      if name not in self.temporary}
        self.is_signal = fault[1] in ("before", "after", "twice", "kill")
        self.is_killed = self.is_signal and fault[3] == signal.SIGKILL
        self.is_stopped = self.is_signal and self.code == -fault[3]
        self.is_abrupt = self.is_killed or (self.is_stopped and fault[1] == "twice")
        self.problems = []
        self.check_code()
        self.check_files()
        self.check_statements()
        if "--json" in case.words and not self.is_abrupt and self.code not in (2, 70):
            self.check_json()

    def expect(self, condition, text):
        if not condition:
            self.problems.append(text)

    def has_changed(self, name):
        return self.found.get(name) != self.before.get(name)

    @property
    def is_untouched(self):
        return self.found == self.before

    @property
    def is_done(self):
        return self.found == self.after

    def check_code(self):
        codes = (0, 1, 2, 3, 4, 5, 70)
        self.expect(self.code in codes or self.is_stopped, f"ends with {self.code}")
        self.expect("gait: gait:" not in self.err, "a label is doubled")
        if self.code == self.clean.code:
            self.expect(self.is_done, "success, but other files than without the fault")
        elif self.code == 70:
            self.expect("gait: error: out of memory\n" in self.err, "exit code 70 without reason")
        elif not self.is_stopped:
            self.expect(self.code != 2, "a failing call is reported as wrong usage")
            line = re.search(r"^gait: error: (.*)$", self.err, re.M)
            self.expect(line, "no error message")
            names = {part for name in (*self.before, *self.after)
                     for part in pathlib.PurePath(name).parts}
            names |= {"standard output", *(word for word in self.case.words if word[0] != "-")}
            self.expect(line is None or any(f"{name}{end}: " in self.err for name in names
                                            for end in ("", "/")),
                        "the message names no file")
            if self.code == 3 and not self.is_signal and self.fault[1] != "short":
                self.expect(os.strerror(self.fault[3]) in self.err, "the reason is not named")

    def kept(self, name):
        """The old content of a file that was replaced, under a name that is reported."""
        return any(content == self.before[name] and pathlib.PurePath(path).name in self.err
                   for path, content in {**self.found, **self.temporary}.items() if path != name)

    def check_files(self):
        for name in self.temporary:
            self.expect(self.is_killed or pathlib.PurePath(name).name in self.err,
                        "a temporary file is left, and not named")
        for name in (set(self.found) | set(self.before) | set(self.after)) - \
                set(self.case.reports):
            is_kept = name.endswith(".bak") and self.before.get(name[:-4]) == self.found.get(name)
            self.expect(self.found.get(name) in (self.before.get(name), self.after.get(name)) or
                        is_kept, f"{name} has neither its old nor its new content")
            backup = name + ".bak"
            if name in self.before and self.has_changed(name) and backup in self.after:
                self.expect(self.found.get(backup) == self.before[name], f"{backup} is not whole")
        states = [self.has_changed(name) for name in self.case.together]
        self.expect(states == sorted(states, reverse=True), "a file changed before one it needs")
        if len(set(states)) > 1 and not self.is_abrupt:
            for name in filter(self.before.__contains__, self.case.together):
                self.expect(not self.has_changed(name) or self.kept(name) or
                            self.before[name] in self.found.values(),
                            f"the old content of {name} is lost")

    def check_statements(self):
        changed = [name for name in self.before if self.has_changed(name) and
                   not name.endswith(".bak")]
        if NOTHING.search(self.err):
            self.expect(self.is_untouched, f"false: {NOTHING.search(self.err)[0]}")
        for number in COUNT.findall(self.err):
            models = [name for name in changed if not name.endswith("old.omf")]
            self.expect(int(number) == len(models), f"false: {number} changed, but {len(changed)}")
        for names in WRITTEN.findall(self.err):
            name = os.path.normpath("".join(names))
            self.expect(name.endswith("/") or "..." in self.err or
                        self.found.get(name) == self.after.get(name), f"false: {name} is written")
        unchanged = UNCHANGED.findall(self.err)
        for names in UNCHANGED_LIST.findall(self.err):
            unchanged += [name for name in names.split(", ") if " more" not in name]
        for name in map(os.path.normpath, unchanged):
            self.expect(not self.has_changed(name), f"false: {name} is not changed")
        is_clean = (self.err, self.out) == (self.clean.err, self.clean.out)
        if not self.is_abrupt and self.code != self.clean.code and not \
                (self.is_stopped and is_clean):
            said = self.out + self.err
            self.expect(all(name in said for name in changed) or COUNT.search(self.err),
                        f"changed, but not a word of it: {' '.join(changed)}")
            kept = [name for name in self.before if not self.has_changed(name) and
                    not name.endswith(".bak") and
                    self.before[name] != self.after.get(name)] if changed else []
            self.expect(self.code == 70 or all(name in self.err for name in kept),
                        f"not changed, but not a word of it: {' '.join(kept)}")

    def check_json(self):
        try:
            document = json.loads(self.out)
        except ValueError:
            self.expect("standard output: cannot write" in self.err or not self.out,
                        "half a JSON document")
            return
        for file in document.get("files", document.get("models", [])):
            name = os.path.normpath(file["path"])
            if "changed" in file and not file.get("outputs"):
                self.expect(file["changed"] == self.has_changed(name),
                            f"JSON is false about {name}")
            for output in file.get("outputs", []):
                path = os.path.normpath(output if isinstance(output, str) else output["path"])
                self.expect(self.found.get(path) == self.after.get(path),
                            f"JSON is false about {path}")


# --- all runs of a case ---------------------------------------------------------------------------


LEAST_RUNS = 15  # of a case, however slow the machine is


class Runner:
    """Runs all faults of all cases, or every `step`-th one, for at most about `seconds`: each case
    gets the same share of the time that is left, but at least LEAST_RUNS runs."""

    def __init__(self, step, seconds, kills):
        self.step, self.end, self.kills = step, time.monotonic() + seconds, kills
        self.rows = collections.defaultdict(collections.Counter)
        self.problems = collections.defaultdict(list)
        self.lock = threading.Lock()
        self.local = threading.local()
        self.holder = tempfile.TemporaryDirectory(prefix="gait-faults-")

    def folder(self):
        if not hasattr(self.local, "folder"):
            self.local.folder = pathlib.Path(tempfile.mkdtemp(dir=self.holder.name))
        return self.local.folder

    def prepare(self, case):
        files = {name: content for name, content in case.files.items()
                 if isinstance(content, bytes)}
        made = dict(files)
        for name, content in case.files.items():
            if not isinstance(content, bytes):
                outcome = run(self.folder(), files, content)
                assert outcome.code == 0, outcome
                made[name] = outcome.found[name]
        return made

    def try_one(self, case, before, clean, fault, kill=None):
        outcome = run(self.folder(), before, case.words, NO_FAULT if kill else fault, kill)
        check = Check(case, before, clean, fault, outcome)
        kind = "kill at a random time" if kill else "signal" if check.is_signal else \
            CALLS[fault[0]][0]
        with self.lock:
            row = self.rows[kind]
            row["tried"] += 1
            row["violations" if check.problems else
                "done" if check.is_done and check.code == clean.code else
                "refused" if check.is_untouched else
                "stopped, all done" if check.is_done else "in part, reported"] += 1
            for problem in check.problems:
                self.problems[problem].append((case.arguments, fault, outcome))

    def run_case(self, case, pool, end):
        before = self.prepare(case)
        trace = pathlib.Path(self.holder.name, "trace")
        clean = run(self.folder(), before, case.words, trace=trace)
        start = time.perf_counter()
        run(self.folder(), before, case.words)
        duration = time.perf_counter() - start
        assert clean.code in (0, 4), clean
        assert clean.found != before, clean
        generator = random.Random(1)
        runs = [(fault, None) for fault in faults_of(trace.read_text())][::self.step]
        runs += [(("", "kill", 0, number), (generator.uniform(0, duration), number))
                 for _ in range(self.kills) for number in (*SIGNALS, signal.SIGKILL)]
        generator.shuffle(runs)

        def try_in_time(number, fault, kill):
            if number < LEAST_RUNS or time.monotonic() < end:
                self.try_one(case, before, clean, fault, kill)

        for _ in pool.map(lambda item: try_in_time(item[0], *item[1]), enumerate(runs)):
            pass

    def run_all(self, cases=CASES):
        with self.holder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for number, case in enumerate(cases):
                now = time.monotonic()
                self.run_case(case, pool, now + (self.end - now) / (len(cases) - number))

    def print_table(self):
        columns = ("tried", "refused", "done", "stopped, all done", "in part, reported",
                   "violations")
        self.rows["all"] = sum(self.rows.values(), collections.Counter())
        print(f"| call | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
        for kind, row in self.rows.items():
            print(f"| {kind} | {' | '.join(str(row[column]) for column in columns)} |")
        for problem, runs in sorted(self.problems.items(), key=lambda item: -len(item[1])):
            arguments, fault, outcome = runs[0]
            print(f"{len(runs)} x {problem}; first: gait {arguments}, {fault}: {outcome.code}\n"
                  f"{outcome.err[:1500]}")


def main(step, seconds, kills):
    """Runs every `step`-th fault; ends with 1 if there are violations, 77 without the program."""
    if not GAIT_FAULTS:
        print("GAIT_FAULTS is not set: the command with calls that fail")
        sys.exit(77)
    runner = Runner(step, seconds, kills)
    runner.run_all()
    runner.print_table()
    sys.exit(1 if runner.problems else 0)
