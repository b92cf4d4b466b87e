import { PROPS_MONEY_KEY, pricesIn } from "~/domain/money/money.ts";

/** Reloads the page if the network's version of it has other prices, unless a payment is open or its result is shown. */
export async function reloadIfPricesChanged(): Promise<void> {
  const visiblePrices = pricesOf(document);
  if (!visiblePrices) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return;
    const html = await answer.text();
    // The head is left out, because this page's policy does not allow the styles of another version.
    const body = html.slice(html.indexOf("<body"));
    const current = pricesOf(new DOMParser().parseFromString(body, "text/html"));
    // Texts that a script rendered, such as search results, are in no page's HTML.
    if (current && current !== visiblePrices && !("paying" in document.documentElement.dataset))
      location.reload();
  } catch {
    // Without a network nothing can be paid, either.
  }
}

/**
 * Returns the prices in a page's text and in the data of its islands and scripts. Islands' own texts are
 * left out: they change while the page is used.
 */
function pricesOf({ body }: Document): string {
  const text = body.cloneNode(true) as HTMLElement;
  const data = Array.from(
    text.querySelectorAll("astro-island, script[type='application/json']"),
    (element) => {
      element.remove();
      return element.getAttribute("props") ?? element.textContent ?? "";
    },
  );
  for (const form of text.querySelectorAll("form[data-fill]")) form.remove();
  return [...pricesIn(text.innerHTML), ...data.filter((json) => json.includes(PROPS_MONEY_KEY))].join();
}
