/**
 * The service worker of the hosted page: it keeps one version of the files in a cache, so that the
 * page works without a connection.
 *
 * A new version is fetched whole and verified in the background. It replaces the old one when the
 * page is loaded again and no other tab shows it, so that a page never mixes two versions.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Set by build_hosted.mjs: the files with their checksums, and a checksum of all. */
declare const FILES: readonly { name: string; integrity: string }[];
declare const VERSION: string;

const worker = self as unknown as Scope;
const root = worker.registration.scope;
// Other copies of the page, under other paths of the same origin, have caches of their own.
const family = `gait ${root} `;
const cacheName = family + VERSION;
const TAKE_OVER = "take over";
let isReplaced = false;

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(FILES.map(({ name, integrity }) =>
    new Request(new URL(name, root), { cache: "no-cache", integrity })));
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(family) && name !== cacheName)
    .map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Starts a waiting version, and loads the page again until that version answers; null when other
 * tabs show the page.
 */
async function updated(request: Request): Promise<Response | null> {
  const { waiting } = worker.registration;
  const isReload = request.cache === "no-cache" || request.cache === "reload";
  const others = (await worker.clients.matchAll()).length - (isReload || isReplaced ? 1 : 0);
  if (!waiting || others > 0) {
    return null;
  }
  isReplaced = true;
  waiting.postMessage(TAKE_OVER);
  return new Response("<!doctype html><link rel=icon href=data:,>",
    { headers: { "Refresh": "0", "Content-Type": "text/html" } });
}

async function respond(request: Request): Promise<Response> {
  if (request.mode === "navigate") {
    const update = await updated(request);
    if (update) {
      return update;
    }
  }
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  const name = address.href === root ? new URL("index.html", root) : address;
  const cache = await caches.open(cacheName);
  return (await cache.match(name)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) {
    void worker.skipWaiting();
  }
});
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(root)) {
    event.respondWith(respond(event.request));
  }
});

export {};
