import cloudflare from "@astrojs/cloudflare";
import mdx from "@astrojs/mdx";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";
import browserslistToEsbuild from "browserslist-to-esbuild";
import { loadEnv } from "vite";
import { exposedSecrets } from "./scripts/ops/check-settings.ts";
import { contentCheck } from "./src/build/content-check/integration.ts";
import { headers } from "./src/build/headers/integration.ts";
import {
  encodedAmpersand,
  islands,
  listedPages,
  smallerPhoneMetadata,
  withWorker,
} from "./src/build/integrations.ts";
import { licences } from "./src/build/licences/integration.ts";
import { redirects } from "./src/build/redirects/integration.ts";
import { serviceWorker } from "./src/build/service-worker/integration.ts";
import { sandbox } from "./src/sandbox/integration.ts";

const isSandbox = process.env.SANDBOX === "1";
/** Whose settings are read: .env, and .env.staging or .env.production beside it. Scripts pass the same as --mode. */
const mode = isSandbox ? "sandbox" : process.env.CLOUDFLARE_ENV || "production";
const env = loadEnv(mode, process.cwd(), "");
const [exposed] = exposedSecrets(env);
if (exposed) throw new Error(exposed);
/** The oldest browsers of package.json's `browserslist`, by which scripts and styles are compiled. */
const supportedBrowsers = browserslistToEsbuild();
/** Origins of a mail or location endpoint that is not this site's own. */
const foreignEndpoints = [env.PUBLIC_MAIL_ENDPOINT, env.PUBLIC_LOCATION_ENDPOINT]
  .filter((endpoint) => endpoint && URL.canParse(endpoint))
  .map((endpoint) => new URL(endpoint).origin);

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
    islands(),
    encodedAmpersand(),
    mdx(),
    listedPages(),
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
    plugins: [tailwindcss(), smallerPhoneMetadata()],
    environments: {
      // The adapter's banner, which gives code a `process`, is for the edge alone.
      client: { build: { target: supportedBrowsers, rolldownOptions: { output: { banner: "" } } } },
      // Inline scripts are functions of this code: of pages, and of the desk's pages on the edge.
      prerender: { build: { rolldownOptions: { output: { minify: true } } } },
      ssr: { build: { rolldownOptions: { output: { minify: true } } } },
    },
    build: {
      cssTarget: supportedBrowsers,
      rolldownOptions: {
        // Astro marks MDX modules with a directive of its own, which the bundler does not know and need not.
        onLog: (level, log, report) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
        // Every page loads the frame's script. Divided by the bundler it comes in seven files, three requests deep:
        // on a slow phone that costs 0.4 s of the load.
        output: { codeSplitting: { groups: [{ name: "frame", test: "page-scripts/page-frame" }] } },
      },
    },
    define: { "import.meta.env.SANDBOX": JSON.stringify(isSandbox) },
  },
});
