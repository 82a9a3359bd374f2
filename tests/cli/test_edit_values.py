#!/usr/bin/env python3
"""set and event: flags, numbers, parts, phases, times, and the properties of RTM."""
# sanitized: edits of damaged texts
import struct

import edit_files
from bank_walker import Bank
from command import CommandTest, main, rtm

FLAGS = {"fx": 1, "stop-at-end": 2, "no-mix": 4, "sync-part": 8, "use-foot-steps": 16,
         "root-mover": 32, "idle": 64, "use-weapon-bone": 128}


class Values(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.put("bank.omf", edit_files.omf())

    def bank(self):
        return Bank(self.path.read_bytes())

    def walk(self):
        return self.bank().definitions[1]

    def edits(self, *arguments):
        return self.works(arguments[0], self.path, *arguments[1:], "--in-place")

    def refused(self, code, *arguments, cause=(), path=None):
        path = path or self.path
        before = path.read_bytes()
        self.fails(code, arguments[0], path, *arguments[1:], "--in-place", cause=cause)
        self.assertEqual(path.read_bytes(), before)


class Set(Values):
    def test_flags(self):
        self.edits("set", "--clip", "walk", "--part", "all")
        for name, bit in FLAGS.items():
            self.edits("set", "--clip", "walk", "--flags", name)
            self.assertEqual(self.walk().flags, bit)
        for text, wanted in (("none", 0), ("0x12,idle", 0x52), ("+no-mix,-idle,+0x100", 0x116),
                             ("-0x102", 0x14), ("+stop-at-end", 0x16), ("none", 0)):
            self.edits("set", "--clip", "walk", f"--flags={text}")
            self.assertEqual(self.walk().flags, wanted)
        self.assertEqual([one.flags for one in self.bank().definitions], [0, 0, 2])
        for text in ("", "loop", "+idle,fx", "idle,-fx", "idle,", "0x", "0x123456789", "2", "+"):
            self.refused(2, "set", f"--flags={text}", cause=("EDT004", "--flags"))

    def test_values_that_games_change_are_reported(self):
        for option, value, rule in (("--speed", "0", "OMF165"), ("--speed", "0.001", "OMF165"),
                                    ("--speed", "-1", "OMF113"), ("--power", "101", "OMF113"),
                                    ("--accrue", "0", None), ("--speed", "0.01", None)):
            said = self.edits("set", "--clip", "walk", f"{option}={value}").err
            self.assertEqual("OMF1" in said and said.split("[")[1][:6], rule or False, value)
        self.edits("set", "--clip", "walk", "--accrue=0", "--part=all")
        self.assertIn("OMF168", self.edits("set", "--clip", "walk", "--flags=fx").err)

    def test_numbers(self):
        self.edits("set", "--clip", "walk", "--clip", "ru?", "--speed", "2.5", "--falloff=*2")
        self.assertEqual([one.values for one in self.bank().definitions],
                         [[1, 1, 2, 2], [2.5, 0.5, 2, 6], [2.5, 1, 0.5, 8]])
        self.edits("set", "--power=*0", "--accrue", "1e1")
        self.assertEqual([one.values[1:3] for one in self.bank().definitions], [[0, 10]] * 3)
        for text in ("", "x", "*", "1.5x", "nan", "inf", "1e39", "*1e39", "**2", "0x2"):
            self.refused(2, "set", f"--speed={text}", cause=("EDT004", "--speed"))
        self.refused(2, "set", "--speed", "1", "--speed", "2")
        self.refused(2, "set", "--clip", "walk", cause="EDT002")

    def test_parts_and_bones(self):
        self.edits("set", "--clip", "walk", "--part", "lower")
        self.assertEqual(self.walk().part, 1)
        self.edits("set", "--clip", "walk", "--part", "all")
        self.assertEqual(self.walk().part, 0xFFFF)
        self.edits("set", "--clip", "walk", "--flags=+fx", "--bone", "hand")
        self.assertEqual(self.walk().part, 1)
        self.edits("set", "--clip", "walk", "--bone", "root")
        self.assertEqual(self.walk().part, 0)
        self.refused(2, "set", "--clip", "walk", "--part", "upper", cause="walk is an FX")
        self.refused(2, "set", "--clip", "run", "--bone", "hand", cause="run is not an FX")
        self.refused(2, "set", "--clip", "run", "--part", "uper", cause=("EDT006", '"upper"'))
        self.refused(2, "set", "--clip", "walk", "--bone", "hnad", cause=("EDT00", "bone"))
        self.refused(2, "set", "--part", "upper", "--bone", "hand", cause="EDT004")

    def test_nothing_changes(self):
        result = self.edits("set", "--clip", "walk", "--speed", "1", "--flags", "use-foot-steps")
        self.assertIn("nothing to change", result.err)

    def test_phases_and_root_motion(self):
        path = self.put("a.rtm", rtm(bones=("a",), phases=(0, 0.25, 1)))
        for phases in ("", "0,1", "0,0.5,1,1", "0,0.6,0.5", "0,0.5,1.5", "-1,0,1", "0,x,1", "odd"):
            self.refused(2, "set", f"--phases={phases}", cause="EDT004", path=path)
        for motion in ("", "0,0", "0,0,0,0", "a,0,0", "0,0,inf"):
            self.refused(2, "set", f"--root-motion={motion}", cause="EDT004", path=path)
        old = self.put("old.rtm", rtm(bones=("a",)).replace(b"RTM_0101" + bytes(8), b"RTM_0100"))
        self.works("set", old, "--root-motion", "0,0,-2", "--in-place")
        self.assertEqual(old.read_bytes()[8:12], struct.pack("<f", -2))
        self.refused(5, "set", "--root-motion", "1,0,-2", cause="EDT011", path=old)


    def test_phases_and_root_motion_are_scaled_and_shifted(self):
        path = self.put("a.rtm", rtm(bones=("a",), phases=(0.5, 4, 8.5), step=(1, 0, -2)))

        def phases():
            return [struct.unpack_from("<f", path.read_bytes(), 60 + 84 * i)[0] for i in range(3)]
        for value in ("*2", "+0.5", "-0.5", "*x", "*"):
            self.refused(2, "set", f"--phases={value}", cause="EDT004", path=path)
        for value, wanted in (("fit", [0, 0.4375, 1]), ("*0.5", [0, 0.21875, 0.5]),
                              ("+0.25", [0.25, 0.46875, 0.75]), ("-0.25", [0, 0.21875, 0.5]),
                              ("fit", [0, 0.4375, 1])):
            self.works("set", path, f"--phases={value}", "--in-place")
            self.assertEqual(phases(), wanted)
        self.works("set", path, "--root-motion=*-0.5", "--in-place")
        self.assertEqual(struct.unpack_from("<3f", path.read_bytes(), 8), (-0.5, 0, 1))
        self.refused(2, "set", "--root-motion=*1e39", cause="EDT004", path=path)
        still = self.put("b.rtm", rtm(bones=("a",), phases=(0.5, 0.5)))
        self.refused(2, "set", "--phases=fit", cause="EDT004", path=still)

    def test_frames_get_the_order_of_the_header(self):
        def frame(names, *moves):
            return struct.pack("<f", 0) + b"".join(
                name.encode().ljust(32, b"~") + struct.pack("<12f", *[move] * 12)
                for name, move in zip(names, moves))

        def file(*frames):
            return rtm(bones=("a\0", "B\0"), phases=())[:20] + struct.pack(
                "<2I", len(frames), 2) + b"a".ljust(32, b"\0") + b"B".ljust(32, b"\0") + (
                    b"".join(frames))
        kept, mixed = frame(("a\0", "b\0"), 1, 2), frame(("b\0x", "A\0y"), 3, 4)
        ordered = frame(("A\0y", "b\0x"), 4, 3)
        path = self.put("a.rtm", file(kept, mixed))
        self.works("reorder", path, "--frames", "--in-place")
        self.assertEqual(path.read_bytes(), file(kept, ordered))
        for other in (file(frame(("b\0", "c\0"), 1, 2)), file(mixed, frame(("b\0", "b\0"), 1, 2))):
            path.write_bytes(other)
            self.refused(5, "reorder", "--frames", cause="EDT008", path=path)
        self.refused(2, "reorder", "--frames", "--sort", cause="EDT002", path=path)
        self.refused(5, "reorder", "--frames", cause="EDT008")


class Events(Values):
    def marks(self, clip=1):
        return [(name.decode("cp1251"), intervals)
                for name, intervals in self.bank().definitions[clip].marks]

    def added(self, *arguments):
        """The interval that is added to the clip `idle`, which has 4 frames."""
        self.put("bank.omf", edit_files.omf())
        self.edits("event", "--clip", "idle", "--add", "New", *arguments)
        return self.marks(0)[0][1]

    def test_times(self):
        for text, seconds in (("0", 0), ("0.0625", 0.0625), ("0.0625s", 0.0625), ("3f", 0.1),
                              ("0f", 0), ("100%", 0.1), ("50%", 0.05), ("1e-2", 0.01)):
            self.assertAlmostEqual(self.added("--at", text)[0][0], seconds, 6)
        for text, until in (("0.0625", 0.0625), ("+0.03125", 0.0625), ("2f", 2 / 30),
                            ("+1f", 0.03125 + 1 / 30), ("100%", 0.1), ("-0", 0.03125)):
            found = self.added("--at", "0.03125", f"--until={text}")[0]
            self.assertEqual(found[0], 0.03125)
            self.assertAlmostEqual(found[1], until, 6)
        self.assertEqual(self.added(), [])

    def test_times_outside_of_the_clip(self):
        for text in ("0.2", "4f", "-1f", "120%", "-0.1", "x", "", "f", "%", "nan", "1.5f", "1m"):
            self.refused(2, "event", "--clip", "idle", "--add", "New", f"--at={text}",
                         cause=("EDT004", "--at"))
        for text in ("0.2", "0", "-0.01", "+0.1"):
            self.refused(2, "event", "--clip", "idle", "--add", "New", "--at", "0.03125",
                         f"--until={text}", cause="--until")
        self.refused(2, "event", "--clip", "walk", "--move", "Left", "--to=+0.5", cause="walk")

    def test_marks_after_a_removed_one_move_up_unless_it_is_kept(self):
        for text, marks, notes in (("Left", [("Untimed", [])], True), ("Untimed", None, False),
                                   ("*", [], False)):
            self.put("bank.omf", edit_files.omf())
            result = self.edits("event", "--clip", "walk", "--remove", text)
            self.assertEqual("EDT013" in result.err, notes, text)
            self.assertEqual(self.marks(), marks if marks is not None else self.marks()[:1])
        self.put("bank.omf", edit_files.omf())
        result = self.edits("event", "--clip", "walk", "--remove", "Left", "--keep-empty")
        self.assertNotIn("EDT013", result.err)
        self.assertEqual(self.marks(), [("Left", []), ("Untimed", [])])
        self.assertEqual(self.bank().definitions[2].marks[0][0], b"Right")
        self.refused(2, "event", "--add", "New", "--keep-empty", cause=("EDT004", "--keep-empty"))
        walk = self.put("walk.rtm", rtm())
        self.refused(5, "event", "--remove", "x", "--keep-empty", cause="EDT008", path=walk)

    def test_numbers_address_one_of_several_events_with_one_name(self):
        self.edits("event", "--clip", "walk", "--move", "left@2", "--to", "0.046875")
        self.assertEqual(self.marks()[0], ("Left", [(0, 0.03125), (0.046875, 0.046875)]))
        self.edits("event", "--clip", "walk", "--remove", "Left@1")
        self.assertEqual(self.marks()[0], ("Left", [(0.046875, 0.046875)]))
        self.refused(2, "event", "--clip", "walk", "--remove", "Left@2", cause="EDT006")
        self.edits("event", "--clip", "walk", "--rename", "Left@1=Left@2")
        self.edits("event", "--clip", "walk", "--move", "Left@2", "--to", "0")
        self.assertEqual(self.marks()[0], ("Left@2", [(0, 0)]))
        self.put("bank.omf", edit_files.omf())
        self.edits("event", "--clip", "walk", "--rename", "Left@1=Both")
        self.assertEqual(self.marks()[0], ("Both", [(0, 0.03125), (0.0625, 0.0625)]))

    def test_equal_events_at_one_time(self):
        self.path = self.put("walk.rtm", rtm())
        for value in ("a", "b"):
            self.edits("event", "--add", "Same", "--at", "0.5", "--value", value)
        self.edits("event", "--move", "Same@2", "--at", "0.5", "--value", "c")
        self.refused(2, "event", "--remove", "Same@3", "--at", "0.5", cause="EDT005")
        for name, warns in (("same@2", False), ("S*", False), ("Same", True)):
            result = self.works("event", self.path, "--rename", f"{name}=x", "--at", "0.5",
                                "--dry-run")
            self.assertEqual("EDT012" in result.err, warns, name)
        self.edits("event", "--rename", "same@1=Other", "--at", "0.5")
        result = self.edits("event", "--remove", "Same", "--at", "0.5")
        self.assertNotIn("EDT012", result.err)

    def test_moves(self):
        self.edits("event", "--move", "Left", "--at", "0.0624", "--to=-0.03125")
        self.assertEqual(self.marks()[0], ("Left", [(0, 0.03125), (0.03125, 0.03125)]))
        self.edits("event", "--clip", "walk", "--move", "l*t", "--to=+0.015625")
        self.assertEqual(self.marks()[0], ("Left", [(0.015625, 0.046875), (0.046875, 0.046875)]))
        self.edits("event", "--move", "Right", "--to", "0.015625", "--until", "0.03125")
        self.assertEqual(self.marks(2), [("Right", [(0.015625, 0.03125)])])
        result = self.edits("event", "--move", "Right", "--until", "0.0234375")
        self.assertIn("Right at 0.015625 until 0.03125 -> 0.015625 until 0.0234375", result.out)
        self.refused(2, "event", "--move", "Right", "--at", "0", "--to", "0", cause="EDT005")
        self.refused(2, "event", "--move", "Untimed", "--to", "0", cause="EDT004")
        self.refused(2, "event", "--move", "Right", cause="EDT002")
        self.put("bank.omf", edit_files.omf())
        self.refused(2, "event", "--move", "Left", "--at", "0", "--to", "0.05",
                     cause=("EDT004", "--to", "--until"))
        self.edits("event", "--move", "Left", "--at", "0", "--to", "0.03125", "--until", "2f")

    def test_names(self):
        self.edits("event", "--rename", "*=foot_*")
        self.assertEqual([name for name, _ in self.marks()], ["foot_Left", "foot_Untimed"])
        self.assertEqual(self.marks()[0][1], [(0, 0.03125), (0.0625, 0.0625)])
        self.edits("event", "--rename", "foot_??ft=??")
        self.edits("event", "--clip", "walk", "--rename", "LE=Шаг")
        self.assertEqual([name for name, _ in self.marks()], ["Шаг", "foot_Untimed"])
        self.refused(5, "event", "--clip", "walk", "--add", "\u4e00", "--at", "0", cause="EDT009")
        self.refused(5, "event", "--rename", "foot_Right=" + "x" * 300, cause="EDT009")
        self.refused(2, "event", "--rename", "foot_Right=x*", cause="EDT004")
        self.refused(2, "event", "--remove", "foot_Rigth", cause=("EDT006", '"foot_Right"'))

    def test_wrong_combinations(self):
        for arguments in ((), ("--add", "a", "--remove", "b"), ("--add", "a", "--until", "0"),
                          ("--at", "0")):
            self.refused(2, "event", *arguments, cause="EDT002")
        for arguments in (("--add", "a", "--at", "0", "--to", "0"),
                          ("--remove", "Left", "--to", "0"),
                          ("--remove", "Left", "--until", "0"),
                          ("--remove", "Left", "--value", "x")):
            self.refused(2, "event", *arguments, cause="EDT004")


class Properties(CommandTest):
    """The block RTM_MDAT, whose bytes are read here."""

    @staticmethod
    def block(content):
        """[(phase, name, value)] or None, and everything behind the block."""
        if not content.startswith(b"RTM_MDAT"):
            return None, content
        _, count = struct.unpack_from("<II", content, 8)
        found, at = [], 16
        for _ in range(count):
            phase, size = struct.unpack_from("<fB", content, at)
            name = content[at + 5:at + 5 + size]
            at += 5 + size
            value = content[at + 1:at + 1 + content[at]]
            at += 1 + content[at]
            found.append((phase, name.decode("cp1251"), value.decode("cp1251")))
        return found, content[at:]

    def test_the_block_appears_with_the_first_property_and_disappears_with_the_last(self):
        plain = edit_files.rtm()
        path = self.put("a.rtm", plain)
        self.assertEqual(self.block(plain), (None, plain))

        def edit(wanted, *arguments):
            self.works("event", path, *arguments, "--in-place")
            self.assertEqual(self.block(path.read_bytes()), (wanted, plain))
        edit([(0.5, "StepSound", "")], "--add", "StepSound", "--at", "0.5")
        self.assertEqual(path.read_bytes(), b"RTM_MDAT" + struct.pack("<IIfB", 0, 1, 0.5, 9) +
                         b"StepSound\0" + plain)
        edit([(0.25, "Sound", "left"), (0.5, "StepSound", "")], "--add", "Sound", "--at", "1f",
             "--value", "left")
        edit([(0.25, "Sound", "right"), (0.5, "StepSound", "")], "--move", "Sound", "--value",
             "right")
        edit([(0.25, "Sound", "right"), (0.75, "StepSound", "")], "--move", "Step*", "--to=+25%")
        edit([(0.25, "Шум", "right"), (0.75, "StepSound", "")], "--rename", "Sound=Шум")
        edit([(0.25, "Шум", "right")], "--remove", "*sound")
        edit(None, "--remove", "*")
        self.assertEqual(path.read_bytes(), plain)

    def test_an_empty_block_and_its_reserved_word_are_kept(self):
        path = self.put("a.rtm", edit_files.rtm_with_properties())
        properties, plain = self.block(path.read_bytes())
        self.assertEqual(len(properties), 2)
        self.works("event", path, "--add", "a", "--at", "1", "--in-place")
        self.assertEqual(self.block(path.read_bytes()), ([*properties, (1, "a", "")], plain))
        self.assertEqual(path.read_bytes()[8:12], b"\7\0\0\0")

    def test_texts_over_255_bytes_are_recovered_and_damaged_ones_can_be_removed(self):
        def block(count, *entries):
            return b"RTM_MDAT" + struct.pack("<II", 0, count) + b"".join(
                struct.pack("<fB", phase, len(name) & 255) + name + bytes([len(value) & 255]) +
                value for phase, name, value in entries)
        plain = edit_files.rtm()
        recovered = self.put("a.rtm", block(2, (0.25, b"N" * 300, b""), (0.75, b"StepSound", b""))
                             + plain)
        events = self.works("list", "--json", recovered).json()["files"][0]["clips"][0]["events"]
        self.assertEqual([(event["name"], event["intervals"][0][0]) for event in events],
                         [("N" * 300, 0.25), ("StepSound", 0.75)])
        text = self.works("dump", recovered).out
        self.works("build", self.put("a.json", text.encode()), "-o", self.folder / "b.rtm")
        self.assertEqual((self.folder / "b.rtm").read_bytes(), recovered.read_bytes())
        self.fails(5, "event", recovered, "--add", "a", "--at", "0", "--in-place", cause="EDT008")
        self.works("event", recovered, "--rename", "NN*=Long", "--in-place")
        self.works("event", recovered, "--add", "a", "--at", "0", "--in-place")
        damaged = self.put("c.rtm", block(2, (0.25, b"StepSound", b""), (0.75, b"Sound", b"left"))
                           + bytes(5) + plain)
        listed = self.works("list", "--json", damaged).json()["files"][0]["clips"][0]["events"]
        self.assertEqual(listed, [])
        self.works("event", damaged, "--remove", "*", "--in-place")
        self.assertEqual(damaged.read_bytes(), plain)

    def test_clean_texts_have_no_bytes_after_names(self):
        plain = rtm(bones=("Pelvis", "Spine"), phases=(0, 0.5, 1))
        mixed, at = bytearray(plain), 0
        while (at := mixed.find(b"Pelvis\0", at + 1)) >= 0:
            mixed[at + 7:at + 32] = bytes([at % 251]) * 25
        path = self.put("a.rtm", bytes(mixed))
        self.assertIn('"rest"', self.works("dump", path).out)
        text = self.works("dump", "--clean", path).out
        self.assertNotIn("rest", text)
        self.assertEqual(text.count("names"), 0)
        self.works("build", self.put("a.json", text.encode()), "-o", self.folder / "b.rtm")
        self.assertEqual((self.folder / "b.rtm").read_bytes(), plain)

    def test_refusals(self):
        path = self.put("a.rtm", edit_files.rtm())
        for code, *arguments in ((2, "--add", "a"), (2, "--add", "a", "--at", "1.1"),
                                 (2, "--add", "a", "--at", "0.5s"), (2, "--add", "a", "--at", "3f"),
                                 (5, "--add", "x" * 256, "--at", "0"),
                                 (5, "--add", "a", "--at", "0", "--until", "1"),
                                 (5, "--add", "a", "--at", "0", "--value", "x" * 256),
                                 (5, "--add", "\u4e00", "--at", "0"), (2, "--remove", "a")):
            self.fails(code, "event", path, *arguments, "--in-place", cause="EDT00")
        self.assertEqual(path.read_bytes(), edit_files.rtm())


if __name__ == "__main__":
    main()
