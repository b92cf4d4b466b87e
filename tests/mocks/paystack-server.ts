import { providerServer } from "../../src/sandbox/providers/answer.ts";
import { paystackApi, paystackRefusal } from "../../src/sandbox/providers/paystack-api.ts";
import { paystackBook } from "../../src/sandbox/providers/paystack-book.ts";
import type { PaystackCharge } from "../../src/sandbox/providers/paystack-shapes.ts";
import { type Loopback, serveLoopback } from "./loopback.ts";

/**
 * Serves Paystack's stand-in on the loopback device. A test stores a charge with PUT /stand-in/charges/REFERENCE, or
 * makes requests about it fail with `{ "trouble": 503 }`.
 * @param port 0 for any free port
 */
export function startPaystackApi(secretKey: string, port = 0): Promise<Loopback> {
  const book = paystackBook({ now: () => new Date(), onEvent: () => undefined });
  const api = paystackApi(book, secretKey);
  const troubles = new Map<string, number>();
  const server = providerServer((asked) => {
    const reference = decodeURIComponent(asked.path.split("/").at(-1) ?? "");
    if (!asked.path.startsWith("/stand-in/charges/")) {
      const trouble = troubles.get(reference);
      return trouble ? paystackRefusal(trouble, "Trouble") : api(asked);
    }
    const { trouble, ...charge } = JSON.parse(asked.text);
    if (trouble) troubles.set(reference, trouble);
    else {
      troubles.delete(reference);
      book.charges.set(reference, charge);
    }
    return { status: 200, json: {} };
  });
  return serveLoopback(port, server);
}

/** Stores a charge at the stand-in, or a status with which requests about it fail. */
export async function setPaystackCharge(
  origin: string,
  reference: string,
  charge: PaystackCharge | { trouble: number },
): Promise<void> {
  await fetch(`${origin}/stand-in/charges/${encodeURIComponent(reference)}`, {
    method: "PUT",
    body: JSON.stringify(charge),
  });
}
