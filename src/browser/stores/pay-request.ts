import { atom } from "nanostores";
import type { PayRequest } from "~/domain/pricing/pay-request.ts";

/** Set by a price card's button, reset to null by the pay dialog. */
export const $payRequest = atom<PayRequest | null>(null);
