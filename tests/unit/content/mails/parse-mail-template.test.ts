import { expect, test } from "vitest";
import { type MailSource, parseMailTemplate } from "~/content/mails/mail-loader.ts";

/** A mail that lacks nothing. */
const WHOLE = `# Your enrolment in {courseName}

<If has="changes">

<Changes />

</If>

<If has="enrolmentLink">

<Button link="enrolmentLink">Open</Button>

</If>
`;

const LINES = { subject: 2, preheader: 3, text: 5 };

function slipsOf(text: string, fields: Partial<MailSource> = {}): string[] {
  const source = {
    subject: "Your enrolment",
    preheader: "What was changed",
    text,
    lines: LINES,
    ...fields,
  };
  return parseMailTemplate("changed", source).slips.map(({ line, message }) => `${line}: ${message}`);
}

test("a condition on a part of a value names the value that may be missing", () => {
  const text = '<If has="lateRule.day">x</If>';
  const { slips } = parseMailTemplate("overdue", {
    subject: "Overdue",
    preheader: "Pay",
    text,
    lines: LINES,
  });
  expect(slips[0]?.message).toBe(
    '{lateRule.day} is missing only together with {lateRule}: write <If has="lateRule">.',
  );
});

test.each<[title: string, added: string, message: string]>([
  ["an unknown name", "{coursName}", "19: This mail has no {coursName}."],
  ["program code", "{1 + 1}", "19: {1 + 1} is program code."],
  ["an import", 'import x from "y"', "19: An import line cannot stand in a mail."],
  [
    "a value that may be missing",
    "{firstName}",
    "19: {firstName} may be missing. Put what names it between <If",
  ],
  [
    "a needless condition",
    '<If has="courseName">x</If>',
    "19: {courseName} is always there: take <If> away.",
  ],
  [
    "a link among words",
    "{enrolmentLink}",
    "19: {enrolmentLink} is a link: write [words]({enrolmentLink}) or",
  ],
  ["a table among words", "See {changes}", "19: {changes} is a table: write <Changes />."],
  ["a yes or no among words", "{byStaff}", '19: {byStaff} is a yes or a no: write <If has="byStaff"> and'],
  ["a button to what is no link", '<Button link="courseName">x</Button>', "19: {courseName} is no link."],
  ["a link that leads nowhere", "[x](www.example.com)", "19: The link www.example.com must begin with"],
  ["a link that is script", "[x](javascript:alert)", "19: The link javascript:alert must begin with"],
  ["an unknown component", "<Fee />", "19: <Fee> is no component of mails."],
  ["a component that another mail has", "<Charges />", "19: This mail has no {charges}."],
  ["a component without what it needs", "<If>x</If>", '19: <If> needs has="…", with words between quotes.'],
  ["a component with more than it knows", '<Note onclick="x">x</Note>', "19: <Note> has no onclick here."],
])("a slip in a mail is reported with its line, in words: %s", (_, added, message) => {
  const slips = slipsOf(`${WHOLE}\n${added}\n`);
  expect(slips).toEqual([expect.stringContaining(message)]);
});

test("a required value that is missing is reported", () => {
  expect(slipsOf(WHOLE.replace("{courseName}", "a course"))).toEqual([
    "5: {courseName} is missing. Whoever gets this mail must read it somewhere in its text.",
  ]);
  expect(slipsOf(WHOLE.replace("<Changes />", "Something."))).toEqual([
    "5: <Changes /> is missing. Whoever gets this mail must read it somewhere in its text.",
  ]);
});

test("a wrong beginning of the subject and an unknown name in it are reported", () => {
  expect(slipsOf(WHOLE, { subject: "Enrolment of {name}" })).toEqual([
    '2: subject must begin with "Your enrolment": people search their mailboxes by it.',
    "2: This mail has no {name}.",
  ]);
  expect(slipsOf(WHOLE, { preheader: "For {firstName}" })).toEqual([
    expect.stringMatching(/^3: \{firstName\} may be missing\./),
  ]);
});
