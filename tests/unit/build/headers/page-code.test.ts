import { expect, test } from "vitest";
import { hashOf, readPageCode, withStylesPolicy } from "~/build/headers/integration.ts";

const page = (head = "", body = "<body>") =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${head}</head>${body}<p>Hello</p></body></html>`;

test("the code in a page is hashed as a browser hashes it", () => {
  // The example is from the Content Security Policy specification.
  expect(hashOf("alert('Hello, world.');")).toBe("sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
  expect(hashOf("a\r\nb")).toBe(hashOf("a\nb"));
});

test("the code in a page is every inline script, each once, with any attributes", () => {
  const html = page(
    `<script>one</script><script type="module">"two" && '<b>'</script><script defer data-x="a>b">one</script>`,
  );
  expect(readPageCode(html).scripts).toEqual([hashOf("one"), hashOf(`"two" && '<b>'`)]);
});

test("a script from a file and a script of data are not code in the page", () => {
  const html = page(`<script src="/a.js"></script><script type="application/ld+json">{"a":1}</script>`);
  expect(readPageCode(html).scripts).toEqual([]);
});

test("the code in a page is every style element in its body", () => {
  const html = page("<style>a{}</style>", "<body><style>b > c{}</style><p></p><style>d{}</style>");
  expect(readPageCode(html).styles).toEqual([hashOf("b > c{}"), hashOf("d{}")]);
});

test("a page has no policy of its own, or the one it names", () => {
  expect(readPageCode(page()).policy).toBeUndefined();
  expect(readPageCode(page("", '<body data-policy="payments">')).policy).toBe("payments");
});

test("a page that names an unknown policy stops the build", () => {
  expect(() => readPageCode(page("", '<body data-policy="paymets">'))).toThrow(/paymets.*payments, video/);
});

test("the page's own policy comes after the head's styles and allows the body's", () => {
  const html = page("<style>a{}</style>", "<body><style>b{}</style>");
  const result = withStylesPolicy(html, readPageCode(html));
  const meta = `<meta http-equiv="content-security-policy" content="style-src 'self' '${hashOf("b{}")}'">`;
  expect(result).toBe(html.replace("</head>", `${meta}</head>`));
});

test("the page's own policy is left out where PayPal must add styles", () => {
  const html = page("<style>a{}</style>", '<body data-policy="payments">');
  expect(withStylesPolicy(html, readPageCode(html))).toBe(html);
});
