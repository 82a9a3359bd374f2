#!/usr/bin/env python3
"""gait edit, and what all commands with edits share: scripts, several files, reports, writing."""
import os

import edit_files
from command import CommandTest, main, omf, rtm, schema_errors
from command import ogf as model


def bank(*names):
    return omf(clips=[(name, 4) for name in names])


class Edits(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.put("bank.omf", bank("idle", "walk", "run"))
        self.before = self.path.read_bytes()

    def clips(self, path=None):
        return self.works("list", "--names", path or self.path).out.split("\n")[:-1]

    def script(self, content):
        return self.put("script.txt", content if isinstance(content, bytes) else content.encode())

    def document(self, *arguments, code=0):
        result = self.fails(code, *arguments, "--json")
        self.assertEqual(schema_errors(result.json(), "edit"), [])
        return result.json()


class Scripts(Edits):
    def test_lines(self):
        for content in ("rename --clip idle=wait\nremove --clip run\n",
                        "\ufeff# comment\r\n\r\n \t rename\t--clip=idle=wait # x\r\n"
                        "remove --clip run",
                        'rename "--clip" "idle=wait"\n#\nremove --clip "r"un',
                        'rename --clip "idle"=wait\nremove --clip=r*\n\n'):
            with self.subTest(content):
                out = self.folder / "out.omf"
                self.works("edit", self.script(content), self.path, "-o", out, "-f")
                self.assertEqual(self.clips(out), ["wait", "walk"])

    def test_quotes(self):
        self.works("edit", self.script('rename --clip idle="a "" b" --clip walk=x#y --clip '
                                       '"run\tz=1"'), self.path, "--in-place")
        self.assertEqual(self.clips(), ['a " b', "x#y", "z=1"])

    def test_each_edit_sees_those_before_it(self):
        self.works("edit", self.script(
            "duplicate --clip walk=walk_2\nset --clip walk_2 --speed *2\n"
            "rename --clip walk_2=fast\n"
            "event --clip fast --add Step --at 1f\nreorder --clip fast --first\n"
            "remove --clip walk\nevent --rename Step=Left\n"), self.path, "--in-place")
        self.assertEqual(self.clips(), ["fast", "idle", "run"])
        found = self.works("list", "--json", self.path).json()["files"][0]["clips"][0]
        self.assertEqual((found["playback"]["speed"], found["events"][0]["name"]), (2, "Left"))

    def test_after_an_error_nothing_is_written(self):
        out = self.folder / "out.omf"
        for code, line, rule in ((2, "rename --clip none=x", "EDT005"), (2, "move --clip x",
                                                                         "EDT010"),
                                 (2, "renam --clip x=y", "EDT010"), (2, 'set "--speed', "EDT001"),
                                 (2, "set --clip", "EDT004"), (2, "set --speed", "EDT004"),
                                 (2, "set --spedd 2", "EDT010"), (2, "set --speed\x01 2", "EDT001"),
                                 (2, "reorder --sort=1", "EDT004"), (2, "walk", "EDT010"),
                                 (2, "set --speed 1 --speed 2", "EDT004"), (2, "remove", "EDT002"),
                                 (2, 'remove --clip ""', "EDT005"), (2, "remove idle", "EDT010"),
                                 (5, "rename --clip idle=run", "EDT007"),
                                 (5, "refs --add x", "EDT008"), (5, "set --fps 2", "EDT008")):
            with self.subTest(line):
                script = self.script(
                    f"rename --clip walk=go\n# comment\r\n{line}\nremove --clip go\n")
                for target in (("-o", out), ("--in-place", "--backup")):
                    self.fails(code, "edit", script, self.path, *target, cause=(
                        "script.txt:3: ", "bank.omf", rule))
                    self.fails(code, "-q", "edit", script, self.path, *target,
                               cause="script.txt:3: ")
                self.assertEqual(self.path.read_bytes(), self.before)
                self.assertEqual(sorted(os.listdir(self.folder)), ["bank.omf", "script.txt"])
        self.fails(2, "edit", self.script(b"rename --clip idle=\xff"), self.path, "--in-place",
                   cause="script.txt:1: ")

    def test_scripts_from_stdin_and_missing_ones(self):
        self.works("edit", "-", self.path, "--in-place", stdin=b"remove --clip run\n")
        self.assertEqual(self.clips(), ["idle", "walk"])
        self.fails(2, "edit", "-", self.path, "--in-place", stdin=b"\nx\n",
                   cause="standard input:2: ")
        self.fails(3, "edit", self.folder / "none.txt", self.path, "--in-place", cause="none.txt")
        self.fails(2, "edit", self.script("reorder --sort"), cause="IN")
        for content in ("", "# nothing\n\n"):
            result = self.works("edit", self.script(content), self.path, "--in-place")
            self.assertIn("nothing to change", result.err)

    def test_a_name_in_several_lines(self):
        """A file may lack a name that several lines contain, if another file has it."""
        other = self.put("other.omf", bank("jump"))
        script = self.script("set --clip walk --speed 2\nevent --clip walk --add Left --at 0\n"
                             "rename --clip walk=go\n")
        self.works("edit", script, self.path, other, "--in-place")
        self.assertEqual(self.clips(), ["idle", "go", "run"])
        self.assertEqual(other.read_bytes(), bank("jump"))

    def test_all_formats(self):
        script = self.script("event --add New --at 0\nevent --rename New=Old\n")
        for name, content in edit_files.all_files().items():
            if name == "v3.omf":
                continue
            with self.subTest(name):
                path = self.put(name, content)
                self.works("edit", script, path, "--in-place")
                self.works("event", path, "--remove", "Old", "--in-place")
                self.assertEqual(path.read_bytes(), content)


class SeveralFiles(Edits):
    def setUp(self):
        super().setUp()
        self.second = self.put("mod/b.omf", bank("idle", "jump"))
        self.third = self.put("mod/c/c.omf", bank("fly"))
        self.put("mod/mesh.ogf", model())
        self.put("mod/readme.txt", b"text")

    def test_names_that_only_some_files_have(self):
        result = self.works("rename", self.path, self.folder / "mod", "--clip", "idle=wait",
                            "--in-place")
        self.assertIn("2 of 4 files changed", result.err)
        self.assertEqual(self.clips(), ["wait", "walk", "run"])
        self.assertEqual(self.clips(self.second), ["wait", "jump"])
        self.assertEqual(self.third.read_bytes(), bank("fly"))
        for edit in (("remove", "--clip", "jump"), ("duplicate", "--clip", "fly=fly_2"),
                     ("set", "--clip", "walk", "--clip", "walk", "--speed", "2"),
                     ("reorder", "--clip", "*", "--before", "x", "--clip", "y"),
                     ("reorder", "--clip", "wait", "--after", "fly"),
                     ("event", "--clip", "walk", "--add", "x", "--at", "0"),
                     ("rename", "--clip", "f*=g*"), ("event", "--remove", "x"),
                     ("set", "--clip", "run", "--part", "default")):
            self.fails(2 if "y" in edit else 0, edit[0], self.path, self.second, self.third,
                       *edit[1:], "--in-place")
        self.works("edit", self.script("rename --clip wait=idle\n"), self.path, self.folder / "mod",
                   "--in-place")
        self.assertEqual(self.clips()[0], "idle")

    def test_files_that_fail_do_not_hide_missing_names(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(2, "rename", self.path, self.second, walk, "--clip", "walk=go", "--clip",
                   "jmp=x",
                   "--in-place", cause='no file that can be edited has the clip "jmp"')
        self.assertEqual(self.path.read_bytes(), self.before)

    def test_parts_that_only_some_files_have(self):
        parts = self.put("parts.omf", omf(parts=[1, 1]))
        self.works("set", self.path, parts, "--part", "part1", "--speed", "2", "--in-place")
        found = [self.works("list", "--json", path).json()["files"][0]["clips"][0]["playback"]
                 for path in (self.path, parts)]
        self.assertEqual([one["speed"] for one in found], [2, 2])
        self.fails(2, "set", self.path, parts, "--part", "part2", "--in-place",
                   cause='no file has the part "part2"; did you mean "part')

    def test_names_that_no_file_has(self):
        contents = {path: path.read_bytes() for path in self.folder.rglob("*.omf")}
        for edit in (("rename", "--clip", "idle=wait", "--clip", "jmp=x"),
                     ("set", "--clip", "jmup", "--speed", "2"), ("remove", "--clip", "x*"),
                     ("event", "--remove", "Left")):
            self.fails(2, edit[0], self.path, self.folder / "mod", *edit[1:], "--in-place",
                       cause=("no file has", "nothing is written"))
        self.fails(2, "edit", self.script("rename --clip idle=wait\nremove --clip jmp\n"),
                   self.path,
                   self.folder / "mod", "--in-place", cause='"jmp"; did you mean "jump"?')
        self.assertEqual({path: path.read_bytes() for path in contents}, contents)

    def test_selection(self):
        listed = self.put("list.txt", f"{self.path}\n{self.folder / 'mod'}\n".encode())
        self.works("rename", "--files-from", listed, "--exclude", "c", "--include", "b.*", "--clip",
                   "*=x_*", "--in-place")
        self.assertEqual(self.clips(), ["x_idle", "x_walk", "x_run"])
        self.assertEqual(self.clips(self.second), ["x_idle", "x_jump"])
        self.assertEqual(self.clips(self.third), ["fly"])

    def test_one_file_fails(self):
        bad = self.put("mod/bad.omf", bank("idle")[:-3])
        self.fails(4, "rename", self.path, bad, "--clip", "idle=wait", "--in-place", cause="OMF")
        self.assertEqual(self.clips(), ["wait", "walk", "run"])
        walk = self.put("walk.rtm", rtm())
        self.fails(5, "rename", self.path, walk, "--clip", "wait=idle", "--in-place",
                   cause="EDT008")
        self.assertEqual(self.path.read_bytes(), self.before)
        self.fails(5, "rename", self.path, self.second, "--clip", "idle=jump", "--in-place",
                   cause="EDT007")
        self.assertEqual(self.clips()[0], "jump")
        self.assertEqual(self.clips(self.second), ["idle", "jump"])


class Reports(Edits):
    def test_text(self):
        result = self.works("rename", self.path, "--clip", "idle=wait", "--dry-run")
        self.assertEqual(result.out.splitlines(), [str(self.path), "  clip idle -> wait"])
        self.assertEqual(self.path.read_bytes(), self.before)
        self.assertEqual(self.works("rename", "-q", self.path, "--clip", "idle=wait",
                                    "--in-place").out, "")
        for edit, wanted in ((("duplicate", "--clip", "run=fast"), "copy clip run -> fast"),
                             (("remove", "--clip", "fast"), "remove clip fast"),
                             (("set", "--clip", "run", "--speed", "*2"), "run: speed 1 -> 2"),
                             (("set", "--clip", "run", "--flags", "idle"),
                              "run: flags none -> idle"),
                             (("event", "--clip", "run", "--add", "L", "--at", "0", "--until",
                               "1f"),
                              "run: add event L at 0 until 0.033333335"),
                             (("event", "--rename", "L=R"),
                              "run: rename event L at 0 until 0.033333335 -> R"),
                             (("event", "--move", "R", "--to", "1f", "--until", "1f"),
                              "run: move event R at 0 until 0.033333335 -> 0.033333335")):
            result = self.works(edit[0], self.path, *edit[1:], "--in-place")
            self.assertEqual(result.out.splitlines()[1:], ["  " + wanted])

    def test_values_of_events(self):
        path = self.put("a.rtm", edit_files.rtm_with_properties())
        result = self.works("event", path, "--move", "Sound", "--value", "right", "--dry-run")
        self.assertEqual(result.out.splitlines()[1:],
                         ["  a: move event Sound at 0.75 -> 0.75 value right"])
        result = self.works("event", path, "--move", "Sound", "--value", "left", "--in-place")
        self.assertIn("nothing to change", result.err)

    def test_json(self):
        found = self.document("edit", self.script("\nremove --clip run\nset --speed 2"), self.path,
                              "-o", self.folder / "out.omf")
        self.assertEqual(found["files"], [{
            "path": str(self.path), "changed": True,
            "changes": [{"line": 2, "text": "remove clip run"},
                        {"line": 3, "text": "idle: speed 1 -> 2"},
                        {"line": 3, "text": "walk: speed 1 -> 2"}],
            "exit_code": 0, "error": None}])
        found = self.document("rename", self.path, "--clip", "idle=wait", "--in-place", "--dry-run")
        self.assertTrue(found["files"][0]["changed"])
        self.assertEqual(self.path.read_bytes(), self.before)
        found = self.document("set", self.path, "--speed", "1", "--in-place")["files"][0]
        self.assertEqual((found["changed"], found["changes"]), (False, []))

    def test_errors_in_json(self):
        found = self.document("edit", self.script("set --speed 2\nremove --clip rnn\n"), self.path,
                              "--in-place", code=2)["files"][0]
        self.assertEqual(found["error"], {
            "rule": "EDT006", "message": 'there is no clip "rnn"; did you mean "run"?', "line": 2})
        self.assertEqual((found["exit_code"], found["changes"]), (2, []))
        found = self.document("remove", self.path, self.folder / "none.omf", "--clip", "run",
                              "--dry-run", code=3)["files"]
        self.assertEqual([one["exit_code"] for one in found], [3])  # no file is edited
        self.assertEqual([one["error"] is None for one in found], [False])


class Writing(Edits):
    def refused(self, code, *arguments, cause=()):
        names = sorted(os.listdir(self.folder))
        self.fails(code, *arguments, cause=cause)
        self.assertEqual(self.path.read_bytes(), self.before)
        self.assertEqual(sorted(os.listdir(self.folder)), names)

    def test_streams(self):
        result = self.works("rename", "-", "--clip", "idle=wait", "-o", "-", stdin=self.before)
        self.assertEqual(result.bytes, self.before.replace(b"idle\0", b"wait\0"))
        self.assertEqual(self.works("remove", self.path, "--clip", "run", "-o", "-").bytes[:4],
                         b"\x0e\0\0\0")

    def test_backup(self):
        self.works("remove", self.path, "--clip", "run", "--in-place", "--backup")
        backup = self.folder / "bank.omf.bak"
        self.assertEqual(backup.read_bytes(), self.before)
        second = self.path.read_bytes()
        self.fails(3, "remove", self.path, "--clip", "walk", "--in-place", "--backup")
        self.assertEqual((self.path.read_bytes(), backup.read_bytes()), (second, self.before))
        self.works("remove", self.path, "--clip", "walk", "--in-place", "--backup", "-f")
        self.assertEqual(backup.read_bytes(), second)

    def test_files_that_cannot_be_changed_are_named_at_the_end(self):
        other = self.put("other.omf", self.before)
        self.put("bank.omf.bak/in_the_way", b"")
        result = self.fails(3, "remove", self.path, other, "--clip", "run", "--in-place",
                            "--backup", "-f", cause="bank.omf.bak: is a folder")
        self.assertTrue(result.err.endswith(f"1 of 2 files changed; not changed: {self.path}\n"))
        self.assertEqual(self.path.read_bytes(), self.before)
        self.assertEqual(self.clips(other), ["idle", "walk"])
        self.assertEqual(self.leftovers(), [])

    def test_wrong_usage(self):
        other = self.put("other.omf", self.before)
        edit = ("rename", self.path, "--clip", "idle=wait")
        for more in ((), ("-o", "x.omf", "--in-place"), ("-o", "x.omf", "--backup"),
                     ("-o", "-", "--json"), (other, "-o", "x.omf"), ("--speed", "2", "--in-place"),
                     ("--clip",), ("--in-place", "--clip=idle")):
            self.refused(2, *edit, *more)
        self.refused(2, "rename", self.folder, "--clip", "idle=wait", "-o", self.folder / "x.omf")
        self.refused(2, "rename", "--clip", "idle=wait", "--in-place", cause="IN")
        self.fails(2, "rename", "-", "--clip", "idle=wait", "--in-place", stdin=self.before)
        self.refused(3, *edit, "-o", other, cause="exists")
        self.refused(3, "rename", self.folder / "none.omf", "--clip", "idle=wait", "--in-place")


if __name__ == "__main__":
    main()
