/** @jsxImportSource hono/jsx */
/** The Inbox: messages of the contact form and requests of learners, until staff mark them as done. */
import { readContactText } from "~/domain/contact/contact-message.ts";
import { findEmailAddress, isEmailAddress } from "~/domain/contact/email-address.ts";
import { fullName, readLearner } from "~/domain/enrolment/learner.ts";
import { describeRequest, type LearnerRequestKind } from "~/domain/enrolment/learner-request.ts";
import {
  countOpen,
  findRequest,
  listDone,
  listOpen,
  type NamedRequest,
  settingDone,
} from "~/edge/requests/request-store.ts";
import { ButtonForm } from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import {
  Aside,
  Badge,
  ButtonLink,
  EarlierLink,
  lagosTimeText,
  RowName,
  Rows,
  RowsPart,
  readBefore,
} from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { noteInTrail } from "../trail.tsx";

const INBOX = "/desk/inbox";
const ROWS_PER_PAGE = 50;
const MAX_DONE = 20;

export async function showInbox(request: DeskRequest): Promise<Response> {
  const { db } = request.context;
  const before = readBefore(request.url);
  const [open, count, done] = await Promise.all([
    listOpen(db, { before: before ?? Number.MAX_SAFE_INTEGER, limit: ROWS_PER_PAGE + 1 }),
    countOpen(db),
    before === undefined ? listDone(db, MAX_DONE) : [],
  ]);
  const visible = open.slice(0, ROWS_PER_PAGE);
  const body = (
    <>
      <Rows rows={visible}>{(row) => <RequestRow row={row} request={request} />}</Rows>
      {open.length > ROWS_PER_PAGE && <EarlierLink path={INBOX} before={visible.at(-1)?.id ?? 0} />}
      <RowsPart title="Done last" heading="h2" rows={done}>
        {(row) => <RequestRow row={row} request={request} />}
      </RowsPart>
    </>
  );
  const lead = count === 0 ? "Everything is answered." : `${count} to answer, the newest first.`;
  return deskPage(request, { title: "Inbox", lead, body });
}

/** Marks a row of the Inbox as done or open: POST `{ request, done: "yes" | "no" }`. Repeating it has no effect. */
export async function settleRequest(request: DeskRequest): Promise<Response> {
  const { db, now } = request.context;
  const row = await findRequest(db, Number(posted(request, "request")) || 0);
  if (!row) {
    const text = "This request is gone: it was too old, or its person was erased.";
    return messagePage(request, { title: "Not found", text, status: 404, back: INBOX });
  }
  const { id, kind, enrolmentId } = row;
  const isDone = posted(request, "done") === "yes";
  const { meta } = await settingDone(db, id, isDone ? now : null).run();
  if (meta.changes > 0) {
    const item = kind === "message" ? `message ${id}` : `request ${id} (${kind})`;
    const summary = isDone ? `Done: ${item}` : `Put back into the Inbox: ${item}`;
    await noteInTrail(request, { action: "inbox", subject: String(id), summary, enrolmentId });
  }
  return seeOther(INBOX);
}

/** The link to the Inbox, with the number of open messages and requests. */
export function InboxLink({ count }: { count: number }) {
  return <ButtonLink href={INBOX}>{count === 0 ? "Inbox" : `Inbox: ${count} to answer`}</ButtonLink>;
}

/** The actions that answer each kind of request, with the labels of their links. */
const ACTIONS: Readonly<Record<LearnerRequestKind, readonly (readonly [name: string, label: string])[]>> = {
  change: [
    ["change-course", "Change course or plan"],
    ["correct", "Correct details"],
  ],
  withdraw: [["withdraw", "Withdraw"]],
  erase: [["erase", "Erase this person"]],
  "more-time": [
    ["agree-date", "Agree"],
    ["decline", "Decline"],
  ],
};

/** The columns of a message or request. */
export function RequestRow({ row, request }: { row: NamedRequest; request: DeskRequest }) {
  const { id, kind, personId, createdAt, doneAt, isPaid } = row;
  const { name, email, text, title } = describeRow(row);
  const person = personId ? `/desk/enrolments/${personId}` : null;
  const isMessage = kind === "message";
  const actions = isMessage || doneAt || isPaid ? [] : ACTIONS[kind];
  const doneLabel = doneAt ? "Put back" : "Mark as done";
  return (
    <>
      <span>
        <RowName href={isMessage ? null : person}>{name}</RowName>
        <br />
        {title}
        <Aside>{lagosTimeText(createdAt)}</Aside>
        {isMessage && person && (
          <Aside>
            <a href={person}>A learner has this address</a>
          </Aside>
        )}
      </span>
      <span>
        {isPaid === 1 && <Badge look="good">Paid meanwhile</Badge>}
        <span class="note-text">{text}</span>
      </span>
      <span class="buttons">
        {actions
          .filter(([action]) => action !== "erase" || mayAs(request.user, "owner"))
          .map(([action, label]) => (
            <ButtonLink href={`${person}/${action}`}>{label}</ButtonLink>
          ))}
        {email && !doneAt && kind !== "more-time" && (
          <ButtonLink href={replyLink(email, request.context.templates.academy.name)}>Answer</ButtonLink>
        )}
        <ButtonForm
          action={INBOX}
          values={{ request: String(id), done: doneAt ? "no" : "yes" }}
          label={doneLabel}
          aria-label={`${doneLabel}: ${name}, ${title}`}
        />
      </span>
    </>
  );
}

/** Returns the texts of a row: of the sender of a message, or of the learner who made a request. */
function describeRow({ kind, text, learner, charge, day, chargeCount }: NamedRequest) {
  if (kind === "message") {
    const message = readContactText(text);
    const email = message?.email ?? findEmailAddress(text) ?? "";
    const name = message ? `${message.firstname} ${message.lastname}`.trim() : email;
    return {
      name: name || "Someone",
      title: ["Message", email, message?.phone].filter(Boolean).join(", "),
      email: isEmailAddress(email) ? email : "",
      text: message?.message ?? text,
    };
  }
  const requester = readLearner(learner ?? "{}");
  return {
    name: fullName(requester) || "Name not known",
    title: describeRequest({ kind, charge, day }, chargeCount),
    email: isEmailAddress(requester.email) ? requester.email : "",
    text,
  };
}

/** Returns the address that opens an answer in the device's mail program. */
function replyLink(email: string, academy: string): string {
  const [name = "", domain = ""] = email.split("@");
  const subject = encodeURIComponent(`Your message to ${academy}`);
  return `mailto:${encodeURIComponent(name)}@${domain}?subject=${subject}`;
}
