import type { ClientDirective } from "astro";
import { hasLink } from "~/domain/enrolment/enrolment-key.ts";

/** The island dispatches it once it answers by itself. */
export const ISLAND_READY = "island-ready";

/**
 * `client:enrolment`: hydrates at once where this browser can open an enrolment, by a link or by a key that it keeps;
 * otherwise with the first touch of the island, or when a link is opened in its tab. A form that is sent before its code has
 * loaded is held back, and sent again then.
 */
const enrolment: ClientDirective = (load, _options, element) => {
  let isLoading = false;
  let heldButton: HTMLElement | null = null;

  async function hydrateIsland(): Promise<void> {
    // What did not load is asked for again by the next touch.
    if (isLoading || !element.hasAttribute("ssr")) return;
    isLoading = true;
    const hydrate = await load();
    await hydrate();
    isLoading = false;
  }

  function holdForm(event: SubmitEvent): void {
    event.preventDefault();
    heldButton = event.submitter;
    void hydrateIsland();
  }

  function releaseForm(): void {
    element.removeEventListener("submit", holdForm);
    heldButton?.click();
  }

  element.addEventListener("submit", holdForm);
  element.addEventListener(ISLAND_READY, releaseForm, { once: true });
  element.addEventListener("focusin", hydrateIsland);
  addEventListener("hashchange", () => {
    if (hasLink(location.hash)) void hydrateIsland();
  });
  const { dataset } = document.documentElement;
  if ("enrolmentLink" in dataset || "enrolmentKnown" in dataset) void hydrateIsland();
};

export default enrolment;
