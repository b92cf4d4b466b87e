/** Appends the requested path to a chat link's message. Without the query: it may hold personal data. */
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-page-path]")) {
  link.href += encodeURIComponent(`\nPage: ${location.pathname.slice(0, 80)}`);
}
