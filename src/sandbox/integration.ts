import type { AstroIntegration } from "astro";

/** The entry points of pages, by their addresses: of npm start and npm run dev. */
const PAGES = {
  "/sandbox": "sandbox.astro",
  "/sandbox/checkout/[code]": "checkout-page.astro",
  "/sandbox/desk": "desk-sign-in.astro",
  "/sandbox/portal": "portal.astro",
};

export function sandbox(): AstroIntegration {
  return {
    name: "sandbox",
    hooks: {
      "astro:config:setup": ({ command, injectRoute }) => {
        for (const [pattern, file] of Object.entries(PAGES)) {
          injectRoute({ pattern, entrypoint: `./src/sandbox/${file}`, prerender: false });
        }
        // The mails with example values are of npm run dev alone.
        if (command === "dev")
          injectRoute({ pattern: "/sandbox/mails", entrypoint: "./src/sandbox/mails.astro" });
      },
    },
  };
}
