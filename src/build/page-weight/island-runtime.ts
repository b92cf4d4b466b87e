/**
 * Astro writes the code that wakes islands into every page that has one. Taken out into one file, it is fetched when
 * the first island is about to be needed, and kept for the next page.
 */

/** The page, its inline runtime scripts taken out, and their code in its original order. */
export interface WithoutRuntime {
  readonly html: string;
  readonly runtime: readonly string[];
}

/** Astro's own inline scripts: the element `astro-island`, and a loader for each directive in use. */
const RUNTIME_SCRIPT =
  /<script>(\(\(\)=>\{(?=[\s\S]*?(?:customElements\.define\("astro-island"|\(self\.Astro\|\|\(self\.Astro=\{\}\)\)))(?:(?!<\/script>)[\s\S])*)<\/script>/g;

/** @throws when a page has islands and no runtime was found in it: Astro writes it in another way then. */
export function extractRuntime(html: string): WithoutRuntime {
  const runtime: string[] = [];
  const rest = html.replace(RUNTIME_SCRIPT, (_, code: string) => {
    runtime.push(code);
    return "";
  });
  const hasIslands = rest.includes("<astro-island");
  if (hasIslands && !runtime.some((code) => code.includes('customElements.define("astro-island"'))) {
    throw new Error("The code that wakes Astro's islands was not found where it used to stand in a page.");
  }
  return { html: rest, runtime };
}
