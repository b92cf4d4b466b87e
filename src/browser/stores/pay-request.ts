import { atom } from "nanostores";
import type { PayRequest } from "~/domain/pricing/price-cards.ts";

/** Set by a price card's button, reset to null by the pay dialog. */
export const $payRequest = atom<PayRequest | null>(null);
