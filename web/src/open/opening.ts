import type { App } from "../app";

export function startOpening(_app: App): void {
}
