import type { Job, JobMessage, JobQueue } from "~/edge/jobs/jobs.ts";
import { inWorker } from "./line.ts";
import { runIn } from "./virtual-time.ts";
import { drawFault, note, strike, type World } from "./world.ts";

/** As wrangler.jsonc has them. */
const MAX_RETRIES = 100;
const BATCH_WAIT_MS = 1_000;
/** A message whose worker said nothing about it comes again. */
const VISIBILITY_MS = 30_000;

interface Held {
  readonly job: Job;
  attempts: number;
  /** Whether it may come once more than it should. */
  mayRepeat: boolean;
}

/**
 * Cloudflare's queue: hands each job over at least once, after its delay, and again when it is not acknowledged.
 * @param consume what the worker does with a batch
 */
export function faultyQueue(
  world: World,
  consume: (messages: readonly JobMessage[]) => Promise<void>,
): JobQueue {
  const { time, random } = world;

  function schedule(held: Held, delayMs: number): void {
    runIn(null, () => time.after(delayMs + random.between(50, BATCH_WAIT_MS), () => void handOver(held)));
  }

  async function handOver(held: Held): Promise<void> {
    held.attempts += 1;
    if (held.attempts > MAX_RETRIES + 1) {
      note(world, `the queue gives up ${JSON.stringify(held.job)}`);
      return;
    }
    if (held.mayRepeat && drawFault(world, world.plan.queue) === "repeats") {
      strike(world, "queue redelivers");
      held.mayRepeat = false;
      schedule({ job: held.job, attempts: 0, mayRepeat: false }, random.spread(1, 60_000));
    }
    const said: ("done" | { readonly delaySeconds: number })[] = [];
    const message: JobMessage = {
      body: held.job,
      attempts: held.attempts,
      ack: () => void said.push("done"),
      retry: (options) => void said.push(options),
    };
    await inWorker("consumer", () => consume([message]));
    const [end] = said;
    if (end !== "done") schedule(held, end ? end.delaySeconds * 1000 : VISIBILITY_MS);
  }

  return {
    send: async (job) => {
      await time.wait(random.between(1, 30));
      const fault = drawFault(world, world.plan.queue);
      if (fault === "refuses") {
        strike(world, "queue refuses");
        throw new Error("Queue overloaded");
      }
      if (fault === "loses") strike(world, "queue loses a job");
      else schedule({ job, attempts: 0, mayRepeat: true }, 0);
    },
  };
}
