#!/usr/bin/env python3
"""check: the banks of models in small mods, and references that are meant to do harm."""
import os
import struct
import time

from command import CommandTest, chunk, gait, main, ogf, omf, posix_only, schema_errors, text

BONES = (("root", ""), ("hand", "root"))


def listed(*refs, bones=BONES):
    """A model with a list of references, as in Call of Pripyat."""
    return ogf(bones) + chunk(24, struct.pack("<I", len(refs)) + b"".join(map(text, refs)))


def bank(*clips, **more):
    return omf(clips=tuple((name, 2) for name in clips), **more)


class Models(CommandTest):
    def findings(self, *arguments, **options):
        """[(name of the file, rule, text)] of `gait check`."""
        result = gait("check", "--json", *(arguments or (self.folder,)), **options)
        document = result.json()
        severities = {one["severity"] for file in document["files"] for one in file["findings"]}
        self.assertEqual(result.code, 1 if "error" in severities else 0, result.err)
        self.assertEqual(schema_errors(document, "check"), [])
        return [(os.path.basename(file["path"]), one["rule"], one["message"])
                for file in document["files"] for one in file["findings"]]

    def rules(self, *arguments, **options):
        return [rule for _, rule, _ in self.findings(*arguments, **options)]


class References(Models):
    def test_a_correct_mod_has_no_findings(self):
        self.put("meshes/a/idle.omf", bank("idle", "walk"))
        self.put("meshes/a/run.omf", bank("run"))
        self.put("meshes/b/Jump.OMF", bank("jump", bones=("ROOT", "hand"), played_on={"jump": 0}))
        one = self.put("meshes/models/one.ogf", ogf(BONES, refs=("a\\idle", " A/Run ", "b\\jump")))
        two = self.put("meshes/models/two.ogf", listed("a\\*", "b\\jump"))
        self.put("meshes/models/three.ogf", listed("*\\ju?p.omf", "a\\idle"))
        upper_case = "OMF103"
        self.assertEqual(self.rules("--ignore", upper_case, self.folder), [])
        self.assertEqual(self.rules("--ignore", upper_case, one, two), [])

    def test_a_missing_bank_is_reported_with_the_one_that_was_meant(self):
        self.put("meshes/new/knife.omf", bank("idle"))
        self.put("meshes/hands/draw_rifle.omf", bank("draw"))
        model = self.put("meshes/knife.ogf", ogf(BONES, refs=(
            "old\\knife", "hands\\draw_rifel", "hands\\hide", "none\\none")))
        texts = [text for _, rule, text in self.findings(model) if rule == "OGF130"]
        self.assertIn('there is "new\\knife"', texts[0])
        self.assertIn('there is "hands\\draw_rifle"', texts[1])
        self.assertEqual(["there is \"" in text for text in texts], [True, True, False, False])
        self.works("refs", model, "--rename", "old\\knife=new\\knife", "--in-place")
        self.assertEqual(self.rules(model).count("OGF130"), 3)

    def test_missing_banks_are_reported_per_reference(self):
        self.put("meshes/a/idle.omf", bank("idle"))
        refs = ("a\\idle", "a\\none", "b\\idle", "c\\*", "a\\idle.omf")
        for name, model in (("text.ogf", ogf(BONES, refs=refs)), ("list.ogf", listed(*refs))):
            path = self.put(f"meshes/{name}", model)
            found = self.findings(path)
            self.assertEqual([rule for _, rule, _ in found],
                             ["OGF130", "OGF130", "OGF131", "OGF130"])
            self.assertIn("a\\none", found[0][2])
            self.assertEqual(self.findings(), found if name == "text.ogf" else
                             [*found, *[("text.ogf", *one[1:]) for one in found]])
        self.fails(1, "check", "--strict", path)

    def test_a_loose_model_has_one_note(self):
        model = self.put("loose/model.ogf", listed("a\\idle", "a\\run", "b\\*"))
        self.assertEqual(self.rules(), ["OGF132"])
        self.assertEqual(self.works("check", "--strict", "-q", model).out, "")
        self.put("loose/run.omf", bank("run", bones=("root",)))
        self.assertEqual(self.rules(), ["OGF132", "OGF134"])
        self.put("loose/idle.omf", bank("idle"))
        self.assertEqual(self.rules(), ["OGF134"])

    def test_a_model_in_gamedata_uses_its_meshes(self):
        self.put("gamedata/meshes/a/idle.omf", bank("idle"))
        model = self.put("gamedata/levels/zone/model.ogf", listed("a\\idle", "near", "none"))
        self.put("gamedata/levels/zone/near.omf", bank("walk"))
        found = self.findings(model)
        self.assertEqual([(rule, "none" in said) for _, rule, said in found], [("OGF130", True)])

    def test_folders_can_be_added(self):
        model = self.put("mod/meshes/model.ogf", listed("a\\idle", "a\\w*"))
        self.put("mod/meshes/a/walk.omf", bank("walk"))
        self.put("game/gamedata/meshes/a/idle.omf", bank("idle"))
        self.put("game/gamedata/meshes/a/walk.omf", bank("walk", bones=("root",)))
        self.put("game/gamedata/meshes/a/wave.omf", bank("wave", "walk"))
        self.assertEqual(self.rules(model), ["OGF130"])
        for place in ("game", "game/gamedata/meshes"):
            self.assertEqual(self.rules("--search", self.folder / place, model), ["OGF138"])
        environment = {**os.environ, "GAIT_SEARCH": str(self.folder / "game")}
        self.assertEqual(self.rules(model, env=environment), ["OGF138"])
        self.fails(3, "check", "--search", self.folder / "none", model, cause="is not a folder")

    def test_standard_input_is_a_loose_model(self):
        found = gait("check", "--json", "-", stdin=listed("a\\idle")).json()["files"][0]["findings"]
        self.assertEqual([one["rule"] for one in found], ["OGF132"])


class Banks(Models):
    def mod(self, refs, **banks):
        for name, content in banks.items():
            self.put(f"meshes/{name}.omf", content)
        self.put("meshes/model.ogf", listed(*refs))
        return [one[1:] for one in self.findings() if one[0] == "model.ogf"]

    def test_fewer_and_more_bones(self):
        found = self.mod(("few", "many", "good"), few=bank("a", bones=("hand",)), good=bank("b"),
                         many=bank("c", bones=("root", "hand", "tail")))
        self.assertEqual([rule for rule, _ in found], ["OGF134", "OGF135"])
        self.assertIn("has 1 bone, but the model has 2; it lacks root", found[0][1])
        self.assertIn("1 bone of the bank \"many\" is not in the model: tail", found[1][1])

    def test_parts_that_do_not_cover_the_bones(self):
        found = self.mod(("first",), first=bank("a", bones=("root", "foot"), parts=[1, 1]))
        self.assertEqual([rule for rule, _ in found], ["OGF136", "OGF135"])
        self.assertIn("hand", found[0][1])

    def test_parts_that_differ_from_the_first_bank(self):
        banks = {"first": bank("a", parts=[1, 1]), "same": bank("b", parts=[1, 1],
                                                                played_on={"b": 1}),
                 "other": bank("c", "d", played_on={"c": 0})}
        found = self.mod(("first", "same", "other"), **banks)
        self.assertEqual([rule for rule, _ in found], ["OGF137"])
        self.put("meshes/model.ltx", b"[part_0]\r\n")
        self.assertEqual(self.mod(("first", "same", "other")), [])

    def test_motions_in_two_banks(self):
        found = self.mod(("b_*", "c"), b_1=bank("idle", "run", "hit"), b_2=bank("walk", "HIT"),
                         c=bank("idle", "run"))
        self.assertEqual([rule for rule, _ in found], ["OGF138", "OGF138"])
        self.assertIn("2 motions of the bank \"b_1\" are also in \"c\", which games use: idle, run",
                      found[0][1])
        self.assertIn("1 motion of the bank \"b_1\" is also in \"b_2\"", found[1][1])

    def test_a_bank_that_two_references_name_is_checked_once(self):
        found = self.mod(("a", "*", "a"), a=bank("idle", bones=("root",)))
        self.assertEqual([rule for rule, _ in found], ["OGF134"])

    def test_a_damaged_bank(self):
        self.put("meshes/cut.omf", omf()[:-40])
        self.put("meshes/text.omf", b"no bank at all, but long enough to be one\n")
        self.put("meshes/other.omf", ogf(BONES))
        model = self.put("meshes/model.ogf", listed("cut", "text"))
        self.assertEqual(self.rules(model), ["OGF133", "OGF133"])
        model.write_bytes(listed("cut", "text", "other"))
        found = self.findings("meshes/model.ogf", cwd=self.folder)
        self.assertEqual([rule for _, rule, _ in found], ["OGF133"] * 3)
        for (_, _, message), name in zip(found, ("cut", "text", "other")):
            path = os.path.join("meshes", f"{name}.omf")
            self.assertIn(f'the bank "{name}" ({path}) cannot be read: ', message)
        self.assertRegex(found[0][2], r"OMF\d{3}, ")
        self.assertRegex(found[1][2], r"FIL\d{3}, ")
        self.assertIn("no parameters", found[2][2])

    def test_the_bank_inside_a_model(self):
        inside = omf(bones=("root",))
        inside = chunk(14, inside[8:8 + struct.unpack_from("<I", inside, 4)[0]]) + chunk(
            15, inside[16 + struct.unpack_from("<I", inside, 4)[0]:])
        self.put("meshes/model.ogf", ogf(BONES) + inside)
        self.assertEqual(self.rules(), ["OGF134"])
        self.put("meshes/model.ogf", listed("a") + inside)
        self.put("meshes/a.omf", bank("idle"))
        self.assertEqual(self.rules(), [])

    def test_shared_banks_of_many_models(self):
        self.put("meshes/a.omf", bank("idle", bones=("root",)))
        for i in range(50):
            self.put(f"meshes/{i % 7}/{i}.ogf", listed("a"))
        self.assertEqual(self.rules(), ["OGF134"] * 50)


class Hostile(Models):
    def test_references_cannot_leave_the_mod(self):
        secret = self.put("secret.omf", bank("idle", bones=("root", "secret")))
        refs = ("..\\secret", "../secret", "a\\..\\..\\secret", str(secret)[:-4], "\\\\?\\secret",
                ".\\secret", "C:\\secret", "..\\*", "*\\..\\secret*", "", " ", "\x01", "x" * 5000)
        (self.folder / "meshes" / "a").mkdir(parents=True)
        model = self.put("meshes/model.ogf", listed(*refs))
        found = self.findings(model)
        self.assertEqual({rule for _, rule, _ in found}, {"OGF130", "OGF131"})
        self.assertEqual(len(found), len(refs))

    @posix_only("links need rights on Windows")
    def test_links_are_not_followed(self):
        self.put("outside/secret.omf", bank("idle", bones=("root", "secret")))
        (self.folder / "meshes").mkdir()
        os.symlink(self.folder / "outside", self.folder / "meshes" / "a")
        os.symlink(self.folder / "outside/secret.omf", self.folder / "meshes" / "b.omf")
        model = self.put("meshes/model.ogf", listed("a\\secret", "b"))
        self.assertEqual(self.rules(model), ["OGF130", "OGF130"])

    def test_many_references_are_limited(self):
        start = time.monotonic()
        for i in range(40):
            self.put(f"meshes/{i}.omf", bank(*(f"clip{clip}" for clip in range(40))))
        model = self.put("meshes/model.ogf", listed(*(str(i % 40) for i in range(100000))))
        found = self.rules(model)
        self.assertEqual(found.count("OGF139"), 1)
        self.assertEqual(found.count("OGF138"), 39)
        self.put("meshes/model.ogf", ogf(BONES, refs=["none"] * 100000))
        self.assertEqual(set(self.rules(model)), {"OGF130"})  # the note no longer fits
        self.assertLess(time.monotonic() - start, 30)

    def test_wildcards_over_many_files_are_limited(self):
        start = time.monotonic()
        content = bank("idle")
        for i in range(1500):
            self.put(f"meshes/a/{'a' * 80}{i:04}.omf", content)
        slow = "*a" * 250 + "b"
        model = self.put("meshes/model.ogf", listed(*[slow] * 1000))
        self.assertEqual(set(self.rules(model)), {"OGF131", "OGF139"})
        self.put("meshes/model.ogf", listed("*", "*"))
        found = self.findings(model)
        self.assertEqual([rule for _, rule, _ in found], ["OGF139"])
        self.assertIn("the last 2 of 2", found[0][2])
        self.assertLess(time.monotonic() - start, 30)


if __name__ == "__main__":
    main()
