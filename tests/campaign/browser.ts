/** Browsers, and the platform's globals that a run replaces with virtual ones. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { FakeStorage } from "../fixtures/fake-storage.ts";
import type { LineFault } from "./plan.ts";
import { ACCOUNTS } from "./providers.ts";
import { currentProcess, Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

export const SITE = "https://academy.example";

/** Returns the `fetch` of browsers and of the edge, whose connections fail. */
function createFetch(world: World) {
  return (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, SITE), init);
    const { origin } = new URL(request.url);
    if ([ACCOUNTS.PAYSTACK_API_URL, ACCOUNTS.PAYPAL_API_URL].includes(origin)) {
      return world.providers.answer(request);
    }
    const send = requestToEdge(world, request);
    const response = init.keepalive ? runIn(null, send) : send();
    const { signal } = init;
    if (!signal) return response;
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      response.then(resolve, reject);
    });
  };
}

/** Returns a function that sends a request from the running tab's browser to the edge. */
function requestToEdge(world: World, request: Request): () => Promise<Response> {
  const { mail, registration, line } = world.plan;
  const browser = currentBrowser();
  const { pathname } = new URL(request.url);
  if (!browser) throw new Error(`No tab runs that could request ${pathname}.`);
  request.headers.set("cf-connecting-ip", browser.address);
  Object.assign(request, { cf: { country: browser.country } });
  const name = pathname.split("/").slice(1, 3).join("/");
  const trouble = { "/prod/mailing": mail, "/prod/enrolments": registration }[pathname] ?? line;
  return () => {
    const isLookup = pathname === "/json";
    const fault = isLookup ? world.noteFaultOf(name, browser.lookupFault) : world.drawFault(name, trouble);
    return carry(world, name, request, fault);
  };
}

/** Carries a request to a worker of the edge, and the response back. @param name the request's name in the trace */
export async function carry(
  world: World,
  name: string,
  request: Request,
  fault: LineFault | null,
): Promise<Response> {
  const { time, noise } = world;
  await time.wait(noise.between(5, 400));
  if (fault === "hangs") return hang();
  if (typeof fault === "number") return Response.json({ message: "Refused on the way." }, { status: fault });
  if (fault === "drops the line before it is reached") throw new TypeError("Failed to fetch");
  const response = await inWorker(name, () => world.edge.answer(request));
  await time.wait(noise.between(5, 400));
  if (response === null || fault) throw new TypeError("Failed to fetch");
  return response;
}

export const hang = () => new Promise<never>(() => undefined);

/** Runs a function in a new worker. @returns `null` if the worker ends first */
export function inWorker<T>(name: string, act: () => Promise<T>): Promise<T | null> {
  const worker = new Process(name);
  const caller = currentProcess();
  return new Promise((resolve, reject) => {
    worker.onEnd(() => runIn(caller, () => resolve(null)));
    runIn(worker, act).then(resolve, reject);
  });
}

/** A browser on one device. Its tabs share its storage. */
export type Browser = ReturnType<typeof newBrowser>;

export function newBrowser(facts: {
  readonly name: string;
  readonly address: string;
  readonly country: "NG" | "GH";
  /** The fault of the location lookup. */
  readonly lookupFault: LineFault | null;
}) {
  return { ...facts, localStorage: new FakeStorage() };
}

/** Runs a function in a new tab. */
export const inTab = <Result>(browser: Browser, act: () => Result, name = browser.name): Result =>
  runIn(new Process(name, browser), act);

/** Returns the running tab's browser; `null` on the edge. */
const currentBrowser = () => currentProcess()?.browser ?? null;

/** Replaces the platform's globals with those of a run. */
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
    fetch: createFetch(world),
    sessionStorage: new FakeStorage(),
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

/** The stand-in for Web Crypto, whose answers come from another thread and so in no fixed order. */
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
