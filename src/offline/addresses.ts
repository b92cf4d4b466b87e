/** Which of the site's addresses the service worker answers, and what pages tell it. */

export const WORKER = "/sw.js";
export const OFFLINE_PAGE = "/offline";

/** What a page that was loaded without the worker asks it to keep. */
export interface SeenPage {
  /** The page's path. */
  readonly page: string;
  /** Addresses of what it loaded. */
  readonly files: readonly string[];
}

/** Whether a visit there may be answered with a saved page; what is made on demand never is. */
export function isPage({ pathname }: URL): boolean {
  return !/^\/(json|sandbox|gallery|prod)(\/|$)/.test(pathname);
}

/** A file whose name changes with its content. */
export function isHashedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/_astro/");
}

/** A picture that keeps its name over deploys. */
export function isNamedFile({ pathname }: URL): boolean {
  return pathname.startsWith("/pictures/");
}
