/** @jsxImportSource hono/jsx */
/** The Inbox: messages of the contact form, and what learners ask, until somebody marks them as done. */
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
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Aside, Badge, ButtonForm, ButtonLink, lagosTimeText, RowName } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { noteInTrail } from "../trail.tsx";

const INBOX = "/desk/inbox";
const A_PAGE = 50;
const MAX_DONE = 20;

export async function showInbox(request: DeskRequest): Promise<Response> {
  const { db } = request.context;
  const beforeId = /^\d{1,15}$/.exec(request.url.searchParams.get("before") ?? "")?.[0];
  const [open, count, done] = await Promise.all([
    listOpen(db, { before: Number(beforeId ?? Number.MAX_SAFE_INTEGER), limit: A_PAGE + 1 }),
    countOpen(db),
    beforeId ? [] : listDone(db, MAX_DONE),
  ]);
  const visible = open.slice(0, A_PAGE);
  const body = (
    <>
      <h1>Inbox</h1>
      <p class="lead">{count === 0 ? "Everything is answered." : `${count} to answer, the newest first.`}</p>
      <RequestRows rows={visible} request={request} />
      {open.length > A_PAGE && (
        <p>
          <ButtonLink href={`${INBOX}?before=${visible.at(-1)?.id}`}>Earlier</ButtonLink>
        </p>
      )}
      {done.length > 0 && (
        <>
          <h2>Done last</h2>
          <RequestRows rows={done} request={request} />
        </>
      )}
    </>
  );
  return deskPage(request, { title: "Inbox", body });
}

/** Marks a request as done or open: POST `{ request, done: "yes" | "no" }`. Repeating it has no effect. */
export async function settleRequest(desk: DeskRequest): Promise<Response> {
  const { db, now } = desk.context;
  const request = await findRequest(db, Number(posted(desk, "request")) || 0);
  if (!request) {
    const text = "This request is gone: it was too old, or its person was erased.";
    return messagePage(desk, { title: "Not found", text, status: 404, back: INBOX });
  }
  const isDone = posted(desk, "done") === "yes";
  const { meta } = await settingDone(db, request.id, isDone ? now : null).run();
  if (meta.changes > 0) {
    const { id, kind, enrolmentId } = request;
    const item = kind === "message" ? `message ${id}` : `request ${id} (${kind})`;
    const summary = isDone ? `Done: ${item}` : `Put back into the Inbox: ${item}`;
    await noteInTrail(desk, { action: "inbox", subject: String(id), summary, enrolmentId });
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

interface RowsProps {
  readonly rows: readonly NamedRequest[];
  readonly request: DeskRequest;
}

export function RequestRows({ rows, request }: RowsProps) {
  return (
    <ul class="rows">
      {rows.map((row) => (
        <RequestRow row={row} request={request} />
      ))}
    </ul>
  );
}

function RequestRow({ row, request }: { row: NamedRequest; request: DeskRequest }) {
  const { id, kind, personId, createdAt, doneAt, isPaid } = row;
  const { name, email, text, title } = wordsOf(row);
  const person = personId ? `/desk/enrolments/${personId}` : null;
  const isMessage = kind === "message";
  const hasActions = !isMessage && !doneAt && !isPaid;
  const actions = hasActions ? ACTIONS[kind] : [];
  return (
    <li>
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
          values={[
            ["request", String(id)],
            ["done", doneAt ? "no" : "yes"],
          ]}
          label={doneAt ? "Put back" : "Mark as done"}
          aria-label={`${doneAt ? "Put back" : "Mark as done"}: ${name}, ${title}`}
        />
      </span>
    </li>
  );
}

/** Returns a row's texts. A message names its sender, and a request names its enrolment's learner. */
function wordsOf({ kind, text, learner, charge, day, chargeCount }: NamedRequest) {
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
