/**
 * The parts of a browser and of the edge's platform that the campaign replaces, above all their
 * connections.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { FakeStorage } from "../fixtures/fake-storage.ts";
import type { LineFault } from "./plan.ts";
import { ACCOUNTS } from "./providers.ts";
import { currentProcess, Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

export const SITE = "https://academy.example";

/** Makes the `fetch` of the browser and of the edge, whose requests go over connections that fail. */
function network(world: World) {
  return (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, SITE), init);
    const { origin } = new URL(request.url);
    if ([ACCOUNTS.PAYSTACK_API_URL, ACCOUNTS.PAYPAL_API_URL].includes(origin)) {
      return world.providers.answer(request);
    }
    const going = init.keepalive ? runIn(null, askEdge(world, request)) : askEdge(world, request)();
    const { signal } = init;
    if (!signal) return going;
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      going.then(resolve, reject);
    });
  };
}

/** Sends a request of the browser whose tab runs just now. */
function askEdge(world: World, request: Request): () => Promise<Response> {
  const { mail, registration, line } = world.plan;
  const browser = currentBrowser();
  const { pathname } = new URL(request.url);
  if (!browser) throw new Error(`Nobody's tab asks for ${pathname}.`);
  // The edge sees where a request comes from.
  request.headers.set("cf-connecting-ip", browser.address);
  Object.assign(request, { cf: { country: browser.country } });
  const what = pathname.split("/").slice(1, 3).join("/");
  const trouble = { "/prod/mailing": mail, "/prod/enrolments": registration }[pathname] ?? line;
  return () => {
    const isLookup = pathname === "/json";
    const fault = isLookup ? world.letFail(what, browser.lookup) : world.drawFault(what, trouble);
    return carry(world, what, request, fault);
  };
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
  const { time, noise } = world;
  await time.wait(noise.between(5, 400));
  if (fault === "hangs") return hang();
  if (typeof fault === "number") return Response.json({ message: "Refused on the way." }, { status: fault });
  if (fault === "drops the line before it is reached") throw new TypeError("Failed to fetch");
  const answered = await inWorker(what, () => world.answer(request));
  await time.wait(noise.between(5, 400));
  if (answered === null || fault) throw new TypeError("Failed to fetch");
  return answered;
}

export const hang = () => new Promise<never>(() => undefined);

/** Runs something in a worker that lives as long as it takes; null when the worker ends before that. */
export function inWorker<T>(name: string, act: () => Promise<T>): Promise<T | null> {
  const worker = new Process(name);
  const asker = currentProcess();
  return new Promise((resolve, reject) => {
    worker.onEnd(() => runIn(asker, () => resolve(null)));
    runIn(worker, act).then(resolve, reject);
  });
}

/** A browser on one device: all its tabs share what it stores. */
export type Browser = ReturnType<typeof newBrowser>;

/** @param facts with its address and country as the edge sees them */
export function newBrowser(facts: {
  readonly name: string;
  readonly address: string;
  readonly country: "NG" | "GH";
  readonly lookup: LineFault | null;
}) {
  return { ...facts, localStorage: new FakeStorage() };
}

/** The browser whose tab runs just now; null on the edge. */
const currentBrowser = () => currentProcess()?.browser ?? null;

/** Puts what a run needs in the place of the platform's own. */
export function replaceGlobals(world: World): void {
  const { time, noise } = world;
  class VirtualDate extends RealDate {
    constructor(...from: ConstructorParameters<typeof Date> | []) {
      super(...((from.length === 0 ? [time.now] : from) as [number]));
    }
    static override now() {
      return time.now;
    }
  }
  const page = new EventTarget();
  const log = (...words: unknown[]) => world.note(words.map(String).join(" "));
  const values = {
    Date: VirtualDate,
    setTimeout: (act: (...with_: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      time.after(milliseconds, () => act(...given)),
    clearTimeout: (event: unknown) => time.cancel(event),
    performance: { now: () => time.now },
    fetch: network(world),
    sessionStorage: new FakeStorage(),
    // Each tab has those of its own browser.
    get localStorage() {
      return currentBrowser()?.localStorage;
    },
    get navigator() {
      return {};
    },
    location: new URL(`${SITE}/Signup`),
    document: {
      activeElement: null,
      documentElement: { dataset: {}, toggleAttribute: () => false },
      querySelector: () => null,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    },
    HTMLElement: class {},
    crypto: {
      subtle: subtleAtOnce,
      getRandomValues: (bytes: Uint8Array) => {
        for (const index of bytes.keys()) bytes[index] = noise.between(0, 255);
        return bytes;
      },
      randomUUID: () =>
        "00000000-0000-4000-8000-000000000000".replace(/0/g, () => noise.between(0, 15).toString(16)),
    },
    console: { ...console, log, error: log, warn: log },
  };
  Object.defineProperties(globalThis, Object.getOwnPropertyDescriptors(values));
  Math.random = noise.next;
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    time.after(milliseconds, () => controller.abort(new DOMException("Timed out.", "TimeoutError")));
    return controller.signal;
  };
}

const RealDate = Date;

/** Web Crypto answers from another thread, whenever it is done; the order of events must not hang on that. */
const subtleAtOnce = {
  digest: async (_: string, bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest()).buffer,
  importKey: async (_: string, key: Uint8Array, { hash }: { hash: string }) => ({ key, hash }),
  sign: async (_: string, secret: Secret, bytes: Uint8Array) => hmacOf(secret, bytes),
  verify: async (_: string, secret: Secret, signature: Uint8Array, bytes: Uint8Array) => {
    const hmac = hmacOf(secret, bytes);
    return hmac.length === signature.length && timingSafeEqual(hmac, signature);
  },
};

interface Secret {
  readonly key: Uint8Array;
  readonly hash: string;
}

function hmacOf({ key, hash }: Secret, bytes: Uint8Array): Uint8Array {
  return createHmac(hash.replace("-", ""), key).update(bytes).digest();
}
