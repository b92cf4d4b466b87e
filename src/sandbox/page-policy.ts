/** Where every build has a page with no policy of its own. */
const PLAIN_PAGE = "/404";

interface Files {
  fetch(address: URL): Promise<Response>;
}

/**
 * The content policy of the site's pages, for a page that is made on demand, with one inline script more.
 * @returns null where pages are sent without a policy: under `astro dev`
 */
export async function sandboxPolicy(files: Files, site: URL, script: string): Promise<string | null> {
  const page = await files.fetch(new URL(PLAIN_PAGE, site));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return (
    page.headers.get("content-security-policy")?.replace("script-src", `script-src 'sha256-${hash}'`) ?? null
  );
}
