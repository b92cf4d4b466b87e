import { useState } from "react";
import { shareLink } from "~/domain/contact/site-facts.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { loadModule } from "~/payments/load-module.ts";
import type { SignupFormControl } from "./useSignupForm.ts";

/** What came of the last press: for another state of the form it no longer counts. */
interface Made {
  readonly of: Registration;
  /** null when it could not be made. */
  readonly link: string | null;
  readonly note: string;
}

/** For a learner whose relative abroad pays: makes a link of the filled form. */
export function SponsorOffer({ control }: { control: SignupFormControl }) {
  const { registration, missing, check } = control;
  const [last, setMade] = useState<Made | null>(null);
  const made = last?.of === registration ? last : null;
  const link = made?.link;

  async function make() {
    if (!check()) return;
    const of = registration;
    setMade(
      await linkOf(of).then(
        (link) => ({ of, link, note: "Send this link to your sponsor." }),
        () => ({
          of,
          link: null,
          note: "The link could not be made. Check your connection, then try again.",
        }),
      ),
    );
  }

  async function copy(link: string) {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setMade({ of: registration, link, note: isCopied ? "Copied" : "Select the link and copy it by hand." });
  }

  return (
    <details className="sponsor">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Does somebody abroad pay for you?
      </summary>
      <div className="mt-3 grid gap-3">
        <p>
          Fill in the form, make a link and send it to them. They see your first name, your course and what it
          costs, and pay in dollars. Your other details travel in it encrypted: send it only to somebody you
          trust.{" "}
          <a href="/Sponsor" className="link">
            How it works
          </a>
        </p>
        {link ? (
          <>
            <label className="field">
              <span className="field-label">Link for your sponsor</span>
              <input
                ref={takeFocus}
                className="input"
                readOnly
                value={link}
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
            <div className="flex flex-wrap gap-3">
              <a
                className="btn btn-outline"
                href={shareLink("Please help me register for my course:", link)}
                target="_blank"
                rel="noopener"
              >
                Send by WhatsApp
              </a>
              <button type="button" className="btn btn-outline" onClick={() => void copy(link)}>
                Copy link
              </button>
            </div>
          </>
        ) : (
          <button
            type="button"
            className="btn btn-outline justify-self-start"
            disabled={missing.length > 0 || control.isFrozen}
            onClick={() => void make()}
          >
            Make the link
          </button>
        )}
        <p role="status" className="text-small text-muted">
          {made?.note ?? (missing.length > 0 && `First fill in: ${missing.join(", ")}.`)}
        </p>
      </div>
    </details>
  );
}

/** The button that made the link is gone: whoever pressed it goes on at the link. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** The code that encrypts comes when somebody needs it. */
async function linkOf(registration: Registration): Promise<string> {
  const { sealRegistration } = await loadModule(() => import("~/domain/enrolment/sponsor-link.ts"));
  return `${location.origin}/Sponsor#${await sealRegistration(registration, new Date())}`;
}
