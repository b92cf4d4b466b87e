import { routes, UNLISTED } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";

const meta = (html: string, name: string) =>
  html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`))?.[1];

test("every page that search engines see has a card, of its own or of its track, and the card is a picture", async ({
  request,
}) => {
  const seen = new Map<string, string>();
  for (const route of routes.filter((each) => !UNLISTED.includes(each))) {
    const html = await (await request.get(route)).text();
    const address = meta(html, "og:image") ?? "";
    expect(address, route).toMatch(/^https?:\/\/[^/]+\/cards\/[a-z-]+\.png$/);
    expect(meta(html, "twitter:card"), route).toBe("summary_large_image");
    if (route.startsWith("/course/")) {
      expect(html).toContain(`href="${address.replace(/^.*\/cards(\/[a-z-]+)\.png$/, "$1")}"`);
    } else {
      expect(seen.get(address), `${route} shares its card`).toBeUndefined();
      seen.set(address, route);
    }
    const card = await request.get(new URL(address).pathname);
    expect(card.status(), address).toBe(200);
    expect(card.headers()["content-type"], address).toBe("image/png");
    expect((await card.body()).length, address).toBeLessThan(100_000);
  }
});

test("a page that search engines do not see shows the home page's card", async ({ request }) => {
  const html = await (await request.get("/cityboy/training")).text();
  expect(meta(html, "og:image")).toMatch(/\/cards\/home\.png$/);
});
