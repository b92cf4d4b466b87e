import { useEffect, useState } from "react";
import { askPayment } from "~/browser/payments/ask-payment.ts";
import type { Order } from "~/domain/payments/order.ts";

/** How long after the last answer the edge is asked: the provider's report and the receipt follow the payment by seconds. */
const WAITS_MS = [1_500, 6_000];

/** Whether the edge has confirmed a payment that this browser saw arrive, and has sent its receipt. */
export function useConfirmation(order: Order): { isConfirmed: boolean; isReceiptSent: boolean } {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isReceiptSent, setIsReceiptSent] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function ask([wait, ...others]: readonly number[]): Promise<void> {
      if (wait === undefined) return;
      await new Promise((resolve) => {
        timer = setTimeout(resolve, wait);
      });
      const standing = await askPayment(order);
      if (isOver) return;
      const isPaid = standing?.status === "paid";
      if (isPaid) setIsConfirmed(true);
      if (isPaid && standing.isReceiptSent) setIsReceiptSent(true);
      else await ask(others);
    }
    void ask(WAITS_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [order]);

  return { isConfirmed, isReceiptSent };
}
