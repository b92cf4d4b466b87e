-- What a mail that the edge writes carries beside its HTML.
ALTER TABLE mails ADD COLUMN plain_text TEXT; -- null: made from the HTML
ALTER TABLE mails ADD COLUMN calendar TEXT; -- an iCalendar file
ALTER TABLE mails ADD COLUMN reply_to TEXT; -- null: the sender
ALTER TABLE mails ADD COLUMN unsubscribe_url TEXT; -- stops such mails by a POST
ALTER TABLE mails ADD COLUMN is_automatic INTEGER NOT NULL DEFAULT 0; -- 1: no person wrote it
