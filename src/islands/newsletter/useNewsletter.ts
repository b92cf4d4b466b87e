import { type RefObject, useEffect, useRef, useState } from "react";
import { MailError, type MailRoute, sendMail } from "~/mail/mail-client.ts";
import { newsletterMail } from "~/mail/newsletter-mail.ts";
import { isTrapped } from "../form-fields/Trap.tsx";

export interface NewsletterControl {
  readonly email: string;
  /** What became of the last submit; "idle" before the first and as soon as there is a next. */
  readonly outcome: "idle" | "sending" | "sent" | "failed";
  readonly isAwake: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  change(email: string): void;
  submit(): void;
}

/** Keeps the newsletter's form; an address stays in it until the academy has it. */
export function useNewsletter(route: MailRoute): NewsletterControl {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [email, setEmail] = useState("");
  const [outcome, setOutcome] = useState<NewsletterControl["outcome"]>("idle");
  const [isAwake, setIsAwake] = useState(false);

  useEffect(() => {
    if (form.current) setEmail(String(new FormData(form.current).get("email") ?? ""));
    setIsAwake(true);
  }, []);

  async function submit() {
    if (isSending.current) return;
    setOutcome("idle");
    if (email.trim() === "") return;
    isSending.current = true;
    setOutcome("sending");
    try {
      if (!isTrapped(form.current)) await sendMail(newsletterMail(email, route));
      setEmail("");
      setOutcome("sent");
    } catch (error) {
      const status = error instanceof MailError ? error.status : null;
      console.error(`The newsletter mail was not accepted (${status ?? "no answer"}).`);
      setOutcome("failed");
    } finally {
      isSending.current = false;
    }
  }

  return {
    email,
    outcome,
    isAwake,
    form,
    change: (next) => outcome !== "sending" && setEmail(next),
    submit: () => void submit(),
  };
}
