/** The worker and the module as packed texts in the page: it opens no connection. */
import workerText from "gait:worker";
import moduleText from "gait:module";
import type { Parts } from "./engine/client";

/** The bytes of a text in base64 that are compressed as gzip. */
function unpack(text: string): Response {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function addressOfWorker(): Promise<string> {
  return URL.createObjectURL(new Blob([await unpack(workerText).arrayBuffer()],
    { type: "text/javascript" }));
}

let workerAddress: Promise<string> | null = null;

export const parts: Parts = {
  makeWorker: async (name) => {
    workerAddress ??= addressOfWorker();
    return new Worker(await workerAddress, { name });
  },
  compile: async () => WebAssembly.compile(await unpack(moduleText).arrayBuffer()),
};
