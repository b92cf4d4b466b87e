import { FakeStorage } from "../fixtures/fake-storage.ts";
import { tabLocks } from "./locks.ts";
import { currentProcess } from "./virtual-time.ts";

/** A browser on one device: all its tabs share what it stores. */
export interface Browser {
  readonly name: string;
  /** As the edge sees where its requests come from. */
  readonly address: string;
  readonly country: "Nigeria" | "Ghana";
  readonly lookup: "answers" | "fails" | "hangs";
  readonly localStorage: FakeStorage;
  readonly locks: ReturnType<typeof tabLocks>;
}

export function newBrowser(facts: Pick<Browser, "name" | "address" | "country" | "lookup">): Browser {
  return { ...facts, localStorage: new FakeStorage(), locks: tabLocks() };
}

/** The browser whose tab runs just now; null on the edge. */
export const currentBrowser = (): Browser | null => currentProcess()?.browser ?? null;
