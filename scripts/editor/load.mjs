// As the content check does: the schemas are read by the resolver that builds the site.
import { runnerImport } from "vite";

/**
 * What the editor is told of the content.
 * @param {string} root the project's folder, with a slash at its end
 * @param {string} site where the pages are seen
 * @returns {Promise<import("@sveltia/cms").CmsConfig>}
 */
export async function loadCmsConfig(root, site) {
  const { module } = await runnerImport("./scripts/editor/cms-config.ts", {
    root,
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
  });
  return module.cmsConfig(root, site);
}
