import { EnrolmentPaymentDialogs } from "../enrolment/EnrolmentPaymentDialogs.tsx";
import { SelectField } from "../fields/fields.tsx";
import { Button } from "../support/controls.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { EnrolmentRecord } from "./EnrolmentRecord.tsx";
import { LinkForm } from "./LinkForm.tsx";
import { type MyEnrolmentControl, type MyEnrolmentProps, useMyEnrolment } from "./useMyEnrolment.ts";
import "./my-enrolment.css";

/** My enrolment: the enrolment that this browser can open, or the form for a link to one. */
export const MyEnrolment = withBoundary(Page);

function Page(props: MyEnrolmentProps) {
  const page = useMyEnrolment();
  const { step, enrolment, enrolments, message, retry } = page.state;
  const isUndecided = step === "undecided";
  return (
    <div
      ref={page.root}
      tabIndex={-1}
      className={`enrolment-page grid content-start gap-6 ${isUndecided ? "is-undecided" : ""}`}
      {...page.focusHandlers}
    >
      <p role="status">{message}</p>
      {retry && (
        <p className="-mt-3">
          <Button onClick={page.store.openAgain}>Try again</Button>
        </p>
      )}
      {(isUndecided || step === "closed") && <LinkForm />}
      {step !== "closed" && enrolments.length > 1 && <Chooser {...page} />}
      {enrolment && <EnrolmentRecord key={enrolment.access.id} page={page} {...enrolment} {...props} />}
      <EnrolmentPaymentDialogs control={page.payments} another="Back to my enrolment" />
    </div>
  );
}

function Chooser({ state, store }: MyEnrolmentControl) {
  function choose(id: string): void {
    const access = state.enrolments.find((candidate) => candidate.id === id);
    if (access) void store.open(access);
  }

  return (
    <div className="no-print max-w-112">
      <SelectField
        name="enrolment"
        label="Enrolment"
        autoComplete="off"
        blank={null}
        options={state.enrolments.map(({ id, label }) => ({ value: id, text: label }))}
        value={state.id ?? ""}
        onChange={({ target }) => choose(target.value)}
      />
    </div>
  );
}
