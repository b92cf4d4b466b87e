import type { AstroIntegration } from "astro";

/** Adds the page that shows accepted mails and sets the visitor's country; used by npm start and npm run dev only. */
export function sandbox(): AstroIntegration {
  return {
    name: "sandbox",
    hooks: {
      "astro:config:setup": ({ injectRoute }) => {
        injectRoute({ pattern: "/sandbox", entrypoint: "./src/sandbox/outbox.astro", prerender: false });
      },
    },
  };
}
