#!/usr/bin/env python3
"""glTF as input: external buffers, names, supported and unsupported operations."""
# sanitized: damaged glTF files and buffers
import json
import os
import pathlib
import unittest

import command

DATA = pathlib.Path(os.environ["GAIT_DATA"]) / "gltf"
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
MISSING = 3


class GltfRead(command.CommandTest):
    def walk(self, name="walk.gltf"):
        """The sample walk as .gltf with an external buffer."""
        path = self.folder / name
        self.works("convert", SAMPLES / "walk.rtm", path)
        return path

    def rename_buffer(self, path, uri):
        document = json.loads(path.read_text("utf-8"))
        document["buffers"][0]["uri"] = uri
        path.write_text(json.dumps(document), "utf-8")

    def info(self, path):
        return command.gait("info", "--json", path).json()["files"][0]

    def test_a_file_is_listed_with_its_bones_and_clips(self):
        info = self.info(self.walk())
        self.assertEqual((info["format"], info["version"], info["status"]), ("gltf", 2, "ok"))
        self.assertEqual(len(info["bones"]), 67)
        self.assertEqual([clip["name"] for clip in info["clips"]], ["walk"])
        self.assertEqual(info["clips"][0]["frames"], 25)
        self.assertAlmostEqual(info["clips"][0]["duration_s"], 0.8, 6)

    def test_export_and_import_keep_the_poses(self):
        poses = []
        for path in (SAMPLES / "walk.rtm", self.walk()):
            said = command.gait("sample", "--json", "-q", "--all", path).json()
            poses.append([bone[part] for frame in said["frames"] for bone in frame["bones"]
                          for part in "tq"])
        for ours, theirs in zip(*poses, strict=True):
            for one, other in zip(ours, theirs, strict=True):
                self.assertAlmostEqual(one, other, 5)

    def test_glb_converts_to_a_glb_and_a_picture(self):
        path = DATA / "ok/waving.glb"
        self.works("convert", path, self.folder / "again.glb")
        self.assertEqual(self.info(self.folder / "again.glb")["clips"][0]["frames"], 3)
        self.works("draw", path, self.folder / "x.svg")
        self.works("skeleton", path)
        self.works("map", path)

    def test_names_are_utf8(self):
        info = self.info(DATA / "ok/extras.glb")
        self.assertEqual(info["bones"], ["root", "hand \u0440\u0443\u043a\u0430"])
        self.assertEqual([clip["name"] for clip in info["clips"]], ['odd \\ "name"', "wave"])
        self.works("sample", "--clip", "wave", "--frame", 0, DATA / "ok/extras.glb")

    def test_external_buffers_are_found_in_the_folder(self):
        path = self.walk()
        (self.folder / "other folder").mkdir()
        (self.folder / "walk.bin").rename(self.folder / "other folder" / "a b.bin")
        self.rename_buffer(path, "other%20folder/./a%20b.bin")
        self.assertEqual(self.info(path)["status"], "ok")
        self.works("check", path)

    def test_missing_buffer_is_named(self):
        path = self.walk()
        (self.folder / "walk.bin").unlink()
        for what in (["info"], ["check"], ["sample", "--frame", 0]):
            self.fails(MISSING, *what, path, cause=() if what == ["check"] else "walk.bin")
        self.assertIn("GLR034", command.gait("check", path).out)
        self.assertEqual(self.info(path)["status"], "unreadable")

    def test_truncated_buffer_is_reported_as_damage(self):
        path = self.walk()
        content = (self.folder / "walk.bin").read_bytes()
        (self.folder / "walk.bin").write_bytes(content[:-4])
        self.fails(4, "sample", "--frame", 0, path, cause="GLR032")

    def test_folder_in_place_of_a_buffer_is_an_error(self):
        path = self.walk()
        (self.folder / "walk.bin").unlink()
        (self.folder / "walk.bin").mkdir()
        self.fails(MISSING, "info", path, cause=("walk.bin", "folder"))

    def test_nothing_outside_the_folder_is_read(self):
        (self.folder / "in").mkdir()
        path = self.walk("in/walk.gltf")
        bin_path = self.folder / "in" / "walk.bin"
        bin_path.rename(self.folder / "walk.bin")
        for uri in ("../walk.bin", "%2e%2e/walk.bin", "x/../../walk.bin",
                    str(self.folder / "walk.bin"), (self.folder / "walk.bin").as_uri(),
                    "..\\walk.bin"):
            with self.subTest(uri=uri):
                self.rename_buffer(path, uri)
                self.fails(MISSING, "info", path, cause="GLR035")

    @command.posix_only("wine hides symbolic links from programs")
    def test_only_regular_files_below_the_folder_are_read(self):
        (self.folder / "in").mkdir()
        path = self.walk("in/walk.gltf")
        content = (self.folder / "in/walk.bin").read_bytes()
        self.put("in/sub/real.bin", content)
        self.put("walk.bin", content)
        os.mkfifo(self.folder / "in/pipe.bin")
        for name, target in (("out.bin", "../walk.bin"), ("zero.bin", "/dev/zero"),
                             ("linked", ".."), ("inside.bin", "sub/real.bin")):
            (self.folder / "in" / name).symlink_to(target)
        for uri in ("out.bin", "zero.bin", "linked/walk.bin", "pipe.bin"):
            with self.subTest(uri=uri):
                self.rename_buffer(path, uri)
                self.fails(MISSING, "info", path, cause="FIL012")
                self.assertIn("FIL012", command.gait("check", path).out)
        self.rename_buffer(path, "inside.bin")
        self.works("check", path)

    @command.posix_only("a file system may not store holes")
    def test_only_the_declared_bytes_of_a_buffer_are_read(self):
        path = self.walk()
        os.truncate(self.folder / "walk.bin", 5 << 30)
        self.works("check", path)

    @command.posix_only("wine hides symbolic links from programs")
    def test_a_sidecar_in_another_place_is_not_read(self):
        (self.folder / "in").mkdir()
        path = self.walk("in/walk.gltf")
        self.put("walk.gait.json", b"{}")
        (self.folder / "in/walk.gait.json").symlink_to("../walk.gait.json")
        self.assertIn("GLR083", command.gait("check", path).out)
        (self.folder / "in/walk.gait.json").unlink()
        os.mkfifo(self.folder / "in/walk.gait.json")
        self.assertIn("GLR083", command.gait("check", path).out)

    def test_stream_input_has_no_external_buffers(self):
        text = self.walk().read_bytes()
        self.fails(MISSING, "info", "-", stdin=text, cause="GLR034")
        self.works("info", "-", stdin=(DATA / "ok/waving.gltf").read_bytes())

    def test_skeleton_option_is_refused(self):
        self.fails(2, "sample", "--frame", 0, "--skeleton", "arma3-man", DATA / "ok/waving.glb",
                   cause="its own skeleton")

    def test_gltf_is_accepted_as_a_skeleton(self):
        glb = self.folder / "stalker.glb"
        self.works("convert", SAMPLES / "stalker.omf", glb)
        said = self.works("sample", "--json", "--clip", "walk", "--frame", 3, "--skeleton", glb,
                          SAMPLES / "stalker.omf")
        self.assertEqual(len(said.json()["frames"][0]["bones"]), 47)

    def test_formats_that_cannot_be_written_are_refused(self):
        self.fails(5, "convert", DATA / "ok/waving.glb", self.folder / "x.ogf",
                   cause="[CNV001]")


if __name__ == "__main__":
    command.main()
