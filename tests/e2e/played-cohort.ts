import { addDays, type Day, lagosTime } from "~/domain/dates/day.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { createPaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { providerServer } from "~/sandbox/providers/answer.ts";
import { paystackApi } from "~/sandbox/providers/paystack-api.ts";
import { paystackBook } from "~/sandbox/providers/paystack-book.ts";
import { EDGE_ORIGIN, edgeApp, runJob } from "../fixtures/edge.ts";
import { cohortOn, LEARNER_NAMES, orderOf, withCohorts } from "../fixtures/enrolment.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";

const LEARNERS = 200;
const DAYS = 45;

/** The second installment of cohort 8 has been late for some days in the end. */
const EIGHT = { cohort: "cohort-8", registersOn: 0, paysFirst: true };
/** Late, going on, complete; and one who left the checkout. `laterCount` of charges are paid after the first ones. */
const KINDS = [
  { ...EIGHT, laterCount: 0 },
  { ...EIGHT, laterCount: 1 },
  { ...EIGHT, laterCount: 5 },
  { cohort: "cohort-9", registersOn: DAYS - 5, paysFirst: false, laterCount: 0 },
] as const;
/** The day before the second installment is due. */
const PAYS_LATER_ON = 38;

const SECRET_KEY = "sk_live_cohort";
const PAYSTACK = "https://api.paystack.example";

/**
 * Plays 200 learners over six weeks on a clock of their own, and writes the database of their edge to a file.
 * @param today the day up to which it is played
 * @param file of SQLite; must not be there yet
 */
export async function playCohort(today: Day, file: string): Promise<void> {
  const start = addDays(today, -DAYS);
  let now = lagosTime(start, 8);
  const events: unknown[] = [];
  const jobs: Job[] = [];
  const book = paystackBook({ now: () => now, onEvent: (event) => events.push(event) });
  const bank = providerServer(paystackApi(book, SECRET_KEY));
  const client = createPaystackClient({
    secretKey: SECRET_KEY,
    apiUrl: PAYSTACK,
    fetch: (...asked: ConstructorParameters<typeof Request>) => bank(new Request(...asked)),
  });
  const db = openDatabase();
  const { prices } = withCohorts(
    cohortOn(addDays(start, 8), { id: "cohort-8" }),
    cohortOn(addDays(start, 66), { id: "cohort-9" }),
  );
  const app = edgeApp({
    db,
    prices,
    providers: { paystack: { client, secretKey: SECRET_KEY }, paypal: null },
    mailServer: { state: "smtp", send: async () => undefined },
    jobs: { send: async (job) => jobs.push(job) },
    now: () => now,
  });

  async function post(path: string, body: string, headers: Record<string, string>) {
    const request = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    const answer = await app.fetch(new Request(EDGE_ORIGIN + path, request));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  async function pay(reference: string): Promise<void> {
    book.pay(reference, { domain: "live" });
    for (const event of events.splice(0)) {
      const body = JSON.stringify(event);
      await post("/prod/webhooks/paystack", body, signedByPaystack(body, SECRET_KEY));
    }
    await runJobs();
  }

  async function runJobs(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) await runJob(app, job);
  }

  const learners = Array.from({ length: LEARNERS }, (_, number) => {
    const kind = KINDS[number % KINDS.length] ?? KINDS[0];
    const [firstName, lastName] =
      LEARNER_NAMES[Math.floor(number / KINDS.length) % LEARNER_NAMES.length] ?? LEARNER_NAMES[0];
    const email = `learner-${number}@example.com`;
    const phone = `+234801234${5600 + number}`;
    const planId = "five-installments";
    const order = (): Order =>
      orderOf({
        registration: { firstName, lastName, email, phone, planId, cohort: kind.cohort },
        reference: newReference("registration", now),
        now,
        prices,
      });
    return { ...kind, order, path: "", key: "" };
  });
  for (let day = 0; day <= DAYS; day += 1) {
    now = lagosTime(addDays(start, day), 10);
    await app.sweep();
    await runJobs();
    for (const learner of learners.filter(({ registersOn }) => registersOn === day)) {
      const order = learner.order();
      const page = "/Signup";
      const { id, key } = await post("/prod/enrolments", JSON.stringify({ order, page }), {
        "idempotency-key": newKey(),
      });
      Object.assign(learner, { path: `/prod/enrolments/${id}/payments`, key });
      if (learner.paysFirst) await pay(order.reference);
    }
    if (day !== PAYS_LATER_ON) continue;
    for (const { path, key, laterCount: count } of learners.filter(({ laterCount }) => laterCount > 0)) {
      const body = JSON.stringify({ count, page: "/My-enrolment" });
      const { reference } = await post(path, body, { authorization: `Bearer ${key}` });
      await pay(reference);
    }
  }
  await db.prepare("VACUUM INTO ?").bind(file).run();
}
