import { atom } from "nanostores";
import { send } from "~/browser/edge-client/send.ts";

/** Seats left in cohorts in which few are, by the cohort's id: 0 in a full one. */
export type SeatsByCohort = Readonly<Record<string, number>>;

/** Nothing until the edge has said it, or where it cannot: it refuses a full cohort by itself. */
export const $seats = atom<SeatsByCohort>({});

const TIMEOUT_MS = 20_000;

let request: Promise<void> | null = null;

/** Asks the edge, once a page. Never rejects. */
export function askSeats(): Promise<void> {
  request ??= ask();
  return request;
}

async function ask(): Promise<void> {
  const answer = await send("/prod/seats", { timeoutMs: TIMEOUT_MS });
  // Without one the page shows what it showed.
  if (answer?.ok) $seats.set((answer.body as { left: SeatsByCohort }).left);
}
