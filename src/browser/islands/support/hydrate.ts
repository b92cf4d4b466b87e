/** The entry of Astro's React renderer, with two steps before hydration. */
import hydrate from "@astrojs/react/client.js";
import { ISLAND_EVENT } from "~/browser/events.ts";
import { keepContent } from "./island-content.ts";

export default (island: HTMLElement): ReturnType<typeof hydrate> => {
  const hydrateIsland = hydrate(island);
  return (...rendered) => {
    island.dispatchEvent(new Event(ISLAND_EVENT));
    keepContent(island);
    hydrateIsland(...rendered);
  };
};
