import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { type JobMessage, type JobRunners, runJobs } from "~/edge/jobs/jobs.ts";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

/** Returns a queue's message that records its outcome. */
function message(body: unknown, attempts = 1): JobMessage & { readonly outcomes: unknown[] } {
  const outcomes: unknown[] = [];
  return {
    body,
    attempts,
    outcomes,
    ack: () => outcomes.push("done"),
    retry: ({ delaySeconds }) => outcomes.push(delaySeconds),
  };
}

const done = async () => "done" as const;
const runners = (change: Partial<JobRunners> = {}): JobRunners => ({
  mail: done,
  reconcile: done,
  subscription: done,
  verify: done,
  links: done,
  portal: done,
  reminder: done,
  refunds: done,
  ...change,
});

test("each job is run by its type, and leaves the queue when it is done", async () => {
  const ran: unknown[] = [];
  const mail = message({ type: "mail", id: 7 });
  const verify = message({ type: "verify", reference: "REG-1" });
  const note = async (job: unknown) => {
    ran.push(job);
    return "done" as const;
  };
  await runJobs([mail, verify], runners({ mail: note, verify: note }));
  expect(ran).toEqual([
    { type: "mail", id: 7 },
    { type: "verify", reference: "REG-1" },
  ]);
  expect([mail.outcomes, verify.outcomes]).toEqual([["done"], ["done"]]);
});

test("a job is retried after the time that it returns", async () => {
  const mail = message({ type: "mail", id: 7 });
  await runJobs([mail], runners({ mail: async () => ({ retryInSeconds: 90 }) }));
  expect(mail.outcomes).toEqual([90]);
});

test.each([
  [1, 30],
  [2, 120],
  [4, 3600],
  [50, 3600],
])(
  "a runner's failure number %i is retried after %i s, and affects no other job",
  async (attempts, pause) => {
    const broken = message({ type: "mail", id: 7 }, attempts);
    const fine = message({ type: "verify", reference: "REG-1" });
    const fail = () => Promise.reject(new Error("no database for ada@example.com"));
    await runJobs([broken, fine], runners({ mail: fail }));
    expect([broken.outcomes, fine.outcomes]).toEqual([[pause], ["done"]]);
    expect(errors.mock.calls).toEqual([
      [`{"event":"job-failed","type":"mail","attempt":${attempts},"reason":"no database for [address]"}`],
    ]);
  },
);

test.each([null, "mail", 7, {}, { type: "unheard-of" }, { type: "toString" }])(
  "the unknown job %j leaves the queue and is logged",
  async (body) => {
    const unknown = message(body);
    await runJobs([unknown], runners());
    expect(unknown.outcomes).toEqual(["done"]);
    expect(errors).toHaveBeenCalledExactlyOnceWith(`{"event":"job-unknown"}`);
  },
);
