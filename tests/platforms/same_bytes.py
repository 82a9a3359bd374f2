#!/usr/bin/env python3
"""same_bytes.py REFERENCE NAME[/N]=PROGRAM...: do several builds of gait say the same?

PROGRAM is a build of the command, or a module ending in .wasm. The samples, and of the small files
and the corpus one file in N (slow builds; else all), go through the command in all its forms: exit
code, standard output and standard error must be those of REFERENCE. Of a module the report, the
.glb and the file written back must be.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = pathlib.Path(__file__).with_name("module.mjs")
ENDINGS = (".rtm", ".omf", ".ogf", ".skl", ".skls", ".p3d", ".cfg")
OWN = ("rtm", "omf", "ogf", "skl", "skls")  # formats that are written as they were read
CLIPS = 2  # of a bank are sampled
SHOWN = 10  # differences of one build
MODULE_MAKES = ("info", "glb", "same")


def files():
    """(samples, others), the small ones before the corpus, which may be absent."""
    def below(folder):
        return sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)

    corpus = os.environ.get("GAIT_CORPUS")
    others = below(ROOT / "tests" / "data") + (below(pathlib.Path(corpus)) if corpus else [])
    return below(ROOT / "samples"), others


def digest(content):
    return hashlib.sha256(content).hexdigest()


def own_format(path):
    """What the file is written as from its fields; a format that nothing can become where it is
    not written so."""
    own = path.suffix[1:].lower()
    if own == "rtm" and path.read_bytes()[:4] == b"BMTR":
        return "bmtr"
    return own if own in OWN else "seanim"


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
    """The same for its clips, as the report names them, also one that tells a failure."""
    try:
        clips = json.loads(info)["files"][0]["clips"] or []
    except ValueError:
        clips = []  # no report; that is a difference of its own
    names = list(dict.fromkeys(clip["name"] for clip in clips))[:CLIPS]
    bvh = {f"bvh {clip}": ["convert", "--to", "bvh", "--clip", clip, path, "-"] for clip in names}
    return bvh | {f"sample {clip}{form}": ["sample", "--all", *options, "--clip", clip, path]
                  for clip in names for form, options in (("", ["--json"]), (" text", []))}


def back_commands(path):
    """The same for its glTF on standard input: onto the file that it came from, and without."""
    own = own_format(path)
    return {"back": ["convert", "--to", own, "--base", path, "-", "-"],
            "new": ["convert", "--to", own, "-", "-"]}


def run_command(program, path):
    """{what: (exit code, digest of stdout, stderr)}, and the tree that was found."""
    made = {}

    def run(what, arguments, given=None):
        done = subprocess.run([program, *map(str, arguments)], input=given, capture_output=True,
                              timeout=300)
        made[what] = (done.returncode, digest(done.stdout), done.stderr)
        return done.stdout

    printed = {what: run(what, arguments) for what, arguments in commands(path).items()}
    for what, arguments in clip_commands(path, printed["info"]).items():
        run(what, arguments)
    for what, arguments in back_commands(path).items():
        run(what, arguments, printed["glb"])
    return made, found_tree(made["glb"][2].decode("utf-8", "replace"), path)


def found_tree(told, path):
    """The built-in name or the path that the command says it took, None when it found none."""
    found = re.search(r"^gait: skeleton: (?:built-in ([\w-]+).*|(.+)) \(parents: ", told, re.M)
    tree = found and (found.group(1) or found.group(2))
    return {"the file itself": str(path), "none found": None}.get(tree, tree)


def is_placed(made):
    """Whether the command found pivots beyond its tree, which the module is not told of."""
    return re.search(rb"rest: .*(?:parent|recovered|pivots) [0-9]", made["glb"][2]) is not None


def run_module(module, paths, trees):
    """{path: {what: digest}} of what a module makes of the files."""
    asked = [json.dumps({"file": str(path), "name": str(path), "tree": trees[path]})
             for path in paths]
    done = subprocess.run(["node", MODULE, module], input="\n".join(asked) + "\n",
                          stdout=subprocess.PIPE, text=True, check=True, timeout=600)
    made = map(json.loads, done.stdout.splitlines())
    return {path: {what: one[what] for what in MODULE_MAKES} for path, one in zip(paths, made)}


def of_module(made):
    """The part of a command's results that a module can have."""
    return {what: made[what][1] if what == "info" or made[what][0] == 0 else None
            for what in MODULE_MAKES}


def each(program, paths):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(paths, pool.map(lambda path: run_command(program, path), paths)))


def differences(wanted, got):
    """(path, what) where they are not the same."""
    return [(path, what) for path in got for what in sorted({*wanted[path], *got[path]})
            if wanted[path].get(what) != got[path].get(what)]


def explain(wanted, got):
    """What is not the same, as far as it can be said in a line."""
    if not isinstance(wanted, tuple) or not isinstance(got, tuple):
        return "other bytes" if wanted and got else "one of them made nothing"
    (code, out, _), (got_code, got_out, got_err) = wanted, got
    said = got_err.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return (f"exit code {got_code}, not {code}" if got_code != code else
            "other output" if got_out != out else "other messages") + (said and f": {said}")


def look(program, paths, wanted, trees):
    """What a build makes of the files, and what it should."""
    if program.endswith(".wasm"):
        got = run_module(program, paths, trees)
        right = {path: of_module(wanted[path]) for path in paths}
        for path in filter(lambda path: is_placed(wanted[path]), paths):
            got[path].pop("glb"), right[path].pop("glb")
        return got, right
    return {path: made for path, (made, _) in each(program, paths).items()}, wanted


def compare(reference, runners):
    """Prints a table of {name: (program, N)}; the number of differences."""
    samples, others = files()
    start = time.monotonic()
    known = each(reference, samples + others)
    wanted = {path: made for path, (made, _) in known.items()}
    trees = {path: tree for path, (_, tree) in known.items()}
    print(f"{'BUILD':<12}{'FILES':>8}{'RESULTS':>9}{'DIFFER':>8}{'SECONDS':>9}")
    tell("reference", wanted, 0, start)
    total = 0
    for name, (program, every) in runners.items():
        start = time.monotonic()
        got, right = look(program, samples + others[::every], wanted, trees)
        found = differences(right, got)
        tell(name, got, len(found), start)
        for path, what in found[:SHOWN]:
            print(f"    {what}: {path}: {explain(right[path].get(what), got[path].get(what))}")
        total += len(found)
    print(f"{len(samples)} samples and {len(others)} other files are there; every build looks at "
          "all samples, slow ones at a part of the others")
    return total


def tell(name, made, differing, start):
    results = sum(map(len, made.values()))
    seconds = time.monotonic() - start
    print(f"{name:<12}{len(made):>8}{results:>9}{differing:>8}{seconds:>9.1f}", flush=True)


def parse(given):
    """{name: (program, N)} of NAME[/N]=PROGRAM."""
    runners = {}
    for runner in given:
        name, _, program = runner.partition("=")
        name, _, every = name.partition("/")
        runners[name] = (program, int(every or 1))
    return runners


if __name__ == "__main__":
    if len(sys.argv) < 3 or not all("=" in runner for runner in sys.argv[2:]):
        sys.exit(__doc__)
    sys.exit(1 if compare(sys.argv[1], parse(sys.argv[2:])) else 0)
