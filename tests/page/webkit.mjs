// Drives WebKitGTK by the WebDriver of Debian's package webkit2gtk-driver.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The browser of WebKitGTK for tests, or undefined. */
export function findMiniBrowser() {
  const libraries = "/usr/lib";
  return readdirSync(libraries)
    .map((name) => join(libraries, name, "webkit2gtk-4.1/MiniBrowser"))
    .find((path) => existsSync(path));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A call of WebDriver; throws its error. */
async function request(address, method, path, values) {
  const response = await fetch(address + path, { method,
    body: method === "POST" ? JSON.stringify(values ?? {}) : undefined });
  const { value } = await response.json();
  if (!response.ok) {
    throw new Error(`${value.error}: ${value.message}`);
  }
  return value;
}

async function start(address) {
  const capabilities = { alwaysMatch: { timeouts: { script: 60000 }, "webkitgtk:browserOptions": {
    binary: findMiniBrowser(), args: ["--automation"] } } };
  for (let tries = 0; ; tries++) {
    try {
      return await request(address, "POST", "/session", { capabilities });
    } catch (error) {
      if (tries === 100 || error.cause?.code !== "ECONNREFUSED") {
        throw error;
      }
      await wait(100);
    }
  }
}

/** A driver of WebKitGTK: see tour() of browsers.test.mjs. */
export async function openWebKit(environment) {
  const home = mkdtempSync(join(tmpdir(), "gait-webkit-"));
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore",
    env: { ...environment, HOME: home, LANG: "en_US.UTF-8", LIBGL_ALWAYS_SOFTWARE: "1",
      ...process.getuid() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {} } });
  const ended = new Promise((resolve) => driver.once("exit", resolve));
  const address = `http://127.0.0.1:${port}`;
  let session = null;
  const close = async () => {
    if (session) {
      await request(session, "DELETE", "").catch(() => undefined);
    }
    driver.kill();
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { sessionId, capabilities } = await start(address);
    session = `${address}/session/${sessionId}`;
    const call = (method, path, values) => request(session, method, path, values);
    const find = async (value) => Object.values(await call("POST", "/element",
      { using: "css selector", value }))[0];
    await call("POST", "/window/rect", { x: 0, y: 0, width: 1400, height: 900 });
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      goTo: (url) => call("POST", "/url", { url }),
      run: (script, ...args) => call("POST", "/execute/async", { script, args }),
      type: async (selector, text) => call("POST", `/element/${await find(selector)}/value`,
        { text }),
      picture: () => call("GET", "/screenshot"),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
