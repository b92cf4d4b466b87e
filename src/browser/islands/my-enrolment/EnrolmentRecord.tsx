import { Facts } from "../enrolment/Facts.tsx";
import { Balance } from "./Balance.tsx";
import { Charges } from "./Charges.tsx";
import { Details } from "./Details.tsx";
import { DueDates } from "./DueDates.tsx";
import { SavedLink } from "./LinkForm.tsx";
import { describeEnrolment } from "./my-enrolment-state.ts";
import type { PartProps } from "./useMyEnrolment.ts";

/** One enrolment: what it is, its payments, and what its learner can do about it. */
export function EnrolmentRecord(props: Omit<PartProps, "about">) {
  const { view, isCopy, page } = props;
  const about = describeEnrolment(props, new Date());
  const part = { ...props, about };
  return (
    <div className="grid gap-8">
      {about.savedOn && (
        <aside className="notice" aria-label="Saved copy">
          <p className="notice-title">You’re offline: this is a saved copy</p>
          <p>
            Saved on <strong>{about.savedOn}</strong>. Go online to pay or change something.
          </p>
          <p>
            <button type="button" className="btn btn-outline" onClick={() => void page.store.openAgain()}>
              Try again
            </button>
          </p>
        </aside>
      )}
      <section aria-labelledby="enrolment-course">
        <h2 id="enrolment-course" className="text-h2">
          {view.course.name}
        </h2>
        <Facts
          layout="head"
          facts={{
            Learner: about.learner,
            "Payment plan": about.plan,
            "First class": about.firstClass,
            // As a whole in its column, whatever the system's letters are.
            "Enrolment number": <span className="text-small whitespace-nowrap">{view.id}</span>,
          }}
        />
        {about.missing && (
          <p className="mt-4">
            Some details are missing.{" "}
            <a className="link" href="#enrolment-details">
              Fill them in
            </a>
            .
          </p>
        )}
      </section>
      <div className="grid gap-6 min-[60rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[60rem]:gap-12">
        <div className="grid content-start gap-10">
          <Balance {...part} />
          <Charges {...part} />
        </div>
        <div className="grid content-start gap-6">
          {about.hasDates && <DueDates {...part} />}
          {!isCopy && <Details {...part} />}
          {about.withdrawal && <Withdrawal {...part} />}
          <SavedLink {...part} />
        </div>
      </div>
    </div>
  );
}

/** What the Terms say of a withdrawal today, and how one withdraws. */
function Withdrawal({ about, view, support }: PartProps) {
  const mail = `mailto:${support.email}?subject=${encodeURIComponent(`I want to withdraw: ${view.id}`)}`;
  return (
    <details className="card print:not-open:hidden">
      <summary className="min-h-11 cursor-pointer content-center font-bold">Withdraw from the course</summary>
      <div className="mt-3 grid gap-3">
        <p>{about.withdrawal}</p>
        <p>
          To withdraw,{" "}
          <a className="link" href={mail}>
            email us
          </a>
          . The registration fee is non-refundable: see the{" "}
          <a className="link" href="/Terms%26Condition#refund-policy">
            refund policy
          </a>
          .
        </p>
      </div>
    </details>
  );
}
