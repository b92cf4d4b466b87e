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
import { usedStyles } from "./src/build/used-styles/integration.ts";
import { sandbox } from "./src/sandbox/integration.ts";

const isSandbox = process.env.SANDBOX === "1";
/** The mode whose settings are read from .env and, say, .env.staging. Scripts pass the same as --mode. */
const mode = isSandbox ? "sandbox" : process.env.CLOUDFLARE_ENV || "production";
const env = loadEnv(mode, process.cwd(), "");
const [exposed] = exposedSecrets(env);
if (exposed) throw new Error(exposed);
/** The oldest browsers of package.json's `browserslist`, for which scripts and styles are compiled. */
const supportedBrowsers = browserslistToEsbuild();
/** The origins of a mail or location endpoint on another host. */
const foreignEndpoints = [env.PUBLIC_MAIL_ENDPOINT, env.PUBLIC_LOCATION_ENDPOINT]
  .filter((endpoint) => endpoint && URL.canParse(endpoint))
  .map((endpoint) => new URL(endpoint).origin);

export default defineConfig({
  site: env.PUBLIC_SITE_URL || `http://localhost:${process.env.PORT || 4321}`,
  output: "static",
  ...(process.env.OUT_DIR && { outDir: process.env.OUT_DIR }),
  // Another folder of content has a cache of its own.
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
    usedStyles(),
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
      client: {
        build: {
          target: supportedBrowsers,
          rolldownOptions: {
            output: {
              // The adapter's banner, which provides `process`, is only for the edge.
              banner: "",
              // The page scripts' own names, "PageLayout.astro_astro_type_script_index_0_lang", would stand in each import.
              entryFileNames: ({ name }) => `_astro/${name.split(".")[0]}.[hash].js`,
            },
          },
        },
      },
      // Inline scripts are printed functions, of pages here and of the desk's pages on the edge, so they are minified.
      prerender: { build: { rolldownOptions: { output: { minify: true } } } },
      ssr: { build: { rolldownOptions: { output: { minify: true } } } },
    },
    build: {
      cssTarget: supportedBrowsers,
      rolldownOptions: {
        // The bundler need not know the directive with which Astro marks MDX modules.
        onLog: (level, log, report) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
        // Every page loads the layout's script. The bundler would divide it into seven files, three requests deep, which
        // costs 0.4 s on a slow phone. In a file of their own, phone numbers load beside what else a form imports.
        output: {
          codeSplitting: {
            groups: [
              { name: "page-frame", test: "layouts/PageLayout.astro?" },
              { name: "phone-numbers", test: "node_modules/libphonenumber-js" },
            ],
          },
        },
      },
    },
    define: { "import.meta.env.SANDBOX": JSON.stringify(isSandbox) },
  },
});
