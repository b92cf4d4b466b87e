import type { ClientDirective } from "astro";
import { hasLink } from "~/domain/enrolment/enrolment-key.ts";

/** The event that the island dispatches once its own handlers are attached. */
export const ISLAND_READY = "island-ready";

/**
 * `client:enrolment` hydrates at once if this browser has a link or a stored key of an enrolment. Otherwise
 * it hydrates when the island gets the focus or a link is opened in the tab. A form that is submitted before
 * its code has loaded is held back and submitted again afterwards.
 */
const enrolment: ClientDirective = (load, _options, element) => {
  let isLoading = false;
  let heldButton: HTMLElement | null = null;

  async function hydrateIsland(): Promise<void> {
    // Astro's load() resolves even if it fails. The attribute then stays, and the next focus tries again.
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
