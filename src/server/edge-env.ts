import type { Database } from "./database.ts";
import type { RateLimiter } from "./http/rate-limit.ts";
import type { JobQueue } from "./jobs/job.ts";
import type { SmtpEnv } from "./mail/smtp-settings.ts";
import type { PaymentSecrets } from "./payments/payment-providers.ts";

/**
 * What the platform hands the worker: what wrangler.jsonc binds, and the settings of .env.example that are secrets.
 * Only the worker's entry and on-demand pages read it; they pass on what is needed as arguments.
 */
export interface EdgeEnv extends SmtpEnv, PaymentSecrets {
  readonly DB: Database;
  /** The site's own files, with the headers they are sent with. */
  readonly ASSETS: { fetch(address: URL): Promise<Response> };
  readonly JOBS: JobQueue;
  readonly MAILS_OF_VISITOR: RateLimiter;
  readonly MAILS_TO_RECIPIENT: RateLimiter;
  readonly ORDERS_OF_VISITOR: RateLimiter;
}
