/** The commands of the viewport. */
import type { App } from "../app";
import { addCommands, type Condition } from "../commands";
import { whyNoClip, withPose } from "../possible";
import type { Signal } from "../signal";
import type { TextKey } from "../text/text";

interface Actions {
  frame(): void;
  toggleProjection(): void;
}

/** The condition, which is also not met while the grid view covers the viewport. */
const inViewport = (app: App, isPossible: () => boolean, why: () => TextKey): Condition => ({
  isPossible: () => !app.view.gridView.value && isPossible(),
  why: () => (app.view.gridView.value ? "why.grid-view" : why()) });

export function addViewportCommands(app: App, actions: Actions): void {
  const posed = withPose(app);
  const whyNoPose = posed.why as () => TextKey;
  // Without poses, a mesh is shown only instead of a clip.
  const hasMesh = () => app.models.mesh.value !== null &&
    (app.selection.clip.value === null || posed.isPossible());
  const withFigure = inViewport(app, () => posed.isPossible() || hasMesh(), whyNoPose);
  const whyNoMesh = (): TextKey => app.models.mesh.value === null ? "why.mesh"
    : !hasMesh() ? whyNoPose() : app.view.showsMesh.value ? whyNoClip(app) : "why.hidden-mesh";
  /** A clip that is shown without a skeleton has none in the other clips of the file either. */
  const isUnknown = () => app.selection.clip.value?.skeleton.source.source === "none" &&
    !posed.isPossible();
  const view = (name: "front" | "side" | "top", key: string) => ({
    id: `view-${name}`, text: `viewport.view-${name}` as TextKey, keys: [key], ...withFigure,
    run: () => {
      app.view.direction.value = name;
    },
    isOn: () => app.view.direction.value === name,
  });
  const toggle = (id: string, key: string, signal: Signal<boolean>, condition: Condition) => ({
    id, text: `viewport.${id}` as TextKey, keys: [key], ...condition,
    run: () => {
      signal.value = !signal.value;
    },
    isOn: () => signal.value,
  });
  const withPoses = inViewport(app, posed.isPossible, whyNoPose);
  addCommands([
    view("front", "Numpad1"), view("side", "Numpad3"), view("top", "Numpad7"),
    { id: "view-perspective", text: "viewport.view-perspective", keys: ["Numpad5"], ...withFigure,
      run: actions.toggleProjection, isOn: () => !app.view.orthographic.value },
    { id: "frame", text: "viewport.frame", keys: ["f"], ...withFigure, run: actions.frame },
    toggle("names", "b", app.view.names, withPoses),
    toggle("ground", "g", app.view.ground, withFigure),
    toggle("root-motion", "r", app.view.rootMotion, withPoses),
    toggle("trail", "t", app.view.trail, withPoses),
    toggle("below-ground", "u", app.view.belowGround, withPoses),
    toggle("mesh", "d", app.view.showsMesh, inViewport(app, hasMesh, whyNoMesh)),
    toggle("wireframe", "Shift+d", app.view.wireframe,
      inViewport(app, () => hasMesh() && app.view.showsMesh.value, whyNoMesh)),
    toggle("bones", "h", app.view.showsBones, inViewport(app, () => hasMesh() &&
      app.view.showsMesh.value && app.selection.clip.value !== null, whyNoMesh)),
    toggle("grid-view", "w", app.view.gridView, {
      isPossible: () => app.view.gridView.value || (!isUnknown() &&
        (app.selection.doc.value?.opened?.clips.length ?? 0) > 0),
      why: whyNoPose }),
  ]);
}
