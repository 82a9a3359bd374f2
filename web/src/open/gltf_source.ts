/** The name of the file that a glTF was made from, in its extras. */

/** Of the JSON part of a glTF that is read. */
const MAX_JSON = 1 << 26;
const GLB_MAGIC = 0x46546C67;
const GLB_JSON = 20;

interface Extras {
  extras?: { gait?: unknown };
}

/** The extras are an object or, in custom properties of Blender, its text. */
function sourceOfExtras({ extras }: Extras): string | null {
  const value = extras?.gait;
  const gait = typeof value === "string" ? JSON.parse(value) as unknown : value;
  const file = (gait as { source?: { file?: unknown } } | null | undefined)?.source?.file;
  return typeof file === "string" && file !== "" ? file : null;
}

async function jsonOf(blob: Blob): Promise<string> {
  const head = new DataView(await blob.slice(0, GLB_JSON).arrayBuffer());
  const isBinary = head.byteLength === GLB_JSON && head.getUint32(0, true) === GLB_MAGIC;
  const [start, size] = isBinary ? [GLB_JSON, head.getUint32(12, true)] : [0, blob.size];
  return size > MAX_JSON ? "{}" : blob.slice(start, start + size).text();
}

/** The recorded name of the source of a glTF, without its folder; null: it is not recorded. */
export async function sourceNameOf(blob: Blob): Promise<string | null> {
  try {
    const { scenes = [], nodes = [] } = JSON.parse(await jsonOf(blob)) as Record<string, Extras[]>;
    const file = [...nodes, ...scenes].map(sourceOfExtras) // like the library: the armature first
     .find((name) => name !== null);
    return file?.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1) ?? null;
  } catch {
    return null; // the round trip reports what is wrong
  }
}
