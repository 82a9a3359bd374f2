"""Whether an armature of another program has the bones of a skeleton."""
from __future__ import annotations

import math
from typing import Any, Collection, NamedTuple, Optional, Sequence

TOLERANCE = 0.001  # metres between the heads of bones that fit
SAME_SIZE = 0.01  # difference of sizes that fit, as a part of them

Point = Sequence[float]


class ArmatureBone(NamedTuple):
    """A bone of an armature: the names of it and of its parent, and its head at rest."""

    name: str
    parent: Optional[str]
    head: Point


class Misfit(NamedTuple):
    """Why an armature does not fit, and whether it only has another size."""

    reason: str
    is_scaled: bool


def misfit(bones: Sequence[dict[str, Any]], heads: Sequence[Point], used: Collection[str],
           found: Sequence[Optional[ArmatureBone]]) -> Optional[Misfit]:
    """Compares an armature with a skeleton; None if it can play its clips.

    `bones` and `heads` are those of the skeleton, `used` the names of bones that must exist, and
    `found` has for each bone of the skeleton that of the armature, None where it lacks one. Parents
    must be the same, and heads at the same places."""
    missing, wrong, pairs = [], [], []
    for bone, head, own in zip(bones, heads, found):
        if own:
            pairs.append((own.name, own.head, head))
            parent = None if bone["parent"] is None else found[bone["parent"]]
            wrong += [own.name] * (own.parent != (parent.name if parent else None))
        elif bone["name"] in used:
            missing.append(bone["name"])
    ratio = _size_ratio([(own, head) for _, own, head in pairs])
    is_scaled = abs(ratio - 1) > SAME_SIZE and not _moved(pairs, ratio)
    for names, reason in ((missing, "it lacks the bone {}"), (wrong, "{} has another parent"),
                          ([] if is_scaled else _moved(pairs, 1), "{} rests at another place")):
        if names:
            return Misfit(reason.format(listing(names)), False)
    return Misfit(f"it is {ratio:.4g} times as large as the skeleton", True) if is_scaled else None


def listing(names: Sequence[str]) -> str:
    """Such as "head and 2 more"."""
    return names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def _size_ratio(pairs: Sequence[tuple[Point, Point]]) -> float:
    """How much larger the first places are than the second ones."""
    sizes = [sum(math.dist(pair[side], pairs[0][side]) for pair in pairs) for side in (0, 1)]
    return sizes[0] / sizes[1] if min(sizes) > TOLERANCE else 1


def _moved(pairs: Sequence[tuple[str, Point, Point]], scale: float) -> list[str]:
    """The bones whose places differ, when the second ones are scaled."""
    return [name for name, here, there in pairs
            if math.dist(here, [part * scale for part in there]) > TOLERANCE * max(scale, 1)]
