import type { Database } from "~/server/database.ts";
import { runJobs } from "~/server/jobs/run-jobs.ts";
import { runSweeps } from "~/server/jobs/run-sweeps.ts";
import { deliverMail } from "~/server/mail/deliver-mail.ts";
import { sweepMails } from "~/server/mail/sweep-mails.ts";
import { runVerification } from "~/server/payments/check-payment.ts";
import { paymentProviders } from "~/server/payments/payment-providers.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { answerAtEdge, edgeContext } from "../fixtures/edge.ts";
import { faultyDatabase } from "./database.ts";
import { inWorker } from "./line.ts";
import { ACCOUNTS } from "./providers.ts";
import { faultyQueue } from "./queue.ts";
import type { StaffMailboxes } from "./staff.ts";
import { runIn } from "./virtual-time.ts";
import type { World } from "./world.ts";

const MINUTE = 60_000;
/** As wrangler.jsonc has it. Later, when only pauses of hours are left, the clock goes slower. */
const SWEEP_PAUSE = 5 * MINUTE;
const SLOW_SWEEP_PAUSE = 60 * MINUTE;
const SLOW_AFTER = 120 * MINUTE;

export interface CampaignEdge {
  answer(request: Request): Promise<Response>;
  /** How often a mail's delivery could not be noted: so many may have come twice. */
  readonly lostNotes: number;
}

/** The server's side, as src/worker.ts puts it together, with a queue and a clock. */
export function startEdge(
  world: World,
  database: Database,
  mailboxes: StaffMailboxes,
  account: string,
): CampaignEdge {
  let lostNotes = 0;
  const db = faultyDatabase(world, database, () => {
    lostNotes += 1;
  });
  const providers = paymentProviders(
    {
      PAYSTACK_SECRET_KEY: ACCOUNTS.paystackSecretKey,
      PAYSTACK_API_URL: ACCOUNTS.paystackOrigin,
      PAYPAL_CLIENT_SECRET: account,
      PAYPAL_WEBHOOK_ID: ACCOUNTS.paypalWebhookId,
      PAYPAL_API_URL: ACCOUNTS.paypalOrigin,
    },
    ACCOUNTS.paypalClientId,
  );
  const jobs = faultyQueue(world, (messages) =>
    runJobs(messages, {
      mail: ({ id }) => deliverMail(id, { db, send: mailboxes.send }),
      verify: ({ reference }) => runVerification(edgeContext(tools), providers, reference),
    }),
  );
  const tools = { db, jobs, providers };

  function sweep(): void {
    void inWorker(world, "sweep", () =>
      runSweeps({
        mails: () => sweepMails({ db, jobs, canDeliver: true }),
        payments: () => sweepPayments(edgeContext(tools), providers),
      }),
    );
    const isSlow = world.time.now - world.start > SLOW_AFTER;
    world.time.after(isSlow ? SLOW_SWEEP_PAUSE : SWEEP_PAUSE, sweep);
  }
  runIn(null, () => world.time.after(world.random.between(0, SWEEP_PAUSE), sweep));

  return {
    answer: (request) => answerAtEdge(request, tools),
    get lostNotes() {
      return lostNotes;
    },
  };
}
