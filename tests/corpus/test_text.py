#!/usr/bin/env python3
"""Every real file is built from its text with the same bytes. 200 random edits of texts change only
the bytes of their values, checksums, and the compressed block of an edited frame: their places come
from the map of the unchanged file."""
import json
import random
import re
import struct
import subprocess
import zlib

from corpus import GAIT, ROOT, each, gait, gait_json, table

FORMATS = {"rtm", "bmtr", "omf", "skl", "skls"}
EDITS = 200
MOST_BYTES = 300_000  # of an edited file, so that the test is fast
FLAGS = ("fx", "stopAtEnd", "noMix", "syncPart", "useFootSteps", "rootMover", "idle",
         "useWeaponBone")
CHANNELS = ("x", "y", "z", "heading", "pitch", "bank")


def build(text):
    return subprocess.run([GAIT, "build", "-", "-o", "-", "--allow-damage"], input=text,
                          capture_output=True, timeout=120)


def parse(text):
    """Python reads -0 as the integer 0."""
    return json.loads(text, parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))


def records_of(document):
    """The keys of a BMTR; its translations as 32-bit floats, which have several decimal forms."""
    return [[struct.pack("<4h3f", *row) for row in frame["records"]]
            for frame in document["frames"]]


class Edit:
    """A random edit of a text: `self.expected` is the file that has to follow from it."""

    def __init__(self, file, rng):
        self.rng, self.document, self.fields = rng, file.document, file.fields
        self.expected = bytearray(file.bytes)
        self.undo = []
        self.packed = None  # the field of a block that is compressed anew
        getattr(self, "edit_" + self.document["format"])()

    # --- values ---

    def set(self, place, key, value):
        self.undo.append((place, key, place[key]))
        place[key] = value
        return value

    def revert(self):
        for place, key, value in reversed(self.undo):
            place[key] = value

    def put(self, name, data, at=0):
        offset, size = self.fields[name]
        assert at + len(data) <= size, (name, at, data)
        self.expected[offset + at:offset + at + len(data)] = data

    def one_of(self, items):
        return self.rng.randrange(len(items))

    def f32(self):
        value = self.rng.choice([self.rng.uniform(-2, 2), self.rng.uniform(-1e6, 1e6),
                                 self.rng.uniform(-1e-9, 1e-9), -0.0])
        return struct.unpack("<f", struct.pack("<f", value))[0]

    def set_f32(self, place, key, name, at=0):
        self.put(name, struct.pack("<f", self.set(place, key, self.f32())), at)

    def set_name(self, place, key, names):
        """Changes one letter; `names` are all fields that have this name."""
        old = place[key]
        if not old:
            return
        at = self.one_of(old)
        letter = self.rng.choice([c for c in "abcXYZ_09" if c != old[at]])
        self.set(place, key, old[:at] + letter + old[at + 1:])
        for name in names:
            self.put(name, letter.encode(), at)

    # --- RTM ---

    def edit_rtm(self):
        document, kind = self.document, self.rng.randrange(8)
        frame = self.one_of(document["frames"])
        content = document["frames"][frame]
        bone = self.one_of(document["bones"])
        name = document["bones"][bone]
        if kind == 0 and "step" in document:
            axis = self.rng.randrange(3)
            self.set_f32(document["step"], axis, "step", 4 * axis)
        elif kind == 1:
            self.set_f32(content, "phase", f"frames[{frame}].phase")
        elif kind == 2 and isinstance(name, str) and name:
            frames = [f for f, each_one in enumerate(document["frames"]) if "names" not in each_one]
            self.set_name(document["bones"], bone, [f"bones[{bone}].name"] + [
                f"frames[{f}].bones[{bone}].name" for f in frames])
        elif kind == 3 and document.get("properties", {}).get("list"):
            listed = document["properties"]["list"]
            p = self.one_of(listed)
            self.set_f32(listed[p], "phase", f"mdat.properties[{p}].phase")
        else:
            column = self.rng.randrange(12)
            self.set_f32(content["matrices"][bone], column, f"frames[{frame}].bones[{bone}].matrix",
                         4 * column)

    # --- BMTR ---

    def edit_bmtr(self):
        document, kind = self.document, self.rng.randrange(6)
        if kind == 0:
            axis = self.rng.randrange(3)
            self.set_f32(document["step"], axis, "step", 4 * axis)
        elif kind == 1:
            bone = self.one_of(document["bones"])
            self.set_name(document["bones"], bone, [f"bones[{bone}].name"])
        elif kind == 2 and document.get("keys"):
            k = self.one_of(document["keys"])
            self.set_f32(document["keys"][k], "time", f"keys[{k}].time")
        elif kind == 3 and "phases.times" in self.fields:
            f = self.one_of(document["phases"])
            self.set_f32(document["phases"], f, "phases.times", 4 * f)
        else:
            self.edit_record()

    def edit_record(self):
        frame = self.one_of(self.document["frames"])
        content = self.document["frames"][frame]
        bone, column = self.one_of(content["records"]), self.rng.randrange(7)
        row = content["records"][bone]
        if column < 4:
            value = self.rng.choice([v for v in (-32768, 32767, 0, 16384) if v != row[column]])
            name, at, data = "rotation", 2 * column, struct.pack("<h", value)
        else:
            half = self.rng.randrange(1 << 16)
            fraction, exponent = half & 1023, half >> 10 & 31
            value = (fraction / 1024 + (exponent > 0)) * 2.0 ** (max(exponent, 1) - 15)
            value = -value if half >> 15 else value
            name, at, data = "translation", 2 * (column - 4), struct.pack("<H", half)
            if row[column] == value:
                return self.edit_record()
        self.set(row, column, value)
        if "packed" not in content:
            return self.put(f"frames[{frame}].bones[{bone}].{name}", data, at)
        blocks = [field for field in self.fields
                  if re.fullmatch(rf"frames\[{frame}\]\.(lzo|lzss)", field)]
        self.packed = blocks[0]
        return None

    # --- OMF ---

    def edit_omf(self):
        document, kind = self.document, self.rng.randrange(10)
        index = self.one_of(document["motions"])
        motion, definition = document["motions"][index], f"params.definitions[{index}]"
        if kind == 0:
            key = self.rng.choice(["speed", "power", "accrue", "falloff"])
            self.set_f32(motion, key, f"{definition}.{key}")
        elif kind == 1:
            flags = sum(1 << FLAGS.index(f) for f in motion["flags"] if f in FLAGS)
            others = [f for f in motion["flags"] if f not in FLAGS]
            bit = self.rng.randrange(8)
            flags ^= 1 << bit
            self.set(motion, "flags", [f for b, f in enumerate(FLAGS) if flags >> b & 1] + others)
            self.put(f"{definition}.flags", bytes([flags]))
        elif kind == 2:
            labels = [] if "label" in motion else [f"motions[{index}].label"]
            self.set_name(motion, "name", [f"{definition}.name"] + labels)
        elif kind == 3 and motion.get("marks"):
            self.edit_mark(motion["marks"], f"{definition}.marks")
        elif kind == 4:
            part = self.one_of(document["parts"])
            self.set_name(document["parts"][part], "name", [f"params.parts[{part}].name"])
        elif kind == 5:
            data = struct.pack("<H", self.set(motion, "boneOrPart", self.rng.randrange(65536)))
            self.put(f"{definition}.boneOrPart", data)
        else:
            self.edit_track(index)

    def edit_mark(self, marks, name):
        mark = self.one_of(marks)
        intervals = marks[mark]["intervals"]
        if intervals and self.rng.randrange(2):
            i, end = self.one_of(intervals), self.rng.randrange(2)
            self.set_f32(intervals[i], end, f"{name}[{mark}].intervals", 8 * i + 4 * end)
        elif marks[mark]["name"]:
            self.set_name(marks[mark], "name", [f"{name}[{mark}].name"])

    def edit_track(self, index):
        tracks = self.document["motions"][index]["tracks"]
        track = self.one_of(tracks)
        part = self.rng.choice(["rotation", "translation"])
        form, name = tracks[track][part], f"motions[{index}].tracks[{track}].{part}"
        if part == "translation" and self.rng.randrange(3) == 0 and "size" in form:
            vector, axis = self.rng.choice(["size", "init"]), self.rng.randrange(3)
            self.set_f32(form[vector], axis, f"{name}.{vector}", 4 * axis)
        elif "constant" in form:
            column = self.one_of(form["constant"])
            if part == "translation" or tracks[track].get("floats"):
                self.set_f32(form["constant"], column, f"{name}.constant", 4 * column)
            else:
                value = self.set(form["constant"], column, self.rng.randrange(-32768, 32768))
                self.put(f"{name}.constant", struct.pack("<h", value), 2 * column)
        else:
            self.edit_keys(form, name, tracks[track].get("floats"))

    def edit_keys(self, form, name, has_floats):
        if not form["keys"]:
            return
        frame = self.one_of(form["keys"])
        row = form["keys"][frame]
        column = self.one_of(row)
        code = "f" if has_floats else "b" if form.get("bits") == 8 else "h"
        size = struct.calcsize(code)
        span = 1 << 8 * size - 1
        value = self.f32() if has_floats else self.rng.randrange(-span, span)
        self.set(row, column, value)
        self.put(f"{name}.keys", struct.pack("<" + code, value), size * (len(row) * frame + column))
        if "crc" not in form:  # the checksum was right, so it is that of the new keys
            offset, length = self.fields[f"{name}.keys"]
            keys = self.expected[offset:offset + length]
            self.put(f"{name}.crc", struct.pack("<I", zlib.crc32(keys)))

    # --- SKL ---

    def edit_skl(self):
        index = self.one_of(self.document["motions"])
        motion, name = self.document["motions"][index], f"motions[{index}]"
        kind = self.rng.randrange(6)
        if kind == 0:
            key = self.rng.choice([k for k in ("fps", "speed", "power", "accrue", "falloff")
                                   if k in motion])
            self.set_f32(motion, key, f"{name}.{key}")
        elif kind == 1:
            value = self.set(motion, "frameEnd", self.rng.randrange(-1 << 31, 1 << 31))
            self.put(f"{name}.frameEnd", struct.pack("<i", value))
        elif kind == 2 and motion["name"]:
            self.set_name(motion, "name", [f"{name}.name"])
        elif kind == 3 and motion.get("marks"):
            self.edit_mark(motion["marks"], f"{name}.marks")
        else:
            bone = self.one_of(motion["bones"])
            channel = self.rng.choice(CHANNELS)
            keys = motion["bones"][bone][channel]["keys"]
            key, column = self.one_of(keys), self.rng.randrange(2)
            self.set_f32(keys[key], column, f"{name}.bones[{bone}].{channel}.keys[{key}]."
                         + ("value", "time")[column])

    edit_skls = edit_skl


class File:
    def __init__(self, path):
        self.bytes = path.read_bytes()
        self.text = gait("dump", path).stdout
        self.document = parse(self.text)
        self.fields = {field["name"]: (field["offset"], field["size"])
                       for field in gait_json("map", path)["fields"]}

    def check_edit(self, rng):
        edit = Edit(self, rng)
        done = build(json.dumps(self.document).encode())
        assert done.returncode == 0, done.stderr.decode()
        if edit.packed:
            self.check_packed(done.stdout, edit)
        else:
            assert done.stdout == edit.expected, f"other bytes after {edit.undo[0][1:]}"
        edit.revert()
        return edit.expected != self.bytes or edit.packed is not None

    def check_packed(self, built, edit):
        """All bytes before and after the compressed block are unchanged; it has the new keys."""
        offset, size = self.fields[edit.packed]
        assert built[:offset] == self.bytes[:offset], "bytes before the block"
        rest = len(self.bytes) - offset - size
        assert rest == 0 or built[-rest:] == self.bytes[-rest:], "bytes after the block"
        again = parse(subprocess.run([GAIT, "dump", "-"], input=built, check=True,
                                     capture_output=True).stdout)
        assert records_of(again) == records_of(self.document), "other keys"


def check_fact(fact):
    path = ROOT / fact["file"]
    dumped = gait("dump", path)
    if fact["status"] != "ok" and dumped.returncode in (4, 5):
        return
    assert dumped.returncode == 0, dumped.stderr.decode()
    built = build(dumped.stdout)
    assert built.returncode == 0, built.stderr.decode()
    assert built.stdout == path.read_bytes(), "other bytes"
    if "edits" in fact:
        file, rng = File(path), random.Random(fact["file"])
        for _ in range(fact["edits"]):
            assert any(file.check_edit(rng) for _ in range(20)), "no edit changed anything"


facts = [fact for fact in table("files.tsv") if fact["format"] in FORMATS]
edited = [fact for fact in facts if fact["status"] == "ok" and fact["clips"] != "0" and
          (ROOT / fact["file"]).stat().st_size < MOST_BYTES]
random.Random(23).shuffle(edited)
edited.sort(key=lambda fact: fact["format"] not in ("skl", "skls"))  # there are few of these
for number in range(EDITS):
    fact = edited[number % min(len(edited), 50)]
    fact["edits"] = fact.get("edits", 0) + 1
print(f"{sum(fact.get('edits', 0) for fact in facts)} edits of "
      f"{sum('edits' in fact for fact in facts)} files")
each(facts, check_fact)
