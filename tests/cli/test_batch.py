#!/usr/bin/env python3
"""convert and draw with many inputs: names of outputs, refusals, --update, reports, threads."""
import json
import os
import signal
import subprocess
import time

from command import GAIT, CommandTest, gait, main, ogf, omf, posix_only, rtm, schema_errors

WALK = rtm()
DAMAGED = rtm()[:-5]
FOREIGN = b"hostname = \"arma\";\n"


class Batch(CommandTest):
    def run_here(self, *arguments, code=0, cause=(), **options):
        return self.fails(code, *arguments, cause=cause, cwd=self.folder, **options)

    def made(self, folder="out"):
        """The files in a folder of outputs, with '/'."""
        root = self.folder / folder
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*")
                      if path.is_file())

    def report(self, *arguments, code=0):
        document = self.run_here(*arguments, "--json", code=code).json()
        self.assertEqual(schema_errors(document, "batch"), [])
        return document

    def statuses(self, *arguments, code=0):
        return {os.path.basename(file["path"]): file["status"]
                for file in self.report(*arguments, code=code)["files"]}


class Names(Batch):
    def test_folders_are_kept_below_the_output_folder(self):
        self.put("in/a.rtm", WALK)
        self.put("in/deep/er/b.rtm", WALK)
        self.run_here("convert", "in", "--out", "out", "--to", "glb")
        self.assertEqual(self.made(), ["a.glb", "deep/er/b.glb"])

    def test_given_files_go_directly_into_the_output_folder(self):
        self.put("in/deep/a.rtm", WALK)
        self.put("b.rtm", WALK)
        self.run_here("convert", os.path.join("in", "deep", "a.rtm"), "b.rtm", "--out", "out",
                      "--to", "bvh")
        self.assertEqual(self.made(), ["a.bvh", "b.bvh"])

    def test_words_of_a_pattern_are_replaced(self):
        self.put("in/deep/a.rtm", WALK)
        self.run_here("convert", "in", "--out", "out/{name}-{from}/{dir}/x.{ext}", "--to", "glb")
        self.assertEqual(self.made(), ["a-rtm/deep/x.glb"])

    def test_folder_of_a_given_file_is_used_without_its_root(self):
        deep = self.put("in/a.rtm", WALK)
        up = os.path.join("in", "..", "in", "a.rtm")
        self.run_here("convert", up, "--out", "out/{dir}/{name}.glb")
        self.assertEqual(self.made(), ["in/in/a.glb"])
        self.run_here("convert", deep, "--out", "all/{dir}/{name}.glb")
        self.assertTrue(self.made("all")[0].endswith("in/a.glb"))

    def test_one_output_per_clip(self):
        self.put("in/bank.omf", omf())
        self.put("in/bank.ogf", ogf())
        self.run_here("convert", "in", "--out", "out/{name}/{clip}.glb")
        clips = [clip["name"] for clip in
                 gait("info", "--json", self.folder / "in/bank.omf").json()["files"][0]["clips"]]
        self.assertEqual(self.made(), sorted(f"bank/{clip}.glb" for clip in clips))

    def test_unknown_words_are_refused(self):
        self.put("in/a.rtm", WALK)
        self.run_here("convert", "in", "--out", "out/{nam}.glb", code=2, cause="'{nam}.glb'")
        self.assertEqual(self.made(), [])

    def test_extension_is_accepted_as_a_format(self):
        self.put("a.rtm", WALK)
        for name, files in (("glb", ["a.glb"]), ("gltf", ["a.bin", "a.gltf"])):
            self.run_here("convert", "a.rtm", "--out", name, "--to", name)
            self.assertEqual(self.made(name), files)

    def test_pictures_are_drawn_of_many_files(self):
        self.put("in/bank.omf", omf())
        self.put("in/bank.ogf", ogf())
        self.run_here("draw", "in", "--out", "out/{dir}/{name}/{clip}.{ext}")
        self.assertTrue(self.made() and all(name.endswith(".svg") for name in self.made()))
        self.run_here("draw", "in", "--out", "out/{name}.png", code=2, cause="SVG")


class Printed(Batch):
    def setUp(self):
        super().setUp()
        self.put("in/a.rtm", WALK)
        self.put("in/deep/b.omf", omf())
        self.put("in/deep/b.ogf", ogf())
        self.put("in/server.cfg", FOREIGN)

    def test_maps_of_several_files_follow_their_paths(self):
        printed = self.run_here("map", "in").out
        paths = [os.path.join("in", *name.split("/")) for name in ("a.rtm", "deep/b.ogf",
                                                                  "deep/b.omf")]
        self.assertEqual([line for line in printed.splitlines() if line in paths], paths)
        alone = self.run_here("map", paths[0]).out
        self.assertTrue(printed.startswith(f"{paths[0]}\n{alone}\n{paths[1]}\n"))

    def test_maps_of_several_files_are_a_list_in_json(self):
        document = self.run_here("map", "--json", "in").json()
        self.assertEqual(schema_errors(document, "maps"), [])
        self.assertEqual([item["format"] for item in document["maps"]], ["rtm", "ogf", "omf"])
        missing = self.run_here("map", "--json", "gone", "in", code=3).json()
        self.assertEqual(missing, document)

    def test_poses_of_several_files_are_one_document(self):
        document = self.run_here("sample", "--all", "--json", "in").json()
        self.assertEqual(schema_errors(document, "poses"), [])
        self.assertEqual([os.path.basename(clip["path"]) for clip in document["clips"]][:2],
                         ["a.rtm", "b.omf"])
        table = self.run_here("sample", "--all", "--csv", "in").out.splitlines()
        self.assertEqual(sum(line.startswith("path,") for line in table), 1)

    def test_each_input_has_an_output(self):
        for command, extension in ((("map",), "txt"), (("map", "--json"), "json"),
                                   (("sample", "--all"), "txt"), (("sample", "--all", "--csv"),
                                                                  "csv")):
            out = "-".join(command).replace("--", "")
            self.run_here(*command, "in", "--out", out)
            inputs = {"a": "a.rtm", "deep/b": "deep/b.omf"}
            if command[0] == "map":
                inputs = {name: name for name in ("a.rtm", "deep/b.ogf", "deep/b.omf")}
            self.assertEqual(self.made(out), [f"{stem}.{extension}" for stem in inputs])
            for stem, name in inputs.items():
                printed = self.run_here(*command, *(["--clip=*"] if command[0] == "sample" else []),
                                        os.path.join("in", *name.split("/"))).out
                made = self.folder / out / f"{stem}.{extension}"
                self.assertEqual(made.read_text(encoding="utf-8"), printed)

    def test_clips_cannot_be_separated(self):
        self.run_here("sample", "--all", "in", "--out", "out/{clip}.txt", code=2,
                      cause="all clips of its input")

    def test_a_failed_input_leaves_no_output(self):
        self.put("in/c.rtm", DAMAGED)
        self.run_here("map", "in", "--out", "out/{name}.{from}", code=4)
        self.assertEqual(self.made(), ["a.rtm", "b.ogf", "b.omf"])


class Refusals(Batch):
    def refused(self, *arguments, cause):
        self.run_here("convert", *arguments, code=2, cause=cause)
        self.assertEqual(self.made(), [])

    def test_two_inputs_with_one_output(self):
        first, second = self.put("x/a.rtm", WALK), self.put("y/a.rtm", WALK)
        self.refused(first, second, "--out", "out", "--to", "glb", cause=("two inputs", "{from}"))
        for number in range(12):
            self.put(f"x/{number}.rtm", WALK)
            self.put(f"x/{number}.RTM.rtm", WALK)
        self.refused("x", "--out", "out/all.{ext}", "--to", "glb", cause="and 16 more conflicts")

    def test_outputs_that_are_equal_except_for_case(self):
        for one, two in (("Walk", "wALK"), ("Ходьба", "хОДЬБА"), ("ÉTÉ", "été"), ("Ł", "ł")):
            first, second = self.put(f"x/{one}.rtm", WALK), self.put(f"y/{two}.rtm", WALK)
            self.refused(first, second, "--out", "out", "--to", "glb", cause="two inputs")
            first.unlink()
            second.unlink()

    def test_clips_with_one_output(self):
        self.put("in/a.omf", omf())
        self.put("in/deep/b.omf", omf())
        self.refused("in", "--out", "out/{clip}.glb", cause="two inputs")

    def test_skipped_files_do_not_conflict(self):
        self.put("in/a.omf", omf())
        self.put("in/a.ogf", ogf())
        self.run_here("convert", "in", "--out", "out", "--to", "glb")
        self.assertEqual(self.made(), ["a.glb"])

    def test_output_that_is_an_input(self):
        walk = self.put("in/a.rtm", WALK)
        self.refused(walk, "--out", "in", "--to", "rtm", "-f", cause="is an input")
        self.assertEqual(walk.read_bytes(), WALK)

    def test_output_folder_inside_of_an_input_folder(self):
        self.put("in/a.rtm", WALK)
        for out in ("in", os.path.join("in", "out"), os.path.join("in", "new", "{name}.glb"),
                    "new/../in/out", "in/new/.././out"):
            self.refused("in", "--out", out, "--to", "glb", cause="inside of the input folder")
        self.run_here("convert", "in", "--out", "inside", "--to", "glb")

    @posix_only("links")
    def test_output_folder_in_an_input_folder_through_a_link(self):
        self.put("in/deep/a.rtm", WALK)
        (self.folder / "link").symlink_to("in/deep")
        self.refused("in", "--out", "link/out", "--to", "glb", cause="inside of the input folder")
        self.refused("link", "--out", "in/deep", "--to", "glb", cause="inside of the input folder")
        self.run_here("convert", "link/", "--out", "in/out", "--to", "glb")

    def test_missing_parts_of_the_request(self):
        self.put("in/a.rtm", WALK)
        self.refused("in", "--out", "out", cause="use --to")
        self.refused("in", "--out", "out", "--to", "glbb", cause="there is no format")
        self.refused("in", "out", cause="use --out")
        self.refused("in/a.rtm", "in/a.rtm", "x", cause="require --out")
        self.refused("--out", "out", "--to", "glb", cause="no inputs")
        self.refused("in", "--out", "out.glb", "--to", "glb", cause="is not a folder")
        self.refused("-", "--out", "out", "--to", "glb", cause="standard input")
        self.refused("in/a.rtm", "b.glb", "--update", cause="--update requires --out")
        self.refused("in/a.rtm", "b.glb", "-j2", cause="-j requires --out")
        self.refused("in", "--out", "out", "--to", "glb", "-j0", cause="from 1 to 64")

    def test_wrong_skeleton_is_reported_once(self):
        for name in "abc":
            self.put(f"in/{name}.rtm", WALK)
        result = gait("convert", "in", "--out", "out", "--to", "glb", "--skeleton", "no-such",
                      cwd=self.folder)
        self.assertEqual((result.code, result.err.count("error:")), (2, 1))


    @posix_only("links")
    def test_link_to_an_input(self):
        bank = self.put("in/a.omf", omf())
        self.put("in/a.ogf", ogf())
        (self.folder / "out").mkdir()
        (self.folder / "out/a.glb").symlink_to(bank)
        for options in (["-f"], ["--update"]):
            self.run_here("convert", "in", "--out", "out", "--to", "glb", *options, code=2,
                          cause="is an input")
        self.assertEqual(bank.read_bytes(), omf())

    def test_model_whose_skeleton_is_used(self):
        bank, model = self.put("in/m.omf", omf()), self.put("models/m.ogf", ogf())
        for arguments in ([bank, "--out", "models/{name}.ogf"], [bank, model]):
            self.run_here("convert", *arguments, "--to", "glb", "--skeleton", model, "-f", code=2,
                          cause="is the file with the skeleton")
        self.assertEqual(model.read_bytes(), ogf())


class Inputs(Batch):
    def test_other_files_are_done_when_one_fails(self):
        self.put("in/a.rtm", WALK)
        self.put("in/b.rtm", DAMAGED)
        self.put("in/c.rtm", WALK)
        result = self.run_here("convert", "in", "gone.rtm", "--out", "out", "--to", "glb", code=3)
        self.assertEqual(self.made(), ["a.glb", "c.glb"])
        self.assertIn("4 inputs: 2 converted (2 outputs), 2 failed", result.err)

    def test_files_without_clips_are_skipped_only_in_folders(self):
        model, foreign = self.put("in/a.ogf", ogf()), self.put("in/server.cfg", FOREIGN)
        self.put("in/b.rtm", WALK)
        document = self.report("convert", "in", "--out", "out", "--to", "glb")
        self.assertEqual((document["done"], document["skipped"]), (1, 2))
        self.run_here("convert", foreign, "--out", "other", "--to", "glb", code=5)
        self.run_here("convert", model, "--out", "other", "--to", "glb")

    def test_files_without_the_clip_are_skipped(self):
        self.put("in/a.omf", omf())
        self.put("in/a.ogf", ogf())
        self.put("in/b.rtm", WALK)
        self.assertEqual(self.statuses("convert", "in", "--clip", "b", "--out", "out", "--to",
                                       "glb"),
                         {"a.omf": "skipped", "a.ogf": "skipped", "b.rtm": "done"})

    def test_patterns_select_files(self):
        for name in ("in/walk1.rtm", "in/walk2.rtm", "in/run.rtm", "in/old/walk3.rtm"):
            self.put(name, WALK)
        self.run_here("convert", "in", "--include", "walk*", "--exclude", "old", "--out", "out",
                      "--to", "glb")
        self.assertEqual(self.made(), ["walk1.glb", "walk2.glb"])

    def test_inputs_from_a_list(self):
        for name in ("a.rtm", "с пробелом.rtm", "in/c.rtm"):
            self.put(name, WALK)
        for number, separator in enumerate((b"\n", b"\r\n", b"\0")):
            names = separator.join(name.encode() for name in ("a.rtm", "с пробелом.rtm", "in"))
            self.put("list", names + separator)
            out = f"out{number}"
            self.run_here("convert", "--files-from", "list", "--out", out, "--to", "glb")
            self.assertEqual(self.made(out), ["a.glb", "c.glb", "с пробелом.glb"])
        for encoding in ("utf-8-sig", "utf-16"):  # of Windows PowerShell
            self.put("list", "a.rtm\r\nс пробелом.rtm\r\n".encode(encoding))
            self.run_here("convert", "--files-from", "list", "--out", encoding, "--to", "glb")
            self.assertEqual(self.made(encoding), ["a.glb", "с пробелом.glb"])
        self.run_here("convert", "--files-from", "-", "--out", "piped", "--to", "glb",
                      stdin=b"a.rtm\n")
        self.assertEqual(self.made("piped"), ["a.glb"])
        self.run_here("convert", "--files-from", "no-list", "--out", "x", "--to", "glb", code=3)

    def test_base_is_a_pattern(self):
        for name in ("a", "deep/b"):
            self.put(f"old/{name}.omf", omf())
            self.put(f"old/{name}.ogf", ogf())
        self.run_here("convert", "old", "--out", "edited", "--to", "glb")
        self.run_here("convert", "edited", "--base", "old/{dir}/{name}.omf", "--out", "out",
                      "--to", "omf")
        self.assertEqual(self.made(), ["a.omf", "deep/b.omf"])
        for name in self.made():
            self.assertEqual((self.folder / "out" / name).read_bytes(), omf())

    def test_existing_outputs_are_not_overwritten_without_force(self):
        self.put("in/a.rtm", WALK)
        old = self.put("out/a.glb", b"old")
        self.run_here("convert", "in", "--out", "out", "--to", "glb", code=3, cause="exists")
        self.assertEqual(old.read_bytes(), b"old")
        self.run_here("convert", "in", "--out", "out", "--to", "glb", "-f")
        self.assertEqual(old.read_bytes()[:4], b"glTF")

    def test_several_folders_are_kept_apart(self):
        for name in ("x/a.rtm", "y/a.rtm", "y/deep/a.rtm"):
            self.put(name, WALK)
        self.run_here("convert", "x", "y" + os.sep, "--out", "out", "--to", "glb")
        self.assertEqual(self.made(), ["x/a.glb", "y/a.glb", "y/deep/a.glb"])

    def test_an_input_that_is_given_twice_is_converted_once(self):
        walk = self.put("a.rtm", WALK)
        document = self.report("convert", walk, walk, "--out", "out", "--to", "glb")
        self.assertEqual((document["done"], document["skipped"]), (1, 1))

    def test_nothing_but_skipped_inputs_is_an_error(self):
        self.put("in/a.omf", omf())
        self.run_here("convert", "in", "--clip", "nrom_*", "--out", "out", "--to", "glb", code=2,
                      cause="all inputs were skipped")
        self.run_here("convert", "in", "--include", "*.xyz", "--out", "out", "--to", "glb", code=2,
                      cause="is selected")

    def test_damaged_files_that_never_hold_clips_are_skipped(self):
        self.put("in/a.rtm", WALK)
        self.put("in/bad.p3d", b"MLOD" + bytes(20))
        self.assertEqual(self.statuses("convert", "in", "--out", "out", "--to", "glb"),
                         {"a.rtm": "done", "bad.p3d": "skipped"})

    def test_messages_are_in_the_report(self):
        self.put("in/b.rtm", DAMAGED)
        files = self.report("convert", "in", "--out", "out", "--to", "glb", code=4)["files"]
        messages = {os.path.basename(file["path"]): file["messages"] for file in files}
        self.assertEqual([message["severity"] for message in messages["b.rtm"]], ["error"])

    def test_round_trips_are_in_the_report(self):
        self.put("old/a.omf", omf())
        self.put("old/a.ogf", ogf())
        self.run_here("convert", "old", "--out", "edited", "--to", "glb")
        file, = self.report("convert", "edited", "--base", "old/{name}.omf", "--out", "new", "--to",
                            "omf")["files"]
        self.assertEqual(file["roundtrip"]["schema"], "gait.roundtrip/1")

    def test_dry_run_writes_nothing(self):
        self.put("in/deep/a.rtm", WALK)
        result = self.run_here("convert", "in", "--out", "out", "--to", "glb", "--dry-run")
        self.assertIn("1 would be converted (1 output)", result.err)
        self.assertFalse((self.folder / "out").exists())


class Update(Batch):
    def converted(self, *options):
        document = self.report("convert", "in", "--out", "out", "--to", "glb", "--update",
                               *options)
        self.assertEqual(document["failed"], 0)
        return sorted(os.path.basename(file["path"]) for file in document["files"]
                      if file["status"] == "done")

    def touch(self, path):
        later = time.time() + 10
        os.utime(path, (later, later))
        for made in (self.folder / "out").rglob("*"):
            self.assertLess(made.stat().st_mtime, later)

    def test_only_changed_inputs_are_converted(self):
        first = self.put("in/a.rtm", WALK)
        self.put("in/b.rtm", WALK)
        self.assertEqual(self.converted(), ["a.rtm", "b.rtm"])
        self.assertEqual(self.converted(), [])
        self.touch(first)
        self.assertEqual(self.converted(), ["a.rtm"])

    def test_changed_skeleton_converts_again(self):
        self.put("in/a.omf", omf())
        model = self.put("in/a.ogf", ogf())
        self.assertEqual(self.converted(), ["a.omf"])
        self.assertEqual(self.converted(), [])
        self.touch(model)
        self.assertEqual(self.converted(), ["a.omf"])

    def test_changed_given_skeleton_converts_again(self):
        self.put("in/a.omf", omf())
        model = self.put("models/m.ogf", ogf())
        self.assertEqual(self.converted("--skeleton", model), ["a.omf"])
        self.assertEqual(self.converted("--skeleton", model), [])
        self.touch(model)
        self.assertEqual(self.converted("--skeleton", model), ["a.omf"])

    def test_changed_base_converts_again(self):
        base = self.put("old/a.omf", omf())
        self.put("old/a.ogf", ogf())
        self.run_here("convert", "old", "--out", "in", "--to", "glb")
        arguments = ("convert", "in", "--out", "out/{name}.omf", "--base", "old/{name}.omf",
                     "--update")
        self.assertEqual(self.statuses(*arguments), {"a.glb": "done"})
        self.assertEqual(self.statuses(*arguments), {"a.glb": "up_to_date"})
        self.touch(base)
        self.assertEqual(self.statuses(*arguments), {"a.glb": "done"})

    def test_incomplete_outputs_convert_again(self):
        self.put("in/a.rtm", WALK)
        arguments = ("convert", "in", "--out", "out", "--to", "gltf", "--sidecar", "--update")
        self.run_here(*arguments)
        self.assertEqual(self.statuses(*arguments), {"a.rtm": "up_to_date"})
        for name in ("a.bin", "a.gait.json"):
            (self.folder / "out" / name).unlink()
            self.assertEqual(self.statuses(*arguments), {"a.rtm": "done"})
        (self.folder / "out/a.gltf").write_bytes(b"")
        self.assertEqual(self.statuses(*arguments), {"a.rtm": "done"})

    def test_added_and_removed_models_convert_again(self):
        self.put("in/a.omf", omf())
        model = self.put("in/a.ogf", ogf())
        self.assertEqual(self.converted(), ["a.omf"])
        self.assertEqual(self.converted(), [])
        old = self.put("in/b.ogf", ogf())
        os.utime(old, (1, 1))
        self.assertEqual(self.converted(), ["a.omf"])
        self.assertEqual(self.converted(), [])
        model.unlink()
        self.assertEqual(self.converted(), ["a.omf"])

    def test_missing_output_of_one_clip_converts_again(self):
        self.put("in/a.omf", omf())
        self.put("in/a.ogf", ogf())
        arguments = ("convert", "in", "--out", "out/{clip}.glb", "--update")
        self.run_here(*arguments)
        files = self.made()
        self.assertEqual(self.statuses(*arguments)["a.omf"], "up_to_date")
        (self.folder / "out" / files[-1]).unlink()
        self.assertEqual(self.statuses(*arguments)["a.omf"], "done")
        self.assertEqual(self.made(), files)


class Threads(Batch):
    def put_many(self):
        for number in range(40):
            content = DAMAGED if number % 7 == 3 else FOREIGN if number % 11 == 5 else WALK
            self.put(f"in/{number % 5}/{number}.rtm", content)

    def test_output_is_the_same_for_every_number_of_threads(self):
        self.put_many()
        for command in (("info",), ("info", "-v"), ("info", "--json"), ("check",),
                        ("check", "--json"), ("check", "--sarif"), ("check", "--summary"),
                        ("check", "-v", "--report", "junit=-")):
            runs = [gait(*command, f"-j{threads}", "in", cwd=self.folder)
                    for threads in (1, 2, 3, 8, 64)]
            for run in runs[1:]:
                self.assertEqual((run.code, run.out, run.err),
                                 (runs[0].code, runs[0].out, runs[0].err))

    def test_reports_and_baselines_are_the_same_for_every_number_of_threads(self):
        self.put_many()
        written = []
        for threads in (1, 5):
            reports = [f"{kind}={kind}{threads}" for kind in ("json", "sarif", "junit", "github")]
            gait("check", f"-j{threads}", "in", "--write-baseline", f"base{threads}",
                 *[f"--report={report}" for report in reports], cwd=self.folder)
            written.append([(self.folder / f"{kind}{threads}").read_bytes()
                            for kind in ("json", "sarif", "junit", "github", "base")])
        self.assertEqual(written[0], written[1])
        self.assertTrue(all(written[0]))

    def test_outputs_are_the_same_for_every_number_of_threads(self):
        self.put_many()
        runs = []
        for threads in (1, 8):
            run = gait("convert", f"-j{threads}", "in", "--out", "out", "--to", "glb", "--json",
                       "-f", cwd=self.folder)
            runs.append((run.code, run.out, run.err,
                         [(name, (self.folder / "out" / name).read_bytes())
                          for name in self.made()]))
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(runs[0][0], 4)

    @posix_only("signals")
    def test_interruption_names_what_was_not_done(self):
        slow = self.folder / "slow.rtm"
        os.mkfifo(slow)
        rest = [self.put(f"{number}.rtm", WALK) for number in range(40)]
        for command in (["convert", "--out", "out", "--to", "glb"], ["info"], ["check"]):
            process = subprocess.Popen([GAIT, *command, "-j1", str(slow), *map(str, rest)],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       cwd=self.folder)
            with open(slow, "wb"):
                time.sleep(0.2)
                process.send_signal(signal.SIGINT)
                said = process.communicate(timeout=60)[1].decode()
            self.assertEqual(process.returncode, -signal.SIGINT, said)
            self.assertRegex(said, "interrupted: [1-9][0-9]* of 41 files were not processed")
            self.assertRegex(said, "and [0-9]+ more")
        self.assertEqual(self.made(), [])
        self.assertEqual(self.leftovers(), [])

    @posix_only("signals")
    def test_interrupted_batch_lists_the_inputs(self):
        slow = self.folder / "slow.rtm"
        os.mkfifo(slow)
        rest = [self.put(f"{name}.rtm", WALK) for name in "abc"]
        process = subprocess.Popen([GAIT, "convert", "--out", "out", "--to", "glb", "-j1",
                                    "--json", str(slow), *map(str, rest)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=self.folder)
        with open(slow, "wb"):
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            printed, said = process.communicate(timeout=60)
        self.assertIn("interrupted: 3 of 4 files were not processed", said.decode())
        for path in rest:
            self.assertIn(str(path), said.decode())
        document = json.loads(printed)
        self.assertEqual(schema_errors(document, "batch"), [])
        self.assertEqual([file["status"] for file in document["files"]],
                         ["failed"] + ["not_done"] * 3)


if __name__ == "__main__":
    main()
