#!/usr/bin/env python3
"""The import of the add-on in each version of Blender: samples and real files, and bad input."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import add_on
import versions

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "cli"))
import command

DATA = pathlib.Path(os.environ["GAIT_DATA"])
FACTS = pathlib.Path(os.environ.get("GAIT_FACTS", "none")) / "meshes.tsv"
GAIT = os.environ["GAIT"]
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
ENDINGS = (".rtm", ".omf", ".ogf", ".skl", ".skls")
GLB_EVERY = 6  # of the real files are also compared with their GLB


def files_of(folder):
    """Animations of the samples, a BVH, and those of the corpus that have clips."""
    found = [SAMPLES / name for name in ("stalker.omf", "walk.rtm", "walk_binarised.rtm")]
    bvh = folder / "salute.bvh"
    subprocess.run([GAIT, "convert", "-q", "-f", "--lossy", "--clip", "salute", found[0], bvh],
                   check=True)
    real = sorted(path for path in pathlib.Path(CORPUS or folder / "none").rglob("*")
                  if path.suffix.lower() in ENDINGS)
    return [*found, bvh], real


def make_glb(path, glb):
    """Whether the command can convert a file."""
    return subprocess.run([GAIT, "convert", "-q", "-f", path, glb],
                          capture_output=True).returncode == 0


def make_jobs(folder):
    """The files, those that cannot be imported, and GLBs of some of them."""
    jobs, models, broken = [], [], []
    samples, real = files_of(folder)
    for index, path in enumerate([*samples, *real]):
        glb = folder / f"{index}.glb"
        told = json.loads(subprocess.run([GAIT, "info", "--json", path],
                                         capture_output=True).stdout)["files"][0]
        if told["clips"] == [] and told["mesh"] and told["bones"]:
            models.append(str(path))
            continue
        if not told["clips"] or not make_glb(path, glb):
            broken.append(str(path))
            continue
        keeps = path in samples and path.suffix != ".bvh" or index % GLB_EVERY == 0
        jobs.append({"path": str(path), "glb": str(glb) if keeps else None})
        if not keeps:
            glb.unlink()
    damaged, empty = folder / "damaged.omf", folder / "empty.rtm"
    damaged.write_bytes(samples[0].read_bytes()[:5000])
    empty.write_bytes(b"")
    return jobs, models, [str(damaged), str(empty), str(folder / "missing.omf"),
                          str(folder / "0.glb"), *broken]


# --- meshes --------------------------------------------------------------------------------------

def real_file(kind, repository, path):
    """A file of the corpus or of the models beside it; None if it is not there."""
    root, name = pathlib.Path(CORPUS or "none"), repository.replace("/", "__")
    places = (root / kind / name / path.replace("/", "__"), root.parent / "models" / name / path)
    return next((place for place in places if place.is_file()), None)


def make_meshes(folder):
    """Animations with models: a small one, and those with facts about a posed mesh: the clip, the
    frame, and the box of its vertices in the axes of the game."""
    bank, model = folder / "mesh" / "bank.omf", folder / "mesh" / "model.ogf"
    bank.parent.mkdir()
    bank.write_bytes(command.omf(bones=("root", "spine", "head")))
    model.write_bytes((DATA / "ogf/ok/mesh.ogf").read_bytes())
    jobs = [{"path": str(bank), "skeleton": "", "clip": "idle", "frame": 1, "box": None}]
    for line in FACTS.read_text().splitlines()[1:] if FACTS.is_file() else ():
        kind, _, repository, _, path, *_, posed, _ = line.split("\t")
        found = re.fullmatch(r"(\S+?):(\S+)(?: clip=(\S+))? frame=(\d+) box=(\S+)", posed)
        model = real_file(kind, repository, path)
        animation = found and real_file(found[2].rpartition(".")[2], found[1], found[2])
        if kind in ("ogf", "p3d") and model and animation:
            jobs.append({"path": str(animation), "skeleton": str(model), "clip": found[3] or "*",
                         "frame": int(found[4]), "box": [
                             [float(part) for part in corner.split(",")]
                             for corner in found[5].split("..")]})
    return jobs


def main():
    found = versions.available()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        jobs, models, broken = make_jobs(folder)
        arguments = folder / "jobs.json"
        arguments.write_text(json.dumps({"files": jobs, "broken": broken, "models": models,
                                         "meshes": make_meshes(folder),
                                         "samples": str(SAMPLES)}))
        for version in found:
            versions.run_script(version, HERE / "import_session.py", [folder, arguments])


if __name__ == "__main__":
    main()
