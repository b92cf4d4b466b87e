/** All of the project that a build reads, for copies of it. Packages are found from any folder within the project. */
export const BUILD_INPUTS = [
  "astro.config.mjs",
  "content",
  "package.json",
  "public",
  "scripts",
  "src",
  "tsconfig.json",
  "wrangler.jsonc",
];
