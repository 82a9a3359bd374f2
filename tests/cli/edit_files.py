"""Files of all formats with several clips, events and unknown data, for tests of edits."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("fixtures", "support"):
    sys.path.insert(0, str(ROOT / "tests" / folder))
import ogf_fixtures
import omf_fixtures
import rtm_fixtures
import skl_fixtures
from builders import Bytes
from omf_fixtures import definition, keys_chunk, mark, motion, params, track

SAMPLES = ROOT / "samples"
PARTS = (("upper", (("hand", 1),)), ("lower", (("root", 0),)))


def motions():
    return [motion("idle", 4, [track(0, 4), track(6)]), motion("walk", 3, [track(1, 3), track(2)]),
            motion("run", 2, [track(5, 2), track(2)])]


def parameters(version=4):
    left, right = mark(b"Left", [(0, 0.03125), (0.0625, 0.0625)]), mark(b"Right", [(0, 0.03125)])
    marks = ((), (left, mark(b"Untimed")), (right,)) if version == 4 else ((), (), ())
    return params(PARTS, [
        definition("idle", 0, marks=marks[0], version=version),
        definition("walk", 0x10, 0, 1, (1, 0.5, 2, 3), marks[1], version),
        definition("run", 2, 1, 2, (1.5, 1, 0.5, 4), marks[2], version)], version)


def data(content):
    return bytes(content.data)


def omf(version=4):
    inside = omf_fixtures.bank(motions(), parameters(version), subs=[(99, b"what")])
    return data(Bytes().chunk(0x77, b"before").raw(inside).chunk(0x80637546, b"").chunk(5, b"on"))


def odd_marks():
    """A bank with a mark whose line ends in LF only."""
    return data(omf_fixtures.with_marks(mark(b"Left", [(0, 0)]), mark(b"Right", [(0, 0)], b"\n")))


def ogf():
    tree = (("root", ""), ("hand", "root"))
    return data(ogf_fixtures.model(tree, 0, None, (14, keys_chunk(motions())), (15, parameters()),
                                   (23, Bytes().text("lod")), (0x77, b"tail")))


def skl_motion(name, marks=(), **named):
    bones = [skl_fixtures.bone("root", version=7, p1=skl_fixtures.moving()),
             skl_fixtures.bone("hand", version=7)]
    return skl_fixtures.motion(name, (0, 30), 30, 7, bones=bones, marks=marks, **named)


def skl():
    return data(skl_fixtures.one(skl_motion("walk", [mark(b"Left", [(0, 0.25)])]), b"trailing"))


def skls():
    return data(skl_fixtures.many(skl_motion("idle", flags=0), skl_motion(
        "walk", [mark(b"Left", [(0, 0.25), (0.5, 0.5)])]), skl_motion("run"), trailing=b"end"))


def rtm():
    return data(rtm_fixtures.rtm(phases=(0, 0.25, 1), junk=b"junk"))


def rtm_with_properties():
    return data(rtm_fixtures.mdat(rtm_fixtures.STEPS, 7).raw(rtm_fixtures.rtm(junk=b"junk")))


def sample(name):
    return (SAMPLES / name).read_bytes()


# {name: content} of one file of each kind
def all_files():
    return {"v4.omf": omf(), "v3.omf": omf(3), "model.ogf": ogf(), "one.skl": skl(),
            "many.skls": skls(), "plain.rtm": rtm(), "properties.rtm": rtm_with_properties(),
            "stalker.omf": sample("stalker.omf"), "walk.rtm": sample("walk.rtm"),
            "binarised.rtm": sample("walk_binarised.rtm")}
