#!/usr/bin/env python3
"""The files of examples/check/ and examples/convert/ work: a hook for Git, a workflow for GitHub,
batch files."""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command import GAIT, CommandTest, Result, gait, main, ogf, omf, posix_only, rtm, \
    schema_errors, windows_only

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "check"
BATCH_FILES = {name: ROOT / "examples" / folder / name
               for folder, name in (("check", "check-folder.bat"),
                                    ("convert", "convert-folder.bat"))}
WINE = ROOT / "cmake" / "toolchains" / "wine.sh"
DAMAGED = rtm()[:-5]
UNORDERED = rtm(phases=(0, 1, 0.5))  # a warning
HAS_YAML = importlib.util.find_spec("yaml")
GIT_CONFIG = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
              "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a",
              "GIT_COMMITTER_EMAIL": "a", "LC_ALL": "C"}


@posix_only("the tests run no shell there")
@unittest.skipUnless(shutil.which("git"), "requires git")
class PreCommit(CommandTest):
    """Commits in a repository with the hook."""

    def setUp(self):
        super().setUp()
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("GIT_")}
        self.environment |= {**GIT_CONFIG, "GAIT": str(pathlib.Path(GAIT).resolve()),
                             "TMPDIR": str(self.folder / "scratch")}
        (self.folder / "scratch").mkdir()
        self.repository = self.folder / "a repository"
        self.repository.mkdir()
        self.git("init", "-q")
        shutil.copy(FILES / "pre-commit", self.repository / ".git" / "hooks" / "pre-commit")

    def git(self, *arguments, code=0):
        done = Result(subprocess.run(["git", *arguments], cwd=self.repository, timeout=60,
                                     env=self.environment, capture_output=True))
        self.assertEqual(done.code, code, done.out + done.err)
        self.assertEqual(list((self.folder / "scratch").iterdir()), [])
        return done

    def stage(self, name, content):
        path = self.put(f"a repository/{name}", content)
        self.git("add", "--", name)
        return path

    def commits(self):
        return self.git("commit", "-qm", "x")

    def refuses(self, cause, *options):
        """The commit fails, and the message has every text of `cause`."""
        done = self.git("commit", "-qm", "x", *options, code=1)
        for text in (cause,) if isinstance(cause, str) else cause:
            self.assertIn(text, done.out + done.err)

    def test_damaged_files_are_refused(self):
        self.stage("mod/cut.rtm", DAMAGED)
        self.refuses(("mod/cut.rtm: error RTM004", "pre-commit: gait check found problems"))
        self.commits_after_correction("mod/cut.rtm")

    def commits_after_correction(self, name):
        self.stage(name, rtm())
        self.assertEqual(self.commits().err, "")
        self.assertIn(name, self.git("ls-files", "-z").out.split("\0"))

    def test_unusual_names_are_checked(self):
        for name in ("with space.rtm", "mod (1)/бег's \"run\".RTM", "-q.rtm", "$(exit)`&;\n.rtm"):
            self.stage(name, DAMAGED)
            self.refuses("error RTM004")
            self.commits_after_correction(name)

    def test_the_index_is_checked_not_the_work_tree(self):
        path = self.stage("walk.rtm", rtm())
        path.write_bytes(DAMAGED)
        self.commits()
        self.put("a repository/untracked.rtm", DAMAGED)
        self.stage("other.txt", b"x")
        self.commits()
        self.git("add", "walk.rtm")
        path.write_bytes(rtm())
        self.refuses("walk.rtm")
        self.git("commit", "-qm", "x", "walk.rtm", code=1)  # nothing changed in the work tree
        self.git("commit", "-q", "--no-verify", "-m", "x")

    def test_only_files_of_the_commit_are_checked(self):
        self.stage("old.rtm", DAMAGED)
        self.git("commit", "-q", "--no-verify", "-m", "x")
        self.stage("new.rtm", rtm())
        self.commits()
        self.git("mv", "old.rtm", "renamed.rtm")
        self.refuses("renamed.rtm")
        self.git("rm", "-qf", "renamed.rtm")
        self.commits()
        self.put("a repository/new.rtm", DAMAGED)
        self.refuses("new.rtm", "-a")

    def test_warnings_are_shown_only_with_errors_of_other_files(self):
        self.stage("odd.rtm", UNORDERED)
        self.commits()

    def test_files_of_other_programs_are_accepted(self):
        self.stage("tank.p3d", b"ODOL" + bytes(60))
        self.stage("server.cfg", b"hostname = \"arma\";\n")
        self.assertEqual(self.commits().err, "")

    def test_links_are_not_followed(self):
        (self.repository / "link.rtm").symlink_to(self.put("cut.rtm", DAMAGED))
        self.git("add", "link.rtm")
        self.commits()

    def test_buffers_of_a_gltf_may_be_unchanged(self):
        (self.repository / "mod").mkdir()
        for name in ("a", "b"):
            self.works("convert", ROOT / "samples/walk.rtm", self.repository / f"mod/{name}.gltf")
        self.git("add", "mod/a.bin")
        self.commits()
        self.git("add", "mod/a.gltf")
        self.assertEqual(self.commits().err, "")
        self.git("add", "mod/b.gltf")
        self.refuses("b.gltf")

    def test_a_missing_command_is_an_error(self):
        self.stage("walk.rtm", rtm())
        self.environment["GAIT"] = "no-such-command"
        self.refuses("cannot find the command no-such-command")
        self.environment["GAIT"] = "../gait"  # relative to the repository
        (self.folder / "gait").symlink_to(pathlib.Path(GAIT).resolve())
        self.commits()

    def test_wrong_options_are_an_error(self):
        hook = self.repository / ".git" / "hooks" / "pre-commit"
        hook.write_text(hook.read_text().replace("check -q", "check --wrong -q"))
        self.stage("walk.rtm", rtm())
        self.refuses("unknown option --wrong")

    def test_every_extension_that_gait_opens_is_checked(self):
        formats = gait("formats", "--json").json()["formats"]
        expected = {extension for entry in formats
                    if entry["open"] and (entry["clips"] or entry["skeleton"])
                    for extension in entry["extensions"]}
        text = (FILES / "pre-commit").read_text()
        names = re.search(r"^set -- ((?:.*\\\n)*.*)", text, re.M)[1]
        self.assertEqual(set(re.findall(r"\*(\.\w+)'", names)), expected)


@posix_only("the workflow runs on Linux")
@unittest.skipUnless(HAS_YAML, "requires python3-yaml")
class Workflow(CommandTest):
    def setUp(self):
        super().setUp()
        import yaml
        text = (FILES / "github-workflow.yml").read_text("utf-8")
        self.workflow = yaml.load(text, Loader=yaml.BaseLoader)  # `on` is no boolean
        self.job = self.workflow["jobs"]["check"]
        self.steps = {step.get("name", step.get("uses")): step for step in self.job["steps"]}
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "gait").symlink_to(pathlib.Path(GAIT).resolve())

    def run_step(self, name):
        """Runs the command of a step as GitHub does."""
        environment = {**os.environ, **self.job["env"],
                       "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        return Result(subprocess.run(["bash", "-e", "-c", self.steps[name]["run"]],
                                     cwd=self.folder, env=environment, capture_output=True,
                                     timeout=60))

    def test_keys_are_those_of_workflows(self):
        self.assertEqual(set(self.workflow), {"name", "on", "permissions", "jobs"})
        self.assertEqual(set(self.workflow["on"]), {"push", "pull_request"})
        self.assertEqual(self.workflow["permissions"],
                         {"contents": "read", "security-events": "write"})
        self.assertEqual(set(self.job), {"runs-on", "env", "steps"})
        for step in self.job["steps"]:
            self.assertLessEqual(set(step), {"name", "uses", "with", "run", "if",
                                             "working-directory"})
            self.assertEqual(("uses" in step) + ("run" in step), 1)
            if "uses" in step:
                self.assertRegex(step["uses"], r"^(actions|github)/[a-z/-]+@v\d+$")

    def test_gait_is_built_as_in_the_installation(self):
        page = (ROOT / "docs" / "install.md").read_text("utf-8")
        lines = [line for line in self.steps["Build Gait"]["run"].splitlines()
                 if line.startswith("cmake")]
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertIn(f"    {line}", page)
        packages = set(re.findall(r"-y (.*)", self.steps["Build Gait"]["run"])[0].split())
        setup = (ROOT / "scripts" / "setup.sh").read_text("utf-8")
        base = re.search(r"^with_base\(\) \{\n(.*?)^\}", setup, re.M | re.S)[1]
        self.assertEqual(packages, set(re.findall(r"need_program \S+ (\S+)", base)))

    def test_findings_become_annotations_and_sarif(self):
        shutil.copytree(ROOT / "samples", self.folder / self.job["env"]["FOLDER"])
        self.assertEqual(self.run_step("Check").code, 0)
        self.assertNotIn("::error", self.run_step("Annotate the commit").out)
        self.put("animations/cut, 50%.rtm", DAMAGED)
        self.put("animations/odd.rtm", UNORDERED)
        done = self.run_step("Check")
        self.assertEqual(done.code, 1)
        self.assertIn("animations/cut, 50%.rtm: error RTM004", done.out)
        shown = self.run_step("Annotate the commit").out
        self.assertRegex(shown, r"(?m)^::error file=animations/cut%2C 50%25\.rtm,title=RTM004::.")
        self.assertRegex(shown, r"(?m)^::warning file=animations/odd\.rtm,title=RTM042::.")
        sarif = self.steps["Upload to code scanning"]["with"]["sarif_file"]
        document = json.loads((self.folder / sarif).read_text("utf-8"))
        self.assertEqual(schema_errors(document, "sarif"), [])
        places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                  for result in document["runs"][0]["results"]}
        self.assertLessEqual({"animations/cut%2C%2050%25.rtm", "animations/odd.rtm"}, places)

    def test_later_steps_run_after_findings_if_their_file_exists(self):
        for name, file in (("Annotate the commit", "annotations.txt"),
                           ("Upload to code scanning", "gait.sarif")):
            self.assertEqual(self.steps[name]["if"],
                             "${{ !cancelled() && hashFiles('" + file + "') != '' }}")
            self.assertIn(f"={file} ", self.steps["Check"]["run"])

    def test_an_empty_folder_fails(self):
        (self.folder / "animations").mkdir()
        self.assertEqual(self.run_step("Check").code, 2)


class BatchFileText(unittest.TestCase):
    def test_lines_end_with_carriage_returns(self):
        for path in BATCH_FILES.values():
            text = path.read_bytes()
            self.assertTrue(text.isascii())
            self.assertEqual(text.count(b"\r\n"), text.count(b"\n"))
            self.assertNotIn(b"\r", text.replace(b"\r\n", b""))


class BatchFile(CommandTest):
    """Runs of a batch file in wine, whose cmd has no variable CMDCMDLINE: here it is set."""
    MOD = "my mod & (1)! x^"
    NAME = ""

    def setUp(self):
        super().setUp()
        tools = self.folder / "to ols & (x)!"
        tools.mkdir()
        shutil.copy(BATCH_FILES[self.NAME], tools)
        shutil.copy(pathlib.Path(os.environ["GAIT_BUILD"]) / "gait.exe", tools)
        self.tools = tools

    @staticmethod
    def windows(path):
        return "Z:" + str(path).replace("/", "\\")

    def run_batch(self, *arguments, explorer=None):
        """Runs the file with arguments, or as Explorer does for dropped files and folders."""
        line = r"C:\windows\system32\cmd.exe"
        if explorer is not None:
            line += f' /c ""{self.windows(self.tools)}\\{self.NAME}" {explorer}"'
        return Result(subprocess.run([WINE, "cmd", "/c", self.NAME, *arguments], cwd=self.tools,
                                     env={**os.environ, "CMDCMDLINE": line}, input=b"\r\n",
                                     capture_output=True, timeout=120))


@windows_only
class CheckFolder(BatchFile):
    NAME = "check-folder.bat"

    def setUp(self):
        super().setUp()
        self.report = self.folder / f"{self.MOD}.gait-check.txt"

    def test_a_folder_is_checked(self):
        self.put(f"{self.MOD}/sub/cut ж.rtm", DAMAGED)
        self.put(f"{self.MOD}/walk.rtm", rtm())
        mod = self.windows(self.folder / self.MOD)
        for argument in (mod, mod + "\\", f"..\\{self.MOD}"):
            with self.subTest(argument=argument):
                done = self.run_batch(argument)
                self.assertEqual(done.code, 1, done.out + done.err)
                self.assertRegex(done.out, r"(?m)^RTM004 +error +1 +1 ")
                self.assertIn("2 files: 1 error", done.err)
                self.assertIn(f'All findings: "{mod}.gait-check.txt"', done.out)
                self.assertNotIn("Press any key", done.out)
                report = self.report.read_text("utf-8")
                self.assertIn("sub/cut ж.rtm: error RTM004", report)
                self.assertNotIn("walk.rtm", report)
                self.report.unlink()

    def test_a_folder_without_errors_has_no_report(self):
        self.put(f"{self.MOD}/walk.rtm", rtm())
        done = self.run_batch(self.windows(self.folder / self.MOD))
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertIn("1 file: 0 errors", done.err)
        self.assertFalse(self.report.exists())

    def test_exit_codes_are_passed_on(self):
        self.assertEqual(self.run_batch(self.windows(self.tools)).code, 2)  # nothing to check
        done = self.run_batch(self.windows(self.folder / "missing"))
        self.assertEqual((done.code, "There is no folder" in done.out), (2, True))
        done = self.run_batch()
        self.assertEqual((done.code, "Drop a folder" in done.out), (2, True))
        (self.tools / "gait.exe").unlink()
        done = self.run_batch(self.windows(self.tools))
        self.assertEqual((done.code, "gait.exe is neither" in done.out), (3, True))

    def test_a_dropped_folder_is_checked_and_the_window_stays(self):
        """Explorer adds quotes only for spaces; cmd then splits the argument at `&`."""
        for name, quote in ((self.MOD, '"'), ("a&b(1)!", "")):
            with self.subTest(name=name):
                self.put(f"{name}/cut.rtm", DAMAGED)
                mod = self.windows(self.folder / name)
                done = self.run_batch(mod.split("&")[0], explorer=quote + mod + quote)
                self.assertEqual(done.code, 1, done.out + done.err)
                self.assertIn("Press any key", done.out)
                self.assertTrue((self.folder / f"{name}.gait-check.txt").exists())

    def test_a_double_click_explains_the_use(self):
        done = self.run_batch(explorer="")
        self.assertEqual(done.code, 2)
        self.assertIn("Drop a folder", done.out)
        self.assertIn("Press any key", done.out)


@windows_only
class ConvertFolder(BatchFile):
    NAME = "convert-folder.bat"

    def setUp(self):
        super().setUp()
        self.mod = self.windows(self.folder / self.MOD)
        self.made = self.folder / "glb"
        for name in ("walk ж.rtm", "sub/run.rtm"):
            self.put(f"{self.MOD}/{name}", rtm())

    def outputs(self):
        return sorted(path.relative_to(self.made).as_posix() for path in self.made.rglob("*.*"))

    def runs(self, code, outputs, *arguments, **options):
        done = self.run_batch(*arguments, **options)
        self.assertEqual(done.code, code, done.out + done.err)
        self.assertEqual(self.outputs(), outputs, done.out + done.err)
        self.assertEqual("Press any key" in done.out, "explorer" in options)
        shutil.rmtree(self.made, ignore_errors=True)
        return done

    def edit(self, old, new):
        path = self.tools / self.NAME
        content = path.read_bytes()
        self.assertEqual(content.count(old + b"\r\n"), 1)
        path.write_bytes(content.replace(old + b"\r\n", new + b"\r\n"))

    def test_a_folder_is_converted_into_a_folder_beside_it(self):
        for argument in (self.mod, self.mod + "\\", f"..\\{self.MOD}"):
            with self.subTest(argument=argument):
                done = self.runs(0, ["sub/run.glb", "walk ж.glb"], argument)
                self.assertIn("2 inputs: 2 converted", done.err)
                self.assertIn(f'Outputs: "{self.windows(self.made)}"', done.out)

    def test_files_are_converted(self):
        files = [f"{self.mod}\\walk ж.rtm", f"{self.mod}\\sub\\run.rtm"]
        self.runs(0, ["run.glb", "walk ж.glb"], *files)

    def test_existing_outputs_are_kept(self):
        old = self.put("glb/walk ж.glb", b"old")
        done = self.run_batch(self.mod)
        self.assertEqual((done.code, old.read_bytes()), (3, b"old"), done.out)

    def test_dropped_files_are_converted_and_the_window_stays(self):
        """Explorer adds quotes only for spaces; cmd then splits the argument at `&`."""
        for name in ("a&b(1)!/x.rtm", "a&b(1)!/y.rtm"):
            self.put(name, rtm())
        x, y = (self.windows(self.folder / "a&b(1)!" / name) for name in ("x.rtm", "y.rtm"))
        walk = f"{self.mod}\\walk ж.rtm"
        for dropped, outputs in (((self.mod,), ["sub/run.glb", "walk ж.glb"]),
                                 ((x,), ["x.glb"]), ((x, y), ["x.glb", "y.glb"]),
                                 ((walk, x, y), ["walk ж.glb", "x.glb", "y.glb"]),
                                 ((x, walk), ["walk ж.glb", "x.glb"]),
                                 ((x, self.mod, y), ["sub/run.glb", "walk ж.glb", "x.glb",
                                                     "y.glb"])):
            with self.subTest(dropped=dropped):
                line = " ".join(f'"{path}"' if " " in path else path for path in dropped)
                self.runs(0, outputs, dropped[0].split("&")[0], explorer=line)

    def test_settings(self):
        self.put(f"{self.MOD}/bank.omf", omf())
        model = self.put("a & b/model.ogf", ogf())
        self.made = self.folder / "bvh"
        self.edit(b'set "format=glb"', b'set "format=bvh"')
        self.edit(b'set "names="', b'set "names=\\{name}\\{clip}.{ext}"')
        self.edit(b'set "skeleton="', f'set "skeleton={self.windows(model)}"'.encode())
        self.edit(b'set "options="', b'set "options=--update -v"')
        done = self.runs(0, ["bank/idle.bvh", "bank/walk.bvh"], f"{self.mod}\\bank.omf")
        self.assertIn("model.ogf (parents", done.err)

    def test_exit_codes_are_passed_on(self):
        self.put("damaged/cut.rtm", DAMAGED)
        self.runs(4, [], self.windows(self.folder / "damaged"))
        done = self.runs(2, [], self.mod, self.windows(self.folder / "missing"))
        self.assertIn("There is no file or folder", done.out)
        self.assertIn("Drop a folder", self.runs(2, []).out)
        (self.tools / "gait.exe").unlink()
        self.assertIn("gait.exe is neither", self.runs(3, [], self.mod).out)

    def test_a_folder_with_the_name_of_the_outputs_is_refused(self):
        walk = self.put("glb/walk.glb", b"glTF")
        done = self.run_batch(self.windows(self.made))
        self.assertEqual((done.code, os.listdir(self.made)), (2, ["walk.glb"]), done.out)
        self.assertIn("inside of the input folder", done.err)
        self.assertEqual(walk.read_bytes(), b"glTF")

    def test_a_double_click_explains_the_use(self):
        self.assertIn("Drop a folder", self.runs(2, [], explorer="").out)


if __name__ == "__main__":
    main()
