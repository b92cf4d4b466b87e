/**
 * The page's word that a part of it did not arrive: without it a form or button would just not answer. It goes with each
 * new attempt, so that it is true, and is heard again when that fails too.
 */

const notice = document.querySelector("[data-load-failed]");

addEventListener("astro:hydration-error", () => notice?.removeAttribute("hidden"));

export function withdrawLoadFailed(): void {
  notice?.setAttribute("hidden", "");
}
