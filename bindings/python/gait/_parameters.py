"""Parameters of clips that are not keys, such as the speed, and the lines of edit scripts that set
them."""
from __future__ import annotations

from typing import Any, Iterable, Optional, Sequence

from ._animation import Animation
from ._edits import Edited
from ._errors import GaitError, Status
from ._file import File
from ._markers import Timeline

NUMBERS = ("speed", "power", "accrue", "falloff")
ALL_PARTS = 65535  # "bone_or_part" of cycles
FLAGS = ("stop-at-end", "no-mix", "sync-part", "use-foot-steps", "root-mover", "idle",
         "use-weapon-bone")


def parameters(animation: Animation, index: int, edits: Sequence[str] = ()) -> dict[str, Any]:
    """The parameters that the format of a clip has after the lines `edits` of a script: {option of
    `gait set`: text}, and the list of "flags"."""
    if not edits:
        return _read(animation.file, index)
    content = animation.file.edit("\n".join(edits)).bytes
    with animation.file._owner.open(content, animation.path, animation.code_page) as file:
        return _read(file, index)


def playback(animation: Animation, index: int, edits: Sequence[str] = ()) -> Any:
    """What a gait.extras/1 document has as the "playback" of a clip after the lines of a script.
    None for formats without such parameters."""
    return _extras(animation, index, edits)["playback"]


def extras_of_copy(edited: Edited, animation: Animation, index: int, edits: Sequence[str] = (),
                   has_parts: bool = False) -> dict[str, Any]:
    """The "playback" and the "motion" of a clip after the lines of a script, if it has them, for a
    copy of it among the edited clips, as Edited.attach() needs them. In a file with other bones, FX
    play on the root bone, and in one with other parts, cycles on all parts. `has_parts`: a new file
    gets the parts of this one."""
    extras = _extras(animation, index, edits)
    found: dict[str, Any] = {"playback": extras["playback"]} if extras["playback"] else {}
    if any(extras["motion"] or ()):
        found["motion"] = extras["motion"]
    if "playback" not in found or edited.base is animation.file:
        return found
    is_fx = "bone" in animation.clips[index]["playback"]
    names = [[bone["name"] for bone in each.bones]
             for each in (edited.skeleton, animation.skeleton)]
    is_same = names[0] == names[1] if is_fx else has_parts
    if not is_same:
        found["playback"] = {**found["playback"], "bone_or_part": 0 if is_fx else ALL_PARTS}
    return found


def _extras(animation: Animation, index: int, edits: Sequence[str]) -> dict[str, Any]:
    """The clip in a gait.extras/1 document after the lines of a script."""
    if edits:
        animation = _with_content(animation, animation.file.edit("\n".join(edits)).bytes)
    [found] = animation.metadata([index])["clips"]
    return found


def _with_content(animation: Animation, content: bytes) -> Animation:
    """The file with other content, on the same skeleton."""
    return type(animation).open(
        animation.path, animation.source, animation.code_page,
        files={**animation._files, animation.path: content}, context=animation.file._owner)


def _read(file: Any, index: int) -> dict[str, Any]:
    clip, root_motion = file.clips[index], file.info()["step"]
    stored = clip["playback"]
    found: dict[str, Any] = {name: _text([stored[name]]) for name in NUMBERS} if stored else {}
    if root_motion:
        found["root-motion"] = _text(root_motion)
    if clip["duration_s"] is None:
        found["phases"] = _text(file.clip(index).times.tolist())
    return {**found, "flags": stored["flags"]} if stored else found


def _text(numbers: Iterable[Optional[float]]) -> str:
    return ",".join(f"{number or 0:.7g}" for number in numbers)


def set_parameter(animation: Animation, index: int, edits: Sequence[str], option: str,
                  text: str) -> list[str]:
    """The lines of a script after a parameter was set: with one more line, or without one if the
    file has this value. Raises GaitError for a wrong value."""
    names = [clip["name"].lower() for clip in animation.clips]
    name = animation.clips[index]["name"]
    if names.count(name.lower()) > 1:
        raise GaitError(Status.UNSUPPORTED, f"several clips have the name {name}: give them "
                        "different names first", file=animation.path)
    start = f"set{' --clip=' + quoted(name) if len(names) > 1 else ''} --{option}="
    others = [line for line in edits if not line.startswith(start)]
    new = [*others, start + quoted(text)]
    is_same = not text or parameters(animation, index, new) == parameters(animation, index, others)
    return others if is_same else new


def moved_keys(before: File, after: File, index: int, timeline: Timeline,
               duration: float) -> list[tuple[float, float]]:
    """The frames of the keys of a clip in phases before and after a change of these, if it has this
    duration on a time line. Empty if no key was moved, or if the number of keys changed."""
    clips = [file.clip(index) for file in (before, after)]
    if not all(clip.has_phases for clip in clips) or clips[0].frame_count != clips[1].frame_count:
        return []
    frames = [[timeline.first_frame + timeline.fps * duration * (time - first) / (last - first)
               for time in clip.times.tolist()]
              for clip in clips for first, last in [clip.range]]
    return list(zip(*frames)) if frames[0] != frames[1] else []


def animations(animation: Animation, content: bytes) -> list[str]:
    """The names of the animations of all clips in new content of a file."""
    new = _with_content(animation, content)
    return [clip["animation"] for clip in new.metadata(range(len(new.clips)))["clips"]]


def refusal_of_events(animation: Animation) -> Optional[GaitError]:
    """Why a file cannot hold events, such as a bank of version 3; None if it can."""
    try:
        animation.file.edit("event --add=x --at=0")
    except GaitError as error:
        return error
    return None


def quoted(text: str) -> str:
    """A word of an edit script."""
    return '"' + text.replace('"', '""') + '"'


def reference(names: Sequence[str], index: int) -> str:
    """What an edit script calls a clip: its name, with a number if others have the same."""
    folded = [name.encode().lower() for name in names]  # the case of ASCII letters only
    same = [place for place, name in enumerate(folded) if name == folded[index]]
    return names[index] + (f"@{same.index(index) + 1}" if len(same) > 1 else "")


def rename_line(names: Iterable[tuple[str, str]]) -> str:
    """The line of an edit script that renames clips, also if two of them exchange their names:
    pairs of a reference and a new name."""
    return "rename" + "".join(" --clip " + quoted(f"{old}\t{new}") for old, new in names)


def duplicate_line(old: str, names: Iterable[str]) -> str:
    """The line of an edit script that copies a clip under new names."""
    return "duplicate" + "".join(" --clip " + quoted(f"{old}\t{new}") for new in names)


def loop_line(clip: str, is_loop: bool) -> str:
    """The line of an edit script that makes a clip a loop, or one that stops at its end: the
    reference of the clip."""
    return f"set --clip {quoted(clip)} --flags={'-' if is_loop else '+'}stop-at-end"


def toggled_flag(stored: Iterable[str], now: Iterable[str], flag: str) -> str:
    """The text that sets the flags when one of them changes: all differences from the stored ones.
    Flags without a name stay."""
    kept, wanted = set(stored), set(now) ^ {flag}
    return ",".join(("+" if each in wanted else "-") + each for each in FLAGS
                    if (each in wanted) != (each in kept))
