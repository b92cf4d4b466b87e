/** The planner's code comes when a link chooses something, or when somebody uses the form. */
const wake = () => void import("./planner.ts");
const form = document.querySelector("[data-planner]");
if (location.search) wake();
else for (const sign of ["focusin", "input"]) form?.addEventListener(sign, wake, { once: true });

export {};
