/** The worker and the module as texts in the page: it opens no connection. */
import workerText from "gait:worker";
import moduleText from "gait:module";
import type { Parts } from "./engine/client";

const workerAddress = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));

async function compile(): Promise<WebAssembly.Module> {
  const binary = atob(moduleText);
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export const parts: Parts = {
  makeWorker: (name) => new Worker(workerAddress, { name }),
  compile,
};
