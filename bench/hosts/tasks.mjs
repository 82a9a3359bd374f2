// tasks.mjs BANK MODEL CORE: does the tasks of bench_hosts.c in JavaScript: describes the bank with the
// module, in whose memory it already is, and poses it with the package, whose core.js has its module
// beside it. Each line of standard input is a task and is answered by a line when it is done.
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [bankPath, modelPath, core] = process.argv.slice(2);
const DESCRIPTIONS = 10;
const POSES = 1000;
const SAMPLES = 10; // of all poses
const TIMES = Array.from({ length: POSES }, (_, number) => number * (2 / POSES) * 0.98);
const BORROW = 2;

const bank = readFileSync(bankPath);
const wasm = await WebAssembly.compile(readFileSync(new URL("gait.wasm", pathToFileURL(core))));

/** A function that opens and describes the bank; its result is a string. */
async function describer() {
  const { exports } = await WebAssembly.instantiate(wasm, {});
  exports._initialize?.();
  const put = (bytes) => {
    const at = exports.gait_flat_alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  const [flat, at, name] = [exports.gait_flat_new(0), put(bank), put(Buffer.from("bank.omf\0"))];
  const decoder = new TextDecoder();
  return () => {
    const file = exports.gait_flat_open(flat, at, bank.length, name, 0, BORROW);
    exports.gait_flat_info(flat, file);
    const text = decoder.decode(new Uint8Array(exports.memory.buffer, exports.gait_flat_result(flat),
      exports.gait_flat_result_size(flat)));
    exports.gait_flat_close(flat, file);
    return text;
  };
}

const { load } = await import(pathToFileURL(core));
const gait = await load(wasm);
const describe = await describer();
const opened = gait.open(bank, "bank.omf");
const model = gait.open(readFileSync(modelPath), "a.ogf");
const clip = opened.clip(0, { skeleton: opened.skeleton({ candidates: [model] }) });

const tasks = {
  describe() {
    for (let count = 0; count < DESCRIPTIONS; count++) {
      describe();
    }
  },
  pose() {
    for (const time of TIMES) {
      clip.pose(time);
    }
  },
  sample() {
    for (let count = 0; count < SAMPLES; count++) {
      clip.sample(TIMES, { kind: "parts" });
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  tasks[line.trim()]();
  writeSync(1, "done\n");
}
