#!/usr/bin/env python3
"""Differences on Windows: backslashes, drives, wide names, long paths, binary streams."""
from command import CommandTest, gait, main, ogf, omf, rtm, windows_only

# Bytes that text streams would change: line ends, and the end of a text file.
TRICKY = rtm(bones=("a\r\nb\x1ac\n",), phases=(0, 1))
HELLO = "Бег вперёд — ходьба"


def windows(path):
    """A Windows path: wine maps the root to drive Z:."""
    return "Z:" + str(path).replace("/", "\\")


@windows_only
class Windows(CommandTest):
    def test_drives_and_backslashes(self):
        path = self.put("sub/walk.rtm", rtm())
        entry = self.works("info", "--json", windows(path)).json()["files"][0]
        self.assertEqual((entry["path"], entry["clips"][0]["name"]), (windows(path), "walk"))
        self.works("convert", windows(path), windows(self.folder / "sub" / "out.glb"))
        self.assertTrue((self.folder / "sub" / "out.glb").is_file())

    def test_folders_are_searched(self):
        self.put("b/walk.rtm", rtm())
        self.put("a.omf", omf())
        shown = self.works("info", "--json", windows(self.folder)).json()["files"]
        self.assertEqual([entry["path"].replace("\\", "/").rsplit("/", 1)[1] for entry in shown],
                         ["a.omf", "walk.rtm"])

    def test_model_next_to_the_bank_is_found(self):
        bank = self.put("a.omf", omf())
        self.put("a.ogf", ogf())
        said = self.works("convert", windows(bank), windows(self.folder / "x.glb")).err
        self.assertRegex(said, r"skeleton: \S+a\.ogf \(")

    def test_wide_names_of_files_folders_and_clips(self):
        path = self.put(f"{HELLO}/{HELLO}.rtm", rtm())
        shown = self.works("info", "--json", self.folder / HELLO).json()["files"][0]
        self.assertEqual(shown["clips"][0]["name"], HELLO)
        self.works("convert", path, self.folder / f"{HELLO}.glb")
        self.assertTrue((self.folder / f"{HELLO}.glb").is_file())
        self.assertIn(f"{HELLO}.glb: exists already",
                      self.fails(3, "convert", path, self.folder / f"{HELLO}.glb").err)
        self.assertIn(HELLO, self.works("info", path).out)

    def test_paths_longer_than_260_characters(self):
        path = self.put("/".join(["folder_of_40_characters_" + "x" * 16] * 8) + "/walk.rtm", rtm())
        self.assertGreater(len(str(path)), 300)
        for spelled in (path, windows(path)):
            self.works("info", spelled)
            self.works("convert", "-f", spelled, spelled)
        self.assertEqual(path.read_bytes(), rtm())
        shown = self.works("info", "--json", self.folder).json()["files"]
        self.assertEqual([entry["status"] for entry in shown], ["ok"])
        self.assertEqual(self.leftovers(), [])

    def test_a_relative_path_from_a_deep_folder(self):
        deep = self.put("d" * 100 + "/" + "e" * 100 + "/walk.rtm", rtm()).parent
        self.works("convert", "walk.rtm", "out.rtm", cwd=deep)
        self.assertEqual((deep / "out.rtm").read_bytes(), rtm())

    def test_existing_file_is_replaced_atomically(self):
        source, out = self.put("in.rtm", rtm()), self.put("out.rtm", b"old")
        self.fails(3, "convert", source, out, cause="exists already")
        self.assertEqual(out.read_bytes(), b"old")
        self.works("convert", "-f", source, out)
        self.assertEqual(out.read_bytes(), rtm())
        self.assertEqual(self.leftovers(), [])

    def test_streams_are_binary(self):
        path = self.put("in.rtm", TRICKY)
        self.assertEqual(self.works("convert", "--to=rtm", path, "-").bytes, TRICKY)
        self.assertEqual(self.works("convert", "--to=rtm", "-", "-", stdin=TRICKY).bytes, TRICKY)
        self.assertNotIn(b"\r", gait("info", "--json", path).bytes)
        self.assertNotIn("\r", gait("info", self.folder / "none.rtm").err)

    def test_arguments_keep_spaces_and_quotes(self):
        path = self.put("with space.omf", omf(clips=(('say "hi" \\', 1), ("b", 1))))
        self.put("a.ogf", ogf())
        pose = gait("sample", "--all", "--json", "--clip", 'say "hi" \\', path)
        self.assertEqual((pose.code, pose.json()["clip"]), (0, 'say "hi" \\'))

    def test_device_names_are_not_treated_as_files(self):
        self.fails(2, "convert", self.put("in.rtm", rtm()), "NUL", cause="--to")
        self.works("convert", "--to=rtm", self.folder / "in.rtm", "NUL")


if __name__ == "__main__":
    main()
