// The build of the page: its types, its sizes, and the same bytes each time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { keptFiles } from "../../web/build_hosted.mjs";
import { pageSizes } from "../../web/sizes.mjs";
import { withoutUnusedClasses, withoutUnusedShaders } from "../../web/three_shaders.mjs";
import { PACKAGE, PAGE, ROOT } from "./page.mjs";

/** { path: bytes } of all files below the folder. */
function contents(folder, below = folder) {
  return Object.assign({}, ...readdirSync(below).sort().map((name) => {
    const path = join(below, name);
    return statSync(path).isDirectory() ? contents(folder, path)
      : { [relative(folder, path)]: readFileSync(path) };
  }));
}

test("has no error of types", () => {
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p",
    join(ROOT, "web")], { encoding: "utf8" });
});

test("two builds give the same bytes, which are those of the tested page", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "gait-page-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const builds = ["one", "two"].map((name) => {
    execFileSync(process.execPath, [join(ROOT, "web/build.mjs"), PACKAGE, join(folder, name)],
      { cwd: name === "one" ? ROOT : folder });
    return contents(join(folder, name));
  });
  assert.deepEqual(builds[0], builds[1]);
  assert.deepEqual(contents(PAGE), builds[0], "the page is older than its sources: make page");
});

test("the hosted page contains what it needs, and the page in one file", () => {
  const needed = ["gait.wasm", "icon.svg", "index.html", "manifest.webmanifest", "page.css",
    "page.js", "worker.js"];
  const kept = keptFiles(join(PAGE, "hosted"));
  assert.deepEqual(needed.filter((name) => !kept.includes(name)), []);
  assert.deepEqual(readFileSync(join(PAGE, "hosted/gait.html")),
    readFileSync(join(PAGE, "gait.html")));
});

test("is within the limits of sizes", () => {
  for (const { name, bytes, limit } of pageSizes(PAGE)) {
    assert.ok(bytes > 0 && bytes <= limit, `${name}: ${bytes} of ${limit} bytes`);
  }
});

test("leaves out unused shaders of three.js only", () => {
  const source = readFileSync(join(ROOT, "node_modules/three/build/three.module.js"), "utf8");
  const result = withoutUnusedShaders(source);
  assert.ok(result.length < source.length - 50_000);
  for (const text of ["vec3 diffuse;", "uniform float size;", "float toneMappingExposure;"]) {
    assert.ok(source.includes(text) && result.includes(text), text);
  }
  assert.ok(source.includes("#define STANDARD") && !result.includes("#define STANDARD"));
  assert.throws(() => withoutUnusedShaders("const ShaderChunk = {\n\ta: a,\n};\n"),
    /another form/);
});

test("leaves out unused classes of three.js only", () => {
  const source = readFileSync(join(ROOT, "node_modules/three/build/three.module.js"), "utf8");
  const result = withoutUnusedClasses(source);
  assert.ok(result.length < source.length - 30_000);
  for (const [text, isKept] of [["class WebGLRenderer {", true], ["new WebXRManager(", true],
    ["Cannot change framebuffer scale", false], ["PMREMGenerator.lodToRoughness( lod, maxLod )", false]]) {
    assert.deepEqual([source.includes(text), result.includes(text)], [true, isKept], text);
  }
  assert.throws(() => withoutUnusedClasses("class Other {\n}\n"), /no class WebXRManager/);
});
