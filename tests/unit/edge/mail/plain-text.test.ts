import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlOfText, plainText } from "~/edge/mail/posted-mail.ts";

test("a registration reads line by line", () => {
  const rows =
    "<tr><th>Amount</th><td>N495,000</td></tr><tr><th>Last Name</th><td>Obi</td></tr><tr><td>One</td><td>Two</td></tr>";
  const html = `<h1>New registration: DevOps</h1><table><tbody>${rows}</tbody></table><ul><li>Paid<li>Due</ul>`;
  expect(plainText(html)).toBe(
    "New registration: DevOps\n\nAmount: N495,000\nLast Name: Obi\nOne, Two\n\n- Paid\n- Due",
  );
});

test.each([
  ["as they are", "<p>Ada\u202E\u200B</p>"],
  ["as entities", "<p>Ada&#x202E;&#8203;&rlm;&ZeroWidthSpace;</p>"],
  ["with controls", "<p>A&#1;da\u0000&#x7F;</p>"],
])("what nobody sees is taken out of a mail, written %s", (_, html) => {
  expect(plainText(html)).toBe("Ada");
});

test("half a character becomes a sign that can be stored", () => {
  expect(plainText("<p>a\ud800b</p>")).toBe("a\ufffdb");
});

test("a mail of nothing but what nobody sees is empty", () => {
  expect(plainText("\u200B&#x2066;<p onclick=alert(1)> </p>")).toBe("");
});

test("a text is a mail with its lines, which reads as the text", () => {
  expect(htmlOfText("Ada & <Bola>\n\n2 'lines'")).toBe(
    "<p>Ada &amp; &lt;Bola&gt;<br /><br />2 &#39;lines&#39;</p>",
  );
  expect(plainText(htmlOfText("Ada & <Bola>\n\n2 'lines'"))).toBe("Ada & <Bola>\n\n2 'lines'");
});

test("any combination of pieces of markup leaves a mail without a tag", () => {
  const pieces = [
    ..."< > </ /> <! <!-- --> --!> <![CDATA[ ]]> & &lt; &#60 \" ' = ` / \u0000 \ud83d".split(" "),
    ..."<p <br <td> </strong> <script </script <style> <svg <textarea> <title> <plaintext>".split(" "),
    ..." onload=alert(1)| href=javascript:alert(1)|\n|text".split("|"),
  ];
  const typed = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(typed, (all) => /^<p>([^<>]|<br \/>)*<\/p>$/.test(htmlOfText(plainText(all.join(""))))),
    { numRuns: 1_000 },
  );
});
