"""Real models with a clip that poses them, for comparisons of skinned vertices with other programs.

GAIT is the command, GAIT_POSED_VERTICES the program of posed_vertices.c. The models are those of
GAIT_FACTS/meshes.tsv that have a pose; they are in GAIT_CORPUS and in the folder models next to it.
"""
import array
import csv
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import posed

PROGRAM = os.environ.get("GAIT_POSED_VERTICES", "")
FACTS = Path(os.environ.get("GAIT_FACTS") or "/nonexistent")
MILLIMETRES = 0.1
POSED = re.compile(r"(?P<repository>[^:]+):(?P<path>.+?)(?: clip=(?P<clip>.+?))? "
                   r"frame=(?P<frame>\d+) box=")


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def real_files():
    """{(repository, path): file} of the corpus and of the models."""
    found = {}
    for folder in (posed.CORPUS, posed.CORPUS.parent / "models"):
        if (folder / "MANIFEST.tsv").is_file():
            for row in rows(folder / "MANIFEST.tsv"):
                found[row.get("repository") or row["repo"], row["path"]] = folder / row["file"]
    return found


class Skinned:
    """A model in one pose: its GLB, and the vertices of gait_mesh_skin()."""

    def __init__(self, model, bank, clip, frame, folder):
        self.source = model
        self.frame = frame
        self.clips = [clip]
        self.glb = folder / f"{model.stem}.glb"
        self.ours = folder / f"{model.stem}.ours"
        self.theirs = folder / f"{model.stem}.theirs"
        chosen = ["--clip", clip] if clip else []
        done = posed.gait("convert", "-q", "--skeleton", model, *chosen, bank, self.glb)
        assert done.returncode == 0, (model, done.stderr.decode())
        subprocess.run([PROGRAM, model, bank, clip, str(frame), self.ours], check=True, timeout=60)
        document = posed.glb_document(self.glb)
        extras = document["scenes"][0]["extras"]["gait"]["clips"]
        self.time = posed.Clip(0, extras[0]).key_frames[frame]

    def farthest(self):
        """(metres between a vertex of ours and theirs, vertices)."""
        ours, theirs = array.array("f"), array.array("f")
        ours.frombytes(self.ours.read_bytes())
        theirs.frombytes(self.theirs.read_bytes())
        assert len(ours) == len(theirs) > 0, (self.source, len(ours), len(theirs))
        points = (zip(*[iter(numbers)] * 3) for numbers in (ours, theirs))
        return max(math.dist(a, b) for a, b in zip(*points)), len(ours) // 3


def models(folder):
    if not PROGRAM or not (FACTS / "meshes.tsv").is_file():
        print("skip: no table of meshes at GAIT_FACTS, or no program at GAIT_POSED_VERTICES")
        sys.exit(77)
    files, found = real_files(), []
    for row in rows(FACTS / "meshes.tsv"):
        pose = POSED.match(row["posed"])
        model = files.get((row["repo"], row["path"]))
        bank = pose and files.get((pose["repository"], pose["path"]))
        if model and bank:
            found.append(Skinned(model, bank, pose["clip"] or "", int(pose["frame"]), folder))
    assert len(found) >= 5, found
    return found


def compare(found):
    """Compares all models, prints the largest distances, and ends the test."""
    failures = 0
    for each in found:
        metres, count = each.farthest()
        failures += not metres * 1000 <= MILLIMETRES
        print(f"{each.source.name}: {count} vertices, at most {1000 * metres:.5f} mm apart")
    sys.exit(1 if failures else 0)
