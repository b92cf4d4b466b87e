/**
 * Keeps what is typed into a form until it has been taken, in the tab alone: a session that ends in the middle of it leads
 * away to sign in, and the form is there again afterwards as it was left. Forms work without it.
 */
export const DRAFT_SCRIPT = `(() => {
  const kept = (form) => "desk:" + location.pathname + ":" + form.getAttribute("action");
  const typed = (form) => [...form.elements].filter((field) => field.name && !["hidden", "submit"].includes(field.type));
  for (const form of document.querySelectorAll("form[data-draft]")) {
    const key = kept(form);
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (draft && form.dataset.draft === "restore") {
      for (const field of typed(form)) if (field.name in draft) field.value = draft[field.name];
    }
    form.addEventListener("input", () => {
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed(form).map((field) => [field.name, field.value]))));
    });
  }
  const done = document.querySelector("[data-done]");
  if (done) {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith("desk:") && key.includes(done.dataset.done)) sessionStorage.removeItem(key);
    }
  }
})();`;
