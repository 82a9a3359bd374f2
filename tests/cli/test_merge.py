#!/usr/bin/env python3
"""merge: banks are joined without a change of their keys; rules for names, parts and marks."""
import os
import pathlib
import struct

from command import CommandTest, chunk, main, ogf, omf, rtm, schema_errors, text

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
STALKER = SAMPLES / "stalker.omf"
DATA = pathlib.Path(os.environ["GAIT_DATA"])
BONES = ("root", "hand", "foot")


def moving(number):
    """Tracks that differ between clips with other numbers."""
    def tracks(clip, bone, length):
        return [(number + clip, bone, frame, 32767) for frame in range(length)], (0, bone, 0)
    return tracks


def mixed(*numbers):
    """Tracks of several clips, each with its own number."""
    def tracks(clip, bone, length):
        return moving(numbers[clip])(0, bone, length)
    return tracks


def with_end(name, version, end):
    """A bank of one clip and this version; `end` follows the parameters of the clip."""
    content = omf(clips=((name, 1),))
    at = content.rindex(b"\4\0", 0, content.rindex(b"default"))
    params = struct.pack("<H", version) + content[at + 2:-4] + end
    return content[:at - 8] + chunk(0xF, params)


class Merge(CommandTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out.omf"

    def merges(self, *arguments):
        self.works("merge", *arguments, "-o", self.out, "-f")
        return self.out.read_bytes()

    def names(self, path=None):
        return self.works("list", "--names", path or self.out).out.split()

    def document(self, *arguments, code=0):
        document = self.fails(code, "merge", *arguments, "--json").json()
        self.assertEqual(schema_errors(document, "edit"), [])
        return document["files"]

    def refuses(self, code, *arguments, cause=()):
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        result = self.fails(code, "merge", *arguments, cause=cause)
        after = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        self.assertEqual(after, before)
        return result


class Results(Merge):
    def test_clips_are_appended_with_their_bytes(self):
        one = self.put("a.omf", omf(clips=(("a", 2), ("b", 3)), tracks=moving(0)))
        two = self.put("b.omf", omf(clips=(("c", 4),), tracks=moving(10)))
        three = self.put("c.omf", omf(clips=(("d", 1),), tracks=moving(20)))
        self.assertEqual(self.merges(one, two, three), omf(
            clips=(("a", 2), ("b", 3), ("c", 4), ("d", 1)), tracks=mixed(0, 1, 10, 20)))
        self.assertEqual(self.leftovers(), [])

    def test_a_split_bank_is_the_same_again(self):
        for bank in (STALKER, DATA / "omf" / "ok" / "marks.omf"):
            parts = self.folder / bank.stem
            self.works("split", bank, "-o", parts)
            files = [parts / f"{name}.omf" for name in self.names(bank)]
            if len(files) > 1:
                self.assertEqual(self.merges(*files, "--equal-names", "keep-all"),
                                 bank.read_bytes())

    def test_chosen_clips(self):
        one = self.put("a.omf", omf(clips=(("a", 1),)))
        two = self.put("b.omf", omf(clips=(("b", 1), ("c", 1))))
        three = self.put("c.omf", omf(clips=(("d", 1),)))
        self.merges(one, two, three, "--clip", "C", "--clip", "d*")
        self.assertEqual(self.names(), ["a", "c", "d"])
        self.refuses(2, one, two, "--clip", "c", "--clip", "bb", "-o", self.folder / "x.omf",
                     cause="did you mean 'b'?")
        self.refuses(2, one, two, "--clip", "a", "-o", self.folder / "x.omf", cause="no clip 'a'")

    def test_bones_in_another_order(self):
        one = self.put("a.omf", omf(bones=("root", "hand"), clips=(("a", 2),), tracks=moving(0)))
        two = self.put("b.omf", omf(bones=("hand", "root"), clips=(("b", 2),), tracks=moving(9)))

        def tracks(clip, bone, length):
            rotations, _ = moving(0 if clip == 0 else 9)(0, bone if clip == 0 else 1 - bone, length)
            return rotations, (0, bone if clip == 0 else 1 - bone, 0)
        self.assertEqual(self.merges(one, two, "--parts", "first"),
                         omf(bones=("root", "hand"), clips=(("a", 2), ("b", 2)), tracks=tracks))
        self.refuses(5, one, two, "--keep-bone-order", "-o", self.folder / "x.omf",
                     cause=("OMF207", "--keep-bone-order"))

    def test_folders(self):
        one = self.put("a.omf", omf(clips=(("a", 1),)))
        self.put("more/c.omf", omf(clips=(("c", 1),)))
        self.put("more/b.omf", omf(clips=(("b", 1),)))
        self.put("more/model.ogf", ogf())
        self.merges(one, self.folder / "more")
        self.assertEqual(self.names(), ["a", "b", "c"])
        self.refuses(2, self.folder / "more", one, "-o", self.folder / "x.omf",
                     cause="must be a file")

    def test_streams(self):
        one = self.put("a.omf", omf(clips=(("a", 1),)))
        result = self.works("merge", "-", one, "-o", "-", stdin=omf(clips=(("b", 1),)))
        self.assertEqual(self.names(self.put("c.omf", result.bytes)), ["b", "a"])

    def test_large_keys(self):
        one = self.put("a.omf", omf(clips=(("a", 900), ("b", 1)), tracks=moving(0)))
        two = self.put("b.omf", omf(clips=(("c", 900),), tracks=moving(10)))
        self.assertEqual(self.merges(one, two), omf(clips=(("a", 900), ("b", 1), ("c", 900)),
                                                    tracks=mixed(0, 1, 10)))


class EqualNames(Merge):
    def setUp(self):
        super().setUp()
        self.one = self.put("a.omf", omf(clips=(("Walk", 2), ("run", 2)), tracks=moving(0)))
        self.two = self.put("b.omf", omf(clips=(("walk", 3), ("new", 3)), tracks=moving(10)))

    def test_refuse(self):
        result = self.refuses(5, self.one, self.two, "-o", self.folder / "x.omf", cause="OMF204")
        for part in ("b.omf", '"walk"', "--equal-names"):
            self.assertIn(part, result.err)
        file = self.document(self.one, self.two, "-o", self.folder / "x.omf", code=5)[-1]
        self.assertEqual((file["error"]["rule"], file["changed"]), ("OMF204", False))

    def check(self, rule, expected, message, **changes):
        found = self.document(self.one, self.two, "-o", self.out, "--equal-names", rule)
        self.assertEqual({one["change"]: one["clips"] for one in found[1]["changes"]}, changes)
        self.assertEqual(found[0]["changes"], [])
        self.assertEqual(self.out.read_bytes(), expected)
        result = self.works("merge", self.one, self.two, "-o", self.out, "-f", "--equal-names",
                            rule)
        self.assertIn(f"b.omf: {message}", result.err)

    def test_keep_first(self):
        self.check("keep-first", omf(clips=(("Walk", 2), ("run", 2), ("new", 3)),
                                     tracks=mixed(0, 1, 11)),
                   "1 clip appended, 1 skipped", appended=1, skipped=1)

    def test_replace(self):
        self.check("replace", omf(clips=(("walk", 3), ("run", 2), ("new", 3)),
                                  tracks=mixed(10, 1, 11)),
                   "1 clip appended, 1 replaced", appended=1, replaced=1)

    def test_rename(self):
        self.check("rename", omf(clips=(("Walk", 2), ("run", 2), ("walk_2", 3), ("new", 3)),
                                 tracks=mixed(0, 1, 10, 11)),
                   "2 clips appended (1 renamed)", appended=2, renamed=1)

    def test_keep_all(self):
        self.check("keep-all", omf(clips=(("Walk", 2), ("run", 2), ("walk", 3), ("new", 3)),
                                   tracks=mixed(0, 1, 10, 11)), "2 clips appended", appended=2)


class PartsAndMarks(Merge):
    def test_parts(self):
        one = self.put("a.omf", omf(BONES, (("a", 1),), parts=(1, 2), played_on={"a": 1}))
        two = self.put("b.omf", omf(BONES, (("b", 1),), parts=(2, 1)))
        whole = self.put("c.omf", omf(BONES, (("c", 1),), parts=(2, 1), played_on={"c": 0}))
        self.refuses(5, one, two, "-o", self.out, cause=("OMF208", "--parts"))
        self.merges(one, two, "--parts", "first")
        playback = [clip["playback"]["part"] for clip in self.works(
            "list", "--json", self.out).json()["files"][0]["clips"]]
        self.assertEqual(playback, [{"index": 1, "name": "part1"}, None])
        self.refuses(5, one, whole, "--parts", "first", "-o", self.folder / "x.omf",
                     cause="OMF209")
        fine = self.put("d.omf", omf(BONES, (("d", 1),), parts=(1, 1, 1), played_on={"d": 2}))
        self.refuses(5, one, fine, "--parts", "union", "-o", self.folder / "x.omf",
                     cause="OMF209")
        self.merges(self.put("e.omf", omf(BONES, (("e", 1),), parts=(1, 2))), fine, "--parts",
                    "union")
        self.assertEqual(self.works("list", "--names", "--part", "part2", self.out).out, "d\n")

    def test_marks(self):
        old, marks = self.put("a.omf", with_end("a", 3, b"")), self.put("b.omf", with_end(
            "b", 4, struct.pack("<I", 1) + b"step\r\n" + struct.pack("<I2f", 1, 0, 0.5)))
        self.refuses(5, old, marks, "--marks", "refuse", "-o", self.out,
                     cause=("OMF154", "error: ", "--marks drop"))

        def versions_and_events():
            file = self.works("list", "--json", self.out).json()["files"][0]
            return file["version"], [len(clip["events"]) for clip in file["clips"]]
        self.merges(old, marks)
        self.assertEqual(versions_and_events(), (4, [0, 1]))
        self.merges(old, marks, "--marks", "drop")
        self.assertEqual(versions_and_events(), (3, [0, 0]))


class Models(Merge):
    def test_a_model_as_a_later_input(self):
        one = self.put("a.omf", omf(clips=(("a", 1),)))
        model = self.put("model.ogf", ogf() + omf(clips=(("b", 2),)))
        self.assertEqual(self.merges(one, model), omf(clips=(("a", 1), ("b", 2))))

    def test_a_model_as_the_first_input(self):
        tail = chunk(24, b"\1\0\0\0" + text("actors"))
        content = ogf() + omf(clips=(("a", 1),)) + tail
        model = self.put("model.ogf", content)
        more = self.put("b.omf", omf(clips=(("b", 2),)))
        both = omf(clips=(("a", 1), ("b", 2)))
        self.works("merge", model, more, "--in-place", "--backup")
        self.assertEqual(model.read_bytes(), ogf() + both + tail)
        self.assertEqual((self.folder / "model.ogf.bak").read_bytes(), content)
        model.write_bytes(content)
        self.assertEqual(self.merges(model, more), both)
        self.works("merge", model, more, "-o", self.folder / "new.ogf")
        self.assertEqual((self.folder / "new.ogf").read_bytes(), ogf() + both + tail)


class SdkMotions(Merge):
    def test_skls(self):
        bank, again = self.folder / "bank.skls", self.folder / "again.skls"
        self.works("convert", "--lossy", STALKER, bank)
        self.works("split", bank, "-o", self.folder / "parts")
        files = [self.folder / "parts" / f"{name}.skl" for name in self.names(bank)]
        self.works("merge", *files, "-o", again)
        self.assertEqual(again.read_bytes(), bank.read_bytes())
        self.works("extract", bank, "--clip", "walk", "-o", self.folder / "walk.skl")
        self.assertEqual((self.folder / "walk.skl").read_bytes(), files[1].read_bytes())
        self.refuses(5, bank, STALKER, "-o", self.folder / "x.skls", cause="with each other")
        self.refuses(5, bank, bank, "-o", self.folder / "x.skls", cause="SKL201")
        self.refuses(2, files[0], files[1], "--in-place", cause=".skls with -o")
        self.refuses(2, files[0], files[1], "-o", self.folder / "x.skl", cause=".skls")
        result = self.fails(2, "extract", bank, "-o", self.folder / "x.skl", cause="one motion")
        self.assertIn("{clip}", result.err)
        self.works("merge", bank, bank, "--equal-names", "rename", "--clip", "walk", "--in-place")
        self.assertEqual(self.names(bank)[-1], "walk_2")


class Writing(Merge):
    def setUp(self):
        super().setUp()
        self.one = self.put("a.omf", omf(clips=(("a", 1),)))
        self.two = self.put("b.omf", omf(clips=(("b", 1),)))

    def test_in_place(self):
        before = self.one.read_bytes()
        self.works("merge", self.one, self.two, "--in-place", "--backup")
        self.assertEqual(self.names(self.one), ["a", "b"])
        self.assertEqual((self.folder / "a.omf.bak").read_bytes(), before)
        self.assertEqual(self.two.read_bytes(), omf(clips=(("b", 1),)))
        self.refuses(3, self.one, self.two, "--equal-names", "rename", "--in-place", "--backup",
                     cause="a.omf.bak")
        result = self.works("merge", self.one, self.two, "--equal-names", "keep-first",
                            "--in-place")
        self.assertIn("nothing to change", result.err)
        self.assertFalse(self.document(self.one, self.two, "--equal-names", "keep-first",
                                       "--in-place")[0]["changed"])

    def test_dry_run(self):
        result = self.refuses(0, self.one, self.two, "--dry-run", "-o", self.out)
        self.assertIn("would write", result.err)
        self.refuses(0, self.one, self.two, "--dry-run", "--in-place")
        self.refuses(0, self.one, self.two, "--dry-run")

    def test_json(self):
        files = self.document(self.one, self.two, "-o", self.out)
        self.assertEqual([file["outputs"] for file in files],
                         [[{"path": str(self.out), "clips": 2}]] * 2)
        self.assertEqual([file["changed"] for file in files], [True, True])
        files = self.document(self.one, self.put("c.rtm", rtm()), self.two, "-o", self.out, code=5)
        self.assertEqual([file["exit_code"] for file in files], [0, 5])
        self.assertIn("not a bank", files[1]["error"]["message"])

    def test_refused_inputs_and_outputs(self):
        walk, model = self.put("c.rtm", rtm()), self.put("d.ogf", ogf())
        bad = self.put("e.omf", omf()[:-5])
        out = self.folder / "x.omf"
        self.refuses(5, self.one, walk, "-o", out, cause="gait convert")
        self.refuses(5, self.one, model, "-o", out, cause="no motions of its own")
        self.refuses(4, self.one, bad, "-o", out, cause="OMF")
        self.refuses(3, self.one, self.folder / "none.omf", "-o", out)
        other = self.put("f.omf", omf(bones=("root", "tail"), clips=(("t", 1),)))
        self.refuses(5, self.one, other, "-o", out, cause="OMF205")
        self.refuses(2, self.one, self.two, "-o", self.two, "-f", cause="is an input")
        self.refuses(2, self.one, self.two, "-o", self.one, "-f", cause="is an input")
        self.refuses(3, self.one, self.two, "-o", bad, cause="exists already")
        self.refuses(2, self.one, self.two, "-o", self.folder / "x.glb", cause=".omf")

    def test_usage(self):
        for arguments in ((self.one,), (self.one, self.two), (self.one, "-o", "x.omf"),
                          (self.one, self.two, "-o", "x.omf", "--in-place"),
                          (self.one, self.two, "-o", "-", "--json"),
                          (self.one, self.two, "-o", "x.omf", "--backup"),
                          (self.one, self.two, "-o", "x.omf", "--equal-names", "all"),
                          ("-", self.two, "--in-place")):
            with self.subTest(arguments):
                self.refuses(2, *arguments)


if __name__ == "__main__":
    main()
