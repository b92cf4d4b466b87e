/** The learner's requests to staff: to change, end or erase the enrolment, or for more time to pay. */
import { type SubmitEvent, useState } from "react";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import {
  describeRequest,
  type LearnerRequestKind,
  LONGEST_REQUEST,
  moreTimeWindow,
  REQUEST_LABELS,
  type TimeWindow,
} from "~/domain/enrolment/learner-request.ts";
import { unbroken } from "~/domain/text.ts";
import { SelectField, TextField } from "../fields/fields.tsx";
import { Button } from "../support/controls.tsx";
import { payableCharges } from "./my-enrolment-state.ts";
import { useEnrolment } from "./useMyEnrolment.ts";

interface RequestFormProps {
  /** The kinds of requests that the form offers. */
  readonly kinds: readonly LearnerRequestKind[];
  /** The days that a request for more time can choose from. */
  readonly window?: TimeWindow | null;
  readonly button: string;
}

/** A request form, folded under its title. Above it are the requests that staff have not answered. */
export function RequestPart({ title, ...form }: RequestFormProps & { title: string }) {
  const { view } = useEnrolment();
  const isOffered = form.kinds.some((kind) => !view.requests.some((request) => request.kind === kind));
  return (
    <div className="ruled pt-1 print:hidden">
      <OpenRequests kinds={form.kinds} />
      {isOffered && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-bold">{title}</summary>
          <RequestForm {...form} />
        </details>
      )}
    </div>
  );
}

/** The open requests, in a live region that announces that a request has arrived. */
export function OpenRequests({ kinds }: Pick<RequestFormProps, "kinds">) {
  const { view } = useEnrolment();
  const open = view.requests.filter(({ kind }) => kinds.includes(kind));
  return (
    <div role="status">
      {open.map((request) => (
        <p key={request.kind} className="notice my-3">
          <strong>{unbroken(describeRequest(request, view.charges.length))}</strong>
          <span>{` You asked on ${dayLabel(request.requestedOn)}. We’ll email you our answer.`}</span>
        </p>
      ))}
    </div>
  );
}

export function RequestForm({ kinds, window, button }: RequestFormProps) {
  const { view, page } = useEnrolment();
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [message, setMessage] = useState("");
  const [isSending, setIsSending] = useState(false);
  const offeredKinds = kinds.filter((kind) => !view.requests.some((request) => request.kind === kind));
  if (offeredKinds.length === 0) return null;

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    if (isSending) return;
    setIsSending(true);
    const kind = offeredKinds.find((offeredKind) => offeredKind === typed.get("kind")) ?? kinds[0];
    const day = window && { day: `${typed.get("day")}` };
    const refusal = kind && (await page.store.request({ kind, text: `${typed.get("text")}`, ...day }));
    setIsSending(false);
    setErrors(refusal?.errors ?? {});
    const [wrongField] = Object.keys(refusal?.errors ?? {});
    setMessage(wrongField ? "" : (refusal?.message ?? ""));
    if (wrongField) form.querySelector<HTMLElement>(`[name=${wrongField}]`)?.focus();
    if (refusal) return;
    form.reset();
    fold(form);
  }

  return (
    <form className="grid gap-4 pt-2" noValidate aria-label={button} onSubmit={send}>
      {kinds.length > 1 && (
        <SelectField
          name="kind"
          label="What do you need?"
          autoComplete="off"
          blank={null}
          options={offeredKinds.map((kind) => ({ value: kind, text: REQUEST_LABELS[kind] }))}
        />
      )}
      {window && (
        <TextField
          name="day"
          label="I can pay by"
          type="date"
          autoComplete="off"
          min={window.first}
          max={window.last}
          hint={`Up to ${dayLabel(window.last)}, if we agree.`}
          error={errors.day}
        />
      )}
      <TextField
        name="text"
        label={kinds.includes("change") ? "What should we know?" : "What should we know? (optional)"}
        rows={3}
        maxLength={LONGEST_REQUEST}
        error={errors.text}
      />
      <p className="enrolment-buttons flex flex-wrap gap-3">
        <Button type="submit" aria-busy={isSending}>
          {button}
        </Button>
      </p>
      <p role="status">{message}</p>
    </form>
  );
}

/** Closes the <details> around a form, because the choices that are left are not what was just requested. */
function fold(form: HTMLFormElement): void {
  const part = form.closest("details");
  part?.removeAttribute("open");
  part?.querySelector("summary")?.focus();
}

/** The form that requests a later day for the next payment. */
export function MoreTime() {
  const { view } = useEnrolment();
  const charges = payableCharges(view);
  const window = view.state === "active" ? moreTimeWindow(charges, lagosDay(new Date(view.asOf))) : null;
  const isRequested = view.requests.some(({ kind }) => kind === "more-time");
  if (!window && !isRequested) return null;
  return (
    <RequestPart kinds={["more-time"]} window={window} title="I need more time" button="Ask for more time" />
  );
}
