import { createHash } from "node:crypto";
import cloudflare from "@astrojs/cloudflare";
import mdx from "@astrojs/mdx";
import react from "@astrojs/react";
import sitemap from "@astrojs/sitemap";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";
import { loadEnv } from "vite";
import { sandbox } from "./src/sandbox/integration.ts";
import { FIRST_PAINT_SCRIPT } from "./src/stores/first-paint.ts";

const env = loadEnv(process.env.NODE_ENV ?? "production", process.cwd(), "PUBLIC_");
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
    "astro:config:setup": ({ addClientDirective }) =>
      addClientDirective({ name: "event", entrypoint: "./src/islands/event-directive.ts" }),
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

const isSandbox = process.env.SANDBOX === "1";

export default defineConfig({
  site: env.PUBLIC_SITE_URL || "http://localhost:4321",
  output: "static",
  ...(process.env.OUT_DIR && { outDir: process.env.OUT_DIR }),
  trailingSlash: "never",
  build: { format: "file" },
  session: false,
  adapter: cloudflare({
    prerenderEnvironment: "node",
    imageService: "passthrough",
    inspectorPort: false,
    ...(process.env.STATE_DIR && { persistState: { path: process.env.STATE_DIR } }),
  }),
  integrations: [
    islandDirectives,
    encodedAmpersand,
    react(),
    mdx(),
    sitemap({ filter: (page) => !page.includes("/cityboy/") }),
    ...(isSandbox ? [sandbox()] : []),
  ],
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  fonts: [
    {
      provider: fontProviders.local(),
      name: "Bricolage Grotesque",
      cssVariable: "--font-bricolage",
      fallbacks: ["sans-serif"],
      options: {
        variants: [{ src: ["./src/assets/bricolage-grotesque.woff2"], weight: "500 800", style: "normal" }],
      },
    },
  ],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "img-src 'self' data:",
        ["connect-src 'self'", ...foreignEndpoints].join(" "),
      ],
      scriptDirective: {
        hashes: [`sha256-${createHash("sha256").update(FIRST_PAINT_SCRIPT).digest("base64")}`],
      },
    },
  },
  vite: {
    plugins: [tailwindcss()],
    build: {
      rolldownOptions: {
        // Astro marks MDX modules with a directive of its own, which the bundler does not know and need not.
        onLog: (level, log, report) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
      },
    },
    define: { "import.meta.env.SANDBOX": JSON.stringify(isSandbox) },
  },
});
