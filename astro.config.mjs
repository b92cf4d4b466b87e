import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import { defineConfig } from "astro/config";
export default defineConfig({
  site: "http://localhost:4321",
  output: "static",
  trailingSlash: "never",
  build: { format: "file" },
  session: false,
  adapter: cloudflare({ prerenderEnvironment: "node", imageService: "passthrough" }),
  integrations: [react()],
  security: { csp: true },
});
