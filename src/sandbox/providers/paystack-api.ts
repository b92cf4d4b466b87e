import { type ApiRequest, type ApiResponse, undocumentedParameter } from "./answer.ts";
import type { PaystackBook } from "./paystack-book.ts";
import { disputeResource, type PaystackRefund, type PaystackSettlement } from "./paystack-shapes.ts";
import { refundOutcome } from "./refund-outcome.ts";

const PER_PAGE = 50;
/** The most rows of a page, even if more are requested. */
const MAX_ROWS = 20;

const ACCESS = "access-";
const accessCodeOf = (reference: string) => ACCESS + reference;
export const referenceOfAccess = (code: string) => (code.startsWith(ACCESS) ? code.slice(ACCESS.length) : "");

/** The answer to too many requests in a minute, with the seconds to wait. */
export const PAYSTACK_TOO_MANY: ApiResponse = {
  status: 429,
  json: { status: false, message: "You have reached the rate limit.", code: "rate_limited" },
  headers: { "x-ratelimit-reset": "42" },
};

export const paystackRefusal = (status: number, message: string, code?: string): ApiResponse => ({
  status,
  json: { status: false, message, ...(code && { code }) },
});

/** The parameters of each list in Paystack's OpenAPI description that the site could use. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  transaction: ["per_page", "page", "from", "to", "status"],
  refund: ["perPage", "page", "from", "to"],
  dispute: ["perPage", "page", "from", "to", "status", "transaction"],
  settlement: ["perPage", "page"],
};

/**
 * Replaces api.paystack.co, as Paystack documents it: the start and verification of transactions, refunds,
 * and the lists of transactions, refunds, disputes and payouts, newest first.
 */
export function paystackApi(book: PaystackBook, secretKey: string): (request: ApiRequest) => ApiResponse {
  function answer({ method, path, headers, text, search }: ApiRequest): ApiResponse {
    const [, first = "", second = "", third = ""] = path.split("/").map(decodeURIComponent);
    if (headers.get("authorization") !== `Bearer ${secretKey}`) {
      return paystackRefusal(401, "Invalid key", "invalid_Key");
    }
    if (method === "POST" && first === "transaction" && second === "initialize") return initialize(text);
    if (method === "POST" && first === "refund" && second === "") return refund(text);
    if (method !== "GET") return paystackRefusal(404, "Not found");
    if (first === "transaction" && second === "verify") return verify(third);
    if (second !== "") return paystackRefusal(404, "Not found");
    const undocumented = undocumentedParameter(search, QUERIES[first]);
    if (undocumented) return paystackRefusal(400, `${undocumented} is not published`);
    switch (first) {
      case "transaction":
        return list("Transactions retrieved", listedCharges(search.get("status")), search);
      case "refund":
        return list("Refunds retrieved", [...book.refunds.values()].map(refundResource), search);
      case "dispute":
        return list("Disputes retrieved", listedDisputes(), search);
      case "settlement":
        return list("Settlements retrieved", book.settlements.map(settlementResource), search);
      default:
        return paystackRefusal(404, "Not found");
    }
  }

  function verify(reference: string): ApiResponse {
    const charge = book.find(reference);
    if (!charge) return paystackRefusal(404, "Transaction reference not found.", "transaction_not_found");
    return { status: 200, json: { status: true, message: "Verification successful", data: charge } };
  }

  /** Starts a transaction. A reference is accepted once, whatever its outcome. */
  function initialize(text: string): ApiResponse {
    const { email, ...fields } = JSON.parse(text);
    const { reference } = fields;
    if (!book.start({ ...fields, customer: { email } })) {
      return paystackRefusal(400, "Duplicate Transaction Reference", "duplicate_reference");
    }
    const code = accessCodeOf(reference);
    const data = {
      authorization_url: `https://checkout.paystack.com/${code}`,
      access_code: code,
      reference,
    };
    return { status: 200, json: { status: true, message: "Authorization URL created", data } };
  }

  function listedCharges(status: string | null) {
    return [...book.charges.values()].flatMap((charge) => {
      if (status !== null && charge.status !== status) return [];
      const createdAt = charge.created_at ?? charge.paid_at ?? "";
      return [{ ...charge, created_at: createdAt, createdAt }];
    });
  }

  function listedDisputes() {
    return book.disputes.map((dispute) => {
      const { created_at: _, ...resource } = disputeResource(dispute, book.find(dispute.reference));
      return resource;
    });
  }

  function refundResource({ id, reference, minor, createdAt, status, disputeId, note }: PaystackRefund) {
    return {
      id,
      transaction: book.find(reference)?.id,
      amount: minor,
      currency: "NGN",
      status,
      createdAt,
      dispute: disputeId,
      merchant_note: note || "Refunded by the academy",
    };
  }

  /** Makes another refund for each request. Refuses more than the remaining money. */
  function refund(text: string): ApiResponse {
    const { transaction, amount, merchant_note } = JSON.parse(text);
    const charge = [...book.charges.values()].find(({ id }) => String(id) === transaction);
    if (!charge?.paid_at) return paystackRefusal(404, "Transaction not found", "transaction_not_found");
    if (amount > book.leftOf(charge.reference) || refundOutcome(amount) === "refused") {
      return paystackRefusal(400, "Refund amount cannot be more than transaction amount", "invalid_amount");
    }
    const newRefund = book.refunds.get(String(book.refund(charge.reference, amount, merchant_note)));
    if (!newRefund)
      return paystackRefusal(400, "Transaction has been fully reversed", "transaction_reversed");
    const { id, reference } = charge;
    const data = { ...refundResource(newRefund), transaction: { id, reference, amount: charge.amount } };
    return { status: 200, json: { status: true, message: "Refund has been queued for processing", data } };
  }

  function settlementResource({ id, status, minor, createdAt }: PaystackSettlement) {
    const amounts = { total_amount: minor, effective_amount: minor, total_processed: minor };
    return { id, domain: "live", status, currency: "NGN", ...amounts, settlement_date: createdAt, createdAt };
  }

  return answer;
}

function list(
  message: string,
  records: readonly { readonly createdAt: string }[],
  search: URLSearchParams,
): ApiResponse {
  const requestedRows = search.get("per_page") ?? search.get("perPage");
  const perPage = Math.min(Number(requestedRows ?? PER_PAGE), MAX_ROWS);
  const page = Number(search.get("page") ?? 1);
  const [from, to] = [Date.parse(search.get("from") ?? ""), Date.parse(search.get("to") ?? "")];
  const rows = records
    .filter(({ createdAt }) => !(Date.parse(createdAt) < from) && !(Date.parse(createdAt) > to))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const meta = {
    page: String(page),
    pageCount: Math.ceil(rows.length / perPage),
  };
  const data = rows.slice((page - 1) * perPage, page * perPage);
  return { status: 200, json: { status: true, message, data, meta } };
}
