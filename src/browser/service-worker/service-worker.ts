/**
 * The service worker: caches visited pages for reading offline.
 *
 * It precaches only the offline page, because data costs money. It leaves addresses that the edge answers and
 * other hosts to the network. The caches outlive a deploy, so a new worker may take over at once: an open page
 * still finds its files, and new pages come from the network.
 */

import { ExpirationPlugin } from "workbox-expiration/ExpirationPlugin.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { NetworkFirst } from "workbox-strategies/NetworkFirst.js";
import { OFFLINE_PAGE } from "~/domain/hosting.ts";
import { PageStrategy } from "./page-strategy.ts";
import {
  isHashedFile,
  isNamedFile,
  isPage,
  listSavedPages,
  type SavedPage,
  type SeenPage,
  titleOf,
  withDate,
} from "./saved-copy.ts";

/** The used part of ServiceWorkerGlobalScope. TypeScript's `webworker` library contradicts its `dom` library. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listener: (event: ExtendableEvent & MessageEvent) => void): void;
}

/** An event that keeps the worker alive until its work is done. */
export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

declare const self: WorkerScope;
/** A hash of the offline page, so that a change of the page updates this worker. */
declare const OFFLINE_REVISION: string;

const PAGES = "pages";
const FILES = "files";
const OFFLINE = `offline-${OFFLINE_REVISION}`;

/** Sized for a cheap phone: about 3 MB of pages and 4 MB of files. */
const MAX_PAGES = 60;
const MAX_FILES = 200;
const MONTH_SECONDS = 30 * 24 * 60 * 60;

const pages = new PageStrategy({
  cacheName: PAGES,
  plugins: [
    {
      // The query of a static page is only for its scripts, so one entry serves all queries.
      cacheKeyWillBeUsed: async ({ request }) => pageAddress(request.url),
      cacheWillUpdate: async ({ response }) => (isSavedPage(response) ? withDate(response) : null),
      handlerDidError: offlinePage,
    },
    new ExpirationPlugin({ maxEntries: MAX_PAGES, maxAgeSeconds: MONTH_SECONDS, purgeOnQuotaError: true }),
  ],
});

const fileOptions = {
  cacheName: FILES,
  matchOptions: { ignoreVary: true },
  plugins: [new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true })],
};
const hashedFiles = new CacheFirst(fileOptions);
const namedFiles = new NetworkFirst(fileOptions);

registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === "navigate" && isPage(url),
  pages,
);
registerRoute(({ sameOrigin, url }) => sameOrigin && isHashedFile(url), hashedFiles);
registerRoute(({ sameOrigin, url }) => sameOrigin && isNamedFile(url), namedFiles);

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(cacheOfflinePage(event));
});

self.addEventListener("activate", (event) => {
  // Preloading requests a page while the worker is still starting, which is slow on a cheap phone.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload, deleteOldOfflineCaches(), prunePages()]));
});

/** The page that registered this worker was loaded without it, and names what to cache. */
self.addEventListener("message", (event) => {
  const seen: SeenPage = event.data;
  const page = new URL(seen.page, self.location.origin);
  if (isPage(page)) event.waitUntil(cacheSeenPage(event, page, seen.files));
});

/** Caches a page and its files from the HTTP cache, so that nothing is downloaded again. */
async function cacheSeenPage(event: ExtendableEvent, page: URL, files: readonly string[]): Promise<void> {
  const [, cachingDone] = pages.handleAll({ event, request: new Request(page, { cache: "force-cache" }) });
  await Promise.allSettled([cachingDone, ...cacheFiles(event, files)]);
}

function cacheFiles(event: ExtendableEvent, addresses: readonly string[]): Promise<void>[] {
  return addresses
    .map((address) => new URL(address, self.location.origin))
    .filter(({ origin }) => origin === self.location.origin)
    .flatMap((url) => {
      if (!isHashedFile(url) && !isNamedFile(url)) return [];
      const strategy = isHashedFile(url) ? hashedFiles : namedFiles;
      return strategy.handleAll({ event, request: new Request(url, { cache: "force-cache" }) })[1];
    });
}

async function cacheOfflinePage(event: ExtendableEvent): Promise<void> {
  const page = await fetch(OFFLINE_PAGE, { cache: "reload" });
  if (!page.ok) throw new Error(`The offline page answered ${page.status}.`);
  const html = await page.clone().text();
  await (await caches.open(OFFLINE)).put(OFFLINE_PAGE, page);
  const files = Array.from(html.matchAll(/"(\/_astro\/[^"]+)"/g), ([, address = ""]) => address);
  await Promise.allSettled(cacheFiles(event, files));
}

async function offlinePage(): Promise<Response | undefined> {
  const page = await caches.match(OFFLINE_PAGE, { cacheName: OFFLINE });
  if (!page) return undefined;
  return new Response(listSavedPages(await page.text(), await savedPages()), { headers: page.headers });
}

/** Returns the saved pages, most recently cached first. */
async function savedPages(): Promise<SavedPage[]> {
  const cache = await caches.open(PAGES);
  const saved: SavedPage[] = [];
  for (const { url } of [...(await cache.keys())].reverse()) {
    const title = titleOf((await (await cache.match(url))?.text()) ?? "");
    if (title) saved.push({ path: new URL(url).pathname, title });
  }
  return saved;
}

async function deleteOldOfflineCaches(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith("offline-") && name !== OFFLINE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function prunePages(): Promise<void> {
  const cache = await caches.open(PAGES);
  const unwanted = (await cache.keys()).filter(({ url }) => !isPage(new URL(url)));
  await Promise.all(unwanted.map((request) => cache.delete(request)));
}

function pageAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Whether a response may be saved. A page that the edge filled in for one visitor may not. */
function isSavedPage({ status, headers }: Response): boolean {
  const isPersonal = headers.get("cache-control")?.includes("private") ?? false;
  return status === 200 && !isPersonal && (headers.get("content-type")?.startsWith("text/html") ?? false);
}
