import type { App } from "../app";

export function startDownloads(_app: App): void {
}
