/** The sample files of the page. */
import { sampleFiles } from "gait:samples";
import { bytesOfBase64 } from "./embedded";
import type { Found } from "./entries";

async function unpacked(base64: string): Promise<Blob> {
  const packed = new Blob([bytesOfBase64(base64) as BlobPart]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

async function fetched(name: string): Promise<Blob> {
  const response = await fetch(new URL(`samples/${name}`, document.baseURI));
  if (!response.ok) {
    throw new Error(`samples/${name}: ${response.status}`);
  }
  return response.blob();
}

export function samples(): Promise<Found[]> {
  return Promise.all(sampleFiles.map(async ({ name, packed }) =>
    ({ path: name, blob: await (packed === null ? fetched(name) : unpacked(packed)) })));
}
