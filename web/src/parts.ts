/** The worker and the module of the hosted page: files beside it. */
import type { Parts } from "./engine/client";
import { keepForOffline } from "./hosted/hosted";

const address = (name: string): URL => new URL(name, document.baseURI);

/** Compiles the module while it is loaded, or afterwards if the server sends another type. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(address("gait.wasm"));
  if (!response.ok) {
    throw new Error(`gait.wasm: ${response.status} ${response.statusText}`);
  }
  const isStreamed = "compileStreaming" in WebAssembly &&
    response.headers.get("Content-Type")?.split(";")[0]?.trim() === "application/wasm";
  return isStreamed ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

export const parts: Parts = {
  makeWorker: async (name) => new Worker(address("worker.js"), { name }),
  compile,
};

keepForOffline();
