/** Starts the page in one file: unpacks its script, main.ts, and runs it. */
import { addressOfPart } from "./packed";

async function start(): Promise<void> {
  try {
    await import(await addressOfPart("script"));
  } catch (error) {
    document.getElementById("empty")!.textContent = `The page could not start: ${String(error)}. ` +
      "Use a current Firefox, Chrome, Edge or Safari.";
  }
}

void start();
