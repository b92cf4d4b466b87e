import type { Payer } from "~/domain/enrolment/payment-flow.ts";
import { settle } from "~/domain/enrolment/payment-history.ts";
import { log } from "../log.ts";
import { nextCheck } from "./check-times.ts";
import type { PaymentContext } from "./payment-context.ts";
import { addEvents, historyOf } from "./payment-events.ts";
import type { Enrolment, PaymentReport } from "./payment-report.ts";
import { expectedOf, type RegistrationRecord, registrationOfPayment } from "./registration-record.ts";
import { addRegistration, findRegistration, savePayer, saveSettlement } from "./registration-store.ts";
import { tellStaff } from "./tell-staff.ts";

/** What was said of one reference's payment, and what goes with it. */
export interface PaymentNews {
  readonly reports: readonly PaymentReport[];
  /** Who registered, should the browser never have said so; null where the payment tells nothing of ours. */
  readonly enrolment: Enrolment | null;
  /** Who paid, where PayPal tells it. */
  readonly payer?: Payer | null;
}

/**
 * Records what was said of a payment, works out how its registration stands, and tells staff what is new in it. It may
 * be called with the same news any number of times, also side by side: each event, and each mail, is made once.
 *
 * @returns how the registration stands; null when there is none yet: what was said waits for it
 * @throws when the database fails; then the same news must come again
 */
export async function recordPayment(
  context: PaymentContext,
  reference: string,
  { reports, enrolment, payer = null }: PaymentNews,
): Promise<RegistrationRecord | null> {
  const { db, prices, now } = context;
  const [first] = reports;
  if (enrolment && first) {
    const registration = registrationOfPayment({ ...first, reference }, enrolment, prices);
    await addRegistration(db, registration, { now, nextCheckAt: nextCheck(now, now) });
  }
  await addEvents(db, reports, now);
  if (payer) await savePayer(db, reference, payer);
  return settleRegistration(context, reference);
}

/** Each one more than the first is lost to somebody who recorded at the same moment. */
const MOST_ATTEMPTS = 10;

/** Works out anew how a registration stands, and tells staff what is new. */
async function settleRegistration(
  context: PaymentContext,
  reference: string,
): Promise<RegistrationRecord | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const before = await findRegistration(context.db, reference);
    if (!before) return null;
    const history = await historyOf(context.db, reference);
    const settlement = settle(expectedOf(before), history);
    const { db, now } = context;
    // Somebody who records side by side has seen less, or more: whoever sees everything has the last word.
    if (!(await saveSettlement(db, reference, settlement, { eventCount: history.length, now }))) continue;
    const registration = { ...before, ...settlement };
    if (before.status !== settlement.status || before.flag !== settlement.flag) {
      const { status, flag } = settlement;
      log("registration-settled", { reference, status, flag });
    }
    await tellStaff(context, registration, history);
    return registration;
  }
  throw new Error("The history of a registration grew faster than it could be read.");
}
