#!/usr/bin/env python3
"""Differences on Windows: paths, wildcards, quotation marks, devices, streams, console windows."""
import os
import pathlib
import pty
import shutil
import subprocess
import sys

from command import CommandTest, gait, main, ogf, omf, rtm, windows_only

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import console

# Bytes that text streams would change: line ends, and the end of a text file.
TRICKY = rtm(bones=("a\r\nb\x1ac\n",), phases=(0, 1))
HELLO = "Бег вперёд — ходьба"
PROGRAM = pathlib.Path(os.environ.get("GAIT_BUILD", ".")) / "gait.exe"
SOURCE = pathlib.Path(os.environ.get("GAIT_SOURCE", "."))
WINE = SOURCE / "cmake/toolchains/wine.sh"
DRIVES = pathlib.Path(os.environ.get("GAIT_WINE", SOURCE / "build/wine"))


def windows(path):
    """A Windows path: wine maps the root to drive Z:."""
    return "Z:" + str(path).replace("/", "\\")


@windows_only
class Windows(CommandTest):
    def test_drives_and_backslashes(self):
        path = self.put("sub/walk.rtm", rtm())
        entry = self.works("info", "--json", windows(path)).json()["files"][0]
        self.assertEqual((entry["path"], entry["clips"][0]["name"]), (windows(path), "walk"))
        self.works("convert", windows(path), windows(self.folder / "sub" / "out.glb"))
        self.assertTrue((self.folder / "sub" / "out.glb").is_file())

    def test_folders_are_searched(self):
        self.put("b/walk.rtm", rtm())
        self.put("a.omf", omf())
        shown = self.works("info", "--json", windows(self.folder)).json()["files"]
        self.assertEqual([entry["path"].replace("\\", "/").rsplit("/", 1)[1] for entry in shown],
                         ["a.omf", "walk.rtm"])

    def test_model_next_to_the_bank_is_found(self):
        bank = self.put("a.omf", omf())
        self.put("a.ogf", ogf())
        said = self.works("convert", windows(bank), windows(self.folder / "x.glb")).err
        self.assertRegex(said, r"skeleton: \S+a\.ogf \(")

    def test_wide_names_of_files_folders_and_clips(self):
        path = self.put(f"{HELLO}/{HELLO}.rtm", rtm())
        shown = self.works("info", "--json", self.folder / HELLO).json()["files"][0]
        self.assertEqual(shown["clips"][0]["name"], HELLO)
        self.works("convert", path, self.folder / f"{HELLO}.glb")
        self.assertTrue((self.folder / f"{HELLO}.glb").is_file())
        self.assertIn(f"{HELLO}.glb: exists already",
                      self.fails(3, "convert", path, self.folder / f"{HELLO}.glb").err)
        self.assertIn(HELLO, self.works("info", path).out)

    def test_paths_longer_than_260_characters(self):
        path = self.put("/".join(["folder_of_40_characters_" + "x" * 16] * 8) + "/walk.rtm", rtm())
        self.assertGreater(len(str(path)), 300)
        for spelled in (path, windows(path)):
            self.works("info", spelled)
            self.works("convert", "-f", spelled, spelled)
        self.assertEqual(path.read_bytes(), rtm())
        shown = self.works("info", "--json", self.folder).json()["files"]
        self.assertEqual([entry["status"] for entry in shown], ["ok"])
        self.assertEqual(self.leftovers(), [])

    def test_a_relative_path_from_a_deep_folder(self):
        deep = self.put("d" * 100 + "/" + "e" * 100 + "/walk.rtm", rtm()).parent
        self.works("convert", "walk.rtm", "out.rtm", cwd=deep)
        self.assertEqual((deep / "out.rtm").read_bytes(), rtm())

    def test_existing_file_is_replaced_atomically(self):
        source, out = self.put("in.rtm", rtm()), self.put("out.rtm", b"old")
        self.fails(3, "convert", source, out, cause="exists already")
        self.assertEqual(out.read_bytes(), b"old")
        self.works("convert", "-f", source, out)
        self.assertEqual(out.read_bytes(), rtm())
        self.assertEqual(self.leftovers(), [])

    def test_streams_are_binary(self):
        path = self.put("in.rtm", TRICKY)
        self.assertEqual(self.works("convert", "--to=rtm", path, "-").bytes, TRICKY)
        self.assertEqual(self.works("convert", "--to=rtm", "-", "-", stdin=TRICKY).bytes, TRICKY)
        self.assertNotIn(b"\r", gait("info", "--json", path).bytes)
        self.assertNotIn("\r", gait("info", self.folder / "none.rtm").err)

    def test_arguments_keep_spaces_and_quotes(self):
        path = self.put("with space.omf", omf(clips=(('say "hi" \\', 1), ("b", 1))))
        self.put("a.ogf", ogf())
        pose = gait("sample", "--all", "--json", "--clip", 'say "hi" \\', path)
        self.assertEqual((pose.code, pose.json()["clip"]), (0, 'say "hi" \\'))

    def test_device_names_are_not_treated_as_files(self):
        self.fails(2, "convert", self.put("in.rtm", rtm()), "NUL", cause="--to")
        self.works("convert", "--to=rtm", self.folder / "in.rtm", "NUL")

    def test_files_with_names_of_devices_are_refused(self):
        path = self.put("in.rtm", rtm())
        for name in ("CON.glb", "nul.x.glb", "com1.glb", "Lpt9.rtm"):
            for option in ("-f", "--dry-run"):
                self.fails(3, "convert", option, path, self.folder / name,
                           cause=(name, "reserves this name for a device"))
        self.works("convert", path, self.folder / "con1.glb")


@windows_only
class Folders(CommandTest):
    """Folders of outputs, which are created."""

    def setUp(self):
        super().setUp()
        self.put("in/sub/a.rtm", rtm())
        self.new = f"gait-test-{os.getpid()}"
        self.addCleanup(shutil.rmtree, DRIVES / "drive_c" / self.new, ignore_errors=True)

    def convert(self, out, code=0, cause=(), operand="in"):
        return self.fails(code, "convert", operand, "--out", out, "--to", "glb", cwd=self.folder,
                          cause=cause)

    def test_folders_are_created_on_drives(self):
        for number, prefix in enumerate(("C:\\", "C:", "\\\\?\\C:\\", "c:/")):
            self.convert(f"{prefix}{self.new}\\{number}\\x y")
            self.assertTrue((DRIVES / "drive_c" / self.new / f"{number}/x y/sub/a.glb").is_file())
        self.convert("Z:here\\{dir}\\{name}-{from}.glb")
        self.assertTrue((self.folder / "here/sub/a-rtm.glb").is_file())
        self.assertEqual(sorted(os.listdir(self.folder)), ["here", "in"])

    def test_a_missing_drive_is_an_error(self):
        for out in ("Q:\\new\\deep", "Q:new", "\\\\?\\Q:\\new"):
            self.convert(out, code=3, cause="cannot write")
        self.assertEqual(os.listdir(self.folder), ["in"])

    def test_paths_with_the_prefix_of_long_paths(self):
        spelled = "\\\\?\\" + windows(self.folder)
        self.convert(spelled + "\\out", operand=spelled + "\\in")
        self.assertTrue((self.folder / "out/sub/a.glb").is_file())

    def test_network_folders(self):
        self.put("server/share/old/b.rtm", rtm())
        (DRIVES / "dosdevices" / "unc").symlink_to(self.folder)
        self.addCleanup((DRIVES / "dosdevices" / "unc").unlink)
        long = "\\".join(["f" * 100] * 3)
        for share in ("\\\\server\\share", "//server/share", "\\\\?\\UNC\\server\\share"):
            for folder in ("new\\deep", long):
                self.convert(f"{share}\\{folder}", operand=f"{share}\\old")
                made = self.folder / "server/share" / folder.replace("\\", "/")
                self.works("info", f"{share}\\{folder}\\b.glb")
                self.assertEqual(os.listdir(made), ["b.glb"])
                shutil.rmtree(made)
        self.convert("\\\\SERVER\\share\\old\\new", operand="//server/share/old", code=2,
                     cause="inside of the input folder")

    def test_output_folder_inside_of_the_input_folder_in_another_spelling(self):
        inside = windows(self.folder) + "\\IN"
        for out in ("IN", "In\\out", "iN\\sub\\{name}.glb", inside, "\\\\?\\" + inside + "\\new",
                    "new\\..\\IN\\out"):
            self.convert(out, code=2, cause="inside of the input folder 'in'")
        self.assertEqual(os.listdir(self.folder), ["in"])
        self.convert("IN out")
        self.assertTrue((self.folder / "IN out/sub/a.glb").is_file())

    def test_outputs_that_are_inputs_in_another_spelling(self):
        self.fails(2, "convert", "in\\sub\\a.rtm", "-f", "--out", "IN/SUB", "--to", "rtm",
                   cwd=self.folder, cause="is an input")


@windows_only
class Wildcards(CommandTest):
    """No shell of Windows expands them for a program."""

    def setUp(self):
        super().setUp()
        for name in ("b.rtm", "A.RTM", "c.rtmx", ".d.rtm", "x/a.rtm", "x/b.rtm", "y/b.rtm",
                     "y/deep/b.rtm", "БЕГ_1.rtm"):
            self.put(name, rtm())

    def shown(self, *arguments):
        """The paths in the report of `info`, run in the folder of the test."""
        files = gait("info", "--json", *arguments, cwd=self.folder).json()["files"]
        return [entry["path"] for entry in files]

    def test_names_match_without_case_and_are_sorted_by_bytes(self):
        self.assertEqual(self.shown("*.rtm"), ["A.RTM", "b.rtm", "БЕГ_1.rtm"])
        self.assertEqual(self.shown("?.RTM"), ["A.RTM", "b.rtm"])
        self.assertEqual(self.shown("бег*"), ["БЕГ_1.rtm"])
        self.assertEqual(self.shown(".*.rtm"), [".d.rtm"])
        self.assertEqual(self.shown("b.rtm", "a*.rtm"), ["b.rtm", "A.RTM"])

    def test_paths_keep_their_separators(self):
        here = windows(self.folder)
        self.assertEqual(self.shown("x\\*.rtm"), ["x\\a.rtm", "x\\b.rtm"])
        self.assertEqual(self.shown("x//*"), ["x//a.rtm", "x//b.rtm"])
        self.assertEqual(self.shown(here + "\\b.*"), [here + "\\b.rtm"])
        self.assertEqual(self.shown("Z:b.*"), ["Z:b.rtm"])
        self.assertEqual(self.shown("\\\\?\\" + here + "\\b.*"), ["\\\\?\\" + here + "\\b.rtm"])

    def test_folders_match_too(self):
        self.assertEqual(self.shown("*\\b.rtm"), ["x\\b.rtm", "y\\b.rtm"])
        self.assertEqual(self.shown("?/D*/*.*"), ["y/deep/b.rtm"])
        self.assertEqual(self.shown("X*"), ["x/a.rtm", "x/b.rtm"])

    def test_a_pattern_without_match_is_an_error(self):
        for pattern in ("*.omf", "z*\\b.rtm", "none\\*.rtm"):
            self.fails(3, "check", pattern, "b.rtm", cwd=self.folder,
                       cause=f"{pattern}: cannot open: no file matches")

    def test_operands_are_counted_after_the_expansion(self):
        self.works("map", "b*.rtm", cwd=self.folder)
        self.fails(2, "skeleton", "x/*", cwd=self.folder, cause="unexpected operand 'x/b.rtm'")
        self.fails(2, "convert", "*.rtm", cwd=self.folder,
                   cause="several inputs require --out")

    def test_many_inputs_are_converted(self):
        self.works("convert", "*.rtm", "y\\*\\b.*", "--out", "out/{dir}/{name}.glb",
                   cwd=self.folder)
        self.works("convert", "*", "--out", "all", "--to", "glb", cwd=self.folder)
        for name in ("b.glb", "x/b.glb", "y/b.glb"):
            self.assertTrue((self.folder / "all" / name).is_file())
        self.assertEqual(sorted(os.listdir(self.folder / "out")),
                         ["A.glb", "b.glb", "y", "БЕГ_1.glb"])
        self.assertTrue((self.folder / "out/y/deep/b.glb").is_file())

    def test_only_inputs_are_expanded(self):
        self.fails(2, "convert", "-f", "b.rtm", "x/a*.rtm", cwd=self.folder,
                   cause="OUT cannot contain wildcards: 'x/a*.rtm'")
        self.works("rules", "RTM*", cwd=self.folder)
        self.works("convert", "-q", "--clip", "b", "b.*", "b.glb", cwd=self.folder)
        self.fails(2, "convert", "--clip", "b.*", "b.rtm", "c.glb", cwd=self.folder,
                   cause="there is no clip 'b.*'")

    def test_patterns_without_a_command_mean_info(self):
        self.assertEqual(self.works("*.rtm", cwd=self.folder).out,
                         self.works("info", "*.rtm", cwd=self.folder).out)
        self.fails(2, "*.omf", cwd=self.folder, cause="there is no command '*.omf'")


@windows_only
class Quotes(CommandTest):
    """\\" at the end of an argument is a quotation mark, and does not end the argument."""

    def test_a_quotation_mark_at_the_end_is_removed(self):
        path = self.put("my mod/a.omf", omf())
        self.put("my mod/a.ogf", ogf())
        for spelled in ('my mod"', 'my mod/a.omf"'):
            self.works("info", spelled, cwd=self.folder)
            self.works(spelled, cwd=self.folder)
        self.works("convert", path, 'x.glb"', cwd=self.folder)
        self.assertTrue((self.folder / "x.glb").is_file())
        self.works("convert", "--search", 'my mod"', "--skeleton", 'my mod/a.ogf"', path, "y.glb",
                   cwd=self.folder)
        self.works("check", "--report", 'json=report.json"', path, cwd=self.folder)
        self.assertTrue((self.folder / "report.json").is_file())

    def test_the_root_of_a_drive_keeps_its_backslash(self):
        self.fails(2, "convert", 'C:"', "x.glb", cause="C:\\: is a folder")

    def test_a_quotation_mark_inside_a_path_is_explained(self):
        self.put("my mod/a.omf", omf())
        for arguments in (("check", 'my mod" --json'), ("check", "--exclude", 'a" my mod', "."),
                          ("convert", "--base", 'a.omf" b.glb', "c.omf", "d.omf")):
            self.fails(2, *arguments, cwd=self.folder,
                       cause=("a path cannot contain a quotation mark", "leave out the backslash"))

    def test_the_command_line_of_a_shell_gives_such_arguments(self):
        self.put("my mod/a.omf", omf())
        self.put("run.bat", f'@"{windows(PROGRAM)}" info "my mod\\"\r\n'.encode())
        done = subprocess.run([WINE, "cmd", "/c", "run.bat"], cwd=self.folder, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
        self.assertIn(b"my mod/a.omf", done.stdout)


@windows_only
class Window(CommandTest):
    """Explorer starts a program alone in a new console, which closes with it."""

    def run_on_console(self, *command, **streams):
        """Returns the text on the console, and whether the command waited for a key."""
        shown, waited, code = console.run(*command, cwd=self.folder, **streams)
        self.assertIn(code, (0, 2))
        return shown, waited

    def test_a_console_of_its_own_stays_open_until_a_key_is_pressed(self):
        walk = self.put("walk.rtm", rtm())
        for arguments, text in (((), "onto gait.exe"), ((windows(walk),), "walk.rtm")):
            shown, waited = self.run_on_console(WINE, PROGRAM, *arguments)
            self.assertIn(text, shown)
            self.assertTrue(waited)

    def test_a_console_shared_with_a_shell_does_not_wait(self):
        self.put("walk.rtm", rtm())
        self.put("run.bat", f'@"{windows(PROGRAM)}" walk.rtm\r\n'.encode())
        shown, waited = self.run_on_console(WINE, "cmd", "/c", "run.bat")
        self.assertIn("walk.rtm", shown)
        self.assertFalse(waited)
        self.assertNotIn(console.KEY_PROMPT, shown)

    def test_redirected_streams_do_not_wait(self):
        walk = self.put("walk.rtm", rtm())
        for stream in ("stdin", "stdout", "stderr"):
            shown, waited = self.run_on_console(WINE, PROGRAM, windows(walk),
                                                **{stream: subprocess.DEVNULL})
            self.assertEqual((waited, console.KEY_PROMPT in shown), (False, False))

    def test_interruption_completes_files_that_have_begun(self):
        for number in range(2000):
            self.put(f"in/{number:04}.rtm", rtm())
        for threads in (1, 4):
            out = self.folder / f"out{threads}"
            command = f'"{windows(PROGRAM)}" convert in --out {out.name} --to glb -j{threads}'
            lead, follow = pty.openpty()
            done = subprocess.run([os.environ["GAIT_INTERRUPT"], out / "0020.glb", command],
                                  cwd=self.folder, stdin=follow, start_new_session=True,
                                  capture_output=True, timeout=120)
            os.close(lead)
            os.close(follow)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 0, said)
            made = sorted(out.iterdir())
            self.assertEqual([path.name for path in made],
                             [f"{number:04}.glb" for number in range(len(made))])
            self.assertEqual(len({path.read_bytes()[:12] for path in made}), 1)
            self.assertIn(f"interrupted: {2000 - len(made)} of 2000 files were not processed", said)
            self.assertIn(f"in/{len(made):04}.rtm", said)


if __name__ == "__main__":
    main()
