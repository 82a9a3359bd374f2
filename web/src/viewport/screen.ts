/** Calls the function when the size of an element or the density of its screen changes. */
export function watchScreen(element: HTMLElement, changed: (width: number, height: number) => void):
  void {
  const tell = () => changed(element.clientWidth, element.clientHeight);
  new ResizeObserver(tell).observe(element);
  const watchDensity = () => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
      watchDensity();
      tell();
    }, { once: true });
  };
  watchDensity();
}

/** Calls the function when the colours of the page change. */
export function watchTheme(changed: () => void): void {
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", changed);
}

export function prefersLessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
