#!/usr/bin/env python3
"""build: files from JSON texts."""
# sanitized: texts of damaged files
import json
import os
import pathlib
import shutil

from command import CommandTest, main, omf, posix_only, rtm

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])


class Build(CommandTest):
    def text_of(self, path, *changes):
        """The text of a file, with pairs of old and new parts."""
        text = self.works("dump", path).out
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        return text

    def put_text(self, path, *changes):
        return self.put("text.json", self.text_of(path, *changes).encode())

    def test_samples_are_built_unchanged(self):
        for name in ("walk.rtm", "walk_binarised.rtm", "stalker.omf"):
            out = self.folder / name
            self.works("build", self.put_text(SAMPLES / name), "-o", out)
            self.assertEqual(out.read_bytes(), (SAMPLES / name).read_bytes())

    def test_every_form_of_json(self):
        """Members in reverse order, other white space and other escapes give the same file."""
        def reverse(value):
            if isinstance(value, dict):
                return {key: reverse(value[key]) for key in reversed(value)}
            return [reverse(item) for item in value] if isinstance(value, list) else value

        for name in ("rtm/ok/properties.rtm", "rtm/ok/junk_after_nul.rtm", "rtm/ok/cyrillic.rtm",
                     "bmtr/ok/key_stones.rtm", "bmtr/ok/version_3_lzo.rtm",
                     "omf/ok/every_track_kind.omf", "omf/ok/marks.omf", "omf/ok/unknown_sub.omf",
                     "skl/ok/shapes.skl", "skl/ok/version_4.skl", "skl/ok/two.skls"):
            path = DATA / name
            document = json.loads(self.text_of(path))
            for text in (json.dumps(reverse(document), indent=3),
                         json.dumps(document, separators=(",", ":"), ensure_ascii=False),
                         json.dumps(reverse(document)).replace("\n", "\r\n")):
                built = self.works("build", "-", "-o", "-", stdin=text.encode()).bytes
                self.assertEqual(built, path.read_bytes(), name)

    def test_byte_order_marks(self):
        path = self.put("a.rtm", rtm())
        text = self.text_of(path)
        marked = self.works("build", "-", "-o", "-", stdin=b"\xef\xbb\xbf" + text.encode())
        self.assertEqual(marked.bytes, path.read_bytes())
        damaged = text.replace('"rtm"', '"rtx"', 1).encode()
        at = damaged.index(b'"rtx"')
        for mark in (b"", b"\xef\xbb\xbf"):
            self.fails(4, "build", "-", "-o", "-", stdin=mark + damaged,
                       cause=f"byte {at + 1 + len(mark)}:")
        for wide in (text.encode("utf-16"), b"\xfe\xff" + text.encode("utf-16-be")):
            self.fails(4, "build", "-", "-o", "-", stdin=wide, cause=["UTF-16", "TXT001"])

    def test_another_schema_is_unsupported(self):
        text = self.put_text(self.put("a.rtm", rtm()), ("gait.text/1", "gait.text/2"))
        self.fails(5, "build", text, "-o", "-", cause=["/schema", "TXT002"])

    def test_dry_run_needs_no_output(self):
        path = self.put("a.rtm", rtm())
        self.works("build", self.put_text(path), "--dry-run")
        wrong = self.put_text(path, ('"version":101', '"version":99'))
        self.fails(4, "build", wrong, "--dry-run", cause="TXT006")

    def test_too_few_matrices_are_counted(self):
        text = json.loads(self.text_of(self.put("a.rtm", rtm(("Hips", "Hand")))))
        text["frames"][0]["matrices"] = []
        path = self.put("few.json", json.dumps(text).encode())
        self.fails(4, "build", path, "-o", "-",
                   cause=["/frames/0/matrices", "expected 2 values, but found 0"])

    def test_standard_streams(self):
        path = self.put("a.omf", omf())
        text = self.works("dump", path)
        result = self.works("build", "-", "-o", "-", stdin=text.bytes)
        self.assertEqual(result.bytes, path.read_bytes())
        self.assertEqual(result.err, "")

    def test_message_and_quiet(self):
        text = self.put_text(self.put("a.rtm", rtm()))
        out = self.folder / "out.rtm"
        self.assertIn("wrote", self.works("build", text, "-o", out).err)
        self.assertEqual(self.works("build", "-q", "-f", text, "-o", out).err, "")

    def test_existing_files_need_force(self):
        text = self.put_text(self.put("a.rtm", rtm()))
        out = self.put("out.rtm", b"keep")
        self.fails(3, "build", text, "-o", out, cause="exists")
        self.assertEqual(out.read_bytes(), b"keep")
        self.works("build", text, "-o", out, "--force")
        self.assertEqual(out.read_bytes(), rtm())
        self.fails(2, "build", text, "-o", text, "-f", cause="would be overwritten")
        self.assertEqual(self.leftovers(), [])

    def test_dry_run(self):
        out = self.folder / "out.rtm"
        path = self.put("a.rtm", rtm())
        self.assertIn("would write", self.works("build", self.put_text(path), "-o", out,
                                                "--dry-run").err)
        self.assertFalse(out.exists())
        self.fails(4, "build", self.put_text(path, (":101", ":1")), "-o", out, "--dry-run",
                   cause="TXT006")

    def test_extension_of_another_format(self):
        text = self.put_text(self.put("a.rtm", rtm()))
        for name in ("out.omf", "out.glb", "out.skl"):
            self.fails(2, "build", text, "-o", self.folder / name, cause=".rtm")
            self.assertFalse((self.folder / name).exists())
        self.works("build", text, "-o", self.folder / "OUT.RTM")

    def test_usage(self):
        text = self.put_text(self.put("a.rtm", rtm()))
        self.fails(2, "build", text, cause="--out FILE")
        self.fails(2, "build", "-o", self.folder / "b.rtm", cause="TEXT")
        self.fails(2, "build", text, text, "-o", self.folder / "b.rtm", cause="not a folder")
        self.fails(2, "build", text, text, "-o", "-", cause="a folder or a pattern")
        self.fails(2, "build", text, text, cause="--out FOLDER")
        self.fails(2, "build", text, "-o", self.folder / "b.rtm", "--update", cause="--update")
        self.fails(2, "build", text, "-o", self.folder / "b.rtm", "-j2", cause="-j")
        self.fails(3, "build", self.folder / "none.json", "-o", self.folder / "b.rtm",
                   cause="none.json")

    @posix_only("folders")
    def test_output_that_cannot_be_written(self):
        text = self.put_text(self.put("a.rtm", rtm()))
        self.fails(3, "build", text, "-o", self.folder / "none/b.rtm")

    def test_errors_have_a_line_and_a_pointer(self):
        bank = DATA / "omf/ok/marks.omf"
        for change, cause in (
                (('"intervals"', '"interval"'), ("line 6, /motions/0/marks/0/interval:",
                                                 "intervals", "TXT016")),
                (("32767]]", "32768]]"), ("line 13, /motions/0/tracks/0/rotation/keys/0/3",
                                          "TXT006", "-32768 to 32767")),
                (('"frames":1', '"frames":"1"'), ("line 11, /motions/0/frames", "TXT004")),
                (('"speed":1', '"speed":1e99'), ("line 5, /motions/0/speed", "TXT007")),
                (('"speed":1', '"speed":1,"sped":1'), ("/motions/0/sped", "TXT005")),
                (('"Left"', '"Left'), ("line 6", "TXT001")),
                (('"Left"', '"日本"'), ("/motions/0/marks/0/name", "TXT009", "1251"))):
            text = self.put_text(bank, change)
            out = self.folder / "out.omf"
            result = self.fails(4, "build", text, "-o", out, cause=cause)
            self.assertIn("text.json", result.err)
            self.assertEqual(result.err.count("error:"), 1)
            self.assertFalse(out.exists())

    def test_other_documents(self):
        document = self.works("info", "--json", SAMPLES / "walk.rtm").bytes
        self.fails(5, "build", "-", "-o", self.folder / "a.rtm", stdin=document,
                   cause=("/schema", "gait.text/1"))
        self.fails(5, "build", "-", "-o", self.folder / "a.rtm", stdin=b'{"asset":{}}',
                   cause="TXT002")
        for content in (b"", b"\0\0\0\0", (SAMPLES / "walk.rtm").read_bytes(), b"\xff\xfe{\0"):
            self.fails(4, "build", "-", "-o", self.folder / "a.rtm", stdin=content, cause="TXT001")
        self.assertEqual(list(self.folder.glob("a.rtm")), [])

    def test_damage_is_refused(self):
        path = self.put("a.rtm", rtm())
        nan = ('"matrices":[\n[1,', '"matrices":[\n["0x7fc00000",')
        text = self.put_text(path, nan)
        out = self.folder / "out.rtm"
        result = self.fails(4, "build", text, "-o", out, cause=("RTM", "TXT014", "--allow-damage"))
        self.assertFalse(out.exists())
        self.assertRegex(result.err, "error: .*text.json: in its file: byte [0-9]+: .*RTM050")
        allowed = self.works("build", text, "-o", out, "--allow-damage")
        self.assertRegex(allowed.err, "warning: .*text.json: in its file: byte [0-9]+: .*"
                                      r"\[RTM050\] \(allowed\)\n")
        self.assertNotIn("error", allowed.err)
        self.assertIn("wrote", allowed.err)
        self.assertEqual(self.works("build", text, "-q", "-f", "-o", out, "--allow-damage").err, "")
        self.assertEqual(len(out.read_bytes()), len(rtm()))
        self.fails(1, "check", out)
        self.assertEqual(json.loads(self.text_of(out)), json.loads(text.read_text()))
        self.assertNotIn("note", result.err)

    def test_warnings_are_printed_if_asked_for(self):
        text = self.put_text(DATA / "rtm/bad/trailing.rtm")
        out = self.folder / "out.rtm"
        self.assertNotIn("warning", self.works("build", text, "-o", out).err)
        self.assertIn("warning", self.works("build", "-v", "-f", text, "-o", out).err)


class Several(CommandTest):
    def made(self, folder="out"):
        root = self.folder / folder
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*")
                      if path.is_file())

    def texts(self):
        """Texts of the files in the folder "in", in the folder "texts"."""
        self.put("in/a.rtm", rtm())
        self.put("in/b/a.omf", omf())
        self.put("in/b/c.rtm", rtm(("Hips", "Hand"), (0, 0.5, 1)))
        self.works("dump", self.folder / "in", "--out", self.folder / "texts")
        return self.folder / "texts"

    def test_a_dumped_folder_is_built_again(self):
        texts, out = self.texts(), self.folder / "out"
        for jobs in ("-j1", "-j4"):
            done = self.works("build", texts, "--out", out, jobs, "-f")
            self.assertEqual(done.err, "gait: 3 inputs: 3 built (3 outputs)\n")
            self.assertEqual(self.made(), ["a.rtm", "b/a.omf", "b/c.rtm"])
            for name in self.made():
                self.assertEqual((out / name).read_bytes(),
                                 (self.folder / "in" / name).read_bytes())
        self.fails(3, "build", texts, "--out", out, cause=("exists", "3 inputs: 3 failed"))
        self.assertEqual(self.leftovers(), [])

    def test_names_of_outputs(self):
        texts = self.texts()
        os.rename(texts / "b/a.omf.json", texts / "b/bank.json")
        files = [texts / "a.rtm.json", texts / "b/bank.json"]
        self.works("build", *files, "-o", self.folder / "out")
        self.assertEqual(self.made(), ["a.rtm", "bank.omf"])
        self.works("build", texts, "-o", self.folder / "x/{name}/{dir}/new")
        self.assertEqual(self.made("x"), ["a.rtm/new.rtm", "bank/b/new.omf", "c.rtm/b/new.rtm"])
        (self.folder / "one").mkdir()
        self.works("build", texts / "b/bank.json", "-o", self.folder / "one")
        self.assertEqual(self.made("one"), ["bank.omf"])
        self.fails(2, "build", texts, "-o", self.folder / "y/{name}.{ext}", cause="{ext}")
        self.fails(2, "build", texts, "-o", self.folder / "y/{name}.{clip}", cause="{clip}")
        done = self.fails(2, "build", texts, "-o", self.folder / "z/{dir}/{name}.rtm",
                          cause="the result is omf")
        self.assertIn("3 inputs: 2 built (2 outputs), 1 failed", done.err)

    def test_equal_names_are_refused_before_anything_is_written(self):
        texts = self.texts()
        shutil.copy(texts / "a.rtm.json", texts / "a.json")
        self.fails(2, "build", texts, "-o", self.folder / "out", cause="for two inputs")
        self.assertFalse((self.folder / "out").exists())
        self.fails(2, "build", texts, "-o", texts / "out", cause="inside of the input folder")

    def test_one_failure_does_not_stop_the_others(self):
        texts, out = self.texts(), self.folder / "out"
        bad = (texts / "b/a.omf.json").read_text().replace('"speed"', '"sped"')
        (texts / "b/a.omf.json").write_text(bad)
        (texts / "b/aa.json").write_text("{")
        results = [self.fails(4, "build", texts, "--out", out / jobs, jobs,
                              cause=("/motions/0/sped", "TXT016", "TXT001"))
                   for jobs in ("-j1", "-j3")]
        self.assertEqual(*(result.err for result in results))
        self.assertIn("4 inputs: 2 built (2 outputs), 2 failed", results[0].err)
        self.assertLess(results[0].err.index("TXT016"), results[0].err.index("TXT001"))
        self.assertEqual(self.made("out/-j3"), ["a.rtm", "b/c.rtm"])
        done = self.fails(3, "build", texts / "a.rtm.json", self.folder / "none.json", "--out",
                          self.folder / "o", cause="none.json")
        self.assertIn("2 inputs: 1 built (1 output), 1 failed", done.err)

    def test_other_json_in_folders_is_skipped(self):
        texts = self.texts()
        other = self.put("texts/package.json", b'{"name":"x"}')
        self.put("texts/readme.txt", b"text")
        self.put("texts/a.gait.json", self.works("info", "--json", SAMPLES / "walk.rtm").bytes)
        done = self.works("build", texts, "--out", self.folder / "out")
        self.assertIn("5 inputs: 3 built (3 outputs), 2 skipped", done.err)
        self.assertNotIn("error", done.err)
        self.assertIn("package.json: skipped: is not a text of `gait dump`",
                      self.works("build", texts, "--out", self.folder / "o", "-v").err)
        self.fails(5, "build", other, texts / "a.rtm.json", "--out", self.folder / "p",
                   cause="TXT002")
        self.fails(2, "build", texts, "--include", "package*", "--out", self.folder / "q",
                   cause="all inputs were skipped")

    def test_update(self):
        texts, out = self.texts(), self.folder / "out"
        os.rename(texts / "b/a.omf.json", texts / "b/bank.json")
        for path in texts.rglob("*.json"):
            os.utime(path, (1e9, 1e9))
        self.works("build", texts, "--out", out, "--update")
        self.assertIn("3 inputs: 3 up to date",
                      self.works("build", texts, "--out", out, "--update").err)
        os.utime(texts / "a.rtm.json", (4e9, 4e9))
        self.assertIn("3 inputs: 1 built (1 output), 2 up to date",
                      self.works("build", texts, "--out", out, "--update").err)

    def test_dry_run(self):
        texts, out = self.texts(), self.folder / "out"
        done = self.works("build", texts, "--dry-run")
        self.assertIn("3 inputs: 3 checked", done.err)
        self.put("texts/package.json", b'{"name":"x"}')
        done = self.works("build", texts, "--dry-run", "-v", "--out", out)
        self.assertIn("4 inputs: 3 checked (0 outputs), 1 skipped", done.err)
        self.assertIn("would write", done.err)
        self.assertFalse(out.exists())
        self.put("texts/bad.json", b"[")
        done = self.fails(4, "build", texts, "--dry-run", cause="TXT001")
        self.assertIn("5 inputs: 3 checked (0 outputs), 1 skipped, 1 failed", done.err)

    def test_lists_of_texts(self):
        texts, out = self.texts(), self.folder / "out"
        names = self.put("names.txt", f"{texts / 'a.rtm.json'}\n{texts / 'b'}\n".encode())
        self.works("build", "--files-from", names, "--exclude", "c.*", "--out", out)
        self.assertEqual(self.made(), ["a.omf", "a.rtm"])

    def test_allowed_damage_names_its_text(self):
        texts = self.texts()
        path = texts / "a.rtm.json"
        path.write_text(path.read_text().replace('"matrices":[\n[1,',
                                                 '"matrices":[\n["0x7fc00000",'))
        done = self.fails(4, "build", texts, "--out", self.folder / "out", cause="TXT014")
        self.assertIn("3 inputs: 2 built (2 outputs), 1 failed", done.err)
        done = self.works("build", texts, "--out", self.folder / "o", "--allow-damage")
        self.assertRegex(done.err, r"warning: .*a.rtm.json: in its file: .*RTM050\] \(allowed\)")


main()
