import cloudflare from "@astrojs/cloudflare";
import mdx from "@astrojs/mdx";
import react from "@astrojs/react";
import sitemap from "@astrojs/sitemap";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";
import { loadEnv } from "vite";
import { contentCheck } from "./src/build/content-check/integration.ts";
import { headers } from "./src/build/headers/integration.ts";
import { licences } from "./src/build/licences/integration.ts";
import { redirects } from "./src/build/redirects/integration.ts";
import { serviceWorker } from "./src/build/service-worker/integration.ts";
import { sandbox } from "./src/sandbox/integration.ts";

const isSandbox = process.env.SANDBOX === "1";
/** Whose settings are read: .env, and .env.staging or .env.production beside it. Scripts pass the same as --mode. */
const mode = isSandbox ? "sandbox" : process.env.CLOUDFLARE_ENV || "production";
const env = loadEnv(mode, process.cwd(), "PUBLIC_");
if (env.PUBLIC_PAYSTACK_KEY?.startsWith("sk_")) {
  throw new Error(
    "PUBLIC_PAYSTACK_KEY holds a secret key, which every visitor could read. Use the public one, pk_...",
  );
}
/** Origins of a mail or location endpoint that is not this site's own. */
const foreignEndpoints = [env.PUBLIC_MAIL_ENDPOINT, env.PUBLIC_LOCATION_ENDPOINT]
  .filter((endpoint) => endpoint && URL.canParse(endpoint))
  .map((endpoint) => new URL(endpoint).origin);

/** @type {import("astro").AstroIntegration} */
const islandDirectives = {
  name: "island-directives",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      for (const name of ["enrolment", "event", "touch"]) {
        addClientDirective({ name, entrypoint: `./src/browser/islands/directives/${name}.ts` });
      }
    },
  },
};
/**
 * The dev server, unlike the edge, takes an encoded & in an address for another address.
 * @type {import("astro").AstroIntegration}
 */
const encodedAmpersand = {
  name: "encoded-ampersand",
  hooks: {
    "astro:server:setup": ({ server }) => {
      server.middlewares.use((request, _, next) => {
        request.url = request.url?.replace("/Terms%26Condition", "/Terms&Condition");
        next();
      });
    },
  },
};

/**
 * Vite wraps each import() in a helper that also fetches styles and announces what the module imports. Here styles come
 * with the page, and what a slow network waits for together is one file already.
 * @type {import("vite").Plugin}
 */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  // Said here, because Astro has a setting of its own for it.
  configResolved: ({ environments }) => {
    environments.client.build.modulePreload = false;
  },
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

const EDGE_BANNER = "globalThis.process ??= {}; globalThis.process.env ??= {};";

/**
 * What is shared is one file: each further request costs a slow network a round trip. The first group that names a module has
 * it, with what it imports. After the packages and what every page runs come four groups of what Signup's form shares with
 * others, so divided that a light page gets nothing of the larger ones.
 */
const CHUNKS = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
  { name: "phone", test: /node_modules\/(libphonenumber-js|react-phone-number-input|input-format)\// },
  {
    name: "frame",
    test: /node_modules\/nanostores\/(atom|clean-stores|task|warn)\/|src\/(browser\/stores|domain\/location\/location|browser\/page-scripts\/page-frame)\/|vite\/preload-helper/,
  },
  { name: "days", test: /src\/domain\/dates\/(day|lagos-day)\./ },
  {
    name: "small",
    test: /src\/(browser\/(outbox\/persisted-list|payments\/load-module)|domain\/contact\/(email-address|site-facts|support-message))\./,
  },
  {
    name: "dates",
    test: /src\/domain\/(dates\/cohort-(options|state)|pricing\/payment-dates|words\/counted)\./,
  },
  {
    name: "enrolment",
    test: /src\/(browser\/(outbox\/outbox|payments\/load-checkout)|domain\/pricing\/payment-plan|domain\/payments\/(order|reference)|domain\/enrolment\/(agreement|amount-payable|charge|course|enrolment-events|guardian|later-payments|learner|registration|registration-form))\./,
  },
];

/**
 * Astro takes a site whose pages are all files for one without a worker. This one has its own, src/edge/worker.ts.
 * @param {import("astro").AstroIntegration} adapter
 * @returns {import("astro").AstroIntegration}
 */
function withWorker({ name, hooks }) {
  const configDone = hooks["astro:config:done"];
  return {
    name,
    hooks: {
      ...hooks,
      "astro:config:done": (options) => configDone?.({ ...options, buildOutput: "server" }),
    },
  };
}

/** Pages that search engines are asked to stay away from. */
const UNLISTED = ["/My-enrolment", "/Payment", "/cityboy/training", "/offline", "/sandbox"];

export default defineConfig({
  site: env.PUBLIC_SITE_URL || `http://localhost:${process.env.PORT || 4321}`,
  output: "static",
  ...(process.env.OUT_DIR && { outDir: process.env.OUT_DIR }),
  // What is kept of one folder of content is not taken for another's.
  ...(process.env.CONTENT_DIR && { cacheDir: "./node_modules/.astro/other-content" }),
  trailingSlash: "never",
  build: { format: "file", inlineStylesheets: "always" },
  session: false,
  adapter: withWorker(
    cloudflare({
      prerenderEnvironment: "node",
      imageService: "passthrough",
      inspectorPort: false,
      ...(process.env.STATE_DIR && { persistState: { path: process.env.STATE_DIR } }),
    }),
  ),
  integrations: [
    contentCheck(),
    islandDirectives,
    encodedAmpersand,
    react(),
    mdx(),
    sitemap({
      filter: (page) => !UNLISTED.includes(new URL(page).pathname),
      serialize: (item) => ({ ...item, url: item.url.replaceAll("&", "%26") }),
    }),
    ...(isSandbox ? [sandbox()] : []),
    headers({ endpoints: foreignEndpoints }),
    redirects(),
    serviceWorker({ isOff: env.PUBLIC_OFFLINE === "off" }),
    licences(),
  ],
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  fonts: [
    {
      provider: fontProviders.local(),
      name: "Bricolage Grotesque",
      cssVariable: "--font-bricolage",
      fallbacks: ["Bricolage on Arial", "Bricolage on Roboto", "sans-serif"],
      optimizedFallbacks: false,
      options: {
        variants: [{ src: ["./src/assets/bricolage-grotesque.woff2"], weight: "700", style: "normal" }],
      },
    },
  ],
  vite: {
    plugins: [tailwindcss(), plainImports],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    },
    build: {
      rolldownOptions: {
        // The adapter's line about `process` is for the edge; in the browser it would stand in every file.
        output: { banner: ({ fileName }) => (fileName.startsWith("_astro/") ? "" : EDGE_BANNER) },
        // Astro marks MDX modules with a directive of its own, which the bundler does not know and need not.
        onLog: (level, log, report) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
      },
    },
    define: { "import.meta.env.SANDBOX": JSON.stringify(isSandbox) },
  },
});
