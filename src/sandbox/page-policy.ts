/** A page of every build without `data-policy`. */
const PLAIN_PAGE = "/404";

interface Files {
  fetch(address: URL): Promise<Response>;
}

/**
 * The site's content policy for an on-demand page, with one more inline script where there is one.
 * @returns null without a policy: under `astro dev`
 */
export async function sandboxPolicy(files: Files, site: URL, script?: string): Promise<string | null> {
  const page = await files.fetch(new URL(PLAIN_PAGE, site));
  const policy = page.headers.get("content-security-policy");
  if (!policy || script === undefined) return policy;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return policy.replace("script-src", `script-src 'sha256-${hash}'`);
}
