/** A picture of the viewport. */
import { themeColor } from "../dom";
import type { Labels } from "./labels";
import type { ViewportScene } from "./scene";

/** The canvas and the names on it as PNG. */
export function pictureOf(scene: ViewportScene, labels: Labels): Promise<Blob> {
  scene.draw(); // without preserveDrawingBuffer the canvas is only readable in the same task
  const { canvas } = scene;
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext("2d")!;
  context.drawImage(canvas, 0, 0);
  const scale = canvas.width / scene.size.width;
  context.scale(scale, scale);
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = themeColor("text");
  context.strokeStyle = themeColor("back");
  context.lineWidth = 3;
  for (const { text, x, y } of labels.shown) {
    context.strokeText(text, x + 5, y + 4);
    context.fillText(text, x + 5, y + 4);
  }
  return new Promise((resolve, reject) => copy.toBlob((blob) =>
    blob ? resolve(blob) : reject(new Error("the picture could not be made")), "image/png"));
}
