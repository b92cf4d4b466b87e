import type { LineFault } from "./trouble.ts";
import { currentProcess, Process, runIn } from "./virtual-time.ts";
import { strike, type World } from "./world.ts";

/** Answers at the other end of a line. */
export type Answerer = (request: Request) => Promise<Response>;

const never = () => new Promise<never>(() => undefined);

/**
 * Carries a request to a worker of its own and the answer back, unless the line fails.
 * @param what the request in words, e.g. "mail endpoint"
 */
export async function carry(
  world: World,
  request: Request,
  { what, fault, answer }: { what: string; fault: LineFault | null; answer: Answerer },
): Promise<Response> {
  const { time, random } = world;
  if (fault) strike(world, `${what} ${typeof fault === "number" ? `answers ${fault}` : fault}`);
  await time.wait(random.between(5, 400));
  if (fault === "hangs") return never();
  if (typeof fault === "number") return Response.json({ message: "Refused on the way." }, { status: fault });
  if (fault === "drops the line before it is reached") throw new TypeError("Failed to fetch");
  const answered = await inWorker(what, () => answer(request));
  await time.wait(random.between(5, 400));
  if (answered === null || fault) throw new TypeError("Failed to fetch");
  return answered;
}

/** Runs something in a worker that lives as long as it takes; null when the worker ends before that. */
export function inWorker<T>(name: string, act: () => Promise<T>): Promise<T | null> {
  const worker = new Process(name);
  const asker = currentProcess();
  return new Promise((resolve, reject) => {
    worker.onEnd(() => runIn(asker, () => resolve(null)));
    runIn(worker, act).then(resolve, reject);
  });
}
