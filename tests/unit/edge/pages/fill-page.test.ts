import { expect, test } from "vitest";
import { fillPage } from "~/edge/pages/fill-page.ts";

const form = (inside: string) => `<form method="post" data-fill>${inside}</form>`;

test("a field gets the typed value, escaped", () => {
  const page = form('<input id="a" name="firstName" required>');
  expect(fillPage(page, { values: { firstName: `"><script>alert('x')</script>&amp;` } })).toBe(
    form(
      '<input id="a" name="firstName" required value="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">',
    ),
  );
});

test("choices and ticks are set as they were", () => {
  const page = form(
    '<select name="age"><option value="">-</option><option value="a" selected>a</option><option value="b">b</option></select>' +
      '<input type="checkbox" name="consent" value="yes"><input type="checkbox" name="news" value="yes" checked>' +
      '<input type="radio" name="currency" value="NGN" checked><input type="radio" name="currency" value="USD">',
  );
  expect(fillPage(page, { values: { age: "b", consent: true, news: false, currency: "USD" } })).toBe(
    form(
      '<select name="age"><option value="">-</option><option value="a">a</option><option value="b" selected>b</option></select>' +
        '<input type="checkbox" name="consent" value="yes" checked><input type="checkbox" name="news" value="yes">' +
        '<input type="radio" name="currency" value="NGN"><input type="radio" name="currency" value="USD" checked>',
    ),
  );
});

test("an error is shown beside its field, in the summary with a link, and in the page's title", () => {
  const page =
    "<title>Register</title>" +
    form(
      '<div data-error-summary hidden tabindex="-1"><ul data-error-list></ul></div>' +
        '<input id="s-email" name="email"><p id="e" data-error="email" hidden></p>',
    );
  const errors = [
    { field: "email", text: "Enter <an> address." },
    { field: null, text: "<Not> now." },
  ];
  expect(fillPage(page, { errors })).toBe(
    "<title>Error: Register</title>" +
      form(
        '<div data-error-summary tabindex="-1" autofocus><ul data-error-list>' +
          '<li><a class="link" href="#s-email">Enter &lt;an&gt; address.</a></li><li>&lt;Not&gt; now.</li></ul></div>' +
          '<input id="s-email" name="email" aria-invalid="true"><p id="e" data-error="email">Enter &lt;an&gt; address.</p>',
      ),
  );
});

test("only the named parts are shown, and texts are filled in", () => {
  const page =
    '<p data-part="paid" hidden><b data-text="reference"></b></p><p data-part="unpaid" hidden></p>';
  expect(fillPage(page, { parts: ["paid"], texts: { reference: "<REG>" } })).toBe(
    '<p data-part="paid"><b data-text="reference">&lt;REG&gt;</b></p><p data-part="unpaid" hidden></p>',
  );
});

test("other forms and the rest of the page stay as they are", () => {
  const page =
    '<!doctype html><form><input name="email"></form><script>if (1 < 2) x("<p data-part=paid>")</script>';
  expect(fillPage(page, { values: { email: "a@b.example" } })).toBe(page);
});
