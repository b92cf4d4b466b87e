import { describe, expect, it } from "vitest";
import { CONTACT_FIELDS, type ContactField } from "~/domain/contact/contact-message.ts";
import {
  accepted,
  BLANK_FORM,
  type ContactFormState,
  FILL_ALL_FIELDS,
  firstWrongField,
  isBlank,
  leftField,
  postponed,
  refused,
  SEND_FAILED,
  submitted,
  takenBack,
  withText,
  withTyped,
} from "~/islands/contact-form/contact-form-state.ts";

const typed: Record<ContactField, string> = {
  firstname: "Ada",
  lastname: "Obi",
  email: "ada@example.com",
  phone: "0803 000 0000",
  message: "When does the next cohort start?",
};

/** A form that is filled in; `change` replaces some of it. */
function filled(change: Partial<Record<ContactField, string>> = {}): ContactFormState {
  return CONTACT_FIELDS.reduce(
    (state, field) => withText(state, field, change[field] ?? typed[field]),
    BLANK_FORM,
  );
}

describe("pressing Send Message", () => {
  it("sends what is complete", () => {
    expect(submitted(filled())).toMatchObject({ phase: "sending", errors: {}, alert: null });
  });

  it.each(CONTACT_FIELDS)("asks for all fields when %s is empty, and sends nothing", (field) => {
    const state = submitted(filled({ [field]: "" }));
    expect(state).toMatchObject({ phase: "editing", alert: FILL_ALL_FIELDS });
    expect(Object.keys(state.errors)).toEqual([field]);
    expect(firstWrongField(state)).toBe(field);
  });

  it("takes spaces for nothing", () => {
    expect(submitted(filled({ message: "   " })).alert).toBe("Please fill all fields");
  });

  it("leads to the first of several empty fields", () => {
    expect(firstWrongField(submitted(filled({ phone: "", lastname: "" })))).toBe("lastname");
  });

  it("asks for a whole e-mail address without claiming that a field is empty", () => {
    const state = submitted(filled({ email: "ada@example" }));
    expect(state).toMatchObject({ phase: "editing", alert: null });
    expect(state.errors.email).toContain("name@example.com");
  });

  it("changes nothing while a message is on its way", () => {
    const sending = submitted(filled());
    expect(submitted(sending)).toBe(sending);
    expect(withText(sending, "message", "Something else")).toBe(sending);
  });
});

describe("an error beside a field", () => {
  it("waits until the field is left", () => {
    expect(withText(BLANK_FORM, "email", "ada").errors).toEqual({});
    expect(Object.keys(leftField(withText(BLANK_FORM, "email", "ada"), "email").errors)).toEqual(["email"]);
  });

  it("does not nag about a field that was only passed", () => {
    expect(leftField(BLANK_FORM, "firstname").errors).toEqual({});
  });

  it("goes as soon as the slip is mended", () => {
    const wrong = leftField(withText(BLANK_FORM, "email", "ada@example"), "email");
    expect(withText(wrong, "email", "ada@example.com").errors).toEqual({});
  });
});

describe("the answer to a message", () => {
  const sending = submitted(filled());

  it("clears all fields when it was accepted", () => {
    expect(accepted()).toEqual({ ...BLANK_FORM, phase: "sent" });
  });

  it.each([401, 403, 429])(
    "repeats the server's words on a refusal with %i, and keeps what was typed",
    (status) => {
      expect(refused(sending, { status, reply: "This form is closed." })).toEqual({
        phase: "editing",
        message: typed,
        errors: {},
        alert: "This form is closed.",
      });
    },
  );

  it.each([
    { status: 500, reply: "stack trace" },
    { status: 400, reply: "body.message must be text." },
    { status: null, reply: null },
    { status: 403, reply: null },
  ])("is sorry for anything else: $status, $reply", (refusal) => {
    expect(refused(sending, refusal).alert).toBe(SEND_FAILED);
    expect(refused(sending, refusal).message).toEqual(typed);
  });
});

describe("a message that got no answer", () => {
  const waiting = postponed(submitted(filled()));

  it("waits with all that was typed, and cannot be changed meanwhile", () => {
    expect(waiting).toEqual({ phase: "waiting", message: typed, errors: {}, alert: null });
    expect(withText(waiting, "message", "Something else")).toBe(waiting);
  });

  it("is tried again when Send is pressed", () => {
    expect(submitted(waiting)).toEqual({ ...waiting, phase: "sending" });
  });

  it("can be changed again once it is taken back", () => {
    expect(takenBack(waiting)).toEqual({ ...waiting, phase: "editing" });
  });

  it("is not taken back once it was sent", () => {
    expect(takenBack(accepted())).toEqual(accepted());
  });

  it("is shown again as it was typed; anything else of an earlier visit is left out", () => {
    expect(withTyped({ ...typed, other: "?" }).message).toEqual(typed);
    expect(withTyped({}).message).toEqual(BLANK_FORM.message);
  });
});

describe("a form in which nothing was typed", () => {
  it("is blank until something is", () => {
    expect(isBlank(BLANK_FORM)).toBe(true);
    expect(isBlank(withTyped({ firstname: "A" }))).toBe(false);
  });
});
