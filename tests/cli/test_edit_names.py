#!/usr/bin/env python3
"""rename, duplicate, remove and reorder: patterns, tables, missing and taken names, code pages."""
import edit_files
from bank_walker import Bank
from command import CommandTest, main, omf, rtm
from command import ogf as model

CLIPS = ("idle", "walk_01", "walk_02", "Run_fast", "run_a_b")


def bank(*names):
    return omf(clips=[(name, 1) for name in names or CLIPS])


class Names(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.put("bank.omf", bank())

    def clips(self, path=None):
        return self.works("list", "--names", path or self.path).out.splitlines()

    def bones(self, path, *options):
        return self.works("info", "--json", *options, path).json()["files"][0]["bones"]

    def refused(self, code, *arguments, cause=()):
        before = self.path.read_bytes()
        result = self.fails(code, arguments[0], self.path, *arguments[1:], "--in-place",
                            cause=cause)
        self.assertEqual(self.path.read_bytes(), before)
        self.assertEqual([path.name for path in self.folder.glob("*.omf")], ["bank.omf"])
        return result


class EqualNames(Names):
    """NAME@N addresses one of several clips with one name."""

    def setUp(self):
        super().setUp()
        self.path = self.put("bank.omf", bank("idle", "walk", "Idle"))

    def edited(self, verb, *arguments):
        result = self.works(verb, self.path, *arguments, "-o", self.folder / "new.omf", "--force")
        return self.clips(self.folder / "new.omf"), "EDT012" in result.err

    def test_a_number_addresses_one_clip(self):
        for verb, argument, names in (
                ("rename", "idle@2=run", ["idle", "walk", "run"]),
                ("rename", "IDLE@1=run", ["run", "walk", "Idle"]),
                ("remove", "idle@2", ["idle", "walk"]),
                ("duplicate", "idle@2=run", ["idle", "walk", "Idle", "run"])):
            self.assertEqual(self.edited(verb, "--clip", argument), (names, False), argument)
        self.assertEqual(self.edited("rename", "--clip", "idle@1=a", "--clip", "idle@2=b")[0],
                         ["a", "walk", "b"])
        self.assertEqual(self.edited("reorder", "--clip", "idle@2", "--first")[0],
                         ["Idle", "idle", "walk"])
        self.edited("set", "--clip", "idle@2", "--speed", "2")
        edited = Bank((self.folder / "new.omf").read_bytes())
        self.assertEqual([one.values[0] for one in edited.definitions], [1, 1, 2])

    def test_a_clip_with_exactly_this_name_wins(self):
        self.path = self.put("bank.omf", bank("idle", "idle", "idle@2"))
        self.assertEqual(self.edited("rename", "--clip", "idle@2=run")[0], ["idle", "idle", "run"])

    def test_numbers_that_no_clip_has_are_missing_names(self):
        for name in ("idle@0", "idle@3", "idle@", "@1", "walk@2", "idle@4294967297"):
            self.fails(2, "remove", self.path, "--clip", name, "--in-place", cause="EDT00")

    def test_edits_of_several_clips_with_one_name_are_reported(self):
        for verb, *arguments in (("remove", "--clip", "idle"), ("rename", "--clip", "idle=x"),
                                 ("rename", "--clip", "i*=x*"), ("remove", "--clip", "*d*"),
                                 ("set", "--clip", "idle", "--speed", "2")):
            self.assertTrue(self.edited(verb, *arguments)[1], arguments)
        for verb, *arguments in (("remove", "--clip", "w*"), ("set", "--speed", "2")):
            self.assertFalse(self.edited(verb, *arguments)[1], arguments)

    def test_other_commands_address_them_too(self):
        for name, count, told in (("idle@2", 1, False), ("idle", 2, True), ("*", 3, True)):
            result = self.works("convert", "--clip", name, self.path, self.folder / "x.skls",
                                "--force")
            self.assertEqual(len(self.clips(self.folder / "x.skls")), count)
            self.assertEqual("several clips have the name" in result.err, told, name)
        result = self.works("sample", "--clip", "idle@2", "--frame=0", "--space=local", "--json",
                            self.path)
        self.assertEqual(result.json()["clip_index"], 2)


class Rename(Names):
    def becomes(self, names, *pairs):
        self.put("bank.omf", bank())
        arguments = [word for pair in pairs for word in ("--clip", pair)]
        self.works("rename", self.path, *arguments, "--in-place")
        self.assertEqual(self.clips(), list(names))

    def test_patterns(self):
        self.becomes(("idle", "go_01", "go_02", "Run_fast", "run_a_b"), "walk_*=go_*")
        self.becomes(("idle", "01_walk", "02_walk", "Run_fast", "run_a_b"), "WALK_*=*_walk")
        self.becomes(("idle", "walk_x1", "walk_x2", "Run_fast", "run_a_b"), "walk_0?=walk_x?")
        self.becomes(("idle", "walk_01", "walk_02", "_fast", "_a_b"), "run*=*")
        self.becomes(("idle", "walk_01", "walk_02", "Run_fast", "a+b"), "run_*_*=*+*")
        self.becomes(("idle", "w-0-1", "w-0-2", "Run_fast", "run_a_b"), "walk_??=w-?-?")
        self.becomes(("x_idle", "x_walk_01", "x_walk_02", "x_Run_fast", "x_run_a_b"), "*=x_*")

    def test_exact_names_and_the_first_pattern_have_priority(self):
        self.becomes(("idle", "one", "b_02", "Run_fast", "run_a_b"), "walk_*=b_*", "*_02=c_*",
                     "walk_01=one")

    def test_names_are_exchanged(self):
        self.becomes(("walk_01", "idle", "walk_02", "Run_fast", "run_a_b"), "idle=walk_01",
                     "walk_01=idle")
        self.becomes(("idle", "walk_02", "Run_fast", "walk_01", "run_a_b"), "walk_01=walk_02",
                     "walk_02=Run_fast", "run_fast=walk_01")

    def test_case_alone(self):
        self.becomes(("IDLE", "walk_01", "walk_02", "Run_fast", "run_a_b"), "idle=IDLE")

    def test_names_with_equals_signs(self):
        self.becomes(("a=b", "walk_01", "walk_02", "Run_fast", "run_a_b"), "idle\ta=b")
        self.works("rename", self.path, "--clip", "a=b\tc", "--in-place")
        self.assertEqual(self.clips()[0], "c")
        self.becomes(("x=y", "walk_01", "walk_02", "Run_fast", "run_a_b"), "idle=x=y")

    def test_taken_names(self):
        self.refused(5, "rename", "--clip", "idle=walk_01", cause=("EDT007", '"walk_01"'))
        self.refused(5, "rename", "--clip", "idle=WALK_01", cause="EDT007")
        self.refused(5, "rename", "--clip", "walk_0?=walk", cause="EDT007")
        self.refused(5, "rename", "--clip", "idle=x", "--clip", "run_fast=X", cause="EDT007")
        self.refused(5, "duplicate", "--clip", "idle=Run_Fast", cause="EDT007")
        self.refused(5, "rename", "--bone", "hand=root", cause=("EDT007", "bone"))

    def test_missing_names(self):
        self.refused(2, "rename", "--clip", "walk_10=x", cause=("EDT006", 'mean "walk_0'))
        self.refused(2, "rename", "--clip", "nothing=x", cause="EDT005")
        self.refused(2, "rename", "--clip", "idle=x", "--clip", "z*=y", cause='"z*"')
        self.refused(2, "rename", "--bone", "hnd=x", cause=("EDT006", 'bone "hnd"'))
        self.refused(2, "rename", "--part", "defaults=x", cause=("EDT006", 'part "defaults"'))
        self.refused(2, "remove", "--clip", "idl", cause=("EDT006", 'mean "idle"'))
        self.refused(2, "duplicate", "--clip", "idl=x", cause=("EDT006", 'mean "idle"'))
        self.refused(2, "reorder", "--clip", "idle", "--after", "run_ab", cause="EDT006")
        self.refused(2, "reorder", "--clip", "z*", "--first", cause="EDT005")

    def test_wrong_pairs(self):
        for pair in ("idle", "=x", "idle=", "idle\t", "idle=x*", "i*=x*?", "*" * 17 + "=x"):
            self.refused(2, "rename", "--clip", pair, cause="EDT004")
        self.refused(2, "rename", "--clip", "idle=a", "--clip", "IDLE=b", cause="EDT004")
        self.refused(2, "rename", cause="EDT002")

    def test_names_that_cannot_be_stored(self):
        for name in ("x" * 128, "\u4e00", "a\nb"):
            self.refused(5, "rename", "--clip", f"idle={name}", cause="OMF200")
            self.refused(5, "duplicate", "--clip", f"idle={name}", cause="OMF200")
        self.refused(5, "rename", "--bone", "hand=\u4e00", cause="EDT009")
        self.works("rename", self.path, "--clip", "idle=" + "x" * 127, "--in-place")


class Tables(Names):
    def table(self, content):
        return self.put("names.tsv", content if isinstance(content, bytes) else content.encode())

    def test_tables(self):
        for content in ("idle\twait\nwalk_*\tgo_*\n", "idle=wait\r\nwalk_*=go_*",
                        "\ufeffidle\twait\r\n\r\n\nwalk_*=go_*\n\n"):
            with self.subTest(content):
                self.put("bank.omf", bank())
                self.works("rename", self.path, "--table", self.table(content), "--in-place")
                self.assertEqual(self.clips(), ["wait", "go_01", "go_02", "Run_fast", "run_a_b"])

    def test_tables_of_bones_and_options_combine(self):
        self.works("rename", self.path, "--bone-table", self.table("root\tpelvis\n"), "--clip",
                   "idle=wait", "--bone", "hand=fingers", "--in-place")
        self.assertEqual(self.bones(self.path), ["pelvis", "fingers"])
        self.assertEqual(self.clips()[0], "wait")

    def test_bad_lines(self):
        for content in ("idle=wait\nwalk\n", "\n\nwalk_01\n", "\ufeff\r\nwalk_01 go\r\n"):
            number = content[:content.index("walk")].count("\n") + 1
            self.refused(2, "rename", "--table", self.table(content),
                         cause=f"names.tsv:{number}: ")
        self.refused(3, "rename", "--table", self.folder / "none.tsv", cause="none.tsv")
        self.refused(2, "rename", "--table", self.table(""), cause="EDT002")
        self.refused(2, "rename", "--table", self.table("idle=wait\nnone=x\n"), cause='"none"')


class CodePages(Names):
    def test_cyrillic_names(self):
        self.works("rename", self.path, "--clip", "idle=Ожидание", "--bone", "hand=рука",
                   "--in-place")
        self.assertIn("Ожидание".encode("cp1251") + b"\0", self.path.read_bytes())
        self.assertEqual(self.clips()[0], "Ожидание")
        self.works("rename", self.path, "--clip", "Ож*=Стойка_*", "--bone", "?ука=?ога",
                   "--in-place")
        self.assertEqual(self.clips()[0], "Стойка_идание")
        self.assertEqual(self.bones(self.path), ["root", "рога"])
        self.refused(5, "rename", "--clip", "walk_01=kůň", cause="OMF200")

    def test_czech_names(self):
        path = self.put("a.rtm", rtm(bones=("Pelvis", "Spine")))
        self.works("rename", path, "--bone", "Spine=páteř", "--names", "1250", "--in-place")
        self.assertIn("páteř".encode("cp1250"), path.read_bytes())
        self.assertEqual(self.bones(path, "--names=1250"), ["Pelvis", "páteř"])
        before = path.read_bytes()
        self.fails(5, "rename", path, "--names=1250", "--bone", "Pelvis=Таз", "--in-place",
                   cause="EDT009")
        self.fails(5, "rename", path, "--bone", "Pelvis=" + "x" * 33, "--in-place", cause="EDT009")
        self.assertEqual(path.read_bytes(), before)


class Clips(Names):
    def ordered(self, names, *arguments):
        self.put("bank.omf", bank())
        self.works("reorder", self.path, *arguments, "--in-place")
        self.assertEqual(self.clips(), names.split())

    def test_order(self):
        self.ordered("run_a_b Run_fast idle walk_01 walk_02", "--clip", "run_a_b", "--clip", "run*",
                     "--first")
        self.ordered("walk_01 walk_02 Run_fast run_a_b idle", "--clip", "IDLE", "--last")
        self.ordered("walk_01 walk_02 idle Run_fast run_a_b", "--clip", "idle", "--after",
                     "walk_02")
        self.ordered("Run_fast run_a_b idle walk_01 walk_02", "--clip", "run*", "--before", "Idle")
        self.ordered("idle run_a_b Run_fast walk_01 walk_02", "--sort")

    def test_wrong_order(self):
        for arguments in ((), ("--clip", "idle"), ("--first",), ("--sort", "--clip", "idle"),
                          ("--clip", "idle", "--first", "--last"), ("--sort", "--last")):
            self.refused(2, "reorder", *arguments, cause="EDT002")
        self.refused(2, "reorder", "--clip", "walk*", "--before", "walk_01", cause="EDT004")
        self.refused(2, "reorder", "--clip", "walk_01", "--first", "--first")

    def test_remove_and_duplicate(self):
        self.works("remove", self.path, "--clip", "walk_*", "--clip", "Run_*", "--in-place")
        self.assertEqual(self.clips(), ["idle"])
        self.works("duplicate", self.path, "--clip", "idle=a", "--clip", "a=b", "--in-place")
        self.assertEqual(self.clips(), ["idle", "a", "b"])
        self.works("remove", self.path, "--clip", "*", "--in-place")
        self.assertEqual(self.clips(), [])
        self.refused(2, "remove", cause="EDT002")
        self.refused(2, "duplicate", cause="EDT002")


class Formats(CommandTest):
    def refuses(self, name, *arguments, rule="EDT008"):
        content = edit_files.all_files()[name] if isinstance(name, str) else name
        path = self.put(name if isinstance(name, str) else "model.ogf", content)
        self.fails(5, arguments[0], path, *arguments[1:], "--in-place", cause=rule)
        self.assertEqual(path.read_bytes(), content)

    def test_edits_that_a_format_cannot_hold(self):
        for name in ("plain.rtm", "binarised.rtm"):
            for edit in (("rename", "--clip", "*=x"), ("rename", "--part", "*=x"),
                         ("remove", "--clip", "*"), ("duplicate", "--clip", "plain=x"),
                         ("reorder", "--sort"), ("set", "--speed", "2"), ("set", "--fps", "25"),
                         ("event", "--add", "a", "--at", "0", "--until", "1"),
                         ("refs", "--add", "a")):
                self.refuses(name, *edit)
        self.refuses("one.skl", "remove", "--clip", "*", rule="EDT008")
        self.refuses("one.skl", "duplicate", "--clip", "walk=x", rule="SKL202")
        for edit in (("set", "--part", "x"), ("rename", "--part", "x=y"),
                     ("set", "--root-motion", "0,0,0"), ("set", "--phases", "even"),
                     ("event", "--add", "a", "--at", "0", "--value", "x"), ("refs", "--add", "a")):
            self.refuses("one.skl", *edit)
        for edit in (("set", "--fps", "25"), ("set", "--root-motion", "0,0,0"),
                     ("set", "--phases", "even"), ("refs", "--add", "x"),
                     ("event", "--add", "a", "--at", "0", "--value", "x")):
            self.refuses("v4.omf", *edit)
        self.refuses("v3.omf", "event", "--add", "a", "--at", "0", rule="EDT011")
        self.refuses("model.ogf", "rename", "--bone", "hand=x")
        self.refuses(model(), "rename", "--clip", "a=b")
        self.refuses(model(), "set", "--speed", "2")

    def test_other_formats(self):
        path = self.put("a.bvh", b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{\n"
                        b"OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n\n")
        self.fails(5, "rename", path, "--bone", "a=b", "--in-place", cause="EDT003")


if __name__ == "__main__":
    main()
