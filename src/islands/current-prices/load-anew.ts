import { GIVEN_MONEY, pricesIn } from "~/domain/money/printed-price.ts";

/** Loads the page anew where the site names other prices on it by now, unless a payment is under way or told of. */
export async function loadAnewIfOutdated(): Promise<void> {
  const shown = pricesOf(document);
  if (!shown) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return;
    const html = await answer.text();
    // Without its head, whose styles are not those that this page's policy knows.
    const body = html.slice(html.indexOf("<body"));
    const current = pricesOf(new DOMParser().parseFromString(body, "text/html"));
    // What a script wrote, results of a search say, is in no page as it is sent.
    if (current && current !== shown && !("paying" in document.documentElement.dataset)) location.reload();
  } catch {
    // Without a network nothing can be paid, either.
  }
}

/** The prices in a page and those it gives its islands, which change what they show while they are used. */
function pricesOf({ body }: Document): string {
  const text = body.cloneNode(true) as HTMLElement;
  const given = Array.from(text.querySelectorAll("astro-island"), (island) => {
    island.remove();
    return island.getAttribute("props") ?? "";
  });
  return [...pricesIn(text.innerHTML), ...given.filter((props) => props.includes(GIVEN_MONEY))].join();
}
