#!/usr/bin/env python3
"""Planted differences in real files: `gait diff` finds each, and nothing else.

Keys are changed as bytes here, and the expected amounts are computed from these bytes. Every file
is compared with itself, and with a copy in which only bytes differ that are not compared.
"""
import json
import math
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import corpus
from corpus import GAIT, ROOT, each, gait, is_read, table

WORK = Path()
planted = []


def diff(before, after, *options):
    """(exit code, the element of "files") of a comparison."""
    done = subprocess.run([GAIT, "diff", "--json", *options, str(before), str(after)],
                          capture_output=True, timeout=120)
    assert done.returncode in (0, 1), done.stderr.decode()
    files = json.loads(done.stdout)["files"]
    assert len(files) == 1
    return done.returncode, files[0]


def findings(found):
    """Every finding of a comparison as a tuple, without keys."""
    out = [(d["subject"], d["kind"], d["name"], d["before"], d["after"])
           for d in found["differences"]]
    for clip in found["clips"]:
        name = (clip["before"] or clip["after"])["name"]
        for kind in ("added", "removed"):
            if clip["kind"] == kind:
                out.append(("clip", kind, name))
        if clip["renamed"]:
            out.append(("clip", "renamed", name, clip["after"]["name"]))
        if clip["moved"]:
            out.append(("clip", "moved", name))
        out += [(name, d["subject"], d["kind"], d["name"], d["before"], d["after"])
                for d in clip["differences"]]
        out += [(name, "keys", bone["name"]) for bone in clip["bones"]]
    return out


def only(what, before, after, expected):
    """The comparison has exactly this finding; returns the comparison."""
    code, found = diff(before, after)
    assert code == 1 and found["status"] == "different", (what, found["status"])
    got = findings(found)
    assert got == expected, f"{what}: {got[:5]} instead of {expected}"
    planted.append(what)
    print(f"{what}: found")
    return found


def near(what, got, expected, tolerance):
    assert abs(got - expected) <= tolerance, f"{what}: {got} instead of {expected}"


def edit(source, *words):
    out = WORK / ("edited" + source.suffix)
    done = gait(words[0], "-q", "-f", *words[1:], source, "-o", out)
    assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
    return out


def fields(path):
    return json.loads(gait("map", "--json", "-q", path).stdout)["fields"]


def bone_names(path):
    """The bones of a bank in the order of its tracks."""
    return json.loads(gait("info", "--json", path).stdout)["files"][0]["bones"]


# --- keys of banks ----------------------------------------------------------------------------


def quaternion_angle(a, b):
    """The angle between two quaternions of any length, in degrees."""
    length = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(x * x for x in b))
    cross = [a[3] * b[i] - b[3] * a[i] + a[(i + 2) % 3] * b[(i + 1) % 3] -
             a[(i + 1) % 3] * b[(i + 2) % 3] for i in range(3)]
    dot = sum(x * y for x, y in zip(a, b))
    return math.degrees(2 * math.atan2(math.sqrt(sum(x * x for x in cross)) / length,
                                       abs(dot) / length))


def turned(q, degrees):
    """A stored quaternion, rotated about X and rounded."""
    s, c = math.sin(math.radians(degrees) / 2), math.cos(math.radians(degrees) / 2)
    x, y, z, w = q
    return tuple(max(-32767, min(32767, round(v)))
                 for v in (c * x + s * w, c * y + s * z, c * z - s * y, c * w - s * x))


def patch(data, field, offset, packed):
    """Writes bytes into a field of keys, and corrects its checksum."""
    at = field["offset"] + offset
    data[at:at + len(packed)] = packed
    keys = bytes(data[field["offset"]:field["offset"] + field["size"]])
    data[field["offset"] - 4:field["offset"]] = struct.pack("<I", zlib.crc32(keys))


def plant_bank_keys(bank):
    tracks = [field for field in fields(bank) if field["name"].endswith(".keys")]
    rotation = next(f for f in tracks if f["name"].endswith("rotation.keys") and
                    f["type"].startswith("s16") and len(f["value"]) > 8)
    names = bone_names(bank)
    clips = json.loads(gait("list", "--json", bank).stdout)["files"][0]["clips"]

    def place(field):
        motion, track = (int(part.split("]")[0]) for part in field["name"].split("[")[1:3])
        return clips[motion]["name"], names[track]

    clip, bone = place(rotation)
    data, frame = bytearray(bank.read_bytes()), 5
    old = rotation["value"][frame]
    new = turned(old, 0.1)
    patch(data, rotation, 8 * frame, struct.pack("<4h", *new))
    copy = WORK / "rotation.omf"
    copy.write_bytes(data)
    found = only("0.1 degrees on one key", bank, copy, [(clip, "keys", bone)])
    amount = found["clips"][0]["bones"][0]
    angle = quaternion_angle(old, new)
    near("planted angle", angle, 0.1, 0.005)
    near("degrees", amount["rotation"]["deg"], angle, 2e-4)
    near("lever", amount["lever"]["mm"], 200 * math.sin(math.radians(angle) / 2), 1e-3)
    assert amount["translation"]["mm"] == 0 and amount["rotation"]["frame"] == frame, amount
    for tolerance, code in (("0.09deg", 1), ("0.11deg", 0), ("0.16mm", 1), ("0.2mm", 0)):
        assert diff(bank, copy, "--tolerance", tolerance)[0] == code, tolerance

    moved = next(f for f in tracks if f["name"].endswith("translation.keys") and
                 len(f["value"]) > 8)
    size = next(f["value"] for f in fields(bank)
                if f["name"] == moved["name"].replace(".keys", ".size"))
    clip, bone = place(moved)
    is_wide = moved["type"].startswith("s16")
    axis = max(range(3), key=lambda i: size[i])
    steps = max(1, round(0.0005 / size[axis]))
    value = moved["value"][7][axis]
    new = value - steps if value > 0 else value + steps
    data = bytearray(bank.read_bytes())
    patch(data, moved, (7 * 3 + axis) * (2 if is_wide else 1),
          struct.pack("<h" if is_wide else "<b", new))
    copy.write_bytes(data)
    found = only("0.5 mm on one key", bank, copy, [(clip, "keys", bone)])
    amount = found["clips"][0]["bones"][0]
    near("mm", amount["translation"]["mm"], 1000 * steps * size[axis], 2e-3)
    assert amount["translation"]["frame"] == 7 and amount["rotation"]["deg"] == 0, amount

    data = bytearray(bank.read_bytes())
    data[rotation["offset"] - 4] ^= 0xFF
    copy.write_bytes(data)
    code, found = diff(bank, copy)
    assert code == 0 and found["status"] == "same_content", found["status"]
    assert found["differing_bytes"] == 1 and not findings(found), found


# --- parameters, names, order -----------------------------------------------------------------


def plant_bank_edits(bank):
    clips = json.loads(gait("list", "--json", bank).stdout)["files"][0]["clips"]
    names = [clip["name"] for clip in clips]
    first, play = names[0], clips[0]["playback"]
    assert names.count(first) == 1
    for word, value in (("speed", 1.25), ("power", 0.5), ("accrue", 3.5), ("falloff", 4.5)):
        only(word, bank, edit(bank, "set", "--clip", first, f"--{word}", str(value)),
             [(first, "parameter", "changed", word, play[word], value)])
    stops = "stop-at-end" in play["flags"]
    only("stop-at-end", bank,
         edit(bank, "set", "--clip", first, "--flags=" + "+-"[stops] + "stop-at-end"),
         [(first, "parameter", "changed", "stop-at-end", "on" if stops else "off",
           "off" if stops else "on")])
    only("rename", bank, edit(bank, "rename", "--clip", f"{first}=planted_name"),
         [("clip", "renamed", first, "planted_name")])
    only("one clip in another place", bank,
         edit(bank, "reorder", "--clip", names[0], "--after", names[1]),
         [("clip", "moved", first)])
    only("removed clip", bank, edit(bank, "remove", "--clip", names[3]),
         [("clip", "removed", names[3])])
    only("copied clip", bank, edit(bank, "duplicate", "--clip", f"{names[2]}=planted_copy"),
         [("clip", "added", "planted_copy")])


def plant_marks(bank):
    clips = json.loads(gait("list", "--json", bank).stdout)["files"][0]["clips"]
    clip = next(clip["name"] for clip in clips if clip["frames"] > 20)
    one = ("--clip", clip)
    kept = WORK / "marks.omf"
    kept.write_bytes(edit(bank, "set", "--format-version", "4").read_bytes())
    only("version", bank, kept, [("version", "changed", None, 3, 4)])
    kept.write_bytes(edit(kept, "event", *one, "--add", "Planted", "--at", "0.4").read_bytes())
    only("mark moved by one frame", kept, edit(kept, "event", *one, "--move", "Planted", "--to",
                                               "13f"),
         [(clip, "event", "moved", "Planted", "0.4 s", "0.43333334 s")])
    only("mark renamed", kept, edit(kept, "event", *one, "--rename", "Planted=Other"),
         [(clip, "event", "renamed", "Planted", "Planted", "Other")])
    only("mark removed", kept, edit(kept, "event", *one, "--remove", "Planted"),
         [(clip, "event", "removed", "Planted", "0.4 s", None)])
    only("mark added", kept, edit(kept, "event", *one, "--add", "Second", "--at", "0.5"),
         [(clip, "event", "added", "Second", None, "0.5 s")])


def plant_part(bank):
    found = json.loads(gait("list", "--json", bank).stdout)["files"][0]["clips"]
    clip = next(clip for clip in found if clip["playback"].get("part"))
    only("part", bank, edit(bank, "set", "--clip", clip["name"], "--part", "all"),
         [(clip["name"], "parameter", "changed", "part", clip["playback"]["part"]["name"],
           "all")])


def plant_reference(model):
    only("reference added", model, edit(model, "refs", "--add", "planted/bank"),
         [("reference", "added", "planted\\bank", None, None)])


# --- plain RTM --------------------------------------------------------------------------------


def rtm_bones(path):
    """{name: (parent, pivot in file axes)} of the skeleton on which a file is posed."""
    bones = json.loads(gait("skeleton", "--json", "-q", path).stdout)["bones"]
    out = {}
    for bone in bones:
        assert bone["q"] == [0, 0, 0, 1]
        above = out[bone["parent_name"]][1] if bone["parent_name"] else (0, 0, 0)
        t = bone["t"]
        out[bone["name"]] = (bone["parent_name"],
                             (above[0] - t[0], above[1] + t[1], above[2] - t[2]))
    return out


def rtm_entries(path):
    """Bytes of a plain RTM, and the offset of the matrix of each bone in a frame."""
    data = bytearray(path.read_bytes())
    at = data.index(b"RTM_0101") + 8 + 12
    frames, count = struct.unpack_from("<2I", data, at)
    at += 8 + 32 * count

    def matrix(frame, bone):
        return at + frame * (4 + 80 * count) + 4 + 80 * bone + 32

    names = [bytes(data[at - 32 * (count - i):][:32]).split(b"\0")[0].decode("latin-1")
             for i in range(count)]
    return data, frames, names, matrix


def plant_rtm_keys(path, bone, what):
    """Rotates or moves one bone and its descendants in one frame."""
    bones = rtm_bones(path)
    data, frames, names, matrix = rtm_entries(path)
    frame, index = frames // 2, [name.lower() for name in names].index(bone)
    moved = {bone}
    for name, (parent, _) in bones.items():
        if parent and parent.lower() in moved:
            moved.add(name.lower())
    known = {name.lower(): value for name, value in bones.items()}
    m = struct.unpack_from("<12f", data, matrix(frame, index))
    p = known[bone][1]
    joint = [sum(m[3 * c + r] * p[c] for c in range(3)) + m[9 + r] for r in range(3)]
    s, c = (math.sin(math.radians(0.1)), math.cos(math.radians(0.1))) if what == "turn" else (0, 1)
    d = 0.0005 if what == "move" else 0
    for i, name in enumerate(names):
        if name.lower() not in moved:
            continue
        old = struct.unpack_from("<12f", data, matrix(frame, i))
        new = []
        for column in range(4):
            v = [old[3 * column + r] - (joint[r] if column == 3 else 0) for r in range(3)]
            v = [v[0], c * v[1] - s * v[2], s * v[1] + c * v[2]]
            new += [v[r] + (joint[r] + d * (r == 1) if column == 3 else 0) for r in range(3)]
        struct.pack_into("<12f", data, matrix(frame, i), *new)
    copy = WORK / "planted.rtm"
    copy.write_bytes(data)
    clip = json.loads(gait("list", "--json", path).stdout)["files"][0]["clips"][0]["name"]
    found = only(f"RTM: {what} of {bone} and {len(moved) - 1} descendants", path, copy,
                 [(clip, "keys", names[index])])
    amount = found["clips"][0]["bones"][0]
    near("degrees", amount["rotation"]["deg"], 0.1 if what == "turn" else 0, 2e-3)
    near("mm", amount["translation"]["mm"], 0.5 if what == "move" else 0, 3e-3)
    assert amount["lever"]["frame"] == frame, amount
    return len(moved)


def plant_rtm(path):
    clip = json.loads(gait("list", "--json", path).stdout)["files"][0]["clips"][0]["name"]
    for bone in ("leftarm", "rightupleg", "lefthand"):
        assert plant_rtm_keys(path, bone, "turn") > 1 or bone == "lefthand"
        plant_rtm_keys(path, bone, "move")
    step = json.loads(gait("info", "--json", path).stdout)["files"][0]["step"]
    only("displacement of an RTM", path, edit(path, "set", "--root-motion", "0,0.5,-7"),
         [(clip, "root_motion", "changed", None,
           " ".join(repr(value).removesuffix(".0") for value in step), "0 0.5 -7")])
    only("property of an RTM", path, edit(path, "event", "--add", "Planted", "--at", "0.25"),
         [(clip, "event", "added", "Planted", None, "phase 0.25")])


def plant_bmtr(path):
    clip = json.loads(gait("list", "--json", path).stdout)["files"][0]["clips"][0]["name"]
    only("key stone of a binarised RTM", path,
         edit(path, "event", "--add", "Planted", "--at", "0.5"),
         [(clip, "event", "added", "Planted", None, "phase 0.5")])


def plant_skl(path):
    clip = json.loads(gait("list", "--json", path).stdout)["files"][0]["clips"][0]
    only("speed of an SDK motion", path, edit(path, "set", "--speed", "0.75"),
         [(clip["name"], "parameter", "changed", "speed", clip["playback"]["speed"], 0.75)])


# --- files without differences ----------------------------------------------------------------


def check_equal(fact):
    path = ROOT / fact["file"]
    code, found = diff(path, path)
    assert code == 0 and found["status"] == "equal", (code, found["status"])


def check_other_bytes(fact):
    """One byte of a checksum, or the last byte of a model, differs: no difference."""
    path = ROOT / fact["file"]
    data = bytearray(path.read_bytes())
    where = [f["offset"] for f in fields(path) if f["name"].endswith(".crc")][:1]
    if not where:
        return
    data[where[0]] ^= 1
    copy = WORK / (path.stem + "-" + str(abs(hash(fact["file"]))) + path.suffix)
    copy.write_bytes(data)
    code, found = diff(path, copy)
    copy.unlink()
    assert code == 0 and found["status"] == "same_content" and found["differing_bytes"] == 1
    other_bytes.append(path)


other_bytes = []


def check_file(fact):
    check_equal(fact)
    if fact["format"] == "omf":
        check_other_bytes(fact)


def main():
    facts = [fact for fact in table("files.tsv") if is_read(fact)]
    by = {kind: [ROOT / fact["file"] for fact in facts if fact["format"] == kind]
          for kind in ("omf", "ogf", "rtm", "bmtr", "skl")}
    bank = next(path for path in by["omf"] if "zombi_animation" in path.name)
    plant_bank_keys(bank)
    plant_bank_edits(bank)
    plant_marks(bank)
    plant_part(bank)
    plant_reference(next(path for path in by["ogf"] if json.loads(
        gait("info", "--json", path).stdout)["files"][0]["refs"]))
    humans = [path for path in by["rtm"] if path.read_bytes().startswith(b"RTM_0101") and
              "leftarm" in map(str.lower, rtm_entries(path)[2])]
    plant_rtm(humans[0])
    plant_bmtr(next(path for path in by["bmtr"] if path.read_bytes()[4] >= 4))
    plant_skl(by["skl"][0])
    print(f"{len(planted)} planted differences")
    assert len(planted) >= 20
    try:
        each(facts, check_file)
    finally:
        print(f"{len(other_bytes)} banks with another checksum")
        assert len(other_bytes) > 10


if __name__ == "__main__":
    corpus.skip_without_corpus()
    with tempfile.TemporaryDirectory() as folder:
        WORK = Path(folder)
        main()
