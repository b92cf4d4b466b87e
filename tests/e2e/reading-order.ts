import type { Page } from "@playwright/test";
import { openState, wakeAll } from "../fixtures/open-state.ts";
import type { State } from "../fixtures/states/state.ts";
import { readingOrder, type Stop } from "./ax-tree.ts";
import { expect } from "./fixtures.ts";

/** Leads a page to the state. @returns what a screen reader then reads */
export async function open(page: Page, state: State): Promise<Stop[]> {
  await openState(page, state);
  await wakeAll(page);
  return readingOrder(page);
}

/** What a screen reader must read, in this order; other things may come between. */
export type Sequence = readonly (readonly [role: string, name: string | RegExp])[];

export function expectInOrder(stops: readonly Stop[], sequence: Sequence): void {
  let from = 0;
  for (const [role, name] of sequence) {
    const found = stops.findIndex(
      (stop, index) =>
        index >= from &&
        stop.role === role &&
        (typeof name === "string" ? stop.name === name : name.test(stop.name)),
    );
    const last = stops[from - 1];
    expect(found, `${role} "${name}" after ${last?.role} "${last?.name}"`).toBeGreaterThanOrEqual(from);
    from = found + 1;
  }
}

/** The frame before every page's content. */
export const BEGINNING: Sequence = [
  ["link", "Skip to the content"],
  ["banner", ""],
  ["region", "Announcement"],
  ["navigation", "Main"],
  ["link", "About"],
  ["link", "Enroll"],
  ["main", ""],
];
/** The frame after it. */
export const END: Sequence = [
  ["contentinfo", ""],
  ["navigation", "Footer"],
  ["link", "Privacy Policy"],
];
