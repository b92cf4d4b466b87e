/** Loads the search and its index when the link has a query, or at the first use of the form. */
const form = document.querySelector("[data-search]");
const load = () => void import("./search.ts");
form?.addEventListener("submit", (event) => event.preventDefault());
if (location.search) load();
else for (const type of ["focusin", "input"]) form?.addEventListener(type, load, { once: true });

export {};
