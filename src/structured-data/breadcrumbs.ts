import type { Crumb } from "~/domain/catalogue/trails.ts";
import type { Thing } from "./thing.ts";

/** The way from Home to a page: what stands above it, then the page itself. */
export function breadcrumbs(trail: readonly Crumb[], page: Crumb, site: URL): Thing {
  const crumbs = [{ href: "/", text: "Home" }, ...trail, page];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ href, text }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: text,
      item: { "@type": "WebPage", "@id": new URL(href, site).href },
    })),
  };
}
