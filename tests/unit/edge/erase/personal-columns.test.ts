/** The columns with personal data. An erasure has to delete each of them. */
import { expect, test } from "vitest";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

type Columns = Readonly<Record<string, string>>;

const PERSONAL: Columns = {
  cohort_messages: "message written_by",
  desk_actions: "done_by detail undone_by",
  enrolment_keys: "digest",
  enrolments:
    "attribution learner cohort has_details email_key phone_key search_text unsubscribe_token new_email " +
    "new_email_digest new_email_key",
  link_requests: "email_key",
  mails: "to_address reply_to subject message plain_text calendar unsubscribe_url",
  portal_messages: "content",
  requests: "email_key text",
  payments:
    "details customer_email customer_name customer_phone buyer_name payer_name payer_email " +
    "learner_email_key learner_phone_key access_code checkout_url",
  subscriptions: "email email_key token",
  vouchers: "made_by",
};

const OTHER: Columns = {
  alerts: "name notified_at",
  charges: "enrolment_id currency number amount_minor due_on is_agreed paid_minor is_paid remind_at",
  cohort_messages: "id cohort is_to_owing enrolments learners leaves_at is_waiting",
  weekly_lists: "monday",
  failed_mails: "mail_id failed_at attempts reason",
  consents: "enrolment_id purpose digest way given_at withdrawn_at",
  consent_texts: "digest text",
  desk_actions: "id token done_at action enrolment_id subject summary restores undone_at",
  enrolment_keys: "enrolment_id kind charges replaces created_at",
  enrolments:
    "id source course_id course_name plan_id plan_name terms currency first_class state flags seen_flags " +
    "next_due_on latest_offer withdrawn_on charge_at_withdrawal access_ended_at reminders_stopped_at " +
    "new_email_at version portal_version erased_at created_at updated_at",
  link_requests: "id requested_at",
  mails:
    "id created_at from_address is_automatic idempotency_key is_notice status attempts next_attempt_at " +
    "give_up_at claimed_until delivered_at last_error",
  payment_events: "id reference provider event_id kind amount_minor currency source occurred_at recorded_at",
  portal_messages:
    "enrolment_id version changed_at changes_on status attempts next_attempt_at give_up_at claimed_until " +
    "delivered_at last_error",
  requests: "id kind enrolment_id mail_key charge day created_at done_at",
  reconciliations:
    "provider day state basis cursor compared differences fees_minor payouts_minor started_at " +
    "claimed_until finished_at reported_at",
  papers:
    "id kind year number reference provider event_id currency amount_minor vat_percent vat_minor moved_at " +
    "issued_at",
  payments:
    "reference provider purpose enrolment_id charges is_sponsored course_id course_name plan_id plan_name " +
    "currency expected_minor paid_minor status flag flagged_state seen_state agreement key_digest " +
    "duplicate_of provider_order_id ordered_at started_at created_at updated_at check_priority " +
    "next_check_at receipt_at erased_at",
  refund_requests:
    "id reference amount_minor currency state refund_id reason requested_at sent_at done_at next_check_at",
  staff_notices: "reference number reported notified_at",
  subscriptions: "id list course_id requested_at answered_at confirmed_at",
  usage_counts: "period counter count bytes",
  voucher_uses: "enrolment_id code ngn_minor usd_minor reserved_until confirmed_at is_overused",
  vouchers:
    "code percent ngn_minor usd_minor includes_fee course_ids is_for_paying_at_once uses first_day " +
    "last_day note made_at ended_at",
  webhook_senders: "sender received_at",
  received_webhooks: "provider received_at",
};

test("every column of every table is listed as personal or other", async () => {
  const db = openDatabase();
  const all = async (sql: string) =>
    (await db.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name);
  const tables = await all(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  expect(tables.toSorted()).toEqual(Object.keys(OTHER).toSorted());
  for (const table of tables) {
    const listedColumns = `${PERSONAL[table] ?? ""} ${OTHER[table]}`.trim().split(" ");
    expect(listedColumns.toSorted(), table).toEqual(
      (await all(`SELECT name FROM pragma_table_xinfo('${table}')`)).toSorted(),
    );
  }
});
