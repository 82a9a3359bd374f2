/** Registers the service worker of the hosted page. */

/** Keeps the page for use without a connection, where the browser and the address allow it. */
export function keepForOffline(): void {
  if (!("serviceWorker" in navigator)) {
    return; // served without TLS, or a private window
  }
  addEventListener("load", () => {
    // The page works without it too, with a connection.
    navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => undefined);
  });
}
