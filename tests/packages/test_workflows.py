#!/usr/bin/env python3
"""The workflows in .github: keys, permissions, pinned actions, and commands that exist.

GitHub itself is not needed. The test does not prove that the jobs succeed there.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

try:
    import yaml
except ImportError:
    print("python3-yaml is not installed")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
JOB_KEYS = {"name", "runs-on", "container", "timeout-minutes", "defaults", "needs", "permissions",
            "steps"}
STEP_KEYS = {"name", "uses", "with", "run", "if", "env", "working-directory"}
RULES = ("{extends: default, rules: {line-length: {max: 100}, document-start: disable, "
         "truthy: {check-keys: false}}}")


def workflows():
    """{name: workflow}; `on` stays a text."""
    return {path.stem: yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
            for path in FOLDER.glob("*.yml")}


def steps():
    """(place, step) of all steps."""
    for name, workflow in workflows().items():
        for job_name, job in workflow["jobs"].items():
            for step in job["steps"]:
                yield f"{name}.{job_name}: {step.get('name', step.get('uses'))}", step


class Workflows(unittest.TestCase):
    def test_keys_are_those_of_workflows(self):
        self.assertEqual(set(workflows()), {"check", "release"})
        for workflow in workflows().values():
            self.assertEqual(set(workflow), {"name", "on", "permissions", "jobs"})
            for name, job in workflow["jobs"].items():
                self.assertLessEqual(set(job), JOB_KEYS, name)
                self.assertLessEqual({"runs-on", "timeout-minutes", "steps"}, set(job), name)
                if "needs" in job:
                    self.assertIn(job["needs"], workflow["jobs"])
        for place, step in steps():
            self.assertLessEqual(set(step), STEP_KEYS, place)
            self.assertEqual(("uses" in step) + ("run" in step), 1, place)

    def test_only_the_release_may_write(self):
        found = {(name, job_name): job["permissions"] for name, workflow in workflows().items()
                 for job_name, job in workflow["jobs"].items() if "permissions" in job}
        self.assertEqual(found, {("release", "release"): {
            "contents": "write", "id-token": "write", "attestations": "write"}})
        for workflow in workflows().values():
            self.assertEqual(workflow["permissions"], {"contents": "read"})
        self.assertEqual(workflows()["release"]["on"], {"push": {"tags": ["v[0-9]*"]}})

    def test_actions_have_a_complete_version(self):
        used = [(place, step["uses"]) for place, step in steps() if "uses" in step]
        self.assertGreater(len(used), 4)
        for place, action in used:
            self.assertRegex(action, r"^actions/[a-z-]+@v\d+\.\d+\.\d+$", place)

    def test_commands_are_valid(self):
        targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
        for place, step in steps():
            commands = step.get("run", "")
            done = subprocess.run(["bash", "-n"], input=commands, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), place)
            for target in re.findall(r"(?m)(?:^|&& )make ([a-z-]+)", commands):
                self.assertIn(target, targets, place)
            for script in re.findall(r"\b(?:scripts|packaging|tests)/[\w./]+", commands):
                self.assertTrue((ROOT / script).is_file(), f"{place}: {script}")

    def test_the_release_uses_what_the_build_uploads(self):
        jobs = workflows()["release"]["jobs"]
        named = {job: {step["with"]["name"] for step in jobs[job]["steps"]
                       if "-artifact@" in step.get("uses", "")} for job in jobs}
        self.assertEqual(named["build"], named["release"])
        builds = " ".join(step.get("run", "") for step in jobs["build"]["steps"])
        for command in ("make check", "make packages", "check_release.py --tag",
                        "make_manifests.py build/packages", "check_release.py --notes"):
            self.assertIn(command, builds)

    def test_style(self):
        if not shutil.which("yamllint"):
            self.skipTest("yamllint is not installed")
        done = subprocess.run(["yamllint", "--strict", "-d", RULES, FOLDER], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
