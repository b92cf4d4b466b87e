import { attributionText, readAttribution } from "~/domain/attribution/attribution.ts";

/**
 * Which link brought the visitor who sends this, as it is kept: what the page has kept of it or, without script, what stands
 * in the page's own address.
 * @param kept by the page, as the link said it; null where it kept nothing
 */
export function attributionOfRequest(request: Request, kept: string | null): string {
  return attributionText(readAttribution(kept === null ? ownPageQuery(request) : new URLSearchParams(kept)));
}

/** Browsers name the whole address to the site that a page is of. */
function ownPageQuery(request: Request): URLSearchParams {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.origin === new URL(request.url).origin ? page.searchParams : new URLSearchParams();
}
