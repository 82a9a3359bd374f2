/** The file that a glTF was made from, in its extras. */

/** Of the JSON part of a glTF that is read. */
const MAX_JSON = 1 << 26;
const GLB_MAGIC = 0x46546C67;
const GLB_JSON = 20;

interface Extras {
  extras?: { gait?: unknown };
}

/** What is recorded of a source. */
export interface GltfSource {
  /** Without its folder. */
  name: string | null;
  /** Its size, a hyphen and its CRC-32 in hexadecimal. */
  checksum: string | null;
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** The extras are an object or, in custom properties of Blender, its text. */
function sourceOfExtras({ extras }: Extras): GltfSource {
  const value = extras?.gait;
  const gait = typeof value === "string" ? JSON.parse(value) as unknown : value;
  const source = (gait as { source?: { file?: unknown; checksum?: unknown } } | null | undefined)
    ?.source;
  const file = textOf(source?.file);
  return { name: file?.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1) ?? null,
    checksum: textOf(source?.checksum) };
}

async function jsonOf(blob: Blob): Promise<string> {
  const head = new DataView(await blob.slice(0, GLB_JSON).arrayBuffer());
  const isBinary = head.byteLength === GLB_JSON && head.getUint32(0, true) === GLB_MAGIC;
  const [start, size] = isBinary ? [GLB_JSON, head.getUint32(12, true)] : [0, blob.size];
  return size > MAX_JSON ? "{}" : blob.slice(start, start + size).text();
}

/** What a glTF records of its source. */
export async function sourceOfGltf(blob: Blob): Promise<GltfSource> {
  try {
    const { scenes = [], nodes = [] } = JSON.parse(await jsonOf(blob)) as Record<string, Extras[]>;
    const sources = [...nodes, ...scenes].map(sourceOfExtras); // like the library: the armature first
    return { name: sources.find(({ name }) => name)?.name ?? null,
      checksum: sources.find(({ checksum }) => checksum)?.checksum ?? null };
  } catch {
    return { name: null, checksum: null }; // the round trip reports what is wrong
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1 ? (crc >>> 1) ^ 0xEDB88320 : crc >>> 1;
  }
  return crc;
});

/** The checksum of a source with these bytes. */
export async function checksumOf(blob: Blob): Promise<string> {
  let crc = -1;
  for (const byte of new Uint8Array(await blob.arrayBuffer())) {
    crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255]!;
  }
  return `${blob.size}-${(~crc >>> 0).toString(16).padStart(8, "0")}`;
}
