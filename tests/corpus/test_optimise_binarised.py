#!/usr/bin/env python3
"""Optimises every real binarised RTM. Both files are played by an independent reader: without
tolerances every pose is the same, with tolerances no error exceeds the stated one."""
import json
import math
import tempfile
from pathlib import Path

from bmtr_file import Bmtr
from corpus import ROOT, each, gait, is_read, table

LIMITS = ((), ("0.1mm,0.02deg",), ("20mm,3deg",))
PARTS = (0.25, 0.5, 0.75, 1)


def half(bits):
    exponent, mantissa = bits >> 10 & 31, bits & 1023
    value = math.ldexp(1024 + mantissa, exponent - 25) if exponent else math.ldexp(mantissa, -24)
    return -value if bits >> 15 else value


def unit(record):
    length = math.sqrt(sum(number * number for number in record[:4]))
    return [number / length for number in record[:4]]


def slerp(a, b, part):
    dot = sum(p * q for p, q in zip(a, b))
    sign = -1 if dot < 0 else 1
    angle = math.acos(min(1, dot * sign))
    if angle < 1e-4:
        first, second = 1 - part, part
    else:
        first = math.sin((1 - part) * angle) / math.sin(angle)
        second = math.sin(part * angle) / math.sin(angle)
    return [first * p + sign * second * q for p, q in zip(a, b)]


def pose(first, second, part):
    """A bone between two records: quaternion and translation in millimetres."""
    if first == second:
        return unit(first), [1000 * half(bits) for bits in first[4:]]
    moved = [1000 * (half(a) + (half(b) - half(a)) * part) for a, b in zip(first[4:], second[4:])]
    return slerp(unit(first), unit(second), part), moved


def distances(a, b):
    """Millimetres and degrees."""
    chord = min(math.dist(a[0], b[0]), math.dist(a[0], [-number for number in b[0]]))
    return math.dist(a[1], b[1]), math.degrees(4 * math.asin(min(1, chord / 2)))


def kept_frames(before, after):
    """The frame of the original for each frame of the result, whose records are the same."""
    index = {phase: frame for frame, phase in enumerate(before.phases)}
    frames = [index[phase] for phase in after.phases]
    for place, frame in enumerate(frames):
        assert before.records[frame] == after.records[place], f"frame {frame} is another one"
    return frames


def compare_segment(before, start, end, limits):
    """Plays the frames between two kept ones."""
    phases, records = before.phases, before.records
    for bone in range(len(before.names)):
        rows = [records[frame][bone] for frame in range(start, end + 1)]
        if len(set(rows)) == 1:
            continue
        assert limits, f"bone {bone} moves between frames {start} and {end}"
        for frame in range(start, end):
            for part in PARTS:
                phase = phases[frame] + (phases[frame + 1] - phases[frame]) * part
                there = (phase - phases[start]) / (phases[end] - phases[start])
                found = distances(pose(rows[frame - start], rows[frame - start + 1], part),
                                  pose(rows[0], rows[-1], there))
                assert found[0] <= limits["mm"] * (1 + 1e-5) + 1e-5, (frame, bone, found, limits)
                assert found[1] <= limits["deg"] * (1 + 1e-5) + 1e-5, (frame, bone, found, limits)


def compare(before, after, limits):
    for name in ("version", "reversed", "step", "preload", "animated", "names", "metas", "keys"):
        assert getattr(before, name) == getattr(after, name), name
    if len(before.records) == len(after.records):
        assert before.records == after.records and before.phases == after.phases
        return 0
    frames = kept_frames(before, after)
    for start, end in zip(frames, frames[1:]):
        if end > start + 1:
            compare_segment(before, start, end, limits)
    return len(before.records) - len(after.records)


def findings(path):
    found = json.loads(gait("check", "--json", path).stdout)["files"][0]["findings"]
    return sorted(one["rule"] for one in found)


def check_file(fact):
    source = ROOT / fact["file"]
    before = Bmtr(source.read_bytes())
    for number, limits in enumerate(LIMITS):
        out = Path(folder) / f"{facts.index(fact)}_{number}.rtm"
        options = [f"--tolerance={limit}" for limit in limits]
        done = gait("optimise", "--json", "-q", source, "-o", out, *options)
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)["files"][0]
        if not result["changed"]:
            assert not out.exists()
            continue
        content = out.read_bytes()
        assert len(content) == result["result"]["bytes"]["after"] < source.stat().st_size
        removed = compare(before, Bmtr(content), result["result"]["max_error"] if limits else None)
        assert removed == result["result"]["clips"][0]["removed_keys"]
        assert findings(out) == findings(source)
        totals[number] += 1


facts = [fact for fact in table("files.tsv") if fact["format"] == "bmtr" and is_read(fact)]
totals = [0] * len(LIMITS)
if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            each(facts, check_file)
        finally:
            print(f"smaller: {totals}")
            assert totals[2] > 0
