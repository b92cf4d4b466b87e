import type { ClientDirective } from "astro";

/** `client:event="name"`: the island's code is loaded and hydrated when `window` hears the event for the first time. */
const event: ClientDirective = (load, options) => {
  addEventListener(
    String(options.value),
    async () => {
      const hydrate = await load();
      await hydrate();
    },
    { once: true },
  );
};

export default event;
