"""package.py LIBRARY: answers the requests of same_bytes.py with the Python package, like
module.mjs with the WebAssembly module. A request and an answer are a line of JSON each."""
import hashlib
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"))
os.environ["GAIT_SHARED_LIBRARY"] = sys.argv[1]
import gait


def digest(content):
    return None if content is None else hashlib.sha256(content).hexdigest()


def examined(path, kept={}):
    """A file that stays open: many animations have the same ones beside them."""
    if path not in kept:
        kept[path] = gait.examine(pathlib.Path(path).read_bytes(), path)
    return kept[path]


def attempt(function, *arguments, **options):
    """The result, or None after an error."""
    try:
        return function(*arguments, **options)
    except gait.GaitError:
        return None


def convert(file, target, skeleton=None):
    """The bytes of the only output."""
    return next(file.convert(target, skeleton=skeleton))[0].bytes


def round_trip(base, glb, skeleton, own):
    with gait.open(glb) as edited:
        result = attempt(base.roundtrip, edited, skeleton)
        return result and result.bytes, attempt(convert, edited, own)


def answer(request):
    path = request["file"]
    with gait.examine(pathlib.Path(path).read_bytes(), path) as file:
        candidates = [examined(other) for other in request["candidates"]]
        skeleton = attempt(file.skeleton, candidates=candidates, target="gltf")
        is_static = attempt(lambda: file.clips) == []  # a model without bones has no skeleton
        glb = attempt(convert, file, "gltf", skeleton) if skeleton or is_static else None
        made = {"info": ('{"schema":"gait.info/1","files":[\n' + file.json("info") +
                         "]}\n").encode(),
                "glb": glb, "same": attempt(convert, file, request["own"])}
        made["roundtrip"], made["new"] = (round_trip(file, glb, skeleton, request["own"])
                                          if glb else (None, None))
    return {what: digest(content) for what, content in made.items()}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
