/** Loads what shows an enrolment when this browser knows one, or a link is opened; and the form's code with its first use. */
import { loadModule } from "~/browser/payments/load-module.ts";
import { ENROLMENTS_KEY, keysBelow } from "~/browser/stores/browser-storage.ts";

const form = document.querySelector("[data-link-form]");
const loadForm = () => loadModule(() => import("./send-link.ts"));
const notLoaded = () => dispatchEvent(new Event("astro:hydration-error"));

function open(): void {
  loadModule(() => import("./my-enrolment.ts")).then((code) => code.openEnrolment(), notLoaded);
}

if ("enrolmentLink" in document.documentElement.dataset || keysBelow(ENROLMENTS_KEY).length > 0) open();
else form?.removeAttribute("hidden");

// A second link that is opened in the same tab changes the address alone.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#ENR-")) open();
});
form?.addEventListener("focusin", () => void loadForm().catch(() => undefined), { once: true });
// A press before the code has loaded is not lost.
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  loadForm().then((code) => code.send(), notLoaded);
});
