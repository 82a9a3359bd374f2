#!/usr/bin/env python3
"""The documents show the real output of the command.

Fenced blocks of README.md and docs/:

    ```hex NAME       a dump that becomes the file NAME
    ```bvh NAME       a text that becomes the file NAME; so do those of script, html and toml
    ```console        lines `$ gait ...` and what follows: stderr, then stdout. A line `...` matches
                      any lines, dots within a line any text. `$ echo $?` shows the exit
                      code of the command before, and must follow an error; `head`, `cmp` and
                      `sed` may be used too.

All files of all dumps, and the samples as samples/, lie in the folder where the commands run. All
commands of a page run one after the other in one folder. README.md and docs/recipes.md are one
session, README.ru.md and the pages in docs/ru/ another. The commands of README.md, README.ru.md and
docs/recipes.md have the same arguments in cmd, in PowerShell and in sh.

    test_doc_outputs.py --update    writes into the pages what the commands say now; what holds dots
                                    stays as it is
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import markdown
import shells

GAIT = os.environ.get("GAIT")
# Several pages of one session.
TOGETHER = [[ROOT / "README.md", ROOT / "docs/recipes.md"],
             [ROOT / "README.ru.md", *sorted((ROOT / "docs/ru").glob("*.md"))]]
OTHERS = [[page] for page in sorted((ROOT / "docs").rglob("*.md"))
          if page not in sum(TOGETHER, [])]
SESSIONS = [*TOGETHER, *OTHERS]
PAGES = sum(SESSIONS, [])
# Their commands have the same arguments in every shell.
FOR_EVERY_SHELL = [*TOGETHER[0], ROOT / "README.ru.md"]


def blocks(language, pages=None):
    for page in PAGES if pages is None else pages:
        for line, found, rest, content in markdown.fences(page.read_text(encoding="utf-8")):
            if found == language:
                yield f"{page.relative_to(ROOT)}:{line}", rest, content


def steps(content):
    """(command, lines that it shows) of a console block."""
    found = []
    for line in content:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def unintended_errors(content):
    """Commands with an error in what they show, which no `$ echo $?` follows."""
    found = steps(content)
    return [command for (command, shown), (following, _) in zip(found, [*found[1:], ("", [])])
            if any(line.startswith("gait: error:") for line in shown) and following != "echo $?"]


def matches(shown, said):
    """Compares line by line; `...` matches as little as possible."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else
                      r".*?".join(map(re.escape, line.split("..."))) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in said)) is not None


def run(command, folder):
    words = shlex.split(command)
    target = words.index(">") if ">" in words else len(words)
    program = GAIT if words[0] == "gait" else words[0]
    done = subprocess.run([program, *words[1:target]], cwd=folder, capture_output=True, timeout=60)
    out = done.stdout
    if target < len(words):
        (folder / words[target + 1]).write_bytes(out)
        out = b""
    return done.returncode, (done.stderr + out).decode("utf-8", "replace").splitlines()


def make_folder(folder):
    for _, name, content in blocks("hex"):
        (folder / name).write_bytes(markdown.unhex(content))
    for language in ("bvh", "script", "html", "toml"):
        for _, name, content in blocks(language):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("\n".join(content) + "\n")
    (folder / "samples").mkdir()
    for sample in (ROOT / "samples").glob("*"):
        if sample.suffix in (".rtm", ".omf", ".ogf", ".p3d"):
            shutil.copy(sample, folder / "samples")


def updated_block(content, folder):
    """The expected lines of a console block."""
    code, lines = 0, []
    for command, shown in steps(content):
        said = [str(code)]
        if command != "echo $?":
            code, said = run(command, folder)
        is_cut = "..." in "".join(shown)
        lines += [f"$ {command}", *(shown if is_cut else map(str.rstrip, said))]
    return lines


def update_page(page, folder):
    text = page.read_text(encoding="utf-8")
    for _, language, _, content in markdown.fences(text):
        if language == "console" and content:
            old, new = "\n".join(content), "\n".join(updated_block(content, folder))
            text = text.replace(f"```console\n{old}\n```", f"```console\n{new}\n```", 1)
    page.write_text(text, encoding="utf-8")


def update():
    for pages in SESSIONS:
        with tempfile.TemporaryDirectory() as folder:
            make_folder(pathlib.Path(folder))
            for page in pages:
                update_page(page, pathlib.Path(folder))


class Documents(unittest.TestCase):
    def make_folder(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        folder = pathlib.Path(holder.name)
        make_folder(folder)
        return folder

    def check_step(self, place, command, shown, folder, code):
        if command == "echo $?":
            self.assertEqual(shown, [str(code)], f"{place}: exit code")
            return code
        self.assertIn(command.split()[0], ("gait", "head", "cmp", "sed"), place)
        code, said = run(command, folder)
        self.assertTrue(matches(shown, said), f"{place}: $ {command}\n" + "\n".join(said))
        return code

    def test_every_command_prints_what_is_shown(self):
        count = 0
        for pages in SESSIONS:
            folder = self.make_folder()
            for place, _, content in blocks("console", pages):
                code = 0
                for command, shown in steps(content):
                    with self.subTest(place=place, command=command):
                        code = self.check_step(place, command, shown, folder, code)
                    count += 1
        self.assertGreater(count, 10)

    def test_every_shell_gives_the_same_arguments(self):
        count = 0
        for place, _, content in blocks("console", FOR_EVERY_SHELL):
            for command, _ in steps(content):
                with self.subTest(place=place, command=command):
                    expected = shlex.split(command)
                    self.assertEqual(expected[0], "gait")
                    self.assertEqual(shells.cmd(command), expected)
                    self.assertEqual(shells.powershell(command), expected)
                count += 1
        self.assertGreater(count, 30)

    def test_errors_are_intended(self):
        for place, _, content in blocks("console"):
            self.assertEqual([], unintended_errors(content), f"{place}: needs $ echo $?")
        error = ["$ gait info x", "gait: error: x: is missing"]
        self.assertEqual(["gait info x"], unintended_errors(error))
        self.assertEqual(["gait info x"], unintended_errors([*error, "$ gait version"]))
        self.assertEqual([], unintended_errors([*error, "$ echo $?", "3"]))

    def test_dumps_are_named_once(self):
        names = [name for _, name, _ in blocks("hex")]
        self.assertTrue(names)
        self.assertEqual(sorted(set(names)), sorted(names))

    def test_only_dots_match_arbitrary_text(self):
        self.assertTrue(matches(["a", "...", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(matches(["a ... c"], ["a b c"]))
        self.assertFalse(matches(["a ... c"], ["a b", "x c"]))
        self.assertTrue(matches(["...", "c"], ["c"]))
        self.assertFalse(matches(["a", "c"], ["a", "b", "c"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches([], ["a"]))

    def test_stars_repeat_the_line_before(self):
        zeros = "00 " * 16
        self.assertEqual(markdown.unhex([f"0000: {zeros}|..|", "*", "0030: 01 |.|"]),
                         bytes(48) + b"\1")
        with self.assertRaises(ValueError):
            markdown.unhex(["0000: 01", "0002: 01"])


if __name__ == "__main__":
    if not GAIT:
        print("GAIT is not set: the path of the command")
        sys.exit(77)
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
