import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import sitemap from "@astrojs/sitemap";
import type { AstroIntegration } from "astro";
import type { MetadataJson } from "libphonenumber-js/core";
import phoneMetadata from "libphonenumber-js/max/metadata";
import type { Plugin } from "vite";

/** Pages that search engines are asked to stay away from. */
const UNLISTED = ["/My-enrolment", "/Payment", "/Email-link", "/cityboy/training", "/offline", "/sandbox"];

const HYDRATE = fileURLToPath(new URL("../browser/islands/support/hydrate.ts", import.meta.url));

/** Returns React's integration with our own hydration and two more directives, client:enrolment and client:touch. */
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

/** Makes the dev server accept an encoded & in an address, as the edge does. */
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

/** Wraps the Cloudflare adapter so that Astro builds src/edge/worker.ts although all pages are files. */
export function withWorker(adapter: AstroIntegration): AstroIntegration {
  const { name, hooks } = adapter;
  const configDone = hooks["astro:config:done"];
  return {
    name,
    hooks: {
      ...hooks,
      "astro:config:done": (options) => configDone?.({ ...options, buildOutput: "server" }),
    },
  };
}

export function listedPages(): AstroIntegration {
  return sitemap({
    filter: (page) => !UNLISTED.includes(new URL(page).pathname),
    serialize: (item) => ({ ...item, url: item.url.replaceAll("&", "%26") }),
  });
}

/**
 * Gives browsers smaller metadata of phone numbers, 21 KB instead of 39. It replaces the patterns of numbers by their
 * lengths, except for countries that share a calling code, where the pattern tells the country. The edge has all
 * patterns and checks each number that a browser accepts.
 */
export function smallerPhoneMetadata(): Plugin {
  return {
    name: "smaller-phone-metadata",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) =>
      id.includes("/libphonenumber-js/metadata.max.json")
        ? `export default ${JSON.stringify(smallerMetadata(phoneMetadata))}`
        : null,
  };
}

/** The positions of two lists in a country's array, by libphonenumber-js/source/metadata.js. */
const POSSIBLE_LENGTHS = 3;
const TYPES = 11;
/** The places of fixed, mobile and internet lines among the types. */
const REACHABLE_TYPES = [0, 1, 8];

type LineType = readonly [pattern: string, lengths?: readonly number[]];

function smallerMetadata(metadata: MetadataJson): MetadataJson {
  const countries = Object.entries(metadata.countries).map(([code, country]) => {
    const [callingCode] = country;
    const types = REACHABLE_TYPES.map((index) => country[TYPES][index] as LineType | undefined);
    const lengths = types.flatMap((type) => (type ? (type[1] ?? country[POSSIBLE_LENGTHS]) : []));
    const hasOwnCallingCode = metadata.country_calling_codes[callingCode]?.length === 1;
    // One type stands for all: any digits in a possible length.
    const anyDigits = [["\\d+", [...new Set(lengths)]]];
    // The library takes 0 for a type that the country does not have.
    const reachableTypes = country[TYPES].map((type: unknown, index: number) =>
      REACHABLE_TYPES.includes(index) ? type : 0,
    );
    return [code, country.with(TYPES, hasOwnCallingCode ? anyDigits : reachableTypes)];
  });
  return { ...metadata, countries: Object.fromEntries(countries) };
}
