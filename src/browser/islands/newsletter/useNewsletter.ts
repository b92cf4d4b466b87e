import { useEffect, useRef, useState } from "react";
import { MailError, newsletterMail } from "~/browser/outbox/mail-client.ts";
import type { MailRoute } from "~/domain/contact/contact-message.ts";
import { isHoneypotFilled } from "../fields/TextField.tsx";
import { usePendingMail } from "../pending-mail/usePendingMail.ts";

/** "pending": there was no answer; the address is stored, and sent once the network is back. */
type Outcome = "idle" | "sending" | "pending" | "sent" | "failed";

/** State of the newsletter form; the address stays in its field until the mail was accepted. */
export function useNewsletter(route: MailRoute) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [email, setEmail] = useState("");
  const [outcome, setOutcome] = useState<Outcome>("idle");
  const [isHydrated, setIsHydrated] = useState(false);
  const pending = usePendingMail({
    form: "newsletter",
    isPending: outcome === "pending",
    onSent: thank,
    onRefused: () => setOutcome("failed"),
    onRemoved: () => setOutcome("idle"),
  });
  const restore = useRef(pending.restore);

  useEffect(() => {
    const typed = form.current ? String(new FormData(form.current).get("email") ?? "") : "";
    const earlier = typed === "" ? restore.current() : null;
    setEmail(earlier?.typed.email ?? typed);
    if (earlier) setOutcome(earlier.refusal ? "failed" : "pending");
    setIsHydrated(true);
  }, []);

  function thank() {
    setEmail("");
    setOutcome("sent");
  }

  async function submit() {
    if (isSending.current) return;
    const wasPending = outcome === "pending";
    setOutcome("idle");
    if (email.trim() === "") return;
    isSending.current = true;
    setOutcome("sending");
    try {
      if (wasPending) {
        const end = (await pending.retry()) ? "pending" : "idle";
        setOutcome((now) => (now === "sending" ? end : now));
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
      if (!isHoneypotFilled(form.current)) await pending.send({ email }, mail);
      thank();
    } catch (error) {
      const status = error instanceof MailError ? error.status : null;
      console.error(`The newsletter mail was not accepted (${status ?? "no answer"}).`);
      setOutcome(status === null ? "pending" : "failed");
    }
  }

  return {
    email,
    outcome,
    /** Nothing can be sent before. */
    isHydrated,
    isPersisted: pending.isPersisted,
    form,
    change: (next: string) => outcome !== "sending" && outcome !== "pending" && setEmail(next),
    submit: () => void submit(),
    /** Withdraws a pending address: it can be edited again. */
    takeBack: () => {
      pending.takeBack();
      setOutcome("idle");
      // The pressed button is removed with its notice, and the focus must not be lost.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
    },
  };
}
