import { PROPS_MONEY_KEY, pricesIn } from "~/domain/money/money.ts";

/**
 * Reloads the page if the network's version of it has other prices, unless a payment is open or its result is shown.
 * Rejects without a network.
 */
export async function reloadIfPricesChanged(): Promise<void> {
  const visiblePrices = pricesOf(document);
  if (!visiblePrices) return;
  const response = await fetch(location.href, { cache: "no-cache" });
  if (!response.ok) return;
  const html = await response.text();
  // Without styles, because this page's policy does not allow those of another version.
  const body = html.slice(html.indexOf("<body")).replace(/<style>.*?<\/style>/gs, "");
  const currentPrices = pricesOf(new DOMParser().parseFromString(body, "text/html"));
  const isPaying = "paying" in document.documentElement.dataset;
  // A page whose only prices were rendered by a script, such as search results, has none in its HTML.
  if (currentPrices && currentPrices !== visiblePrices && !isPaying) location.reload();
}

/**
 * Returns the prices in a page's text and in the data of its islands and scripts. Islands' own texts are
 * left out: they change while the page is used.
 */
function pricesOf({ body }: Document): string {
  const text = body.cloneNode(true) as HTMLElement;
  const dataElements = text.querySelectorAll("astro-island, script[type='application/json']");
  const data = Array.from(dataElements, (element) => {
    element.remove();
    return element.getAttribute("props") ?? element.textContent ?? "";
  });
  return [...pricesIn(text.innerHTML), ...data.filter((json) => json.includes(PROPS_MONEY_KEY))].join();
}
