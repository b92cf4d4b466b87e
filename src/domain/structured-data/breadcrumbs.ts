import type { Crumb } from "~/domain/catalogue/trails.ts";
import type { Thing } from "./thing.ts";

/** The breadcrumb list from Home to a page. @param trail the pages between */
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
