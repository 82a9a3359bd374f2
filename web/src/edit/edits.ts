import type { App } from "../app";

export function startEdits(_app: App): void {
}
