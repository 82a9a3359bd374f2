/** The commands of the stage. */
import type { App } from "../app";
import { addCommands } from "../commands";
import type { Signal } from "../signal";
import type { TextKey } from "../text/text";

interface Actions {
  frame(): void;
  toggleProjection(): void;
}

export function addStageCommands(app: App, actions: Actions): void {
  const isPossible = () => app.clip.value !== null && !app.wall.value;
  const hasFigure = () => (app.clip.value ?? app.mesh.value) !== null && !app.wall.value;
  const view = (name: "front" | "side" | "top", key: string) => ({
    id: `view-${name}`, text: `stage.view-${name}` as TextKey, keys: [key],
    isPossible: hasFigure,
    run: () => {
      app.view.value = name;
    },
    isOn: () => app.view.value === name,
  });
  const hasMesh = () => app.mesh.value !== null && !app.wall.value;
  const toggle = (id: string, key: string, signal: Signal<boolean>) => ({
    id, text: `stage.${id}` as TextKey, keys: [key], isPossible,
    run: () => {
      signal.value = !signal.value;
    },
    isOn: () => signal.value,
  });
  addCommands([
    view("front", "Numpad1"), view("side", "Numpad3"), view("top", "Numpad7"),
    { id: "view-perspective", text: "stage.view-perspective", keys: ["Numpad5"],
      isPossible: hasFigure,
      run: actions.toggleProjection, isOn: () => !app.orthographic.value },
    { id: "frame", text: "stage.frame", keys: ["f"], isPossible: hasFigure,
      run: actions.frame },
    toggle("names", "b", app.names),
    { ...toggle("grid", "g", app.grid), isPossible: hasFigure },
    toggle("root-motion", "r", app.rootMotion),
    toggle("trail", "t", app.trail),
    toggle("ground", "u", app.ground),
    { ...toggle("mesh", "d", app.showsMesh), isPossible: hasMesh },
    { ...toggle("wireframe", "Shift+d", app.wireframe),
      isPossible: () => hasMesh() && app.showsMesh.value },
    { ...toggle("bones", "h", app.showsBones),
      isPossible: () => hasMesh() && app.showsMesh.value && app.clip.value !== null },
    { ...toggle("wall", "w", app.wall),
      isPossible: () => app.wall.value || (app.doc.value?.opened?.clips.length ?? 0) > 0 },
  ]);
}
