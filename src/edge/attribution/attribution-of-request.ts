import { attributionText, readAttribution } from "~/domain/attribution/attribution.ts";

/**
 * The attribution of the visitor who sends this, as it is stored: what the page has stored of the link or, without script,
 * what is in the page's own address.
 * @param kept by the page, as the link has it; null where it stored nothing
 */
export function attributionOfRequest(request: Request, kept: string | null): string {
  return attributionText(readAttribution(kept === null ? ownPageQuery(request) : new URLSearchParams(kept)));
}

/** Browsers send a site the whole address of its own page as the referrer. */
function ownPageQuery(request: Request): URLSearchParams {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.origin === new URL(request.url).origin ? page.searchParams : new URLSearchParams();
}
