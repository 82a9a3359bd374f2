#!/usr/bin/env python3
"""The import of the add-on in each version of Blender: samples and real files, and bad input."""
import json
import os
import pathlib
import subprocess
import tempfile

import add_on
import versions

HERE = pathlib.Path(__file__).parent
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
    """Whether the command can convert a file with clips."""
    told = subprocess.run([GAIT, "info", "--json", path], capture_output=True).stdout
    return bool(json.loads(told)["files"][0]["clips"]) and subprocess.run(
        [GAIT, "convert", "-q", "-f", path, glb], capture_output=True).returncode == 0


def make_jobs(folder):
    """The files, those that cannot be imported, and GLBs of some of them."""
    jobs, broken = [], []
    samples, real = files_of(folder)
    for index, path in enumerate([*samples, *real]):
        glb = folder / f"{index}.glb"
        if not make_glb(path, glb):
            broken.append(str(path))
            continue
        keeps = path in samples and path.suffix != ".bvh" or index % GLB_EVERY == 0
        jobs.append({"path": str(path), "glb": str(glb) if keeps else None})
        if not keeps:
            glb.unlink()
    damaged, empty = folder / "damaged.omf", folder / "empty.rtm"
    damaged.write_bytes(samples[0].read_bytes()[:5000])
    empty.write_bytes(b"")
    return jobs, [str(damaged), str(empty), str(folder / "missing.omf"), str(folder / "0.glb"),
                  *broken]


def main():
    found = versions.available()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        jobs, broken = make_jobs(folder)
        arguments = folder / "jobs.json"
        arguments.write_text(json.dumps({"files": jobs, "broken": broken,
                                         "samples": str(SAMPLES)}))
        for version in found:
            output = versions.run_script(version, HERE / "import_session.py", [folder, arguments])
            for line in output.splitlines():
                if line.startswith("result: ") and "Error:" not in line:
                    print(f"Blender {version}: {line[8:]}")


if __name__ == "__main__":
    main()
