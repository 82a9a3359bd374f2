"""tasks.py BANK MODEL: does the tasks of bench_hosts.c with the Python package. Each line of
standard input is a task and is answered by a line when it is done. GAIT_SHARED_LIBRARY names the
library."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"))
import gait

bank = pathlib.Path(sys.argv[1]).read_bytes()
DESCRIPTIONS = 10
POSES = 1000
TIMES = [number * (2.0 / POSES) * 0.98 for number in range(POSES)]


texts = []  # of the last call


def describe():
    texts.clear()
    for _ in range(DESCRIPTIONS):
        with gait.open(bank, "bank.omf") as file:
            texts.append(file.json("info"))


def open_clip():
    file = gait.open(bank, "bank.omf")
    model = gait.open(pathlib.Path(sys.argv[2]).read_bytes(), "a.ogf")
    return file.clip(0, skeleton=file.skeleton(candidates=[model]))


def pose(clip=open_clip()):
    for time in TIMES:
        clip.pose(time)


for line in sys.stdin:
    {"describe": describe, "pose": pose}[line.strip()]()
    print("done", flush=True)
