import type { Job, JobMessage, JobQueue } from "~/edge/jobs/jobs.ts";
import { inWorker } from "./network.ts";
import type { World } from "./world.ts";

/** As wrangler.jsonc has them. */
const MAX_RETRIES = 100;
const BATCH_WAIT_MS = 1_000;
/** A message whose worker said nothing about it comes again. */
const VISIBILITY_MS = 30_000;

/**
 * Cloudflare's queue: hands each job over at least once, after its delay, and again when it is not acknowledged.
 * @param consume what the worker does with a batch
 */
export function faultyQueue(
  world: World,
  consume: (messages: readonly JobMessage[]) => Promise<void>,
): JobQueue {
  const { time, random, plan } = world;

  /** @param mayRepeat whether it may come once more than it should */
  function schedule(body: Job, delayMs: number, mayRepeat: boolean, attempts = 1): void {
    const delay = delayMs + random.between(50, BATCH_WAIT_MS);
    time.outlive(delay, () => void handOver(body, mayRepeat, attempts));
  }

  async function handOver(body: Job, mayRepeat: boolean, attempts: number): Promise<void> {
    if (attempts > MAX_RETRIES + 1) return world.note(`the queue gives up ${JSON.stringify(body)}`);
    const repeats = mayRepeat && world.drawFault(plan.queue) === "repeats";
    if (repeats) {
      world.strike("queue redelivers");
      schedule(body, random.spread(1, 60_000), false);
    }
    /** In milliseconds; null when it is done. */
    let pause: number | null = VISIBILITY_MS;
    const message: JobMessage = {
      body,
      attempts,
      ack: () => {
        pause = null;
      },
      retry: ({ delaySeconds }) => {
        pause = delaySeconds * 1000;
      },
    };
    await inWorker("consumer", () => consume([message]));
    if (pause !== null) schedule(body, pause, mayRepeat && !repeats, attempts + 1);
  }

  return {
    send: async (job) => {
      await time.wait(random.between(1, 30));
      const fault = world.drawFault(plan.queue);
      if (fault === "refuses") {
        world.strike("queue refuses");
        throw new Error("Queue overloaded");
      }
      if (fault === "loses") world.strike("queue loses a job");
      else schedule(job, 0, true);
    },
  };
}
