/**
 * The notice that an island's code did not load; without it a form or button would just not answer. Each new attempt
 * hides it, so that a screen reader announces the next failure again.
 */

const notice = document.querySelector("[data-load-failed]");

addEventListener("astro:hydration-error", () => notice?.removeAttribute("hidden"));

export function hideLoadFailed(): void {
  notice?.setAttribute("hidden", "");
}
