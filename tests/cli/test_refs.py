#!/usr/bin/env python3
"""refs: references of models are listed and edited, and all other chunks keep their bytes."""
import os
import struct

from command import (CommandTest, chunk, gait, main, ogf, omf, posix_only, schema_errors, text)

BONES = (("root", ""), ("hand", "root"))


def listed(*refs, tail=b"", more=b""):
    """A model with a list of references, as in Call of Pripyat."""
    count = struct.pack("<I", len(refs))
    return ogf(BONES) + chunk(24, count + b"".join(map(text, refs)) + tail) + more


def chunks(content):
    """[(id, stated size, payload)]; the last payload may be longer than its size."""
    found, at = [], 0
    while at + 8 <= len(content):
        number, size = struct.unpack_from("<II", content, at)
        after = content[at + 8 + size:]
        if after and (len(after) < 8 or struct.unpack_from("<I", after, 4)[0] > len(after) - 8):
            return found + [(number, size, content[at + 8:])]
        found.append((number, size, content[at + 8:at + 8 + size]))
        at += 8 + size
    assert at == len(content)
    return found


def others(content):
    return [one for one in chunks(content) if one[0] & 0x7FFFFFFF not in (19, 24, 29)]


def stored(content):
    """The references in the first chunk with references, as games read them."""
    for number, _, payload in chunks(content):
        if number & 0x7FFFFFFF in (19, 29):
            return payload[:payload.index(0)].decode("cp1251").split(",")
        if number & 0x7FFFFFFF == 24:
            count = struct.unpack_from("<I", payload)[0]
            return [one.decode("cp1251") for one in payload[4:].split(b"\0")[:count]]
    return []


class References(CommandTest):
    def edits(self, path, refs, *arguments):
        """Edits a model in place; asserts its references and that all other chunks are the same."""
        before = path.read_bytes()
        result = self.works("refs", path, *arguments, "--in-place")
        after = path.read_bytes()
        self.assertEqual(stored(after), list(refs))
        self.assertEqual(others(after), others(before))
        self.assertEqual(self.leftovers(), [])
        return result

    def document(self, *arguments, code=0, schema="refs"):
        result = self.fails(code, "refs", "--json", *arguments)
        self.assertEqual(result.json()["schema"], f"gait.{schema}/1")
        self.assertEqual(schema_errors(result.json(), schema), [])
        return result.json()["files"]


class Listing(References):
    def test_both_forms_and_none(self):
        self.put("a.ogf", ogf(BONES, refs=("a\\b", " c ")))
        self.put("b.ogf", listed("a,b", "\u0436"))
        self.put("c.ogf", ogf(BONES))
        self.put("d.omf", omf())
        result = self.works("refs", self.folder)
        for line in ("text ", "list ", "a,b", "\u0436"):
            self.assertIn(line, result.out)
        found = self.document(self.folder)
        self.assertEqual([(one["form"], one["refs"]) for one in found],
                         [("text", ["a\\b", "c"]), ("list", ["a,b", "\u0436"]), (None, [])])
        self.assertNotIn("changed", found[0])

    def test_other_and_damaged_files(self):
        bank = self.put("bank.omf", omf())
        cut = self.put("cut.ogf", ogf(BONES)[:-1])
        self.fails(5, "refs", bank, cause="is not an OGF")
        self.fails(3, "refs", self.folder / "none.ogf")
        found = self.document(cut, bank, code=4)
        self.assertEqual([one["status"] for one in found], ["bad", "ok"])
        self.assertEqual(found[0]["error"]["rule"], "OMF001")


class Editing(References):
    def test_there_and_back_gives_the_same_bytes(self):
        more = chunk(23, b"lod\0") + chunk(0x80637546, b"")
        for name, content in (("text", ogf(BONES, refs=("a\\b", " c", "d_*")) + more),
                              ("list", listed("a\\b", "c", "d_*", tail=b"xy", more=more)),
                              ("long", listed("a\\b", "c", "d_*")[:-1] + b"\0tail"),
                              ("none", ogf(BONES) + more)):
            with self.subTest(name):
                path = self.put(f"{name}.ogf", content)
                refs = stored(content)
                self.edits(path, [*refs, "x\\y"], "--add", "x/y")
                self.edits(path, refs, "--remove", "X/Y")
                self.assertEqual(path.read_bytes(), content)
                if refs:
                    self.edits(path, ["z", *refs[1:]], "--rename", "A\\B=z")
                    self.edits(path, refs, "--rename", "z=a\\b")
                    self.assertEqual(path.read_bytes(), content)

    def test_form_and_sizes(self):
        text_model = self.put("text.ogf", ogf(BONES, refs=("a", "b")))
        list_model = self.put("list.ogf", listed("a", "b"))
        for path in (text_model, list_model):
            self.edits(path, ["c", "b", "d", "e"], "--rename", "a=c", "--add", "d", "--add", "e")
        self.assertEqual(chunks(text_model.read_bytes())[-1], (19, 8, b"c,b,d,e\0"))
        self.assertEqual(chunks(list_model.read_bytes())[-1],
                         (24, 12, b"\4\0\0\0c\0b\0d\0e\0"))
        self.edits(list_model, ["0", "c", "1", "b"], "--remove", "?", "--add", "0", "--add", "c",
                   "--add", "1", "--add", "b")
        self.edits(text_model, ["c", "x", "y", "b", "d", "e"], "--add", "x", "--add", "y",
                   "--at", "1")
        self.edits(text_model, [], "--remove", "*")
        self.assertEqual(text_model.read_bytes(), ogf(BONES))
        self.edits(text_model, ["new"], "--add", "new")
        self.assertEqual(chunks(text_model.read_bytes())[-1], (19, 4, b"new\0"))

    def test_references_with_wildcards_match_themselves(self):
        path = self.put("a.ogf", listed("dir\\*", "dir\\a", "dir\\b"))
        self.edits(path, ["dir\\a", "dir\\b"], "--remove", "dir/*")
        self.edits(path, [], "--remove", "dir/*")

    def test_folders(self):
        one = self.put("mod/meshes/one.ogf", listed("old", "x"))
        two = self.put("mod/meshes/two.ogf", ogf(BONES, refs=("y", "OLD")))
        rest = self.put("mod/meshes/rest.ogf", listed("x"))
        self.put("mod/meshes/bank.omf", omf())
        content = rest.read_bytes()
        result = self.works("refs", self.folder / "mod", "--rename", "old=new", "--in-place")
        self.assertIn("2 of 3 files changed", result.err)
        self.assertEqual(stored(one.read_bytes()), ["new", "x"])
        self.assertEqual(stored(two.read_bytes()), ["y", "new"])
        self.assertEqual(rest.read_bytes(), content)
        self.fails(2, "refs", self.folder / "mod", "--rename", "new=a", "--remove", "nww",
                   "--in-place", cause='did you mean "new"')
        self.assertEqual(stored(one.read_bytes()), ["new", "x"])

    def test_selection_of_files(self):
        for path in ("mod/a.ogf", "mod/sub/b.ogf", "mod/old/c.ogf", "d.ogf"):
            self.put(path, listed("old"))
        self.put("mod/a.omf", omf())
        names = self.put("names.txt", f"{self.folder / 'mod'}\n{self.folder / 'd.ogf'}\n".encode())
        for arguments, wanted in (((), "a c b d"),
                                  (("--include", "a.*", "--include", "B.ogf"), "a b d"),
                                  (("--include", "sub/*"), "b d"), (("--include", "*.omf"), "d"),
                                  (("--exclude", "old"), "a b d")):
            with self.subTest(arguments):
                found = self.document("--files-from", names, *arguments)
                self.assertEqual([one["path"].replace("\\", "/").split("/")[-1][0]
                                  for one in found], wanted.split())
        self.works("refs", "--files-from", names, "--exclude", "old", "--rename", "old=new",
                   "--in-place")
        self.assertEqual(stored((self.folder / "mod/a.ogf").read_bytes()), ["new"])
        self.assertEqual(stored((self.folder / "mod/old/c.ogf").read_bytes()), ["old"])
        result = self.works("refs", self.folder / "mod", "--include", "x*")
        self.assertIn("is selected", result.err)
        self.fails(2, "refs", cause="refs needs PATH")
        self.fails(3, "refs", "--files-from", self.folder / "missing.txt")

    def test_json_and_dry_run(self):
        path = self.put("a.ogf", listed("a"))
        before = path.read_bytes()
        found = self.document(path, "--add", "b", "--dry-run", schema="edit")[0]
        self.assertEqual((found["changed"], found["changes"]),
                         (True, [{"line": 0, "text": "add reference b"}]))
        self.put("b.ogf", listed("a", "d"))
        result = self.works("refs", self.folder / "b.ogf", "--rename", "a=c", "--add", "b",
                            "--remove", "d", "--dry-run")
        self.assertEqual(result.out.splitlines()[1:], [
            "  remove reference d", "  reference a -> c", "  add reference b"])
        (self.folder / "b.ogf").unlink()
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), ["a.ogf"])


class Refusals(References):
    def refuses(self, code, path, *arguments, cause=()):
        before = path.read_bytes()
        names = sorted(os.listdir(self.folder))
        self.fails(code, "refs", path, *arguments, cause=cause)
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(sorted(os.listdir(self.folder)), names)

    def test_names_that_do_not_fit(self):
        long = self.put("list.ogf", listed("a"))
        short = self.put("text.ogf", ogf(BONES, refs=("a",)))
        for path in (long, short):
            for name in ("x" * 516, "", " a", "a\tb", "a "):
                self.refuses(5, path, "--add", name, "--in-place", cause="OGF141")
            self.refuses(5, path, "--add", "\u4e00", "--in-place", cause="EDT009")
            self.refuses(2, path, "--add", "a.omf", "--in-place", cause=("EDT004", "extension"))
        self.refuses(5, short, "--rename", "a=b,c", "--in-place", cause="OGF141")
        self.refuses(5, short, "--add", "x" * 515, "--add", "yy", "--in-place", cause="OGF141")
        self.works("refs", long, "--add", "x" * 515, "--rename", "a=b,c", "--in-place")

    def test_models_that_cannot_hold_references(self):
        boneless = self.put("mesh.ogf", chunk(1, struct.pack("<BBH10f", 4, 0, 0, *[0] * 10)))
        self.refuses(5, boneless, "--add", "a", "--in-place", cause="OGF140")
        count = self.put("count.ogf", ogf(BONES) + chunk(24, b"\3\0\0\0a\0"))
        self.refuses(5, count, "--add", "b", "--in-place", cause="OGF140")
        both = self.put("both.ogf", ogf(BONES, refs=("a",)) + chunk(24, b"\1\0\0\0b\0"))
        self.refuses(5, both, "--remove", "a", "--in-place", cause="OGF140")

    def test_no_match(self):
        path = self.put("a.ogf", listed("actors\\stalker_animation"))
        self.refuses(2, path, "--remove", "actors\\stalker_animatoin", "--in-place",
                     cause=("EDT006", 'did you mean "actors\\stalker_animation"?'))
        self.refuses(2, path, "--remove", "nothing*", "--in-place", cause="EDT005")
        self.refuses(2, path, "--rename", "*=x", "--in-place", cause="EDT005")

    def test_options(self):
        path = self.put("a.ogf", listed("a"))
        for arguments in (("--add", "b"), ("--add", "b", "-o", "b.ogf", "--in-place"),
                          ("--add", "b", "--backup", "-o", "b.ogf"), ("--in-place",),
                          ("--dry-run",), ("--at", "1"), ("--add", "b", "--at", "2", "--in-place"),
                          ("--rename", "a", "--in-place"), ("--rename", "=b", "--in-place"),
                          ("--rename", "a=", "--in-place"),
                          ("--add", "b", "-o", "-", "--json")):
            with self.subTest(arguments):
                self.refuses(2, path, *arguments)
        other = self.put("b.ogf", listed("a"))
        self.fails(2, "refs", path, other, "--add", "b", "-o", self.folder / "c.ogf")
        self.fails(2, "refs", self.folder, "--add", "b", "-o", self.folder / "c.ogf")
        self.fails(2, "refs", "-", "--add", "b", "--in-place", stdin=listed("a"))


class Writing(References):
    def test_output_file(self):
        path, out = self.put("a.ogf", listed("a")), self.folder / "out.ogf"
        before = path.read_bytes()
        self.works("refs", path, "--add", "b", "-o", out)
        self.assertEqual(stored(out.read_bytes()), ["a", "b"])
        self.assertEqual(path.read_bytes(), before)
        self.fails(3, "refs", path, "--add", "c", "-o", out, cause="exists already")
        self.works("refs", path, "--add", "c", "-o", out, "-f")
        self.assertEqual(stored(out.read_bytes()), ["a", "c"])

    def test_streams(self):
        result = self.works("refs", "-", "--add", "b", "-o", "-", stdin=listed("a"))
        self.assertEqual(stored(result.bytes), ["a", "b"])

    def test_nothing_is_written_when_nothing_changes(self):
        path, out = self.put("a.ogf", listed("a")), self.folder / "out.ogf"
        os.utime(path, (1, 1))
        for target in (("--in-place", "--backup"), ("-o", out)):
            for edit in (("--add", "A"), ("--rename", "a=a")):
                result = self.works("refs", path, *edit, *target)
                self.assertIn("nothing to change", result.err)
        self.assertEqual(os.listdir(self.folder), ["a.ogf"])
        self.assertEqual(path.stat().st_mtime, 1)

    def test_backup(self):
        path = self.put("a.ogf", listed("a"))
        first = path.read_bytes()
        backup = self.folder / "a.ogf.bak"
        self.works("refs", path, "--add", "b", "--in-place", "--backup")
        second = path.read_bytes()
        self.assertEqual(backup.read_bytes(), first)
        self.fails(3, "refs", path, "--add", "c", "--in-place", "--backup", cause="a.ogf.bak")
        self.fails(3, "refs", path, "--add", "c", "--in-place", "--backup", "--dry-run")
        self.assertEqual((path.read_bytes(), backup.read_bytes()), (second, first))
        self.works("refs", path, "--add", "c", "--in-place", "--backup", "-f")
        self.assertEqual(backup.read_bytes(), second)

    def test_source_is_kept_without_its_backup(self):
        path = self.put("a.ogf", listed("a"))
        self.put("a.ogf.bak/in_the_way", b"")
        before = path.read_bytes()
        self.fails(3, "refs", path, "--add", "b", "--in-place", "--backup", "-f", cause="folder")
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(self.leftovers(), [])

    @posix_only("folders without write access")
    def test_source_is_kept_when_writing_fails(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        path = self.put("locked/a.ogf", listed("a"))
        before = path.read_bytes()
        os.chmod(path.parent, 0o500)
        self.addCleanup(os.chmod, path.parent, 0o700)
        self.fails(3, "refs", path, "--add", "b", "--in-place", "--backup")
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(os.listdir(path.parent), ["a.ogf"])

    def test_warnings(self):
        rigid = bytearray(ogf(BONES))
        rigid[9] = 10
        path = self.put("rigid.ogf", bytes(rigid))
        self.assertIn("OGF142", gait("refs", path, "--add", "b", "--in-place").err)


if __name__ == "__main__":
    main()
