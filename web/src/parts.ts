/** Where the worker and the module of the hosted page are: files beside it. */
import type { Parts } from "./engine/client";

export const parts: Parts = {
  makeWorker: (name) => new Worker(new URL("worker.js", document.baseURI), { name }),
  compile: () => WebAssembly.compileStreaming(fetch(new URL("gait.wasm", document.baseURI))),
};
