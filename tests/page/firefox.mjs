// Drives Firefox by Marionette, its own protocol of WebDriver commands: messages in JSON, each
// with its length before it, over a connection of the machine.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const PREFERENCES = { "marionette.port": 0, "app.normandy.enabled": false,
  "app.update.disabledForTesting": true, "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.firstRunURL": "",
  "datareporting.policy.dataSubmissionEnabled": false, "intl.accept_languages": "en-US",
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false, "services.settings.server": "",
  "webgl.force-enabled": true };

/** Calls with answers over the connection. */
class Marionette {
  #waiting = new Map();
  #next = 1;
  #received = Buffer.alloc(0);

  constructor(port) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("data", (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#read();
    });
    this.socket.on("close", () => this.#waiting.forEach(({ reject }) =>
      reject(new Error("Firefox ended"))));
  }

  #read() {
    for (;;) {
      const colon = this.#received.indexOf(":");
      const size = Number(this.#received.subarray(0, colon));
      if (colon < 0 || this.#received.length < colon + 1 + size) {
        return;
      }
      const message = JSON.parse(this.#received.subarray(colon + 1, colon + 1 + size));
      this.#received = this.#received.subarray(colon + 1 + size);
      if (Array.isArray(message)) { // the first message describes the server
        const [, id, error, result] = message;
        const { resolve, reject } = this.#waiting.get(id);
        this.#waiting.delete(id);
        error ? reject(new Error(`${error.error}: ${error.message}`)) : resolve(result);
      }
    }
  }

  call(command, values = {}) {
    const id = this.#next++;
    const message = Buffer.from(JSON.stringify([0, id, `WebDriver:${command}`, values]));
    this.socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }
}

async function findPort(profile) {
  for (let tries = 0; tries < 300; tries++) {
    try {
      return Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
    } catch {
      await wait(100);
    }
  }
  throw new Error("Firefox did not start");
}

/** A driver of Firefox: see tour() of browsers.test.mjs. */
export async function openFirefox(environment) {
  const profile = mkdtempSync(join(tmpdir(), "gait-firefox-"));
  writeFileSync(join(profile, "user.js"), Object.entries(PREFERENCES).map(([name, value]) =>
    `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  const program = spawn("firefox-esr", ["--marionette", "--no-remote", "--profile", profile,
    "--width", "1400", "--height", "900"],
  { env: { ...environment, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" }, stdio: "ignore" });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  const close = async () => {
    program.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const browser = new Marionette(await findPort(profile));
    const { capabilities } = await browser.call("NewSession", { timeouts: { script: 60000 } });
    const find = async (selector) => Object.values((await browser.call("FindElement",
      { using: "css selector", value: selector })).value)[0];
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      goTo: (url) => browser.call("Navigate", { url }),
      run: async (script, ...args) => (await browser.call("ExecuteAsyncScript",
        { script, args })).value,
      type: async (selector, text) => browser.call("ElementSendKeys",
        { id: await find(selector), text }),
      picture: async () => (await browser.call("TakeScreenshot", { full: false })).value,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
