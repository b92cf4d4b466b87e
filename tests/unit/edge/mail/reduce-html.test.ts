import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText, reduceHtml } from "~/edge/mail/reduce-html.ts";

const TAGS = "p|br|hr|h1|h2|h3|strong|em|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td";
const PIECE = new RegExp(`<(${TAGS})>|</(${TAGS})>|<(?:br|hr) />|[^<>]+|(?<stray>[<>])`, "g");

/** Says what is wrong with a reduced text: a stray bracket, an attribute, a tag out of order. `null` is harmless. */
function faultOf(html: string): string | null {
  const open: string[] = [];
  for (const piece of html.matchAll(PIECE)) {
    const [text, opened, closed] = piece;
    if (piece.groups?.stray) return `stray ${html.slice(piece.index, piece.index + 20)}`;
    if (opened) open.push(opened);
    if (closed && open.pop() !== closed) return `${text} closes nothing`;
  }
  return open.length > 0 ? `never closed: ${open.join(" ")}` : null;
}

test("the mails that the site writes come through unchanged", () => {
  const mail =
    "<h1>Registration</h1><p>Ada &amp; Bola &lt;b&gt;<br />said: “hello”</p><hr />" +
    "<table><thead><tr><th>Course</th></tr></thead><tbody><tr><td>DevOps ₦150,000</td></tr></tbody></table>" +
    "<dl><dt>State</dt><dd>Lagos</dd></dl><ul><li><strong>One</strong></li></ul><ol><li><em>Two</em></li></ol>";
  expect(reduceHtml(mail)).toBe(mail);
  expect(faultOf(mail)).toBeNull();
});

test.each([
  ["attributes", `<p onclick="alert(1)" style="color:red" class=a id=b>x</p>`, "<p>x</p>"],
  ["an event handler behind a slash", "<p/onclick=alert(1)>x</p>", "<p>x</p>"],
  ["a script link", `<a href="javascript:alert(1)">x</a>`, "x"],
  ["a script link written in entities", `<a href="&#106;avascript&colon;alert(1)">x</a>`, "x"],
  ["a picture", `<p>x<img src=x onerror=alert(1)></p>`, "<p>x</p>"],
  ["a form", `<form action=//evil.example><input name=a><button>go</button></form>`, "go"],
  ["a script and its text", "<p>a</p><script>alert(1)</script><p>b</p>", "<p>a</p><p>b</p>"],
  ["a script in mixed case", "<ScRiPt>alert(1)</sCrIpT >x", "x"],
  ["a style and its text", "<style>p{background:url(//evil.example)}</style>x", "x"],
  ["a frame and its text", `<iframe srcdoc="<script>alert(1)</script>">in</iframe>x`, "x"],
  ["a drawing and all in it", "<svg onload=alert(1)><p>in</p><script>alert(1)</script></svg>x", "x"],
  ["a formula and all in it", "<math><mtext><style><img src=x></style></mtext></math>x", "x"],
  ["a template and all in it", "<template><p>in</p></template>x", "x"],
  ["a comment", "a<!-- <script>alert(1)</script> -->b<!--><p>c", "ab<p>c</p>"],
  ["a doctype and a processing instruction", "<!DOCTYPE html><?xml version='1.0'?>x", "x"],
  ["a refresh", `<meta http-equiv=refresh content="0;url=//evil.example"><base href=//evil.example>x`, "x"],
  ["a script split by a script", "<scr<script>ipt>alert(1)</scr</script>ipt>x", "ipt&gt;alert(1)ipt&gt;x"],
  ["zero bytes", "<p>a\u0000b</p>", "<p>ab</p>"],
  ["half a character", "<p>a\ud800b</p>", "<p>a\ufffdb</p>"],
])("%s is taken out", (_name, dirty, clean) => {
  expect(reduceHtml(dirty)).toBe(clean);
});

test.each([
  ["never closed", "<p>a<strong>b</p><ul><li>c", "<p>a<strong>b</strong></p><ul><li>c</li></ul>"],
  ["closed in the wrong order", "<strong><em>a</strong>b</em>", "<strong><em>a</em></strong>b"],
  ["closed but never opened", "a</strong></td>b", "ab"],
  ["cut off in the middle", "<p>a<strong", "<p>a</p>"],
])("a tag that is %s comes out well-formed", (_name, dirty, clean) => {
  expect(reduceHtml(dirty)).toBe(clean);
});

test("tags nested deeper than any mail of ours are dropped, and their text is kept", () => {
  const reduced = reduceHtml(`${"<ul><li>".repeat(10)}<p>deep</p>${"</li></ul>".repeat(10)}`);
  expect(reduced).toBe(`${"<ul><li>".repeat(10)}deep${"</li></ul>".repeat(10)}`);
});

test("an entity that spells a tag is never turned into one", () => {
  for (const dirty of [
    "&lt;script&gt;x",
    "&#60;script&#62;x",
    "&#x3c;script&#x3e;x",
    "&amp;lt;script&amp;gt;x",
  ]) {
    expect(faultOf(reduceHtml(dirty)), dirty).toBeNull();
    expect(reduceHtml(dirty)).not.toContain("<");
  }
});

test.each([
  ["as they are", "<p>Ada\u202E\u200B</p>"],
  ["as entities", "<p>Ada&#x202E;&#8203;&rlm;&ZeroWidthSpace;</p>"],
  ["as an entity of an entity's piece", "<p>Ada&\u200B#x202E;</p>"],
])("what cannot be seen and turns a text is taken out of a mail, written %s", (_, dirty) => {
  expect(reduceHtml(dirty)).not.toMatch(/[\u202E\u200B\u200F]/);
  expect(reduceHtml(dirty)).toContain("<p>Ada");
});

test("a control that an entity spells is taken out, too", () => {
  expect(reduceHtml("<p>A&#1;da&#x7F;</p>")).toBe("<p>Ada</p>");
});

test.each(["\u200B&#x2066;", " <script>alert(1)</script> "])(
  "a mail of nothing but %j leaves nothing",
  (dirty) => {
    expect(reduceHtml(dirty)).toBe("");
  },
);

test.each([
  "<p>",
  "<ul><li>",
  "<strong>",
  "<table><tr><td>",
  "<div>",
  "<svg>",
  "<!--",
  "<",
  "</p>",
  "&#",
  "<p a=",
])("64 KB of %s is reduced to something harmless", (piece) => {
  const reduced = reduceHtml(piece.repeat(Math.floor(65_000 / piece.length)));
  expect(faultOf(reduced)).toBeNull();
});

test("any combination of pieces of markup is reduced to something harmless", () => {
  const pieces = [
    ..."< > </ /> <! <!-- --> --!> <![CDATA[ ]]> & &lt; &#60 \" ' = ` / \u0000 \ud83d".split(" "),
    ..."<p <br <td> </td> <strong> </em> <script </script <style> <svg </svg> <math> <textarea> </textarea <noscript> <title> <xmp> <plaintext> <select><option>".split(
      " ",
    ),
    ..." onload=alert(1)| href=javascript:alert(1)| style='|\n|\t|text".split("|"),
  ];
  const dirty = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 24 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(dirty, (html) => faultOf(reduceHtml(html)) === null),
    { numRuns: 3_000 },
  );
});

/** The text beside the HTML of a mail. */
const textOf = (html: string) => plainText(reduceHtml(html));

test("a registration reads line by line", () => {
  const html =
    "<h1>New registration: DevOps</h1><table><tbody><tr><th>Amount</th><td>N495,000</td></tr><tr><th>Last Name</th><td>Obi</td></tr></tbody></table>";
  expect(textOf(html)).toBe("New registration: DevOps\n\nAmount: N495,000\nLast Name: Obi");
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
