#!/usr/bin/env python3
"""docs/command.md and docs/commands/ document exactly what `gait help` lists.

Each command has a page with its usage, its options and an example that runs it. The index has a row
for each command, and the exit codes and schemas."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import markdown

GAIT = os.environ.get("GAIT")
INDEX = ROOT / "docs" / "command.md"
PAGES = ROOT / "docs" / "commands"
COMMON = "Common options"


def help_on(*command):
    return subprocess.run([GAIT, "help", *command], capture_output=True, check=True,
                          timeout=60).stdout.decode("utf-8")


def section(title):
    """The text of the index below a heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", INDEX.read_text("utf-8"),
                      re.M | re.S)
    return found.group(1) if found else ""


def page(command):
    return (PAGES / f"{command}.md").read_text("utf-8")


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
    return dict(re.findall(r"^  ([\w-]+) +(.*)$", listed, re.M))


def sentence(summary):
    return summary[0].upper() + summary[1:] + "."


def page_problems(command, summary, text):
    """What a page lacks: its title, the usage, the summary as a sentence, or an example."""
    if not text.startswith(f"# gait {command}\n\n    gait {command}"):
        yield f"{command}.md: does not begin with the title and the usage"
    if not re.search(rf"^{re.escape(sentence(summary))}", text, re.M):
        yield f"{command}.md: has no paragraph that begins with the summary"
    examples = [line for _, language, _, content in markdown.fences(text)
                if language == "console" for line in content]
    if not any(re.match(rf"\$ gait {command}(?![\w-])", line) for line in examples):
        yield f"{command}.md: has no example that runs the command"


def problems(commands, index, pages):
    """Differences between {command: summary} and the documents."""
    row = re.compile(r"^\| \[([\w-]+)\]\(commands/\1\.md\) \| (.*) \|$", re.M)
    listed = dict(row.findall(index))
    for name in sorted({*commands, *listed}):
        if listed.get(name) != commands.get(name):
            yield f"command.md: {name}: {listed.get(name)}, not {commands.get(name)}"
    found = {path.stem for path in pages.glob("*")}
    yield from (f"{name}.md: is not a command" for name in sorted(found - {*commands}))
    for name, summary in commands.items():
        if name in found:
            yield from page_problems(name, summary, (pages / f"{name}.md").read_text("utf-8"))
        else:
            yield f"{name}.md: is missing"


class CommandPage(unittest.TestCase):
    def test_every_command_has_a_row_with_its_summary_and_a_page_with_an_example(self):
        self.assertGreater(len(overview()), 10)
        self.assertEqual(list(problems(overview(), INDEX.read_text("utf-8"), PAGES)), [])

    def test_missing_and_incomplete_pages_are_found(self):
        index = "| [a](commands/a.md) | do a |\n| [b-c](commands/b-c.md) | do b |\n"
        text = "# gait a\n\n    gait a X\n\nDo a. Then more.\n\n```console\n$ gait a x\n```\n"
        commands = {"a": "do a", "b-c": "do b"}
        with tempfile.TemporaryDirectory() as holder:
            folder = pathlib.Path(holder)
            (folder / "a.md").write_text(text)
            self.assertEqual(list(problems(commands, index, folder)), ["b-c.md: is missing"])
            other = text.replace("gait a", "gait b-c").replace("Do a", "Do b")
            (folder / "b-c.md").write_text(other)
            self.assertEqual(list(problems(commands, index, folder)), [])
            self.assertEqual(list(problems(commands, "", folder)),
                             ["command.md: a: None, not do a", "command.md: b-c: None, not do b"])
            (folder / "a.md").write_text(text.replace("$ gait a", "$ gait a-b"))
            (folder / "d.md").write_text("")
            self.assertEqual(list(problems(commands, index, folder)), [
                "d.md: is not a command", "a.md: has no example that runs the command"])
            (folder / "d.md").unlink()
            (folder / "a.md").write_text("# a\n\n```console\n$ gait a\n```\n")
            self.assertEqual(list(problems(commands, index, folder)), [
                "a.md: does not begin with the title and the usage",
                "a.md: has no paragraph that begins with the summary"])

    def test_exactly_the_real_options_are_documented(self):
        common = documented_options(section(COMMON))
        self.assertIn("--help", common)
        for command in overview():
            with self.subTest(command=command):
                real, told = real_options(command), documented_options(page(command))
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
        files = {path.name for path in (ROOT / "docs" / "schemas").glob("*.json")}
        listed = re.findall(r"\(schemas/([\w.-]+)\)", section("JSON"))
        self.assertTrue(files)
        self.assertEqual(set(listed), files)


if __name__ == "__main__":
    if not GAIT:
        print("GAIT is not set: the path of the command")
        sys.exit(77)
    unittest.main()
