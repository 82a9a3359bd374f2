// Judges files with the official glTF validator: node gltf_validate.mjs FILE.glb|FILE.gltf...
// Prints one line per file and its messages; exits with 1 on any error or warning, 77 without the
// validator.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const shown = 10;

function load() {
  try {
    return require("gltf-validator");
  } catch {
    console.error("gltf-validator is not installed");
    process.exit(77);
  }
}

async function judge(validator, path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    uri: basename(path),
    maxIssues: shown,
    externalResourceFunction: async (uri) =>
      new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  console.log(
    `${path}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints`);
  for (const { code, pointer, message } of messages) {
    console.log(`  ${code} ${pointer ?? ""} ${message}`);
  }
  return numErrors + numWarnings;
}

const validator = load();
const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("usage: node gltf_validate.mjs FILE...");
  process.exit(2);
}
let findings = 0;
for (const path of paths) {
  try {
    findings += await judge(validator, path);
  } catch (error) {
    console.log(`${path}: ${error}`);
    findings += 1;
  }
}
process.exit(findings > 0 ? 1 : 0);
