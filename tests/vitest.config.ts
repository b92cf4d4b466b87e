import { fileURLToPath } from "node:url";
import { getViteConfig } from "astro/config";
import type { ViteUserConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

const tests: ViteUserConfig = {
  root,
  resolve: { alias: { "~": fileURLToPath(new URL("../src", import.meta.url)) } },
  test: {
    include: ["tests/{unit,content}/**/*.test.{ts,tsx}"],
    // Style sheets are left out of unit tests, but for the one whose colours are read.
    css: { include: [/tokens\.css/] },
  },
};

// Astro's Vite plugins let a test render a component; its adapter and integrations have no part in that.
export default getViteConfig(tests, { root, configFile: false, logLevel: "error" });
