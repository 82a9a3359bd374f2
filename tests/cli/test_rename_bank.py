#!/usr/bin/env python3
"""rename-bank: a bank is renamed together with the references of all models, or nothing is."""
import os
import struct

from command import (CommandTest, chunk, main, ogf, omf, posix_only, schema_errors, text)

BONES = (("root", ""), ("hand", "root"))
OLD, NEW = "actors\\stalker_animation", "actors\\new\\stalker"


def listed(*refs):
    """A model with a list of references, as in Call of Pripyat."""
    return ogf(BONES) + chunk(24, struct.pack("<I", len(refs)) + b"".join(map(text, refs)))


class Mod(CommandTest):
    """A mod with a bank, two models that name it, and one that does not."""

    def setUp(self):
        super().setUp()
        self.mod = self.folder / "mod"
        self.bank = self.put("mod/meshes/actors/stalker_animation.omf", omf())
        self.listed = self.put("mod/meshes/actors/listed.ogf", listed("x", OLD, "y"))
        self.texts = self.put("mod/meshes/props/texts.ogf",
                              ogf(BONES, refs=("a", " ACTORS/Stalker_Animation ", "\\" + OLD)))
        self.put("mod/meshes/props/other.ogf", listed("actors\\stalker_animation_2"))
        self.new = self.mod / "meshes/actors/new/stalker.omf"

    def content(self):
        return {path.relative_to(self.folder).as_posix(): path.read_bytes()
                for path in self.folder.rglob("*") if path.is_file()}

    def folders(self):
        return sorted(path for path in self.folder.rglob("*") if path.is_dir())

    def rename(self, *arguments, code=0, cause=(), old=OLD, new=NEW, mod=None, **options):
        return self.fails(code, "rename-bank", old, new, "--in", mod or self.mod, *arguments,
                          cause=cause, **options)

    def refuses(self, code, *arguments, **options):
        """Fails, and no file or folder is changed, created or removed."""
        before, folders = self.content(), self.folders()
        result = self.rename(*arguments, code=code, **options)
        self.assertEqual(self.content(), before)
        self.assertEqual(self.folders(), folders)
        return result

    def document(self, *arguments, code=0, **options):
        result = self.rename("--json", *arguments, code=code, **options)
        self.assertEqual(schema_errors(result.json(), "rename-bank"), [])
        self.assertEqual(result.json()["exit_code"], code)
        return result.json()


class Renaming(Mod):
    def test_both_forms_are_changed_and_everything_else_is_kept(self):
        before = self.content()
        result = self.rename()
        self.assertIn("2 of 3 models changed", result.err)
        after = self.content()
        self.assertEqual(after.pop("mod/meshes/actors/new/stalker.omf"),
                         before.pop("mod/meshes/actors/stalker_animation.omf"))
        self.assertEqual(after, {
            **before,
            "mod/meshes/actors/listed.ogf": listed("x", NEW, "y"),
            "mod/meshes/props/texts.ogf": ogf(BONES, refs=("a", f" {NEW} ", "\\" + NEW))})

    def test_there_and_back(self):
        self.texts.write_bytes(ogf(BONES, refs=("a", f" {OLD} ")))
        before = self.content()
        self.rename()
        self.rename(old=NEW, new=OLD)
        self.assertEqual(self.content(), before)

    def test_operands_are_files_or_references_with_both_slashes(self):
        for old, new in ((OLD.replace("\\", "/"), NEW.replace("\\", "/")), (OLD.upper(), NEW),
                         ("\\" + OLD, "/" + NEW), (self.bank, self.new),
                         ("meshes/actors/stalker_animation.omf", "meshes\\actors/new/stalker.omf"),
                         ("actors/stalker_animation.OMF", NEW), (OLD, "actors/new/stalker.omf")):
            with self.subTest(old=old, new=new):
                found = self.document("--dry-run", old=old, new=new)
                self.assertEqual((found["old"]["ref"], found["new"]["ref"]), (OLD, NEW))
                self.assertEqual(os.path.normpath(found["new"]["path"]), str(self.new))
                self.assertEqual([len(model["refs"]) for model in found["models"]], [1, 2])

    @posix_only("the current folder of wine is that of its drive")
    def test_files_relative_to_the_current_folder(self):
        for folder, old, new, mod in (
                (self.folder, "mod/meshes/actors/stalker_animation.omf",
                 "mod/meshes/actors/new/stalker.omf", "mod"),
                (self.bank.parent, "stalker_animation.omf", "new/stalker.omf", "../.."),
                (self.mod / "meshes", "actors/stalker_animation.omf", "actors/new/stalker.omf",
                 "."), (self.folder, OLD, "actors/new/stalker.omf", "./mod/")):
            with self.subTest(str(folder)):
                found = self.document("--dry-run", old=old, new=new, mod=mod, cwd=folder)
                self.assertEqual((found["old"]["ref"], found["new"]["ref"]), (OLD, NEW))
        self.refuses(2, old="../../x.omf", cause="is not in")
        self.refuses(2, new=self.folder / "elsewhere.omf", cause="is not in")

    def test_root_of_references(self):
        os.makedirs(self.folder / "all/gamedata")
        os.rename(self.mod / "meshes", self.folder / "all/gamedata/Meshes")
        for mod in ("all", "all/gamedata", "all/gamedata/Meshes"):
            found = self.document("--dry-run", mod=self.folder / mod)
            self.assertEqual(os.path.normpath(found["root"]),
                             str(self.folder / "all/gamedata/Meshes"))
        self.refuses(2, mod=self.folder / "all/gamedata/Meshes/actors", cause="part of a folder")
        self.refuses(3, mod=self.folder / "nothing", cause="is not a folder")

    def test_existing_folders_are_used_whatever_their_case(self):
        os.mkdir(self.mod / "meshes/Other")
        self.rename(new="other\\walk")
        self.assertEqual(os.listdir(self.mod / "meshes/Other"), ["walk.omf"])

    def test_a_bank_that_no_model_names_is_renamed(self):
        self.put("mod/meshes/alone.omf", omf())
        result = self.rename(old="alone", new="b")
        self.assertIn("no model names the bank", result.err)
        self.assertTrue((self.mod / "meshes/b.omf").is_file())
        self.assertFalse((self.mod / "meshes/alone.omf").exists())

    def test_dry_run(self):
        result = self.refuses(0, "--dry-run", "--backup")
        self.assertIn(f"  * {OLD} -> {NEW}\n", result.out)
        self.assertIn("2 of 3 models would be changed", result.err)

    def test_backup(self):
        before = self.content()
        self.rename("--backup")
        backup = self.listed.with_name("listed.ogf.bak")
        self.assertEqual(backup.read_bytes(), before["mod/meshes/actors/listed.ogf"])
        self.assertFalse(self.listed.with_name("other.ogf.bak").exists())
        self.refuses(3, "--backup", old=NEW, new=OLD, cause="listed.ogf.bak: exists already")
        self.refuses(3, "--backup", "--dry-run", old=NEW, new=OLD, cause="listed.ogf.bak")
        self.rename("--backup", "-f", old=NEW, new=OLD)
        self.assertEqual(backup.read_bytes(), listed("x", NEW, "y"))

    def test_json(self):
        found = self.document("-q")
        self.assertEqual((found["renamed"], found["searched"], found["mentions"]),
                         (True, 3, None))
        self.assertEqual([model["changed"] for model in found["models"]], [True, True])
        self.assertEqual(found["models"][0]["refs"], [{"index": 1, "old": OLD, "new": NEW}])


class Warnings(Mod):
    def test_wildcards(self):
        self.put("mod/meshes/wild.ogf", listed("actors\\st*", "actors\\*.omf", "actors\\new\\*"))
        before = (self.mod / "meshes/wild.ogf").read_bytes()
        found = self.document("--dry-run")["models"][-1]
        self.assertEqual([(one["index"], one["matches"]) for one in found["patterns"]],
                         [(0, "old"), (2, "new")])
        self.assertFalse(found["changed"])
        result = self.rename()
        self.assertIn("wild.ogf: reference 0, 'actors\\st*', matches the old path", result.err)
        self.assertIn("reference 2, 'actors\\new\\*', matches the new path", result.err)
        self.assertEqual((self.mod / "meshes/wild.ogf").read_bytes(), before)

    def test_a_model_with_the_new_reference(self):
        self.put("mod/meshes/both.ogf", listed(OLD, NEW))
        self.assertIn("both.ogf: already has the reference", self.rename().err)

    def test_text_files_are_listed_but_not_changed(self):
        names = {"a.ltx": b"[x]\r\nvisual = ACTORS\\stalker_animation.omf\r\n; actors/stalker_"
                          b"animation\r\n",
                 "b.script": b'local a = "meshes\\\\actors\\\\stalker_animation"\n',
                 "c.xml": b"<a>xactors\\stalker_animation</a>\n<a>actors\\stalker_animation_2</a>",
                 "d.txt": OLD.encode()}
        for name, content in names.items():
            self.put(f"mod/configs/{name}", content)
        found = self.document("--dry-run", "-v", "-q")["mentions"]
        self.assertEqual([(os.path.basename(one["path"]), one["line"]) for one in found],
                         [("a.ltx", 2), ("a.ltx", 3), ("b.script", 1)])
        self.assertIn("a.ltx:2: may name the bank", self.rename("-v").err)
        for name, content in names.items():
            self.assertEqual((self.mod / "configs" / name).read_bytes(), content)


class Refusals(Mod):
    def test_paths(self):
        self.refuses(3, old="actors\\stalker_animatoin", cause=f"did you mean '{OLD}'?")
        self.refuses(3, old="somewhere\\else\\entirely\\stalker_animation", cause=f"mean '{OLD}'?")
        self.refuses(3, old="nothing", cause="there is no bank")
        self.put("mod/meshes/Walk.omf", omf())
        self.refuses(3, new="walk", cause="Walk.omf: exists already")
        self.refuses(2, new=OLD.upper(), cause="is the same path")
        for new in ("", "a\\", "a\\\\b", "a*", "a\\..\\b", "a:b", "a\tb", "a .omf"):
            with self.subTest(new):
                self.refuses(2, new=new)

    @posix_only("names of files ignore case")
    def test_two_files_with_one_name(self):
        self.put("mod/meshes/actors/STALKER_animation.omf", omf())
        self.refuses(3, cause="differ only in case")

    @posix_only("wine makes copies of links")
    def test_an_interrupted_rename_is_continued(self):
        self.new.parent.mkdir()
        os.link(self.bank, self.new)
        self.listed.write_bytes(listed("x", NEW, "y"))
        result = self.rename()
        self.assertIn("an interrupted rename is continued", result.err)
        self.assertFalse(self.bank.exists())
        self.assertEqual(self.new.read_bytes(), omf())
        self.assertEqual(self.texts.read_bytes(),
                         ogf(BONES, refs=("a", f" {NEW} ", "\\" + NEW)))

    def test_options(self):
        self.fails(2, "rename-bank", OLD, NEW, cause="--in")
        self.fails(2, "rename-bank", OLD, "--in", self.mod)
        self.refuses(2, "--in", self.mod, cause="only once")
        self.refuses(2, "-f", cause="--backup")

    def test_references_that_a_model_cannot_hold(self):
        self.refuses(5, new="a,b", cause="OGF141")
        self.refuses(5, new="x" * 200 + "\\" + "y" * 150 + "\\" + "z" * 170, cause="OGF141")
        found = self.document("--keep-going", new="a,b", code=5)
        self.assertEqual([model["changed"] for model in found["models"]], [True, False])
        self.assertEqual(found["models"][1]["error"]["rule"], "OGF141")

    def test_unreadable_models(self):
        self.put("mod/meshes/cut.ogf", ogf(BONES)[:-1])
        self.put("mod/meshes/bank.ogf", omf())
        result = self.refuses(4, cause="2 models cannot be searched; nothing is renamed")
        for name in ("cut.ogf", "bank.ogf"):
            self.assertIn(name, result.err)
        found = self.document("--keep-going", code=4)
        self.assertTrue(found["renamed"])
        self.assertEqual([model["exit_code"] for model in found["models"]], [0, 5, 4, 0])
        self.assertEqual(self.listed.read_bytes(), listed("x", NEW, "y"))

    def test_models_without_bones_are_searched(self):
        self.put("mod/meshes/mesh.ogf", chunk(1, struct.pack("<BBH10f", 4, 0, 0, *[0] * 10)))
        self.assertEqual(self.document("--dry-run")["searched"], 4)

    @posix_only("links need rights")
    def test_links(self):
        os.symlink(self.bank, self.bank.with_name("link.omf"))
        os.symlink(self.listed, self.listed.with_name("link.ogf"))
        os.symlink(self.folder, self.mod / "meshes" / "walk")
        self.refuses(3, old="actors\\link", cause="links are not followed")
        self.refuses(3, new="actors\\link", cause="exists already")
        self.assertIn("link.ogf", self.rename(new="walk").err)

    def test_nothing_is_changed_when_a_backup_cannot_be_written(self):
        self.put("mod/meshes/props/texts.ogf.bak/in_the_way", b"")
        self.refuses(3, "--backup", "-f", cause="folder")

    @posix_only("folders without write access")
    def test_everything_is_put_back_when_the_old_name_cannot_be_removed(self):
        if os.geteuid() != 0:
            self.skipTest("only root can run the command as another user")
        self.put("mod/meshes/old/bank.omf", omf())
        self.put("mod/meshes/actors/third.ogf", listed("old\\bank"))
        for path in (self.folder, *self.folder.rglob("*")):
            os.chmod(path, 0o777 if path.is_dir() else 0o666)
        # Linux allows no links to this file, which is copied.
        self.put("mod/meshes/props/fourth.ogf", listed("old\\bank"))
        os.chmod(self.mod / "meshes/old", 0o755)
        for arguments in ((), ("--backup",)):
            result = self.refuses(3, *arguments, old="old\\bank", new="deep\\new\\bank",
                                  user=65534, cause=("bank.omf: cannot remove",
                                                     "third.ogf is not changed",
                                                     "nothing is renamed"))
            self.assertNotIn("was not put back", result.err)


@posix_only("the memory of a program of wine is not known")
class Memory(Mod):
    def test_models_are_searched_without_reading_their_meshes(self):
        """Reading a model with 1 GiB of meshes would require as much memory."""
        import resource
        size = 1 << 30
        with open(self.mod / "meshes/large.ogf", "wb") as file:
            file.write(ogf(BONES) + struct.pack("<II", 3, size))
            file.seek(size, os.SEEK_CUR)
            file.write(chunk(24, struct.pack("<I", 1) + text("x")))
        self.assertEqual(self.document("--dry-run")["searched"], 4)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, size / 1024 / 2)


if __name__ == "__main__":
    main()
