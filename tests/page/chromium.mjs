// Chromium with a window, for what a person does outside of it; page.mjs has it without one.
import { launchChromium } from "../support/chromium.mjs";

/** A driver of Chromium: see BROWSERS of browsers.test.mjs. */
export async function openChromium(environment) {
  const browser = await launchChromium(["--window-position=0,0", "--window-size=1400,900"],
    { headless: false, env: environment });
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    goTo: (url) => page.goto(url),
    run: (script, ...args) => page.evaluate(([lines, values]) =>
      new Promise((done) => new Function(lines)(...values, done)), [script, args]),
    close: () => browser.close(),
  };
}
