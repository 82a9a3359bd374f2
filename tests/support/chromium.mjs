// Starts Debian's Chromium for a test: without a GPU or connections of its own.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PROGRAM = "/usr/bin/chromium";
const OPTIONS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update", "--use-gl=angle",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/**
 * A playwright browser, without a window unless `more` asks for one; ends the process with 77
 * (skipped) without Chromium.
 */
export async function launchChromium(options = [], more = {}) {
  if (!existsSync(PROGRAM)) {
    console.log(`${PROGRAM} is not installed`);
    process.exit(77);
  }
  return chromium.launch({ executablePath: PROGRAM, args: [...OPTIONS, ...options],
    ...more });
}
