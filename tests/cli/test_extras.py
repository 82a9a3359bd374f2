#!/usr/bin/env python3
"""convert: metadata of a glTF, in its extras or in a sidecar, and clips of a glTF on a given
skeleton."""
import json
import os
import pathlib
import re
import struct

from command import CommandTest, main, ogf, omf, rtm, schema_errors, turn_y
from edited import Edited
from meshed import Meshed

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
BANK, WALK, PACKED = (SAMPLES / name for name in
                      ("stalker.omf", "walk.rtm", "walk_binarised.rtm"))
# Fields that are recomputed with the keys: the keys, their checksums and sizes.
OF_KEYS = re.compile(r"keys|tracks\[|\.size$|frames\[\d+\]\.b")


def parts_of(content):
    """The JSON of a .glb, and the bytes after it."""
    size = int.from_bytes(content[12:16], "little")
    return json.loads(content[20:20 + size]), content[20 + size:]


def glb(scene, rest):
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    return (b"glTF" + (2).to_bytes(4, "little") + (20 + len(text) + len(rest)).to_bytes(4, "little")
            + len(text).to_bytes(4, "little") + b"JSON" + text + rest)


def remove_extras(scene):
    """Removes all extras, as some programs do."""
    for owner in (*scene["nodes"], *scene["animations"], *scene["scenes"]):
        owner.pop("extras", None)


def with_armature_text(change):
    """Keeps only the text of the armature, with `change` applied to its document."""
    def edit(scene):
        document = json.loads(scene["nodes"][0]["extras"]["gait"])
        change(document)
        remove_extras(scene)
        scene["nodes"][0]["extras"] = {"gait": json.dumps(document)}
    return edit


def next_float(value):
    """The smallest binary32 above."""
    bits, = struct.unpack("<I", struct.pack("<f", value))
    return struct.unpack("<f", struct.pack("<I", bits + 1))[0]


class Extras(CommandTest):
    def glb(self, source, *options):
        path = self.folder / f"{source.stem}.glb"
        self.works("convert", "-f", *options, source, path)
        return path

    def edited(self, source, change, name="edited.glb"):
        scene, rest = parts_of(self.glb(source).read_bytes())
        change(scene)
        return self.put(name, glb(scene, rest))

    def fields(self, path):
        fields = self.works("map", "--json", path).json()["fields"]
        return {field["name"]: field["value"] for field in fields
                if not OF_KEYS.search(field["name"])}

    def clip(self, path, index=0):
        return self.works("info", "--json", path).json()["files"][0]["clips"][index]

    def assert_same(self, source, again, least):
        mine, theirs = self.fields(again), self.fields(source)
        self.assertEqual(mine, theirs)
        self.assertGreater(len(mine), least)


class WithoutBase(Extras):
    def test_an_rtm_keeps_properties_phases_and_step(self):
        out = self.folder / "out.rtm"
        for options in ([], ["--skeleton=arma3-man"]):
            self.works("convert", "-f", *options, self.glb(WALK), out)
            self.assert_same(WALK, out, 90)

    def test_phases_return_from_every_export(self):
        out = self.folder / "new.rtm"
        for given in ((0, .1, .35, .36, 1), (.125, .25, .5), (.5, 7, 13.5), (-1, 0, .9)):
            phases = [struct.unpack("<f", struct.pack("<f", phase))[0] for phase in given]
            source = self.put("odd.rtm", rtm(phases=phases,
                                             matrix=lambda _, key: turn_y(key / 10)))
            for options in ((), ("--fps=24",), ("--fps=60", "--duration=1"), ("--duration=2.51",)):
                self.works("convert", "-f", self.glb(source, *options), out)
                self.assertEqual(self.phases(out), phases, options)

    def test_edited_holds_are_keys(self):
        source = self.put("part.rtm", rtm(phases=(.25, .5, .75),
                                          matrix=lambda _, key: turn_y(key / 10)))
        glb = Edited(self.glb(source, "--duration=4", "--fps=1").read_bytes())
        for sampler in glb.animation("part")["samplers"]:
            rows = glb.rows(sampler["output"])
            if len(rows) == 5:  # with the first and the last pose held
                turned = [rows[2], *rows[1:]]
                sampler["output"] = glb.added(turned, f"VEC{len(rows[0])}")
        out = self.folder / "new.rtm"
        self.works("convert", "-f", self.put("edited.glb", glb.content()), out)
        self.assertGreater(len(self.phases(out)), 3)

    @staticmethod
    def phases(path):
        content = path.read_bytes()
        keys, bones = struct.unpack_from("<2I", content, 20)
        return [struct.unpack_from("<f", content, 28 + 32 * bones + key * (4 + 80 * bones))[0]
                for key in range(keys)]

    def test_playback_added_to_an_rtm_is_reported_as_lost(self):
        out = self.folder / "out.rtm"
        scene, rest = parts_of(self.glb(WALK).read_bytes())
        scene["animations"][0]["extras"]["gait"]["playback"] = {"speed": 2}
        edited = self.put("edited.glb", glb(scene, rest))
        said = self.works("convert", "-f", f"--base={WALK}", edited, out)
        self.assertIn("cannot store this: speed", said.err)
        self.assertEqual(out.read_bytes(), WALK.read_bytes())

    def test_rtm_with_uneven_phases_keeps_its_fields(self):
        content = bytearray(WALK.read_bytes())
        places = [field["offset"] for field in self.works("map", "--json", WALK).json()["fields"]
                  if re.fullmatch(r"frames\[\d+\]\.phase", field["name"])]
        for k, place in enumerate(places):  # every 20th of a cycle, and a gap
            phase = (k if k < 12 else k + 6) / 30
            content[place:place + 4] = struct.pack("<f", phase)
        odd, out = self.put("odd.rtm", bytes(content)), self.folder / "out.rtm"
        self.works("convert", self.glb(odd), out)
        self.assert_same(odd, out, 90)

    def test_a_binarised_rtm_keeps_key_stones(self):
        out = self.folder / "out.rtm"
        self.works("convert", "--to=bmtr", "--skeleton=arma3-man", self.glb(PACKED), out)
        def told(path):
            fields = self.works("map", "--json", path).json()["fields"]
            return {field["name"]: field["value"] for field in fields
                    if not re.match(r"frames\[\d+\]", field["name"])}
        self.assertEqual(told(out), told(PACKED))
        self.assertGreater(len(told(out)), 80)

    def test_a_bank_keeps_parts_marks_parameters_and_ids(self):
        out = self.folder / "out.omf"
        self.works("convert", self.glb(BANK), out)
        self.assert_same(BANK, out, 100)
        self.works("check", "--strict", out)

    def test_bank_keeps_its_fields_on_a_given_skeleton(self):
        out = self.folder / "out.omf"
        self.works("convert", "--skeleton=xray-stalker", self.glb(BANK), out)
        mine, theirs = self.fields(out), self.fields(BANK)
        for name in theirs:
            if re.search(r"speed|power|accrue|falloff|flags|marks|\.name$|bone_?or_?part", name,
                         re.I):
                self.assertEqual(mine[name], theirs[name], name)

    def test_still_clips_keep_their_length(self):
        self.put("still.ogf", ogf())
        bank, out = self.put("still.omf", omf()), self.folder / "out.omf"
        edited = self.glb(bank, "--sidecar")
        self.works("convert", edited, out)
        self.assert_same(bank, out, 30)
        scene, rest = parts_of(edited.read_bytes())
        remove_extras(scene)
        bare = self.put("still.glb", glb(scene, rest))
        self.works("convert", "-f", bare, out)
        self.assert_same(bank, out, 30)

    def test_still_clips_can_be_sampled_at_their_last_key(self):
        # Key times are rounded up to float; the nearest float may be below the frame.
        self.put("still.ogf", ogf())
        bank = self.put("still.omf", omf(clips=(("idle", 202), ("lead", 203))))
        edited = self.glb(bank)
        for clip, last in (("idle", 201), ("lead", 202)):
            time = last / 30
            if struct.unpack("<f", struct.pack("<f", time))[0] < time:
                time = next_float(time)
            self.works("sample", "--clip", clip, "--time", repr(time), edited)

    def test_sdk_motions_keep_their_fields(self):
        first, out = self.folder / "first.skls", self.folder / "out.skls"
        self.works("convert", "--lossy", BANK, first)
        self.works("convert", self.glb(first), out)
        def told(path):
            return {field["name"]: field["value"]
                    for field in self.works("map", "--json", path).json()["fields"]
                    if ".keys" not in field["name"] and "Count" not in field["name"]
                    and "count" not in field["name"]}
        mine, theirs = told(out), told(first)
        shared = {name for name in theirs if re.search(
            r"motions\[\d+\]\.(name|flags|speed|accrue|falloff|power|bone|part|marks|version|fps)",
            name, re.I)}
        self.assertGreater(len(shared), 20)
        for name in shared:
            self.assertEqual(mine.get(name), theirs[name], name)

    def test_without_extras_motions_have_defaults(self):
        out = self.folder / "out.omf"
        self.works("convert", self.edited(BANK, remove_extras), out)
        fields = self.fields(out)
        self.assertEqual({value for name, value in fields.items() if name.endswith(".speed")}, {1})
        self.assertEqual({value for name, value in fields.items() if name.endswith(".accrue")}, {2})
        self.assertFalse([name for name in fields if ".marks[" in name])

    def test_booleans_as_numbers_and_dropped_nulls_are_read(self):
        def bend(document):
            for clip in document["clips"]:
                clip["playback"]["loop"] = float(clip["playback"]["loop"])
                for key in [key for key, value in clip.items() if value is None]:
                    del clip[key]
        out = self.folder / "out.omf"
        self.works("convert", self.edited(BANK, with_armature_text(bend)), out)
        self.assert_same(BANK, out, 100)

    def test_names_that_a_bank_cannot_store_are_refused(self):
        for rule, change in (
                ("CNV038", lambda d: d["parts"][0].update(name="p" * 200)),
                ("CNV038", lambda d: d["parts"][0].update(name="\u4e2d")),
                ("CNV038", lambda d: d["parts"][0].update(name="")),
                ("CNV036", lambda d: d["clips"][0].update(name="\u4e2d")),
                ("CNV037",
                 lambda d: d["clips"][0]["events"].append({"name": "\u4e2d", "start": 0}))):
            path = self.edited(BANK, with_armature_text(change))
            self.fails(5, "convert", path, self.folder / "x.omf", cause=f"[{rule}]")
            self.assertFalse((self.folder / "x.omf").exists())


class WithBase(Extras):
    """A single change in the extras is the only change in the file and in the report."""

    def convert_back(self, source, change, *options):
        path = self.edited(source, with_armature_text(change))
        out = self.folder / f"out{source.suffix}"
        said = self.works("convert", "-f", *options, f"--base={source}", path, out).err
        return said, out

    def changed_fields(self, source, out):
        old, new = self.fields(source), self.fields(out)
        return {name: new.get(name) for name in {**old, **new}
                if new.get(name) != old.get(name) and not name.endswith("size")}

    def test_each_parameter_change_is_applied_alone(self):
        for key, value, told in (("speed", 1.5, "speed"), ("power", 0.25, "power"),
                                 ("accrue", 7, "accrue"), ("falloff", 9, "falloff")):
            def change(document, key=key, value=value):
                document["clips"][1]["playback"][key] = value
            said, out = self.convert_back(BANK, change)
            self.assertIn(told, said)
            changed = self.changed_fields(BANK, out)
            self.assertEqual(list(changed.values()), [value], changed)
            self.assertEqual(len(out.read_bytes()), len(BANK.read_bytes()))

    def test_loop_change_sets_the_source_flag(self):
        def change(document):
            playback = document["clips"][1]["playback"]
            playback["loop"] = not playback["loop"]
        said, out = self.convert_back(BANK, change)
        self.assertIn("flags", said)
        self.assertEqual(len(self.changed_fields(BANK, out)), 1)
        self.assertNotEqual(self.clip(out, 1)["loop"], self.clip(BANK, 1)["loop"])

    def test_changed_events_replace_the_marks(self):
        def change(document):
            document["clips"][1]["events"] = [
                {"name": "left", "start": 0.1, "end": 0.2},
                {"name": "right", "start": None, "end": None, "start_s": 0.3}]
        said, out = self.convert_back(BANK, change)
        self.assertIn("events", said)
        self.assertEqual(self.clip(out, 1)["events"], 2)
        old, new = self.fields(BANK), self.fields(out)
        others = [name for name in old if "marks" not in name.lower()]
        self.assertEqual([new.get(name) for name in others if not name.endswith("size")],
                         [old[name] for name in others if not name.endswith("size")])
        self.works("check", "--strict", out)

    def test_moved_events_change_property_phases(self):
        def change(document):
            clip = document["clips"][0]
            clip["events"] = [{"name": "StepSound", "start": None, "start_s": 0.4},
                              {"name": "b", "value": "c", "start": 1}]
        for source, options in ((WALK, ()), (PACKED, ("--to=bmtr",))):
            said, out = self.convert_back(source, change, *options)
            self.assertIn("events", said)
            self.assertEqual(self.clip(out)["events"], 2)
        said, out = self.convert_back(WALK, change)
        fields = self.fields(out)
        self.assertAlmostEqual(fields["mdat.properties[0].phase"], 0.5, 5)
        old = WALK.read_bytes()
        start = old.index(b"RTM_0101")
        self.assertTrue(out.read_bytes().endswith(old[start:]))

    def test_root_motion_change_is_applied(self):
        def change(document):
            document["clips"][0]["motion"] = [0, 0, 3]
        said, out = self.convert_back(WALK, change)
        self.assertIn("motion", said)
        self.assertEqual(list(self.changed_fields(WALK, out)), ["step"])
        said, out = self.convert_back(BANK, change)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.assertIn("motion", said)

    def test_invalid_values_are_reported_and_ignored(self):
        def change(document):
            document["clips"][1]["playback"]["speed"] = "fast"
            document["clips"][2]["events"] = [{"start": 1}]
        said, out = self.convert_back(BANK, change)
        self.assertIn("GLR082", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())

    def test_values_that_games_refuse_are_reported(self):
        def edited(clip, **playback):
            def change(document):
                document["clips"][clip]["playback"].update(playback)
            return change

        def turn(document):
            document["clips"][1]["events"][0].update(start=1, end=0.5)
        for change, rule in ((edited(0, speed=-1), "OMF113"), (edited(0, falloff=101), "OMF113"),
                             (edited(0, bone_or_part=9), "OMF112"), (turn, "OMF122")):
            said, out = self.convert_back(BANK, change)
            self.assertEqual(said.count(f"[{rule}]"), 1)
            self.assertIn(rule, self.works("check", out).out)
        said, _ = self.convert_back(BANK, edited(0, speed=2))
        self.assertNotIn("OMF11", said)

    def test_changed_parts_are_not_applied(self):
        def change(document):
            document["parts"][0]["bones"].pop()
        said, out = self.convert_back(BANK, change)
        self.assertIn("parts are not applied", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        said, _ = self.convert_back(BANK, lambda document: None)
        self.assertNotIn("parts", said)

    def test_changed_values_of_events_are_no_change_of_a_bank(self):
        def change(document):
            document["clips"][1]["events"][0]["value"] = "loud"
        said, out = self.convert_back(BANK, change)
        self.assertIn("marks cannot store the values of events", said)
        self.assertIn("0 clips changed", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())

    def test_unencodable_event_names_are_refused(self):
        for source, options, why in ((BANK, (), "[CNV037]"), (WALK, (), "RTM201"),
                                     (PACKED, ("--to=bmtr",), "BMT202")):
            path = self.edited(source, with_armature_text(
                lambda document: document["clips"][0]["events"].append(
                    {"name": "\u4e2d", "start": 0})))
            out = self.folder / f"refused{source.suffix}"
            self.fails(5, "convert", *options, f"--base={source}", path, out, cause=why)
            self.assertFalse(out.exists())

    def test_animation_names_are_case_sensitive(self):
        def change(scene):
            with_armature_text(lambda document: document["clips"].insert(
                0, {**document["clips"][1], "animation": document["clips"][1]["animation"].upper(),
                    "playback": {"speed": 99}}))(scene)
        out = self.folder / "out.omf"
        self.works("convert", f"--base={BANK}", self.edited(BANK, change), out)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())


class NewClips(Extras):
    """Clips that the base does not have; in all of these, walk is one."""
    def base_without_walk(self, name, *options):
        path = self.folder / name
        self.works("convert", "-f", *options, "--lossy", self.glb(BANK), self.folder / f"a{name}")
        less = self.edited(BANK, lambda scene: scene.update(
            animations=[a for a in scene["animations"] if a["name"] != "walk"]), "less.glb")
        self.works("convert", "-f", "--drop-missing", f"--base={self.folder / f'a{name}'}", less,
                   path)
        return path

    def test_events_lost_by_an_older_version_are_reported(self):
        out, edited = self.folder / "out.omf", self.glb(BANK)
        base = self.base_without_walk("base.omf", "--format-version=3")
        said = self.works("convert", "--add-new", f"--base={base}", edited, out).err
        self.assertIn("walk: omf cannot store all of its data", said)
        self.assertIn("lost: events", said)
        motions = self.base_without_walk("base.skls", "--format-version=6")
        said = self.works("convert", "--add-new", f"--base={motions}", edited,
                          self.folder / "out.skls").err
        self.assertIn("lost: events", said)

    def test_events_moved_at_24_fps_return_to_their_keys(self):
        def moved(scene):
            for event in scene["clips"][1]["events"]:
                event.update(start=None, end=None, start_s=event["start_s"] * 1.25,
                             end_s=event["end_s"] * 1.25)
        slow = Edited(self.edited(BANK, with_armature_text(moved)).read_bytes())
        slow.retime(lambda time: time * 1.25)
        edited, out = self.put("slow.glb", slow.content()), self.folder / "out.omf"
        base = self.base_without_walk("base.omf")
        said = self.works("convert", "--add-new", f"--base={base}", edited, out).err
        self.assertIn("the edited file has 24 instead of 30 fps", said)
        mine, theirs = self.fields(out), self.fields(BANK)
        for mark in range(2):
            for a, b in zip(mine[f"params.definitions[4].marks[{mark}].intervals"],
                            theirs[f"params.definitions[1].marks[{mark}].intervals"]):
                self.assertAlmostEqual(a, b, delta=1e-6)

    def test_moving_bones_missing_in_the_base_are_reported(self):
        tree = self.put("tree.ogf", ogf((("root", ""), ("hand", "root"), ("tail", "root"))))
        base, glb, out = self.put("base.omf", omf()), self.folder / "two.glb", "out.omf"
        self.works("convert", f"--skeleton={tree}", base, glb)
        for degrees in (0, 10):
            edited = Edited(glb.read_bytes())
            edited.scene["animations"][1]["name"] = "new"
            edited.move_key("new", "tail", 1, degrees=degrees)
            said = self.works("convert", "-f", "--add-new", f"--base={base}",
                              self.put("edited.glb", edited.content()), self.folder / out).err
            self.assertEqual("lost: keys of bones that the target file does not have" in said,
                             degrees > 0)

    def test_clip_without_losses_raises_no_message(self):
        base, out = self.base_without_walk("base.omf"), self.folder / "out.omf"
        said = self.works("convert", "--add-new", f"--base={base}", self.glb(BANK), out).err
        self.assertNotIn("lost", said)
        self.assertEqual(self.clip(out, 4)["events"], 2)


class Sidecar(Extras):
    def test_sidecar_repeats_the_extras_of_the_gltf(self):
        for name in ("walk.glb", "walk.gltf"):
            path = self.folder / name
            self.works("convert", "-f", "--sidecar", WALK, path)
            beside = json.loads((self.folder / "walk.gait.json").read_text("utf-8"))
            scene = (parts_of(path.read_bytes())[0] if name.endswith("glb")
                     else json.loads(path.read_text("utf-8")))
            self.assertEqual(beside, json.loads(scene["nodes"][0]["extras"]["gait"]))

    def test_sidecar_matches_its_schema(self):
        for source in (BANK, WALK):
            path = self.folder / f"{source.stem}.glb"
            self.works("convert", "--sidecar", source, path)
            beside = json.loads(path.with_suffix(".gait.json").read_text("utf-8"))
            self.assertEqual(schema_errors(beside, "extras"), [])
            self.assertEqual(beside["schema"], "gait.extras/1")
            self.assertTrue(all(clip["events"] is not None for clip in beside["clips"]))

    def test_sidecar_is_not_overwritten(self):
        beside = self.put("walk.gait.json", b"mine")
        out = self.folder / "walk.glb"
        self.fails(3, "convert", "--sidecar", WALK, out, cause=("walk.gait.json", "exists already"))
        self.assertEqual(beside.read_bytes(), b"mine")
        self.assertFalse(out.exists())
        self.works("convert", "-f", "--sidecar", WALK, out)
        self.assertNotEqual(beside.read_bytes(), b"mine")
        self.assertEqual(self.leftovers(), [])

    def test_each_clip_has_its_own_sidecar(self):
        self.works("convert", "--sidecar", BANK, self.folder / "{clip}.glb")
        clips = {path.stem for path in self.folder.glob("*.glb")}
        self.assertEqual({path.name.removesuffix(".gait.json")
                          for path in self.folder.glob("*.gait.json")}, clips)
        self.assertGreaterEqual(len(clips), 2)

    def test_dry_run_writes_no_sidecar(self):
        self.works("convert", "--dry-run", "--sidecar", WALK, self.folder / "walk.glb")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_sidecar_option_requires_gltf_output(self):
        self.fails(2, "convert", "--sidecar", WALK, self.folder / "x.bvh", cause="--sidecar")
        self.fails(2, "convert", "--sidecar", WALK, self.folder / "x.rtm", cause="--sidecar")
        self.fails(2, "convert", "--sidecar", "--to=gltf", WALK, "-", cause="--sidecar")

    def bare(self, source):
        """A glTF without extras, and its metadata as a sidecar."""
        self.works("convert", "-f", "--sidecar", source, self.folder / "edited.glb")
        return self.edited(source, remove_extras)

    def test_sidecar_replaces_missing_extras(self):
        for source, options in ((WALK, ()), (BANK, ())):
            path, out = self.bare(source), self.folder / f"out{source.suffix}"
            self.assertIn("metadata: ", self.works("convert", "-f", *options, path, out).err)
            self.assert_same(source, out, 90)
        self.assertEqual(self.clip(self.bare(WALK))["events"], self.clip(WALK)["events"])

    def test_sidecar_is_applied_to_a_base(self):
        path, beside = self.bare(BANK), self.folder / "edited.gait.json"
        document = json.loads(beside.read_text("utf-8"))
        document["clips"][0]["playback"]["speed"] = 5
        beside.write_text(json.dumps(document), "utf-8")
        out = self.folder / "out.omf"
        self.assertIn("speed", self.works("convert", f"--base={BANK}", path, out).err)
        self.assertIn(5, [value for name, value in self.fields(out).items()
                          if name.endswith(".speed")])

    def test_extras_replace_a_broken_sidecar(self):
        self.put("walk.gait.json", b"{broken")
        said = self.works("convert", self.glb(WALK), self.folder / "out.rtm")
        self.assertIn("GLR083", said.err)
        self.assertIn("GLR083", self.works("check", self.folder / "walk.glb").out)
        self.assert_same(WALK, self.folder / "out.rtm", 90)

    def sidecar(self, source, change):
        """A glTF with extras, and a sidecar after `change`."""
        self.glb(source, "--sidecar")
        beside = self.folder / f"{source.stem}.gait.json"
        document = json.loads(beside.read_text("utf-8"))
        change(document)
        beside.write_text(json.dumps(document), "utf-8")
        return self.folder / f"{source.stem}.glb"

    def test_equal_copies_are_used_silently(self):
        for source in (WALK, BANK):
            path, out = self.sidecar(source, lambda document: None), self.folder / "out"
            said = self.works("convert", "-f", f"--base={source}", path,
                              out.with_suffix(source.suffix))
            self.assertNotIn("warning", said.err)
            self.assertEqual(out.with_suffix(source.suffix).read_bytes(), source.read_bytes())
            self.works("check", "--strict", path)

    def test_sidecar_has_priority_over_extras(self):
        def change(document):
            document["clips"][0]["playback"]["speed"] = 5
            document["clips"][1]["events"] = []
            del document["clips"][2]
        path, out = self.sidecar(BANK, change), self.folder / "out.omf"
        said = self.works("convert", "-f", "--json", f"--base={BANK}", path, out)
        self.assertEqual(said.json()["metadata_conflicts"], [
            {"clip": "idle", "fields": ["speed"], "used": "sidecar", "ignored": "animation"},
            {"clip": "walk", "fields": ["events"], "used": "sidecar", "ignored": "animation"}])
        self.assertEqual(schema_errors(said.json(), "roundtrip"), [])
        self.assertEqual(said.err.count("GLR084"), 2)
        self.assertEqual(self.works("check", path).out.count("GLR084"), 2)
        fields = self.fields(out)
        self.assertEqual([fields[f"params.definitions[{clip}].speed"] for clip in range(3)],
                         [5, 1, self.fields(BANK)["params.definitions[2].speed"]])
        self.assertEqual(fields["params.definitions[1].markCount"], 0)

    def test_sidecar_of_a_renamed_animation_is_found(self):
        def change(document):
            document["clips"][0]["playback"]["speed"] = 5
        path, out = self.sidecar(BANK, change), self.folder / "out.omf"
        scene, rest = parts_of(path.read_bytes())
        scene["animations"][0]["name"] = "lazy"
        for bare in (False, True):
            if bare:
                del scene["animations"][0]["extras"]
            path.write_bytes(glb(scene, rest))
            self.works("convert", "-f", "--add-new", "--drop-missing", f"--base={BANK}", path, out)
            fields = self.fields(out)
            self.assertEqual((fields["params.definitions[0].name"],
                              fields["params.definitions[0].speed"]), ("lazy", 5))

    def renamed_walk(self, names_of, change, item_name="walk"):
        """A glTF with a sidecar in which `walk` became `run`; `names_of` are also renamed."""
        def edit(document):
            document["clips"][1].update(name=item_name, animation=item_name)
            change(document["clips"][1])
        path = self.sidecar(BANK, edit)
        scene, rest = parts_of(path.read_bytes())
        scene["animations"][1]["name"] = "run"
        for name in names_of:
            scene["animations"][1]["extras"]["gait"][name] = "run"
        path.write_bytes(glb(scene, rest))
        return path

    def test_sidecar_has_priority_over_renamed_extras(self):
        def change(item):
            item["playback"]["speed"] = 2
        out = self.folder / "out.omf"
        for names, item in ((("name", "animation"), "walk"), ((), "run"), (("name",), "run"),
                            (("name", "animation"), "run")):
            path = self.renamed_walk(names, change, item)
            for options in ((), ("--add-new", "--drop-missing", f"--base={BANK}")):
                said = self.works("convert", "-f", *options, path, out)
                self.assertIn("differ in speed", said.err)
                fields = self.fields(out)
                self.assertEqual((fields["params.definitions[1].name"],
                                  fields["params.definitions[1].speed"]), ("run", 2))

    def test_sidecar_of_a_renamed_clip_is_found_by_the_base(self):
        def change(item):
            item["playback"]["speed"] = 2
            del item["frames"]
        path, out = self.renamed_walk(("name", "animation"), change), self.folder / "out.omf"
        self.works("convert", "--add-new", "--drop-missing", f"--base={BANK}", path, out)
        fields = self.fields(out)
        self.assertEqual((fields["params.definitions[1].name"],
                          fields["params.definitions[1].speed"]), ("run", 2))

    def test_members_that_a_sidecar_lacks_are_those_of_the_animation(self):
        def change(document):
            del document["clips"][1]["playback"]["speed"]
            document["clips"][1]["playback"]["power"] = 0.5
        path, out = self.sidecar(BANK, change), self.folder / "out.omf"
        scene, rest = parts_of(path.read_bytes())
        scene["animations"][1]["extras"]["gait"]["playback"].update(speed=3, power=0.25)
        path.write_bytes(glb(scene, rest))
        for options in ((), (f"--base={BANK}",)):
            self.works("convert", "-f", *options, path, out)
            fields = self.fields(out)
            self.assertEqual((fields["params.definitions[1].speed"],
                              fields["params.definitions[1].power"]), (3, 0.5))
        said = self.works("convert", "-f", "--json", f"--base={BANK}", path, out)
        self.assertEqual({(one["used"], one["ignored"], *one["fields"])
                          for one in said.json()["metadata_conflicts"]},
                         {("animation", "armature", "speed"), ("animation", "scene", "speed"),
                          ("sidecar", "animation", "power")})

    def test_extras_of_an_animation_have_priority(self):
        def change(scene):
            scene["animations"][0]["extras"]["gait"]["playback"]["speed"] = 3
        path, out = self.edited(BANK, change), self.folder / "out.omf"
        said = self.works("convert", "--json", f"--base={BANK}", path, out)
        self.assertIn("GLR085", said.err)
        self.assertEqual(self.fields(out)["params.definitions[0].speed"], 3)
        self.assertEqual({(one["clip"], one["used"], one["ignored"])
                          for one in said.json()["metadata_conflicts"]},
                         {("idle", "animation", "armature"), ("idle", "animation", "scene")})

    def test_extras_of_the_armature_have_priority_over_the_scene(self):
        def change(scene):
            for animation in scene["animations"]:
                del animation["extras"]
            scene["scenes"][0]["extras"]["gait"]["clips"][0]["playback"]["speed"] = 3
            scene["scenes"][0]["extras"]["gait"]["parts"][0]["name"] = "other"
        path, out = self.edited(BANK, change), self.folder / "out.omf"
        said = self.works("convert", "--json", f"--base={BANK}", path, out)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.assertIn("GLR086", said.err)
        self.assertEqual([(one["clip"], one["fields"])
                          for one in said.json()["metadata_conflicts"]],
                         [(None, ["parts"]), ("idle", ["speed"])])

    def test_broken_sidecar_is_reported_and_ignored(self):
        path, beside = self.bare(BANK), self.folder / "edited.gait.json"
        for content in (b"", b"{", b"[]", b'{"schema":"gait.extras/9"}', b"\xff" * 9, bytes(9)):
            beside.write_bytes(content)
            out = self.folder / "out.omf"
            said = self.works("convert", "-f", path, out).err
            self.assertIn("the sidecar edited.gait.json is not usable", said)
            self.assertIn("GLR083", said)
            self.assertIn("GLR083", self.works("check", path).out)
            self.assertEqual({value for name, value in self.fields(out).items()
                              if name.endswith(".speed")}, {1})

    def test_unreadable_sidecar_is_reported(self):
        path, beside = self.bare(BANK), self.folder / "edited.gait.json"
        beside.unlink()
        beside.mkdir()
        said = self.works("convert", path, self.folder / "a.omf").err
        self.assertIn("GLR083", said)
        self.assertIn("the sidecar edited.gait.json is not usable", said)
        beside.rmdir()
        with open(beside, "wb") as sparse:
            sparse.truncate((4 << 30) + 1)
        self.assertIn("GLR083", self.works("convert", path, self.folder / "b.omf").err)
        self.assertIn("GLR083", self.works("check", path).out)

    def test_stream_input_has_no_sidecar(self):
        content = self.bare(BANK).read_bytes()
        out = self.folder / "out.omf"
        self.assertNotIn("extras", self.works("convert", "-", out, stdin=content).err)


class Large(Extras):
    """Excessive time or memory fails by the timeout or a limit."""

    def scene(self, joints, document):
        names = [f"bone_{b:05}" for b in range(joints)]
        nodes = [{"name": "rig", "children": list(range(1, joints + 1)),
                  "extras": {"gait": json.dumps({"schema": "gait.extras/1", **document(names)})}},
                 *({"name": name} for name in names)]
        keys = struct.pack("<2f6f", 0, 1 / 30, *[0, 0, 0, 0, 1, 0])
        views = [{"buffer": 0, "byteLength": 8},
                 {"buffer": 0, "byteOffset": 8, "byteLength": 24}]
        accessors = [{"bufferView": view, "componentType": 5126, "count": 2, "type": kind}
                     for view, kind in enumerate(("SCALAR", "VEC3"))]
        animation = {"name": "a", "samplers": [{"input": 0, "output": 1}], "channels": [
            {"sampler": 0, "target": {"node": 1, "path": "translation"}}]}
        scene = {"asset": {"version": "2.0"}, "nodes": nodes, "animations": [animation],
                 "skins": [{"joints": list(range(1, joints + 1))}], "bufferViews": views,
                 "accessors": accessors, "buffers": [{"byteLength": len(keys)}]}
        binary = len(keys).to_bytes(4, "little") + b"BIN\0" + keys
        return self.put("large.glb", glb(scene, binary))

    def test_maximum_number_of_bones_is_read(self):
        path = self.scene(65535, lambda names: {"parts": [{"name": "all", "bones": names[::-1]}]})
        out = self.folder / "out.omf"
        for options in ((), (f"--skeleton={path}",)):
            self.works("convert", "-f", *options, path, out)
            info = self.works("info", "--json", out).json()["files"][0]
            self.assertEqual((len(info["bones"]), info["bones"][0]), (65535, "bone_00000"))

    def test_a_hundred_thousand_events(self):
        events = [{"name": f"e{e}", "start": 0, "start_s": 0} for e in range(100000)]
        path = self.scene(2, lambda names: {"clips": [{"animation": "a", "events": events}]})
        for name, options in (("out.rtm", ()), ("packed.rtm", ("--to=bmtr",)), ("out.omf", ())):
            out = self.folder / name
            self.works("convert", *options, path, out)
            self.assertEqual(self.clip(out)["events"], len(events))

    def test_too_many_parts_are_refused(self):
        parts = [{"name": f"p{p}"} for p in range(65536)]
        path = self.scene(2, lambda names: {"parts": parts})
        self.fails(5, "convert", path, self.folder / "x.omf", cause="[CNV038]")

    def test_a_text_of_many_megabytes(self):
        path = self.scene(2, lambda names: {"clips": [{"animation": "a", "name": "y" * 8000000}]})
        self.fails(5, "convert", path, self.folder / "x.omf", cause="[CNV036]")
        self.works("convert", path, self.folder / "x.rtm")


class OnASkeleton(Extras):
    def poses(self, path, *options):
        said = self.works("sample", "--json", "--all", "-q", *options, path).json()
        return [{bone["name"].lower(): (bone["t"], bone["q"]) for bone in frame["bones"]}
                for frame in said["frames"]]

    def assert_poses(self, mine, theirs, delta=2e-5):
        self.assertEqual(len(mine), len(theirs))
        for one, other in zip(mine, theirs):
            for bone in one:
                turned = sum(a * b for a, b in zip(one[bone][1], other[bone][1]))
                self.assertAlmostEqual(abs(turned), 1, delta=1e-5)
                for a, b in zip(one[bone][0], other[bone][0]):
                    self.assertAlmostEqual(a, b, delta=delta)

    def test_human_walk_keeps_its_poses(self):
        out = self.folder / "out.rtm"
        said = self.works("convert", "--skeleton=arma3-man", self.glb(WALK), out).err
        self.assertIn("67 of 103 bones", said)
        self.assert_poses(self.poses(out), self.poses(WALK))

    def test_binarised_walk_keeps_its_poses(self):
        out, tree = self.folder / "out.rtm", "--skeleton=arma3-man"
        self.works("convert", "--to=bmtr", tree, self.glb(PACKED), out)
        self.assertEqual(out.read_bytes()[:4], b"BMTR")
        self.assert_poses(self.poses(out, tree), self.poses(PACKED, tree), 0.004)

    def test_stalker_keeps_its_poses_in_every_format(self):
        tree, source = "--skeleton=xray-stalker", self.glb(BANK)
        wanted = self.poses(BANK, "--clip=walk")
        for name in ("out.omf", "out.skls", "out.glb"):
            out = self.folder / name
            self.works("convert", "--lossy", tree, source, out)
            self.assert_poses(self.poses(out, "--clip=walk"), wanted)
        self.works("convert", tree, "--clip=walk", source, self.folder / "out.skl")
        self.works("convert", tree, "--clip=walk", source, self.folder / "out.bvh")
        self.works("check", "--strict", self.folder / "out.omf", self.folder / "out.skls")

    def test_another_rest_pose_of_the_skeleton_is_reported(self):
        bank = self.put("bank.omf", omf(bones=("root", "hand", "tip")))
        bones = (("root", ""), ("hand", "root"), ("tip", "hand"))
        models = [self.put(name, ogf(bones, positions=positions)) for name, positions in (
            ("hud.ogf", ((0, 0, 0), (0, 1, 0), (0, 2, 0))),
            ("world.ogf", ((1, 0, 3), (0, 3, 1), (2, 0, 0))))]
        export, out = self.folder / "bank.glb", self.folder / "out.omf"
        self.works("convert", f"--skeleton={models[0]}", bank, export)
        for model, differs in zip(models, (False, True)):
            said = self.works("convert", "-f", f"--skeleton={model}", export, out).err
            self.assertEqual("its rest pose differs" in said, differs)

    def test_gltf_is_accepted_as_a_skeleton(self):
        source = self.glb(BANK)
        other, out = self.folder / "other.glb", self.folder / "out.omf"
        self.works("convert", "--clip=walk", BANK, other)
        self.works("convert", f"--skeleton={other}", source, out)
        self.assert_poses(self.poses(out, "--clip=walk"), self.poses(BANK, "--clip=walk"))

    def test_model_is_accepted_as_a_skeleton(self):
        model = self.put("model.ogf", ogf((("root", ""), ("hand", "root"), ("tail", "root"))))
        out = self.folder / "out.omf"
        said = self.works("convert", f"--skeleton={model}", DATA / "gltf/ok/waving.glb", out).err
        self.assertIn("2 of 3 bones", said)
        self.assertIn("no joint for bone tail", said)
        info = self.works("info", "--json", out).json()["files"][0]
        self.assertEqual(info["bones"], ["root", "hand", "tail"])
        self.assertEqual(info["clips"][0]["frames"], 7)  # one each 1/30 s
        self.works("check", "--strict", f"--skeleton={model}", out)

    def test_joints_without_a_bone_are_left_out(self):
        model = self.put("model.ogf", ogf((("root", ""),)))
        said = self.works("convert", f"--skeleton={model}", DATA / "gltf/ok/waving.glb",
                          self.folder / "out.omf").err
        self.assertIn("1 joint has no bone", said)

    def test_unsuitable_skeleton_gets_similar_names(self):
        model = self.put("model.ogf", ogf((("roots", ""), ("hands", "roots"))))
        out = self.folder / "out.omf"
        self.fails(5, "convert", f"--skeleton={model}", DATA / "gltf/ok/waving.glb", out,
                   cause=("[CNV021]", "nearest: root", "nearest: hand"))
        self.fails(5, "convert", "--skeleton=arma3-man", self.glb(BANK), out, cause="[CNV021]")
        self.assertFalse(out.exists())

    def test_files_without_bones_are_refused_as_skeletons(self):
        out = self.folder / "out.rtm"
        pivots = next((DATA / "p3d/ok").glob("*.p3d"))
        self.fails(2, "convert", f"--skeleton={pivots}", self.glb(WALK), out, cause="not pivots")
        self.fails(2, "convert", "--skeleton=nobody", self.glb(WALK), out, cause="nobody")
        self.assertFalse(out.exists())

    def test_dry_run_and_force_work_as_usual(self):
        source, out = self.glb(WALK), self.put("out.rtm", b"mine")
        self.fails(3, "convert", "--skeleton=arma3-man", source, out, cause="exists already")
        self.works("convert", "-f", "--dry-run", "--skeleton=arma3-man", source, out)
        self.assertEqual(out.read_bytes(), b"mine")



class WithoutBaseWithMesh(Meshed, WithoutBase):
    """The same with a mesh in the glTF."""


class WithBaseWithMesh(Meshed, WithBase):
    """The same with a mesh in the glTF."""


class NewClipsWithMesh(Meshed, NewClips):
    """The same with a mesh in the glTF."""


class SidecarWithMesh(Meshed, Sidecar):
    """The same with a mesh in the glTF."""


if __name__ == "__main__":
    main()
