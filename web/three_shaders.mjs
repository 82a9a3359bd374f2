// Leaves out parts of three.js that the page does not use: shaders, two thirds of their text, and
// classes.
import { readFileSync } from "node:fs";

/** The materials that the page uses, by the name of their shaders. */
const USED = ["meshbasic", "meshlambert", "linebasic", "points"];
const STRING = /^(?:var|const) ([\w$]+) = ("(?:[^"\\]|\\.)*");$/gm;

/** { name of a shader: name of the variable with its text } of three.module.js. */
function shaderNames(source) {
  const [, table] = source.match(/^const ShaderChunk = \{\n([^}]*)\};$/m);
  return new Map([...table.matchAll(/^\t(\w+): ([\w$]+),?$/gm)].map(([, name, variable]) =>
    [name, variable]));
}

/** The source without unused shaders. */
export function withoutUnusedShaders(source) {
  const names = shaderNames(source);
  const texts = new Map([...source.matchAll(STRING)].map(([, name, text]) => [name, text]));
  const used = new Set();
  const use = (name) => {
    const variable = names.get(name);
    if (variable && !used.has(variable)) {
      used.add(variable);
      for (const [, included] of texts.get(variable).matchAll(/#include <(\w+)>/g)) {
        use(included);
      }
    }
  };
  USED.forEach((name) => ["vert", "frag"].forEach((part) => use(`${name}_${part}`)));
  for (const [, name] of source.matchAll(/ShaderChunk\[ '(\w+)' \]/g)) {
    use(name); // by the code that puts programs together
  }
  const shaders = new Set(names.values());
  if (!used.size || used.size === shaders.size) {
    throw new Error("three.js has its shaders in another form");
  }
  return source.replace(STRING, (all, name) =>
    shaders.has(name) && !used.has(name) ? `const ${name} = "";` : all);
}

/** Classes of three.js for headsets and for images of surroundings, with what the renderer calls. */
const REPLACED = {
  WebXRManager: `class WebXRManager extends EventDispatcher {
  enabled = false;
  isPresenting = false;
  setAnimationLoop() {}
  getEnvironmentBlendMode() {}
  dispose() {}
}`,
  PMREMGenerator: "class PMREMGenerator {}",
};

/** The source with short classes instead of those that the page does not use. */
export function withoutUnusedClasses(source) {
  return Object.entries(REPLACED).reduce((text, [name, short]) => {
    const pattern = new RegExp(`^class ${name}\\b[^]*?^}$`, "m");
    if (!pattern.test(text)) {
      throw new Error(`three.js has no class ${name}`);
    }
    return text.replace(pattern, () => short);
  }, source);
}

/** A plugin of esbuild. */
export const threeShaders = { name: "three-shaders", setup({ onLoad }) {
  onLoad({ filter: /[\\/]three\.module\.js$/ }, ({ path }) => ({ loader: "js",
    contents: withoutUnusedClasses(withoutUnusedShaders(readFileSync(path, "utf8"))) }));
} };
