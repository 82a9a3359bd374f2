/** The files of a drop, with the paths inside of its folders. */

export interface Found {
  path: string;
  blob: Blob;
}

const PORTION = 100;

/** All entries of a folder: readEntries() returns at most 100 of them per call. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return entries;
    }
    entries.push(...some);
  }
}

const readFile = (entry: FileSystemFileEntry): Promise<Found> =>
  new Promise((resolve, reject) => entry.file((blob) =>
    resolve({ path: entry.fullPath.replace(/^\//, ""), blob }), reject));

async function readEntries(entries: FileSystemEntry[]): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...entries];
  while (waiting.length > 0) {
    const some = waiting.splice(0, PORTION);
    const files = some.filter((entry): entry is FileSystemFileEntry => entry.isFile);
    // files that vanish meanwhile are left out
    const read = await Promise.allSettled(files.map(readFile));
    found.push(...read.flatMap((one) => one.status === "fulfilled" ? [one.value] : []));
    for (const entry of some) {
      if (entry.isDirectory) {
        waiting.push(...await readFolder(entry as FileSystemDirectoryEntry)
          .catch(() => []));
      }
    }
  }
  return found;
}

/** Removes the folders that all paths begin with. */
export function withoutCommonFolder(found: Found[]): Found[] {
  const folders = found.map(({ path }) => path.split("/").slice(0, -1));
  const first = folders[0] ?? [];
  let common = first.length;
  for (const folder of folders) {
    let equal = 0;
    while (equal < common && folder[equal] === first[equal]) {
      equal++;
    }
    common = equal;
  }
  const cut = common === 0 ? 0 : first.slice(0, common).join("/").length + 1;
  return found.map(({ path, blob }) => ({ path: path.slice(cut), blob }));
}

/** The files of a drop or a paste. */
export function filesOfTransfer(transfer: DataTransfer): Promise<Found[]> {
  // The list of items is empty after the event, so all entries are requested before any wait.
  const entries: FileSystemEntry[] = [];
  const files: Found[] = [];
  for (const item of [...transfer.items]) {
    const entry = item.kind === "file" ? item.webkitGetAsEntry?.() : null;
    const file = item.kind === "file" && !entry ? item.getAsFile() : null;
    if (entry) {
      entries.push(entry);
    } else if (file) {
      files.push({ path: file.name, blob: file });
    }
  }
  return readEntries(entries).then((found) => [...files, ...found]);
}

/** The files of an <input>; those of a folder have paths. */
export function filesOfInput(list: FileList): Found[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}
