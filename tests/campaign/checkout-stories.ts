import type { Random } from "./random.ts";

/** How a visitor's try at the checkout goes. */
export type CheckoutStory =
  | "pays"
  | "closes it"
  | "is declined"
  | "code does not load"
  | "never appears"
  | "fails after the charge"
  | "closed after the charge, which Paystack knows"
  | "closed after the charge, which nobody knows"
  | "says nothing after the charge"
  | "transfer arrives later"
  | "transfer never arrives"
  | "fails after the agreement"
  | "says nothing after the agreement"
  | "capture's answer is lost"
  | "capture in trouble"
  | "capture limited"
  | "capture refused"
  | "capture failed"
  | "capture held back, then made"
  | "capture held back, then denied"
  | "capture too small";

const often = (count: number, story: CheckoutStory) => Array<CheckoutStory>(count).fill(story);

const PAYSTACK_STORIES: readonly CheckoutStory[] = [
  ...often(6, "pays"),
  "closes it",
  "is declined",
  "code does not load",
  "never appears",
  "fails after the charge",
  "closed after the charge, which Paystack knows",
  "closed after the charge, which nobody knows",
  "says nothing after the charge",
  "transfer arrives later",
  "transfer never arrives",
];
const PAYPAL_STORIES: readonly CheckoutStory[] = [
  ...often(6, "pays"),
  "closes it",
  ...often(2, "is declined"),
  "code does not load",
  "never appears",
  "fails after the agreement",
  ...often(2, "says nothing after the agreement"),
  "capture's answer is lost",
  "capture in trouble",
  "capture limited",
  "capture refused",
  "capture failed",
  "capture held back, then made",
  "capture held back, then denied",
  "capture too small",
];

/** What happens at the checkouts that a visitor opens, one after the other; the last one goes on. */
export interface CheckoutStories {
  readonly NGN: readonly CheckoutStory[];
  readonly USD: readonly CheckoutStory[];
}

export function drawStories(random: Random): CheckoutStories {
  const stories = (all: readonly CheckoutStory[]) => [random.pick(all), random.pick(all), random.pick(all)];
  return { NGN: stories(PAYSTACK_STORIES), USD: stories(PAYPAL_STORIES) };
}
