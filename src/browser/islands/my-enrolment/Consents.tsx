import type { StoredConsent } from "~/domain/enrolment/consent.ts";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { Button } from "../support/controls.tsx";
import { describeConsent } from "./details-state.ts";

interface ConsentsProps {
  consents: readonly StoredConsent[];
  save(changes: DetailChanges, done: string): void;
}

/** The learner's consents with the texts of their day. The consent to news can be withdrawn. */
export function Consents({ consents, save }: ConsentsProps) {
  if (consents.length === 0) return null;
  const hasNews = consents.some(({ purpose, withdrawnAt }) => purpose === "news" && !withdrawnAt);
  return (
    <div className="ruled mt-4 grid gap-3 pt-4">
      <h4 className="font-bold">What you agreed to</h4>
      {consents.map((consent) => (
        <details key={consent.purpose + consent.givenAt}>
          <summary>{describeConsent(consent)}</summary>
          <p className="mt-1 text-small text-muted">{consent.text}</p>
        </details>
      ))}
      {hasNews && (
        <p className="enrolment-buttons flex flex-wrap gap-3">
          <Button onClick={() => save({ marketing: false }, "We won’t email you news any more.")}>
            Stop the news
          </Button>
        </p>
      )}
    </div>
  );
}
