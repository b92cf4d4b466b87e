import { fillPage, type PageFilling } from "./fill-page.ts";

/** The site's own prerendered pages, with the headers they are sent with. @param address of the page, with any origin */
export type SitePages = (address: URL) => Promise<Response>;

/**
 * A page of this site, filled in for one visitor, whose browser alone may cache it for Back.
 * @param request that is answered
 * @throws Error when this host has no such page
 */
export async function filledPage(
  pages: SitePages,
  request: Request,
  { path, status = 200, ...filling }: PageFilling & { path: string; status?: number },
): Promise<Response> {
  const page = await pages(new URL(path, request.url));
  if (!page.ok) throw new Error(`The page ${path} was answered with ${page.status}.`);
  const headers = new Headers(page.headers);
  for (const name of ["content-length", "etag", "last-modified"]) headers.delete(name);
  // Not "no-store": Back would not find the page again, and what was typed would be lost.
  headers.set("cache-control", "private, no-cache");
  return new Response(fillPage(await page.text(), filling), { status, headers });
}
