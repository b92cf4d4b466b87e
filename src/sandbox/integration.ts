import type { AstroIntegration } from "astro";

/**
 * Adds the sandbox's pages to npm start and npm run dev; to npm run dev alone the gallery of all components, and the mails
 * with example values.
 */
export function sandbox(): AstroIntegration {
  return {
    name: "sandbox",
    hooks: {
      "astro:config:setup": ({ command, injectRoute }) => {
        injectRoute({ pattern: "/sandbox", entrypoint: "./src/sandbox/sandbox.astro", prerender: false });
        injectRoute({
          pattern: "/sandbox/checkout/[code]",
          entrypoint: "./src/sandbox/checkout-page.astro",
          prerender: false,
        });
        injectRoute({
          pattern: "/sandbox/desk",
          entrypoint: "./src/sandbox/desk-sign-in.astro",
          prerender: false,
        });
        if (command === "dev") {
          injectRoute({ pattern: "/gallery", entrypoint: "./src/sandbox/gallery.astro" });
          injectRoute({ pattern: "/sandbox/mails", entrypoint: "./src/sandbox/mails.astro" });
        }
      },
    },
  };
}
