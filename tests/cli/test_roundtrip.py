#!/usr/bin/env python3
"""convert --base: applying an edited glTF to its original file."""
import json
import math
import os
import pathlib
import struct

from command import CommandTest, gait, main, ogf, omf, schema_errors
from edited import Edited
from meshed import Meshed

SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
BANK, WALK, PACKED = (SAMPLES / name for name in
                      ("stalker.omf", "walk.rtm", "walk_binarised.rtm"))


def changed_glb(content, name, change):
    """A .glb whose JSON `change` was applied to; the binary part is kept."""
    size = int.from_bytes(content[12:16], "little")
    scene = json.loads(content[20:20 + size])
    change(scene)
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    rest = content[20 + size:]
    total = 20 + len(text) + len(rest)
    return (content[:8] + total.to_bytes(4, "little") + len(text).to_bytes(4, "little") +
            content[16:20] + text + rest)


def drop_extras(scene):
    for owner in (*scene["nodes"], *scene["animations"], *scene["scenes"]):
        owner.pop("extras", None)


class Back(CommandTest):
    def glb(self, source):
        path = self.folder / f"{source.stem}.glb"
        self.works("convert", "-f", source, path)
        return path

    def edited(self, source, change):
        content = self.glb(source).read_bytes()
        return self.put("edited.glb", changed_glb(content, source.stem, change))

    def motions(self):
        """The bank as SDK motions."""
        path = self.folder / "stalker.skls"
        self.works("convert", "-f", "--lossy", BANK, path)
        return path

    def one_motion(self):
        path = self.folder / "walk.skl"
        self.works("convert", "-f", "--clip=walk", BANK, path)
        return path

    def names(self, path):
        clips = self.works("info", "--json", path).json()["files"][0]["clips"]
        return [clip["name"] for clip in clips]

    def test_unedited_file_keeps_its_bytes(self):
        for source, options in ((BANK, ()), (WALK, ()), (PACKED, ("--to=bmtr",)),
                                (self.motions(), ()), (self.one_motion(), ())):
            out = self.folder / f"out{source.suffix}"
            said = self.works("convert", "-f", *options, f"--base={source}", self.glb(source), out)
            self.assertIn("0 clips changed", said.err)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_a_file_without_a_clip_of_the_base_is_refused(self):
        def rename(scene):
            scene["animations"] = [{**scene["animations"][0], "name": "stranger"}]
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        result = gait("convert", "--json", "--base", BANK, glb, out)
        self.assertEqual((result.code, result.json()["refused"]), (5, "no_clips"))
        self.assertEqual(result.json()["rule"], "RTP006")
        self.assertIn("[RTP006]", result.err)
        self.assertFalse(out.exists())

    def test_a_refusal_for_other_names_lists_those_of_both_files(self):
        def rename(*names):
            def change(scene):
                scene["animations"] = [{**scene["animations"][0], "name": name, "extras": {}}
                                       for name in names]
            return change
        for source, names, own in ((WALK, ("run", "jump"), "walk"), (WALK, (), "walk"),
                                   (BANK, tuple("abcd"), "idle, walk, salute, ...")):
            with self.subTest(source.name, names=names):
                glb, out = self.edited(source, rename(*names)), self.folder / f"out{source.suffix}"
                error = self.fails(5, "convert", "-f", f"--base={source}", glb, out,
                                   cause="[RTP006]").err
                listed = ", ".join((*names[:3], *["..."] * bool(names[3:]))) or "no clips"
                self.assertIn(f"it has {listed}, and the base has {own} [", error)

    def test_some_of_many_missing_clips_are_named(self):
        bank = self.put("many.omf", omf(clips=[(f"clip{index}", 3) for index in range(20)]))
        self.put("many.ogf", ogf())
        glb, out = self.folder / "one.glb", self.folder / "out.omf"
        self.works("convert", "--clip=clip7", bank, glb)
        said = self.works("convert", "--base", bank, glb, out).err
        self.assertEqual(said.count(" is missing: kept"), 8)
        self.assertIn("11 more clips: missing, kept as in the base (-v lists them)", said)
        said = self.works("convert", "-vf", "--base", bank, glb, out).err
        self.assertEqual(said.count(" is missing: kept"), 19)

    def test_skeleton_is_taken_from_the_extras(self):
        bank, model = self.put("bank.omf", omf()), self.put("model.ogf", ogf())
        glb, out = self.glb(bank), self.folder / "out.omf"
        model.unlink()
        said = self.works("convert", f"--base={bank}", glb, out)
        self.assertIn("skeleton: from the extras", said.err)
        self.assertEqual(out.read_bytes(), bank.read_bytes())

    def test_a_moved_armature_changes_no_clip(self):
        half = math.radians(10)
        moves = ({"translation": [0, 1, 0]}, {"translation": [0.02, 0, 0]},
                 {"rotation": [0, math.sin(half), 0, math.cos(half)]})
        for source in (BANK, WALK):
            for move in moves:
                def place(scene):
                    root = scene["scenes"][0]["nodes"][0]
                    scene["nodes"][root].update(move)

                def place_above(scene):
                    root = scene["scenes"][0]["nodes"][0]
                    scene["nodes"].append({"name": "Empty", "children": [root], **move})
                    scene["scenes"][0]["nodes"] = [len(scene["nodes"]) - 1]
                for change in (place, place_above):
                    out = self.folder / f"out{source.suffix}"
                    result = self.works("convert", "-f", "--json", f"--base={source}",
                                        self.edited(source, change), out)
                    self.assertTrue(result.json()["corrections"]["placed"])
                    self.assertEqual(out.read_bytes(), source.read_bytes(), move)

    def animated_armature(self, source, turn=None):
        """The clip "walk", whose armature moves by 50 mm in each frame."""
        edited = Edited(self.glb(source).read_bytes())
        animation = edited.animation("walk")
        root = edited.scene["scenes"][0]["nodes"][0]
        frames = max((edited.rows(sampler["input"]) for sampler in animation["samplers"]), key=len)
        moves = [[0, 0, 0.05 * frame] for frame in range(len(frames))]
        edited.scene["nodes"][root].update(turn or {})
        animation["channels"].append({"sampler": len(animation["samplers"]),
                                      "target": {"node": root, "path": "translation"}})
        animation["samplers"].append({"input": edited.added(frames, "SCALAR"),
                                      "output": edited.added(moves, "VEC3")})
        return self.put("edited.glb", edited.content())

    def test_motion_of_the_armature_is_added_to_the_root(self):
        for turn in (None, {"translation": [0, 0, 0.8]}):
            for source, bone in ((BANK, "root_stalker"), (WALK, "Pelvis")):
                glb, out = self.animated_armature(source, turn), self.folder / f"o{source.suffix}"
                result = self.works("convert", "-f", "--json", f"--base={source}", glb, out)
                walk = next(clip for clip in result.json()["clips"] if clip["name"] == "walk")
                moved = walk["translation"]
                self.assertIn("object_motion", walk["notes"])
                self.assertEqual((walk["channels"], walk["rotation"]), (1, None))
                self.assertEqual(moved["bone"]["name"], bone)
                self.assertAlmostEqual(moved["mm"], 50 * moved["frame"], 2)
                self.assertGreater(moved["frame"], 20)
                self.assertEqual([clip["difference"] for clip in result.json()["clips"]].count(
                    "changed"), 1)

    def test_missing_clip_is_kept_unchanged(self):
        glb = self.edited(BANK, lambda scene: scene["animations"].pop(0))
        out = self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("is missing: kept as in the base", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())

    def test_new_clip_is_added_on_request(self):
        def rename(scene):
            scene["animations"].append({**scene["animations"][0], "name": "brand_new"})
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("clip brand_new is new: left out, --add-new", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.works("convert", "-f", "--add-new", f"--base={BANK}", glb, out)
        self.assertEqual(self.names(out), [*self.names(BANK), "brand_new"])
        motions, out = self.motions(), self.folder / "out.skls"
        said = self.works("convert", "--add-new", f"--base={motions}", glb, out).err
        self.assertIn("1 added", said)
        self.assertEqual(self.names(out), [*self.names(BANK), "brand_new"])
        self.works("check", "--strict", out)

    def test_single_clip_formats_accept_no_new_clip(self):
        def rename(scene):
            scene["animations"].append({**scene["animations"][0], "name": "brand_new"})
        for source in (WALK, self.one_motion()):
            out = self.folder / f"out{source.suffix}"
            said = self.works("convert", "--add-new", f"--base={source}",
                              self.edited(source, rename), out).err
            self.assertIn("brand_new is new: left out", said)
            self.assertIn("0 added", said)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_missing_clip_is_dropped_on_request(self):
        def drop(scene):
            scene["animations"] = [one for one in scene["animations"]
                                   if one["name"] not in ("idle", "stand")]
        for source in (BANK, self.motions()):
            glb, out = self.edited(source, drop), self.folder / f"out{source.suffix}"
            said = self.works("convert", "-f", "--drop-missing", f"--base={source}", glb, out).err
            self.assertIn("idle: removed", said)
            self.assertIn("stand: removed", said)
            self.assertIn("3 unchanged, 0 added, 0 not in the edited file (kept), 2 removed", said)
            self.assertEqual(self.names(out),
                             [name for name in self.names(source) if name not in ("idle", "stand")])
            self.works("check", "--strict", out)
            said = self.works("convert", "-f", "--drop-missing", f"--base={source}",
                              self.glb(source), out).err
            self.assertIn("0 removed", said)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_dropping_and_adding_can_be_combined(self):
        edited, out = Edited(self.glb(BANK).read_bytes()), self.folder / "out.omf"
        gone, *left = self.names(BANK)
        edited.scene["animations"][0]["name"] = "brand_new"
        edited.move_key("brand_new", "bip01_head", 3, degrees=10)
        self.works("convert", "--drop-missing", "--add-new", f"--base={BANK}",
                   self.put("edited.glb", edited.content()), out)
        self.assertEqual(self.names(out), [*left, "brand_new"])
        self.assertNotIn(gone, self.names(out))

    def with_new_name(self, source, new, keeps_extras=False, number=0):
        """One animation with another name; the extras keep the old one, as in Blender."""
        def rename(scene):
            scene["animations"][number]["name"] = new
            if not keeps_extras:
                del scene["animations"][number]["extras"]
        return self.edited(source, rename)

    def test_renamed_clip_keeps_its_place_and_bytes(self):
        for source in (BANK, self.motions()):
            for keeps_extras in (False, True):
                glb = self.with_new_name(source, "lazy", keeps_extras)
                out = self.folder / f"out{source.suffix}"
                said = self.works("convert", "-f", "--drop-missing", "--add-new",
                                  f"--base={source}", glb, out).err
                self.assertIn("idle: renamed to lazy", said)
                self.assertIn("1 renamed", said)
                self.assertEqual(out.read_bytes(),
                                 source.read_bytes().replace(b"idle\0", b"lazy\0"))
                _, document = self.reported(source, glb, "--drop-missing", "--add-new")
                clip = self.clip(document, "idle")
                self.assertEqual((clip["index"], clip["animation"]["name"], clip["difference"],
                                  clip["outcome"]), (0, "lazy", "unchanged", "renamed"))
                self.assertEqual(clip["renamed"], {"from": "idle", "to": "lazy"})
                self.assertEqual(len(document["clips"]), 5)

    def test_renamed_clip_gets_edited_metadata(self):
        def rename(scene):
            scene["animations"][0]["name"] = "lazy"
            scene["animations"][0]["extras"]["gait"]["playback"]["speed"] = 3
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        said = self.works("convert", "--drop-missing", "--add-new", f"--base={BANK}", glb, out).err
        self.assertIn("idle: renamed to lazy", said)
        fields = {field["name"]: field["value"]
                  for field in self.works("map", "--json", out).json()["fields"]}
        self.assertEqual((fields["params.definitions[0].name"],
                          fields["params.definitions[0].speed"]), ("lazy", 3))

    def test_an_export_of_another_version_of_the_base_warns(self):
        def speed(animation, value):
            def change(scene):
                scene["animations"][animation]["extras"]["gait"]["playback"]["speed"] = value
            return change
        first = self.put("first.glb", self.edited(BANK, speed(1, 3)).read_bytes())
        second = self.put("second.glb", self.edited(BANK, speed(0, 3)).read_bytes())
        new, out = self.folder / "new.omf", self.folder / "out.omf"
        for base, glb, result, warns in ((BANK, first, new, False), (new, first, out, False),
                                         (new, second, out, True)):
            said = self.works("convert", "-f", "--json", f"--base={base}", glb, result)
            self.assertEqual("RTP010" in said.err, warns)
            self.assertEqual(said.json()["source_changed"], warns)
        self.works("convert", "-f", new, self.folder / "again.glb")
        again = self.put("third.glb", (self.folder / "again.glb").read_bytes())
        self.assertNotIn("RTP010", self.works("convert", "-f", f"--base={new}", again, out).err)

    def test_a_name_with_another_case_is_a_new_name(self):
        glb, out = self.with_new_name(BANK, "IDLE"), self.folder / "out.omf"
        options = ("--add-new", "--drop-missing")
        self.works("convert", "-f", *options, f"--base={BANK}", glb, out)
        listed = self.works("list", out).out
        self.assertIn(" IDLE ", listed)
        self.assertNotIn(" idle ", listed)

    def test_renamed_clip_is_reported_without_the_options(self):
        glb, out = self.with_new_name(BANK, "lazy"), self.folder / "out.omf"
        for options, outcomes in (((), ("kept", "left_out")), (("--add-new",), ("kept", "added")),
                                  (("--drop-missing",), ("kept", "left_out"))):
            said = self.works("convert", "-f", *options, f"--base={BANK}", glb, out).err
            self.assertIn("clip idle looks renamed to lazy", said)
            self.assertIn("--add-new --drop-missing renames", said)
            _, document = self.reported(BANK, glb, *options)
            self.assertEqual(tuple(self.clip(document, name)["outcome"]
                                   for name in ("idle", "lazy")), outcomes)
            for name in ("idle", "lazy"):
                clip = self.clip(document, name)
                self.assertEqual((clip["renamed"], clip["notes"]),
                                 ({"from": "idle", "to": "lazy"}, ["renamed"]))

    def test_added_clip_without_metadata_reports_its_defaults(self):
        def add(scene):
            scene["animations"].append({**scene["animations"][0], "name": "lazy"})
            del scene["animations"][-1]["extras"]
        said = self.works("convert", "--add-new", f"--base={BANK}", self.edited(BANK, add),
                          self.folder / "out.omf").err
        self.assertIn("lazy: added; it has no metadata, so it is played once", said)

    def test_formats_without_names_are_not_renamed(self):
        out = self.folder / "out.rtm"
        said = self.works("convert", "--drop-missing", "--add-new", f"--base={WALK}",
                          self.with_new_name(WALK, "lazy"), out).err
        self.assertNotIn("renamed", said)
        self.assertEqual(out.read_bytes(), WALK.read_bytes())

    def test_the_clip_of_an_skl_is_renamed(self):
        source, out = self.one_motion(), self.folder / "out.skl"
        glb = self.with_new_name(source, "lazy")
        said = self.works("convert", f"--base={source}", glb, out).err
        self.assertIn("clip walk looks renamed to lazy: its name is kept", said)
        self.assertEqual(out.read_bytes(), source.read_bytes())
        self.works("convert", "-f", "--drop-missing", "--add-new", f"--base={source}", glb, out)
        self.assertEqual(out.read_bytes(), source.read_bytes().replace(b"walk\0", b"lazy\0"))

    def test_new_names_equal_to_another_one_are_refused(self):
        for source in (BANK, self.motions()):
            out = self.folder / f"equal{source.suffix}"
            for name, names in (("Walk", 'a clip "Walk" and a clip "walk"'),
                                ("SALUTE", 'a clip "SALUTE" and a clip "salute"')):
                glb = self.with_new_name(source, name)
                options = ("--add-new", "--drop-missing", f"--base={source}", glb, out)
                self.fails(5, "convert", *options, cause=(names, "[RTP008]"))
                result = gait("convert", "--json", *options)
                self.assertEqual((result.code, result.json()["refused"]), (5, "equal_names"))
                self.assertEqual({clip["outcome"] for clip in result.json()["clips"]}, {None})
                self.assertEqual(schema_errors(result.json(), "roundtrip"), [])
                self.assertFalse(out.exists())

    def refused(self, glb, *options):
        """The messages and the report of a refused round trip."""
        out = self.folder / "refused.omf"
        result = gait("convert", "--json", *options, f"--base={BANK}", glb, out)
        self.assertEqual((result.code, result.json()["refused"]), (5, "name"))
        self.assertEqual({clip["outcome"] for clip in result.json()["clips"]}, {None})
        self.assertEqual(schema_errors(result.json(), "roundtrip"), [])
        self.assertFalse(out.exists())
        return result.err

    def test_bad_names_are_named(self):
        both = ("--add-new", "--drop-missing")
        glb = self.with_new_name(BANK, "\u4e2d")
        said = self.refused(glb, *both)
        self.assertIn('clip "\u4e2d": ', said)
        self.assertIn("[CNV036]", said)
        self.assertNotIn("renamed to", said)
        said = self.refused(glb, "--add-new")
        self.assertIn('clip "\u4e2d": ', said)

        def change(scene):
            scene["animations"].pop(0)
            scene["animations"][0]["extras"]["gait"]["events"][0]["name"] = "\u4e2d"
        glb = self.edited(BANK, change)
        said = self.refused(glb, *both)
        self.assertIn('clip "walk": omf cannot store the name of the event "\u4e2d" [CNV037]', said)
        self.assertNotIn("removed", said)
        self.fails(5, "convert", glb, self.folder / "new.omf", cause=('clip "walk": ', "[CNV037]"))

    def test_equal_names_of_the_base_are_kept(self):
        content = BANK.read_bytes().replace(b"walk\0", b"IDLE\0")
        bank, out = self.put("equal.omf", content), self.folder / "out.omf"
        glb = self.with_new_name(bank, "lazy", number=2)
        self.works("convert", "--add-new", "--drop-missing", f"--base={bank}", glb, out)
        self.assertEqual(self.names(out)[:3], ["idle", "IDLE", "lazy"])

    def test_one_of_two_equal_names_can_be_renamed(self):
        bank = self.put("twice.omf", BANK.read_bytes().replace(b"walk\0", b"idle\0"))
        text, out = self.folder / "twice.gltf", self.folder / "out.omf"
        self.works("convert", bank, text)
        text.write_text(text.read_text("utf-8").replace("idle.001", "stroll"), "utf-8")
        options = ("--add-new", "--drop-missing", f"--base={bank}")
        said = self.works("convert", *options, text, out).err
        self.assertIn("idle: renamed to stroll", said)
        self.assertEqual(self.names(out)[:2], ["idle", "stroll"])
        said = self.works("convert", "-f", text, out).err
        self.assertNotIn("OMF109", said)
        self.assertEqual(self.names(out)[:2], ["idle", "stroll"])
        scene = json.loads(text.read_text("utf-8"))
        del scene["animations"][0]
        text.write_text(json.dumps(scene), "utf-8")
        self.works("convert", "-f", *options, text, out)
        self.assertEqual(self.names(out)[0], "stroll")

    def test_equal_names_of_an_export_are_restored(self):
        bank = self.put("twice.omf", BANK.read_bytes().replace(b"walk\0", b"idle\0"))
        out = self.folder / "out.omf"
        self.assertEqual(self.works("convert", self.glb(bank), out).err.count("OMF109"), 1)
        self.assertEqual(self.names(out)[:2], ["idle", "idle"])

    def test_a_change_of_case_is_a_new_name(self):
        for source in (BANK, self.motions()):
            glb, out = self.with_new_name(source, "IDLE", True), self.folder / f"o{source.suffix}"
            said = self.works("convert", "-f", f"--base={source}", glb, out).err
            self.assertIn("clip idle looks renamed to IDLE: its name is kept", said)
            self.assertEqual(out.read_bytes(), source.read_bytes())
            self.works("convert", "-f", "--add-new", "--drop-missing", f"--base={source}", glb, out)
            self.assertEqual(out.read_bytes(), source.read_bytes().replace(b"idle\0", b"IDLE\0"))

    def test_a_name_in_the_extras_is_a_new_name(self):
        def rename(scene):
            scene["animations"][0]["extras"]["gait"]["name"] = "lazy"
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("clip idle looks renamed to lazy: its name is kept", said)
        self.works("convert", "-f", "--add-new", "--drop-missing", f"--base={BANK}", glb, out)
        self.assertEqual(self.names(out)[0], "lazy")

    def test_equal_names_in_a_new_bank_are_reported(self):
        for name in ("idle", "IDLE"):
            glb = self.with_new_name(BANK, name, number=1)
            for suffix, rule in (("omf", "OMF109"), ("skls", "SKL101")):
                said = self.works("convert", "-f", "--lossy", glb,
                                  self.folder / f"new.{suffix}").err
                self.assertEqual(said.count(rule), 1)

    def test_dropping_every_clip_is_refused(self):
        def clear(scene):
            del scene["animations"]
        for source in (BANK, WALK, self.motions(), self.one_motion()):
            glb, out = self.edited(source, clear), self.folder / f"out{source.suffix}"
            self.fails(5, "convert", "--drop-missing", f"--base={source}", glb, out,
                       cause="[RTP007]")
            result = gait("convert", "--json", "--drop-missing", f"--base={source}", glb, out)
            self.assertEqual((result.code, result.json()["refused"]), (5, "no_clips"))
            self.assertFalse(out.exists())

    def test_round_trip_options_require_a_base(self):
        glb = self.glb(BANK)
        for option in ("--drop-missing", "--add-new"):
            for source, out in ((glb, "x.omf"), (BANK, "x.glb"), (BANK, "x.omf")):
                self.fails(2, "convert", option, source, self.folder / out, cause=option)

    def test_moved_bone_is_reported_and_written(self):
        # One channel uses the output of another clip.
        def swap(scene):
            one, other = scene["animations"][0], scene["animations"][1]
            for animation, source in ((one, other),):
                channel = next(c for c in animation["channels"] if c["target"]["node"] == 9 and
                               c["target"]["path"] == "rotation")
                animation["samplers"][channel["sampler"]] = source["samplers"][channel["sampler"]]
        glb, out = self.edited(BANK, swap), self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("1 clip changed", said)
        self.assertNotEqual(out.read_bytes(), BANK.read_bytes())
        self.assertEqual(self.works("check", out).err.count("error"), 1)  # "0 errors"

    def test_a_moved_bone_is_written_into_its_sdk_motion_only(self):
        def swap(scene):
            other, one = scene["animations"][0], scene["animations"][1]
            channel = next(c for c in one["channels"] if c["target"]["node"] == 9 and
                           c["target"]["path"] == "rotation")
            one["samplers"][channel["sampler"]] = other["samplers"][channel["sampler"]]
        source = self.motions()
        glb, out = self.edited(source, swap), self.folder / "out.skls"
        said = self.works("convert", f"--base={source}", glb, out).err
        self.assertIn("1 clip changed, 4 unchanged", said)
        before, after = source.read_bytes(), out.read_bytes()
        second, third = (before.index(name.encode() + b"\0") for name in self.names(source)[1:3])
        self.assertEqual(after[:second], before[:second])
        self.assertEqual(after[third - len(before):], before[third:])
        self.assertNotEqual(before, after)
        self.works("check", "--strict", out)
        again = self.works("convert", "-f", f"--base={out}", glb, self.folder / "again.skls").err
        self.assertIn("0 clips changed, 5 unchanged", again)

    def altered(self, source, *changes):
        """The glTF of a file after calls on Edited: (name, arguments...)."""
        glb = Edited(self.glb(source).read_bytes())
        for name, *arguments in changes:
            getattr(glb, name)(*arguments)
        return self.put("altered.glb", glb.content())

    def test_tolerance_separates_changes_from_noise(self):
        glb = self.altered(BANK, ("move_key", "walk", "bip01_spine", 7, 0.05),
                           ("move_key", "salute", "bip01", 9, 0, 0.5))
        out = self.folder / "out.omf"
        for options, changed in (((), 2), (("--tolerance=0.1deg",), 1),
                                 (("--tolerance", "0.6mm"), 1),
                                 (("--tolerance=1deg", "--tolerance=1mm"), 0),
                                 (("--tolerance=0.04deg", "--tolerance=0.4mm"), 2)):
            said = self.works("convert", "-f", *options, "--base", BANK, glb, out).err
            self.assertIn(f"{changed} clip{'s' * (changed != 1)} changed", said)
            self.assertEqual(out.read_bytes() == BANK.read_bytes(), changed == 0)

    def test_rounding_by_the_format_is_reported(self):
        glb = self.altered(PACKED, ("move_key", "walk_binarised", "spine3", 9, 0, 1000.3))
        out = self.folder / "out.rtm"
        said = self.works("convert", "--base", PACKED, glb, out).err
        self.assertRegex(said, r"warning: .*rounded to .* this file, by up to 0\.\d+ mm")
        glb = self.altered(BANK, ("move_key", "salute", "bip01", 9, 0, 0.5))
        self.assertNotIn("rounded", self.works("convert", "--base", BANK, glb,
                                               self.folder / "out.omf").err)

    def test_a_tolerance_makes_new_clips_smaller(self):
        glb = self.altered(BANK)
        glb.write_bytes(changed_glb(glb.read_bytes(), "", lambda scene: scene["animations"].append(
            {**scene["animations"][1], "name": "brand_new"})))
        sizes = []
        for options in ((), ("--tolerance=20deg", "--tolerance=50mm")):
            out = self.folder / "out.omf"
            self.works("convert", "-f", "--add-new", *options, "--base", BANK, glb, out)
            sizes.append(out.stat().st_size - BANK.stat().st_size)
        self.assertLess(sizes[1], sizes[0] * 0.8)

    def test_a_tolerance_makes_a_bank_from_other_clips_smaller(self):
        glb = self.glb(BANK)
        sizes = []
        for options in ((), ("--tolerance=1deg",), ("--tolerance=1deg", "--tolerance=5mm")):
            out = self.folder / "out.omf"
            self.works("convert", "-f", *options, glb, out)
            sizes.append(out.stat().st_size)
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))

    def test_a_tolerance_is_a_number_with_a_unit(self):
        glb, out = self.glb(BANK), self.folder / "out.omf"
        for value in ("0.1", "mm", "deg", "", "0.1cm", "0.1 mm", "0mm", "-1mm", "1e-400mm", "infmm",
                      "nandeg", "0x1mm", "1000001mm", "1mmm", "0.1MM", "1,5mm"):
            self.fails(2, "convert", f"--tolerance={value}", f"--base={BANK}", glb, out,
                       cause=("0.1mm or 0.02deg", f"'{value}'"))
        self.fails(2, "convert", "--tolerance=1mm", "--tolerance=2mm", f"--base={BANK}", glb, out,
                   cause="given twice in mm")
        self.assertFalse(out.exists())

    def test_tolerance_without_effect_is_refused(self):
        for source, name in ((BANK, "x.glb"), (BANK, "x.omf"), (BANK, "x.bvh"),
                             (WALK, "x.rtm"), (self.glb(BANK), "x.skls")):
            self.fails(2, "convert", "--tolerance=1mm", source, self.folder / name,
                       cause="--tolerance does not apply")
        damaged = self.put("damaged.omf", BANK.read_bytes()[:-900])
        self.fails(2, "convert", "--salvage", "--tolerance=1mm", damaged, self.folder / "x.omf",
                   cause="--tolerance does not apply")

    # --- reports ----------------------------------------------------------------------------------

    def reported(self, source, glb, *options, code=0):
        """The messages, and the same report as JSON."""
        out = self.folder / f"reported{source.suffix}"
        result = gait("convert", "-f", "--json", *options, "--base", source, glb, out)
        self.assertEqual(result.code, code, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "roundtrip"), [])
        self.assertTrue(result.out.endswith("}\n"))
        self.assertEqual([document[key]["path"] for key in ("in", "base", "out")],
                         [str(glb), str(source), str(out)])
        self.assertEqual(document["out"]["written"], code == 0 and "--dry-run" not in options)
        return result.err, document

    def clip(self, document, name):
        return next(clip for clip in document["clips"] if clip["name"] == name)

    def test_json_lists_every_clip(self):
        said, document = self.reported(BANK, self.glb(BANK))
        self.assertEqual([clip["name"] for clip in document["clips"]],
                         ["idle", "walk", "salute", "stand", "hit_chest"])
        self.assertEqual({(clip["difference"], clip["outcome"]) for clip in document["clips"]},
                         {("unchanged", "kept")})
        self.assertEqual((document["refused"], document["tolerance"]),
                         (None, {"deg": 0.01, "mm": 0.05}))
        self.assertEqual((document["in"]["format"], document["out"]["format"]), ("gltf", "omf"))
        self.assertEqual(document["bones"], {"matched": 47, "rest_differs": False, "missing": [],
                                             "unused_joints": []})
        _, document = self.reported(BANK, self.folder / "stalker.glb", "--dry-run",
                                "--tolerance=0.5deg")
        self.assertEqual(document["tolerance"], {"deg": 0.5, "mm": 0.05})

    def test_change_is_reported_with_bone_and_frame(self):
        glb = self.altered(WALK, ("move_key", "walk", "Spine", 3, 5, 20))
        said, document = self.reported(WALK, glb)
        self.assertIn("walk: changed, 2 channels, 2 keys, by up to 5.000 degrees (Spine, frame 3), "
                      "by up to 20.000 mm (Spine, frame 3)", said)
        clip = document["clips"][0]
        self.assertEqual((clip["difference"], clip["outcome"], clip["channels"], clip["keys"]),
                         ("changed", "changed", 2, 2))
        for kind, unit, amount in (("rotation", "deg", 5), ("translation", "mm", 20)):
            self.assertAlmostEqual(clip[kind][unit], amount, delta=0.01)
            self.assertEqual((clip[kind]["bone"]["name"], clip[kind]["frame"]), ("Spine", 3))

    def test_changes_to_the_whole_file_are_reported(self):
        none = {"rotated": False, "units": None, "rate": None, "other_hierarchy": False,
                "placed": False}
        for source in (BANK, WALK):
            for change, words, mended in (
                    (("z_up",), "the whole file is rotated; Gait corrected", {"rotated": True}),
                    (("scale", 100), "the whole file is scaled by 100; Gait", {"units": 100}),
                    (("scale", 0.01), "whole file is scaled by 0.01; Gait", {"units": 0.01}),
                    (("retime", lambda t: t * 1.25),
                     "has 24 instead of 30 fps; Gait corrected the times",
                     {"rate": 1.25}),
                    (("retime", lambda t: t * 0.8),
                     "has 30 instead of 24 fps; Gait corrected the times",
                     {"rate": 0.8}),
                    (("retime", lambda t: t * 0.5),
                     "has 60 instead of 30 fps; Gait corrected the times",
                     {"rate": 0.5})):
                with self.subTest(words=words):
                    said, document = self.reported(source, self.altered(source, change))
                    self.assertIn(words, said)
                    self.assertEqual(document["corrections"], {**none, **mended})
                    self.assertIn("0 clips changed", said)

    def test_first_key_of_a_held_pose_is_reported(self):
        for first in (3, 7, 11):
            glb = self.altered(BANK, *(("move_key", "salute", "bip01_r_upperarm", key, 50, 0)
                                       for key in range(first, 61)))
            self.assertIn(f"by up to 50.000 degrees (bip01_r_upperarm, frame {first})",
                          self.reported(BANK, glb)[0])

    def test_extras_store_the_rest_pose_of_the_export(self):
        salute, one = self.folder / "salute.glb", self.folder / "one.omf"
        glb, out = self.folder / "all.glb", self.folder / "out.omf"
        self.works("convert", "--clip=salute", BANK, salute)
        self.works("convert", "--drop-missing", "--base", BANK, salute, one)
        # The first frame of another clip gives a different rest pose.
        self.works("convert", "--base", one, self.glb(BANK), out,
                   cause=("skeleton: from the extras", "0 clips changed"))
        self.assertEqual(out.read_bytes(), one.read_bytes())
        self.works("convert", one, self.folder / "one.glb")
        self.works("convert", "--skeleton", self.folder / "one.glb", BANK, glb)
        self.works("convert", "-f", "--base", BANK, glb, out, cause="skeleton: from the extras")
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.assertNotIn("rest pose", self.reported(BANK, self.glb(BANK))[0])

    def test_different_rest_pose_is_reported(self):
        def nod(scene):
            head = next(node for node in scene["nodes"] if node.get("name") == "bip01_head")
            head["rotation"] = [0, 0, 0.1, 0.995]
            del scene["skins"][0]["inverseBindMatrices"]
        words = "its rest pose differs from"
        said, document = self.reported(BANK, self.edited(BANK, nod))
        self.assertIn(words, said)
        self.assertIn("pass the same --skeleton as for the export", said)
        self.assertTrue(document["bones"]["rest_differs"])
        said, document = self.reported(BANK, self.glb(BANK))
        self.assertNotIn(words, said)
        self.assertFalse(document["bones"]["rest_differs"])

    def without_extras(self):
        """The bank as exported by programs that drop extras."""
        def drop_extras(scene):
            for each in (scene, scene["asset"], *scene["nodes"], *scene["scenes"],
                         *scene["animations"], *scene["skins"]):
                each.pop("extras", None)
        return self.edited(BANK, drop_extras)

    def test_export_without_events_is_reported(self):
        words = "contains no events"
        self.assertIn(words, self.reported(BANK, self.without_extras())[0])
        self.assertNotIn(words, self.reported(BANK, self.glb(BANK))[0])

    def test_sidecar_is_written_reported_and_read(self):
        glb, out = self.folder / "stalker.glb", self.folder / "out.omf"
        self.works("convert", "--sidecar", BANK, glb,
                   cause="stalker.glb and " + str(self.folder / "stalker.gait.json"))
        text = (self.folder / "stalker.gait.json").read_text()
        glb.unlink()
        self.fails(3, "convert", "--sidecar", BANK, glb, cause="stalker.gait.json: exists already")
        without_extras = self.without_extras()
        self.put("edited.gait.json", text.replace('"speed":1.1', '"speed":1.2').encode())
        self.works("convert", "--base", BANK, without_extras, out,
                   cause=("metadata: ", "applied from the metadata: speed", "1 clip changed"))
        self.put("stalker.gait.json", b"{}")
        self.works("convert", "-f", "--base", BANK, self.glb(BANK), out, cause="GLR083")

    def test_changed_times_are_reported_with_numbers(self):
        glb = self.altered(BANK, ("retime", lambda t: t + 0.5, "walk"),
                           ("retime", lambda t: t * 1.5, "salute"))
        said, document = self.reported(BANK, glb)
        self.assertIn("walk: the keys start 0.500 s later; Gait corrected this", said)
        self.assertIn("salute: 3.000 s long instead of 2.000 s", said)
        walk, salute = (self.clip(document, name) for name in ("walk", "salute"))
        self.assertEqual((walk["difference"], walk["notes"], walk["shift_s"], walk["from_s"]),
                         ("unchanged", ["shifted"], 0.5, None))
        self.assertIn("length", salute["notes"])
        self.assertEqual((salute["from_s"], salute["to_s"], salute["shift_s"]), (2, 3, None))

    def renamed(self, names):
        def change(scene):
            for node in scene["nodes"]:
                node["name"] = names.get(node.get("name"), node.get("name", ""))
        return self.edited(BANK, change)

    def test_bones_that_are_missing_are_named(self):
        glb = self.renamed({"bip01_tail": "Schwanz", "eye_left": "eye_lef"})
        said, document = self.reported(BANK, glb, "-v")
        self.assertIn("2 missing bones, kept as in the base: eye_left (eye_lef?), bip01_tail\n",
                      said)
        self.assertIn("2 joints have no bone in the base: eye_lef, Schwanz\n", said)
        self.assertEqual(document["bones"], {
            "matched": 45, "rest_differs": False, "unused_joints": ["eye_lef", "Schwanz"],
            "missing": [{"index": 16, "name": "eye_left", "nearest": "eye_lef"},
                        {"index": 46, "name": "bip01_tail", "nearest": None}]})

    def test_children_of_renamed_bones_stay(self):
        """Blender renames a bone in the actions of its armature only: in other clips the bone is at
        rest, and its children move with it."""
        for source, names in ((BANK, ["bip01_r_forearm"]), (BANK, ["bip01"]),
                              (BANK, ["bip01_r_upperarm", "bip01_r_forearm", "bip01_l_thigh"]),
                              (WALK, ["LeftArm"]), (WALK, ["Spine1", "Spine2", "neck"])):
            def change(scene):
                renamed = [index for index, node in enumerate(scene["nodes"])
                           if node.get("name") in names]
                self.assertEqual(len(renamed), len(names))
                for index in renamed:
                    scene["nodes"][index]["name"] = f"own{index}"
                for animation in scene["animations"]:
                    animation["channels"] = [each for each in animation["channels"]
                                             if each["target"]["node"] not in renamed]
            with self.subTest(names):
                glb, out = self.edited(source, change), self.folder / f"out{source.suffix}"
                said = self.works("convert", "-f", f"--base={source}", glb, out)
                self.assertIn(f"{len(names)} missing bone", said.err)
                self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_of_many_missing_bones_some_are_named(self):
        glb = self.renamed({f"bip01_{side}_finger{n}": f"{n}{side}" for side in "lr"
                            for n in ("0", "01", "02", "1", "11", "12", "2", "21", "22")})
        said, document = self.reported(BANK, glb)
        self.assertIn("18 missing bones, kept as in the base: bip01_l_finger0, bip01_l_finger01, "
                      "bip01_l_finger02, bip01_l_finger1 and 14 more\n", said)
        self.assertEqual(len(document["bones"]["missing"]), 18)

    def test_clips_with_equal_names_are_refused(self):
        glb = self.edited(BANK, lambda scene: scene["animations"].append(
            {**scene["animations"][0], "name": "walk"}))
        said, document = self.reported(BANK, glb, code=5)
        self.assertIn("walk cannot be applied: several animations match it", said)
        self.assertEqual(document["refused"], "clips")
        self.assertEqual({clip["outcome"] for clip in document["clips"]}, {None})
        walks = [clip for clip in document["clips"] if clip["name"] == "walk"]
        self.assertEqual([(clip["difference"], clip["notes"]) for clip in walks],
                         [("refused", ["ambiguous"])] * len(walks))

    def test_export_of_only_the_active_action_is_refused(self):
        def only(scene):
            scene["animations"] = [{**scene["animations"][0], "name": "Animation"}]
        said, document = self.reported(BANK, self.edited(BANK, only), code=5)
        self.assertIn("animation Animation cannot be applied: only the active action", said)
        self.assertIn("Group by NLA Track", said)
        self.assertEqual(document["refused"], "one_action")
        self.assertEqual([clip["difference"] for clip in document["clips"]],
                         ["absent"] * 5 + ["refused"])

    def test_missing_first_keys_are_refused(self):
        def cut(glb):
            for sampler in glb.animation("walk")["samplers"]:
                times, rows = glb.rows(sampler["input"]), glb.rows(sampler["output"])
                if len(rows) > 2:
                    sampler["input"] = glb.added(times[1:], "SCALAR")
                    sampler["output"] = glb.added(rows[1:], f"VEC{len(rows[0])}")
                else:
                    sampler["input"] = glb.added([[t[0] + 1 / 30] for t in times], "SCALAR")
        glb = Edited(self.glb(BANK).read_bytes())
        cut(glb)
        said, document = self.reported(BANK, self.put("cut.glb", glb.content()), code=5)
        self.assertIn("walk cannot be applied: its first keys are missing", said)
        self.assertIn("Limit to Playback Range", said)
        self.assertEqual(self.clip(document, "walk")["notes"], ["cut_start"])

    def test_files_without_a_known_bone_are_reported(self):
        glb = self.edited(BANK, lambda scene: [node.update(name=f"stranger{index}")
                                               for index, node in enumerate(scene["nodes"])])
        said, document = self.reported(BANK, glb, code=5)
        self.assertIn("[RTP004]", said)
        self.assertEqual((document["refused"], document["bones"]["matched"]), ("no_bones", 0))

    def test_rtm_with_changed_duration_keeps_its_keys(self):
        for options in ("--duration=2.5", "--duration=0.5", "--fps=37", "--fps=60"):
            for source, target in ((WALK, ()), (PACKED, ("--to=bmtr",))):
                glb = self.folder / "long.glb"
                out = self.folder / "out.rtm"
                self.works("convert", "-f", options, source, glb)
                said = self.works("convert", "-f", *target, f"--base={source}", glb, out)
                self.assertIn("0 clips changed", said.err, (source, options))
                self.assertEqual(out.read_bytes(), source.read_bytes(), (source, options))

    def with_phases(self, phases):
        """The sample with these phases, one for each of its first keys."""
        content = WALK.read_bytes()
        keys, bones = struct.unpack_from("<II", content, 20)
        at, size = 28 + 32 * bones, 4 + 80 * bones
        frames = (struct.pack("<f", phase) + content[at + size * key + 4:at + size * (key + 1)]
                  for key, phase in enumerate(phases))
        self.assertLessEqual(len(phases), keys)
        head = content[:20] + struct.pack("<II", len(phases), bones) + content[28:at]
        return self.put("phases.rtm", head + b"".join(frames))

    def test_phases_that_do_not_span_a_cycle_keep_their_times(self):
        glb, out = self.folder / "phases.glb", self.folder / "out.rtm"
        for phases in ([key / 24 for key in range(24)], [key / 20 for key in range(20)],
                       [(key + 1) / 20 for key in range(19)], [0, .5, .5], [.5, .5, 1],
                       [0, .3, .3], [0, .1, .35, .36, 1]):
            source = self.with_phases(phases)
            for options in ("--quiet", "--duration=1", "--duration=1.2", "--duration=2.5",
                            "--fps=12", "--fps=24", "--fps=25", "--fps=60"):
                self.works("convert", "-f", options, source, glb)
                whole = glb.read_bytes()
                for change in (lambda scene: None, drop_extras):
                    glb.write_bytes(changed_glb(whole, "phases", change))
                    said = self.works("convert", "-f", f"--base={source}", glb, out)
                    self.assertIn("0 clips changed", said.err, (phases, options))
                    self.assertEqual(out.read_bytes(), source.read_bytes(), (phases, options))

    def test_an_edited_key_after_a_lead_in_is_found_without_metadata(self):
        source, glb, out = self.with_phases([.5, 1]), self.folder / "e.glb", self.folder / "out.rtm"
        self.works("convert", source, glb)
        edited = Edited(glb.read_bytes())
        clip = edited.scene["animations"][0]["name"]
        samplers, index = next(edited.curves("translation", edited.node("LeftArm"), clip))
        row = edited.rows(samplers[index]["output"])[0]
        samplers[index] = {"input": edited.added([[0], [1 / 30], [2 / 30]], "SCALAR"),
                           "output": edited.added([row, [row[0] + 5e-4, *row[1:]], row], "VEC3"),
                           "interpolation": "LINEAR"}
        drop_extras(edited.scene)
        glb.write_bytes(edited.content())
        said = self.works("convert", "--json", f"--base={source}", glb, out).json()
        self.assertEqual([(one["outcome"], one["keys"]) for one in said["clips"]], [("changed", 1)])

    def test_names_too_long_for_rtm_do_not_block_unedited_clips(self):
        def named(scene):
            scene["nodes"][5]["name"] = "b" * 40
            for owner in (*scene["nodes"], *scene["animations"], *scene["scenes"]):
                owner.pop("extras", None)
        tree = self.edited(PACKED, named)
        base, glb, out = (self.folder / name for name in ("long.rtm", "long.glb", "out.rtm"))
        self.works("convert", "--to=bmtr", f"--skeleton={tree}", tree, base)
        self.works("convert", f"--skeleton={tree}", base, glb)
        self.works("convert", f"--base={base}", glb, out)
        self.assertEqual(out.read_bytes(), base.read_bytes())

    def test_tiny_time_steps_are_resampled(self):
        edited, out = Edited(self.glb(BANK).read_bytes()), self.folder / "out.omf"
        edited.retime(lambda time: time * 1e-38, "walk")
        path = self.put("edited.glb", edited.content())
        said = self.works("convert", "--json", f"--base={BANK}", path, out)
        walk = next(clip for clip in said.json()["clips"] if clip["name"] == "walk")
        self.assertEqual(walk["notes"], ["sampled", "length"])

    def test_new_clips_report_their_outcome(self):
        glb = self.edited(BANK, lambda scene: scene["animations"].append(
            {**scene["animations"][0], "name": "brand_new"}))
        for options, done in (((), "left_out"), (("--add-new",), "added"),
                              (("--add-new", "--dry-run"), "added")):
            _, document = self.reported(BANK, glb, *options)
            clip = self.clip(document, "brand_new")
            self.assertEqual((clip["index"], clip["difference"], clip["outcome"]),
                             (None, "new", done))

    def test_options_without_effect_are_refused(self):
        glb, out = self.glb(BANK), self.folder / "out.omf"
        for option in ("--clip=walk", "--fps=24", "--duration=1", "--format-version=3", "--lossy"):
            self.fails(2, "convert", option, f"--base={BANK}", glb, out,
                       cause=f"{option.split('=')[0]} does not apply")
        self.assertFalse(out.exists())

    def test_json_without_a_base_is_refused(self):
        glb = self.glb(BANK)
        for arguments in ((BANK, "x.glb"), (glb, "x.omf"), (BANK, "x.omf")):
            self.fails(2, "convert", "--json", arguments[0], self.folder / arguments[1],
                       cause="--base FILE")
        self.fails(2, "convert", "--json", "--to=omf", "--base", BANK, glb, "-",
                   cause="give OUT a file name")
        self.assertEqual([path.name for path in self.folder.iterdir()], [glb.name])

    def test_base_of_another_format_is_refused(self):
        glb = self.glb(WALK)
        self.fails(2, "convert", f"--base={BANK}", glb, self.folder / "x.rtm",
                   cause="OUT is rtm")
        self.fails(5, "convert", f"--base={BANK}", glb, self.folder / "x.omf",
                   cause="[RTP004]")
        self.assertFalse((self.folder / "x.omf").exists())



class BackWithMesh(Meshed, Back):
    """The same with a mesh in the glTF."""

    def changed_mesh(self, change):
        """Whether the round trip of a changed glTF reports another mesh."""
        glb, out = self.edited(BANK, change), self.folder / "out.omf"
        said = self.works("convert", "-f", "--json", "--base", BANK, glb, out)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.assertEqual("changes of meshes are not applied" in said.err,
                         said.json()["mesh_changed"])
        return said.json()["mesh_changed"]

    def test_changes_of_the_mesh_are_reported(self):
        def drop_mesh(scene):
            for node in scene["nodes"]:
                node.pop("mesh", None)
                node.pop("skin", None)
            del scene["meshes"], scene["materials"]

        def drop_part(scene):
            scene["meshes"][0]["primitives"].pop()

        def cut(scene):
            accessor = scene["meshes"][0]["primitives"][0]["indices"]
            scene["accessors"][accessor]["count"] -= 3

        def strip(scene):  # the same number of triangles
            for primitive in scene["meshes"][0]["primitives"]:
                primitive["mode"] = 5
                del primitive["indices"]

        def lines(scene):
            scene["meshes"][0]["primitives"][0]["mode"] = 1

        def nonsense(scene):
            scene["meshes"] = [{"primitives": [7, {"attributes": 3, "indices": "x"},
                                               {"indices": 1e9}]}, [], {}]

        for change in (drop_mesh, drop_part, cut, lines, nonsense):
            self.assertTrue(self.changed_mesh(change), change)
        for change in (lambda scene: None, strip, drop_extras):
            self.assertFalse(self.changed_mesh(change), change)


if __name__ == "__main__":
    main()
