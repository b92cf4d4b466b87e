import { expect, test } from "vitest";
import { ISLAND_EVENT } from "~/browser/events.ts";
import { openWindow } from "../../../fixtures/browser-window.ts";

test("an island has its own texts again, and the same fields, when React takes it over", async () => {
  openWindow("https://academy.example/Contact");
  const html = "<p>Your <b>message</b> now</p><label>Name <input></label>";
  document.body.innerHTML = `<astro-island ssr="">${html}</astro-island>`;
  const island = document.querySelector("astro-island") as HTMLElement;
  const field = island.querySelector("input");
  await import("~/browser/page-scripts/page-frame/island-texts.ts");
  // Chrome puts elements in the place of texts, Firefox and Safari change the texts.
  island.querySelector("b")?.replaceChildren("Nachricht");
  island.querySelector("p")?.firstChild?.replaceWith(document.createElement("font"));
  island.dispatchEvent(new Event(ISLAND_EVENT));
  expect(island.innerHTML).toBe(html);
  expect(island.querySelector("input")).toBe(field);
});
