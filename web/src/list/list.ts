import type { App } from "../app";

export function startList(_app: App): void {
}
