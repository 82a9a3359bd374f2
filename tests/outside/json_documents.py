"""Writes every JSON document that the command makes of many files, for another program to parse.

    json_documents.py OUT

Each is a line "SIZE WHAT", then SIZE bytes. All of them were parsed here before, by rules stricter
than Python's own: no NaN, no Infinity, no key twice, UTF-8. Exit status 1 after any failure.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAIT = os.environ.get("GAIT", "gait")
FOLDERS = [Path(os.environ[name]) for name in ("GAIT_SAMPLES", "GAIT_DATA", "GAIT_CORPUS")
           if os.environ.get(name) and Path(os.environ[name]).is_dir()]
CLIPS = 3  # of a bank that are sampled
GENERAL = (["formats"], ["rules"], ["rules", "RTM010"], ["skeleton", "--list"],
           ["skeleton", "arma3-man"], ["skeleton", "xray-stalker"])


def run(*arguments):
    done = subprocess.run([GAIT, *map(str, arguments)], capture_output=True, timeout=120)
    assert done.returncode in range(6), (arguments, done.returncode, done.stderr[-500:])
    return done.stdout


def refuse(text):
    raise ValueError(f"{text} is no JSON")


def unique(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made


def parse(data):
    return json.loads(data.decode("utf-8"), parse_constant=refuse, object_pairs_hook=unique)


def reports(path):
    """(what, document) of every command that reads one file."""
    for word in (["info"], ["check"], ["map"], ["skeleton"], ["sample", "--frame", "0"]):
        yield f"{word[0]} {path}", run(*word, "--json", "-q", path)
    yield f"check --sarif {path}", run("check", "--sarif", "-q", path)
    for clip in clips_of(path)[:CLIPS]:
        yield f"sample {clip} {path}", run("sample", "--json", "-q", "--all", "--space", "local",
                                           f"--clip={clip}", path)


def clips_of(path):
    document = parse(run("info", "--json", "-q", path))
    return [clip["name"] for file in document["files"] for clip in file["clips"] or []]


def container(path, folder):
    """The JSON of the glTF made of a file, and the text in its armature's extras."""
    out = Path(folder) / "out.glb"
    run("convert", "-q", "-f", path, out)
    if not out.exists():
        return
    data = out.read_bytes()
    chunk = data[20:20 + struct.unpack_from("<I", data, 12)[0]]
    yield f"glTF of {path}", chunk
    yield f"extras of {path}", parse(chunk)["nodes"][0]["extras"]["gait"].encode("utf-8")


def documents_of(path):
    told = []
    with tempfile.TemporaryDirectory() as folder:
        for what, document in [*reports(path), *container(path, folder)]:
            if document:
                told.append((what, document))
    return told


def general_documents(_path):
    return [(" ".join(words), run(*words, "--json")) for words in GENERAL]


def check_document(job):
    make, path = job
    try:
        told = make(path)
        for what, document in told:
            try:
                parse(document)
            except ValueError as error:
                return told, f"{what}: Python: {error}"
        return told, None
    except Exception as error:  # report every failure, with its file
        return [], f"{path}: {error!r}"[:1000]


def main():
    files = sorted(path for folder in FOLDERS for path in folder.rglob("*")
                   if path.suffix in (".rtm", ".omf", ".ogf"))
    jobs = [(general_documents, None), *((documents_of, path) for path in files)]
    failed = False
    with open(sys.argv[1], "wb") as out, ThreadPoolExecutor(2) as pool:
        for told, failure in pool.map(check_document, jobs):
            for what, document in told:
                out.write(f"{len(document)} {what}\n".encode("utf-8") + document)
            if failure:
                failed = True
                print(failure, file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
