// Made by scripts/make_bindings.py from docs/schemas.
// null: does not apply, unless the comment says otherwise.

export type Format =
  | "rtm"
  | "bmtr"
  | "omf"
  | "ogf"
  | "skl"
  | "skls"
  | "modelcfg"
  | "p3d"
  | "gltf"
  | "bvh"
  | "seanim"
  | "anm"
  | "config"
  | "rap"
  | "ltx"
  | "unknown";

export type Severity = "note" | "warning" | "error";

/** The games: Operation Flashpoint, Arma and DayZ, or S.T.A.L.K.E.R. */
export type Family = "bohemia" | "xray";

export type Origin =
  | "unknown"
  | "file"
  | "table"
  | "convention"
  | "parent"
  | "first_frame"
  | "recovered"
  | "pivots";

export type PlaybackFlag =
  | "fx"
  | "stop-at-end"
  | "no-mix"
  | "sync-part"
  | "use-foot-steps"
  | "root-mover"
  | "idle"
  | "use-weapon-bone";

export type MetadataField =
  | "events"
  | "motion"
  | "flags"
  | "bone_or_part"
  | "speed"
  | "power"
  | "accrue"
  | "falloff";

export type MetadataSource = "sidecar" | "animation" | "armature" | "scene";

export type ConflictField =
  | "events"
  | "motion"
  | "loop"
  | "flags"
  | "bone_or_part"
  | "speed"
  | "power"
  | "accrue"
  | "falloff"
  | "name"
  | "times"
  | "parts"
  | "skeleton";

/** why nothing is taken over */
export type Refusal =
  | "no_bones"
  | "no_clips"
  | "one_action"
  | "clips"
  | "equal_names"
  | "name"
  | "error";

export type DifferenceSubject =
  | "format"
  | "version"
  | "property"
  | "bone"
  | "bone_order"
  | "parent"
  | "rest"
  | "skeleton"
  | "part"
  | "part_bone"
  | "reference"
  | "frames"
  | "times"
  | "root_motion"
  | "parameter"
  | "event";

/** same_content = only bytes differ that are not compared */
export type DiffStatus =
  | "equal"
  | "same_content"
  | "different"
  | "added"
  | "removed"
  | "bad"
  | "unsupported"
  | "unreadable";

export interface Named {
  index: number;
  name: string | null;
}

export interface FileProblem {
  rule: string | null;
  offset: number | null;
  message: string;
}

export interface FileInfo {
  path: string;
  /** null when unreadable */
  bytes: number | null;
  format: Format;
  /** RTM 100 or 101, BMTR 2..5, OMF params version, OGF 2..4, SKL motion version */
  version: number | null;
  status: "ok" | "bad" | "unsupported" | "unreadable";
  /** in track order, the file's own spelling; null for modelcfg and p3d */
  bones: string[] | null;
  /** what the file holds of them; null where the format holds none */
  skeletons: {
    name: string;
    /** their number */
    bones: number;
  }[] | null;
  clips: {
    index: number;
    name: string;
    /** keys */
    frames: number;
    /** null where the format does not say */
    duration_s: number | null;
    loop: boolean | null;
    /** of the first and the last frame of an RTM, as stored */
    phases: [number | null, number | null] | null;
    /** displacement per cycle of an RTM, in metres and file axes */
    root_motion: [number | null, number | null, number | null] | null;
    /**
     * how long the game plays the clip, one cycle: the duration of the state, or the stored
     * duration divided by the speed of the motion. This key and those up to `used_by` are there
     * only for files in a mod with configs
     */
    seconds?: number | null;
    seconds_why?: "known" | "static" | "endless" | "zero" | "no_number" | "unknown";
    /** of the class of the state; motion: the file stores it */
    seconds_from?: "absent" | "own" | "inherited" | "outside" | "motion" | null;
    /** the same of `loop` */
    loop_from?: "absent" | "own" | "inherited" | "outside" | "motion" | null;
    /**
     * the state with these seconds and this loop: the first one with the duration that most states
     * have
     */
    state?: string | null;
    /** the length of `used_by` */
    uses?: number;
    /** what plays the clip, as in gait.uses/1 */
    used_by?: object[];
    /** marks or properties */
    events: number;
    /** those of `events` that have a time; marks without intervals have none */
    events_with_times: number;
  }[] | null;
  /** motion references of a model */
  refs: string[] | null;
  /** displacement per cycle as stored (RTM) */
  step: [number | null, number | null, number | null] | null;
  /** data that only models store; null for other files */
  mesh: {
    /** those that can be read; each has one texture */
    parts: number;
    /** different ones */
    textures: number;
    vertices: number;
    /** of the finest level of detail */
    triangles: number;
  } | null;
  error: FileProblem | null;
}

/** null where the format does not store it */
export interface Playback {
  speed: number | null;
  power: number | null;
  accrue: number | null;
  falloff: number | null;
  flags: PlaybackFlag[];
  /** as a number, with bits that have no name */
  flags_stored: number;
  /** on which a motion plays; null: on all parts; absent for an FX */
  part?: Named | null;
  /** of an FX; null: the root; absent for other motions */
  bone?: Named | null;
}

export interface ClipEvent {
  name: string;
  /** null where the format has none */
  value: string | null;
  unit: "seconds" | "phase";
  /** start and end; equal: a moment. Marks can have several or none */
  intervals: [number | null, number | null][];
}

export interface ListedClip {
  index: number;
  name: string;
  /** keys */
  frames: number;
  /** null where the format does not say */
  duration_s: number | null;
  loop: boolean | null;
  /** of the first and the last frame of an RTM, as stored */
  phases: [number | null, number | null] | null;
  /** displacement per cycle of an RTM, in metres and file axes */
  root_motion: [number | null, number | null, number | null] | null;
  /**
   * how long the game plays the clip, one cycle: the duration of the state, or the stored duration
   * divided by the speed of the motion. This key and those up to `used_by` are there only for files
   * in a mod with configs
   */
  seconds?: number | null;
  seconds_why?: "known" | "static" | "endless" | "zero" | "no_number" | "unknown";
  /** of the class of the state; motion: the file stores it */
  seconds_from?: "absent" | "own" | "inherited" | "outside" | "motion" | null;
  /** the same of `loop` */
  loop_from?: "absent" | "own" | "inherited" | "outside" | "motion" | null;
  /**
   * the state with these seconds and this loop: the first one with the duration that most states
   * have
   */
  state?: string | null;
  /** the length of `used_by` */
  uses?: number;
  /** what plays the clip, as in gait.uses/1 */
  used_by?: object[];
  /** null where the format does not store it */
  playback: Playback | null;
  events: ClipEvent[];
}

export interface FileList {
  path: string;
  /** null when unreadable */
  bytes: number | null;
  format: Format;
  /** RTM 100 or 101, BMTR 2..5, OMF params version, OGF 2..4, SKL motion version */
  version: number | null;
  status: "ok" | "bad" | "unsupported" | "unreadable";
  /** null when the file could not be opened */
  clips: ListedClip[] | null;
  error: FileProblem | null;
}

export interface Finding {
  /** null: the file could not be read */
  rule: string | null;
  severity: Severity;
  /** bytes from the start of the file, of the first occurrence; null: not about bytes of a file */
  offset: number | null;
  length: number;
  clip: Named | null;
  bone: Named | null;
  frame: number | null;
  /** occurrences in this clip */
  count: number;
  message: string;
  /**
   * equal for findings with the same cause: the rule, for some rules with a hash of what is wrong,
   * such as the name of a missing file; null without a rule
   */
  cause: string | null;
  /** null: not about a place in a file */
  place: {
    /**
     * the file with the place, which can be another one than that of the finding, such as a config
     */
    file: string | null;
    /** null: not a text, or unknown */
    line: number | null;
    /** in bytes */
    offset: number | null;
  } | null;
}

export interface Check {
  path: string;
  format: Format;
  /** occurrences */
  errors: number;
  /** occurrences */
  warnings: number;
  /** occurrences that are counted but not listed */
  dropped: number;
  findings: Finding[];
}

/** a use of a file. The keys from `table` on are only those of states */
export interface ModUse {
  kind: "state" | "hand_anim" | "string" | "hud_hands" | "hud_item" | "visual" | "reference" | "script" | "effect";
  /**
   * whether the file is in the mod; missing: it should be; outside: another addon has it, or its
   * path is not known; game: the game has it
   */
  status: "found" | "missing" | "outside" | "game";
  /** perhaps it is no use */
  weak: boolean;
  /** no config includes the text */
  loose: boolean;
  /** of the state or class */
  name: string | null;
  key: string | null;
  /** the path in the config; null: a class that is not in the mod has it */
  value: string | null;
  /** a file with a similar path */
  near?: string;
  place: {
    file: string;
    /** null in binarised configs */
    line: number | null;
    offset: number;
  };
  table?: string | null;
  base?: string | null;
  base_is_here?: boolean;
  /** the class that is not in the mod, from which unknown values come */
  outside?: string | null;
  value_from?: "absent" | "own" | "inherited" | "outside";
  /** the class with the path, if it is inherited */
  inherited_from?: string | null;
  seconds?: number | null;
  seconds_why?: "known" | "static" | "endless" | "zero" | "no_number" | "unknown";
  seconds_from?: "absent" | "own" | "inherited" | "outside";
  /** null: unknown */
  loop?: boolean | null;
  loop_from?: "absent" | "own" | "inherited" | "outside";
  mask?: string | null;
  mask_from?: "absent" | "own" | "inherited" | "outside";
  /** skeletonName of the table */
  skeleton?: string | null;
  /** the motion that is played; the file is the bank that contains it */
  motion?: string | null;
  /** the speed in a line of a hud section */
  speed?: string | null;
  /** the number of sections that have the line, also by inheritance */
  sections?: number;
}

export interface ModFile {
  path: string;
  /** code: only scripts name it */
  status: "used" | "unused" | "code";
  /** sorted by place */
  uses: ModUse[];
}

/** What uses the files of mods. Keys may be added. */
export interface ModUses {
  schema: "gait.uses/1";
  mods: {
    /** the folder of the mod; all paths are relative to it */
    root: string;
    /** sorted by path */
    files: ModFile[];
    /** uses of files that are not in the mod, sorted by place */
    missing: ModUse[];
  }[];
}

/** What is wrong with files. Keys may be added. null = does not apply. */
export interface ModCheck {
  schema: "gait.check/1";
  files: Check[];
  errors: number;
  warnings: number;
  /** files in folders that belong to other programs, or are not of the selected formats */
  skipped?: number;
  /** the game whose severities the findings have; null: not known */
  game?: {
    name: "ofp" | "cwr" | "arma1" | "arma2" | "arma3" | "dayz" | "soc" | "cs" | "cop" | "ogsr" | "ixray" | "anomaly";
    /** by --game or .gait.toml; false: guessed */
    given: boolean;
    sure: boolean;
    /** what the guess is based on */
    why: string[];
  } | null;
  /** the findings of all files by their cause, the most serious first */
  causes?: {
    cause: string;
    rule: string;
    severity: Severity;
    /** occurrences */
    count: number;
    /** number of files */
    files: number;
    /** of the first finding */
    message: string;
    /** path of the first file */
    first: string;
    /** where the next findings are, at most 16 */
    also?: {
      file: string;
      /** null: not a text, or unknown */
      line: number | null;
    }[];
  }[];
}

/** Every field of a file in file order; the fields tile the file. Keys may be added. */
export interface FileMap {
  schema: "gait.map/1";
  path: string;
  format: Format;
  fields: {
    offset: number;
    size: number;
    type: string;
    /** a path such as motions[3].tracks[12].rotation.crc */
    name: string;
    /**
     * a number, a text, hexadecimal digits (byte), an array, or an array of rows; a number that is
     * not finite is null
     */
    value: unknown;
  }[];
}

/** The rules of the checker. Keys may be added. */
export interface Rules {
  schema: "gait.rules/1";
  rules: {
    id: string;
    severity: Severity;
    /** what a reader returns when this stops it */
    status: string;
    summary: string;
    advice: string;
    /** under docs/formats/ */
    page: string;
    /** what games do; only for rules that depend on the game */
    effect?: string;
    /** the severity in each game; "off": it does not have the problem */
    games?: object;
  }[];
}

/** The formats, and what can be done with each. Keys may be added. */
export interface Formats {
  schema: "gait.formats/1";
  formats: {
    name: Format;
    title: string;
    extensions: string[];
    open: boolean;
    write: boolean;
    /** Clips of other formats can be converted to this format. */
    export: boolean;
    clips: boolean;
    skeleton: boolean;
    bank: boolean;
    /** gait dump and gait build can be used. */
    text: boolean;
    /**
     * The games that have this format: Operation Flashpoint, Arma and DayZ, or S.T.A.L.K.E.R.; null
     * for other formats.
     */
    family: Family | null;
  }[];
}

/** The built-in skeletons. Keys may be added. */
export interface Builtins {
  schema: "gait.skeletons/1";
  skeletons: {
    name: string;
    summary: string;
    bones: number;
    /** the game itself keeps these bones without parents */
    flat: boolean;
    /** The games: Operation Flashpoint, Arma and DayZ, or S.T.A.L.K.E.R. */
    family: Family;
  }[];
}

export interface Bone {
  index: number;
  name: string;
  /** index; null = a root, as far as is known: see parent_origin */
  parent: number | null;
  parent_name: string | null;
  /** of the body, by the name of the bone */
  side: "middle" | "left" | "right";
  /** rest pose relative to the parent, metres, engine axes; null when rest_origin is unknown */
  t: [number | null, number | null, number | null] | null;
  /** its rotation x, y, z, w, w >= 0; null when rest_origin is unknown */
  q: [number | null, number | null, number | null, number | null] | null;
  parent_origin: Origin;
  rest_origin: Origin;
  /**
   * skeleton: its parent is known, or that it has none; recovered: from the motion; alone: posed as
   * a root, because its parent is unknown
   */
  outcome: "alone" | "recovered" | "skeleton";
  /** with its parent, as the motion shows it; null for a root, and for a skeleton from elsewhere */
  joint?: {
    /**
     * proved: it stays closed while it turns; held: both bones hardly turn against each other;
     * rigid: they move as one, names decided
     */
    kind: "rigid" | "held" | "proved";
    /** in which the motion determines the pivot; 2 = a hinge */
    directions: number;
    /** root mean square distance between both bones at the pivot */
    gap_m: number;
  } | null;
}

export interface FileRef {
  path: string;
  format: Format;
}

/**
 * What an edited animation changed of the file that it came from. Keys may be added. null = does
 * not apply.
 */
export interface RoundtripReport {
  schema: "gait.roundtrip/1";
  in: FileRef;
  base: FileRef;
  out: {
    path: string;
    format: Format;
    /** false: nothing was written */
    written: boolean;
  };
  /** why nothing is taken over */
  refused: Refusal | null;
  /** the id of the rule that refuses it */
  rule?: string | null;
  /** less is no change */
  tolerance: {
    deg: number;
    mm: number;
  };
  /** what programs did to the whole file, and was undone */
  corrections: {
    /** turned as a whole */
    rotated: boolean;
    /** size of the edited file, the base being 1 */
    units: number | null;
    /** lengths of all clips, those of the base being 1 */
    rate: number | null;
    /** bones hang elsewhere */
    other_hierarchy: boolean;
    /** the armature was moved or rotated */
    placed: boolean;
  };
  bones: {
    matched: number;
    /** joints rest elsewhere than the bones of the base: probably another --skeleton */
    rest_differs?: boolean;
    /** bones of the base without a joint */
    missing: {
      index: number;
      name: string;
      /** a joint that no bone asks for */
      nearest: string | null;
    }[];
    /** joints that no bone asks for */
    unused_joints: string[];
  };
  /**
   * the edited file was made from another version of the base, and changes clips: those that were
   * changed in the base since are replaced (RTP010)
   */
  source_changed?: boolean;
  /**
   * the mesh of a model in the export has another number of triangles; meshes are not taken over
   */
  mesh_changed?: boolean;
  /** differences between the copies of the metadata in the edited file and its sidecar */
  metadata_conflicts?: {
    /** name of the animation; null: the document as a whole */
    clip: string | null;
    fields: ConflictField[];
    used: MetadataSource;
    ignored: MetadataSource;
  }[];
  clips: {
    /** of the base; null: it lacks the clip */
    index: number | null;
    name: string;
    /** of the edited file; null: it lacks the clip */
    animation: {
      index: number;
      name: string;
    } | null;
    difference: "unchanged" | "changed" | "absent" | "refused" | "new";
    /** what OUT holds of it; null when nothing is taken over */
    outcome: "kept" | "changed" | "added" | "left_out" | "dropped" | "renamed" | null;
    /** only the name differs; it is applied if the outcome is renamed. null: not renamed */
    renamed?: {
      /** name in the base */
      from: string;
      /** name in the edited file */
      to: string;
    } | null;
    /** words of docs/roundtrip_algorithm.md#report */
    notes: string[];
    /** what is taken over of the extras of the edited file */
    metadata: MetadataField[];
    /** rotations and translations that changed; null: not compared */
    channels: number | null;
    /** keys that moved; null: not compared */
    keys: number | null;
    /** where a changed rotation is farthest from the base */
    rotation: {
      deg: number | null;
      bone: {
        index: number;
        name: string;
      };
      /** the nearest key of the base */
      frame: number;
      /** its time, from the start of the clip */
      time_s: number;
    } | null;
    /** where a changed translation is farthest from the base */
    translation: {
      mm: number | null;
      bone: {
        index: number;
        name: string;
      };
      /** the nearest key of the base */
      frame: number;
      /** its time, from the start of the clip */
      time_s: number;
    } | null;
    /** how much later its keys began */
    shift_s: number | null;
    /** the rate of its keys, where that is not the base's */
    sampled_fps: number | null;
    /** its length in the base, where it has another now */
    from_s: number | null;
    /** its length now */
    to_s: number | null;
    /** the number of its key times in the base, where it is another one now */
    from_keys: number | null;
    /** the number of its key times now */
    to_keys: number | null;
  }[];
}

export interface Difference {
  subject: DifferenceSubject;
  kind: "added" | "removed" | "renamed" | "moved" | "changed";
  /** of the bone, event, parameter ...; a bone of a part is part/bone */
  name: string | null;
  /** in the first file */
  before: string | number | null;
  /** in the second file */
  after: string | number | null;
}

export interface ClipDiff {
  /** same = only renamed, moved or not compared */
  kind: "added" | "removed" | "changed" | "same";
  /** null = the file lacks the clip */
  before: {
    index: number;
    name: string;
    frames: number;
  } | null;
  /** null = the file lacks the clip */
  after: {
    index: number;
    name: string;
    frames: number;
  } | null;
  renamed: boolean;
  /** another place among the clips that both files have */
  moved: boolean;
  /** same = stored in another way, but not different by more than the tolerance */
  keys: "equal" | "same" | "different" | "not_compared";
  /**
   * why the keys were not compared: "unsupported" = the skeleton is unknown, "not found" = the
   * files have no bone in common, or why the clip cannot be read
   */
  problem: string | null;
  /** degrees, relative to the parent or as stored; null = there is no such difference */
  rotation: {
    /** null = a key is not a number */
    deg: number | null;
    bone: string;
    frame: number;
  } | null;
  /** millimetres at the joint; null = there is no such difference */
  translation: {
    /** null = a key is not a number */
    mm: number | null;
    bone: string;
    frame: number;
  } | null;
  /**
   * millimetres at the end of a lever of 10 cm, in the direction that moves most; null = there is
   * no such difference
   */
  lever: {
    /** null = a key is not a number */
    mm: number | null;
    bone: string;
    frame: number;
  } | null;
  /** largest difference of the three factors; null = there is no such difference */
  scale: {
    /** null = a key is not a number */
    factor: number | null;
    bone: string;
    frame: number;
  } | null;
  /** millimetres by which a joint moves in model space; null = there is no such difference */
  displacement: {
    /** null = a key is not a number */
    mm: number | null;
    bone: string;
    frame: number;
  } | null;
  differences: Difference[];
  /** bones whose keys differ, in descending order of lever */
  bones: {
    name: string;
    rotation: {
      deg: number | null;
      frame: number;
    };
    translation: {
      mm: number | null;
      frame: number;
    };
    lever: {
      mm: number | null;
      frame: number;
    };
    scale: {
      factor: number | null;
      frame: number;
    };
  }[];
}

export interface ComparedFiles {
  /** null = only the second folder has the file */
  path: string | null;
  /** null = only the first folder has the file */
  other_path: string | null;
  /** same_content = only bytes differ that are not compared */
  status: DiffStatus;
  format?: Format;
  other_format?: Format;
  bytes?: number;
  other_bytes?: number;
  differing_bytes?: number;
  /** the parents of the bones are known; bones of a plain RTM that the skeleton lacks are roots */
  posed?: boolean;
  /** 0 = no difference is ignored */
  tolerance?: {
    deg: number | null;
    mm: number | null;
  };
  differences?: Difference[];
  clip_counts?: {
    total: number;
    added: number;
    removed: number;
    renamed: number;
    moved: number;
    changed: number;
    not_compared: number;
  };
  /** clips with a difference, and those that were not compared */
  clips?: ClipDiff[];
  error: FileProblem | null;
}

/** null: the file could not be optimised */
export interface OptimiseReport {
  /** of the file */
  bytes: {
    before: number;
    after: number;
  };
  /** the allowed errors; 0 = none */
  tolerance: {
    mm: number;
    deg: number;
  };
  /** the largest errors of all clips, measured; relative to the parent bone */
  max_error: {
    mm: number;
    deg: number;
  };
  clips: {
    index: number;
    name: string;
    /** the clip may change: --clip includes it */
    chosen: boolean;
    /** of the keys in the file with their chunk header; of the whole file for binarised RTM */
    bytes: {
      before: number;
      after: number;
    };
    /** tracks of rotations that became constant */
    constant_rotations: number;
    /** tracks of translations that became constant */
    constant_translations: number;
    /** tracks of translations with 8 instead of 16 bits */
    narrowed_translations: number;
    /** tracks with integers instead of floats */
    quantised_tracks: number;
    /** frames that were removed, with the keys of all bones */
    removed_keys: number;
    /** arrays that were compressed better */
    compressed_arrays: number;
    /** the largest errors, measured; relative to the parent bone */
    max_error: {
      mm: number;
      deg: number;
    };
  }[];
}
