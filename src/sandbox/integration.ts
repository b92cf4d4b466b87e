import type { AstroIntegration } from "astro";

/**
 * Adds the page that shows accepted mails and sets the visitor's country; used by npm start and npm run dev only. Under
 * npm run dev the gallery of all components comes with it.
 */
export function sandbox(): AstroIntegration {
  return {
    name: "sandbox",
    hooks: {
      "astro:config:setup": ({ command, injectRoute }) => {
        injectRoute({ pattern: "/sandbox", entrypoint: "./src/sandbox/outbox.astro", prerender: false });
        if (command === "dev") {
          injectRoute({ pattern: "/gallery", entrypoint: "./src/sandbox/gallery.astro" });
        }
      },
    },
  };
}
