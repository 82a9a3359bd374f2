"""The poses of an .anm, computed by the formulas of docs/formats/anm.md, without Gait."""
import math
import struct

TCB, HERMITE, BEZIER, LINEAR, STEPPED, BEZIER_2D = range(6)


class Key:
    def __init__(self, value, time, shape, parameters):
        self.value, self.time, self.shape = value, time, shape
        self.tension, self.continuity, self.bias = parameters[:3]
        self.param = parameters[3:]


class Reader:
    def __init__(self, content):
        self.content, self.at = content, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.content, self.at)
        self.at += struct.calcsize("<" + layout)
        return values


def read_key(reader, is_wide):
    if is_wide:
        value, time, shape, *parameters = reader.take("ffI7f")
        return Key(value, time, shape & 0xFF, parameters)
    value, time, shape = reader.take("ffB")
    packed = (0x8000,) * 7 if shape == STEPPED else reader.take("7H")
    return Key(value, time, shape, [q * 64 / 65535 - 32 for q in packed])


class Curve:
    def __init__(self, reader, is_wide):
        self.before, self.after, count = reader.take("III" if is_wide else "BBH")
        self.keys = [read_key(reader, is_wide) for _ in range(count)]

    def steps(self, i):
        """The change of value to key i, and from it."""
        keys = self.keys
        return (keys[i].value - keys[i - 1].value if i > 0 else 0,
                keys[i + 1].value - keys[i].value if i + 1 < len(keys) else 0)

    def part(self, i, duration):
        """The duration of a segment, of the time between the neighbours of key i."""
        inner = 0 < i < len(self.keys) - 1
        return duration / (self.keys[i + 1].time - self.keys[i - 1].time) if inner else 1

    def tangent(self, i, duration, leaves):
        key, (r, s) = self.keys[i], self.steps(i)
        f = self.part(i, duration)
        sign = 1 if leaves else -1
        if key.shape == TCB:
            t, c, b = key.tension, sign * key.continuity, key.bias
            return f * ((1 - t) * (1 + c) * (1 + b) * r + (1 - t) * (1 - c) * (1 - b) * s)
        if key.shape in (HERMITE, BEZIER):
            return f * key.param[1 if leaves else 0]
        if key.shape == LINEAR:
            return f * (r + s)
        if key.shape == BEZIER_2D:
            x, y = key.param[2:4] if leaves else key.param[0:2]
            return y * duration / (x if abs(x) > 1e-5 else 1e-5)
        return 0

    def bezier(self, i, time):
        a, b = self.keys[i], self.keys[i + 1]
        if a.shape == BEZIER_2D:
            first = (a.time + a.param[2], a.value + a.param[3])
        else:
            first = (a.time + (b.time - a.time) / 3, a.value + a.param[1] / 3)
        points = (a.time, a.value), first, (b.time + b.param[0], b.value + b.param[1]), (
            b.time, b.value)

        def at(u, axis):
            weights = ((1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u ** 3)
            return sum(w * p[axis] for w, p in zip(weights, points))

        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at(middle, 0) < time else (low, middle)
        return at(low, 1)

    def inside(self, time):
        keys = self.keys
        i = max(k for k in range(len(keys)) if keys[k].time <= time or k == 0)
        if i + 1 == len(keys) or time == keys[i].time:
            return keys[i].value
        a, b = keys[i], keys[i + 1]
        duration = b.time - a.time
        u = (time - a.time) / duration
        if b.shape in (TCB, HERMITE, BEZIER):
            return (a.value * (1 - 3 * u ** 2 + 2 * u ** 3) + b.value * (3 * u ** 2 - 2 * u ** 3) +
                    self.tangent(i, duration, True) * (u - 2 * u ** 2 + u ** 3) +
                    self.tangent(i + 1, duration, False) * (u ** 3 - u ** 2))
        return {LINEAR: a.value + u * (b.value - a.value), STEPPED: a.value}.get(
            b.shape, self.bezier(i, time) if b.shape == BEZIER_2D else 0)

    def outside(self, time, behaviour, end):
        first, last = self.keys[0], self.keys[-1]
        length = last.time - first.time
        turns = math.floor((time - first.time) / length) if length > 0 else 0
        shifted = time - turns * length
        if behaviour == 0:
            return 0
        if behaviour == 2:
            return self.inside(shifted)
        if behaviour == 3:
            return self.inside(shifted if turns % 2 == 0 else first.time + last.time - shifted)
        if behaviour == 4:
            return self.inside(shifted) + turns * (last.value - first.value)
        assert behaviour == 1, "the fixtures have no straight ends"
        return end.value

    def value(self, time, near=0.0):
        """The value at a time; a key that is less than `near` away is at this time."""
        time = next((key.time for key in self.keys if abs(key.time - time) < near), time)
        if not self.keys:
            return 0
        if len(self.keys) == 1:
            return self.keys[0].value
        if time < self.keys[0].time:
            return self.outside(time, self.before, self.keys[0])
        if time > self.keys[-1].time:
            return self.outside(time, self.after, self.keys[-1])
        return self.inside(time)


class ObjectMotion:
    def __init__(self, content):
        reader = Reader(content)
        chunk, size = reader.take("II")
        assert (chunk, size) == (0x1100, len(content) - 8)
        end = content.index(b"\0", reader.at)
        self.name, reader.at = content[reader.at:end].decode(), end + 1
        self.first, self.last, self.fps, self.version = reader.take("iifH")
        curves = [Curve(reader, self.version == 3) for _ in range(6)]
        if self.version == 4:
            curves[3], curves[4] = curves[4], curves[3]
        self.curves = curves
        assert reader.at == len(content)

    def times(self):
        return [k / self.fps for k in range(self.first, self.last + 1)]

    def at(self, time):
        """The position, and the rotation as a quaternion x, y, z, w."""
        near = 0.001 / self.fps
        *position, heading, pitch, bank = (curve.value(time, near) for curve in self.curves)
        y, x, z = ((math.cos(angle / 2), math.sin(angle / 2)) for angle in (heading, pitch, bank))
        return position, product(product((0, y[1], 0, y[0]), (x[1], 0, 0, x[0])),
                                 (0, 0, z[1], z[0]))


def product(a, b):
    return (a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
            a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2])
