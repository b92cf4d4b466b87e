import type { AstroIntegration } from "astro";

/** The entry points of pages, by their addresses: of npm start and npm run dev. */
const PAGES = {
  "/sandbox": "sandbox.astro",
  "/sandbox/checkout/[code]": "checkout-page.astro",
  "/sandbox/desk": "desk-sign-in.astro",
};
/** Of npm run dev alone: all components, and the mails with example values. */
const DEV_PAGES = { "/gallery": "gallery.astro", "/sandbox/mails": "mails.astro" };

/** Adds the sandbox's pages. */
export function sandbox(): AstroIntegration {
  return {
    name: "sandbox",
    hooks: {
      "astro:config:setup": ({ command, injectRoute }) => {
        for (const [pattern, file] of Object.entries(PAGES)) {
          injectRoute({ pattern, entrypoint: `./src/sandbox/${file}`, prerender: false });
        }
        if (command !== "dev") return;
        for (const [pattern, file] of Object.entries(DEV_PAGES)) {
          injectRoute({ pattern, entrypoint: `./src/sandbox/${file}` });
        }
      },
    },
  };
}
