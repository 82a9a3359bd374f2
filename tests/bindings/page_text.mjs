// page_text.mjs URL: the text that the page shows in Chromium when it is done, which is when its body
// has the class "done".
import { launchChromium } from "../support/chromium.mjs";

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.log(error.stack));
  await page.goto(process.argv[2]);
  await page.waitForSelector("body.done", { timeout: 30000 });
  console.log(await page.locator("body").innerText());
} finally {
  await browser.close();
}
