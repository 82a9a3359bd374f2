import type { App } from "../app";

export function startRightColumn(_app: App): void {
}
