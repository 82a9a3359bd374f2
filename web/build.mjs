// build.mjs PACKAGE FOLDER: builds the page.
//
// PACKAGE is the folder of the package for JavaScript that `make npm` builds. FOLDER gets
// gait.html, the page in one file, and hosted/, the page as several files. The same sources give
// the same bytes. A page that is larger than its limit (sizes.mjs) is an error.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { completeHosted, inlineIcon } from "./build_hosted.mjs";
import { pageSizes } from "./sizes.mjs";
import { threeShaders } from "./three_shaders.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [packageFolder, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: build.mjs PACKAGE FOLDER");
  process.exit(2);
}

const read = (...path) => readFileSync(join(...path), "utf8");
const common = { bundle: true, minify: true, write: false, target: "es2022", format: "iife",
  charset: "utf8", legalComments: "none", loader: { ".css": "css" },
  alias: { gait: join(here, "../bindings/npm/core.js") } };

/** The copyrights of all parts, and then the text of their licence, which is the same. */
function joinLicences(files) {
  const parts = files.map(([name, text]) => {
    const [, copyright, licence] = text.match(/(Copyright[^\n]*)\n([^]*)/);
    return { line: `${name}: ${copyright.trim()}`, licence: licence.replace(/\s+/g, " ").trim() };
  });
  if (new Set(parts.map(({ licence }) => licence)).size !== 1) {
    throw new Error("the licences of the parts differ");
  }
  return `MIT License\n\n${parts.map(({ line }) => line).join("\n")}\n\n${parts[0].licence}\n`;
}

/** The texts of the licences, as gait:licences. The module contains parts of wasi-libc. */
const licences = { name: "licences", setup(setup) {
  const files = { Gait: "../LICENSE", "three.js": "../node_modules/three/LICENSE",
    uPlot: "../node_modules/uplot/LICENSE", fflate: "../node_modules/fflate/LICENSE" };
  setup.onResolve({ filter: /^gait:licences$/ }, ({ path }) => ({ path, namespace: "licences" }));
  setup.onLoad({ filter: /./, namespace: "licences" }, () => ({ loader: "text",
    contents: joinLicences(Object.entries(files).map(([name, path]) => [name, read(here, path)])) +
      `\n${read(here, "../packaging/notices/wasi-libc.txt")}` }));
} };

const importTexts = async (language) => {
  const { code } = await transform(read(here, `src/text/${language}.ts`), { loader: "ts" });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`))[language];
};

/** The Russian texts in the order of the English ones, whose keys are then in the page once. */
const texts = { name: "texts", setup(setup) {
  setup.onLoad({ filter: /text.ru\.ts$/ }, async () => {
    const [en, ru] = await Promise.all(["en", "ru"].map(importTexts));
    return { loader: "js", contents: `import { en } from "./en";
      const texts = ${JSON.stringify(Object.keys(en).map((key) => ru[key]))};
      export const ru = Object.fromEntries(Object.keys(en).map((key, at) => [key, texts[at]]));` };
  });
} };

async function bundle(entry, plugins = []) {
  const { outputFiles } = await build({ ...common, outdir: "out",
    plugins: [threeShaders, licences, texts, ...plugins],
    entryPoints: [join(here, "src", entry)] });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { script: text(".js"), style: text(".css") };
}

/** Compressed as gzip, in base64. */
const pack = (content) => gzipSync(content, { level: 9 }).toString("base64");

const SAMPLES = ["stalker.omf", "walk_binarised.rtm"];
const sampleFile = (name) => join(here, "../samples", name);

/** The module gait:samples: inside of the page in one file, beside the hosted page. */
function samples(isInlined) {
  const files = SAMPLES.map((name) => ({ name, packed: isInlined
    ? pack(readFileSync(sampleFile(name))) : null }));
  return { name: "samples", setup(setup) {
    setup.onResolve({ filter: /^gait:samples$/ }, ({ path }) => ({ path, namespace: "samples" }));
    setup.onLoad({ filter: /./, namespace: "samples" }, () => ({
      contents: `export const sampleFiles = ${JSON.stringify(files)};`, loader: "js" }));
  } };
}

/** The page in one file has its parts inside. */
const inlined = { name: "inlined", setup(setup) {
  setup.onResolve({ filter: /^\.\/parts$/ }, () => ({
    path: join(here, "src/parts_inlined.ts") }));
} };

/** Replaces the marks of index.html; the mark of files stays. */
function page({ policy, style, script }) {
  const parts = { policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`, style,
    script };
  return Object.entries(parts).reduce((text, [name, part]) =>
    text.replace(`<!--gait:${name}-->`, () => part), read(here, "src/index.html"));
}

const escapeScript = (text) => text.replace(/<(?=\/script|script|!--)/gi, "\\x3C");

/** An element with a part of the page in one file, for packed.ts. */
const partElement = (name, packed) =>
  `<script type="text/plain" id="gait-${name}">${packed}</script>\n`;

async function buildOneFile({ script, style }, worker) {
  const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; " +
    "worker-src blob:; style-src 'unsafe-inline'; img-src blob: data:; media-src blob:; " +
    "connect-src 'none'; base-uri 'none'; form-action 'none'";
  const module = read(packageFolder, "module.js").match(/"([^"]+)"/)[1];
  const parts = { script: pack(script), worker: pack(worker), module };
  const boot = (await bundle("boot.ts")).script;
  return page({ policy, style: `${inlineIcon()}\n<style>${style}</style>`,
    script: Object.entries(parts).map(([name, packed]) => partElement(name, packed)).join("") +
      `<script>${escapeScript(boot)}</script>` });
}

function buildHosted({ script, style }, worker, hosted) {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
    "style-src 'self'; img-src 'self' blob: data:; media-src blob:; connect-src 'self'; " +
    "manifest-src 'self'; base-uri 'none'; form-action 'none'";
  mkdirSync(hosted, { recursive: true });
  writeFileSync(join(hosted, "page.js"), script);
  writeFileSync(join(hosted, "page.css"), style);
  writeFileSync(join(hosted, "worker.js"), worker);
  cpSync(join(packageFolder, "gait.wasm"), join(hosted, "gait.wasm"));
  SAMPLES.forEach((name) => cpSync(sampleFile(name), join(hosted, "samples", name)));
  writeFileSync(join(hosted, "index.html"), page({ policy,
    style: '<link rel="manifest" href="manifest.webmanifest">\n' +
      '<link rel="icon" href="icon.svg" type="image/svg+xml">\n' +
      '<link rel="stylesheet" href="page.css">',
    script: '<script src="page.js"></script>' }));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const worker = (await bundle("engine/worker.ts")).script;
buildHosted(await bundle("main.ts", [samples(false)]), worker, join(folder, "hosted"));
const single = await buildOneFile(await bundle("main.ts", [samples(true), inlined]), worker);
writeFileSync(join(folder, "gait.html"), single);
await completeHosted(join(folder, "hosted"), single);
for (const { name, bytes, limit, note } of pageSizes(folder)) {
  console.log(`${name.padEnd(10)} ${bytes} of ${limit} bytes (${note})`);
  if (bytes > limit) {
    console.error(`build: ${name} is larger than its limit`);
    process.exitCode = 1;
  }
}
