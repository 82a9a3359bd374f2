/** The bytes that other parts of the page show in the byte map. */
import type { App } from "../app";
import { Signal } from "../signal";
import type { ShownClip } from "../state/clip";
import type { ValueKind } from "./bone_numbers";

/** Bytes (length 0: the field that begins there), or the key of a bone. */
export type MapTarget = { offset: number; length: number } | KeyTarget;

export interface KeyTarget {
  clip: ShownClip;
  bone: string;
  kind: ValueKind;
  frame: number;
}

export const mapTarget = new Signal<MapTarget | null>(null);

/** Opens the map of the file that is shown, at these bytes. */
export function showBytes(app: App, target: MapTarget): void {
  mapTarget.value = { ...target };
  app.view.panelTab.value = "file";
}
