/** Pictures of buttons. */

const PATHS = {
  play: "M4 2l10 6-10 6z",
  pause: "M4 2h3v12H4zM9 2h3v12H9z",
  "play-back": "M12 2L2 8l10 6z",
  stop: "M3 3h10v10H3z",
  back: "M13 2L6 8l7 6zM3 2h2v12H3z",
  forward: "M3 2l7 6-7 6zM11 2h2v12h-2z",
  "back-ten": "M8 2L2 8l6 6zM14 2L8 8l6 6z",
  "forward-ten": "M2 2l6 6-6 6zM8 2l6 6-6 6z",
  first: "M14 2L8 8l6 6zM9 2L3 8l6 6zM1 2h2v12H1z",
  last: "M2 2l6 6-6 6zM7 2l6 6-6 6zM13 2h2v12h-2z",
  "previous-clip": "M8 4l6 8H2z",
  "next-clip": "M8 12L2 4h12z",
  undo: "M6 2v3h4a4 4 0 0 1 0 9H5v-2h5a2 2 0 0 0 0-5H6v3L1 6z",
  redo: "M10 2v3H6a4 4 0 0 0 0 9h5v-2H6a2 2 0 0 1 0-5h4v3l5-4z",
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg as SVGSVGElement;
}
