import { expect, test, vi } from "vitest";
import { listSavedPages, markSavedCopy, titleOf, withDate } from "~/browser/service-worker/saved-copy.ts";

const NOTICE =
  '<aside class="saved-copy" data-saved-copy hidden>As it was on <time data-saved-at></time></aside>';
const PAGE = `<!DOCTYPE html><html lang="en"><head><title>Prices &amp; plans · Academy</title></head><body>${NOTICE}</body></html>`;

const savedAt = new Date(2026, 10, 20, 14, 5);

test("a saved copy shows its notice with its date", () => {
  const html = markSavedCopy(PAGE, savedAt);
  expect(html).toContain('<aside class="saved-copy" data-saved-copy>As it was on');
  expect(html).toContain(`<time datetime="${savedAt.toISOString()}">Nov 20, 2026, 14:05</time>`);
});

test.each([
  ["has no notice", PAGE.replace(NOTICE, ""), savedAt],
  ["has a notice in view already", PAGE.replace("data-saved-copy hidden", "data-saved-copy"), savedAt],
  ["has no place for the date", PAGE.replace("<time data-saved-at></time>", ""), savedAt],
  ["has no date", PAGE, new Date(Number.NaN)],
])("a saved copy is not shown when it %s", (_, html, at) => {
  expect(markSavedCopy(html, at)).toBeNull();
});

const OFFLINE = '<section data-saved-pages hidden><h2>Read</h2><ul class="stops"></ul></section>';

test("the offline page lists the saved pages by their titles", () => {
  const pages = [
    { path: "/Terms%26Condition", title: String(titleOf(PAGE)) },
    { path: "/x?a&b", title: "$1 off" },
  ];
  expect(listSavedPages(OFFLINE, pages)).toBe(
    '<section data-saved-pages><h2>Read</h2><ul class="stops"><li><a class="link" href="/Terms%26Condition">' +
      'Prices &amp; plans</a></li><li><a class="link" href="/x?a&amp;b">$1 off</a></li></ul></section>',
  );
});

test("the offline page hides an empty list", () => {
  expect(listSavedPages(OFFLINE, [])).toBe(OFFLINE);
});

const NOW = "Fri, 20 Nov 2026 13:05:00 GMT";

test.each([
  ["keeps its date", { date: "Thu, 19 Nov 2026 08:00:00 GMT" }, "Thu, 19 Nov 2026 08:00:00 GMT"],
  ["without a date gets the present one", {}, NOW],
])("a response %s", async (_, date, expected) => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date"] });
  const dated = withDate(new Response("<p>Text</p>", { headers: { ...date, "content-type": "text/html" } }));
  expect(dated.headers.get("date")).toBe(expected);
  expect(dated.headers.get("content-type")).toBe("text/html");
  expect(await dated.text()).toBe("<p>Text</p>");
});
