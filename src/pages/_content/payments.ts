import type { EdgeEnv } from "~/server/edge-env.ts";
import type { PaymentContext } from "~/server/payments/payment-context.ts";
import { type PaymentProviders, paymentProviders } from "~/server/payments/payment-providers.ts";
import { getCourses, pricingCourses, registrationCourses } from "./courses.ts";
import { getSite } from "./site.ts";

/** What the server needs to record a payment: the database, the course records' prices, and whom to tell. */
export async function paymentContext({
  DB: db,
  JOBS: jobs,
  ORDERS_OF_VISITOR: orderLimit,
}: EdgeEnv): Promise<PaymentContext> {
  const [site, courses] = await Promise.all([getSite(), getCourses()]);
  return {
    db,
    jobs,
    orderLimit,
    prices: {
      fee: site.registrationFee,
      registrationCourses: registrationCourses(courses),
      pricingCourses: pricingCourses(courses),
    },
    staff: { sender: site.senderEmail, recipients: site.staffRecipients.map(({ email }) => email) },
    now: new Date(),
  };
}

/** The providers' servers, as far as their secrets are set. */
export function providersOf(env: EdgeEnv): PaymentProviders {
  return paymentProviders(env, import.meta.env.PUBLIC_PAYPAL_CLIENT_ID);
}
