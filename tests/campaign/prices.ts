import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { priceList } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

/** Every amount in a record, a tenth higher. */
function raised<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(raised) as Part;
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    name === "minor" ? Math.round(value * 1.1) : raised(value),
  ]);
  return Object.fromEntries(entries);
}

/** The prices after a deploy. */
const RAISED: PriceList = raised(priceList);

export const PRICE_LISTS: readonly PriceList[] = [priceList, RAISED];

/** What a page that is loaded now shows, and the edge that runs now asks. */
export function pricesNow({ time, start, plan }: World): PriceList {
  const isRaised = plan.pricesRise !== null && time.now - start >= plan.pricesRise;
  return isRaised ? RAISED : priceList;
}
