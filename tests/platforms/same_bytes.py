#!/usr/bin/env python3
"""same_bytes.py [--every] [--mask-texts] REFERENCE NAME[/N]=PROGRAM...: do several builds of gait
write the same bytes?

PROGRAM is a build of the command, a module ending in .wasm, the core.js of the package for
JavaScript, which has its module beside it, a shared library ending in .so, with which the Python
package is used, or the page ending in .html. The samples, and of the small files and the corpus one
file in N (slow builds; else all), are passed to the command: exit code, standard output, standard
error and the files written must be those of REFERENCE. Of modules, packages and libraries the
report, and what their conversion and their round trip make on the skeleton that their search finds,
must be; of the page, what it downloads. --every adds the other commands, options and output
formats, round trips of edited animations, and folders as input. --mask-texts ignores text for
users: help, legends and notes of pictures, and of messages and findings everything but severity,
rule, offset and count.

The small files are those of GAIT_DATA, the corpus is GAIT_CORPUS; both may be absent. JSON keys
that were renamed since REFERENCE was built are listed by schema in tests/reference/json_keys.json.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import time

import downloads

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What runs a module or a library, by its ending.
HOSTS = {".wasm": ["node", pathlib.Path(__file__).with_name("module.mjs")],
         ".js": ["node", pathlib.Path(__file__).with_name("package.mjs")],
         ".so": [sys.executable, pathlib.Path(__file__).with_name("package.py")],
         ".html": ["node", pathlib.Path(__file__).with_name("page.mjs")]}
ENDINGS = (".rtm", ".omf", ".ogf", ".skl", ".skls", ".p3d", ".cfg")
EXCHANGE = (".gltf", ".glb", ".bvh")  # with --every
OWN = ("rtm", "omf", "ogf", "skl", "skls")  # formats that are written as they were read
CLIPS = 2  # of a bank are sampled
SHOWN = 10  # differences of one build
KEYS = ROOT / "tests" / "reference" / "json_keys.json"
MODULE_MAKES = ("info", "glb", "same", "roundtrip", "new")


def files(every=False):
    """(samples, others), the small ones before the corpus, which may be absent."""
    def below(folder):
        return sorted(path for path in folder.rglob("*")
                      if path.suffix.lower() in ENDINGS + (EXCHANGE if every else ()))

    folders = [os.environ[name] for name in ("GAIT_DATA", "GAIT_CORPUS") if os.environ.get(name)]
    return below(ROOT / "samples"), [path for folder in folders
                                     for path in below(pathlib.Path(folder))]


def of_corpus(paths):
    """The files of the corpus: for the page, the small files would take too long."""
    corpus = os.environ.get("GAIT_CORPUS")
    return [path for path in paths if corpus and path.is_relative_to(corpus)]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def own_format(path):
    """The format that the file is rewritten in; one that cannot be written, if it is read-only."""
    own = path.suffix[1:].lower()
    if own == "rtm" and path.read_bytes()[:4] == b"BMTR":
        return "bmtr"
    return own if own in OWN else "modelcfg"


def commands(path):
    """{what: arguments} for one file."""
    return {
        "info": ["info", "--json", path], "info text": ["info", "-v", path],
        "check": ["check", "--json", path], "check text": ["check", "-v", path],
        "map": ["map", "--json", path], "map text": ["map", path],
        "glb": ["convert", "--to", "gltf", path, "-"],
        "same": ["convert", "--to", own_format(path), path, "-"],
        "draw": ["draw", path, "-"],
    }


def clip_commands(path, info):
    """The same for its clips, as named in the report, also one of a failure."""
    try:
        clips = json.loads(info)["files"][0]["clips"] or []
    except ValueError:
        clips = []  # no report; that is reported separately
    names = list(dict.fromkeys(clip["name"] for clip in clips))[:CLIPS]
    bvh = {f"bvh {clip}": ["convert", "--to", "bvh", "--clip", clip, path, "-"] for clip in names}
    return bvh | {f"sample {clip}{form}": ["sample", "--all", *options, "--clip", clip, path]
                  for clip in names for form, options in (("", ["--json"]), (" text", []))}


def roundtrip_commands(path):
    """The same for its glTF on standard input: onto the file that it came from, and without."""
    own = own_format(path)
    return {"roundtrip": ["convert", "--to", own, "--base", path, "-", "-"],
            "new": ["convert", "--to", own, "-", "-"]}


# --- the rest of the command (--every) ------------------------------------------------------------

WRITTEN = ("gltf", "bvh", "rtm", "bmtr", "omf", "ogf", "skl", "skls", "p3d", "seanim", "anm")


def other_commands(path):
    """Commands, options and formats that commands() leaves out; files are written in a folder."""
    made = {
        "check strict": ["check", "--strict", path],
        "sarif": ["check", "--sarif", path],
        "check on": ["check", "--skeleton", "arma3-man", path],
        "map values": ["map", "-v", path],
        "skeleton": ["skeleton", "-v", path], "skeleton json": ["skeleton", "--json", path],
        "skeleton config": ["skeleton", path, "-o", "out.cfg"],
        "skeleton of motion": ["sample", "--all", "--skeleton", "motion", path],
        "skeleton for": ["skeleton", "--json", "--for", path, "arma3-man"],
        "salvage": ["convert", "--salvage", "-v", path, "out.omf"],
        "salvage on": ["convert", "--salvage", "--skeleton", path, path, "out.omf"],
        "sidecar": ["convert", "--sidecar", "-v", path, "out.glb"],
        "gltf text": ["convert", path, "out.gltf"],
        "dry run": ["convert", "--dry-run", path, "out.glb"],
        "rate": ["convert", "--fps", "25", path, "out.glb"],
        "duration": ["convert", "--duration", "2.5", path, "out.glb"],
        "on another": ["convert", "--skeleton", "ofp-man", path, "out.glb"],
        "each clip": ["convert", path, "{clip}.bvh"],
        "draw front": ["draw", "--view", "front", "--names", path, "out.svg"],
        "draw top": ["draw", "--view", "top", "--frames", "3", path, "{clip}.svg"],
        "draw between": ["draw", "--view", "three-quarter", path, "out.svg"],
        "draw mesh": ["draw", "--mesh", "--names", path, "{clip}.svg"],
        "first pose": ["sample", "--frame", "0", "--space", "local", "--axes", "gltf", path],
        "pose between": ["sample", "--time", "0.01", "--loop", "--json", path],
        "phase": ["sample", "--phase", "0.5", "--space", "delta", "--axes", "file", path],
        "no clip": ["sample", "--clip", "no such clip", "--all", path],
    }
    for to in WRITTEN:
        made[f"to {to}"] = ["convert", "--to", to, path, "-"]
        made[f"to {to} lossy"] = ["convert", "--to", to, "--lossy", "-v", path, "-"]
    for to, versions in (("bmtr", "2345"), ("omf", "34"), ("skl", "67")):
        for version in versions:
            made[f"to {to} {version}"] = ["convert", "--to", to, "--format-version", version,
                                          "--lossy", path, "-"]
    return made


def edited(glb):
    """The .glb with a bit of the first and of the last animation's last curve changed, at its first
    key; None when there is no such curve."""
    try:
        size = int.from_bytes(glb[12:16], "little")
        scene, start = json.loads(glb[20:20 + size]), 28 + size
        accessors, views = scene["accessors"], scene["bufferViews"]
        content = bytearray(glb)
        for animation in {0: scene["animations"][0], 1: scene["animations"][-1]}.values():
            about = accessors[animation["samplers"][-1]["output"]]
            at = (start + views[about["bufferView"]].get("byteOffset", 0) +
                  about.get("byteOffset", 0))
            content[at + {5120: 0, 5122: 1, 5126: 2}[about["componentType"]]] ^= 0x20
        return bytes(content)
    except (ValueError, KeyError, IndexError):
        return None


def edited_commands(path):
    """Commands for an edited .glb on standard input."""
    own = own_format(path)
    trip = ["convert", "--to", own, "--base", path]
    return {
        "round trip": [*trip, "--json", "-v", "-", "out." + own],
        "round trip all": [*trip, "--json", "--add-new", "--drop-missing", "-", "-"],
        "round trip loosely": [*trip, "--tolerance", "5mm", "--tolerance", "2deg", "-", "-"],
        "edited info": ["info", "--json", "-v", "-"], "edited check": ["check", "--json", "-"],
        "edited new": ["convert", "--lossy", "--to", own, "-", "-"],
        "edited bank": ["convert", "--to", "omf", "--skeleton", path, "-", "-"],
        "edited bvh": ["convert", "--to", "bvh", "--lossy", "-", "{clip}.bvh"],
    }


def general_commands(folders):
    """Commands without a file, and commands on folders."""
    made = {" ".join(words): words for words in (
        ["formats"], ["formats", "--json"], ["rules"], ["rules", "--json"], ["rules", "OMF104"],
        ["rules", "omf"], ["version"], ["help"], ["helf"], [], ["skeleton", "--list"],
        ["skeleton", "--list", "--json"], ["info"], ["info", "--jsn"], ["convert", "a"],
        ["convert", "missing.rtm", "b.glb"], ["draw", "--frames", "0", "a", "b"],
        ["skeleton", "no-such-skeleton"])}
    for name in ("info", "map", "check", "convert", "sample", "skeleton", "draw", "formats",
                 "rules", "help", "version"):
        made[f"help {name}"] = ["help", name]
        made[f"{name} --help"] = [name, "--help"]
    for name in ("ofp-man", "arma1-man", "arma2-man", "arma3-man", "xray-stalker", "xray-hands"):
        made[f"skeleton {name}"] = ["skeleton", name]
        made[f"skeleton {name} --json"] = ["skeleton", "--json", name]
    for folder in folders:
        made |= {f"{name} {options} {folder}": [name, *options.split(), folder]
                 for name, options in (("info", ""), ("info", "--json"), ("info", "-v"),
                                       ("check", ""), ("check", "--json"), ("check", "--sarif"),
                                       ("check", "--strict -q"))}
    return made


# --- texts for people -----------------------------------------------------------------------------

FINDING = re.compile(rb"(error|warning|note) ([A-Z]{3}\d{3}):(?: (byte \d+))?"
                     rb"(?:.*\((the first of \d+)\))?")
NOTE_IN_SVG = re.compile(rb'(?<!y="48" )(fill="#5b5b66">(?:\([^)<]*\)|phase [^<]*)?)[^<]*'
                         rb'(</t(?:ext|span)>)')
TEXT_KEYS = {"message", "summary", "detail", "advice", "text", "markdown", "description",
             "page"}  # a section of the documents


def without_texts(value):
    """A JSON value without the texts of its findings and rules."""
    if isinstance(value, dict):
        return {key: None if key in TEXT_KEYS and isinstance(item, str) else without_texts(item)
                for key, item in value.items()}
    return [without_texts(item) for item in value] if isinstance(value, list) else value


def findings(lines):
    return repr([found.groups() for found in map(FINDING.search, lines.splitlines())
                 if found]).encode()


def masked_file(content):
    """The compared part of a file: all except the legend and notes of a picture."""
    return NOTE_IN_SVG.sub(rb"\1\2", content) if b"<svg " in content[:200] else content


def masked_output(arguments, content):
    """What is compared of standard output."""
    if not arguments or arguments[0] == "help" or "--help" in arguments:
        return b""
    if content.startswith(b"{") and (b'"message"' in content or b'"summary"' in content):
        try:
            return repr(without_texts(json.loads(content))).encode()
        except ValueError:
            return content
    if arguments[0] == "rules":
        return repr(re.findall(rb"\b[A-Z]{3}\d{3}\b", content)).encode()
    if arguments[0] == "check":
        return findings(content)
    return masked_file(content)


# --- running --------------------------------------------------------------------------------------

class Runner:
    """One build; `renames` are keys that have another name now in documents of a schema:
    {schema: {old: new}}."""

    def __init__(self, program, every=False, renames=None, masks=False):
        self.program, self.every, self.masks = program, every, masks
        self.renames = {f'"schema":"{schema}"'.encode():
                        {f'"{old}"'.encode(): f'"{new}"'.encode() for old, new in keys.items()}
                        for schema, keys in (renames or {}).items()}

    def renamed(self, content):
        for schema, keys in self.renames.items():
            if schema in content:
                pattern = re.compile(b"|".join(map(re.escape, keys)))
                content = pattern.sub(lambda found, keys=keys: keys[found.group()], content)
        return content

    def run(self, arguments, given=None):
        """((exit code, digest of stdout and of the files written, stderr), stdout)."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([self.program, *map(str, arguments)], input=given,
                                  capture_output=True, timeout=300, cwd=folder)
            written = [(path.name, path.read_bytes()) for path in sorted(
                pathlib.Path(folder).iterdir())]
        out, errors = self.renamed(done.stdout), done.stderr
        if self.masks:
            out, errors = masked_output(arguments, out), findings(errors)
            written = [(name, masked_file(content)) for name, content in written]
        out += b"".join(name.encode() + b"\0" + self.renamed(content)
                        for name, content in written)
        return (done.returncode, digest(out), errors), done.stdout

    def file(self, path):
        """{what: (exit code, digest, stderr)} of one file, and the tree that was found."""
        made, printed = {}, {}

        def run(commands, given=None):
            for what, arguments in commands.items():
                made[what], printed[what] = self.run(arguments, given)

        run(commands(path))
        run(clip_commands(path, printed["info"]))
        run(roundtrip_commands(path), printed["glb"])
        if self.every:
            run(other_commands(path))
            change = edited(printed["glb"])
            run(edited_commands(path) if change else {}, change)
        return made

    def general(self, folders):
        return {what: self.run(arguments)[0]
                for what, arguments in general_commands(folders).items()}


def candidates(path):
    """The files next to an animation that may be its skeleton, in the order of the command."""
    beside = sorted(path.parent.iterdir())
    if path.suffix.lower() == ".rtm":
        return [other for other in beside if other.name.lower() == "model.cfg"]
    if path.suffix.lower() in (".omf", ".ogf", ".skl", ".skls"):
        return [other for other in beside if other.suffix.lower() == ".ogf"]
    return []


def isolate(path, folder):
    """Links the file and its candidates into an empty folder, which is the root of a mod: there,
    the search of the command finds the same candidates as a host of the library is given."""
    (folder / ".git").mkdir(parents=True)
    for other in {path, *candidates(path)}:
        try:
            os.link(other, folder / other.name)
        except OSError:  # another file system
            shutil.copy(other, folder)
    return folder / path.name


def run_module(module, paths):
    """{path: {what: digest}} of the output of a module, a package, a library or a page."""
    asked = [json.dumps({"file": str(path), "own": own_format(path), "clips": downloads.CLIPS,
                         "candidates": [str(other) for other in candidates(path)]})
             for path in paths]
    host = HOSTS[pathlib.Path(module).suffix]
    done = subprocess.run([*host, module], input="\n".join(asked) + "\n",
                          stdout=subprocess.PIPE, text=True, check=True, timeout=900)
    made = map(json.loads, done.stdout.splitlines())
    return dict(zip(paths, made))


def module_results(runner, path):
    """The results of a command that a module can have."""
    made, glb = {}, None
    for what, arguments in commands(path).items():
        if what in MODULE_MAKES:
            made[what], printed = runner.run(arguments)
            glb = printed if what == "glb" else glb
    for what, arguments in roundtrip_commands(path).items():
        made[what], _ = runner.run(arguments, glb)
    return {what: made[what][1] if what == "info" or made[what][0] == 0 else None
            for what in MODULE_MAKES}


def each(runner, paths, results=Runner.file):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(paths, pool.map(lambda path: results(runner, path), paths)))


def general(runner):
    """{"general": {what: result}}, empty without --every."""
    folders = [ROOT / "samples", *(os.environ[name] for name in ("GAIT_DATA", "GAIT_CORPUS")
                                   if os.environ.get(name))]
    return {"general": runner.general(folders)} if runner.every else {}


def known_results(runner, paths):
    """Results of the reference for the files, and of general(). With --every, which takes minutes,
    they are cached next to the program until a dependency changes."""
    if not runner.every:
        return each(runner, paths), {}
    state = repr([(str(path), path.stat().st_size, path.stat().st_mtime_ns)
                  for path in [*paths, pathlib.Path(runner.program), pathlib.Path(__file__)]] +
                 [runner.renames, runner.masks])
    kept = pathlib.Path(f"{runner.program}.{digest(state.encode())[:16]}.results")
    if not kept.is_file():
        kept.write_bytes(pickle.dumps((each(runner, paths), general(runner))))
    return pickle.loads(kept.read_bytes())


def differences(wanted, got):
    """(path, what) where they are not the same."""
    return [(path, what) for path in got for what in sorted({*wanted[path], *got[path]})
            if wanted[path].get(what) != got[path].get(what)]


def describe(wanted, got):
    """A one-line description of the difference."""
    if not isinstance(wanted, tuple) or not isinstance(got, tuple):
        return "other bytes" if wanted and got else "one has no output"
    (code, out, _), (got_code, got_out, got_err) = wanted, got
    message = got_err.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return (f"exit code {got_code}, not {code}" if got_code != code else
            "other output" if got_out != out else "other messages") + (message and f": {message}")


def compare_commands(reference, runners, samples, others, every, masks):
    """The number of differences of other builds of the command."""
    start = time.monotonic()
    renames = json.loads(KEYS.read_text()) if every and KEYS.is_file() else {}
    found, everything = known_results(Runner(reference, every, renames, masks), samples + others)
    wanted = found | everything
    print_row("reference", wanted, 0, start)
    total = 0
    for name, (program, part) in runners.items():
        start = time.monotonic()
        runner = Runner(program, every, masks=masks)
        got = each(runner, samples + others[::part]) | general(runner)
        total += print_differences(name, wanted, got, start)
    return total


def compare_hosts(reference, runners, samples, others, results):
    """The number of differences of modules, packages, libraries and pages; `results` are those of
    the command."""
    total, start = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as holder:
        places = [isolate(path, pathlib.Path(holder) / str(number))
                  for number, path in enumerate(samples + others)]
        wanted = each(Runner(reference), places, results)
        print_row("isolated", wanted, 0, start)
        for name, (module, part) in runners.items():
            start = time.monotonic()
            chosen = places[:len(samples)] + places[len(samples)::part]
            got = {path: {what: one[what] for what in wanted[path]}
                   for path, one in run_module(module, chosen).items()}
            total += print_differences(name, wanted, got, start)
    return total


def compare(reference, runners, every=False, masks=False):
    """Prints a table of {name: (program, N)}; the number of differences."""
    samples, others = files(every)
    pages = {name: one for name, one in runners.items() if one[0].endswith(".html")}
    modules = {name: one for name, one in runners.items()
               if pathlib.Path(one[0]).suffix in HOSTS and name not in pages}
    programs = {name: one for name, one in runners.items() if name not in {**modules, **pages}}
    print(f"{'BUILD':<12}{'FILES':>8}{'RESULTS':>9}{'DIFFER':>8}{'SECONDS':>9}")
    total = 0
    if programs:
        total += compare_commands(reference, programs, samples, others, every, masks)
    if modules:
        total += compare_hosts(reference, modules, samples, others, module_results)
    if pages:
        total += compare_hosts(reference, pages, samples, of_corpus(others), downloads.results)
    print(f"{len(samples)} samples and {len(others)} other files are there; every build looks at "
          "all samples, slow ones at a part of the others, the page at those of the corpus")
    return total


def print_differences(name, wanted, got, start):
    """Prints the row of a build and its first differences; returns their number."""
    found = differences(wanted, got)
    print_row(name, got, len(found), start)
    for path, what in found[:SHOWN]:
        print(f"    {what}: {path}: {describe(wanted[path].get(what), got[path].get(what))}")
    return len(found)


def print_row(name, made, differing, start):
    results = sum(map(len, made.values()))
    seconds = time.monotonic() - start
    print(f"{name:<12}{len(made):>8}{results:>9}{differing:>8}{seconds:>9.1f}", flush=True)


def parse(given):
    """{name: (program, N)} of NAME[/N]=PROGRAM."""
    runners = {}
    for runner in given:
        name, _, program = runner.partition("=")
        name, _, part = name.partition("/")
        runners[name] = (os.path.abspath(program), int(part or 1))
    return runners


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument not in ("--every", "--mask-texts")]
    if len(given) < 2 or not all("=" in runner for runner in given[1:]):
        sys.exit(__doc__)
    sys.exit(1 if compare(os.path.abspath(given[0]), parse(given[1:]),
                          "--every" in sys.argv, "--mask-texts" in sys.argv) else 0)
