"""Reads and writes the chunks of a bank, or of a model with a bank inside, without the library.

Bank(content).write() == content; a test alters the parts between, so that it predicts every byte.
"""
import struct

KEYS, PARAMETERS = 14, 15


class Reader:
    def __init__(self, content):
        self.content, self.at = content, 0

    def take(self, size):
        assert self.at + size <= len(self.content), "the data is cut"
        self.at += size
        return self.content[self.at - size:self.at]

    def unpack(self, layout):
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def until(self, end):
        found = self.content.index(end, self.at) - self.at
        text = self.take(found)
        self.take(len(end))
        return text


def chunks(content):
    """[[id, payload]] without gaps."""
    reader, found = Reader(content), []
    while reader.at < len(content):
        number, size = reader.unpack("II")
        found.append([number, reader.take(size)])
    return found


def join(found):
    return b"".join(struct.pack("<II", number, len(payload)) + payload
                    for number, payload in found)


class Definition:
    def __init__(self, reader, version):
        self.name = reader.until(b"\0")
        self.flags, self.part, self.number = reader.unpack("IHH")
        self.values = list(reader.unpack("4f"))
        self.marks = None
        if version >= 4:
            self.marks = [self.mark(reader) for _ in range(reader.unpack("I")[0])]

    @staticmethod
    def mark(reader):
        """[name, [(from, until)]]; names end in CR LF."""
        name = reader.until(b"\r\n")
        return [name, [reader.unpack("2f") for _ in range(reader.unpack("I")[0])]]

    def write(self):
        out = self.name + b"\0" + struct.pack("<IHH4f", self.flags, self.part, self.number,
                                             *self.values)
        if self.marks is not None:
            out += struct.pack("<I", len(self.marks))
            for name, intervals in self.marks:
                out += name + b"\r\n" + struct.pack("<I", len(intervals))
                out += b"".join(struct.pack("<2f", *interval) for interval in intervals)
        return out


class Bank:
    """`motions` are [label, payload after the label] in the order of `definitions`; `others` are
    the sub-chunks that are not motions."""

    def __init__(self, content):
        self.chunks = chunks(content)
        subs = chunks(self.payload(KEYS))
        count = struct.unpack("<I", subs[0][1])[0]
        assert subs[0][0] == 0 and [sub[0] for sub in subs[1:count + 1]] == [
            *range(1, count + 1)], "motions in another order"
        self.motions = [list(payload.split(b"\0", 1)) for _, payload in subs[1:count + 1]]
        self.others = subs[count + 1:]
        self.read_parameters(Reader(self.payload(PARAMETERS)))

    def payload(self, number):
        return next(payload for found, payload in self.chunks if found == number)

    def read_parameters(self, reader):
        self.version, parts = reader.unpack("HH")
        self.parts = []
        for _ in range(parts):
            name, count = reader.until(b"\0"), reader.unpack("H")[0]
            self.parts.append([name, [[reader.until(b"\0"), *reader.unpack("I")]
                                      for _ in range(count)]])
        self.definitions = [Definition(reader, self.version)
                            for _ in range(reader.unpack("H")[0])]
        self.tail = reader.take(len(reader.content) - reader.at)

    def parameters(self):
        out = struct.pack("<HH", self.version, len(self.parts))
        for name, bones in self.parts:
            out += name + b"\0" + struct.pack("<H", len(bones))
            out += b"".join(bone + b"\0" + struct.pack("<I", index) for bone, index in bones)
        out += struct.pack("<H", len(self.definitions))
        return out + b"".join(one.write() for one in self.definitions) + self.tail

    def write(self):
        subs = [[0, struct.pack("<I", len(self.motions))]]
        subs += [[1 + i, label + b"\0" + rest] for i, (label, rest) in enumerate(self.motions)]
        written = {KEYS: join(subs + self.others), PARAMETERS: self.parameters()}
        return join([[number, written.get(number, payload)] for number, payload in self.chunks])

    def place(self, order):
        """Motions in another order; their numbers are their new places."""
        self.motions = [self.motions[i] for i in order]
        self.definitions = [self.definitions[i] for i in order]
        for i, definition in enumerate(self.definitions):
            definition.number = i
