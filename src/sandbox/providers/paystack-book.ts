/** A charge in Paystack's records. Tests change it. */
export interface PaystackCharge {
  readonly id: number;
  readonly reference: string;
  readonly status: string;
  /** Kobo that the payer pays, with the fees if the payer bears them. */
  readonly amount: number;
  /** Kobo that the site requested. */
  readonly requested_amount: number;
  readonly currency: string;
  readonly domain: string;
  readonly paid_at: string | null;
  /** The time of its start, by which lists are ordered. */
  readonly created_at?: string;
  readonly metadata: unknown;
  /** The address to which Paystack's page returns. */
  readonly callback_url?: string;
  /** Kobo, once it is paid. */
  readonly fees?: number;
  readonly customer: Readonly<Record<string, unknown>>;
}

export type RefundStatus = "pending" | "processing" | "processed" | "failed" | "needs-attention";

export interface PaystackRefund {
  readonly id: number;
  readonly reference: string;
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
  status: RefundStatus;
  /** The id of the lost dispute that took the money. */
  readonly disputeId: number | null;
  /** The academy's note; empty if the refund was made in the dashboard. */
  readonly note: string;
}

/** The outcome of a refund by the last two digits of its amount. Any other refund succeeds. */
const REFUND_ENDS: Readonly<Record<number, "refused" | "failed" | "needs-attention">> = {
  1: "refused",
  2: "failed",
  3: "needs-attention",
};

/** Returns the outcome of a refund at a stand-in. @param minor kobo or cents */
export function refundEnd(minor: number): "processed" | "refused" | "failed" | "needs-attention" {
  return REFUND_ENDS[minor % 100] ?? "processed";
}

export interface PaystackDispute {
  readonly id: number;
  readonly reference: string;
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
  resolvedAt: string | null;
  status: "awaiting-merchant-feedback" | "awaiting-bank-feedback" | "resolved";
  /** The academy's answer, or the bank's decision once the dispute is resolved. */
  resolution: "merchant-accepted" | "auto-accepted" | "declined" | null;
}

export interface PaystackSettlement {
  readonly id: number;
  readonly status: "success" | "failed";
  /** Kobo. */
  readonly minor: number;
  readonly createdAt: string;
}

/** Returns the event of a charge's webhook. */
export const chargeSuccess = (charge: PaystackCharge) => ({ event: "charge.success", data: charge });

export interface PaystackSurroundings {
  readonly now: () => Date;
  readonly onEvent: (event: unknown) => void;
  /** Paystack's number of the first charge. */
  readonly firstId?: number;
  /** Whether the dashboard adds the fees to the price. */
  readonly payersBearFees?: boolean;
}

export type PaystackBook = ReturnType<typeof paystackBook>;

/** Keeps Paystack's records: transactions, refunds, disputes and payouts. */
export function paystackBook({
  now,
  onEvent,
  firstId = 4_099_260_000,
  payersBearFees = false,
}: PaystackSurroundings) {
  const charges = new Map<string, PaystackCharge>();
  const refunds = new Map<string, PaystackRefund>();
  const disputes: PaystackDispute[] = [];
  const settlements: PaystackSettlement[] = [];
  const time = () => now().toISOString();

  const findCharge = (reference: string): PaystackCharge | null => charges.get(reference) ?? null;

  /** Starts a transaction; `null` if its reference was used before, whatever the outcome. */
  function start(
    request: Pick<
      PaystackCharge,
      "reference" | "amount" | "currency" | "metadata" | "customer" | "callback_url"
    >,
  ) {
    if (charges.has(request.reference)) return null;
    const charge: PaystackCharge = {
      ...request,
      requested_amount: request.amount,
      id: firstId + charges.size,
      status: "abandoned",
      domain: "test",
      paid_at: null,
      created_at: time(),
    };
    charges.set(request.reference, charge);
    return charge;
  }

  function pay(reference: string, { domain }: Pick<PaystackCharge, "domain">): void {
    const started = findCharge(reference);
    if (!started || started.paid_at !== null) return;
    const fees = feesOf(started.amount);
    const amount = started.requested_amount + (payersBearFees ? fees : 0);
    const charge = { ...started, status: "success", domain, paid_at: time(), amount, fees };
    charges.set(reference, charge);
    onEvent(chargeSuccess(charge));
  }

  function decline(reference: string): void {
    const started = findCharge(reference);
    if (started?.paid_at === null) charges.set(reference, { ...started, status: "failed" });
  }

  function returnedOf(reference: string): number {
    return [...refunds.values()]
      .filter((row) => row.reference === reference && row.status === "processed")
      .reduce((sum, { minor }) => sum + minor, 0);
  }

  function leftOf(reference: string): number {
    const promised = [...refunds.values()].filter(
      (row) => row.reference === reference && row.status !== "failed",
    );
    return (findCharge(reference)?.amount ?? 0) - promised.reduce((sum, row) => sum + row.minor, 0);
  }

  /**
   * Starts a refund of at most the remaining money, which is pending at first. @returns its id; `null` if no
   * money remains
   */
  function refund(reference: string, minor: number, note = ""): number | null {
    const refundedMinor = Math.min(minor, leftOf(reference));
    if (refundedMinor <= 0) return null;
    const newRefund = addRefund(reference, refundedMinor, { note });
    notifyRefund(newRefund);
    return newRefund.id;
  }

  function addRefund(
    reference: string,
    minor: number,
    { disputeId = null, note = "" }: Partial<Pick<PaystackRefund, "disputeId" | "note">>,
  ): PaystackRefund {
    const id = 3_018_000 + refunds.size;
    const about = { createdAt: time(), status: "pending", disputeId, note } as const;
    const newRefund: PaystackRefund = { id, reference, minor, ...about };
    refunds.set(String(id), newRefund);
    return newRefund;
  }

  function moveRefund(id: number, status: RefundStatus): void {
    const refund = refunds.get(String(id));
    if (!refund || refund.status === "processed" || refund.status === "failed") return;
    refund.status = status;
    if (status === "processed") reverseIfReturned(refund.reference);
    notifyRefund(refund);
  }

  function reverseIfReturned(reference: string): void {
    const charge = findCharge(reference);
    if (charge && returnedOf(reference) >= charge.amount) {
      charges.set(reference, { ...charge, status: "reversed" });
    }
  }

  /**
   * Reports a refund. Paystack gives it a reference only once it is processed, and its amount is sometimes
   * text.
   */
  function notifyRefund({ id, reference, minor, status }: PaystackRefund): void {
    onEvent({
      event: `refund.${status}`,
      data: {
        status,
        transaction_reference: reference,
        refund_reference: status === "processed" ? String(132_013_000_000 + id) : null,
        amount: status === "pending" ? minor : String(minor),
        currency: "NGN",
        domain: findCharge(reference)?.domain,
        ...(status === "needs-attention" && { id }),
      },
    });
  }

  function dispute(reference: string, minor: number): number {
    const id = 358_000 + disputes.length;
    const newDispute: PaystackDispute = {
      id,
      reference,
      minor,
      createdAt: time(),
      resolvedAt: null,
      status: "awaiting-merchant-feedback",
      resolution: null,
    };
    disputes.push(newDispute);
    notifyDispute(newDispute, "create");
    return id;
  }

  function answerDispute(id: number): void {
    const dispute = disputes.find((each) => each.id === id);
    if (dispute?.status !== "awaiting-merchant-feedback") return;
    Object.assign(dispute, { status: "awaiting-bank-feedback", resolution: "declined" });
    notifyDispute(dispute, "remind");
  }

  /**
   * Decides a dispute, even one that was decided otherwise. The money goes to whoever wins.
   * @param isRefundReported whether Paystack also reports the money of a lost dispute as a refund
   */
  function resolve(
    id: number,
    resolution: NonNullable<PaystackDispute["resolution"]>,
    { isRefundReported }: { isRefundReported: boolean },
  ): void {
    const dispute = disputes.find((each) => each.id === id);
    if (!dispute || (dispute.status === "resolved" && dispute.resolution === resolution)) return;
    dispute.status = "resolved";
    dispute.resolution = resolution;
    dispute.resolvedAt = time();
    if (resolution !== "declined") {
      const taken = addRefund(dispute.reference, dispute.minor, { disputeId: id });
      taken.status = "processed";
      reverseIfReturned(dispute.reference);
      if (isRefundReported) notifyRefund(taken);
    } else returnTaken(dispute);
    notifyDispute(dispute, "resolve");
  }

  function returnTaken({ id, reference }: PaystackDispute): void {
    const taken = [...refunds.values()].find(
      ({ disputeId, status }) => disputeId === id && status === "processed",
    );
    const charge = findCharge(reference);
    if (!taken || !charge) return;
    taken.status = "failed";
    charges.set(reference, { ...charge, status: "success" });
  }

  function notifyDispute(made: PaystackDispute, what: "create" | "remind" | "resolve"): void {
    onEvent({ event: `charge.dispute.${what}`, data: shownDispute(made) });
  }

  function shownDispute({
    id,
    reference,
    minor,
    createdAt,
    resolvedAt,
    status,
    resolution,
  }: PaystackDispute) {
    const charge = findCharge(reference);
    return {
      id,
      refund_amount: minor,
      currency: "NGN",
      status,
      resolution,
      domain: charge?.domain,
      category: "chargeback",
      transaction: {
        id: charge?.id,
        reference,
        amount: charge?.amount,
        currency: "NGN",
        status: charge?.status,
        metadata: "",
      },
      created_at: createdAt,
      createdAt,
      resolvedAt,
    };
  }

  /** Pays out the money of a charge. A bank may refuse it. */
  function payOut(reference: string, status: PaystackSettlement["status"]): void {
    const minor = findCharge(reference)?.amount ?? 0;
    settlements.push({ id: 3_090_000 + settlements.length, status, minor, createdAt: time() });
  }

  return {
    charges,
    refunds,
    disputes,
    settlements,
    payOut,
    find: findCharge,
    start,
    pay,
    decline,
    returnedOf,
    leftOf,
    refund,
    moveRefund,
    dispute,
    answerDispute,
    resolve,
    shownDispute,
  };
}

/** Returns Paystack's fees: 1.5 % and N100, which is waived below N2,500; at most N2,000. */
function feesOf(amount: number): number {
  return Math.min(Math.round(amount * 0.015) + (amount < 250_000 ? 0 : 10_000), 200_000);
}
