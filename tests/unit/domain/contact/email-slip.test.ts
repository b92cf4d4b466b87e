import { expect, test } from "vitest";
import { likelyEmail } from "~/domain/contact/email-address.ts";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmal.com", "ada@gmail.com"],
  ["ada@gmaill.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  [" Ada.Obi@Gmial.COM ", "Ada.Obi@gmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@outlok.com", "ada@outlook.com"],
])("%s is probably %s", (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each([
  "ada@gmail.com",
  "ada@ymail.com",
  "ada@mail.com",
  "ada@academy.example",
  "ada@",
  "gmial.com",
  "",
  "a@b@gmial.com",
])("nothing looks wrong with %j", (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});
