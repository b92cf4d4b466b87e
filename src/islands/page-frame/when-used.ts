/**
 * Fetches what a page needs only once the visitor uses it, or has long been on it: never while it is being drawn, and not
 * for somebody who looks and leaves.
 */
import { onFirstSign } from "./wake-islands.ts";

const IDLE_MS = 30_000;

addEventListener("load", () => {
  const begin = () =>
    void import("../used-page/used-page.ts").catch(() => {
      // The network went away meanwhile: the next page tries again.
    });
  onFirstSign(begin);
  setTimeout(begin, IDLE_MS);
});
