#!/usr/bin/env python3
"""docs/command.md documents exactly the commands, options and exit codes of `gait help`."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

GAIT = os.environ.get("GAIT")
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "command.md"
COMMON = "Common options"


def help_on(*command):
    return subprocess.run([GAIT, "help", *command], capture_output=True, check=True,
                          timeout=60).stdout.decode("utf-8")


def section(title):
    """The text below a heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"),
                      re.M | re.S)
    return found.group(1) if found else ""


def rows(text):
    """First cells of the rows of the tables, without header rows."""
    cells = re.findall(r"^\| ((?:[^|\n]|\\\|)+) \|", text, re.M)
    return [cell.replace("\\|", "|") for cell in cells if cell not in ("option", "command", "code")]


def documented_options(text):
    """{option: name of its value on the page}."""
    found = {}
    for cell in rows(text):
        for option, value in re.findall(r"`(--?[a-z-]+)(?: ([^`]+))?`", cell):
            found[option] = value
    return found


def real_options(command):
    found = {}
    listed = help_on(command).split("\nOptions\n")[1].split("\n\n")[0]
    for letter, name, value in re.findall(r"^ {2,6}(?:(-\w), )?(--[a-z-]+)(?: (\S+))?(?:  |$)",
                                          listed, re.M):
        found[name] = value
        if letter:
            found[letter] = value
    return found


def overview():
    listed = help_on().split("\nCommands\n")[1].split("\n\n")[0]
    return dict(re.findall(r"^  (\w+) +(.*)$", listed, re.M))


class CommandPage(unittest.TestCase):
    def test_every_command_has_a_row_with_its_summary_and_a_section(self):
        text = PAGE.read_text("utf-8").split("\n## ")[0]
        listed = re.findall(r"^\| \[(\w+)\]\(#(\w+)\) \| (.*) \|$", text, re.M)
        self.assertEqual({name: summary for name, _, summary in listed}, overview())
        for name, anchor, _ in listed:
            self.assertEqual(name, anchor)
            self.assertIn(f"    gait {name}", section(name))

    def test_exactly_the_real_options_are_documented(self):
        common = documented_options(section(COMMON))
        self.assertIn("--help", common)
        for command in overview():
            with self.subTest(command=command):
                real, told = real_options(command), documented_options(section(command))
                self.assertGreaterEqual(len(real), 2)
                self.assertEqual(told, {option: value for option, value in real.items()
                                        if option not in common or option in told})
                for option in set(real) & set(common) - set(told):
                    self.assertEqual(real[option], common[option] if option[1] == "-" else "")

    def test_exit_codes_match_the_help(self):
        shown = re.findall(r"^ {1,2}(\d+)  ", help_on().split("Exit codes")[1], re.M)
        self.assertEqual(rows(section("Exit codes")), shown)
        order = re.search(r"in the list ([\d, ]+\d)", help_on()).group(1)
        self.assertIn(order, section("Exit codes"))

    def test_every_schema_is_listed(self):
        files = {path.name for path in (PAGE.parent / "schemas").glob("*.json")}
        listed = re.findall(r"\(schemas/([\w.-]+)\)", section("JSON"))
        self.assertTrue(files)
        self.assertEqual(set(listed), files)


if __name__ == "__main__":
    if not GAIT:
        print("GAIT is not set: the path of the command")
        sys.exit(77)
    unittest.main()
