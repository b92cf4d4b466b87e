/** Replaces the service worker where PUBLIC_OFFLINE is off: deletes its caches and unregisters itself. */

import type { WorkerScope } from "./service-worker.ts";

declare const self: WorkerScope;

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeEverything());
});

async function removeEverything(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase("workbox-expiration");
  await self.registration.unregister();
}
