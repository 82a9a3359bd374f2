// A display in memory for browsers that have WebGL only with a window.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

export const isInstalled = (program) =>
  process.env.PATH.split(":").some((folder) => existsSync(`${folder}/${program}`));

/** Starts Xvfb. Returns the environment of programs that use it, and stop(). */
export async function openDisplay() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten",
    "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once("data", (text) => resolve(String(text).trim()));
    server.once("exit", () => reject(new Error("Xvfb did not start")));
  });
  return { environment: { ...process.env, DISPLAY: `:${number}` }, stop: () => server.kill() };
}
