import type { App } from "../app";

export function startStage(_app: App): void {
}
