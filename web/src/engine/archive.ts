/** Zip archives, read and written in the worker of a task. */
import { unzipSync, zipSync, type UnzipFileInfo } from "fflate";
import type { ArchiveRefusal, PackedFile, Unpacked } from "./protocol";

const MAX_FILES = 20_000;
const MAX_BYTES = 1 << 30;
/** Files above this size must not be packed better than the ratio. */
const MIN_SUSPECT_BYTES = 8 << 20;
const MAX_RATIO = 200;
const PORTION_BYTES = 64 << 20;
const STORED = 0;
const DEFLATED = 8;

/** A path without drives, empty parts and parts that lead out of the archive. */
function cleanPath(name: string): string {
  return name.replaceAll("\\", "/").split("/")
    .filter((part) => part !== "" && part !== "." && part !== ".." && !/^[a-z]:$/i.test(part))
    .join("/");
}

const isWanted = ({ name }: UnzipFileInfo): boolean =>
  !name.endsWith("/") && !name.startsWith("__MACOSX/") && cleanPath(name) !== "";

/** What the directory of the archive declares, or why it is not unpacked. */
function readDirectory(bytes: Uint8Array): UnzipFileInfo[] | ArchiveRefusal {
  const entries: UnzipFileInfo[] = [];
  let count = 0;
  let size = 0;
  let refusal: ArchiveRefusal | null = null;
  unzipSync(bytes, { filter: (entry) => {
    count++;
    size += Math.max(entry.originalSize, entry.size);
    if (count > MAX_FILES) {
      refusal ??= "files";
    } else if (size > MAX_BYTES) {
      refusal ??= "size";
    } else if (entry.originalSize > MIN_SUSPECT_BYTES &&
        entry.originalSize > entry.size * MAX_RATIO) {
      refusal ??= "ratio";
    }
    if (!refusal && isWanted(entry)) {
      entries.push(entry);
    }
    return false;
  } });
  return refusal ?? (size > MIN_SUSPECT_BYTES && size > bytes.length * MAX_RATIO ? "ratio"
    : entries);
}

/** Entries whose unpacked sizes sum up to one portion. */
function portionsOf(entries: UnzipFileInfo[]): Set<string>[] {
  const portions: Set<string>[] = [];
  let room = 0;
  for (const { name, originalSize } of entries) {
    if (room < originalSize || portions.length === 0) {
      portions.push(new Set());
      room = PORTION_BYTES;
    }
    portions.at(-1)!.add(name);
    room -= originalSize;
  }
  return portions;
}

/**
 * Unpacks an archive in portions. The sizes that its directory declares limit the memory: an entry
 * that unpacks to more is damaged. Of entries with one path, the last one is unpacked.
 */
export async function unpack(archive: Blob): Promise<Unpacked> {
  const refuse = (refusal: ArchiveRefusal): Unpacked => ({ files: [], skipped: [], refusal });
  if (archive.size > MAX_BYTES) {
    return refuse("size");
  }
  const bytes = await archive.arrayBuffer().then((read) => new Uint8Array(read), () => null);
  if (!bytes) {
    return refuse("unreadable");
  }
  try {
    const entries = readDirectory(bytes);
    if (typeof entries === "string") {
      return refuse(entries);
    }
    if (isEncrypted(bytes)) {
      return refuse("encrypted");
    }
    if (entries.some(({ compression }) => compression !== STORED && compression !== DEFLATED)) {
      return refuse("damaged");
    }
    const last = new Map(entries.map((entry) => [cleanPath(entry.name), entry]));
    const skipped = entries.map((entry) => ({ entry, path: cleanPath(entry.name) }))
      .filter(({ entry, path }) => last.get(path) !== entry).map(({ path }) => path);
    const files: PackedFile[] = [];
    for (const portion of portionsOf([...last.values()])) {
      const unpacked = unzipSync(bytes, { filter: ({ name }) => portion.has(name) });
      for (const [name, content] of Object.entries(unpacked)) {
        files.push({ path: cleanPath(name), blob: new Blob([content as BlobPart]) });
      }
    }
    return { files, skipped, refusal: null };
  } catch {
    return refuse("damaged");
  }
}

/** True when the first file of the archive needs a password (bit 0 of its flags). */
function isEncrypted(bytes: Uint8Array): boolean {
  return (bytes[6]! & 1) === 1;
}

/** Packs files. Equal names get a number. */
export async function pack(files: PackedFile[]): Promise<Blob> {
  const entries: Record<string, Uint8Array> = {};
  for (const { path, blob } of files) {
    let name = path;
    for (let number = 2; name in entries; number++) {
      name = path.replace(/(\.[^./]*)?$/, (ending) => ` (${number})${ending}`);
    }
    entries[name] = new Uint8Array(await blob.arrayBuffer());
  }
  return new Blob([zipSync(entries, { level: 6 }) as BlobPart], { type: "application/zip" });
}
