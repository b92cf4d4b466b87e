import type { ClientDirective } from "astro";

/**
 * `client:event="name"`: the island's code is loaded and hydrated when `window` hears the event for the first time; where
 * the code did not arrive, when it hears it again.
 */
const event: ClientDirective = (load, options, element) => {
  const wake = async () => {
    const hydrate = await load();
    await hydrate();
    if (element.hasAttribute("ssr")) listen();
  };
  const listen = () => addEventListener(String(options.value), wake, { once: true });
  listen();
};

export default event;
