import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleText } from "~/domain/visible-text.ts";

test.each([
  ["an override that turns what follows", "Ada\u202Efdp.exe", "Adafdp.exe"],
  ["embeddings and isolates", "\u202A\u202B\u202D\u2066\u2067\u2068Obi\u202C\u2069", "Obi"],
  ["marks of a direction", "A\u200Ed\u200Fa\u061C", "Ada"],
  ["spaces without width", "\uFEFFA\u200Bd\u2060a", "Ada"],
  ["a hyphen that is not drawn", "Ada\u00AD Obi", "Ada Obi"],
  ["joiners between letters that do not join", "A\u200Dd\u200Ca \u200D", "Ada "],
  ["more joiners than one", "\u0C15\u200D\u200D\u0C37", "\u0C15\u0C37"],
  ["fillers", "\u3164\u115FAda\uFFA0", "Ada"],
  ["tags", "Ada\u{E0041}\u{E007F}", "Ada"],
  ["annotations", "A\uFFF9da\uFFFB", "Ada"],
  ["variations of what has none", "A\uFE0Fda\u{E0100}", "Ada"],
  ["mathematics that is not drawn", "2\u2062x\u2064y", "2xy"],
])("visible text leaves out %s", (_, typed, visible) => {
  expect(visibleText(typed)).toBe(visible);
});

test.each([
  ["in Yoruba", "Ọláyínká Adébáyọ̀"],
  ["in Arabic", "مريم عيسى"],
  ["in Persian, with a non-joiner", "\u0639\u0644\u06CC\u200C\u0631\u0636\u0627"],
  ["in Sinhala, with a joiner", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3"],
  ["in Malayalam, with a joiner", "\u0D28\u0D4D\u200D\u0D2E"],
  ["with a picture of several parts", "Zoë 👩🏾‍💻 ❤️‍🔥"],
  ["with a variation of a Chinese letter", "\u845B\u{E0100}"],
])("visible text keeps a name %s", (_, name) => {
  expect(visibleText(name)).toBe(name);
});

test("visible text stays the same when it is filtered again", () => {
  const signs = fc.constantFrom(..."A\u0639\u0DCA❤\uFE0F\u200D\u200C\u202E\u{1F525} ");
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (typed) => {
      const once = visibleText(typed.join(""));
      expect(once).not.toMatch(/\u202E/);
      expect(visibleText(once)).toBe(once);
    }),
  );
});
