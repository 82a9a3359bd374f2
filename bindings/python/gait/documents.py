"""The types of the documents of this package, with the keys of docs/schemas.

Made by scripts/make_bindings.py. None: does not apply.
"""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

Format = Literal[
    "rtm", "bmtr", "omf", "ogf", "skl", "skls", "modelcfg", "p3d", "gltf", "bvh", "seanim", "anm",
    "config", "rap", "ltx", "unknown"]


Severity = Literal["note", "warning", "error"]


Family = Literal["bohemia", "xray"]


Origin = Literal[
    "unknown", "file", "table", "convention", "parent", "first_frame", "recovered", "pivots"]


PlaybackFlag = Literal[
    "fx", "stop-at-end", "no-mix", "sync-part", "use-foot-steps", "root-mover", "idle",
    "use-weapon-bone"]


MetadataField = Literal[
    "events", "motion", "flags", "bone_or_part", "speed", "power", "accrue", "falloff"]


MetadataSource = Literal["sidecar", "animation", "armature", "scene"]


ConflictField = Literal[
    "events", "motion", "loop", "flags", "bone_or_part", "speed", "power", "accrue", "falloff",
    "name", "times", "parts", "skeleton"]


Refusal = Literal["no_bones", "no_clips", "one_action", "clips", "equal_names", "name", "error"]


DifferenceSubject = Literal[
    "format", "version", "property", "bone", "bone_order", "parent", "rest", "skeleton", "part",
    "part_bone", "reference", "frames", "times", "root_motion", "parameter", "event"]


DiffStatus = Literal[
    "equal", "same_content", "different", "added", "removed", "bad", "unsupported", "unreadable"]


class Named(TypedDict):
    index: int
    name: Optional[str]


class FileProblem(TypedDict):
    rule: Optional[str]
    offset: Optional[int]
    message: str


class FileInfoSkeletonsItem(TypedDict):
    name: str
    bones: int


class _FileInfoClipsItem(TypedDict):
    index: int
    name: str
    frames: int
    duration_s: Optional[float]
    loop: Optional[bool]
    phases: Optional[List[Optional[float]]]
    root_motion: Optional[List[Optional[float]]]
    events: int
    events_with_times: int


class FileInfoClipsItem(_FileInfoClipsItem, total=False):
    seconds: Optional[float]
    seconds_why: Literal["known", "static", "endless", "zero", "no_number", "unknown"]
    seconds_from: Optional[Literal["absent", "own", "inherited", "outside", "motion"]]
    loop_from: Optional[Literal["absent", "own", "inherited", "outside", "motion"]]
    state: Optional[str]
    uses: int
    used_by: List[Dict[str, Any]]


class FileInfoMesh(TypedDict):
    parts: int
    textures: int
    vertices: int
    triangles: int


class FileInfo(TypedDict):
    path: str
    bytes: Optional[int]
    format: Format
    version: Optional[int]
    status: Literal["ok", "bad", "unsupported", "unreadable"]
    bones: Optional[List[str]]
    skeletons: Optional[List[FileInfoSkeletonsItem]]
    clips: Optional[List[FileInfoClipsItem]]
    refs: Optional[List[str]]
    step: Optional[List[Optional[float]]]
    mesh: Optional[FileInfoMesh]
    error: Optional[FileProblem]


class _Playback(TypedDict):
    speed: Optional[float]
    power: Optional[float]
    accrue: Optional[float]
    falloff: Optional[float]
    flags: List[PlaybackFlag]
    flags_stored: int


class Playback(_Playback, total=False):
    part: Optional[Named]
    bone: Optional[Named]


class ClipEvent(TypedDict):
    name: str
    value: Optional[str]
    unit: Literal["seconds", "phase"]
    intervals: List[List[Optional[float]]]


class _ListedClip(TypedDict):
    index: int
    name: str
    frames: int
    duration_s: Optional[float]
    loop: Optional[bool]
    phases: Optional[List[Optional[float]]]
    root_motion: Optional[List[Optional[float]]]
    playback: Optional[Playback]
    events: List[ClipEvent]


class ListedClip(_ListedClip, total=False):
    seconds: Optional[float]
    seconds_why: Literal["known", "static", "endless", "zero", "no_number", "unknown"]
    seconds_from: Optional[Literal["absent", "own", "inherited", "outside", "motion"]]
    loop_from: Optional[Literal["absent", "own", "inherited", "outside", "motion"]]
    state: Optional[str]
    uses: int
    used_by: List[Dict[str, Any]]


class FileList(TypedDict):
    path: str
    bytes: Optional[int]
    format: Format
    version: Optional[int]
    status: Literal["ok", "bad", "unsupported", "unreadable"]
    clips: Optional[List[ListedClip]]
    error: Optional[FileProblem]


class FindingPlace(TypedDict):
    file: Optional[str]
    line: Optional[int]
    offset: Optional[int]


class Finding(TypedDict):
    rule: Optional[str]
    severity: Severity
    offset: Optional[int]
    length: int
    clip: Optional[Named]
    bone: Optional[Named]
    frame: Optional[int]
    count: int
    message: str
    cause: Optional[str]
    place: Optional[FindingPlace]


class Check(TypedDict):
    path: str
    format: Format
    errors: int
    warnings: int
    dropped: int
    findings: List[Finding]


class ModUsePlace(TypedDict):
    file: str
    line: Optional[int]
    offset: int


class _ModUse(TypedDict):
    kind: Literal[
        "state", "hand_anim", "string", "hud_hands", "hud_item", "visual", "reference", "script",
        "effect"]
    status: Literal["found", "missing", "outside", "game"]
    weak: bool
    loose: bool
    name: Optional[str]
    key: Optional[str]
    value: Optional[str]
    place: ModUsePlace


class ModUse(_ModUse, total=False):
    near: str
    table: Optional[str]
    base: Optional[str]
    base_is_here: bool
    outside: Optional[str]
    value_from: Literal["absent", "own", "inherited", "outside"]
    inherited_from: Optional[str]
    seconds: Optional[float]
    seconds_why: Literal["known", "static", "endless", "zero", "no_number", "unknown"]
    seconds_from: Literal["absent", "own", "inherited", "outside"]
    loop: Optional[bool]
    loop_from: Literal["absent", "own", "inherited", "outside"]
    mask: Optional[str]
    mask_from: Literal["absent", "own", "inherited", "outside"]
    skeleton: Optional[str]
    motion: Optional[str]
    speed: Optional[str]
    sections: int


class ModFile(TypedDict):
    path: str
    status: Literal["used", "unused", "code"]
    uses: List[ModUse]


class ModUsesModsItem(TypedDict):
    root: str
    files: List[ModFile]
    missing: List[ModUse]


class ModUses(TypedDict):
    schema: Literal["gait.uses/1"]
    mods: List[ModUsesModsItem]


class ModCheckGame(TypedDict):
    name: Literal[
        "ofp", "cwr", "arma1", "arma2", "arma3", "dayz", "soc", "cs", "cop", "ogsr", "ixray",
        "anomaly"]
    given: bool
    sure: bool
    why: List[str]


class ModCheckCausesItemAlsoItem(TypedDict):
    file: str
    line: Optional[int]


class _ModCheckCausesItem(TypedDict):
    cause: str
    rule: str
    severity: Severity
    count: int
    files: int
    message: str
    first: str


class ModCheckCausesItem(_ModCheckCausesItem, total=False):
    also: List[ModCheckCausesItemAlsoItem]


class _ModCheck(TypedDict):
    schema: Literal["gait.check/1"]
    files: List[Check]
    errors: int
    warnings: int


class ModCheck(_ModCheck, total=False):
    skipped: int
    game: Optional[ModCheckGame]
    causes: List[ModCheckCausesItem]


class FileMapFieldsItem(TypedDict):
    offset: int
    size: int
    type: str
    name: str
    value: Any


class FileMap(TypedDict):
    schema: Literal["gait.map/1"]
    path: str
    format: Format
    fields: List[FileMapFieldsItem]


class _RulesRulesItem(TypedDict):
    id: str
    severity: Severity
    status: str
    summary: str
    advice: str
    page: str


class RulesRulesItem(_RulesRulesItem, total=False):
    effect: str
    games: Dict[str, Any]


class Rules(TypedDict):
    schema: Literal["gait.rules/1"]
    rules: List[RulesRulesItem]


class FormatsFormatsItem(TypedDict):
    name: Format
    title: str
    extensions: List[str]
    open: bool
    write: bool
    export: bool
    clips: bool
    skeleton: bool
    bank: bool
    text: bool
    family: Optional[Family]


class Formats(TypedDict):
    schema: Literal["gait.formats/1"]
    formats: List[FormatsFormatsItem]


class BuiltinsSkeletonsItem(TypedDict):
    name: str
    summary: str
    bones: int
    flat: bool
    family: Family


class Builtins(TypedDict):
    schema: Literal["gait.skeletons/1"]
    skeletons: List[BuiltinsSkeletonsItem]


class BoneJoint(TypedDict):
    kind: Literal["rigid", "held", "proved"]
    directions: int
    gap_m: float


class _Bone(TypedDict):
    index: int
    name: str
    parent: Optional[int]
    parent_name: Optional[str]
    side: Literal["middle", "left", "right"]
    t: Optional[List[Optional[float]]]
    q: Optional[List[Optional[float]]]
    parent_origin: Origin
    rest_origin: Origin
    outcome: Literal["alone", "recovered", "skeleton"]


class Bone(_Bone, total=False):
    joint: Optional[BoneJoint]


class FileRef(TypedDict):
    path: str
    format: Format


class RoundtripReportOut(TypedDict):
    path: str
    format: Format
    written: bool


class RoundtripReportTolerance(TypedDict):
    deg: float
    mm: float


class RoundtripReportCorrections(TypedDict):
    rotated: bool
    units: Optional[float]
    rate: Optional[float]
    other_hierarchy: bool
    placed: bool


class RoundtripReportBonesMissingItem(TypedDict):
    index: int
    name: str
    nearest: Optional[str]


class _RoundtripReportBones(TypedDict):
    matched: int
    missing: List[RoundtripReportBonesMissingItem]
    unused_joints: List[str]


class RoundtripReportBones(_RoundtripReportBones, total=False):
    rest_differs: bool


class RoundtripReportMetadataConflictsItem(TypedDict):
    clip: Optional[str]
    fields: List[ConflictField]
    used: MetadataSource
    ignored: MetadataSource


class RoundtripReportClipsItemAnimation(TypedDict):
    index: int
    name: str


RoundtripReportClipsItemRenamed = TypedDict("RoundtripReportClipsItemRenamed", {
    "from": 'str',
    "to": 'str',
})


class RoundtripReportClipsItemRotationBone(TypedDict):
    index: int
    name: str


class RoundtripReportClipsItemRotation(TypedDict):
    deg: Optional[float]
    bone: RoundtripReportClipsItemRotationBone
    frame: int
    time_s: float


class RoundtripReportClipsItemTranslationBone(TypedDict):
    index: int
    name: str


class RoundtripReportClipsItemTranslation(TypedDict):
    mm: Optional[float]
    bone: RoundtripReportClipsItemTranslationBone
    frame: int
    time_s: float


class _RoundtripReportClipsItem(TypedDict):
    index: Optional[int]
    name: str
    animation: Optional[RoundtripReportClipsItemAnimation]
    difference: Literal["unchanged", "changed", "absent", "refused", "new"]
    outcome: Optional[Literal["kept", "changed", "added", "left_out", "dropped", "renamed"]]
    notes: List[str]
    metadata: List[MetadataField]
    channels: Optional[int]
    keys: Optional[int]
    rotation: Optional[RoundtripReportClipsItemRotation]
    translation: Optional[RoundtripReportClipsItemTranslation]
    shift_s: Optional[float]
    sampled_fps: Optional[float]
    from_s: Optional[float]
    to_s: Optional[float]
    from_keys: Optional[int]
    to_keys: Optional[int]


class RoundtripReportClipsItem(_RoundtripReportClipsItem, total=False):
    renamed: Optional[RoundtripReportClipsItemRenamed]


RoundtripReport = TypedDict("RoundtripReport", {
    "schema": 'Literal["gait.roundtrip/1"]',
    "in": 'FileRef',
    "base": 'FileRef',
    "out": 'RoundtripReportOut',
    "refused": 'Optional[Refusal]',
    "rule": 'Optional[str]',
    "tolerance": 'RoundtripReportTolerance',
    "corrections": 'RoundtripReportCorrections',
    "bones": 'RoundtripReportBones',
    "source_changed": 'bool',
    "mesh_changed": 'bool',
    "metadata_conflicts": 'List[RoundtripReportMetadataConflictsItem]',
    "clips": 'List[RoundtripReportClipsItem]',
}, total=False)


class Difference(TypedDict):
    subject: Literal[
        "format", "version", "property", "bone", "bone_order", "parent", "rest", "skeleton", "part",
        "part_bone", "reference", "frames", "times", "root_motion", "parameter", "event"]
    kind: Literal["added", "removed", "renamed", "moved", "changed"]
    name: Optional[str]
    before: Optional[Union[str, float]]
    after: Optional[Union[str, float]]


class ClipDiffBefore(TypedDict):
    index: int
    name: str
    frames: int


class ClipDiffAfter(TypedDict):
    index: int
    name: str
    frames: int


class ClipDiffRotation(TypedDict):
    deg: Optional[float]
    bone: str
    frame: int


class ClipDiffTranslation(TypedDict):
    mm: Optional[float]
    bone: str
    frame: int


class ClipDiffLever(TypedDict):
    mm: Optional[float]
    bone: str
    frame: int


class ClipDiffScale(TypedDict):
    factor: Optional[float]
    bone: str
    frame: int


class ClipDiffDisplacement(TypedDict):
    mm: Optional[float]
    bone: str
    frame: int


class ClipDiffBonesItemRotation(TypedDict):
    deg: Optional[float]
    frame: int


class ClipDiffBonesItemTranslation(TypedDict):
    mm: Optional[float]
    frame: int


class ClipDiffBonesItemLever(TypedDict):
    mm: Optional[float]
    frame: int


class ClipDiffBonesItemScale(TypedDict):
    factor: Optional[float]
    frame: int


class ClipDiffBonesItem(TypedDict):
    name: str
    rotation: ClipDiffBonesItemRotation
    translation: ClipDiffBonesItemTranslation
    lever: ClipDiffBonesItemLever
    scale: ClipDiffBonesItemScale


class ClipDiff(TypedDict):
    kind: Literal["added", "removed", "changed", "same"]
    before: Optional[ClipDiffBefore]
    after: Optional[ClipDiffAfter]
    renamed: bool
    moved: bool
    keys: Literal["equal", "same", "different", "not_compared"]
    problem: Optional[str]
    rotation: Optional[ClipDiffRotation]
    translation: Optional[ClipDiffTranslation]
    lever: Optional[ClipDiffLever]
    scale: Optional[ClipDiffScale]
    displacement: Optional[ClipDiffDisplacement]
    differences: List[Difference]
    bones: List[ClipDiffBonesItem]


class ComparedFilesTolerance(TypedDict):
    deg: Optional[float]
    mm: Optional[float]


class ComparedFilesClipCounts(TypedDict):
    total: int
    added: int
    removed: int
    renamed: int
    moved: int
    changed: int
    not_compared: int


class _ComparedFiles(TypedDict):
    path: Optional[str]
    other_path: Optional[str]
    status: DiffStatus
    error: Optional[FileProblem]


class ComparedFiles(_ComparedFiles, total=False):
    format: Format
    other_format: Format
    bytes: int
    other_bytes: int
    differing_bytes: int
    posed: bool
    tolerance: ComparedFilesTolerance
    differences: List[Difference]
    clip_counts: ComparedFilesClipCounts
    clips: List[ClipDiff]


class OptimiseReportBytes(TypedDict):
    before: int
    after: int


class OptimiseReportTolerance(TypedDict):
    mm: float
    deg: float


class OptimiseReportMaxError(TypedDict):
    mm: float
    deg: float


class OptimiseReportClipsItemBytes(TypedDict):
    before: int
    after: int


class OptimiseReportClipsItemMaxError(TypedDict):
    mm: float
    deg: float


class OptimiseReportClipsItem(TypedDict):
    index: int
    name: str
    chosen: bool
    bytes: OptimiseReportClipsItemBytes
    constant_rotations: int
    constant_translations: int
    narrowed_translations: int
    quantised_tracks: int
    removed_keys: int
    compressed_arrays: int
    max_error: OptimiseReportClipsItemMaxError


class OptimiseReport(TypedDict):
    bytes: OptimiseReportBytes
    tolerance: OptimiseReportTolerance
    max_error: OptimiseReportMaxError
    clips: List[OptimiseReportClipsItem]
