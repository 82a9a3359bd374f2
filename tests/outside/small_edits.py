"""Round trips of files through GLB with small edits by other programs: 0.1 degrees or 0.5 mm of one
bone in one frame, in about half of the clips.

All of our samples, and with GAIT_CORPUS real files of every kind: banks by version, width of their
keys and size of their skeletons, banks in models, plain and binarised RTM.
"""
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import posed
from bank_tracks import MOVES, WIDE, Bank
from max_error import MaxError

DEGREES, MILLIMETRES = 0.1, 0.5
FPS = posed.FPS
OF_A_KIND = 2
MOST_CLIPS = 24   # of one bank
MOST_FRAMES = 900  # of one clip
FAR = 20          # metres: farther from the parent, positions are less exact than 0.5 mm


class Base:
    """A file of a game, and the GLB of some of its clips."""

    def __init__(self, file, folder, index):
        self.source, self.skeleton, self.glb = file.source, file.skeleton, file.glb
        self.format, self.info = file.info["format"], file.info
        if len(file.clips) > MOST_CLIPS:
            file = self.narrow(file, folder / f"some-{index}.glb")
        self.clips = [clip for clip in file.clips if file.is_alone(clip)]
        self.bytes = self.source.read_bytes()
        self.bank = Bank(self.bytes) if self.format in ("omf", "ogf") else None
        self.places = {name: index for index, name in enumerate(self.info["bones"])}
        self.bones = [name for name in self.info["bones"] if self.is_near(file, name)]

    def narrow(self, file, glb):
        """Exports a part of a large bank: the other clips must not change."""
        step = -(-len(file.clips) // MOST_CLIPS)
        names = [clip.name for clip in file.clips[::step] if file.is_alone(clip)]
        done = posed.gait("convert", "-q", self.source, glb, *self.skeleton,
                          *(f"--clip={name}" for name in names))
        assert done.returncode == 0, done.stderr.decode()
        self.glb = glb
        return posed.Posed(self.source, self.skeleton, glb)

    def is_near(self, file, name):
        if not hasattr(self, "heads"):
            self.heads = file.poses(file.clips[0], "--frame", 0, space="local")[0]
        return name in self.heads and max(map(abs, self.heads[name][0])) < FAR

    def clip_index(self, clip):
        """Index in the file; the GLB may have only some of its clips."""
        return next(each["index"] for each in self.info["clips"] if each["name"] == clip.name)


def kind_of(file):
    """Key of files that are equivalent in a round trip."""
    if file.info["format"] not in ("omf", "ogf"):
        keys = max(clip.key_count for clip in file.clips)
        spread = file.clips[0].timing != "exact"
        return file.info["format"], file.info["version"], keys > 2, keys > 20, spread
    bank = Bank(file.source.read_bytes())
    flags = {flag & (MOVES | WIDE) for index in bank.places for flag in bank.flags(index)}
    return (file.info["format"], file.info["version"], MOVES in flags, MOVES | WIDE in flags,
            len(file.bones) > 12, len(file.bones) > 44)


def is_usable(file):
    return (file.clips and any(file.is_alone(clip) for clip in file.clips) and
            all(clip.key_frames[-1] <= MOST_FRAMES for clip in file.clips))


def choose(folder):
    """The samples, and up to OF_A_KIND of every other kind, those of many clips first."""
    files = sorted(posed.convert_all(folder), key=lambda file: -len(file.clips))
    kinds, chosen = {}, []
    for file in filter(is_usable, files):
        kind = kinds.setdefault(kind_of(file), [])
        if file.source.parent == posed.SAMPLES or len(kind) < OF_A_KIND:
            kind.append(file)
            chosen.append(file)
    return [Base(file, Path(folder), index) for index, file in enumerate(chosen)]


def moving_bones(base, clip):
    """Those whose translations have keys in a bank: few, and the hardest to move."""
    if base.bank is None:
        return []
    flags = base.bank.flags(base.clip_index(clip))
    return [bone for bone in base.bones if flags[base.places[bone]] & MOVES]


def edit_of(base, clip, dice):
    """One bone in one frame; the neighbours get keys where the channel is constant."""
    key = dice.randrange(clip.key_count)
    axis = [dice.gauss(0, 1) for _ in range(3)]
    length = sum(x * x for x in axis) ** 0.5
    near = [clip.key_frames[other] for other in (key - 1, key + 1) if 0 <= other < clip.key_count]
    amount = {"degrees": DEGREES} if dice.random() < 0.5 else {"mm": MILLIMETRES}
    moving = moving_bones(base, clip) if "mm" in amount and dice.random() < 0.7 else []
    return {"clip": clip.animation, "name": clip.name, "bone": dice.choice(moving or base.bones),
            "key": key, "frame": clip.key_frames[key], "beside": near,
            "axis": [x / length for x in axis], **amount}


def edits_of(base, dice):
    """{clip: edit} of about half the clips; of a single clip always."""
    chosen = [clip for clip in base.clips if len(base.clips) == 1 or dice.random() < 0.5]
    return {clip.name: edit_of(base, clip, dice) for clip in chosen}


# --- judging --------------------------------------------------------------------------------------


class RoundTrip:
    """One round trip of a file through one program."""

    def __init__(self, base, road, glb, edits, **allowed):
        self.base, self.road, self.glb, self.edits = base, road, Path(glb), edits
        self.source = f"{base.source.name}, {road}"
        self.clips = base.clips
        self.allowed = allowed  # frames apart, share of the amount, is_exact

    def back(self, base, out):
        """The report on clips that differ from the base, also in their metadata."""
        kind = ["--to=bmtr"] if self.base.format == "bmtr" else []
        done = posed.gait("convert", "-fq", "--json", *kind, *self.base.skeleton,
                          f"--base={base}", self.glb, out)
        assert done.returncode == 0, done.stderr.decode()[-600:]
        return [reported_edit(clip) for clip in json.loads(done.stdout)["clips"]
                if clip["difference"] not in ("unchanged", "absent") or clip["metadata"]]


def reported_edit(clip):
    """A clip that differs: where it is farthest from the base."""
    turned, moved = clip["rotation"], clip["translation"]
    return {"clip": clip["name"], "channels": clip["channels"],
            "degrees": turned["deg"] if turned else 0, "mm": moved["mm"] if moved else 0,
            "places": {"degrees": turned and (turned["bone"]["name"], turned["frame"]),
                       "mm": moved and (moved["bone"]["name"], moved["frame"])}}


def check_reported(way, told, found):
    """Compares the reported changes with the edits: clip, bone and frame."""
    edit = way.edits[told["clip"]]
    unit = "degrees" if "degrees" in edit else "mm"
    assert told["channels"] == 1 and told["places"][unit], f"a second bone: {told}, {edit}"
    bone, frame = told["places"][unit]
    share = told[unit] / edit[unit]
    assert bone == edit["bone"], f"another bone: {told}, {edit}"
    apart = abs(frame - edit["key"])
    assert apart <= way.allowed.get("frames", 0), f"another frame: {told}, {edit}"
    found.add(100 * abs(1 - share), way.source, told["clip"], bone, f"frame {frame}")
    assert share > way.allowed.get("share", 0.8), f"too little: {told}, {edit}"


def check_bytes(way, result, edited):
    """What was not touched has the bytes of the base."""
    base = way.base
    if base.bank is None:
        assert edited or result == base.bytes, "other bytes"
        return
    bank = Bank(result)
    assert bank.places.keys() == base.bank.places.keys() and bank.around == base.bank.around
    indices = {base.clip_index(clip): way.edits[clip.name]["bone"] for clip in base.clips
               if clip.name in edited}
    for index in base.bank.places:
        if index not in indices:
            assert bank.motion(index) == base.bank.motion(index), f"motion {index}: other bytes"
            continue
        place = base.places[indices[index]] + 1
        pairs = list(zip(base.bank.tracks(index), bank.tracks(index), strict=True))
        changed = [at for at, (old, new) in enumerate(pairs) if old != new]
        assert changed in ([], [place]), f"motion {index}: tracks {changed}, not {place}"


def is_coarse(base):
    """Half floats, or 8 bits and no other choice: what is edited is rounded."""
    return base.format == "bmtr" or (base.format == "omf" and base.info["version"] < 4)


def check_written(way, out):
    """Edits that the result lacks: as a base it has to be what was edited. In a folder like the
    base's, so that the same skeleton is found."""
    like = out.with_suffix("")
    like.mkdir()
    for other in way.base.source.parent.iterdir():
        (like / other.name).symlink_to(other.absolute())
    copy = like / way.base.source.name
    copy.unlink()
    out.rename(copy)
    return way.back(copy, out)


def check_round_trip(way, folder):
    found = MaxError("% of the amount")
    base, out = way.base, Path(folder) / f"{way.glb.stem}.back{way.base.source.suffix}"
    told = way.back(base.source, out)
    names = [each["clip"] for each in told]
    extra, missed = set(names) - set(way.edits), set(way.edits) - set(names)
    assert not extra, f"unedited clips reported: {[each for each in told if each['clip'] in extra]}"
    assert not missed, f"not found: {[way.edits[name] for name in missed]}"
    assert len(names) == len(set(names)), names
    for each in told:
        check_reported(way, each, found)
    check_bytes(way, out.read_bytes(), set(names))
    left = check_written(way, out) if way.allowed.get("is_exact", True) else []
    assert not left or is_coarse(base), f"written otherwise than edited: {left}"
    return {way.road: found}, len(names), len(left)


def check_round_trips(ways, folder):
    """Checks all, prints failures, maximum errors and counts; returns the exit status."""

    def guarded(way):
        try:
            return check_round_trip(way, folder)
        except Exception as error:  # report every failure, with its file
            return f"{way.source}: {error!r}"[:1500]

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(guarded, ways))
    failures = [each for each in told if isinstance(each, str)]
    judged = [each for each in told if not isinstance(each, str)]
    worst = {}
    for each, _edits, _coarse in judged:
        for road, value in each.items():
            worst.setdefault(road, value).merge(value)
    print(*failures, *(f"worst {road}: {value}" for road, value in worst.items()), sep="\n")
    clips, edits = sum(len(way.clips) for way in ways), sum(len(way.edits) for way in ways)
    found, coarse = (sum(each[index] for each in judged) for index in (1, 2))
    print(f"{len({way.base.source for way in ways})} files, {len(ways)} trips, {clips} clips, "
          f"{edits} edited and {found} of them found, {clips - edits} untouched; {coarse} edits "
          f"are rounded by their format; {len(failures)} ways wrong")
    return 1 if failures or not judged else 0


def random_of(base):
    """The same edits in every run, independent of other files."""
    return random.Random(base.source.name)
