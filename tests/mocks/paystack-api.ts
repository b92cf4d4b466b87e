import { type Answer, type Asked, type Loopback, serveLoopback } from "./loopback.ts";

/** What Paystack knows of a charge; a test changes what it is about. */
export interface PaystackCharge {
  readonly id: number;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly domain: string;
  readonly paid_at: string | null;
  readonly metadata: unknown;
  readonly customer: Readonly<Record<string, unknown>>;
}

/** Serves the stand-in on the loopback device. @param port 0 for any that is free */
export function startPaystackApi(secretKey: string, port = 0): Promise<Loopback> {
  return serveLoopback(port, paystackApi(secretKey));
}

/**
 * Stands in for api.paystack.co: verifies a charge by its reference, as Paystack documents it. Under /stand-in a test
 * says what Paystack knows: PUT /stand-in/charges/REFERENCE with the charge, or with `{ "trouble": 503 }`.
 */
export function paystackApi(secretKey: string): (asked: Asked) => Answer {
  const charges = new Map<string, PaystackCharge | { trouble: number }>();

  function answer({ method, path, headers, text }: Asked): Answer {
    const [, first = "", second = "", third = ""] = path.split("/").map(decodeURIComponent);
    if (first === "stand-in" && second === "charges" && method === "PUT") {
      charges.set(third, JSON.parse(text));
      return { status: 200, json: {} };
    }
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return { status: 401, json: { status: false, message: "Invalid key", code: "invalid_Key" } };
    }
    if (method !== "GET" || first !== "transaction" || second !== "verify") {
      return { status: 404, json: { status: false, message: "Not found" } };
    }
    const charge = charges.get(third);
    if (!charge) {
      const message = "Transaction reference not found.";
      return { status: 404, json: { status: false, message, code: "transaction_not_found" } };
    }
    if ("trouble" in charge) return { status: charge.trouble, json: { status: false, message: "Trouble" } };
    return { status: 200, json: { status: true, message: "Verification successful", data: charge } };
  }

  return answer;
}

/** Tells the stand-in what Paystack knows of a reference. */
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
