import { type Browser, currentBrowser } from "./browser.ts";
import { ACCOUNTS } from "./providers.ts";
import type { LineFault } from "./trouble.ts";
import { currentProcess, Process, runIn } from "./virtual-time.ts";
import type { World } from "./world.ts";

export const SITE = "https://academy.example";

/** What a browser asks for, in words, by how its path starts. */
const PATHS = {
  "/json": "location lookup",
  "/prod/mailing": "mail endpoint",
  "/prod/enrolments/": "enrolment's endpoint",
  "/prod/enrolments": "registration",
  "/prod/paypal/": "PayPal endpoint",
  "/prod/reminders/": "stop of reminders",
  "/prod/payments/": "payment's status",
} as const;

/** What fetch does for the browser and for the edge: both go over lines that fail. */
export function network(world: World) {
  const { plan, providers } = world;
  return (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : new URL(input, SITE).href;
    const request = input instanceof Request ? input : new Request(url, init);
    const { origin, pathname } = new URL(url);
    if ([ACCOUNTS.paystackOrigin, ACCOUNTS.paypalOrigin].includes(origin)) return providers.answer(request);
    const browser = currentBrowser();
    if (!browser) throw new Error(`Nobody's tab asks for ${pathname}.`);
    const what = Object.entries(PATHS).find(([start]) => pathname.startsWith(start))?.[1] ?? pathname;
    const go = () => carry(world, what, fromBrowser(request, browser), faultOf(what, browser));
    return untilAborted(init.keepalive ? runIn(null, go) : go(), init.signal);
  };

  function faultOf(what: string, { lookup }: Browser): LineFault | null {
    switch (what) {
      case "location lookup":
        if (lookup === "hangs") return "hangs";
        return lookup === "fails" ? 500 : null;
      case "mail endpoint":
        return world.drawFault(plan.mail);
      case "registration":
        return world.drawFault(plan.registration);
      default:
        return world.drawFault(plan.line);
    }
  }
}

/** The edge sees where a request comes from. */
function fromBrowser(request: Request, { country, address }: Browser): Request {
  request.headers.set("cf-connecting-ip", address);
  return Object.assign(request, { cf: { country: country === "Nigeria" ? "NG" : "GH" } });
}

function untilAborted<T>(going: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return going;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    going.then(resolve, reject);
  });
}

/**
 * Carries a request to a worker of the edge and the answer back, unless the line fails.
 * @param what the request in words
 */
export async function carry(
  world: World,
  what: string,
  request: Request,
  fault: LineFault | null,
): Promise<Response> {
  const { time, random, edge } = world;
  if (fault) world.strike(`${what} ${typeof fault === "number" ? `answers ${fault}` : fault}`);
  await time.wait(random.between(5, 400));
  if (fault === "hangs") return new Promise<never>(() => undefined);
  if (typeof fault === "number") return Response.json({ message: "Refused on the way." }, { status: fault });
  if (fault === "drops the line before it is reached") throw new TypeError("Failed to fetch");
  const answered = await inWorker(what, () => edge.answer(request));
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
