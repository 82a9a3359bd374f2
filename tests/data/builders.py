"""Building files byte by byte, remembering where things stand."""
import struct
import zlib

NAN = float("nan")


class Bytes:
    """Bytes that grow; at(place) names the offset of what comes next."""

    def __init__(self):
        self.data = bytearray()
        self.places = {}

    def at(self, place):
        self.places[place] = len(self.data)
        return self

    def raw(self, content):
        if isinstance(content, Bytes):
            self.places.update({name: len(self.data) + offset
                                for name, offset in content.places.items()})
            content = content.data
        self.data += content
        return self

    def pack(self, layout, *values):
        return self.raw(struct.pack("<" + layout, *values))

    def u8(self, *values):
        return self.pack(f"{len(values)}B", *values)

    def u16(self, *values):
        return self.pack(f"{len(values)}H", *values)

    def u32(self, *values):
        return self.pack(f"{len(values)}I", *values)

    def s8(self, *values):
        return self.pack(f"{len(values)}b", *values)

    def s16(self, *values):
        return self.pack(f"{len(values)}h", *values)

    def f32(self, *values):
        return self.pack(f"{len(values)}f", *values)

    def text(self, value):
        return self.raw(value.encode("cp1251") + b"\0")

    def chunk(self, number, content, size=None):
        """X-Ray's frame; `size` is what the head says where that is wrong."""
        content = content if isinstance(content, Bytes) else Bytes().raw(content)
        return self.u32(number, len(content.data) if size is None else size).raw(content)

    def cut(self, size):
        """The first `size` bytes; negative: all but so many."""
        del self.data[size if size >= 0 else len(self.data) + size:]
        return self


def renamed(content, rename):
    out = Bytes().raw(bytes(content.data) if isinstance(content, Bytes) else content)
    if isinstance(content, Bytes):
        out.places = {rename(name): offset for name, offset in content.places.items()}
    return out


def numbered(content, index):
    """Element `index` of a list: `frames` becomes `frames3`, `crc.1` becomes `crc3.1`."""
    return renamed(content, lambda name: "{0}{1}{2}{3}".format(
        name.partition(".")[0], index, *name.partition(".")[1:]))


def inner(content, index):
    """Element `index` of a list inside an element: `crc` becomes `crc.1`."""
    return renamed(content, lambda name: f"{name}.{index}")


def crc(content):
    return zlib.crc32(bytes(content.data)) & 0xFFFFFFFF
