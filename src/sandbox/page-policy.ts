import { scriptHash } from "~/domain/digest.ts";

/** A page without `data-policy` that every build has. */
const PLAIN_PAGE = "/404";

interface Files {
  fetch(address: URL): Promise<Response>;
}

/**
 * Gives an on-demand page the site's content security policy. Does nothing under `astro dev`, which has no policy.
 * @param script an inline script of the page, which the policy then allows
 */
export async function setContentPolicy(
  headers: Headers,
  files: Files,
  site: URL,
  script?: string,
): Promise<void> {
  const page = await files.fetch(new URL(PLAIN_PAGE, site));
  const policy = page.headers.get("content-security-policy");
  if (!policy) return;
  const hash = script === undefined ? "" : ` '${await scriptHash(script)}'`;
  headers.set("content-security-policy", policy.replace("script-src", `script-src${hash}`));
}
