import { atom } from "nanostores";
import { hasEdge } from "~/domain/hosting.ts";

/** Places left in cohorts in which few are, by the cohort's id: 0 in a full one. */
export type Places = Readonly<Record<string, number>>;

/** Nothing until the edge has said it, or where it cannot: it refuses a full cohort by itself. */
export const $places = atom<Places>({});

let asked: Promise<void> | null = null;

/** Asks the edge, once a page. Never rejects. */
export function askPlaces(): Promise<void> {
  asked ??= ask();
  return asked;
}

async function ask(): Promise<void> {
  if (!hasEdge()) return;
  try {
    const answer = await fetch("/prod/places");
    const { left } = await answer.json();
    if (answer.ok) $places.set(left);
  } catch {
    // The network is gone: the page shows what it showed.
  }
}
