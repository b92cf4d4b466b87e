import { Field } from "../fields/Field.tsx";
import { EnrolmentPaymentDialogs } from "../payment/EnrolmentPaymentDialogs.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { EnrolmentRecord } from "./EnrolmentRecord.tsx";
import { LinkForm } from "./LinkForm.tsx";
import { type MyEnrolmentControl, type MyEnrolmentProps, useMyEnrolment } from "./useMyEnrolment.ts";
import "./my-enrolment.css";

/** A learner's page: the enrolment that this browser can open, or the form for a link to it. */
export const MyEnrolment = withBoundary(Page);

function Page(props: MyEnrolmentProps) {
  const page = useMyEnrolment();
  const { step, enrolment, known, message, retry } = page.state;
  const isUndecided = step === "undecided";
  return (
    <div
      ref={page.root}
      tabIndex={-1}
      className={isUndecided ? "enrolment-page is-undecided" : "enrolment-page"}
      {...page.focusHandlers}
    >
      <p role="status">{message}</p>
      {retry && (
        <p className="-mt-3">
          <button type="button" className="btn btn-outline" onClick={() => void page.store.openAgain()}>
            Try again
          </button>
        </p>
      )}
      {(isUndecided || step === "closed") && <LinkForm />}
      {step !== "closed" && known.length > 1 && <Chooser {...page} />}
      {enrolment && <EnrolmentRecord key={enrolment.access.id} page={page} {...enrolment} {...props} />}
      <EnrolmentPaymentDialogs control={page.payments} another="Back to my enrolment" />
    </div>
  );
}

/** Which of several enrolments is open. */
function Chooser({ state, store }: MyEnrolmentControl) {
  function choose(id: string): void {
    const access = state.known.find((known) => known.id === id);
    if (access) void store.open(access);
  }

  return (
    <div className="no-print max-w-md">
      <Field name="enrolment" label="Enrolment">
        {(field) => (
          <select
            {...field}
            autoComplete="off"
            value={state.id ?? ""}
            onChange={(event) => choose(event.target.value)}
          >
            {state.known.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
