import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { FakeStorage } from "../fixtures/fake-storage.ts";
import { currentBrowser } from "./browser.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What a run puts in the place of the platform's own. */
export interface Globals {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** A line that was written to the console. */
  log(line: string): void;
}

const ORIGIN = "https://academy.example";

/** Puts them in place. @returns what puts everything back */
export function replaceGlobals({ time, random, fetch, log }: Globals) {
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(...from: ConstructorParameters<typeof Date> | []) {
      super(...((from.length === 0 ? [time.now] : from) as [number]));
    }
    static override now() {
      return time.now;
    }
  }
  class Element {}
  const page = new EventTarget();
  const line = (...words: unknown[]) => log(words.map(String).join(" "));
  const timeout = (milliseconds: number) => {
    const controller = new AbortController();
    time.after(milliseconds, () => controller.abort(new DOMException("Timed out.", "TimeoutError")));
    return controller.signal;
  };
  const getRandomValues = (bytes: Uint8Array) => {
    for (const index of bytes.keys()) bytes[index] = random.between(0, 255);
    return bytes;
  };
  const randomUUID = () => {
    const digits = (count: number) =>
      Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  };
  const replacements: Record<string, unknown> = {
    Date: VirtualDate,
    setTimeout: (act: (...with_: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      time.after(milliseconds, () => act(...given)),
    clearTimeout: (order: unknown) => time.cancel(order),
    performance: { now: () => time.now },
    fetch,
    sessionStorage: new FakeStorage(),
    location: new URL(`${ORIGIN}/Signup`),
    document: {
      activeElement: null,
      documentElement: { dataset: {}, toggleAttribute: () => false },
      querySelector: () => null,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    },
    HTMLElement: Element,
    crypto: { ...cryptoAtOnce, getRandomValues, randomUUID },
    console: { ...console, log: line, error: line, warn: line },
  };
  /** Each tab has those of its own browser. */
  const ofBrowser: Record<string, () => unknown> = {
    localStorage: () => currentBrowser()?.localStorage,
    navigator: () => ({ locks: currentBrowser()?.locks }),
  };
  const before = [...Object.keys(replacements), ...Object.keys(ofBrowser)].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(replacements)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  for (const [name, get] of Object.entries(ofBrowser)) {
    Object.defineProperty(globalThis, name, { get, configurable: true });
  }
  const { random: realRandom } = Math;
  const { timeout: realTimeout } = AbortSignal;
  Math.random = () => random.next();
  AbortSignal.timeout = timeout;
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
    Math.random = realRandom;
    AbortSignal.timeout = realTimeout;
  };
}

/** Web Crypto answers from another thread, whenever it is done; the order of events must not hang on that. */
const cryptoAtOnce = {
  subtle: {
    digest: async (_: string, bytes: Uint8Array) =>
      new Uint8Array(createHash("sha256").update(bytes).digest()).buffer,
    importKey: async (_: string, key: Uint8Array) => key,
    verify: async (_: string, key: Uint8Array, signature: Uint8Array, bytes: Uint8Array) =>
      timingSafeEqual(createHmac("sha512", key).update(bytes).digest(), signature),
  },
};
