#!/usr/bin/env python3
"""The manual page and the completions of shells: they contain every option, and they work."""
import re
import shutil
import subprocess
import unittest

from command import CommandTest, gait, main


def commands():
    listed = gait("help").out.split("Commands\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([\w-]+) ", listed, re.M)


def options_of(command):
    listed = gait("help", command).out.split("\nOptions\n")[1].split("\n\n")[0]
    return re.findall(r"^ {2,6}(?:-\w, )?--([a-z-]+)(?: \S+)?(?:  |$)", listed, re.M)


class Manual(CommandTest):
    def test_every_command_and_option_is_described(self):
        page = self.works("help", "--man").out.replace("\\-", "-")
        for command in commands():
            part = page.split(f".SS gait {command} ")[1].split("\n.S")[0]
            for option in options_of(command):
                self.assertIn(f"\\fB--{option}\\fR", part)

    def test_checkers_accept_the_page(self):
        page = self.put("gait.1", self.works("help", "--man").bytes)
        for checker in (["mandoc", "-Tlint", "-Wwarning"],
                        ["groff", "-man", "-Tutf8", "-ww", "-z"]):
            if shutil.which(checker[0]):
                done = subprocess.run([*checker, page], capture_output=True, text=True)
                self.assertIn(done.returncode, (0, 2))  # 2: warnings
                found = (done.stdout + done.stderr).splitlines()
                # The page is of a version, which it contains instead of a date.
                self.assertEqual([line for line in found if "missing date" not in line], [])

    def test_wrong_use_is_refused(self):
        self.fails(2, "help", "--man", "info", cause="take no command")
        self.fails(2, "help", "--completion=bash", "--man", cause="cannot be combined")
        self.fails(2, "help", "--completion=tcsh", cause="bash, zsh or fish")


class Completion(CommandTest):
    @unittest.skipUnless(shutil.which("bash"), "there is no bash")
    def test_bash_completes(self):
        path = self.put("gait.bash", self.works("help", "--completion", "bash").bytes)
        (self.folder / "models").mkdir()
        for line, wanted in (
                (["con"], ["convert"]), (["help", "sk"], ["skeleton"]),
                (["--ver"], ["--verbose", "--version"]),
                (["convert", "--mis"], ["--missing-bones"]),
                (["convert", "--missing-bones", ""], ["auto", "refuse", "leave-out"]),
                (["convert", "--missing-bones", "=", "l"], ["leave-out"]),
                (["convert", "--color", "=", ""], ["auto", "always", "never"]),
                (["--color", "always", "ch"], ["check"]), (["-q", "sample", "--ph"], ["--phase"]),
                (["sample", "--space", "d"], ["delta"]), (["convert", "--to", "g"], ["gltf"]),
                (["convert", "--search", "m"], ["models"]), (["convert", "--base", ""], []),
                (["help", "--completion", ""], ["bash", "zsh", "fish"])):
            script = ('source "$1"; shift; COMP_WORDS=(gait "$@"); COMP_CWORD=$#; _gait; '
                      'printf "%s\\n" "${COMPREPLY[@]}"')
            done = subprocess.run(["bash", "-c", script, "bash", path, *line], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((line, done.stdout.split(), done.stderr), (line, wanted, ""))

    def test_bash_completes_every_option(self):
        script = self.works("help", "--completion", "bash").out
        for command in commands():
            words = re.search(rf"^    {command}\) words='(.*)' ;;$", script, re.M).group(1).split()
            self.assertEqual([word[2:] for word in words if word.startswith("--")],
                             options_of(command))

    def test_zsh_completes_every_option(self):
        script = self.works("help", "--completion", "zsh").out
        self.assertTrue(script.startswith("#compdef gait\n"))
        for command in commands():
            part = script.split(f"\n    {command})\n")[1].split("\n        ;;\n")[0]
            found = re.findall(r"--([a-z-]+)=?(?:\}'|)\[", part)
            self.assertEqual(found, options_of(command))
        if shutil.which("zsh"):
            subprocess.run(["zsh", "-n", self.put("_gait", script.encode())], check=True)

    def test_fish_completes_every_option(self):
        script = self.works("help", "--completion", "fish").out
        for command in commands():
            self.assertIn(f"-f -a {command} -d '", script)
            found = re.findall(rf"seen_subcommand_from {command}' -l (\S+) ", script)
            self.assertEqual(found, options_of(command))
        if shutil.which("fish"):
            subprocess.run(["fish", "-n", self.put("gait.fish", script.encode())], check=True)


if __name__ == "__main__":
    main()
