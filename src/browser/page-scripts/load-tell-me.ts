/** Takes the form of those who want to be told, and loads what sends it with the first press: few press it. */
document.querySelector("[data-tell-me]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { sendTellMe } = await import("./tell-me.ts");
  await sendTellMe();
});

export {};
