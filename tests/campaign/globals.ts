import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { FakeStorage } from "../fixtures/fake-storage.ts";
import { currentBrowser } from "./browser.ts";
import { network, SITE } from "./network.ts";
import type { World } from "./world.ts";

/** Puts what a run needs in the place of the platform's own. @returns what puts everything back */
export function replaceGlobals(world: World) {
  const { time, random } = world;
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
  const log = (...words: unknown[]) => world.note(words.map(String).join(" "));
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
  const values = {
    Date: VirtualDate,
    setTimeout: (act: (...with_: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      time.after(milliseconds, () => act(...given)),
    clearTimeout: (order: unknown) => time.cancel(order),
    performance: { now: () => time.now },
    fetch: network(world),
    sessionStorage: new FakeStorage(),
    location: new URL(`${SITE}/Signup`),
    document: {
      activeElement: null,
      documentElement: { dataset: {}, toggleAttribute: () => false },
      querySelector: () => null,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    },
    HTMLElement: Element,
    crypto: { ...cryptoAtOnce, getRandomValues, randomUUID },
    console: { ...console, log, error: log, warn: log },
  };
  const restores = [
    replace(globalThis, {
      ...propertiesOf(values),
      // Each tab has those of its own browser.
      localStorage: { get: () => currentBrowser()?.localStorage },
      navigator: { get: () => ({ locks: currentBrowser()?.locks }) },
    }),
    replace(Math, propertiesOf({ random: random.next })),
    replace(AbortSignal, propertiesOf({ timeout })),
  ];
  return () => {
    for (const restore of restores) restore();
  };
}

const propertiesOf = (values: Readonly<Record<string, unknown>>): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, writable: true }]));

function replace(owner: object, properties: PropertyDescriptorMap): () => void {
  const before = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const,
  );
  for (const [name, property] of Object.entries(properties)) {
    Object.defineProperty(owner, name, { ...property, configurable: true });
  }
  return () => {
    for (const [name, property] of before) {
      if (property) Object.defineProperty(owner, name, property);
      else Reflect.deleteProperty(owner, name);
    }
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
