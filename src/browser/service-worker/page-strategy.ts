import { Strategy } from "workbox-strategies/Strategy.js";
import type { StrategyHandler } from "workbox-strategies/StrategyHandler.js";
import { PROPS_MONEY_KEY, pricesIn } from "~/domain/money/money.ts";
import { markSavedCopy } from "./saved-copy.ts";

/** The time without a response after which a saved copy without prices is shown. */
export const NETWORK_TIMEOUT_MS = 6_000;

/**
 * Network first, with saved copies. If the network fails, the saved copy is shown. After a timeout it is shown only if
 * it has no prices, because a slow network may still bring a new price. The late response is cached for the next visit.
 * Every copy has a notice with its age. A page without a place for the notice is not shown.
 */
export class PageStrategy extends Strategy {
  protected override async _handle(
    request: Request,
    handler: StrategyHandler,
  ): Promise<Response | undefined> {
    const fetching = handler.fetchAndCachePut(request).then(nullIfFailed, () => null);
    void handler.waitUntil(fetching);
    const timeout = new Promise<"timeout">((resolve) => {
      setTimeout(resolve, NETWORK_TIMEOUT_MS, "timeout");
    });
    if ((await Promise.race([fetching, timeout])) === "timeout") {
      const copy = await savedCopy(request, handler);
      if (copy && !showsPrice(copy.html)) return copy.response;
    }
    return (await fetching) ?? (await savedCopy(request, handler))?.response;
  }
}

/** An amount's key in an island's props, escaped in a page's HTML. */
const ESCAPED_MONEY_KEY = PROPS_MONEY_KEY.replaceAll('"', "&quot;");

/** Whether a page's HTML has an amount of money, in its text or in an island's props. When in doubt, yes. */
export function showsPrice(html: string): boolean {
  return pricesIn(html).length > 0 || html.includes(ESCAPED_MONEY_KEY);
}

/** Firefox resolves a failed navigation preload with an error response, where other browsers reject it. */
function nullIfFailed(response: Response): Response | null {
  return response.type === "error" ? null : response;
}

async function savedCopy(
  request: Request,
  handler: StrategyHandler,
): Promise<{ html: string; response: Response } | null> {
  const saved = await handler.cacheMatch(request);
  if (!saved) return null;
  const html = markSavedCopy(await saved.text(), new Date(saved.headers.get("date") ?? Number.NaN));
  return html === null ? null : { html, response: new Response(html, { headers: headersOf(saved) }) };
}

/** Returns the page's headers with its policy, but without those that describe the transferred bytes. */
function headersOf({ headers }: Response): Headers {
  const copied = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) copied.delete(name);
  return copied;
}
