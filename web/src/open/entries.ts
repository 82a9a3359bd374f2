/** The files of a drop, with the paths inside of its folders. */

export interface Found {
  path: string;
  blob: Blob;
  /** Why it could not be read; the blob is empty then. */
  unreadable?: "open.unreadable" | "open.unreadable-folder";
}

/** A handle of the File System Access API, which the types of TypeScript lack in part. */
export interface Handle {
  kind: "file" | "directory";
  name: string;
  getFile(): Promise<File>;
  values(): AsyncIterable<Handle>;
}

type TransferItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };

/** A file or a folder of a drop. */
interface Item {
  path: string;
  isFolder: boolean;
  /** The bytes of a file. */
  read(): Promise<Blob>;
  /** What a folder contains. */
  items(): AsyncIterable<Item>;
}

const PORTION = 100;

function ofHandle(handle: Handle, above = ""): Item {
  const path = above + handle.name;
  return { path, isFolder: handle.kind === "directory", read: () => handle.getFile(),
    async *items() {
      for await (const one of handle.values()) {
        yield ofHandle(one, `${path}/`);
      }
    } };
}

function ofEntry(entry: FileSystemEntry): Item {
  return { path: entry.fullPath.replace(/^\//, ""), isFolder: entry.isDirectory,
    read: () => new Promise((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject)),
    async *items() {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) { // readEntries() returns at most 100 entries per call
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
          reader.readEntries(resolve, reject));
        if (some.length === 0) {
          return;
        }
        yield* some.map(ofEntry);
      }
    } };
}

const unreadable = ({ path, isFolder }: Item): Found => ({ path, blob: new Blob(),
  unreadable: isFolder ? "open.unreadable-folder" : "open.unreadable" });

/** All files of the items and of their folders; what cannot be read is among them. */
async function readItems(items: readonly Item[]): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...items];
  while (waiting.length > 0) {
    await Promise.all(waiting.splice(0, PORTION).map(async (item) => {
      try {
        if (!item.isFolder) {
          found.push({ path: item.path, blob: await item.read() });
          return;
        }
        for await (const one of item.items()) {
          waiting.push(one);
        }
      } catch {
        found.push(unreadable(item));
      }
    }));
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
  return found.map((file) => ({ ...file, path: file.path.slice(cut) }));
}

/**
 * Requests an item of a drop or a paste. Returns a function that reads it, also after the event. On
 * a page from the disk, Chromium cannot read entries, but it gives handles. From a server, these
 * are not used: Chromium refuses them with a dialog for some folders that it can read as entries.
 * Other browsers have only entries. A file can always be read without either.
 */
function request(item: TransferItem): () => Promise<Found[]> {
  const handle = location.protocol === "file:"
    ? item.getAsFileSystemHandle?.().catch(() => null) : null;
  const entry = item.webkitGetAsEntry?.();
  const file = entry?.isDirectory ? null : item.getAsFile();
  return async () => {
    const found = await handle;
    let files: Found[] = [{ path: "?", blob: new Blob(), unreadable: "open.unreadable" }];
    for (const root of [...found ? [ofHandle(found)] : [], ...entry ? [ofEntry(entry)] : []]) {
      files = await readItems([root]);
      if (!files.some(({ path, unreadable }) => unreadable && path === root.path)) {
        return files;
      }
    }
    return file ? [{ path: file.name, blob: file }] : files;
  };
}

/** The files of a drop or a paste. */
export async function filesOfTransfer(transfer: DataTransfer): Promise<Found[]> {
  // The items are empty after the event, so all are requested before any wait.
  const reads = [...transfer.items].filter(({ kind }) => kind === "file").map(request);
  const found: Found[] = [];
  while (reads.length > 0) {
    const some = await Promise.all(reads.splice(0, PORTION).map((read) => read()));
    found.push(...some.flat());
  }
  return found;
}

/** The files that the operating system opens with the page. */
export const filesOfHandles = (handles: readonly Handle[]): Promise<Found[]> =>
  readItems(handles.map((handle) => ofHandle(handle)));

/** The files of an <input>; those of a folder have paths. */
export function filesOfInput(list: FileList): Found[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}
