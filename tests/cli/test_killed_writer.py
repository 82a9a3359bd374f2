#!/usr/bin/env python3
"""A command that is killed at any time leaves each file with its old or its new content."""
import base64
import os
import random
import re
import signal
import subprocess
import time
import unittest

from command import GAIT, PLATFORM, CommandTest, gait, main, ogf, omf

KILLS = 100  # for each command
SLOW_KILLS, SLOW_S = 20, 0.06  # with sanitizers, for another processor, or under load
RUNS_PER_KILL = 5  # at most; runs that end before they are killed are repeated
MODELS = 5
TEMPORARY = re.compile(r"\.gait-\d+-\d+\.tmp")
OLD, NEW = "dir\\old", "new\\bank"


def model(number, ref):
    return ogf(refs=(f"x{number}", ref))


@unittest.skipIf(PLATFORM == "Windows", "wine itself would be killed")
class Killed(CommandTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(1)
        self.killed = self.between = 0

    def content(self):
        """The files by their paths, without temporary ones."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                if not TEMPORARY.fullmatch(name):
                    with open(path, "rb") as file:
                        found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def reset(self, files):
        """Makes the folder contain exactly these files."""
        for folder, _, names in os.walk(self.folder):
            for name in filter(TEMPORARY.fullmatch, names):
                os.unlink(os.path.join(folder, name))
        found = self.content()
        for name in set(found) - set(files):
            os.unlink(self.folder / name)
        for name, content in files.items():
            if found.get(name) != content:
                self.put(name, content)

    def kill_once(self, arguments, delay):
        """Returns whether the command was killed before its end, and how long it ran."""
        process = subprocess.Popen([GAIT, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        start = time.perf_counter()
        while process.poll() is None and time.perf_counter() - start < delay:
            pass
        elapsed = time.perf_counter() - start
        process.kill()
        code = process.wait(timeout=60)
        self.assertIn(code, (0, -signal.SIGKILL))
        return code != 0, elapsed

    def run_time(self, arguments, before, after):
        """The usual time of a complete run, which ends with the files `after`."""
        times = []
        for _ in range(5):
            self.reset(before)
            start = time.perf_counter()
            self.assertEqual(gait(*arguments, cwd=self.folder).code, 0)
            times.append(time.perf_counter() - start)
            self.assertEqual(self.content(), after)
        return sorted(times)[2]

    def kill_often(self, arguments, before, after, check, kills=KILLS):
        """Kills the command at random moments; check(found) asserts what holds for the files."""
        whole = self.run_time(arguments, before, after)
        kills, runs, span = kills if whole < SLOW_S else SLOW_KILLS, 0, whole
        while self.killed < kills and runs < RUNS_PER_KILL * kills:
            self.reset(before)
            runs += 1
            is_killed, elapsed = self.kill_once(arguments, self.random.uniform(0, span))
            self.killed += is_killed
            # The load of the machine changes the run time.
            span = 1.03 * span if is_killed else 0.7 * span + 0.3 * elapsed
            found = self.content()
            self.assertLessEqual(set(found), set(before) | set(after))
            for name, content in found.items():
                self.assertIn(content, (before.get(name), after.get(name)), name)
            self.between += found not in (before, after)
            check(found)
        print(f"{arguments[0]}: {self.killed} of {runs} runs killed, {self.between} of them "
              f"between the first and the last file; a complete run takes {whole * 1e3:.1f} ms")
        self.assertEqual(self.killed, kills)

    def test_edits_in_place_with_backups(self):
        before = {f"{i}.ogf": model(i, OLD) for i in range(MODELS)}
        after = {**{f"{i}.ogf": model(i, NEW) for i in range(MODELS)},
                 **{f"{i}.ogf.bak": model(i, OLD) for i in range(MODELS)}}

        def check(found):
            for name in before:
                self.assertIn(name, found)
                if found[name] != before[name]:
                    self.assertEqual(found.get(name + ".bak"), before[name])

        self.kill_often(["refs", ".", "--rename", f"{OLD}={NEW}", "--in-place", "--backup"],
                        before, after, check)

    def test_outputs(self):
        for is_replaced in (False, True):
            self.killed = 0
            before = {"a.ogf": model(0, OLD), **({"b.ogf": b"old"} if is_replaced else {})}
            after = {**before, "b.ogf": model(0, NEW)}

            def check(found):
                self.assertLessEqual(set(before), set(found))

            self.kill_often(["refs", "a.ogf", "--rename", f"{OLD}={NEW}", "-f", "-o", "b.ogf"],
                            before, after, check, KILLS // 2)

    def test_pages(self):
        block = (b'<script type="text/plain" class="gait-file" data-name="a.omf">' +
                 base64.b64encode(omf()) + b"</script>\n")
        before = {"a.omf": omf(), "page.html": b"a<!--gait:files-->b", "out.html": b"old"}
        after = {**before, "out.html": b"a" + block + b"b"}

        def check(found):
            self.assertEqual(set(before), set(found))

        self.kill_often(["page", "--page", "page.html", "--no-skeleton", "-f", "a.omf", "out.html"],
                        before, after, check, KILLS // 2)

    def test_renames_of_banks(self):
        models = [f"meshes/{place}/{i}.ogf" for i in range(MODELS)
                  for place in ("dir", "other")]
        before = {"meshes/dir/old.omf": omf(),
                  **{name: model(name, OLD) for name in models}}
        after = {"meshes/new/bank.omf": omf(), **{name: model(name, NEW) for name in models}}
        arguments = ["rename-bank", OLD, NEW, "--in", "."]

        def check(found):
            self.assertLessEqual(set(models), set(found))
            for path, state in (("meshes/dir/old.omf", before), ("meshes/new/bank.omf", after)):
                if any(found[name] == state[name] for name in models):
                    self.assertIn(path, found)
            if found != after:
                self.assertEqual(gait(*arguments, cwd=self.folder).code, 0)
                self.assertEqual(self.content(), after)

        self.kill_often(arguments, before, after, check)


if __name__ == "__main__":
    main()
