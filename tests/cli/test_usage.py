#!/usr/bin/env python3
"""Commands, options, help: accepted input, and messages for invalid input."""
import os
import re
import subprocess

from command import GAIT, CommandTest, gait, main, posix_only, rtm

COMMANDS = ("info", "list", "map", "check", "convert", "sample", "skeleton", "refs", "extract",
            "split", "merge", "formats", "rules", "project", "help", "version")


class Commands(CommandTest):
    def test_missing_command_shows_the_commands(self):
        result = gait()
        self.assertEqual(result.code, 2)
        for name in COMMANDS:
            self.assertIn(f"  {name} ", result.out)

    def test_similar_names_are_suggested(self):
        self.fails(2, "inof", cause=("there is no command 'inof'", "did you mean 'info'?"))
        self.fails(2, "help", "convrt", cause="did you mean 'convert'?")
        self.assertNotIn("did you mean", self.fails(2, "zzzzzzz").err)

    def test_commands_have_no_abbreviations(self):
        self.fails(2, "inf", cause="there is no command 'inf'")

    def test_existing_paths_without_a_command_mean_info(self):
        first, second = self.put("a.rtm", rtm()), self.put("b/c.rtm", rtm())
        for paths in ((first,), (second.parent,), (first, second)):
            self.assertEqual(self.works(*paths).out, self.works("info", *paths).out)
            self.assertEqual(self.works("-v", "--color=never", *paths).out,
                             self.works("info", "-v", *paths).out)
        self.fails(4, self.put("empty.rtm", b""), cause="FIL001")

    def test_commands_have_priority_over_files(self):
        self.put("formats", rtm())
        self.assertEqual(self.works("formats", cwd=self.folder).out, self.works("formats").out)

    def test_other_operands_without_a_command_are_errors(self):
        path = self.put("a.rtm", rtm())
        for operands in ((path, "--json"), (path, self.folder / "none"), ("none.rtm",), ("",)):
            self.fails(2, *operands, cause=f"there is no command '{operands[0]}'")

    def test_version_is_a_command_and_an_option(self):
        first = self.works("version").out
        self.assertRegex(first, r"^gait \d+\.\d+\.\d+\n$")
        self.assertEqual(self.works("--version").out, first)
        self.assertEqual(self.works("-V").out, first)

    def test_every_command_has_help_with_the_example_first(self):
        for name in COMMANDS:
            shown = self.works("help", name).out
            self.assertEqual(self.works(name, "--help").out, shown)
            self.assertEqual(self.works(name, "-h").out, shown)
            self.assertLess(shown.index("Example\n  gait " + name), shown.index("Usage\n"))

    def test_help_is_at_most_80_columns_wide(self):
        listed = self.works("help").out.split("Commands\n")[1].split("\n\n")[0]
        for name in ("", *re.findall(r"^  ([\w-]+) ", listed, re.M)):
            for line in self.works("help", *name.split()).out.splitlines():
                self.assertLessEqual(len(line), 80, f"{name}: {line}")

    def test_help_of_convert_begins_with_the_round_trip(self):
        lines = self.works("help", "convert").out.split("Example\n")[1].splitlines()
        self.assertIn("convert old.omf old.glb", lines[0])
        self.assertIn("--base old.omf edited.glb new.omf", lines[1])

    def test_help_lists_every_exit_code(self):
        shown = self.works("help").out
        for code in (0, 1, 2, 3, 4, 5, 70):
            self.assertRegex(shown, rf"(?m)^ {{1,2}}{code}  ")


class Options(CommandTest):
    def test_unknown_options_suggest_a_similar_name(self):
        self.fails(2, "info", "--jsn", "x", cause=("unknown option --jsn", "did you mean --json?",
                                                 "gait help info"))
        self.fails(2, "info", "-Z", "x", cause="unknown option -Z")

    def test_options_have_no_abbreviations(self):
        self.fails(2, "info", "--js", "x", cause="unknown option --js")

    def test_flags_take_no_value(self):
        self.fails(2, "info", "--json=yes", "x", cause="takes no value")

    def test_next_option_is_not_used_as_a_missing_value(self):
        self.fails(2, "sample", "--clip", "--all", "x", cause="--clip needs a value")
        self.fails(2, "sample", "x", "--frame", cause="--frame needs a value")

    def test_numbers_are_parsed_whole_and_never_clamped(self):
        path = self.put("a.rtm", rtm())
        for value in ("", "x", "1x", "-1", "1.5", "4294967295", "99999999999", "0x1", " 1"):
            self.fails(2, "sample", f"--frame={value}", path, cause="requires a whole number")
        for value in ("", "x", "1x", "nan", "inf", "0x1", "1e400", " 1", "1,5", "1e", ".", "--1"):
            for option in ("time", "phase"):
                self.fails(2, "sample", f"--{option}={value}", path,
                           cause=f"--{option} requires a number such as 1.5, not '{value}'")
        self.fails(2, "sample", "--time", "", path, cause="--time requires a number")

    def test_numbers_are_accepted_in_several_notations(self):
        path = self.put("a.rtm", rtm())
        half = self.works("sample", "-q", "--phase=0.5", path).out
        for value in (".5", "+.5", "00.5", "5e-1", "500E-3"):
            self.assertEqual(self.works("sample", "-q", "--phase", value, path).out, half)
        for value in ("-.5", "2."):  # understood, and outside
            self.fails(2, "sample", "--phase", value, path, cause="covers 0 to 1")

    def test_numbers_are_parsed_exactly(self):
        path = self.put("a.rtm", rtm())
        for typed, nearest in (
                ("0.5000000000000000555111512312578270211815834045410156250", "0.5"),  # halfway
                ("0.5000000000000000555111512312578270211815834045410156251", "0.5000000000000001"),
                ("0.500000000000000166533453693773481063544750213623046874", "0.5000000000000001"),
                ("0.500000000000000166533453693773481063544750213623046875", "0.5000000000000002"),
                ("1e-400", "0"), ("0.29999999999999998889", "0.3")):
            shown = self.works("sample", "-q", "--json", "--phase", typed, path).out
            self.assertIn(f'"phase":{nearest},', shown)

    def test_invalid_choice_lists_the_valid_ones(self):
        self.fails(2, "sample", "--all", "--space=world", "x", cause="model|local|delta")
        self.fails(2, "info", "--color=red", "x", cause="auto|always|never")
        self.fails(2, "info", "--color=auto|", "x", cause="auto|always|never")

    def test_values_can_be_joined_or_separate(self):
        path = self.put("a.rtm", rtm())
        apart = self.works("sample", "-q", "--frame", "1", path).out
        self.assertEqual(self.works("sample", "-q", "--frame=1", path).out, apart)
        self.assertEqual(self.works("sample", path, "--frame=1", "-q").out, apart)

    def test_single_value_options_cannot_be_repeated(self):
        self.fails(2, "sample", "--frame=1", "--frame=2", "x", cause="given twice")

    def test_two_dashes_end_options(self):
        self.put("--json", rtm())
        result = self.works("info", "--", "--json", cwd=self.folder)
        self.assertIn(" --json\n", result.out)

    def test_short_options_can_be_joined(self):
        path = self.put("a.rtm", rtm())
        joined = gait("info", "-qv", path)
        self.assertEqual(joined.code, 0)
        self.assertIn("clip", joined.out)

    def test_operands_are_counted(self):
        self.fails(2, "info", cause="info needs PATH...")
        self.fails(2, "map", cause="map needs PATH...")
        self.fails(2, "convert", "a", "b", "c", cause="unexpected operand 'c'")
        self.fails(2, "convert", "a", cause="convert needs IN OUT")
        self.fails(2, "version", "x", cause="unexpected operand 'x'")

    def test_common_options_can_be_before_the_command(self):
        path = self.put("a.rtm", rtm())
        self.assertEqual(self.works("-qv", "info", path).out, self.works("info", "-qv", path).out)
        colored = self.works("info", "--color", "always", path).out
        self.assertIn("\033[", colored)
        for options in (["--color", "always"], ["--color=always", "--quiet"]):
            self.assertEqual(self.works(*options, "info", path).out, colored)
        self.fails(2, "--color=always", "info", "--color=never", path, cause="given twice")
        self.fails(2, "-q", "--color", "always", cause="a command is required")
        self.fails(2, "--color", cause="a command is required")
        self.fails(2, "-v", "formats", cause="unknown option -v")
        self.fails(2, "--json", "info", path, cause=("there is no command", "after the command"))


class Colors(CommandTest):
    def run_with(self, *arguments, **environment):
        path = self.put("a.rtm", b"nothing")
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        return gait("check", *arguments, path, env={**clean, "TERM": "xterm", **environment})

    def test_no_colour_without_a_terminal(self):
        result = self.run_with()
        self.assertNotIn("\033", result.out + result.err)

    def test_colours_are_forced_on_request(self):
        self.assertIn("\033[", self.run_with("--color=always").out)
        self.assertIn("\033[", self.run_with("--color=always", NO_COLOR="1").out)
        self.assertNotIn("\033", self.run_with("--color=never").out)

    def colours_on_a_terminal(self, **environment):
        """Does an error on a pseudo terminal have colours?"""
        import pty
        lead, follow = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        subprocess.run([GAIT, "info", self.folder / "none"], stdout=subprocess.DEVNULL,
                       stderr=follow, env={**clean, "TERM": "xterm", **environment}, check=False)
        os.close(follow)
        shown = os.read(lead, 10000)
        os.close(lead)
        self.assertIn(b"error:", shown)
        return b"\033[" in shown

    @posix_only("a console is no pseudo terminal")
    def test_terminals_have_colours_by_default(self):
        self.assertTrue(self.colours_on_a_terminal())
        self.assertFalse(self.colours_on_a_terminal(NO_COLOR="1"))
        self.assertFalse(self.colours_on_a_terminal(TERM="dumb"))
        self.assertTrue(self.colours_on_a_terminal(NO_COLOR=""))


if __name__ == "__main__":
    main()
