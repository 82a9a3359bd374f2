#!/usr/bin/env python3
"""Edits change only the bytes that they name: there and back gives the same bytes, and every byte
of an edited bank is predicted without the library."""
import copy
import struct

import edit_files
from command import CommandTest, main
from bank_walker import Bank, chunks, join

BANKS = ("v4.omf", "v3.omf", "model.ogf", "stalker.omf")
FLAT_RTM = ("plain.rtm", "properties.rtm", "walk.rtm", "binarised.rtm")
WITH_CLIPS = (*BANKS, "many.skls")
WITH_NAMES = (*WITH_CLIPS, "one.skl")
WITH_MARKS = ("v4.omf", "model.ogf", "stalker.omf", "many.skls", "one.skl")


class Edits(CommandTest):
    def edited(self, path, *edit):
        """The bytes after one edit in place, which must change something."""
        before = path.read_bytes()
        self.works(edit[0], path, *edit[1:], "--in-place")
        after = path.read_bytes()
        self.assertNotEqual(after, before, edit)
        return after

    def there_and_back(self, names, there, back):
        for name in names:
            with self.subTest(name=name, edit=there):
                path = self.put(name, edit_files.all_files()[name])
                before = path.read_bytes()
                self.edited(path, *there)
                self.assertEqual(self.edited(path, *back), before)


class ThereAndBack(Edits):
    def test_names(self):
        self.there_and_back(WITH_NAMES, ("rename", "--clip", "*=x_*"), ("rename", "--clip",
                                                                        "x_*=*"))
        self.there_and_back(BANKS, ("rename", "--part", "*=*_long"), ("rename", "--part",
                                                                      "*_long=*"))
        no_models = [name for name in (*WITH_NAMES, "walk.rtm", "binarised.rtm")
                     if name != "model.ogf"]
        self.there_and_back(no_models, ("rename", "--bone", "*=b*"), ("rename", "--bone", "b*=*"))
        self.there_and_back(("plain.rtm", "properties.rtm"), ("rename", "--bone", "pelvis=qelvis"),
                            ("rename", "--bone", "qelvis=pelvis"))

    def test_exchange_of_names(self):
        swap = ("rename", "--clip", "walk=idle", "--clip", "idle=walk")
        self.there_and_back(WITH_CLIPS, swap, swap)

    def test_order(self):
        self.there_and_back(("v4.omf", "v3.omf", "model.ogf", "many.skls"),
                            ("reorder", "--clip", "walk", "--first"),
                            ("reorder", "--clip", "walk", "--after", "idle"))
        self.there_and_back(("stalker.omf",), ("reorder", "--sort"), (
            "reorder", "--clip", "idle", "--clip", "walk", "--clip", "salute", "--clip", "stand",
            "--first"))
        self.there_and_back(("v4.omf", "v3.omf", "model.ogf", "many.skls"),
                            ("reorder", "--clip", "idle", "--last"),
                            ("reorder", "--clip", "idle", "--before", "walk"))

    def test_copies(self):
        self.there_and_back(WITH_CLIPS, ("duplicate", "--clip", "walk=walk_2"),
                            ("remove", "--clip", "WALK_2"))

    def test_parameters(self):
        self.there_and_back(WITH_NAMES, ("set", "--clip", "walk", "--speed", "*2", "--power", "*4"),
                            ("set", "--clip", "walk", "--speed", "*0.5", "--power", "*.25"))
        for name, flags in (("stalker.omf", "use-foot-steps"), ("v4.omf", "0x10"),
                            ("one.skl", "stop-at-end")):
            self.there_and_back((name,), ("set", "--clip", "walk", "--flags=+no-mix,-" + flags),
                                ("set", "--clip", "walk", "--flags=" + flags))
        self.there_and_back(("v4.omf", "v3.omf", "model.ogf"), (
            "set", "--clip", "walk", "--part", "LOWER"), ("set", "--clip", "walk", "--part",
                                                          "upper"))
        self.there_and_back(("stalker.omf",), ("set", "--clip", "hit_chest", "--bone", "root"),
                            ("set", "--clip", "hit_chest", "--bone", "bip01_spine1"))
        self.there_and_back(("one.skl", "many.skls"), ("set", "--fps", "25"), ("set", "--fps",
                                                                               "30"))

    def test_root_motion_and_phases(self):
        for name in FLAT_RTM:
            flat = edit_files.all_files()[name].partition(b"RTM_0101")[2]
            old = struct.unpack_from("<3f", flat) if flat else (0, 0, -1.5)
            self.there_and_back((name,), ("set", "--root-motion", "1,2,3"),
                                ("set", "--root-motion=" + ",".join(map(str, old))))
        self.there_and_back(("plain.rtm",), ("set", "--phases", "even"),
                            ("set", "--phases", "0,0.25,1"))

    def test_events(self):
        self.there_and_back(WITH_MARKS, ("event", "--clip", "walk", "--add", "New", "--at", "0"),
                            ("event", "--remove", "new"))
        self.there_and_back(WITH_MARKS, ("event", "--clip", "walk", "--add", "Left", "--at", "1f"),
                            ("event", "--remove", "Left", "--at", "1f"))
        self.there_and_back(("v4.omf", "model.ogf"), (
            "event", "--move", "Right", "--to=+0.001953125"), ("event", "--move", "Right", "--to",
                                                           "0s"))
        self.there_and_back(("one.skl",), ("event", "--move", "Left", "--until=+0.5"),
                            ("event", "--move", "Left", "--until=-0.5"))
        self.there_and_back(WITH_MARKS, ("event", "--rename", "*=step_*"),
                            ("event", "--rename", "step_*=*"))
        self.there_and_back(FLAT_RTM, ("event", "--add", "New", "--at", "50%", "--value", "x"),
                            ("event", "--remove", "New"))
        self.there_and_back(("walk.rtm", "binarised.rtm"), (
            "event", "--move", "StepSound", "--at", "0.25", "--value", "left"),
            ("event", "--move", "StepSound", "--at", "0.25", "--value", ""))

    def test_marks_keep_the_ends_of_their_lines(self):
        path = self.put("a.omf", edit_files.odd_marks())
        before = path.read_bytes()
        self.edited(path, "event", "--add", "New", "--at", "0")
        self.edited(path, "event", "--rename", "Right=Left")
        self.edited(path, "event", "--remove", "New")
        found = chunks(before)
        found[1][1] = found[1][1].replace(b"Right\n", b"Left\n")
        self.assertEqual(path.read_bytes(), join(found))


class Isolated(Edits):
    """The expected file is made by bank_walker.py, which knows nothing of the library."""

    def check(self, change, *edit, names=("v4.omf", "model.ogf")):
        for name in names:
            with self.subTest(name=name, edit=edit):
                content = edit_files.all_files()[name]
                bank = Bank(content)
                self.assertEqual(bank.write(), content)
                self.assertEqual(len(bank.motions), 3)
                change(bank)
                self.assertEqual(self.edited(self.put(name, content), *edit), bank.write())

    def test_rename(self):
        def change(bank):
            bank.definitions[1].name = bank.motions[1][0] = b"patrol"
        self.check(change, "rename", "--clip", "walk=patrol", names=("v4.omf", "v3.omf",
                                                                     "model.ogf"))

    def test_parts_and_bones(self):
        def part(bank):
            bank.parts[1][0] = b"legs"
        self.check(part, "rename", "--part", "lower=legs")

        def bone(bank):
            bank.parts[0][1][0][0] = b"fingers"
        self.check(bone, "rename", "--bone", "hand=fingers", names=("v4.omf",))

    def test_set(self):
        def change(bank):
            bank.definitions[1].flags = 0x12
            bank.definitions[1].part = 0xFFFF
            bank.definitions[1].values = [2.5, 0.5, 8, 1]
        self.check(change, "set", "--clip", "w*", "--speed", "2.5", "--accrue", "*4", "--falloff",
                   "1", "--flags", "+stop-at-end", "--part", "all",
                   names=("v4.omf", "v3.omf", "model.ogf"))

    def test_events(self):
        def add(bank):
            bank.definitions[0].marks.append([b"New", [(0.0625, 0.0625)]])
        self.check(add, "event", "--clip", "idle", "--add", "New", "--at", "0.0625")

        def extend(bank):
            bank.definitions[1].marks[0][1].insert(1, (0.03125, 0.0625))
        self.check(extend, "event", "--clip", "walk", "--add", "Left", "--at", "0.03125", "--until",
                   "0.0625")

        def shorten(bank):
            del bank.definitions[1].marks[0][1][0]
        self.check(shorten, "event", "--remove", "Left", "--at", "0")

        def remove(bank):
            del bank.definitions[1].marks[0]
        self.check(remove, "event", "--remove", "Left")

        def rename(bank):
            bank.definitions[2].marks[0][0] = b"Heel"
        self.check(rename, "event", "--rename", "right=Heel")

        def rename_all(bank):
            for definition in bank.definitions:
                for mark in definition.marks:
                    mark[0] = b"x_" + mark[0]
        self.check(rename_all, "event", "--rename", "*=x_*")

        def move(bank):
            bank.definitions[1].marks[0][1][1] = (0.03125, 0.03125)
        self.check(move, "event", "--clip", "walk", "--move", "Left", "--at", "0.0625", "--to",
                   "0.03125")

    def test_remove(self):
        def change(bank):
            bank.place([0, 2])
        self.check(change, "remove", "--clip", "walk", names=("v4.omf", "v3.omf", "model.ogf"))

    def test_duplicate(self):
        def change(bank):
            bank.motions.append([b"copy", bank.motions[1][1]])
            bank.definitions.append(copy.deepcopy(bank.definitions[1]))
            bank.definitions[3].name, bank.definitions[3].number = b"copy", 3
        self.check(change, "duplicate", "--clip", "walk=copy",
                   names=("v4.omf", "v3.omf", "model.ogf"))

    def test_reorder(self):
        def change(bank):
            bank.place([2, 0, 1])
        self.check(change, "reorder", "--clip", "run", "--first",
                   names=("v4.omf", "v3.omf", "model.ogf"))
        self.check(change, "reorder", "--clip", "idle", "--clip", "walk", "--last")

        def sort(bank):
            bank.place([0, 2, 1])
        self.check(sort, "reorder", "--sort")


if __name__ == "__main__":
    main()
