import { expect, test } from "vitest";
import { plainText, reduceHtml } from "~/edge/mail/reduce-html.ts";

const textOf = (html: string) => plainText(reduceHtml(html));

test("a registration reads line by line", () => {
  const html =
    "<h1>New registration: DevOps</h1><table><tbody><tr><th>Amount</th><td>N495,000 NGN</td></tr><tr><th>Last Name</th><td>Obi</td></tr></tbody></table>";
  expect(textOf(html)).toBe("New registration: DevOps\n\nAmount: N495,000 NGN\nLast Name: Obi");
});

test("a message keeps its line breaks, and no more than one empty line", () => {
  expect(textOf("<p>One<br>Two<br><br><br>Three</p><p>Four</p>")).toBe("One\nTwo\n\nThree\n\nFour");
});

test("lists are lists", () => {
  expect(textOf("<p>Take:</p><ul><li>a pen</li><li>a book</li></ul>after")).toBe(
    "Take:\n\n- a pen\n- a book\n\nafter",
  );
});

test("what was typed comes out as it was typed", () => {
  const html = "<td>&lt;script&gt; &amp;amp; &quot;O&#39;Neil&quot; &#8358;5 \u{1f393}</td>";
  expect(textOf(`<table><tr>${html}</tr></table>`)).toBe(`<script> &amp; "O'Neil" ₦5 \u{1f393}`);
});

test("two values of one row stay apart", () => {
  expect(textOf("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th><th>d</th></tr></table>")).toBe(
    "a, b\nc, d",
  );
});

test("a name that was escaped for HTML, reduced or not, is read as it was typed, and once", () => {
  const escaped = "<p>O&#39;Brien &amp;lt;b&amp;gt; &quot;Ọlá&quot; &#x27;</p>";
  for (const html of [escaped, reduceHtml(escaped)]) {
    expect(plainText(html)).toBe(`O'Brien &lt;b&gt; "Ọlá" '`);
  }
});
