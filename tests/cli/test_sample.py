#!/usr/bin/env python3
"""sample: selection of pose, clip, skeleton and space."""
import base64
import csv
import io
import json
import math
import struct

from command import SCHEMAS, CommandTest, gait, main, ogf, omf, rtm, schema_errors, turn_y

QUARTER = (0, 23170, 0, 23170)  # a quarter turn about Y, as the file has it


def moved_gltf(times):
    """One joint, which moves by 1 m along X from key to key."""
    data = struct.pack(f"<{len(times)}f", *times)
    data += b"".join(struct.pack("<3f", key, 0, 0) for key in range(len(times)))
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "root"}], "skins": [{"joints": [0]}],
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": 4 * len(times)},
                        {"buffer": 0, "byteOffset": 4 * len(times), "byteLength": 12 * len(times)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(times),
                       "type": "SCALAR", "min": [times[0]], "max": [times[-1]]},
                      {"bufferView": 1, "componentType": 5126, "count": len(times),
                       "type": "VEC3"}],
        "animations": [{"name": "move", "samplers": [{"input": 0, "output": 1}],
                        "channels": [{"sampler": 0,
                                      "target": {"node": 0, "path": "translation"}}]}]}).encode()


class Poses(CommandTest):
    def pose(self, *arguments):
        result = gait("sample", "--json", "-q", *arguments)
        self.assertEqual(result.code, 0, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "pose"), [])
        return document

    def assert_close(self, got, wanted, within=1e-5):
        self.assertEqual(len(got), len(wanted))
        for a, b in zip(got, wanted):
            self.assertAlmostEqual(a, b, delta=within)

    def poses(self, *arguments, code=0):
        """The documents of several clips."""
        result = gait("sample", "--json", "-q", *arguments)
        self.assertEqual(result.code, code, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "poses"), [])
        self.assertEqual(document["schema"], "gait.poses/1")
        return document["clips"]

    def table(self, *arguments):
        """The rows of the CSV table, by the names of its columns."""
        result = self.works("sample", "--csv", "-q", *arguments)
        self.assertNotIn("\r", result.out)
        self.assertFalse(result.bytes.startswith(b"\xEF\xBB\xBF"))
        return list(csv.DictReader(io.StringIO(result.out), strict=True))

    def bones(self, *arguments):
        return {bone["name"]: bone for bone in self.pose(*arguments)["frames"][0]["bones"]}


class Selectors(Poses):
    def test_a_pose_must_be_chosen_and_only_one_way(self):
        path = self.put("a.rtm", rtm())
        self.fails(2, "sample", path, cause="--frame K, --time S, --phase P, --fps N or --all")
        self.fails(2, "sample", "--frame=0", "--all", path, cause="give one of")
        self.fails(2, "sample", "--frame=0", "--loop", path, cause="--loop")

    def test_frames_out_of_range_are_not_clamped(self):
        path = self.put("a.rtm", rtm())
        self.fails(2, "sample", "--frame=2", path, cause=("frames 0 to 1", "no frame 2"))

    def test_all_frames_carry_their_times(self):
        walk = self.pose("--all", self.put("walk.rtm", rtm(phases=(0, 0.25, 1))))
        self.assertEqual((walk["clip"], walk["space"], walk["axes"]), ("walk", "model", "engine"))
        self.assertEqual([(f["frame"], f["time_s"], f["phase"]) for f in walk["frames"]],
                         [(0, None, 0), (1, None, 0.25), (2, None, 1)])
        bank = self.put("a.omf", omf(clips=(("one", 3),)))
        self.put("a.ogf", ogf())
        times = [(f["frame"], f["time_s"], f["phase"]) for f in self.pose("--all", bank)["frames"]]
        self.assert_close([time for _, time, _ in times], [0, 1 / 30, 2 / 30], 1e-7)

    def test_time_and_phase_options_are_distinguished(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(2, "sample", "--time=0", walk, cause="use --phase")
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf())
        self.fails(2, "sample", "--phase=0", "--clip=idle", bank, cause="use --time")

    def test_times_outside_need_a_loop(self):
        walk = self.put("walk.rtm", rtm(phases=(0, 0.25, 1),
                                        matrix=lambda _, frame: turn_y(0, (frame, 0, 0))))
        for phase in ("-0.01", "1.01", "1e9"):
            self.fails(2, "sample", "--phase", phase, walk, cause=("covers 0 to 1", "--loop"))
        inside = self.pose("--phase=0.25", walk)["frames"]
        for phase in ("1.25", "-0.75", "7.25"):
            looped = self.pose("--loop", "--phase", phase, walk)["frames"]
            self.assertEqual(looped, inside)
        self.assertEqual((inside[0]["frame"], inside[0]["phase"]), (None, 0.25))

    def test_phases_0_to_1_are_always_inside(self):
        half = self.put("half.rtm", rtm(phases=(0.25, 0.375, 0.5),
                                        matrix=lambda _, frame: turn_y(0, (frame, 0, 0))))
        chosen = ("--space=delta", "--axes=file", half)
        for phase, loop, x in (("0", (), 0), ("1", (), 2), ("0.75", ("--loop",), 4 / 3),
                               ("1", ("--loop",), 2 / 3), ("1.3125", ("--loop",), 0.5)):
            for fast in ((), ("--fast",)):
                at = self.pose(*fast, *loop, "--phase", phase, *chosen)["frames"][0]
                self.assert_close(at["bones"][0]["t"], [x, 0, 0], 1e-4)
                self.assertEqual(at["phase"], float(phase) % 1 if loop else float(phase))
        late = self.put("late.rtm", rtm(phases=(0, 0.5, 1),
                                        matrix=lambda _, frame: turn_y(0, (frame ** 2, 0, 0))))
        at = self.bones("--loop", "--phase=0.75", "--space=delta", "--axes=file", late)
        self.assertEqual([bone["t"][0] for bone in at.values()], [0.5] * len(at))  # key 2: dropped

    def test_end_time_is_accepted_in_decimal(self):
        walk = self.put("walk.rtm", rtm(phases=(0.05, 3.3),
                                        matrix=lambda _, frame: turn_y(0, (frame, 0, 0))))
        for phase, moved in (("0.05", 0), ("3.3", 1)):  # not exact in binary32
            bone = self.pose("--phase", phase, "--space=delta", "--axes=file", walk)
            self.assertEqual(bone["frames"][0]["bones"][0]["t"], [moved, 0, 0])
        self.fails(2, "sample", "--phase=3.300001", walk, cause="covers 0 to 3.29999995")

    def test_a_still_clip_loops_to_its_only_key(self):
        still = self.put("still.rtm", rtm(phases=(0,)))
        self.assertEqual(self.pose("--loop", "--phase=3", still)["frames"][0]["phase"], 0)


class Clips(Poses):
    def setUp(self):
        super().setUp()
        self.put("a.ogf", ogf())
        self.bank = self.put("a.omf", omf(clips=(("idle", 3), ("walk", 5), ("walk", 2))))

    def test_clip_must_be_named_if_there_are_several(self):
        self.fails(2, "sample", "--all", self.bank, cause=("--clip NAME", "idle, walk"))

    def test_similar_names_are_suggested(self):
        self.fails(2, "sample", "--all", "--clip=wlak", self.bank, cause="did you mean 'walk'?")
        self.fails(2, "sample", "--all", "--clip=shoot_9", self.bank, cause="idle, walk")

    def test_first_of_equal_names_is_used(self):
        walk = self.pose("--all", "--clip=WALK", self.bank)
        self.assertEqual((walk["clip"], walk["clip_index"], len(walk["frames"])), ("walk", 1, 5))

    def test_all_clips_are_advised(self):
        self.fails(2, "sample", "--all", self.bank, cause='--clip "*" samples all clips')

    def test_pattern_matches_in_file_order(self):
        for patterns, names in ((("*",), ("idle", "walk", "walk")),
                                (("W??K",), ("walk", "walk")),
                                (("walk", "idle"), ("idle", "walk")),
                                (("walk", "i*", "idle"), ("idle", "walk"))):
            arguments = [f"--clip={pattern}" for pattern in patterns]
            clips = self.poses("--all", *arguments, self.bank)
            self.assertEqual(tuple(clip["clip"] for clip in clips), names)
        self.assertEqual([clip["clip_index"] for clip in clips], [0, 1])

    def test_several_clips_are_those_of_single_documents(self):
        clips = self.poses("--all", "--clip=idle", "--clip=walk", self.bank)
        self.assertEqual(clips, [self.pose("--all", "--clip", name, self.bank)
                                 for name in ("idle", "walk")])

    def test_one_match_is_one_document(self):
        self.assertEqual(self.works("sample", "--all", "--json", "--clip=i*", self.bank).bytes,
                         self.works("sample", "--all", "--json", "--clip=idle", self.bank).bytes)

    def test_patterns_without_a_match_are_refused(self):
        self.fails(2, "sample", "--all", "--clip=idle", "--clip=x*", self.bank,
                   cause="there is no clip 'x*'")
        empty = self.put("b.omf", omf(clips=()))
        self.fails(2, "sample", "--all", "--clip=*", empty, cause="holds no clips")

    def test_each_clip_has_a_heading(self):
        said = self.works("sample", "-q", "--frame=0", "--clip=*", self.bank).out
        alone = self.works("sample", "-q", "--frame=0", "--clip=idle", self.bank).out
        blocks = said.split(f"\n{self.bank}: clip ")
        self.assertEqual(len(blocks), 3)
        self.assertEqual(blocks[0], alone)

    def test_clips_without_the_pose_are_left_out(self):
        for form in ((), ("--json",), ("--csv",)):
            said = self.fails(2, "sample", *form, "--frame=3", "--clip=*", self.bank,
                              cause=("clip 'idle' has frames 0 to 2", "frames 0 to 1"))
            self.assertIn("walk", said.out)
            self.assertNotIn("idle", said.out)
        clips = self.poses("--time=0.1", "--clip=*", self.bank, code=2)
        self.assertEqual([clip["clip_index"] for clip in clips], [1])
        said = self.fails(2, "sample", "--time=9", "--clip=*", "--json", self.bank)
        self.assertEqual((said.out, said.err.count("--loop")), ("", 1))

    def test_errors_of_the_file_are_reported_once(self):
        (self.folder / "a.ogf").unlink()
        said = self.fails(5, "sample", "--all", "--clip=*", self.bank)
        self.assertEqual((said.out, said.err.count("[CNV024]")), ("", 1))
        said = self.fails(2, "sample", "--phase=0", "--clip=*", "--space=local", self.bank)
        self.assertEqual(said.err.count("use --time"), 1)

    def test_both_schemas_describe_the_same_clip(self):
        one, several = (json.loads((SCHEMAS / f"gait.{name}-1.schema.json").read_text("utf-8"))
                        for name in ("pose", "poses"))
        for key in ("$schema", "$id", "title"):
            del one[key]
        self.assertEqual(several["properties"]["clips"]["items"], one)


class Rate(Poses):
    """--fps."""

    def setUp(self):
        super().setUp()
        self.put("a.ogf", ogf())
        self.bank = self.put("a.omf", omf(
            clips=(("step", 4),),
            tracks=lambda clip, bone, length: (
                [(0, int(4000 * frame), 0, 32000) for frame in range(length)], (0, bone, 0))))

    def frames(self, *arguments):
        return self.pose(*arguments)["frames"]

    def times(self, *arguments):
        return [frame["time_s"] for frame in self.frames(*arguments)]

    def test_times_are_multiples(self):
        self.assertEqual(self.times("--fps=60", self.bank), [k / 60 for k in range(7)])
        self.assertEqual(self.times("--fps=25", self.bank), [0, 0.04, 0.08])
        self.assertEqual(self.times("--fps=7.5", self.bank), [0])

    def test_times_of_keys_have_the_pose_of_the_key(self):
        keys = self.frames("--all", self.bank)
        sampled = self.frames("--fps=60", self.bank)
        self.assertEqual([frame["frame"] for frame in sampled], [0, None, 1, None, 2, None, 3])
        self.assertEqual([frame["bones"] for frame in sampled[::2]],
                         [frame["bones"] for frame in keys])
        between = self.frames(f"--time={1 / 60!r}", self.bank)[0]
        self.assertEqual(sampled[1]["bones"], between["bones"])

    def test_times_are_not_accumulated(self):
        long = self.put("long.omf", omf(clips=(("long", 30001),)))
        times = self.times("--fps=30", long)
        self.assertEqual(len(times), 30001)
        self.assertEqual(times, [k / 30 for k in range(30001)])

    def test_keys_are_found_although_they_are_rounded(self):
        walk = self.put("walk.rtm", rtm(phases=[k / 30 for k in range(31)]))
        sampled = self.frames("--fps=20", "--duration=1.5", walk)
        self.assertEqual([frame["frame"] for frame in sampled], list(range(31)))

    def test_a_clip_with_one_key_has_one_pose(self):
        still = self.put("still.omf", omf(clips=(("still", 1),)))
        self.assertEqual(self.times("--fps=60", still), [0])

    def test_the_first_key_can_be_later(self):
        late = self.put("late.gltf", moved_gltf((0.5, 0.5 + 1 / 30, 0.5 + 2 / 30)))
        sampled = self.frames("--fps=60", "--axes=gltf", late)
        self.assert_close([frame["time_s"] for frame in sampled], [0.5 + k / 60 for k in range(5)])
        self.assert_close([frame["bones"][0]["t"][0] for frame in sampled], [0, 0.5, 1, 1.5, 2])

    def test_phases_need_a_duration(self):
        walk = self.put("walk.rtm", rtm(phases=(0, 0.25, 1),
                                        matrix=lambda _, frame: turn_y(0, (frame, 0, 0))))
        self.fails(2, "sample", "--fps=60", walk, cause="--fps requires --duration S")
        sampled = self.frames("--fps=4", "--duration=2", "--space=delta", "--axes=file", walk)
        self.assertEqual([frame["time_s"] for frame in sampled], [k / 4 for k in range(9)])
        self.assertEqual([frame["frame"] for frame in sampled], [0, None, 1, *[None] * 5, 2])
        self.assertEqual({frame["phase"] for frame in sampled}, {None})
        self.assert_close([frame["bones"][0]["t"][0] for frame in sampled],
                          [0, 0.5, 1, *[1 + k / 6 for k in range(1, 7)]])

    def test_duration_is_that_of_the_cycle(self):
        half = self.put("half.rtm", rtm(phases=(0.25, 0.5)))
        sampled = self.frames("--fps=4", "--duration=4", half)
        self.assertEqual([frame["time_s"] for frame in sampled], [k / 4 for k in range(17)])
        self.assertEqual([(k, frame["frame"]) for k, frame in enumerate(sampled)
                          if frame["frame"] is not None], [(4, 0), (8, 1)])
        wide = self.put("wide.rtm", rtm(phases=(0.5, 7, 13.5)))
        self.assertEqual(self.times("--fps=4", "--duration=1", wide), [0, 0.25, 0.5, 0.75, 1])

    def test_options_that_contradict_are_refused(self):
        for more in ("--all", "--frame=0", "--time=0", "--phase=0"):
            self.fails(2, "sample", "--fps=60", more, self.bank, cause="cannot be combined")
        self.fails(2, "sample", "--fps=60", "--loop", self.bank, cause="--loop requires")
        self.fails(2, "sample", "--all", "--duration=1", self.bank, cause="requires --fps")
        self.fails(2, "sample", "--fps=60", "--duration=1", self.bank, cause="clip has seconds")
        for rate in ("0", "-1", "1000001", "1e-4"):
            self.fails(2, "sample", f"--fps={rate}", self.bank, cause="--fps must be from")
        for duration in ("0", "-1", "279621"):
            self.fails(2, "sample", "--fps=60", f"--duration={duration}", self.bank,
                       cause="--duration must be")

    def test_too_many_poses_are_refused(self):
        walk = self.put("walk.rtm", rtm())
        said = self.fails(2, "sample", "--fps=1000", "--duration=10000", walk,
                          cause="more than 10000000 poses")
        self.assertEqual(said.out, "")


class Table(Poses):
    """--csv."""

    def test_rows_are_those_of_the_json(self):
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf(clips=(("idle", 3), ("walk", 2)), tracks=lambda *place: (
            [QUARTER] if place[1] else [(0, 0, 0, 32767)], (place[0], 0.1, -2))))
        expected = []
        for clip in self.poses("--fps=60", "--clip=*", bank):
            for frame in clip["frames"]:
                for bone in frame["bones"]:
                    expected.append((str(bank), clip["clip"], clip["clip_index"], frame["frame"],
                                     frame["time_s"], None, bone["name"],
                                     *bone["t"], *bone["q"], *bone["s"]))
        rows = self.table("--fps=60", "--clip=*", bank)
        self.assertEqual(list(rows[0]), ["path", "clip", "clip_index", "frame", "time_s", "phase",
                                         "bone", "tx", "ty", "tz", "qx", "qy", "qz", "qw",
                                         "sx", "sy", "sz"])
        got = [tuple(cell if name in ("path", "clip", "bone") else json.loads(cell or "null")
                     for name, cell in row.items()) for row in rows]
        self.assertEqual(got, expected)

    def test_phases_have_their_own_column(self):
        rows = self.table("--all", self.put("walk.rtm", rtm(bones=("one",), phases=(0, 0.25))))
        self.assertEqual([(row["frame"], row["time_s"], row["phase"]) for row in rows],
                         [("0", "", "0"), ("1", "", "0.25")])

    def test_texts_are_quoted(self):
        walk = self.put("a, b.rtm", rtm(bones=('left "hand"', "голова"), phases=(0,)))
        rows = self.table("--all", "--space=delta", walk)
        self.assertEqual([(row["path"], row["clip"], row["bone"]) for row in rows],
                         [(str(walk), "a, b", 'left "hand"'), (str(walk), "a, b", "голова")])

    def test_json_and_csv_exclude_each_other(self):
        self.fails(2, "sample", "--all", "--json", "--csv", self.put("a.rtm", rtm()),
                   cause="--json and --csv cannot be combined")

    def test_nothing_is_printed_on_failure(self):
        said = self.fails(2, "sample", "--frame=9", "--csv", self.put("a.rtm", rtm()))
        self.assertEqual(said.out, "")


class Spaces(Poses):
    """A turn of 0.5 about Y in the file's axes is one of 0.5 in the engine's: the half turn about
    Y between the axes does not change it, but rotates positions."""

    def walk(self):
        return self.put("walk.rtm", rtm(bones=("alone",), phases=(0,),
                                        matrix=lambda *_: turn_y(0.5, (1, 2, 3))))

    def test_axes(self):
        half = (0, math.sin(0.25), 0, math.cos(0.25))
        for axes, t, q in (("file", (1, 2, 3), half), ("engine", (-1, 2, -3), half),
                           ("gltf", (1, 2, -3), (0, -half[1], 0, half[3]))):
            bone = self.bones("--frame=0", "--axes", axes, "--space=delta", self.walk())["alone"]
            self.assert_close(bone["t"], t)
            self.assert_close(bone["q"], q)
            self.assert_close(bone["s"], (1, 1, 1))

    def test_local_and_model_differ_by_the_parent(self):
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf(clips=(("turn", 1),),
                                     tracks=lambda clip, bone, length: (
                                         [QUARTER if bone == 0 else (0, 0, 0, 32767)],
                                         (0, 0, 1) if bone else (5, 0, 0))))
        local = self.bones("--frame=0", "--space=local", bank)
        self.assert_close(local["root"]["t"], (5, 0, 0))
        self.assert_close(local["hand"]["t"], (0, 0, 1))
        # The file has the conjugate: the quarter turn takes Z to -X.
        self.assert_close(local["root"]["q"], (0, -math.sqrt(0.5), 0, math.sqrt(0.5)))
        model = self.bones("--frame=0", bank)
        self.assert_close(model["hand"]["t"], (4, 0, 0))
        self.assert_close(model["hand"]["q"], local["root"]["q"])


class Fast(Poses):
    def close(self, fast, exact, within):
        self.assertEqual(fast["precision"], "fast")
        self.assertNotIn("precision", exact)
        self.assertEqual(len(fast["frames"]), len(exact["frames"]))
        for one, other in zip(fast["frames"], exact["frames"]):
            self.assertEqual([one[key] for key in ("frame", "time_s", "phase")],
                             [other[key] for key in ("frame", "time_s", "phase")])
            for bone, wanted in zip(one["bones"], other["bones"]):
                self.assertEqual(bone["name"], wanted["name"])
                for key in "tqs":
                    self.assert_close(bone[key], wanted[key], within)

    def test_fast_poses_are_near_the_exact_ones(self):
        walk = self.put("walk.rtm", rtm(phases=(0, 0.25, 1)))
        for chosen in (("--all",), ("--phase=0.1",), ("--frame=1",), ("--fps=24", "--duration=1"),
                       ("--phase=1.3", "--loop")):
            for space in ("model", "local", "delta"):
                for axes in ("engine", "file", "gltf"):
                    options = (*chosen, "--space", space, "--axes", axes, walk)
                    self.close(self.pose("--fast", *options), self.pose(*options), 1e-4)

    def test_fast_poses_of_banks(self):
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf(clips=(("one", 3), ("two", 5))))
        for fast, exact in zip(self.poses("--fast", "--clip=*", "--fps=50", bank),
                               self.poses("--clip=*", "--fps=50", bank)):
            self.close(fast, exact, 1e-4)
        rows = self.table("--fast", "--clip=one", "--all", bank)
        self.assertEqual(len(rows), len(self.table("--clip=one", "--all", bank)))
        shown = self.works("sample", "--fast", "--clip=one", "--all", bank).out
        self.assertIn("engine axes, fast poses\n", shown)

    def test_a_space_is_refused(self):
        self.fails(2, "sample", "--fast", "--frame=0", "--space=local_delta",
                   self.put("a.rtm", rtm()), cause="local_delta")


class Skeletons(Poses):
    def test_model_next_to_the_bank_is_found(self):
        bank = self.put("a.omf", omf(clips=(("one", 1),)))
        self.put("z.ogf", ogf())
        said = self.works("sample", "--all", bank).err
        self.assertRegex(said, r"skeleton: \S+z\.ogf \(parents: file 2; rest: file 2\)")

    def test_skeleton_candidates_are_ranked(self):
        bank = self.put("a.omf", omf(clips=(("one", 1),)))
        more = (("root", ""), ("hand", "root"), ("finger", "hand"))
        self.put("b.ogf", ogf(bones=more))
        self.put("c.ogf", ogf())
        self.put("d.ogf", ogf())
        self.put("a.ogf", b"no model at all")
        self.assertIn("c.ogf (", self.works("sample", "--all", bank).err)
        (self.folder / "c.ogf").unlink()
        (self.folder / "d.ogf").unlink()
        self.assertIn("b.ogf (", self.works("sample", "--all", bank).err)

    def test_candidates_are_listed_on_request(self):
        bank = self.put("a.omf", omf(clips=(("one", 1),)))
        self.put("b.ogf", ogf(bones=(("root", ""),)))
        self.put("c.ogf", ogf())
        said = self.works("sample", "-v", "--all", bank).err
        self.assertIn("b.ogf: has 1 of 2 bones", said)
        self.assertIn("c.ogf: has 2 of 2 bones", said)
        self.assertNotIn("xray-hands", said)
        (self.folder / "c.ogf").unlink()
        said = self.fails(5, "sample", "-v", "--all", bank).err
        self.assertIn("built-in xray-hands: has 0 of 2 bones of the file, and 42 other bones", said)

    def test_unknown_parents_are_refused_with_bone_names(self):
        bank = self.put("a.omf", omf(clips=(("one", 1),)))
        for arguments in ((), ("--space=delta",), ("--space=local_delta",)):
            self.fails(5, "sample", "--all", *arguments, bank,
                       cause=("[CNV024]", "--skeleton", "root hand"))
        self.works("sample", "--all", "--space=local", bank)

    def test_skeleton_missing_bones_gets_similar_names(self):
        bank = self.put("a.omf", omf(clips=(("one", 1),)))
        model = self.put("far/a.ogf", ogf(bones=(("root", ""), ("hand1", "root"))))
        self.fails(5, "sample", "--all", "--skeleton", model, bank,
                   cause="missing: hand, nearest: hand1")

    def test_rest_pose_for_a_parent_table_is_the_first_frame(self):
        hands = gait("skeleton", "--json", "xray-hands").json()["bones"]
        bank = self.put("hands.omf", omf(bones=[bone["name"] for bone in hands],
                                         clips=(("one", 1),)))
        said = self.works("sample", "--all", bank).err
        self.assertIn(f"built-in xray-hands (parents: table {len(hands)}; "
                      f"rest: first_frame {len(hands)})", said)

    def man(self, name, count, extra=()):
        bones = [bone["name"] for bone in gait("skeleton", "--json", name).json()["bones"]]
        return self.put("man.rtm", rtm(bones=bones[:count] + list(extra)))

    def test_human_skeletons_are_identified_by_body_and_face(self):
        for name, count, extra, found in (
                ("arma3-man", 103, (), "arma3-man"), ("arma2-man", 128, (), "arma2-man"),
                ("arma1-man", 75, (), "arma1-man"), ("ofp-man", 25, (), "ofp-man"),
                ("arma3-man", 40, (), "arma3-man"), ("arma3-man", 40, ("jaw_rf",), "arma2-man"),
                ("arma3-man", 40, ("LLip",), "arma1-man")):
            said = self.works("sample", "--all", self.man(name, count, extra)).err
            self.assertIn(f"skeleton: built-in {found}, ", said)

    def test_too_few_human_bones_match_no_skeleton(self):
        said = self.works("sample", "-v", "--all", self.man("arma3-man", 11)).err
        self.assertIn("arma3-man: only 11 of its 67 body bones are in the file", said)
        self.assertIn("skeleton: none found (parents: unknown 11", said)

    def test_bones_missing_in_the_table_are_listed(self):
        said = self.works("sample", "--all", self.man("arma3-man", 103, ("tail",))).err
        self.assertIn("missing: tail", said)

    def test_quiet_prints_no_messages(self):
        self.assertEqual(self.works("sample", "-q", "--all", self.man("ofp-man", 25)).err, "")


class Given(Poses):
    """--skeleton."""

    def setUp(self):
        super().setUp()
        self.walk = self.put("walk.rtm", rtm())

    def given(self, code, skeleton, cause):
        self.fails(code, "sample", "--all", "--skeleton", skeleton, self.walk, cause=cause)

    def test_unknown_skeleton_names_are_refused(self):
        self.given(2, "arma3man", "did you mean arma3-man?")
        self.given(2, "nothing", "neither a file nor a built-in")

    def test_files_without_a_skeleton_are_refused(self):
        self.given(3, self.folder / "none.ogf", "cannot open")
        self.given(5, self.walk, "CNV027")
        self.given(5, self.put("x.ogf", b"\1 no model"), "FIL002")
        self.given(4, self.put("y.ogf", ogf()[:-20]), "460 are left")

    def test_skeleton_names_are_case_insensitive(self):
        self.works("sample", "--all", "--skeleton=ARMA3-MAN", self.walk)

    def test_file_named_like_a_table_needs_a_path(self):
        self.put("arma3-man", ogf((("Pelvis", ""), ("hand", "Pelvis"))))
        for given, found in (("arma3-man", "built-in arma3-man"),
                             ("./arma3-man", "./arma3-man")):
            said = self.works("sample", "--all", "--skeleton", given, self.walk, cwd=self.folder)
            self.assertIn(f"skeleton: {found} (", said.err)


if __name__ == "__main__":
    main()
