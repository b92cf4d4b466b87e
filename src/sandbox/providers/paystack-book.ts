import {
  chargeSuccess,
  disputeResource,
  type PaystackCharge,
  type PaystackDispute,
  type PaystackRefund,
  type PaystackSettlement,
  type RefundStatus,
  refundEvent,
} from "./paystack-shapes.ts";

export interface PaystackBookOptions {
  readonly now: () => Date;
  readonly onEvent: (event: unknown) => void;
  /** Paystack's id of the first charge. */
  readonly firstId?: number;
  /** Whether the dashboard adds the fees to the price. */
  readonly payersBearFees?: boolean;
}

type ChargeRequest = Pick<
  PaystackCharge,
  "reference" | "amount" | "currency" | "metadata" | "customer" | "callback_url"
>;

export type PaystackBook = ReturnType<typeof paystackBook>;

/** Keeps Paystack's records: transactions, refunds, disputes and payouts. */
export function paystackBook({
  now,
  onEvent,
  firstId = 4_099_260_000,
  payersBearFees = false,
}: PaystackBookOptions) {
  const charges = new Map<string, PaystackCharge>();
  const refunds = new Map<string, PaystackRefund>();
  const disputes: PaystackDispute[] = [];
  const settlements: PaystackSettlement[] = [];
  const time = () => now().toISOString();

  const findCharge = (reference: string): PaystackCharge | null => charges.get(reference) ?? null;

  /** Starts a transaction. Returns `null` if its reference was used before, whatever the outcome. */
  function start(request: ChargeRequest): PaystackCharge | null {
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

  function sumOfRefunds(reference: string, isCounted: (status: RefundStatus) => boolean): number {
    return [...refunds.values()]
      .filter((row) => row.reference === reference && isCounted(row.status))
      .reduce((sum, { minor }) => sum + minor, 0);
  }

  /** Returns the kobo of a charge that have gone back. */
  const returnedOf = (reference: string) => sumOfRefunds(reference, (status) => status === "processed");

  /** Returns the kobo of a charge that have not gone back and are not about to. */
  const leftOf = (reference: string) =>
    (findCharge(reference)?.amount ?? 0) - sumOfRefunds(reference, (status) => status !== "failed");

  /**
   * Starts a refund of at most the remaining money, which is pending at first.
   * @returns the refund's id; `null` if no money remains
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
    const createdAt = time();
    const newRefund: PaystackRefund = { id, reference, minor, createdAt, status: "pending", disputeId, note };
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

  function notifyRefund(refund: PaystackRefund): void {
    onEvent(refundEvent(refund, findCharge(refund.reference)?.domain));
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
    const dispute = disputes.find((candidate) => candidate.id === id);
    if (dispute?.status !== "awaiting-merchant-feedback") return;
    Object.assign(dispute, { status: "awaiting-bank-feedback", resolution: "declined" });
    notifyDispute(dispute, "remind");
  }

  /**
   * Decides a dispute, even one that was decided differently. The winner gets the money.
   * @param isRefundReported whether Paystack also reports the money of a lost dispute as a refund
   */
  function resolve(
    id: number,
    resolution: NonNullable<PaystackDispute["resolution"]>,
    { isRefundReported }: { isRefundReported: boolean },
  ): void {
    const dispute = disputes.find((candidate) => candidate.id === id);
    if (!dispute || (dispute.status === "resolved" && dispute.resolution === resolution)) return;
    dispute.status = "resolved";
    dispute.resolution = resolution;
    dispute.resolvedAt = time();
    if (resolution === "declined") returnTakenMoney(dispute);
    else {
      const refund = addRefund(dispute.reference, dispute.minor, { disputeId: id });
      refund.status = "processed";
      reverseIfReturned(dispute.reference);
      if (isRefundReported) notifyRefund(refund);
    }
    notifyDispute(dispute, "resolve");
  }

  /** Gives the academy the money back that the dispute took. */
  function returnTakenMoney({ id, reference }: PaystackDispute): void {
    const refund = [...refunds.values()].find(
      ({ disputeId, status }) => disputeId === id && status === "processed",
    );
    const charge = findCharge(reference);
    if (!refund || !charge) return;
    refund.status = "failed";
    charges.set(reference, { ...charge, status: "success" });
  }

  function notifyDispute(dispute: PaystackDispute, event: "create" | "remind" | "resolve"): void {
    const data = disputeResource(dispute, findCharge(dispute.reference));
    onEvent({ event: `charge.dispute.${event}`, data });
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
  };
}

/** Returns Paystack's fees: 1.5 % and N100, which is waived below N2,500; at most N2,000. */
function feesOf(amount: number): number {
  return Math.min(Math.round(amount * 0.015) + (amount < 250_000 ? 0 : 10_000), 200_000);
}
