/** Contents of the page in one file that are compressed as gzip, in base64. */

type FromBase64 = { fromBase64?(text: string): Uint8Array };

export function bytesOfBase64(base64: string): Uint8Array {
  const { fromBase64 } = Uint8Array as unknown as FromBase64;
  return fromBase64 ? fromBase64.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function unpacked(base64: string): Response {
  const packed = new Blob([bytesOfBase64(base64) as BlobPart]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip")));
}

export type PartName = "script" | "worker" | "module";

/** The element of a part, which build.mjs writes. */
const idOfPart = (name: PartName): string => `gait-${name}`;

/** A part of the page. */
export function packedPart(name: PartName): Response {
  return unpacked(document.getElementById(idOfPart(name))!.textContent!);
}

/** The address of a part that is a script. */
export async function addressOfPart(name: PartName): Promise<string> {
  return URL.createObjectURL(new Blob([await packedPart(name).arrayBuffer()],
    { type: "text/javascript" }));
}
