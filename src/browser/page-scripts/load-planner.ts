/** Loads the planner when the link's query fills it in, or at the first use of its form. */
const load = () => void import("./planner.ts");
const form = document.querySelector("[data-planner]");
if (location.search) load();
else for (const type of ["focusin", "input"]) form?.addEventListener(type, load, { once: true });

export {};
