/** The worker and the module as parts of the page: it opens no connection. */
import type { Parts } from "./engine/client";
import { addressOfPart, packedPart } from "./packed";

let workerAddress: Promise<string> | null = null;

export const parts: Parts = {
  makeWorker: async (name) => {
    workerAddress ??= addressOfPart("worker");
    return new Worker(await workerAddress, { name });
  },
  compile: async () => WebAssembly.compile(await packedPart("module").arrayBuffer()),
};
