/** Loads after-first-interaction.ts on the first interaction, or after half a minute: never while the page is rendered. */
import { onFirstInteraction } from "./on-first-interaction.ts";

const IDLE_MS = 30_000;

addEventListener("load", () => {
  const load = () =>
    void import("../after-first-interaction.ts").catch(() => {
      // The network is gone: the next page tries again.
    });
  onFirstInteraction(load);
  setTimeout(load, IDLE_MS);
});
