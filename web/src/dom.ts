/** Elements of the page. */

type Child = Node | string | null | undefined | false;
type Properties = Record<string, unknown>;

/**
 * Makes an element. Keys that begin with "on" are listeners, "class" is the class, "data-" and
 * "aria-" keys, "role" and "for" are attributes; all others are properties of the element.
 */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {},
  ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) {
      continue;
    }
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value as EventListener);
    } else if (key === "class") {
      element.className = String(value);
    } else if (key.includes("-") || key === "role" || key === "for" || key === "list") {
      element.setAttribute(key, String(value));
    } else {
      (element as unknown as Properties)[key] = value;
    }
  }
  element.append(...children.filter((child): child is Node | string =>
    child !== null && child !== undefined && child !== false));
  return element;
}

/** The element of index.html with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`index.html has no element ${id}`);
  }
  return element as T;
}

/** Colours of the theme, which style.css defines as custom properties of the page. */
export function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** A function that calls `run` in the next frame of the screen, at most once per frame. */
export function oncePerFrame(run: () => void): () => void {
  let isPending = false;
  return () => {
    if (!isPending) {
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        run();
      });
    }
  };
}
