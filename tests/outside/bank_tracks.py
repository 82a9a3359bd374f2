"""The motions of a bank, also of one inside a model, as the bytes of their tracks."""
import struct

MOTIONS = 14  # the chunk of an OMF and of an OGF
FLOATS, WIDE, CONSTANT, MOVES = 8, 4, 2, 1


def chunks(data, start, end):
    """(id, from, to) of each chunk."""
    while start + 8 <= end:
        number, size = struct.unpack_from("<II", data, start)
        yield number, start + 8, min(start + 8 + size, end)
        start += 8 + size


def track_size(flags, frames):
    wide = flags & FLOATS
    size = 1 + ((16 if wide else 8) if flags & CONSTANT
                else 4 + (16 if wide else 8) * frames)
    if not flags & MOVES:
        return size + 12
    return size + 4 + (12 * frames if wide else (6 if flags & WIDE else 3) * frames + 24)


class Bank:
    def __init__(self, data):
        self.data = data
        whole = next(((begin, end) for number, begin, end in chunks(data, 0, len(data))
                      if number == MOTIONS), (0, 0))
        self.places = {number - 1: (begin, end) for number, begin, end in chunks(data, *whole)
                       if number > 0}
        first = whole[0] - 8
        self.around = [data[:max(first, 0)], data[whole[1]:]]

    def motion(self, index):
        begin, end = self.places[index]
        return self.data[begin:end]

    def tracks(self, index):
        """What is before them, then the tracks, then what is left."""
        motion = self.motion(index)
        at = motion.index(0) + 5
        frames, = struct.unpack_from("<I", motion, at - 4)
        parts = [motion[:at]]
        while at < len(motion):
            size = track_size(motion[at], frames)
            parts.append(motion[at:at + size])
            at += size
        return parts

    def flags(self, index):
        return [track[0] for track in self.tracks(index)[1:]]
