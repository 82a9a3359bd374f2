"""BVH of all kinds of exporters, good and odd."""
import re

from builders import Bytes

POSITIONS = "Xposition Yposition Zposition"
ROTATIONS = "Zrotation Xrotation Yrotation"
SIX = f"CHANNELS 6 {POSITIONS} {ROTATIONS}"
MARK = re.compile(r"<(\w+)>")


def bvh(text, encoding="utf-8"):
    """Text in which <name> stands for the place of what follows it."""
    out, at = Bytes(), 0
    for mark in MARK.finditer(text):
        out.raw(text[at:mark.start()].encode(encoding)).at(mark.group(1))
        at = mark.end()
    return out.raw(text[at:].encode(encoding)).at("end")


def figure(root="hips", joint="head", offset="OFFSET 0 0.5 0", channels=f"CHANNELS 3 {ROTATIONS}",
           end="End Site\n{\nOFFSET 0 0.25 0\n}", motion=None):
    motion = motion or "Frames: 2\nFrame Time: 0.033333\n0 1 0 0 0 0 0 0 0\n0.5 1 0 90 0 0 0 45 0\n"
    return (f"HIERARCHY\nROOT <root>{root}\n{{\nOFFSET 0 0 0\n{SIX}\nJOINT <joint>{joint}\n{{\n"
            f"{offset}\n{channels}\n{end}\n}}\n}}\nMOTION\n{motion}")


def moving(time, frames="0 1 0 0 0 0 0 0 0\n"):
    return figure(motion=f"Frames: 1\n{time}\n{frames}")


# The one of docs/formats/bvh.md.
TINY = f"""HIERARCHY
ROOT hips
{{
\tOFFSET 0 1 0
\t{SIX}
\tJOINT head
\t{{
\t\tOFFSET 0 0.5 0
\t\tCHANNELS 3 {ROTATIONS}
\t\tEnd Site
\t\t{{
\t\t\tOFFSET 0 0.25 0
\t\t}}
\t}}
}}
MOTION
Frames: 2
Frame Time: 0.033333
0 1 0 0 0 0 0 0 0
0.25 1 0 10 20 30 90 0 0
"""

BLENDER = f"""HIERARCHY
ROOT __0
{{
\tOFFSET 0.0 0.0 0.0
\tCHANNELS 0
\tJOINT <left>left foot
\t{{
\t\tOFFSET 0.100000 0.000000 0.000000
\t\tCHANNELS 6 {POSITIONS} Xrotation Yrotation Zrotation
\t\tEnd Site
\t\t{{
\t\t\tOFFSET 0.000000 0.100000 0.000000
\t\t}}
\t}}
\tJOINT right
\t{{
\t\tOFFSET -0.100000 0.000000 0.000000
\t\tCHANNELS 6 {POSITIONS} Xrotation Yrotation Zrotation
\t\tEnd Site
\t\t{{
\t\t\tOFFSET 0.000000 0.100000 0.000000
\t\t}}
\t}}
}}
MOTION
Frames: 1
Frame Time: 0.041667
0.100000 0.000000 0.000000 0.000000 -0.000000 0.000000 -0.100000 0.1 0.000000 10.0 0.0 0.0 \n"""


def good(add):
    add("tiny.bvh", bvh(TINY))
    add("blender.bvh", bvh(BLENDER), "BVH023@left")
    add("carrier_with_zeros.bvh", bvh(BLENDER.replace("left foot", "left")
                                      .replace("CHANNELS 0", SIX)
                                      .replace("\n0.1000", "\n0 0 0 -0.0 0 0 0.1000")))
    add("crlf.bvh", bvh(TINY.replace("\n", "\r\n")))
    add("cr.bvh", bvh(TINY.replace("\n", "\r")))
    add("byte_order_mark.bvh", bvh("\ufeff" + TINY))
    add("lower_case.bvh", bvh(TINY.lower()))
    add("braces_on_lines.bvh", bvh(TINY.replace("hips\n{", "hips {").replace("head\n\t{", "head{")))
    add("no_end_sites.bvh", bvh(figure(end="")))
    add("end_site_with_channels.bvh",
        bvh(figure(end="End Site tip\n{\nCHANNELS 0\nOFFSET 0 1 0\n}")))
    add("channels_first.bvh",
        bvh(figure(offset="", channels=f"CHANNELS 3 {ROTATIONS}\nOFFSET 0 1 0")))
    add("channels_mixed.bvh", bvh(figure(channels="CHANNELS 3 Yrotation Zposition Xrotation")))
    add("no_channels.bvh", bvh(figure(channels="", motion="Frames: 1\nFrame Time: 0.1\n"
                                                          "0 1 0 0 0 0\n")))
    add("numbers.bvh", bvh(moving("Frame Time: .04", "+0 1.0e+00 -0 .5 5. 1E1 007 -.5 1e-30\n")))
    add("labels.bvh", bvh(figure(motion="  Frames :1\nFRAME  TIME:0.5\n\n0 1 0 0 0 0 0 0 0")))
    add("two_roots.bvh", bvh(
        f"HIERARCHY\nROOT a\n{{\nOFFSET 1 0 0\n{SIX}\n}}\nROOT b\n{{\nOFFSET 2 0 0\n{SIX}\n}}\n"
        "MOTION\nFrames: 1\nFrame Time: 0.1\n1 0 0 0 0 0 2 0 0 0 0 0\n"))
    add("coded_names.bvh", bvh(figure(root="Bip01%20L%20Thigh", joint="100%25%7B%D0%96")))
    add("codes_that_are_none.bvh", bvh(figure(root="a%2", joint="%zz%41%C3%28%")))
    add("cyrillic.bvh", bvh(figure(root="голова")))
    add("spaces.bvh", bvh(figure(root="left  foot ", joint="a\tb")), "BVH023@root")


def bad_hierarchy(bad):
    bad("nothing_more.bvh", bvh("HIERARCHY\n<at>"), "BVH001@at", status="truncated")
    bad("cut_in_joint.bvh", bvh("HIERARCHY ROOT a\n{ OFFSET 1 2<at>"), "BVH001@at",
        status="truncated")
    bad("cut_in_count.bvh", bvh("HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS<at>"), "BVH001@at",
        status="truncated")
    bad("cut_before_motion.bvh", bvh("HIERARCHY ROOT a\n{ OFFSET 1 2 3 }\n<at>"), "BVH001@at",
        status="truncated")
    bad("cut_after_motion.bvh", bvh("HIERARCHY ROOT a\n{ OFFSET 1 2 3 }\nMOTION\n<at>"),
        "BVH001@at", status="truncated")
    bad("no_root.bvh", bvh("HIERARCHY\n<at>MOTION\nFrames: 0\n"), "BVH002@at", status="corrupt")
    bad("joint_on_top.bvh", bvh("HIERARCHY\n<at>JOINT a\n{\n}\n"), "BVH002@at", status="corrupt")
    bad("root_inside.bvh", bvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n<at>ROOT b\n{\n}\n}\n"),
        "BVH002@at", status="corrupt")
    bad("no_block.bvh", bvh("HIERARCHY\nROOT a\n<at>OFFSET 0 0 0\n"), "BVH002@at", status="corrupt")
    bad("offset_twice.bvh", bvh(figure(offset="OFFSET 0 1 0\n<at>OFFSET 0 1 0")), "BVH002@at",
        status="corrupt")
    bad("one_brace_too_many.bvh", bvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n<at>}\n"),
        "BVH002@at", status="corrupt")
    bad("joint_in_end_site.bvh", bvh(figure(end="End Site\n{\n<at>JOINT x\n{\n}\n}")), "BVH002@at",
        status="corrupt")
    bad("nul_in_name.bvh", bvh(figure(joint="a\0b")), "BVH003@joint", status="corrupt")
    bad("offset_with_comma.bvh", bvh(figure(offset="OFFSET <at>0,5 0 0")), "BVH004@at",
        status="corrupt")
    bad("offset_of_two.bvh", bvh(figure(offset="OFFSET 0 1", channels="<at>CHANNELS 0")),
        "BVH004@at", status="corrupt")
    bad("offset_far_away.bvh", bvh(figure(offset="OFFSET <at>1e13 0 0")), "BVH004@at",
        status="corrupt")
    bad("no_offset.bvh", bvh(figure(offset="")), "BVH013@joint")
    bad("centimetres.bvh", bvh(figure(offset="OFFSET 0 50 0")), "BVH040@0")


def bad_channels(bad):
    bad("count_no_number.bvh", bvh(figure(channels=f"CHANNELS <at>three {ROTATIONS}")), "BVH004@at",
        status="corrupt")
    bad("count_too_large.bvh", bvh(figure(channels=f"CHANNELS <at>400000000 {ROTATIONS}")),
        "BVH010@at", status="corrupt")
    bad("count_one_too_large.bvh", bvh(figure(channels=f"CHANNELS 4 {ROTATIONS}",
                                              end="<at>End Site\n{\n}")), "BVH010@at",
        status="corrupt")
    bad("count_too_small.bvh", bvh(figure(channels="CHANNELS 2 Zrotation Xrotation <at>Yrotation")),
        "BVH002@at", status="corrupt")
    bad("end_site_that_moves.bvh", bvh(figure(end="End Site\n{\n<at>CHANNELS 1 Xposition\n}")),
        "BVH010@at", status="corrupt")
    bad("position_twice.bvh", bvh(figure(channels="CHANNELS 3 Xposition Zrotation <at>xPosition")),
        "BVH011@at", status="corrupt")
    bad("scale.bvh", bvh(figure(channels="CHANNELS 3 Zrotation <at>Xscale Yrotation")), "BVH012@at")
    bad("positions_without_offset.bvh", bvh(figure(channels=f"CHANNELS 3 {POSITIONS}",
                                                   motion="Frames: 1\nFrame Time: 0.1\n"
                                                          "0 1 0 0 0 0 0 0 0\n")), "BVH041@joint")


def bad_names(bad):
    bad("name_twice.bvh", bvh(figure(joint="Hips")), "BVH020@joint")
    bad("no_name.bvh", bvh(figure(joint="")), "BVH021@joint")
    bad("cp1251.bvh", bvh(figure(joint="голова"), "cp1251"), "BVH022@joint")


def bad_motion(bad):
    line = "0 1 0 0 0 0 0 0 0\n"
    bad("no_frames_label.bvh", bvh(figure(motion="<at>0.033333\n" + line)), "BVH002@at",
        status="corrupt")
    bad("frames_no_number.bvh", bvh(figure(motion="Frames: <at>2.0\nFrame Time: 0.1\n")),
        "BVH030@at", status="corrupt")
    bad("frames_negative.bvh", bvh(figure(motion="Frames: <at>-1\nFrame Time: 0.1\n")), "BVH030@at",
        status="corrupt")
    bad("no_frames.bvh", bvh(figure(motion="Frames: <at>0\nFrame Time: 0.1\n")), "BVH031@at")
    bad("frames_too_many.bvh", bvh(figure(motion="Frames: <at>8388609\nFrame Time: 0.1\n" + line)),
        "BVH032@at", status="limit")
    bad("no_time.bvh", bvh(figure(motion="Frames: 1\n<at>" + line)), "BVH033@at")
    for name, time in (("zero", "0"), ("negative", "-0.1"), ("nan", "nan"), ("comma", "0,033333"),
                       ("missing", "")):
        bad(f"time_{name}.bvh", bvh(moving(f"Frame Time: <at>{time}")), "BVH034@at")
    bad("frames_cut.bvh", bvh(figure(motion="Frames: 3\nFrame Time: 0.1\n" + line + line +
                                            "0 1 0 0 0 0 0 0<at>")), "BVH035@at",
        status="truncated")
    bad("frames_missing.bvh", bvh(figure(motion="Frames: 1000000\nFrame Time: 0.1\n" + line +
                                                "<at>")), "BVH035@at", status="truncated")
    bad("frames_without_channels.bvh", bvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\n"
                                           "Frames: 1000000\nFrame Time: 0.1\n\n\n<at>"),
        "BVH035@at", status="truncated")
    bad("one_frame_more.bvh", bvh(moving("Frame Time: 0.1", line + "<at>" + line)), "BVH036@at")
    bad("two_lines_a_frame.bvh", bvh(moving("Frame Time: 0.1", "0 1 0\n<at>0 0 0 0 0 0\n")),
        "BVH037@at")
    bad("two_frames_a_line.bvh", bvh(figure(motion="Frames: 2\nFrame Time: 0.1\n" + line.strip() +
                                                   " <at>" + line)), "BVH037@at")
    bad("value_nan.bvh", bvh(moving("Frame Time: 0.1", "0 1 0 <at>nan 0 0 0 0 0\n")), "BVH004@at",
        status="corrupt")
    bad("value_cut.bvh", bvh(moving("Frame Time: 0.1", "0 1 0 0 0 0 0 0 <at>-\n")), "BVH004@at",
        status="corrupt")


def add_all(add):
    def bad(name, content, *rules, **named):
        add("bvh/bad", name, content, *rules, **named)

    good(lambda name, content, *rules: add("bvh/ok", name, content, *rules))
    bad_hierarchy(bad)
    bad_channels(bad)
    bad_names(bad)
    bad_motion(bad)
