/**
 * Has pages kept for reading without a network once the visitor uses the page, or has long been on it: never while it is
 * being drawn, and not for somebody who looks and leaves.
 */
import { onFirstSign } from "./wake-islands.ts";

const IDLE_MS = 30_000;

// On a page that the service worker answered for, it keeps everything by itself.
const isNeeded =
  import.meta.env.PROD && import.meta.env.PUBLIC_OFFLINE !== "off" && !navigator.serviceWorker?.controller;

if (isNeeded) {
  addEventListener("load", () => {
    const begin = () =>
      void import("~/offline/keep-pages.ts").then(
        ({ keepPages }) => keepPages(),
        () => {
          // The network went away meanwhile: the next page tries again.
        },
      );
    onFirstSign(begin);
    setTimeout(begin, IDLE_MS);
  });
}
