import { type SubmitEvent, useState } from "react";
import { mailLinks } from "~/browser/edge-client/enrolments.ts";
import { TextField, useEmailField } from "../fields/fields.tsx";
import { Button, NewTabLink, TextLink } from "../support/controls.tsx";
import { useChatLink } from "../support/IslandBoundary.tsx";
import { useEnrolment } from "./useMyEnrolment.ts";

/**
 * The form by which a visitor without a stored enrolment gets a new link by mail. The field holds what is
 * typed, even before hydration.
 */
export function LinkForm() {
  const { field, read } = useEmailField("Enter your email address.");
  const [message, setMessage] = useState("");
  const [isSending, setIsSending] = useState(false);
  const chat = useChatLink({ problem: "I cannot open my enrolment", page: "/My-enrolment" });

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = read(event.currentTarget);
    if (email === null || isSending) return;
    setIsSending(true);
    setMessage("");
    setMessage(await mailLinkTo(email));
    setIsSending(false);
  }

  return (
    <section className="card link-form grid gap-4 lg:gap-x-16" aria-labelledby="open-enrolment">
      <h2 id="open-enrolment" className="text-h3">
        Open your enrolment
      </h2>
      <p>No password needed. We’ll email you a link.</p>
      <form
        className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
        noValidate
        aria-label="Get a new link"
        onSubmit={send}
      >
        <TextField {...field} label="Email Address" hint="The one you enrolled or paid with." />
        {/* The margin puts the button beside the field, below its label. */}
        <p className="sm:mt-8">
          <button type="submit" className="btn btn-primary" aria-busy={isSending}>
            Send me a link
          </button>
        </p>
      </form>
      <p role="status">{message}</p>
      <ul className="grid gap-2">
        <li>
          Not enrolled yet? <TextLink href="/Signup">Register for a course</TextLink>
        </li>
        <li>
          Paying for someone? <TextLink href="/Sponsor">How that works</TextLink>
        </li>
        <li>
          Lost that email address? <NewTabLink href={chat}>Message our team</NewTabLink>
        </li>
      </ul>
    </section>
  );
}

export function SavedLink() {
  const { view, isCopy, page } = useEnrolment();
  const [message, setMessage] = useState("");

  async function send(): Promise<void> {
    const { email } = view.learner;
    setMessage(email ? await mailLinkTo(email) : "First give us your email address, under Your details.");
  }

  return (
    <section className="card no-print" aria-labelledby="enrolment-link">
      <h3 id="enrolment-link">Your link</h3>
      <p className="mt-2">Saved on this device. Shared device? Remove your link.</p>
      <p className="enrolment-buttons mt-3 flex flex-wrap gap-3">
        {!isCopy && <Button onClick={send}>Send me a new link</Button>}
        <Button onClick={page.store.removeFromDevice}>Forget on this device</Button>
      </p>
      <p role="status">{message}</p>
    </section>
  );
}

/** Requests a new link. @returns a message, which does not reveal whether the address is known */
async function mailLinkTo(email: string): Promise<string> {
  const response = await mailLinks(email);
  if (response.type === "unreachable") return "We couldn't send it. Check your connection, then try again.";
  if (response.type === "refused") return response.message;
  return "If we know this address, a link is on its way to it. Give it a few minutes, and check your spam folder.";
}
