import { importTypeScript } from "../import-typescript.mjs";

/**
 * What the editor is told of the content.
 * @param {string} root the project's folder, with a slash at its end
 * @param {string} site where the pages are seen
 * @returns {Promise<import("@sveltia/cms").CmsConfig>}
 */
export async function loadCmsConfig(root, site) {
  const { cmsConfig } = await importTypeScript("./scripts/editor/cms-config.ts");
  return cmsConfig(root, site);
}
