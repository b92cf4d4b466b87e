import { type AnyAction, defineAction } from "./action.ts";
import { correct } from "./correct.ts";
import { erase, erasePayer } from "./erase.ts";
import { lookedAt, message } from "./message.ts";
import { move } from "./move.ts";
import { recordPayment } from "./record-payment.ts";
import { refund } from "./refund.ts";
import { send } from "./send.ts";
import { stopWaiting } from "./stop-waiting.ts";
import { withdraw } from "./withdraw.ts";

const LONGEST_NOTE = 2000;

/** Something to remember about a learner; others need not have seen the same to add to it. */
const note = defineAction<string>({
  name: "note",
  title: "Add a note",
  role: "staff",
  isAddition: true,
  intro: () => "For staff alone. It goes when the person is erased.",
  fields: async () => [{ name: "text", label: "Note", kind: "textarea", value: "" }],
  read: (typed) => {
    const text = typed("text");
    if (text === "") return { problems: { text: "Write the note first." } };
    if (text.length > LONGEST_NOTE) {
      return {
        problems: { text: `A note has ${LONGEST_NOTE} characters at most; this has ${text.length}.` },
      };
    }
    return { input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a note", detail: text, statements: [] }),
  undo: async () => ({ summary: "", statements: [] }),
});

export const ACTIONS: readonly AnyAction[] = [
  message,
  recordPayment,
  send,
  lookedAt,
  stopWaiting,
  note,
  correct,
  move,
  withdraw,
  refund,
  erasePayer,
  erase,
];
