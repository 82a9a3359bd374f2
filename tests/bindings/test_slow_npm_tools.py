#!/usr/bin/env python3
"""The package for JavaScript with other tools: the types with tsc, a bundle of esbuild, and a page
in Chromium. Tools that are not installed are left out."""
import functools
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import npm_package

TOOLS = pathlib.Path(os.environ.get("NODE_PATH", npm_package.ROOT / "node_modules")) / ".bin"
PAGE_TEXT = pathlib.Path(__file__).with_name("page_text.mjs")
PAGE = """<!doctype html><meta charset="utf-8"><body><script type="module">
import { load } from "./node_modules/@gait-tools/gait/index.js";
try {
  const gait = await load();
  const bytes = await (await fetch("stalker.omf")).arrayBuffer();
  const file = gait.open(bytes, "stalker.omf");
  const worker = new Worker("page_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    document.body.textContent = `page ${file.clip("walk").pose(0).length} worker ${data}`;
    document.body.className = "done";
  };
  worker.postMessage(bytes);
} catch (error) {
  document.body.textContent = error.stack;
  document.body.className = "done";
}
</script>"""
WORKER = """import { load } from "./node_modules/@gait-tools/gait/index.js";
onmessage = async ({ data }) => postMessage((await load()).open(data, "a.omf").clips.length);
"""


def find(name):
    """The path of a program of the set-up, or of the system."""
    return shutil.which(name, path=f"{TOOLS}{os.pathsep}{os.environ['PATH']}")


def needs(*names):
    missing = [name for name in names if not find(name)]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Tools(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.project = npm_package.install(PACKAGE, holder.name)

    def run_tool(self, name, *arguments):
        done = subprocess.run([find(name), *map(str, arguments)], cwd=self.project, timeout=300,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    @needs("tsc")
    def test_types(self):
        for module, resolution in (("nodenext", "nodenext"), ("esnext", "bundler")):
            self.run_tool("tsc", "--strict", "--noEmit", "--target", "es2022", "--module", module,
                          "--moduleResolution", resolution, "types.ts")

    @needs("esbuild")
    def test_bundle(self):
        self.run_tool("esbuild", "types.ts", "--bundle", "--minify", "--format=esm",
                      "--target=es2022", "--outfile=bundle.mjs")
        shutil.rmtree(self.project / "node_modules")
        done = npm_package.node(self.project, "bundle.mjs")
        self.assertEqual((done.stdout, done.stderr), ("true not found\n", ""))

    @needs("chromium")
    def test_page(self):
        (self.project / "page.html").write_text(PAGE)
        (self.project / "page_worker.js").write_text(WORKER)
        shutil.copy(npm_package.SAMPLES / "stalker.omf", self.project)
        handler = functools.partial(Quiet, directory=str(self.project))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        shown = self.run_tool("node", PAGE_TEXT,
                              f"http://127.0.0.1:{server.server_port}/page.html")
        self.assertIn("page 752 worker 5", shown)


if __name__ == "__main__":
    PACKAGE = npm_package.find()
    if not any(map(find, ("tsc", "esbuild", "chromium"))):
        npm_package.skip("neither tsc, esbuild nor chromium is installed")
    sys.exit(0 if unittest.main(exit=False).result.wasSuccessful() else 1)
