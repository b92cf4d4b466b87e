/** The search and its index come when somebody is about to search, or a link searches. */
const form = document.querySelector("[data-search]");
const wake = () => void import("./search.ts");
form?.addEventListener("submit", (event) => event.preventDefault());
if (location.search) wake();
else for (const sign of ["focusin", "input"]) form?.addEventListener(sign, wake, { once: true });

export {};
