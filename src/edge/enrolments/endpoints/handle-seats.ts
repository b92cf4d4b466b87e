import { lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { Database } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { seatsLeft } from "../cohort-seats.ts";

/** More are not named: how many seats a cohort has is not public. */
const FEW = 5;

/** How long an answer may be cached, in seconds. */
const KEPT_S = 60;

interface Context {
  readonly db: Database;
  readonly prices: PriceList;
  readonly now: Date;
}

type Left = Readonly<Record<string, number>>;

/**
 * How many seats are left: 200 `{ left }`, by the cohort's id, where five or fewer are; 0 of a full one. It caches its answer,
 * so that many visitors cost the database one query a minute. What it returns rejects when the database fails.
 */
export function seatsAnswer(): (context: Context) => Promise<Response> {
  let known: { readonly until: number; readonly left: Left } | null = null;
  return async (context) => {
    const now = context.now.getTime();
    if (!known || known.until <= now || known.until > now + KEPT_S * 1000) {
      known = { until: now + KEPT_S * 1000, left: await fewLeft(context) };
    }
    return jsonResponse(200, { left: known.left }, { "cache-control": `public, max-age=${KEPT_S}` });
  };
}

async function fewLeft(context: Context): Promise<Left> {
  const today = lagosDay(context.now);
  const coming = context.prices.cohorts.filter(({ firstClass }) => (firstClass ?? today) >= today);
  const left = await seatsLeft(
    context,
    coming.map(({ id }) => id),
  );
  return Object.fromEntries([...left].filter(([, count]) => count <= FEW));
}
