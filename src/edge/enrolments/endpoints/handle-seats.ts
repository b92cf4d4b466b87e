import type { Handler } from "hono";
import { lagosDay } from "~/domain/dates/day.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { seatsLeft } from "../cohort-seats.ts";

/** More are not named: how many seats a cohort has is not public. */
const FEW = 5;

/** How long an answer may be cached, in seconds. */
const KEPT_S = 60;

type Left = Readonly<Record<string, number>>;

/** 200 `{ left }` by the cohort's id, where few are. Cached, so that many visitors cost the database one query a minute. */
export function seatsHandler(): Handler<EdgeEnv> {
  let cached: { readonly until: number; readonly left: Left } | null = null;
  return async ({ env: { context } }) => {
    const now = context.now.getTime();
    if (!cached || cached.until <= now || cached.until > now + KEPT_S * 1000) {
      cached = { until: now + KEPT_S * 1000, left: await fewLeft(context) };
    }
    return jsonResponse(200, { left: cached.left }, { "cache-control": `public, max-age=${KEPT_S}` });
  };
}

async function fewLeft(context: AppContext): Promise<Left> {
  const today = lagosDay(context.now);
  const coming = context.prices.cohorts.filter(({ firstClass }) => (firstClass ?? today) >= today);
  const left = await seatsLeft(
    context,
    coming.map(({ id }) => id),
  );
  return Object.fromEntries([...left].filter(([, count]) => count <= FEW));
}
