import { routes, UNLISTED } from "../fixtures/routes.ts";
import { expect, test } from "./fixtures.ts";

const meta = (html: string, name: string) =>
  html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`))?.[1];

test("every page that search engines see has a social card, its own, its track's or Home's", async ({
  request,
}) => {
  const seen = new Set<string>();
  for (const route of routes) {
    const html = await (await request.get(route)).text();
    const { pathname } = new URL(meta(html, "og:image") ?? "");
    expect(meta(html, "twitter:card"), route).toBe("summary_large_image");
    if (UNLISTED.includes(route)) {
      expect(pathname, route).toBe("/cards/home.png");
    } else if (route.startsWith("/course/")) {
      expect(html).toContain(`href="${pathname.replace(/^\/cards|\.png$/g, "")}"`);
    } else {
      expect(seen, `${route} shares its card`).not.toContain(pathname);
      seen.add(pathname);
    }
    const card = await request.get(pathname);
    expect(card.status(), pathname).toBe(200);
    expect(card.headers()["content-type"], pathname).toBe("image/png");
  }
});
