/** Handles the form that asks for a mail when registration opens: loads its code on submit, since few visitors use it. */
const UNREACHABLE = "We couldn't send this. Check your connection and try again.";

document.querySelector("[data-opening-form]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const script = await import("./opening-form.ts").catch(() => null);
  if (script) return script.sendOpeningForm(UNREACHABLE);
  const news = document.querySelector("[data-opening-form-news]");
  if (news) news.textContent = UNREACHABLE;
});

export {};
