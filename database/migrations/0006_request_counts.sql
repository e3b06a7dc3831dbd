-- Rate limits over all nodes. A row counts requests for the HMAC of a route and a network. Losing the rows in a crash only restarts the
-- count, so they need no write-ahead log.
create unlogged table request_counts (
  subject_hash bytea primary key check (length(subject_hash) = 32),
  requests integer not null check (requests >= 0),
  -- After this the count starts again.
  expires_at timestamptz not null
);
create index request_counts_expiry on request_counts (expires_at);
