/** What is shown of the clip, and which parts of the page are open. */
import { Signal } from "../signal";

export type Direction = "perspective" | "front" | "side" | "top";
export type PanelTab = "bone" | "findings" | "file" | "compare";

export class View {
  readonly direction = new Signal<Direction>("perspective");
  readonly orthographic = new Signal(false);
  readonly names = new Signal(false);
  readonly ground = new Signal(true);
  readonly rootMotion = new Signal(true);
  readonly trail = new Signal(false);
  /** Joints below the ground are marked. */
  readonly belowGround = new Signal(false);
  readonly showsMesh = new Signal(true);
  readonly wireframe = new Signal(false);
  /** The bones are shown through the mesh. */
  readonly showsBones = new Signal(true);
  readonly gridView = new Signal(false);
  /** The table of all files is shown. */
  readonly table = new Signal(false);
  readonly curves = new Signal(false);
  /** null: the panel is closed. */
  readonly panelTab = new Signal<PanelTab | null>(null);
}
