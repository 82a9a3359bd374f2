/** Names and paths of files. */

/** The name of the file of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The folder of a path with its slash, or "". */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** A name without its extension. */
export const stem = (name: string): string => name.replace(/\.[^.]*$/, "") || name;

export const sameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Compares files by their paths, for sort(). */
export const byPath = (one: { path: string }, other: { path: string }): number =>
  one.path < other.path ? -1 : 1;
