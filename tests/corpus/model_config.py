"""Independent parser of model.cfg, by recursive descent, for comparison with Gait.

It is written from docs/formats/modelcfg.md only: classes are nested dictionaries, and values are
looked up on demand.
"""
SPACE = "".join(map(chr, range(33)))


class Class:
    def __init__(self, name, base, outer):
        self.name, self.base, self.outer = name, base, outer
        self.external = False
        self.classes, self.values = [], []  # in file order; names may occur twice

    def child(self, name):
        """The first definition of that name; external declarations do not count."""
        for item in self.classes:
            if item.name.lower() == name.lower() and not item.external:
                return item
        return None


class Reading:
    def __init__(self, text):
        self.text, self.at = text.replace("\r\n", "\n").replace("\r", "\n"), 0

    # --- signs ---------------------------------------------------------------------------------

    def peek(self, size=1):
        return self.text[self.at:self.at + size]

    def line_end(self):
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def begins_line(self):
        start = self.text.rfind("\n", 0, self.at) + 1
        return not self.text[start:self.at].strip(SPACE)

    def skip_directive(self):
        while True:
            end = self.line_end()
            more = self.text[self.at:end].rstrip(" \t").endswith("\\")
            self.at = min(end + 1, len(self.text))
            if not more or self.at >= len(self.text):
                return

    def skip(self):
        while self.at < len(self.text):
            if self.peek() in SPACE:
                self.at += 1
            elif self.peek(2) == "//":
                self.at = self.line_end()
            elif self.peek(2) == "/*":
                end = self.text.find("*/", self.at + 2)
                self.at = len(self.text) if end < 0 else end + 2
            elif self.peek() == "#" and self.begins_line():
                self.skip_directive()
            else:
                return

    def next(self):
        self.skip()
        return self.peek()

    def quoted(self):
        """A text; one that its line does not close ends before the signs that close the line."""
        end, start, out = self.line_end(), self.at, ""
        self.at += 1
        while self.at < end:
            if self.peek(2) == '""':
                out, self.at = out + '"', self.at + 2
            elif self.peek() == '"':
                self.at += 1
                return out
            else:
                out, self.at = out + self.peek(), self.at + 1
        self.at = end
        while self.at > start + 1 and self.text[self.at - 1] in SPACE + ",;}":
            self.at -= 1
        return self.text[start + 1:self.at].replace('""', '"')

    def bare(self, stops):
        """The rest of the line up to one of the signs or a comment."""
        start = self.at
        depth = 0
        while self.peek() not in ("", "\n") and self.peek(2) not in ("//", "/*"):
            if depth == 0 and self.peek() in stops:
                break
            depth = max(0, depth + {"(": 1, ")": -1}.get(self.peek(), 0))
            self.at += 1
        return self.text[start:self.at].strip(SPACE)

    def word(self):
        self.skip()
        start = self.at
        while self.peek() and self.peek() not in SPACE + '{}[]()=;:,"' \
                and self.peek(2) not in ("//", "/*", "+="):
            self.at += 1
        if self.at > start and self.peek() == "(":
            self.parentheses()
        return self.text[start:self.at]

    def word_ahead(self):
        start = self.at
        word = self.word().lower()
        self.at = start
        return word

    def parentheses(self):
        """A macro's, which end with their line at the latest."""
        depth = 0
        while self.peek() not in ("", "\n") and self.peek(2) not in ("//", "/*"):
            depth += {"(": 1, ")": -1}.get(self.peek(), 0)
            self.at += 1
            if depth == 0:
                return

    # --- values --------------------------------------------------------------------------------

    def array(self):
        """The items; where a statement follows before the brace, no array is open any more."""
        items = []
        self.at += 1
        self.broken = False
        while not self.broken:
            sign = self.next()
            if sign in ("", "}"):
                self.at += len(sign)
                return items
            if sign in (",", ";"):
                self.at += 1
                self.broken = sign == ";" and self.next() not in ("", *'"{},;')
            elif sign == "{":
                items.append(self.array())
            elif sign == '"':
                items.append(self.quoted())
            else:
                self.broken = self.word_ahead() == "class"
                items += [] if self.broken else [self.bare(',;}{"')]
        return items

    def value(self):
        sign = self.next()
        if sign == "{":
            return self.array()
        if sign == '"':
            found = self.quoted()
            self.bare(";}")
            return found
        return self.bare(";}")

    # --- statements ----------------------------------------------------------------------------

    def body(self, owner):
        while True:
            sign = self.next()
            if sign == "" or (sign == "}" and owner.outer):
                self.at += len(sign)
                return
            self.statement(owner, sign)

    def statement(self, owner, sign):
        if sign == "{":
            self.at += 1
            self.body(Class("", "", owner))
        elif sign == '"':
            self.quoted()
        else:
            word = self.word()
            if not word:
                self.at += 1
            elif word.lower() == "class":
                self.klass(owner)
            elif word.lower() == "delete":
                self.word()
            else:
                self.property(owner, word)

    def klass(self, owner):
        found = Class(self.word(), "", owner)
        if self.next() == ":":
            self.at += 1
            found.base = self.word()
        while self.next() not in ("", "{", ";", "}") and self.text[self.at] not in '"=[':
            if self.word_ahead() == "class":
                break
            if not self.word():
                self.at += 1
        found.external = self.peek() != "{"
        owner.classes.append(found)
        if not found.external:
            self.at += 1
            self.body(found)

    def property(self, owner, name):
        adds = False
        sign = self.next()
        if sign == "[":
            while self.next() not in ("", "]", "=", "{", "}", ";"):
                self.at += 1
            self.at += self.peek() == "]"
            sign = self.next()
        if self.peek(2) == "+=":
            adds, sign = True, "="
            self.at += 1
        if sign == "=":
            self.at += 1
            owner.values.append((name.lower(), adds, self.value()))


class Config:
    def __init__(self, data, human=()):
        """`human` has the bones of OFP2_ManSkeleton, which is in the game."""
        self.human = human
        self.top = Class("", "", None)
        if data.startswith(b"\xef\xbb\xbf"):
            data = data[3:]
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:  # CP1251, where 0x98 stays what it is
            text = "".join("\x98" if byte == 0x98 else bytes([byte]).decode("cp1251")
                           for byte in data)
        Reading(text).body(self.top)

    def members(self, section):
        """Classes of all blocks of that name, the first of each name."""
        seen, found = set(), []
        for block in self.top.classes:
            for item in block.classes if block.name.lower() == section.lower() else []:
                if item.name and not item.external and item.name.lower() not in seen:
                    seen.add(item.name.lower())
                    found.append(item)
        return found

    def lineage(self, section, item):
        known, out = {c.name.lower(): c for c in self.members(section)}, []
        while item and item not in out:
            out.append(item)
            item = known.get(item.base.lower())
        return out

    @staticmethod
    def pairs(items):
        names = [one for one in items if isinstance(one, str)]
        return names[:len(names) // 2 * 2]

    def get(self, section, item, key, default):
        """The first value of the class of the kind of `default`, else its base's; += goes behind
        the base's."""
        added = []
        kind = type(default)
        for one in self.lineage(section, item):
            for name, adds, value in one.values:
                if name == key and isinstance(value, kind):
                    if kind is str:
                        return value
                    added = self.pairs(value) + added
                    if not adds:
                        return added
                    break
        return added or default

    def bones(self, item, busy=()):
        """(bone, parent) in order, the first of each name."""
        if item.name.lower() in busy:
            return []
        skeletons = {c.name.lower(): c for c in self.members("CfgSkeletons")}
        inherits = self.get("CfgSkeletons", item, "skeletoninherit", "")
        base = skeletons.get(inherits.lower())
        out = self.bones(base, (*busy, item.name.lower())) if base else []
        if not base and inherits.lower() == "ofp2_manskeleton":
            out = list(self.human)
        own = self.get("CfgSkeletons", item, "skeletonbones", [])
        seen = {bone.lower() for bone, _ in out}
        for bone, parent in zip(own[::2], own[1::2]):
            if bone and bone.lower() not in seen:
                seen.add(bone.lower())
                out.append((bone, parent))
        return out

    def skeletons(self):
        return [(item.name, self.bones(item)) for item in self.members("CfgSkeletons")]
