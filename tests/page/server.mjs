// A web server for the hosted page, under a path of the server.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json" };

/**
 * Serves the files of the folder below `path`. `types` replaces content types, `headers` are added
 * to all answers. Returns the address of the page, the requests so far, and stop().
 */
export async function serve(folder, { path = "/tools/gait/", types = {}, headers = {} } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === path ? "index.html" : pathname.slice(path.length);
    try {
      if (!pathname.startsWith(path) || name.includes("..")) {
        throw new Error("not below the path");
      }
      const bytes = readFileSync(join(folder, name));
      const type = { ...TYPES, ...types }[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "Cache-Control": "max-age=600",
        ...headers }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}${path}`;
  return { address, requests, stop: () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  }) };
}
