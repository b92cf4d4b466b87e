import { defineAction } from "./action.ts";

const LONGEST = 2000;

/** Something to remember about a learner; others need not have seen the same to add to it. */
export const note = defineAction<string>({
  name: "note",
  title: "Add a note",
  role: "staff",
  isAddition: true,
  intro: () => "For staff alone. It goes when the person is erased.",
  fields: async () => [{ name: "text", label: "Note", kind: "textarea", value: "" }],
  read: (typed) => {
    const text = typed("text");
    if (text === "") return { ok: false, problems: { text: "Write the note first." } };
    if (text.length > LONGEST) {
      return {
        ok: false,
        problems: { text: `A note has ${LONGEST} characters at most; this has ${text.length}.` },
      };
    }
    return { ok: true, input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a note", detail: text, statements: [] }),
  undo: async () => ({ summary: "", statements: [] }),
});
