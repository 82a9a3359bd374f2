/** The sample files of the page. */
import { sampleFiles } from "gait:samples";
import { unpacked } from "../packed";
import type { Found } from "./entries";

async function fetched(name: string): Promise<Blob> {
  const response = await fetch(new URL(`samples/${name}`, document.baseURI));
  if (!response.ok) {
    throw new Error(`samples/${name}: ${response.status}`);
  }
  return response.blob();
}

export function samples(): Promise<Found[]> {
  return Promise.all(sampleFiles.map(async ({ name, packed }) =>
    ({ path: name, blob: await (packed === null ? fetched(name) : unpacked(packed).blob()) })));
}
