#!/usr/bin/env python3
"""Through Blender and back: unedited files keep their bytes, and edits of 0.1 degrees or 0.5 mm of
one bone in one frame are reported with their clip, bone and frame, and nothing else.
"""
import shutil
import sys
import tempfile
from pathlib import Path

import posed
import small_edits
from blender_run import PATH, run_blender

SCRIPT = Path(__file__).with_name("blender_roundtrip.py")
OWN_KEYS = {"export_force_sampling": False}
# Typical settings: frame rate, options of the exporter, and the lower precision of the report.
WAYS = {
    "as it is": (30, {}, {}),
    "own keys": (30, OWN_KEYS, {}),
    "optimised": (30, {"export_optimize_animation_size": True}, {}),
    "24 fps, own keys": (24, OWN_KEYS, {}),
    # Whole frames are up to half a key from the edit, between it and its neighbours.
    "24 fps": (24, {}, {"frames": 1, "share": 0.3, "is_exact": False}),
}
EXTRAS = "custom properties"


def is_sampled_whole(way, base):
    """At 24 fps a file of clips this short does not have the three keys that determine the rate."""
    return way != "24 fps" or max(clip.key_frames[-1] for clip in base.clips) > 2


def has_frame_near_end(edit, base):
    """Whether a whole frame of 24 per second is near enough before the end."""
    last = next(clip for clip in base.clips if clip.name == edit["name"]).key_frames[-1]
    return edit["frame"] <= last - 2 or edit["frame"] * 4 % 5 == 0


def export_of(ways, base, road, edits, folder, options, allowed):
    out = folder / f"out-{len(ways)}.glb"
    ways.append(small_edits.RoundTrip(base, road, out, edits, **allowed))
    return {"out": str(out), "edited": bool(edits), "options": options}


def job_of(base, fps, ways, folder):
    """One import: all exports of it, edited, and first without an edit where that is cheap."""
    edits = small_edits.edits_of(base, small_edits.random_of(base))
    if fps != small_edits.FPS:
        edits = {name: edit for name, edit in edits.items() if has_frame_near_end(edit, base)}
    exports = []
    for road, (scene, options, allowed) in WAYS.items():
        if scene != fps or not is_sampled_whole(road, base):
            continue
        if edits:
            exports.append(export_of(ways, base, road, edits, folder, options, allowed))
        if len(base.clips) == 1 or base.source.parent == posed.SAMPLES:
            exports.append(export_of(ways, base, road, {}, folder, options, allowed))
    if base.source.parent == posed.SAMPLES and fps == small_edits.FPS:
        exports.append(export_of(ways, base, EXTRAS, {}, folder, {"export_extras": True}, {}))
    return {"glb": str(base.glb), "fps": fps, "edits": list(edits.values()), "exports": exports}


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder, ways = Path(name), []
        jobs = [job_of(base, fps, ways, folder) for base in small_edits.choose(folder)
                for fps in (30, 24)]
        run_blender(SCRIPT, jobs, folder, told=False)
        sys.exit(small_edits.check_round_trips(ways, folder))


if __name__ == "__main__":
    main()
