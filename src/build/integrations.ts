import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import sitemap from "@astrojs/sitemap";
import type { AstroIntegration } from "astro";

/** Pages that search engines are asked to stay away from. */
const UNLISTED = ["/My-enrolment", "/Payment", "/cityboy/training", "/offline", "/sandbox"];

const HYDRATE = fileURLToPath(new URL("../browser/islands/support/hydrate.ts", import.meta.url));

/** React islands. They hydrate at two more moments than Astro's own, client:enrolment and client:touch, and in our own way. */
export function islands(): AstroIntegration {
  const { name, hooks } = react();
  const setUp = hooks["astro:config:setup"];
  return {
    name,
    hooks: {
      ...hooks,
      "astro:config:setup": ({ addClientDirective, addRenderer, ...options }) => {
        for (const directive of ["enrolment", "touch"]) {
          const entrypoint = `./src/browser/islands/directives/${directive}.ts`;
          addClientDirective({ name: directive, entrypoint });
        }
        return setUp?.({
          ...options,
          addClientDirective,
          addRenderer: (renderer) => addRenderer({ ...renderer, clientEntrypoint: HYDRATE }),
        });
      },
    },
  };
}

/** The dev server, unlike the edge, takes an encoded & in an address for another address. */
export function encodedAmpersand(): AstroIntegration {
  return {
    name: "encoded-ampersand",
    hooks: {
      "astro:server:setup": ({ server }) => {
        server.middlewares.use((request, _response, next) => {
          request.url = request.url?.replace("/Terms%26Condition", "/Terms&Condition");
          next();
        });
      },
    },
  };
}

/** Astro takes a site whose pages are all files for one without a worker. This one has its own, src/edge/worker.ts. */
export function withWorker({ name, hooks }: AstroIntegration): AstroIntegration {
  const configDone = hooks["astro:config:done"];
  return {
    name,
    hooks: {
      ...hooks,
      "astro:config:done": (options) => configDone?.({ ...options, buildOutput: "server" }),
    },
  };
}

/** The sitemap of the pages that search engines may list. */
export function listedPages(): AstroIntegration {
  return sitemap({
    filter: (page) => !UNLISTED.includes(new URL(page).pathname),
    serialize: (item) => ({ ...item, url: item.url.replaceAll("&", "%26") }),
  });
}
