/** Loads the form of those who want to be told when it is first used: few do. */
document
  .querySelector("[data-tell-me]")
  ?.addEventListener("focusin", () => void import("./tell-me.ts"), { once: true });

export {};
