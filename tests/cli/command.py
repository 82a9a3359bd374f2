"""Running the command, and small files of known content to run it on."""
import functools
import itertools
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

GAIT = os.environ.get("GAIT")
# "Windows", run by wine; "Linux" on another processor, run by qemu; "" is this machine.
PLATFORM = os.environ.get("GAIT_PLATFORM", "")
posix_only = functools.partial(unittest.skipIf, PLATFORM == "Windows")
windows_only = unittest.skipUnless(PLATFORM == "Windows", "for Windows")
NO_SPACE = "cannot write: " + ("" if PLATFORM == "Windows" else "No space left")
SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schemas"


class Result:
    def __init__(self, done):
        self.code = done.returncode
        self.bytes = done.stdout or b""
        self.out = self.bytes.decode("utf-8", "replace")
        self.err = (done.stderr or b"").decode("utf-8", "replace")

    def json(self):
        return json.loads(self.bytes.decode("utf-8"))


def gait(*arguments, stdin=b"", **options):
    """Runs the command. Output is captured unless `options` redirect it."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    if "stdin_file" in options:
        options["stdin"] = options.pop("stdin_file")
    else:
        options["input"] = stdin
    return Result(subprocess.run([GAIT, *map(str, arguments)], timeout=60, **options))


class CommandTest(unittest.TestCase):
    """A test with a folder of its own, `self.folder`."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def put(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def fails(self, code, *arguments, cause=(), **options):
        """Exits with `code`, and stderr contains every text of `cause`."""
        result = gait(*arguments, **options)
        self.assertEqual(result.code, code, result.err)
        for text in (cause,) if isinstance(cause, str) else cause:
            self.assertIn(text, result.err)
        return result

    def works(self, *arguments, **options):
        return self.fails(0, *arguments, **options)

    def has(self, found, expected):
        """Like assertEqual() for JSON, but objects may have more keys than `expected`."""
        def expected_keys(one, like):
            if isinstance(like, dict) and isinstance(one, dict):
                return {key: expected_keys(one[key], like[key]) for key in like if key in one}
            if isinstance(like, list) and isinstance(one, list) and len(one) == len(like):
                return [expected_keys(*pair) for pair in zip(one, like)]
            return one
        self.assertEqual(expected_keys(found, expected), expected)

    def leftovers(self):
        return [path.name for path in self.folder.rglob("*") if path.name.endswith(".tmp")]


# --- small files ----------------------------------------------------------------------------------

IDENTITY = (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)


def cp1251(value):
    """CP1251 as in the games: 0x98, undefined in the code page, is U+0098."""
    return b"".join(b"\x98" if c == "\x98" else c.encode("cp1251") for c in value)


def name32(name):
    return cp1251(name).ljust(32, b"\0")


def rtm(bones=("Pelvis", "Spine"), phases=(0, 1), step=(0, 0, 0), matrix=None):
    """Plain RTM; `matrix(bone, frame)` gives 12 numbers, default identity."""
    parts = [b"RTM_0101", struct.pack("<3f2I", *step, len(phases), len(bones))]
    parts += [name32(name) for name in bones]
    for frame, phase in enumerate(phases):
        parts.append(struct.pack("<f", phase))
        for bone, name in enumerate(bones):
            numbers = matrix(bone, frame) if matrix else IDENTITY
            parts += [name32(name), struct.pack("<12f", *numbers)]
    return b"".join(parts)


def turn_y(angle, position=(0, 0, 0)):
    """Images of X, Y and Z under a turn about Y, and a position."""
    c, s = math.cos(angle), math.sin(angle)
    return (c, 0, -s, 0, 1, 0, s, 0, c, *position)


def text(value):
    return cp1251(value) + b"\0"


def chunk(number, content):
    return struct.pack("<II", number, len(content)) + content


def track(rotations, position):
    """One track: constant or keyed rotations (x, y, z, w as 16-bit integers), one position."""
    keys = b"".join(struct.pack("<4h", *key) for key in rotations)
    head = b"\x02" + keys if len(rotations) == 1 else b"\x00" + struct.pack(
        "<I", zlib.crc32(keys)) + keys
    return head + struct.pack("<3f", *position)


STILL = [(0, 0, 0, 32767)]


def omf(bones=("root", "hand"), clips=(("idle", 3), ("walk", 5)), tracks=None, stop=(),
        parts=None, played_on=None):
    """A bank of version 4; `tracks(clip, bone, length)` gives (rotations, position). `parts` are
    numbers of bones, by default one part; `played_on` gives the parts of some clips."""
    def default(_clip, bone, _length):
        return STILL, (0, bone, 0)

    motions = [chunk(0, struct.pack("<I", len(clips)))]
    for index, (name, length) in enumerate(clips):
        body = text(name) + struct.pack("<I", length)
        for bone in range(len(bones)):
            body += track(*(tracks or default)(index, bone, length))
        motions.append(chunk(index + 1, body))
    params = struct.pack("<HH", 4, len(parts or "1"))
    listed = iter(enumerate(bones))
    for number, size in enumerate(parts or [len(bones)]):
        params += text(f"part{number}" if parts else "default") + struct.pack("<H", size)
        for index, name in itertools.islice(listed, size):
            params += text(name) + struct.pack("<I", index)
    params += struct.pack("<H", len(clips))
    for index, (name, _length) in enumerate(clips):
        flags = 2 if name in stop else 0
        part = (played_on or {}).get(name, 0xFFFF)
        params += text(name) + struct.pack("<IHH4fI", flags, part, index, 1, 1, 2, 2, 0)
    return chunk(0xE, b"".join(motions)) + chunk(0xF, params)


def surface(texture, bone=1):
    """A child of a model: one square that a bone moves."""
    header = struct.pack("<BBH", 4, 5, 0) + struct.pack("<10f", 0, 0, 0, 1, 1, 0, 0, 0, 0, 2)
    vertices = struct.pack("<II", 0x12071980, 4)
    for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
        vertices += struct.pack("<14fI", x, y, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, x, y, bone)
    indices = struct.pack("<I6H", 6, 0, 1, 2, 0, 2, 3)
    return (chunk(1, header) + chunk(2, text(texture) + text("models\\model")) +
            chunk(3, vertices) + chunk(4, indices))


def ogf(bones=(("root", ""), ("hand", "root")), positions=None, rotations=None, refs=(),
        textures=(), bank=b""):
    """An animated model of version 4. Rotations are three angles in radians. It has a square for
    each texture, and the motions of a bank."""
    header = struct.pack("<BBH", 4, 3, 0) + struct.pack("<10f", *([0] * 10))
    names = struct.pack("<I", len(bones))
    rest = b""
    for index, (name, parent) in enumerate(bones):
        names += text(name) + text(parent) + struct.pack("<15f", *([0] * 15))
        position = positions[index] if positions else (0, index, 0)
        rotation = rotations[index] if rotations else (0, 0, 0)
        rest += struct.pack("<I", 1) + text("default") + bytes(112) + struct.pack("<I", 0)
        rest += bytes(3 * 16) + struct.pack("<2f", 0, 0) + struct.pack("<I2f", 0, 0, 0)
        rest += struct.pack("<f", 0) + struct.pack("<3f", *rotation) + struct.pack("<3f", *position)
        rest += struct.pack("<4f", 1, 0, 0, 0)
    listed = chunk(19, text(",".join(refs))) if refs else b""
    mesh = b"".join(chunk(i, surface(texture, i % len(bones)))
                    for i, texture in enumerate(textures))
    return (chunk(1, header) + (chunk(9, mesh) if mesh else b"") + chunk(13, names) +
            chunk(16, rest) + listed + bank)


# --- JSON -----------------------------------------------------------------------------------------

def schema_errors(document, name):
    """Schema violations of a document; empty without the jsonschema module."""
    try:
        import jsonschema
    except ImportError:
        return []
    schema = json.loads((SCHEMAS / f"gait.{name}-1.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    return [error.message for error in validator.iter_errors(document)]


def main():
    if not GAIT:
        print("GAIT is not set: the path of the command")
        sys.exit(77)
    unittest.main(verbosity=1)
