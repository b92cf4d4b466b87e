-- From where a provider's own webhooks came, so that a flood of forged ones does not keep them out.
CREATE TABLE webhook_senders (
  sender TEXT PRIMARY KEY, -- a digest of the provider and the address
  heard_at TEXT NOT NULL
);
