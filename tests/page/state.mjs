// The state of the page for tests. They use it as `state` in the page: state.clip.value,
// state.show(). Another name or place of it in web/src changes only this file.

/** What tests use of the parts of window.gait. */
const PARTS = {
  files: "add close docs refused",
  models: "input mesh",
  selection: "bone chooseSkeleton clip doc listed openClip pin selected setDuration show",
  comparison: "pinned pinnedPose roundtrip",
  playback: "loop playing pose range speed time",
  history: "edit redo settled undo unsaved",
  view: "curves gridView ground names orthographic panelTab showsMesh table",
};

/** Where `window` has what tests use. */
const PLACES = { commands: "gaitCommands", busy: "gait.busy", client: "gait.client",
  message: "gait.message", report: "gait.report", run: "gait.run", version: "gait.facts.version",
  view: "gait.view.direction",
  ...Object.fromEntries(Object.entries(PARTS).flatMap(([part, names]) =>
    names.split(" ").map((name) => [name, `gait.${part}.${name}`]))) };

/** Runs in the page. A property is looked up when it is used, because the page starts later. */
function makeState(places) {
  const find = (name) => {
    if (!(name in places)) {
      throw new Error(`tests/page/state.mjs has no ${name}`);
    }
    const path = places[name].split(".");
    return [path.slice(0, -1).reduce((owner, part) => owner[part], window), path.at(-1)];
  };
  return new Proxy({}, {
    get(_, name) {
      const [owner, property] = find(name);
      const value = owner[property];
      return typeof value === "function" ? value.bind(owner) : value;
    },
    set(_, name, value) {
      const [owner, property] = find(name);
      owner[property] = value;
      return true;
    },
  });
}

/** An expression that is evaluated in the page. */
const STATE = `(${makeState})(${JSON.stringify(PLACES)})`;

/** A script for addInitScript(): `state` is a global variable of each document. */
export const STATE_SCRIPT = `window.state = ${STATE};`;

/** The expression with `state`, for browsers without such scripts. */
export const withState = (expression) => `((state) => (${expression}))(${STATE})`;
