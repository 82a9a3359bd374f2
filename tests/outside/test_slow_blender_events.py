#!/usr/bin/env python3
"""Events through Blender as markers: an unedited text is restored byte for byte, and an edited
marker changes only its event, in the text and in the game's file.
"""
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from blender_run import PATH, run_blender

GAIT = os.environ["GAIT"]
SAMPLES = Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
HERE = Path(__file__).parent
EVENTS = Path(os.environ["GAIT_SOURCE"]) / "blender" / "gait_events.py"
HELPER = HERE / "blender_events.py"
LAST_FRAME = 1048574  # of Blender
LARGEST = 700_000  # bytes of a file that is exported again
FPS = 30
WALK, SMALL = SAMPLES / "walk.rtm", SAMPLES / "stalker.omf"


def run(*arguments):
    return subprocess.run([GAIT, *map(str, arguments)], capture_output=True, text=True)


def sources():
    """The samples, and the files of the corpus that have events."""
    chosen = [SMALL, WALK]
    if CORPUS:
        told = json.loads(run("info", "--json", CORPUS).stdout)["files"]
        chosen += [Path(each["path"]) for each in told
                   if any(clip["events"] for clip in each["clips"] or [])]
    return chosen


def glb_parts(path):
    """The JSON and the bytes behind it."""
    data = Path(path).read_bytes()
    size, = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + size]), data[20 + size:]


def text_of(path):
    """The text of the armature's node."""
    nodes = glb_parts(path)[0]["nodes"]
    return next(node["extras"]["gait"] for node in nodes if "gait" in node.get("extras", {}))


# --- what is expected ----------------------------------------------------------------------------

def frames_of(event, fps=FPS):
    return [math.floor(event[key] * fps + 0.5) for key in ("start_s", "end_s")]


def cut(text, size):
    return text.encode()[:size].decode(errors="ignore")


def markers_of(event, fps=FPS):
    """[[frame, name]] of the expected markers of an event."""
    if event["start_s"] is None:
        return []
    label = event["name"] + ("=" + event["value"] if event["value"] else "")
    first, last = frames_of(event, fps)
    if event["start_s"] == event["end_s"]:
        return [[first, cut(label, 63)]]
    return [[first, cut(label, 61) + " ["], [last, cut(label, 61) + " ]"]]


def event_of(name, value, first, last):
    return {"name": name, "value": value, "start": None, "end": None, "start_s": first / FPS,
            "end_s": last / FPS}


def compact(document):
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def clip_with_events(text):
    return next((clip for clip in json.loads(text)["clips"] if clip["events"]), None)


def edit_all(text):
    """Changes that move the first event, remove the last one of several and add two; and the events
    after them."""
    clip = clip_with_events(text)
    name, events = clip["animation"], clip["events"]
    moved = [frame + 2 for frame in frames_of(events[0])]
    changes = [["move", name, label, frame, 2] for frame, label in markers_of(events[0])]
    if len(events) > 1:
        changes += [["remove", name, label, frame] for frame, label in markers_of(events[-1])]
    changes += [["add", name, "Kick=hard=er", 3], ["add", name, "Slide [", 1],
                ["add", name, "Slide ]", 4]]
    first = {**event_of("", "", *moved), "name": events[0]["name"], "value": events[0]["value"]}
    kept = events[1:-1] if len(events) > 1 else []
    new = [event_of("Slide", "", 1, 4), event_of("Kick", "hard=er", 3, 3)]
    return changes, name, [first, *kept, *new]


def with_events(text, name, events):
    document = json.loads(text)
    for clip in document["clips"]:
        if clip["animation"] == name:
            clip["events"] = events
    return document


def special_cases(text):
    """(changes, events of `walk` after them, other things of the job); both its events last."""
    left, right = clip_with_events(text)["events"]
    (_, opens), (end, closes) = markers_of(left)
    (start_2, opens_2), (end_2, closes_2) = markers_of(right)
    half = {**left, "start": None, "end": None, "end_s": (end + 1) / FPS}
    yield [["move", "walk", closes, end, 1]], [half, right], {}
    names = [["rename", "walk", opens_2, start_2, "Stamp=2 ["],
             ["rename", "walk", closes_2, end_2, "Stamp=2 ]"]]
    yield names, [left, {**right, "name": "Stamp", "value": "2"}], {}
    yield [["remove", "walk", opens_2, start_2]], [left, {**right, **{
        "start": None, "end": None, "start_s": end_2 / FPS}}], {}
    yield [["shift", "walk", 10]], [left, right], {}
    yield [["untrack", "walk"]], [left, right], {}
    yield [["remove", "walk", name, frame] for event in (left, right)
           for frame, name in markers_of(event)], [], {}
    yield [["add", "walk", "Kick", 6]], [left, right, event_of("Kick", "", 6, 6)], {"place": False}
    yield [], [left, right], {"place": False}
    yield [], [left, right], {"fps": 24}
    yield [["drop", "walk"]], [left, right], {"says": "1 clip without an action: walk"}
    yield [["rate", "walk", 60]], [
        {**each, "start": None, "end": None, "start_s": frames_of(each)[0] / 60,
         "end_s": frames_of(each)[1] / 60} for each in (left, right)], {
        "says": "the frame rate was 30 when the markers were added, and is 60 now"}
    no_clips = text.replace('"clips":[', '"clips":[1,')
    for wrong, says in (("{", "not JSON"), ("[]", "schema"), (no_clips, "no list of clips")):
        yield [["rewrite", "walk", wrong]], None, {"says": says, "text": wrong}


def new_clip(text):
    """A copied action that is not used is a separate clip with all its events."""
    document = json.loads(text)
    events = [event_of(event["name"], event["value"], *frames_of(event))
              for event in clip_with_events(text)["events"]]
    document["clips"].append({"name": "run", "animation": "run", "events": events})
    return [["copy", "walk", "run"]], document


def odd_events():
    """Events that markers cannot show exactly: long names, syntax, no time, no length."""
    def odd(name, start_s, end_s=None, **more):
        return {"name": name, "value": "", "start": 0.5, "end": 0.5, "start_s": start_s,
                "end_s": start_s if end_s is None else end_s, **more}
    long = "ш" * 40
    return [odd(long, 0.1, value="ж"), odd(long, 0.1, 0.52), odd("a=b [", 0.2), odd("twice", 0.31),
            odd("twice", 0.31), {**odd("nowhere", 0), "start_s": None, "end_s": None},
            odd("short", 0.4, 0.401), odd("back", 0.6, 0.5), odd("", 0.7), odd("far", 1e300),
            odd("soon", 1.5e-7, extra=[True, None])]


def odd_text(text, events):
    """The document in a formatting that Gait does not write."""
    document = with_events(text, "walk", events)
    return "\n " + json.dumps(document, indent=1).replace("1.5e-07", "1.5E-7") + "\n"


def odd_cases(text):
    """(first changes, changes, events after them) of the sample with marks."""
    odd = odd_events()
    first = [["rewrite", "walk", odd_text(text, odd)]]
    yield first, [], odd
    name = cut(odd[0]["name"] + "=ж", 63)
    moved = {**odd[0], "start": None, "end": None, "start_s": 8 / FPS, "end_s": 8 / FPS}
    changes = [["move", "walk", name, 3, 5], ["remove", "walk", "twice", 9],
               ["remove", "walk", "short [", 12], ["remove", "walk", "short ]", 12]]
    yield first, changes, [moved, *odd[1:4], odd[5], *odd[7:]]


# --- jobs ----------------------------------------------------------------------------------------

def job_of(folder, index, glb, changes, document, **more):
    export = more.pop("export", False)
    return {"script": str(EVENTS), "glb": str(glb), "source": text_of(glb), "first": [],
            "changes": changes, "place": True, "fps": FPS, "document": document, "says": "wrote ",
            "sidecar": str(folder / f"{index}.gait.json"),
            "out": str(folder / f"{index}.out.glb") if export else None, **more}


def make_jobs(folder):
    jobs, left_out = [], []
    for path in sources():
        glb = folder / f"{len(jobs)}.glb"
        if run("convert", "-q", path, glb).returncode:
            left_out.append(path.name)
            continue
        text, export = text_of(glb), path.stat().st_size < LARGEST
        if not clip_with_events(text):
            continue  # marks without times
        jobs.append(job_of(folder, len(jobs), glb, [], json.loads(text), export=export,
                           path=str(path)))
        changes, name, events = edit_all(text)
        jobs.append(job_of(folder, len(jobs), glb, changes, with_events(text, name, events),
                           export=export, path=str(path)))
        if path == SMALL:
            for changes, events, more in special_cases(text):
                document = with_events(text, "walk", events) if events is not None else None
                jobs.append(job_of(folder, len(jobs), glb, changes, document, **more))
            jobs.append(job_of(folder, len(jobs), glb, *new_clip(text)))
        if path == WALK:
            for first, changes, events in odd_cases(text):
                jobs.append(job_of(folder, len(jobs), glb, changes,
                                   with_events(text, "walk", events), first=first,
                                   source=first[0][2]))
    return jobs, left_out


# --- checks --------------------------------------------------------------------------------------

def check_text(job, told):
    """The text equals the expected one, with ordered keys, in Gait's compact formatting."""
    if job["says"] not in "\n".join(told["lines"]):
        yield f"unexpected output: {told['lines']}"
    if job["document"] is None:  # refused
        if told["text"] != job["text"] or Path(job["sidecar"]).exists():
            yield "a refused file was written"
        return
    source, wanted = job["source"], compact(job["document"])
    if compact(json.loads(told["text"])) != wanted:
        yield f"the text is {told['text'][-700:]}, wanted {wanted[-700:]}"
    unedited = job["document"] == json.loads(source)
    if compact(json.loads(source)) == source or unedited:
        if told["text"] != (source if unedited else wanted):
            yield "the same document, but another text"
    if Path(job["sidecar"]).read_text(encoding="utf-8") != told["text"]:
        yield "the sidecar differs from the text"


def check_markers(job, told):
    """Every event of the source is a marker at its frame, once."""
    for clip in json.loads(job["source"])["clips"] if job["place"] else []:
        wanted = [marker for event in clip["events"] for marker in markers_of(event, job["fps"])
                  if marker[0] < LAST_FRAME]
        found = told["before"].get(f"{clip['animation']}_gait", [])
        if sorted(wanted) != found:
            yield f"{clip['animation']} has the markers {found}, wanted {wanted}"
    if set(told["sheets"]) != {job["place"]}:
        yield f"wrong visibility of markers: {told['sheets']}"


def check_export(job, unedited):
    """The edited export differs from the unedited one by the text alone."""
    document, rest = glb_parts(job["out"])
    other, other_rest = glb_parts(unedited["out"])
    texts = []
    for each in (document, other):
        node = next(node for node in each["nodes"] if "gait" in node.get("extras", {}))
        texts.append(node["extras"].pop("gait"))
    if compact(json.loads(texts[0])) != compact(job["document"]):
        yield f"the text of the export is {texts[0][-700:]}"
    if texts[1] != text_of(unedited["glb"]):
        yield "the unedited export has another text"
    if document != other or rest != other_rest:
        yield "the export differs elsewhere, too"


def comparable_events(clip, is_rtm):
    """The parts of events that the format stores: a bank has no values; an RTM has no ends
    and moves events after its last key to that key.
    """
    last = clip["duration_s"] if is_rtm else math.inf
    return sorted((each["name"], each["value"] if is_rtm else "",
                   round(min(each["start_s"], last), 5),
                   round(min(each["start_s" if is_rtm else "end_s"], last), 5))
                  for each in clip["events"])


def check_round_trip(job):
    """The converted file has the events; without an edit, it has the original bytes."""
    path = Path(job["path"])
    is_rtm = path.suffix == ".rtm"
    back, glb = Path(job["out"] + path.suffix), Path(job["out"] + ".back.glb")
    done = run("convert", "--base", path, job["out"], back)
    if done.returncode or run("convert", "-q", back, glb).returncode:
        yield f"the conversion back failed: {done.stderr[-700:]}"
        return
    if not job["changes"] and back.read_bytes() != path.read_bytes():
        yield f"unedited, other bytes: {done.stderr[-700:]}"
    if not is_rtm and any(each["value"] for clip in job["document"]["clips"]
                          for each in clip["events"]) != ("values of events" in done.stderr):
        yield f"wrong message about values: {done.stderr[-700:]}"
    # In order, because an RTM is named after its file.
    for found, wanted in zip(json.loads(text_of(glb))["clips"], job["document"]["clips"],
                             strict=True):
        if comparable_events(found, is_rtm) != comparable_events(wanted, is_rtm):
            yield f"{wanted['name']} was restored with {comparable_events(found, is_rtm)}"


def check_jobs(jobs, told):
    for index, (job, one) in enumerate(zip(jobs, told)):
        problems = [*check_text(job, one), *check_markers(job, one)]
        if job["out"]:
            unedited = next(each for each in jobs if each["glb"] == job["glb"])
            problems += [*check_export(job, unedited), *check_round_trip(job)]
        for problem in problems:
            yield f"job {index} {job['changes'][:3]}: {problem}"


def check_command_line(folder):
    """The script as a command, on a Blender file that it changes and saves."""
    def run_script(*more):
        return subprocess.run(
            ["blender", "-b", "--factory-startup", blend, "--python-exit-code", "4", "--python",
             EVENTS, "--", *more], capture_output=True, text=True, env={**os.environ, "PATH": PATH})

    blend, glb, sidecar = folder / "a.blend", folder / "a.glb", folder / "edited.gait.json"
    make = ("import numpy; numpy.bool = bool; import bpy; "
            "bpy.ops.wm.read_factory_settings(use_empty=True); "
            f"bpy.context.scene.render.fps = 30; bpy.ops.import_scene.gltf(filepath={str(glb)!r}); "
            f"bpy.ops.wm.save_as_mainfile(filepath={str(blend)!r})")
    run("convert", "-q", WALK, glb)
    subprocess.run(["blender", "-b", "--factory-startup", "--python-expr", make], check=True,
                   capture_output=True, env={**os.environ, "PATH": PATH})
    done = run_script("markers")
    if done.returncode or "gait: added markers for 2 events of 1 clip" not in done.stdout:
        yield f"markers: {done.stdout}{done.stderr}"
    done = run_script("extras", sidecar)
    if done.returncode or "gait: wrote 2 events of 1 clip" not in done.stdout:
        yield f"extras: {done.stdout}{done.stderr}"
    elif "no markers were made" in done.stdout or sidecar.read_text() != text_of(glb):
        yield f"the saved file had no markers, or another text: {done.stdout}"
    if run_script("extra").returncode != 1 or run_script("markers", "file").returncode != 1:
        yield "invalid arguments were accepted"


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs, left_out = make_jobs(folder)
        told = run_blender(HELPER, jobs, folder)
        problems = [*check_jobs(jobs, told), *check_command_line(folder)]
        for problem in problems:
            print(problem)
        files = {job["glb"] for job in jobs}
        events = sum(len(clip["events"]) for glb in files
                     for clip in json.loads(text_of(glb))["clips"])
        print(f"{len(files)} files with {events} events, {len(jobs)} round trips through Blender, "
              f"{len(problems)} wrong, {len(left_out)} files that cannot be converted alone: "
              f"{', '.join(left_out)}")
        sys.exit(len(problems) > 0)


if __name__ == "__main__":
    main()
