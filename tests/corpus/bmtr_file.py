"""Independent parser of binarised RTM, versions 3 to 5, with its own LZO1X."""
import struct


def unlzo(data, at, size):
    """Decompresses `size` bytes from the stream at `at`; returns them and the end offset."""
    out = bytearray()

    def take(count):
        nonlocal at
        if at + count > len(data):
            raise ValueError("the stream is cut")
        at += count
        return data[at - count:at]

    def long(base):
        more = 0
        while not (last := take(1)[0]):
            more += 255
        return more + base + last

    def copy(distance, length):
        if not 0 < distance <= len(out):
            raise ValueError("a match from before the beginning")
        for _ in range(length):
            out.append(out[-distance])

    state = 0  # literals behind the last match; 4: a run of them came last
    code = take(1)[0]
    if code > 17:
        out += take(code - 17)
        state = min(4, code - 17)
        code = take(1)[0]
    while True:
        if code < 16 and state == 0:
            out += take(code + 3 if code else long(15) + 3)
            state = 4
            code = take(1)[0]
            continue
        if code >= 64:
            copy((take(1)[0] << 3) + (code >> 2 & 7) + 1, (code >> 5) + 1)
        elif code >= 32:
            length = (code & 31 or long(31)) + 2
            word, = struct.unpack("<H", take(2))
            copy((word >> 2) + 1, length)
            code = word
        elif code >= 16:
            length = (code & 7 or long(7)) + 2
            word, = struct.unpack("<H", take(2))
            distance = 16384 + ((code & 8) << 11) + (word >> 2)
            if distance == 16384:
                break
            copy(distance, length)
            code = word
        else:
            copy((take(1)[0] << 2) + (code >> 2) + (2049 if state == 4 else 1),
                 3 if state == 4 else 2)
        state = code & 3
        out += take(state)
        code = take(1)[0]
    if len(out) != size:
        raise ValueError(f"{len(out)} bytes come out, not {size}")
    return bytes(out), at


class Bmtr:
    """Fields of one file; `records[frame][bone]` is seven integers as stored, `blocks` are the
    compressed arrays as (packed, unpacked)."""

    def __init__(self, data):
        self.data, self.at, self.blocks = data, 4, []
        self.version, self.reversed = self.take("<IB")
        self.step = self.take("<3f")
        frames, self.preload, self.animated, bones = self.take("<4I")
        self.names = [self.text() for _ in range(bones)]
        self.metas, self.keys = [], []
        if self.version >= 4:
            self.metas = [self.text() for _ in range(*self.take("<I"))]
            self.keys = [(*self.take("<i"), self.text(), *self.take("<f"), self.text())
                         for _ in range(*self.take("<I"))]
        self.phases = [phase for phase, in struct.iter_unpack("<f", self.array(frames, 4))]
        self.records = [list(struct.iter_unpack("<4h3H", self.array(bones, 14)))
                        for _ in range(frames)]
        if data[:4] != b"BMTR" or self.at != len(data):
            raise ValueError(f"{len(data) - self.at} bytes are left")

    def take(self, layout):
        values = struct.unpack_from(layout, self.data, self.at)
        self.at += struct.calcsize(layout)
        return values

    def text(self):
        end = self.data.index(0, self.at)
        text, self.at = self.data[self.at:end], end + 1
        return text

    def array(self, wanted, element):
        count, = self.take("<I")
        if count != wanted:
            raise ValueError(f"an array of {count}, not {wanted}")
        size = count * element
        if self.version >= 5:
            packed = bool(count) and self.take("<B")[0] != 0
        else:
            packed = size >= 1024
        start = self.at
        if not packed:
            self.at += size
            return self.data[start:self.at]
        unpacked, self.at = unlzo(self.data, start, size)
        self.blocks.append((self.data[start:self.at], unpacked))
        return unpacked
