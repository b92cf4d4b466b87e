import { useLayoutEffect, useRef, useState } from "react";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { Facts } from "../enrolment/Facts.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import { detailFacts } from "./details-state.ts";
import type { PartProps } from "./useMyEnrolment.ts";

/** The learner's details or, while they are being changed, the form in their place. */
export function Details({ view, about, details, support, page }: PartProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [message, setMessage] = useState("");
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  const subject = encodeURIComponent(`Please change my enrolment: ${view.id}`);

  // Save and Cancel go with the form.
  useLayoutEffect(() => {
    if (wasChanging.current && !isChanging) changeButton.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);

  function startChange(): void {
    setMessage("");
    setIsChanging(true);
  }

  async function save(changes: DetailChanges): Promise<void> {
    const refusal = await page.store.change(changes);
    setMessage(refusal ?? "Saved");
    if (refusal === null) setIsChanging(false);
  }

  return (
    <section className="card" aria-labelledby="enrolment-details">
      <h3 id="enrolment-details">Your details</h3>
      {about.missing && (
        <p className="notice notice-bad mt-2">
          <span>
            Still missing: <strong>{about.missing}</strong>.
          </span>
        </p>
      )}
      {isChanging ? (
        <DetailsForm
          learner={view.learner}
          options={details}
          save={save}
          onCancel={() => setIsChanging(false)}
        />
      ) : (
        <>
          <Facts layout="list" facts={detailFacts(view)} />
          <p className="enrolment-buttons">
            <button ref={changeButton} type="button" className="btn btn-outline" onClick={startChange}>
              Change my details
            </button>
          </p>
        </>
      )}
      <p role="status">{message}</p>
      <p className="mt-2 text-small text-muted">
        Need to change your name, course or plan?{" "}
        <a className="link" href={`mailto:${support.email}?subject=${subject}`}>
          Email us
        </a>
        .
      </p>
    </section>
  );
}
