import { atom } from "nanostores";
import { hasEdge } from "~/domain/hosting.ts";

/** Seats left in cohorts in which few are, by the cohort's id: 0 in a full one. */
export type SeatsByCohort = Readonly<Record<string, number>>;

/** Nothing until the edge has said it, or where it cannot: it refuses a full cohort by itself. */
export const $seats = atom<SeatsByCohort>({});

let request: Promise<void> | null = null;

/** Asks the edge, once a page. Never rejects. */
export function askSeats(): Promise<void> {
  request ??= ask();
  return request;
}

async function ask(): Promise<void> {
  if (!hasEdge()) return;
  try {
    const answer = await fetch("/prod/seats");
    const { left } = await answer.json();
    if (answer.ok) $seats.set(left);
  } catch {
    // The network is gone: the page shows what it showed.
  }
}
