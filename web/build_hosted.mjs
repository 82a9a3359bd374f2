// The files of the hosted page besides the page itself: the service worker and the manifest.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const sources = join(dirname(fileURLToPath(import.meta.url)), "src/hosted");

/** The files of the hosted page that the service worker keeps; a first visit loads them. */
export function keptFiles(hosted) {
  return readdirSync(hosted, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !["sw.js", "gait.html"].includes(entry.name))
    .map(({ name, path, parentPath = path }) =>
      relative(hosted, join(parentPath, name)).replaceAll("\\", "/")).sort();
}

/** The element of the icon for a page that has no files beside it. */
export function inlineIcon() {
  const svg = readFileSync(join(sources, "icon.svg"), "utf8").trim();
  return `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(svg)}">`;
}

const manifest = {
  name: "Gait",
  description: "Shows, checks, edits and converts game animations. Files stay on your computer.",
  id: ".",
  start_url: ".",
  scope: ".",
  display: "standalone",
  background_color: "#16181c",
  theme_color: "#1e2127",
  icons: [{ src: "icon.svg", type: "image/svg+xml", sizes: "any" }],
  file_handlers: [{ action: ".", accept: {
    "application/x-gait": [".rtm", ".omf", ".ogf", ".skl", ".skls", ".anm", ".gait"] } }],
};

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("base64");

/** Writes the service worker for the files of the folder, which are written before. */
export async function writeServiceWorker(hosted) {
  const files = keptFiles(hosted).map((name) =>
    ({ name, integrity: `sha256-${sha256(readFileSync(join(hosted, name)))}` }));
  const { outputFiles } = await build({ bundle: true, minify: true, write: false,
    target: "es2022", format: "iife", legalComments: "none", outdir: "out",
    entryPoints: [join(sources, "service_worker.ts")],
    define: { FILES: JSON.stringify(files),
      VERSION: JSON.stringify(sha256(JSON.stringify(files))) },
  });
  writeFileSync(join(hosted, "sw.js"), outputFiles[0].text);
}

/** Completes the folder of the hosted page, and copies the page in one file into it. */
export async function completeHosted(hosted, single) {
  writeFileSync(join(hosted, "icon.svg"), readFileSync(join(sources, "icon.svg")));
  writeFileSync(join(hosted, "manifest.webmanifest"), `${JSON.stringify(manifest, null, 1)}\n`);
  await writeServiceWorker(hosted);
  writeFileSync(join(hosted, "gait.html"), single);
}
