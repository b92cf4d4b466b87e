import { Strategy } from "workbox-strategies/Strategy.js";
import type { StrategyHandler } from "workbox-strategies/StrategyHandler.js";
import { showsPrice } from "~/domain/money/printed-price.ts";
import { markSavedCopy } from "./saved-copy.ts";

/** How long the network may be silent before a saved page without prices is shown in its place. */
export const PATIENCE_MS = 6_000;

/**
 * A page as the network has it now. A saved copy takes its place when the network failed; when it is merely silent,
 * only a copy that shows no price does: behind a slow network there may be a new price, and nobody said it is gone.
 * The late answer is kept for the next time. Every copy says that it is one, and from when; a page that has no place to
 * say so is not shown.
 */
export class FreshPage extends Strategy {
  protected override async _handle(
    request: Request,
    handler: StrategyHandler,
  ): Promise<Response | undefined> {
    const answer = handler.fetchAndCachePut(request).then(unlessFailed, () => null);
    void handler.waitUntil(answer);
    const first = await Promise.race([answer, silence(PATIENCE_MS)]);
    if (first === "silent") {
      const copy = await savedCopy(request, handler);
      if (copy && !showsPrice(copy.html)) return copy.response;
    }
    return (await answer) ?? (await savedCopy(request, handler))?.response;
  }
}

/** Firefox answers a navigation preload that failed with an error in a response's clothes, where others reject it. */
function unlessFailed(response: Response): Response | null {
  return response.type === "error" ? null : response;
}

function silence(ms: number): Promise<"silent"> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, "silent");
  });
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

/** With its policy, but without what described the bytes on their way. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) kept.delete(name);
  return kept;
}
