import { atom } from "nanostores";
import { send } from "~/browser/edge-client/send.ts";

/** The seats left in cohorts with few, by the cohort's id; 0 in a full one. */
export type SeatsByCohort = Readonly<Record<string, number>>;

/** Empty until the edge has answered. It refuses a full cohort itself, so an empty store does no harm. */
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
  // Without an answer the page stays as it is.
  if (answer?.ok) $seats.set((answer.body as { left: SeatsByCohort }).left);
}
