/**
 * Whether the site has its edge. With a mail gateway in the settings it may be on a host that serves files only: then mails
 * go to the gateway, and orders are not registered.
 */
export function hasEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}

/** Which addresses the service worker handles, and the message that pages send it. */

export const WORKER = "/sw.js";
export const OFFLINE_PAGE = "/offline";

/** The message of a page that was loaded without the worker: what to cache. */
export interface SeenPage {
  readonly page: string;
  /** Addresses of the resources it loaded. */
  readonly files: readonly string[];
}

/** Dispatched on an island just before React takes it over. */
export const ISLAND_EVENT = "island-hydrate";

/** Whether it is a page that may be cached; on-demand addresses are not. The desk's pages name learners. */
export function isPage({ pathname }: URL): boolean {
  return !/^\/(json|sandbox|prod|desk)(\/|$)/.test(pathname);
}

/** A file whose name changes with its content. */
export function isHashedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/_astro/");
}

/** A picture whose name stays the same across deploys. */
export function isNamedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/pictures/");
}
