// The package in a worker of node, which loads the module that is posted to it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { compile, load } from "@gait-tools/gait";
import { load as loadCore } from "@gait-tools/gait/core";

async function describe(gait, bytes) {
  const file = gait.open(bytes, "stalker.omf");
  return { check: file.check(), pose: file.clip("walk").pose(0.25).slice() };
}

if (isMainThread) {
  const bytes = readFileSync(join(process.env.GAIT_SAMPLES, "stalker.omf"));
  const wanted = await describe(await load(), bytes);
  for (const module of [await compile(), null]) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { module, bytes } });
    const got = await new Promise((resolve, reject) => {
      worker.on("message", resolve);
      worker.on("error", reject);
    });
    assert.deepEqual(got, wanted);
  }
} else {
  const { module, bytes } = workerData;
  const gait = module ? await loadCore(module) : await load();
  parentPort.postMessage(await describe(gait, bytes));
}
