/** Plays one visitor: opens the page, registers, pays or not, leaves at any moment, and perhaps comes back. */
import type { Order } from "~/domain/enrolment/order.ts";
import { registrationOrder } from "~/domain/enrolment/order.ts";
import { isPaymentBehind } from "~/domain/enrolment/payment-flow.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import { type PaymentControl, usePayment } from "~/islands/payment/usePayment.ts";
import { settleEarlierVisit } from "~/islands/waiting-mail/settle-earlier-visit.ts";
import { acknowledge, unsettledEntries } from "~/mail/outbox.ts";
import { $currency } from "~/stores/currency.ts";
import { $location, lookUpLocation } from "~/stores/location.ts";
import { entryOf, filledRegistration, orderOf, registrationCourse, site } from "../fixtures/enrolment.ts";
import { checkoutStage } from "./checkout.ts";
import type { Visit } from "./plan.ts";
import type { Providers } from "./providers.ts";
import { mount } from "./stand-ins/react.ts";
import { setStage } from "./stand-ins/stage.ts";
import { Process, runIn } from "./virtual-time.ts";
import { note, strike, type World } from "./world.ts";

/** Whom the mails go to, as the form hands it to the payment. */
const { sender, recipients } = entryOf(orderOf());
const MOST_TRIES = 3;
const HALF_HOUR = 30 * 60_000;

export function startVisitor(world: World, providers: Providers): void {
  const { time, random, plan } = world;
  let checkouts = 0;
  let tabs = 0;

  function openTab(live: (payment: { readonly current: PaymentControl }) => Promise<void>): Process {
    tabs += 1;
    const tab = new Process(`tab ${tabs}`);
    runIn(tab, () => {
      let open: Order | null = null;
      const payment = mount(() => usePayment({ sender, recipients }, () => undefined));
      payment.current.container.current = element() as unknown as HTMLDivElement;
      setStage(
        tab,
        checkoutStage(world, {
          providers,
          nextStory: (currency) => {
            const { flow } = payment.current;
            if (flow.step !== "editing") open = flow.order;
            const stories = plan.stories[currency];
            const story = stories[Math.min(checkouts, stories.length - 1)] ?? "pays";
            checkouts += 1;
            return story;
          },
          order: () => {
            if (!open) throw new Error("No checkout is open.");
            return open;
          },
        }),
      );
      void live(payment);
    });
    tab.onEnd(() => note(world, "tab is gone"));
    return tab;
  }

  const later = [...plan.visits];
  function comeBack(): void {
    const visit = later.shift();
    if (!visit) return;
    time.after(visit.after, () => {
      const tab = openTab((payment) => returningVisit(payment, visit));
      time.after(visit.stays, () => {
        tab.end();
        comeBack();
      });
    });
  }

  runIn(null, () => {
    const leave = (tab: Process, stays: number) =>
      runIn(null, () =>
        time.after(stays, () => {
          tab.end();
          comeBack();
        }),
      );
    const tab: Process = openTab((payment) =>
      firstVisit(payment, () => {
        if (plan.tabEnds !== null) strike(world, "tab closed or reloaded");
        leave(tab, plan.tabEnds ?? HALF_HOUR);
      }),
    );
  });

  async function firstVisit(payment: { readonly current: PaymentControl }, onRegister: () => void) {
    await lookUpLocation("/json");
    const currency = $currency.get();
    await time.wait(random.between(5_000, 60_000));
    const [firstname, lastname] = plan.names;
    const registration = filledRegistration({ firstname, lastname, course: plan.courseId });
    const draft = (): Order =>
      registrationOrder({
        registration,
        course: registrationCourse(plan.courseId),
        fee: site.registrationFee,
        currency,
        reference: freshReference(),
        now: new Date(),
      });
    onRegister();
    await tryToPay(payment, draft, MOST_TRIES);
  }

  function freshReference(): string {
    return newReference("registration", new Date(), (bytes) => {
      for (const place of bytes.keys()) bytes[place] = random.between(0, 255);
    });
  }

  /** Pays, tries again what was not paid, and sends again what did not reach everybody. */
  async function tryToPay(
    payment: { readonly current: PaymentControl },
    draft: () => Order,
    tries: number,
  ): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { flow } = payment.current;
      const current = flow.step === "editing" ? null : flow.order.reference;
      // The form does the same: nothing is paid while it is not known how an earlier payment ended.
      if (unsettledEntries().some(({ order }) => order.reference !== current)) return;
      await payment.current.pay(draft());
      note(world, `the page says: ${payment.current.flow.step}`);
      if (isPaymentBehind(payment.current.flow) || random.chance(0.2)) break;
      await time.wait(random.between(2_000, 60_000));
      if (random.chance(0.5)) payment.current.dismiss();
    }
    for (let round = 0; round < 3 && payment.current.flow.step === "notNotified"; round += 1) {
      await time.wait(random.between(2_000, 120_000));
      await payment.current.resend();
    }
    await time.wait(random.between(2_000, 60_000));
    if (isPaymentBehind(payment.current.flow) && random.chance(0.3)) payment.current.startAnother();
  }

  async function returningVisit(payment: { readonly current: PaymentControl }, visit: Visit): Promise<void> {
    void settleEarlierVisit();
    await time.wait(random.between(1_000, 30_000));
    for (const { order, payment: known } of unsettledEntries()) {
      if (known.status !== "opened") {
        acknowledge(order.reference);
        continue;
      }
      if (visit.says === "nothing") continue;
      const isPaid = providers.isCharged(order.reference) === (visit.says === "the truth");
      note(world, `the visitor says: ${isPaid ? "paid" : "not paid"}`);
      if (isPaid) {
        await payment.current.reportPaid(order);
        payment.current.startAnother();
      } else {
        payment.current.takeUp(order);
        const draft = () => ({ ...order, reference: freshReference(), createdAt: new Date().toISOString() });
        if (visit.triesAgain) await tryToPay(payment, draft, 1);
      }
    }
  }
}

/** Forgets what the stores of the page hold: they live as long as this program. */
export function forgetStores(): void {
  $location.set(null);
}

/** As much of an element as the adapters use. */
function element() {
  const host = { remove() {} };
  return { ownerDocument: { createElement: () => host }, replaceChildren() {} };
}
