/** Handles the form that asks for a mail when registration opens: loads its code on submit, since few visitors use it. */
const UNREACHABLE =
  "This could not be sent. Check your connection, then try again: what you typed is still there.";

document.querySelector("[data-tell-me]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const script = await import("./tell-me.ts").catch(() => null);
  if (script) return script.sendTellMe(UNREACHABLE);
  const news = document.querySelector("[data-tell-me-news]");
  if (news) news.textContent = UNREACHABLE;
});

export {};
