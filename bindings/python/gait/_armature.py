"""Armatures of other programs: whether they have the bones of a skeleton, and the shapes of new
bones."""
from __future__ import annotations

import math
from typing import Any, Collection, NamedTuple, Optional, Sequence

TOLERANCE = 0.001  # metres between the heads of bones that fit
SAME_SIZE = 0.01  # difference of sizes that fit, as a part of them

SHORTEST, USUAL = 0.01, 0.1  # metres, of a bone
FAR = 1  # metres to a child; those of cameras and weapons make bones that are too long
AGAINST_PARENT = -0.93  # cosine of the angle to the parent
LEAF = 0.7  # length of a bone without children, of that of its parent

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


def listing(names: Sequence[str], shown: int = 1) -> str:
    """Such as "head and 2 more"."""
    more = len(names) - shown
    return ", ".join(names[:shown]) + (f" and {more} more" if more > 0 else "")


def _size_ratio(pairs: Sequence[tuple[Point, Point]]) -> float:
    """How much larger the first places are than the second ones."""
    sizes = [sum(math.dist(pair[side], pairs[0][side]) for pair in pairs) for side in (0, 1)]
    return sizes[0] / sizes[1] if min(sizes) > TOLERANCE else 1


def _moved(pairs: Sequence[tuple[str, Point, Point]], scale: float) -> list[str]:
    """The bones whose places differ, when the second ones are scaled."""
    return [name for name, here, there in pairs
            if math.dist(here, [part * scale for part in there]) > TOLERANCE * max(scale, 1)]


# --- new bones ------------------------------------------------------------------------------------

class BoneShape(NamedTuple):
    """A bone as a line: its ends, and the direction of its third axis."""

    head: Point
    tail: Point
    roll: Point


def bone_shapes(rests: Sequence[Sequence[float]],
                parents: Sequence[Optional[int]]) -> list[BoneShape]:
    """Bones that point to the middle of their near children. `rests` has 16 numbers per bone, its
    matrix in model space, column by column. Parents come before their children."""
    local: list[tuple[Point, float]] = []  # direction in the axes of the bone, length
    shapes: list[BoneShape] = []
    children: list[list[Point]] = [[] for _ in rests]
    for rest, parent in zip(rests, parents):
        if parent is not None:
            children[parent].append(rest[12:15])
    for rest, parent, below in zip(rests, parents, children):
        head, axes = rest[12:15], (rest[0:3], rest[4:7], rest[8:11])
        near = [child for child in below if SHORTEST < math.dist(child, head) < FAR]
        middle = [sum(child[i] for child in near) / max(1, len(near)) - head[i] for i in range(3)]
        length = math.hypot(*middle)
        if near and length > SHORTEST:
            local.append(([_dot(axis, middle) / length for axis in axes], length))
        else:
            direction, length = local[parent] if parent is not None else ((0, 1, 0), USUAL)
            local.append((direction, max(SHORTEST, min(USUAL, LEAF * length))))
        direction, length = local[-1]
        along = [sum(part * axis[i] for part, axis in zip(direction, axes)) for i in range(3)]
        if parent is not None:
            along = _precise(along, shapes[parent])
        side = axes[2] if abs(_dot(axes[2], along)) < 0.99 else axes[0]
        roll = [side[i] - _dot(side, along) * along[i] for i in range(3)]
        tail = [head[i] + length * along[i] for i in range(3)]
        shapes.append(BoneShape(head, tail, roll))
    return shapes


def _precise(along: Point, parent: BoneShape) -> Point:
    """A direction of a bone for which Blender computes precise axes. Those of bones that point
    nearly, but not exactly, against their parent are off by up to 1e-5."""
    size = math.dist(parent.tail, parent.head)
    other = [(end - start) / size for end, start in zip(parent.tail, parent.head)]
    return [-part for part in other] if _dot(along, other) < AGAINST_PARENT else along


def _dot(left: Point, right: Point) -> float:
    return sum(a * b for a, b in zip(left, right))
