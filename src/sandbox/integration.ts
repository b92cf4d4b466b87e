import type { AstroIntegration } from "astro";

/** The pages of npm start and npm run dev: the entry point of each address. */
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
        // Only npm run dev has the mails with example values.
        if (command === "dev")
          injectRoute({ pattern: "/sandbox/mails", entrypoint: "./src/sandbox/mails.astro" });
      },
    },
  };
}
