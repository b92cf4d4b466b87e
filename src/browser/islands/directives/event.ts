import type { ClientDirective } from "astro";

/** `client:event="name"`: loads and hydrates the island on the first such event on `window`; after a failure, on the next. */
const event: ClientDirective = (load, options, element) => {
  const hydrateIsland = async () => {
    const hydrate = await load();
    await hydrate();
    if (element.hasAttribute("ssr")) listen();
  };
  const listen = () => addEventListener(String(options.value), hydrateIsland, { once: true });
  listen();
};

export default event;
