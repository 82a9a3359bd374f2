/** Which clips of a file are listed, and in which order. */
import type { Check, ListedClip, Severity } from "gait";

export type ClipColumn = "name" | "seconds" | "frames" | "events" | "findings";

export interface ClipFilters {
  query: string;
  hasEvent: boolean;
  hasErrors: boolean;
  loops: boolean;
  movesBone: boolean;
}

export interface ClipOrder {
  /** null: as in the file. */
  column: ClipColumn | null;
  isDescending: boolean;
}

export interface ClipFindings {
  severity: Severity;
  count: number;
}

const RANKS: Record<Severity, number> = { note: 1, warning: 2, error: 3 };

/** The findings of each clip: the worst severity, and how many there are. */
export function findingsByClip(check: Check | null): Map<number, ClipFindings> {
  const found = new Map<number, ClipFindings>();
  for (const { clip, severity, count } of check?.findings ?? []) {
    if (clip) {
      const before = found.get(clip.index);
      const worse = before && RANKS[before.severity] > RANKS[severity] ? before.severity : severity;
      found.set(clip.index, { severity: worse, count: (before?.count ?? 0) + count });
    }
  }
  return found;
}

/** The clips that pass the filters, in the order. `movesBone` is null if no bone is picked. */
export function clipRows(clips: readonly ListedClip[], findings: Map<number, ClipFindings>,
  movesBone: ((index: number) => boolean) | null, filters: ClipFilters,
  order: ClipOrder): ListedClip[] {
  const words = filters.query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const rows = clips.filter(({ index, name, events, loop }) =>
    words.every((word) => name.toLowerCase().includes(word)) &&
    (!filters.hasEvent || events.length > 0) &&
    (!filters.hasErrors || findings.get(index)?.severity === "error") &&
    (!filters.loops || loop === true) && (!filters.movesBone || !movesBone || movesBone(index)));
  const { column, isDescending } = order;
  if (column === null) {
    return rows;
  }
  const names = new Intl.Collator(undefined, { numeric: true });
  const value = ({ index, duration_s, frames, events }: ListedClip): number => {
    const found = findings.get(index);
    return column === "seconds" ? duration_s ?? -1 : column === "frames" ? frames
      : column === "events" ? events.length
        : found ? RANKS[found.severity] * 1e9 + found.count : 0;
  };
  const compare = (one: ListedClip, other: ListedClip): number =>
    column === "name" ? names.compare(one.name, other.name) : value(one) - value(other);
  return rows.sort((one, other) =>
    (isDescending ? compare(other, one) : compare(one, other)) || one.index - other.index);
}
