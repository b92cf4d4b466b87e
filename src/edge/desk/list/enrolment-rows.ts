import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { formatExact, formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { counted } from "~/domain/text.ts";
import type { DeskRequest } from "../desk-request.ts";
import { mayAs } from "../desk-user.ts";
import { learnerName } from "../enrolment/learner-name.ts";
import { type Html, html } from "../html.ts";
import { maskedEmail, maskedPhone } from "../words.ts";
import type { ListedEnrolment, Totals } from "./find-enrolments.ts";

/** The lines of a list, with as much of each learner as its reader may see. */
export function enrolmentRows(rows: readonly ListedEnrolment[], { user, context }: DeskRequest): Html {
  return html`<ol class="rows">${rows.map((row) => enrolmentRow(row, mayAs(user, "staff"), context.prices))}</ol>`;
}

function enrolmentRow(row: ListedEnrolment, isStaff: boolean, { cohorts }: PriceList): Html {
  const { id, learner, courseName, planName, state, flags, lateSince } = row;
  const cohort = cohortName(cohorts, row.cohort);
  const name = learnerName({ learner, forgottenAt: row.isForgotten ? id : null });
  const reach = [maskedEmail(learner.email), maskedPhone(learner.phone)].filter(Boolean).join(", ");
  return html`<li><span><a class="row-name" href="/desk/enrolments/${id}">${isStaff ? name : id}</a>${
    isStaff && reach ? html`<br><span class="quiet">${reach}</span>` : ""
  }${isStaff && state === "active" && !row.isForgotten ? html`<br><a href="/desk/enrolments/${id}/message" aria-label="Message ${name}, ${id}">Message</a>` : ""}</span>
<span>${[courseName, planName].filter(Boolean).join(", ")}<br><span class="quiet">${cohort || "No cohort"}</span></span>
<span><span class="badge">${state}</span> ${moneyOf(row)}${
    lateSince ? html`<br><span class="badge badge-wrong">late since ${dayLabel(lateSince)}</span>` : ""
  }${flags.map((flag) => html` <span class="badge badge-wrong">${flagWords(flag)}</span>`)}</span></li>`;
}

function moneyOf({ currency, paidMinor, leftMinor }: ListedEnrolment): Html | string {
  if (!currency) return "";
  const paid = formatExact(fromMinor(currency, paidMinor));
  return leftMinor > 0
    ? html`${paid} paid, ${formatExact(fromMinor(currency, leftMinor))} left`
    : html`${paid} paid`;
}

/** The totals of the whole list, in a sentence. */
export function totalsText({ count, isMore, sums }: Totals): string {
  if (isMore) return `More than ${count.toLocaleString("en-GB")} enrolments. Filter to see the totals.`;
  const parts = sums.map(
    ({ currency, paidMinor, leftMinor }) =>
      `${formatWithCode(fromMinor(currency, paidMinor))} paid, ${formatWithCode(fromMinor(currency, leftMinor))} left`,
  );
  return `${[counted(count, "enrolment"), ...parts].join("; ")}.`;
}
