#!/usr/bin/env python3
"""Reference implementation of X-Ray's LZHUF, written from docs/formats/ogf.md#compression only.

    lzhuf.py FILE...     decodes FILE and compares it with FILE.plain; exit code 1 when one differs
"""
import sys

SYMBOLS, NODES, ROOT, HEAVIEST = 314, 627, 626, 0x4000
LENGTHS = [3] * 1 + [4] * 3 + [5] * 8 + [6] * 12 + [7] * 24 + [8] * 16


def position_codes():
    """The codes of the values of the upper six bits, as strings of bits."""
    codes, code, before = [], -1, LENGTHS[0]
    for length in LENGTHS:
        code = (code + 1) << (length - before)
        before = length
        codes.append(format(code, f"0{length}b"))
    return codes


CODES = position_codes()


class Tree:
    def __init__(self):
        self.freq = [1] * SYMBOLS + [0] * (NODES - SYMBOLS) + [0xFFFF]
        self.son = [i + NODES for i in range(SYMBOLS)] + [0] * (NODES - SYMBOLS)
        for j, i in zip(range(SYMBOLS, NODES), range(0, NODES, 2)):
            self.freq[j] = self.freq[i] + self.freq[i + 1]
            self.son[j] = i
        self.find_parents()

    def find_parents(self):
        self.parent = [0] * (NODES + SYMBOLS)
        for node, son in enumerate(self.son):
            self.parent[son] = node
            if son < NODES:
                self.parent[son + 1] = node

    def rebuild(self):
        leaves = [i for i in range(NODES) if self.son[i] >= NODES]
        freq = [(self.freq[i] + 1) // 2 for i in leaves]
        son = [self.son[i] for i in leaves]
        for i in range(0, NODES - 1, 2):
            together = freq[i] + freq[i + 1]
            at = max(k for k in range(len(freq)) if freq[k] <= together) + 1
            freq.insert(at, together)
            son.insert(at, i)
        self.freq, self.son = freq + [0xFFFF], son
        self.find_parents()

    def count(self, symbol):
        if self.freq[ROOT] == HEAVIEST:
            self.rebuild()
        node = self.parent[symbol + NODES]
        while True:
            self.freq[node] += 1
            last = node
            while self.freq[node] > self.freq[last + 1]:
                last += 1
            if last != node:
                for mine in (self.freq, self.son):
                    mine[node], mine[last] = mine[last], mine[node]
                for place in (node, last):
                    son = self.son[place]
                    self.parent[son] = place
                    if son < NODES:
                        self.parent[son + 1] = place
            node = self.parent[last]
            if node == 0:
                return


def decode(content):
    """Returns the decoded bytes and the number of bytes of `content` that were read."""
    size = int.from_bytes(content[:4], "little")
    place = 32
    out = bytearray(b" " * 4096)
    tree = Tree()

    def bit():
        nonlocal place
        place += 1
        at = (place - 1) // 8
        return content[at] >> (7 - (place - 1) % 8) & 1 if at < len(content) else 0

    while len(out) - 4096 < size:
        node = tree.son[ROOT]
        while node < NODES:
            node = tree.son[node + bit()]
        symbol = node - NODES
        tree.count(symbol)
        if symbol < 256:
            out.append(symbol)
            continue
        code = ""
        while code not in CODES:
            code += str(bit())
        lower = 0
        for _ in range(6):
            lower = lower << 1 | bit()
        distance = (CODES.index(code) << 6 | lower) + 1
        for _ in range(symbol - 253):
            out.append(out[-distance])
    return bytes(out[4096:4096 + size]), (place + 7) // 8


def encode(content):
    """Encodes `content` with an exhaustive search for matches."""
    tree = Tree()
    bits = []
    at = 0
    while at < len(content):
        length, distance = 1, 0
        for start in range(max(0, at - 4096), at):
            same = 0
            while same < 60 and at + same < len(content) and \
                    content[start + same] == content[at + same]:
                same += 1
            if same > max(length, 2):
                length, distance = same, at - start
        symbol = length + 253 if distance else content[at]
        code, node = "", tree.parent[symbol + NODES]
        while node != ROOT:
            code = str(node & 1) + code
            node = tree.parent[node]
        bits.append(code)
        tree.count(symbol)
        if distance:
            bits.append(CODES[(distance - 1) >> 6] + format((distance - 1) & 63, "06b"))
        at += length
    text = "".join(bits)
    text += "0" * (-len(text) % 8)
    return len(content).to_bytes(4, "little") + bytes(
        int(text[i:i + 8], 2) for i in range(0, len(text), 8))


def main(paths):
    wrong = 0
    for path in paths:
        with open(path, "rb") as packed, open(path + ".plain", "rb") as plain:
            content = packed.read()
            found, used = decode(content)
            if found != plain.read() or used != len(content):
                print(f"{path}: decodes otherwise, or leaves {len(content) - used} bytes")
                wrong += 1
    print(f"{len(paths)} streams, {wrong} wrong")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
