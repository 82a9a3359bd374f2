#!/usr/bin/env python3
"""measure_reference.py [ROUNDS]: is the release build as fast and as small as the reference commit?

Runs the bench of build/reference and of build/release in turns (3 rounds unless given) on an
otherwise idle machine, and prints for each row the medians, their ratio, and a mark where the ratio
is over 1.05; then the bytes of code of both commands. Rows of the bench are ratios or counts, so
that less is better in each. scripts/reference.sh builds the reference.
"""
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMMIT = (ROOT / "tests/reference/commit").read_text().strip()
BUILDS = {"reference": ROOT / "build/reference" / COMMIT / "build", "now": ROOT / "build/release"}
LIMIT = 1.05


def bench(build, folder):
    """{row: value} of one run."""
    out = pathlib.Path(folder) / "bench.tsv"
    subprocess.run([build / "gait-bench", out], cwd=folder, stdout=subprocess.DEVNULL)
    with open(out, newline="") as lines:
        rows = csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t")
        return {row[0]: float(row[1]) for row in rows if len(row) > 1 and is_number(row[1])}


def is_number(text):
    try:
        return float(text) == float(text)
    except ValueError:
        return False


def code_bytes(program):
    lines = subprocess.run(["size", program], check=True, capture_output=True, text=True).stdout
    return int(lines.splitlines()[1].split()[0])


def main(rounds):
    values = {name: [] for name in BUILDS}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, build in BUILDS.items():
                values[name].append(bench(build, folder))
    slower = 0
    print(f"{'ROW':<16}{'REFERENCE':>11}{'NOW':>11}{'RATIO':>8}")
    for row in values["now"][0]:
        medians = [statistics.median(run[row] for run in values[name]) for name in BUILDS
                   if all(row in run for run in values[name])]
        if len(medians) == 2:
            ratio = medians[1] / medians[0] if medians[0] else float(medians[1] > 0) + 1
            slower += ratio > LIMIT
            print(f"{row:<16}{medians[0]:>11.3f}{medians[1]:>11.3f}{ratio:>8.3f}"
                  f"{'  over' if ratio > LIMIT else ''}")
    sizes = [code_bytes(build / "gait") for build in BUILDS.values()]
    print(f"code of gait: {sizes[0]} and {sizes[1]} bytes, ratio {sizes[1] / sizes[0]:.4f}")
    print(f"{slower} rows are over {LIMIT}")
    return 1 if slower else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 or not all((build / "gait-bench").is_file() for build in BUILDS.values()):
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) == 2 else 3))
