#!/usr/bin/env python3
"""gait fix: each repair removes its rule and nothing else, and all other bytes stay."""
# sanitized: repairs of damaged files
import os
import pathlib
from collections import Counter

import edit_files
import ogf_fixtures
from command import CommandTest, gait, main
from omf_fixtures import bank, keys_chunk, mark, motion, params, track, with_marks

DATA = pathlib.Path(os.environ.get("GAIT_DATA", "."))
RULES = ("OMF002", "OMF101", "OMF103", "OMF104", "OMF115", "OMF121", "RTM005", "RTM010", "RTM012",
         "RTM022", "BMT014", "BMT032", "BMT040", "SKL005")
# These need a choice: two bones with one id; a mark that may have lost its intervals.
KEPT = {"omf/bad/bone_id_twice.omf": {"OMF101"},
        "omf/bad/mark_read_as_games_do.omf": {"OMF115", "OMF121"}}


def fixtures():
    rows = [line.split("\t") for line in (DATA / "fixtures.tsv").read_text().splitlines()[1:]]
    return [row[0] for row in rows if row[1] == "file" and row[3] == "ok" and
            not row[0].endswith((".glb", ".gltf", ".bvh", ".cfg", ".cpp", ".bin", ".p3d", ".ltx",
                                 ".seanim", ".json"))]


class Fix(CommandTest):
    def findings(self, path):
        return Counter(one["rule"] for file in gait("check", "--json", path).json()["files"]
                       for one in file["findings"])

    def fixed(self, path):
        """The path of the result, and its changes; None without changes."""
        out = self.folder / f"{path.stem}_{path.suffix}"
        out.unlink(missing_ok=True)
        done = self.works("fix", path, "-o", out, "--json").json()["files"][0]
        self.assertEqual(bool(done["changes"]), out.exists())
        return (out, done["changes"]) if out.exists() else None

    def test_every_repair(self):
        seen = Counter()
        for name in fixtures():
            with self.subTest(name):
                path = DATA / name
                before = self.findings(path)
                todo = {rule for rule in before if rule in RULES} - KEPT.get(name, set())
                result = self.fixed(path)
                self.assertEqual(bool(todo), result is not None)
                if not result:
                    continue
                after = self.findings(result[0])
                self.assertEqual(after - before, Counter())
                self.assertFalse(todo & set(after))
                self.assertIsNone(self.fixed(result[0]))
                seen.update(todo)
        self.assertEqual(set(seen), set(RULES))

    def test_only_the_named_bytes_change(self):
        for name, sizes in (("omf/bad/crc_wrong.omf", 4), ("omf/bad/upper_case.omf", 1),
                            ("bmtr/ok/capitals.rtm", 1), ("rtm/ok/reserved_word.rtm", 4)):
            with self.subTest(name):
                path = DATA / name
                out, changes = self.fixed(path)
                old, new = path.read_bytes(), out.read_bytes()
                places = [at for at in range(len(old)) if old[at] != new[at]]
                self.assertEqual((len(old), len(changes)), (len(new), 1))
                self.assertLess(max(places) - min(places), sizes)
        for name, size in (("omf/bad/leftover.omf", 3), ("rtm/bad/trailing.rtm", 3),
                           ("ogf/bad/leftover.ogf", 3)):
            path = DATA / name
            self.assertEqual(self.fixed(path)[0].read_bytes(), path.read_bytes()[:-size])

    def test_intact_files_stay(self):
        for name, content in edit_files.all_files().items():
            path = self.put(name, content)
            gait("fix", path, "--in-place")
            again = path.read_bytes()
            gait("fix", path, "--in-place")
            self.assertEqual(path.read_bytes(), again)
        result = self.works("fix", edit_files.SAMPLES / "stalker.omf", "-o", self.folder / "x.omf")
        self.assertIn("nothing to change", result.err)
        self.assertFalse((self.folder / "x.omf").exists())

    def test_marks_without_name(self):
        """Only those after all others: the place of a mark matters."""
        empty, left = mark(b"", []), mark(b"Left", [(0, 0)])
        for marks, count in (((left, empty, empty), 1), ((empty, left), 2)):
            path = self.put("bank.omf", bytes(with_marks(*marks).data))
            self.works("fix", path, "--in-place")
            clips = self.works("list", "--json", path).json()["files"][0]["clips"]
            self.assertEqual(("OMF120" in self.findings(path), len(clips)), (count == 2, 1))

    def test_bones_that_are_listed_twice_stay(self):
        parts = params((("default", (("Hand", 0), ("hand", 1))),))
        path = self.put("bank.omf", bytes(bank([motion(tracks=[track(2), track(2)])], parts).data))
        self.assertIsNone(self.fixed(path))

    def test_banks_in_models(self):
        tree = (("root", ""), ("hand", "root"))
        parts = params((("default", (("root", 0), ("Hand", 1))),))
        content = bytes(ogf_fixtures.model(
            tree, 0, None, (14, keys_chunk([motion(tracks=[track(2), track(2)])])),
            (15, parts)).data)
        path = self.put("meshes/model.ogf", content)
        self.works("fix", self.folder / "meshes", "--in-place")
        self.assertEqual(path.read_bytes(), content.replace(b"Hand\0", b"hand\0"))
        self.assertEqual(self.findings(path), Counter())

    def test_several_files_and_scripts(self):
        tail = self.put("in/a.rtm", edit_files.data(edit_files.rtm_fixtures.rtm()) + b"xyz")
        other = self.put("in/b.omf", edit_files.omf())
        before = tail.read_bytes()
        result = self.works("fix", self.folder / "in", "--in-place", "--dry-run")
        self.assertIn("bytes after the end: 3 removed", result.out)
        self.assertEqual(tail.read_bytes(), before)
        script = self.put("script.txt", b"fix\n")
        self.works("edit", script, tail, "--in-place")
        self.assertEqual(tail.read_bytes(), before[:-3])
        self.assertEqual(other.read_bytes(), edit_files.omf())
        self.put("script.txt", b"fix --clip x\n")
        self.fails(2, "edit", script, tail, "--in-place", cause="EDT010")


if __name__ == "__main__":
    main()
