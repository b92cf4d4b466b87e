import { type RefObject, useEffect, useRef, useState } from "react";
import { MailError, type MailRoute } from "~/mail/mail-client.ts";
import { newsletterMail } from "~/mail/newsletter-mail.ts";
import { isTrapped } from "../form-fields/Trap.tsx";
import { useWaitingMail } from "../waiting-mail/useWaitingMail.ts";

/** "waiting": there was no network; the address is kept, and sent once there is one. */
type Outcome = "idle" | "sending" | "waiting" | "sent" | "failed";

export interface NewsletterControl {
  readonly email: string;
  /** What became of the last submit; "idle" before the first and as soon as there is a next. */
  readonly outcome: Outcome;
  readonly isAwake: boolean;
  /** Of an address that waits: whether the browser keeps it when the page is left. */
  readonly isKept: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  change(email: string): void;
  submit(): void;
  /** An address that waits is not to be sent: it can be changed again. */
  takeBack(): void;
}

/** Keeps the newsletter's form; an address stays in it until the academy has it. */
export function useNewsletter(route: MailRoute): NewsletterControl {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [email, setEmail] = useState("");
  const [outcome, setOutcome] = useState<Outcome>("idle");
  const [isAwake, setIsAwake] = useState(false);
  const waiting = useWaitingMail({
    form: "newsletter",
    isWaiting: outcome === "waiting",
    onSent: thank,
    onRefused: () => setOutcome("failed"),
    onGone: () => setOutcome("idle"),
  });
  const takeUp = useRef(waiting.takeUp);

  useEffect(() => {
    const typed = form.current ? String(new FormData(form.current).get("email") ?? "") : "";
    const earlier = typed === "" ? takeUp.current() : null;
    setEmail(earlier?.typed.email ?? typed);
    if (earlier) setOutcome(earlier.refusal ? "failed" : "waiting");
    setIsAwake(true);
  }, []);

  function thank() {
    setEmail("");
    setOutcome("sent");
  }

  async function submit() {
    if (isSending.current) return;
    const wasWaiting = outcome === "waiting";
    setOutcome("idle");
    if (email.trim() === "") return;
    isSending.current = true;
    setOutcome("sending");
    try {
      if (wasWaiting) {
        const isStillWaiting = await waiting.retry();
        setOutcome((now) => (now === "sending" ? (isStillWaiting ? "waiting" : "idle") : now));
      } else {
        await deliver();
      }
    } finally {
      isSending.current = false;
    }
  }

  async function deliver() {
    const mail = newsletterMail(email, route);
    try {
      if (!isTrapped(form.current)) await waiting.send({ email }, mail);
      thank();
    } catch (error) {
      const status = error instanceof MailError ? error.status : null;
      console.error(`The newsletter mail was not accepted (${status ?? "no answer"}).`);
      setOutcome(status === null ? "waiting" : "failed");
    }
  }

  return {
    email,
    outcome,
    isAwake,
    isKept: waiting.isKept,
    form,
    change: (next) => outcome !== "sending" && outcome !== "waiting" && setEmail(next),
    submit: () => void submit(),
    takeBack: () => {
      waiting.takeBack();
      setOutcome("idle");
      // The button that was pressed goes away with its notice.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
  };
}
