/** Adds to a chat's first message which page was asked for. The query is left out: it may hold anything. */
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-names-page]")) {
  link.href += encodeURIComponent(`\nPage: ${location.pathname.slice(0, 80)}`);
}
