"""SDK motions of other kinds than tools write them, made of such."""
import struct

WORLD_ORIENT = 1
STEPPED = 4


class Copier:
    """Copies fields from one place to another, some of them changed."""

    def __init__(self, content):
        self.content, self.at, self.out = content, 0, bytearray()

    def copy_fields(self, layout, change=lambda *values: values):
        values = struct.unpack_from(layout, self.content, self.at)
        self.at += struct.calcsize(layout)
        self.out += struct.pack(layout, *change(*values))
        return values

    def text(self):
        end = self.content.index(b"\0", self.at) + 1
        self.out += self.content[self.at:end]
        self.at = end

    def line(self):
        end = self.content.index(b"\r\n", self.at) + 2
        self.out += self.content[self.at:end]
        self.at = end


def copy_envelope(copier, time):
    _, _, count = copier.copy_fields("<BBH")
    for _ in range(count):
        _, _, shape = copier.copy_fields("<ffB", lambda value, at, shape: (value, time(at), shape))
        assert shape == STEPPED


def copy_motion(copier, fps, start, every):
    copier.text()
    copier.copy_fields("<II", lambda first, last: (first + start, last + start))
    (rate,) = copier.copy_fields("<f", lambda _: (fps,))
    (version,) = copier.copy_fields("<H")
    copier.copy_fields("<BHffff")
    (bones,) = copier.copy_fields("<H")
    for bone in range(bones):
        copier.text()
        turned = every and bone % every == every - 1
        copier.copy_fields("<B", lambda flags: (flags | WORLD_ORIENT if turned else flags,))
        for _ in range(6):
            copy_envelope(copier, lambda at: (round(at * rate) + start) / fps)
    if version == 7:
        (marks,) = copier.copy_fields("<I")
        for _ in range(marks):
            copier.line()
            (intervals,) = copier.copy_fields("<I")
            copier.copy_fields(f"<{2 * intervals}f")


def made_otherwise(content, fps=30, start=0, every=0):
    """An .skls of version 6 or 7 whose frames are `fps` per second from `start` on; of every so
    many bones one has its rotation in model space."""
    copier = Copier(content)
    (count,) = copier.copy_fields("<I")
    for _ in range(count):
        copy_motion(copier, fps, start, every)
    assert copier.at == len(content)
    return bytes(copier.out)
