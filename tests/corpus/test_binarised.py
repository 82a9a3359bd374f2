#!/usr/bin/env python3
"""Real binarised files, through plain RTM and back, checked by an independent parser:

* with the file as --base, the bytes are the same, also when rewriting the same format;
* without a base, every record is equal within the precision of 14 bytes;
* compressed blocks are read by liblzo2, if available;
* one animation exists in both formats: they agree, and the plain one converts to the same bytes;
* every plain file with half of the bones of a human body is written with the bones of the human.
"""
import ctypes
import ctypes.util
import math
import struct
import tempfile
from pathlib import Path

from bmtr_file import Bmtr
from corpus import ROOT, each, gait, gait_json, table

UNIT = 16384  # of stored rotations
NEAR_UNIT = 0.005  # lengths that are noise
# Of a component: rounding to the next integer twice, and what normalising adds.
ROTATION = 1.0 / UNIT
# Around zero: written files have nothing below the smallest 16-bit float with a full mantissa.
TRANSLATION = 2 ** -14 * (1 + 1e-6)

# The vendor's pair, without a skeleton. In the binarised file the arms rotate without translation,
# in the plain one they move with the torso: so the torso is their parent. The parent of the torso
# is assumed to be the pelvis; the pelvis does not move, so the files do not determine it.
PLAIN = "rtm/MrClock8163__armaio/tests__data__animation.rtm"
BINARISED = "rtm/MrClock8163__armaio/tests__data__animation_bmtr.rtm"
CONFIG = """class CfgSkeletons {
    class Pair {
        skeletonBones[] = {"Pelvis", "", "Torso", "Pelvis",
                           "RightArm", "Torso", "LeftArm", "Torso"};
    };
};
"""


# --- records --------------------------------------------------------------------------------------

def rotation(record):
    """What a record means: a length near 1 is 1."""
    length = math.hypot(*record[:4]) / UNIT
    near = abs(length - 1) <= NEAR_UNIT
    return [x / UNIT / (length if near else 1) for x in record[:4]]


def rotations_apart(a, b):
    p, q = rotation(a), rotation(b)
    return min(max(abs(x - sign * y) for x, y in zip(p, q)) for sign in (1, -1))


def half(bits):
    """A number of metres; exponent 31 is one like the others."""
    exponent, mantissa = bits >> 10 & 31, bits & 1023
    size = (1024 + mantissa) * 2.0 ** (exponent - 25) if exponent else mantissa * 2.0 ** -24
    return -size if bits & 0x8000 else size


def rank(bits):
    """Neighbours are one apart."""
    return -(bits & 0x7FFF) if bits & 0x8000 else bits


def check_record(place, old, new):
    apart = rotations_apart(old, new)
    assert apart <= ROTATION, f"{place}: rotation {old[:4]} became {new[:4]}"
    for a, b in zip(old[4:], new[4:]):
        assert abs(rank(a) - rank(b)) <= 1 or abs(half(a) - half(b)) <= TRANSLATION, (
            f"{place}: {half(a)} m became {half(b)} m")


def check_same(old, new):
    """All fields; bones may have another order, parents first."""
    assert sorted(old.names) == sorted(new.names), (old.names, new.names)
    assert (old.version, old.step, old.preload, old.animated, old.phases, old.keys) == (
        new.version, new.step, new.preload, new.animated, new.phases, new.keys)
    assert new.reversed == 1 and not new.metas
    order = [new.names.index(name) for name in old.names]
    for frame, (was, now) in enumerate(zip(old.records, new.records, strict=True)):
        for bone, name in enumerate(old.names):
            check_record(f"frame {frame}, {name.decode('cp1251')}", was[bone], now[order[bone]])


# --- liblzo2 --------------------------------------------------------------------------------------

def find_lzo():
    name = ctypes.util.find_library("lzo2")
    return ctypes.CDLL(name) if name else None


def check_packed(blocks):
    for packed, unpacked in blocks:
        out = ctypes.create_string_buffer(len(unpacked))
        size = ctypes.c_size_t(len(unpacked))
        result = lzo.lzo1x_decompress_safe(packed, ctypes.c_size_t(len(packed)), out,
                                           ctypes.byref(size), None)
        assert (result, size.value, out.raw) == (0, len(unpacked), unpacked), f"liblzo2: {result}"


# --- files ----------------------------------------------------------------------------------------

def convert(*arguments):
    done = gait("convert", "-q", *arguments)
    assert done.returncode == 0, done.stderr.decode()


def poses(path, config):
    """{bone in lower case: transform} per key, deltas in model space, file axes."""
    report = gait_json("sample", "--all", "--space", "delta", "--axes", "file", "--skeleton",
                       config, path)
    return [(frame["phase"], {bone["name"].lower(): bone for bone in frame["bones"]})
            for frame in report["frames"]]


def check_pair(config):
    plain, binarised = poses(ROOT / PLAIN, config), poses(ROOT / BINARISED, config)
    assert [phase for phase, _ in plain] == [phase for phase, _ in binarised] == [0, 1]
    for (_, wanted), (_, got) in zip(plain, binarised):
        assert set(wanted) == set(got) == {"pelvis", "torso", "rightarm", "leftarm"}
        for name, bone in wanted.items():
            # Below 1 m a 16-bit float has steps of 2^-11 m at most; one more for the chain.
            assert math.dist(bone["t"], got[name]["t"]) < 2 ** -10, (name, bone, got[name])
            apart = min(max(abs(x - sign * y) for x, y in zip(bone["q"], got[name]["q"]))
                        for sign in (1, -1))
            assert apart < 2 * ROTATION, (name, bone, got[name])
    made = Path(folder) / "made_from_plain.rtm"
    convert("--to", "bmtr", "--skeleton", config, ROOT / PLAIN, made)
    assert made.read_bytes() == (ROOT / BINARISED).read_bytes(), "not what the vendor's tool made"


def check_fact(fact):
    source = ROOT / fact["file"]
    # Human skeletons are built in; the only other file is the vendor's.
    tree = ["--skeleton", config] if fact["file"] == BINARISED else []
    plain, again, made = (Path(folder) / f"{facts.index(fact)}.{name}.rtm"
                          for name in ("plain", "again", "made"))
    convert("--to", "rtm", *tree, source, plain)
    assert plain.read_bytes()[:4] == b"RTM_"
    convert("--to", "bmtr", *tree, "--base", source, plain, again)
    assert again.read_bytes() == source.read_bytes(), "other bytes over the file itself"
    convert("--to", "bmtr", *tree, "--format-version", fact["version"], plain, made)
    old, new = Bmtr(source.read_bytes()), Bmtr(made.read_bytes())
    assert (len(old.names), len(old.phases), len(old.keys)) == tuple(
        int(fact[key]) for key in ("bones", "frames", "events"))
    check_same(old, new)
    if lzo:
        check_packed(new.blocks)
        check_packed(old.blocks)
    packed.append(len(new.blocks))
    for path in (plain, again, made):
        path.unlink()


# --- plain files of humans ------------------------------------------------------------------------

def plain_names(path):
    data = path.read_bytes()
    at = data.index(b"RTM_0101") + 24
    count = struct.unpack_from("<I", data, at)[0]
    names = (data[at + 4 + 32 * i:][:32].split(b"\0")[0] for i in range(count))
    return {name.decode("cp1252").lower() for name in names}


def human():
    """All bones of the newest human, and those of its body, which are not below the head."""
    bones = gait_json("skeleton", "arma3-man")["bones"]
    parents = {bone["name"].lower(): bone["parent_name"] for bone in bones}

    def is_body(name):
        up = parents[name]
        return up is None or (up.lower() != "head" and is_body(up.lower()))
    return set(parents), {name for name in parents if is_body(name)}


def check_humans():
    bones, body = human()
    written = 0
    for fact in table("files.tsv"):
        if (fact["format"], fact["version"]) != ("rtm", "101"):
            continue
        names = plain_names(ROOT / fact["file"])
        if 2 * len(names & body) >= len(body):
            made = Path(folder) / "human.rtm"
            convert("-f", "--to", "bmtr", "--skeleton", "arma3-man", ROOT / fact["file"], made)
            written_names = Bmtr(made.read_bytes()).names
            assert {name.decode().lower() for name in written_names} == names & bones
            convert("-f", "--to", "bmtr", ROOT / fact["file"], made)
            written += 1
    print(f"{written} plain files of humans were written")
    assert written >= 50, written


with tempfile.TemporaryDirectory() as folder:
    check_humans()
    facts = [fact for fact in table("files.tsv") if fact["format"] == "bmtr"]
    packed, lzo = [], find_lzo()
    # In a separate folder: otherwise it would be used for the other files.
    (Path(folder) / "pair").mkdir()
    config = Path(folder) / "pair/model.cfg"
    config.write_text(CONFIG)
    check_pair(config)
    try:
        each(facts, check_fact)
    finally:
        print(f"{sum(packed)} blocks of {sum(map(bool, packed))} files were compressed by us,",
              "liblzo2 read them" if lzo else "liblzo2 is not there")
