-- Sessions that their users can tell apart, confirmed identities, known devices, links that are issued when their mail is sent, and
-- counts of failed log-ins.

alter table sessions
  -- When the user last proved who they are in this session: by logging in, or by confirming it. Null for sessions of before this column.
  add column confirmed_at timestamptz,
  -- Browser and system in words, such as ‘Firefox on Windows’; null if unknown.
  add column device text constraint sessions_device_check check (length(device) between 1 and 100),
  -- The network that the user logged in from: a shortened IP address.
  add column network text constraint sessions_network_check check (length(network) between 1 and 60);

-- Browsers that an account was used with before: a log-in from another one is announced by mail.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the secret in the cookie of the browser.
  device_hash bytea not null check (length(device_hash) = 32),
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_last_used on known_devices (last_used_at);

-- The mail that contains the link. Its secret is issued when the mail is sent; until then the hash is that of a discarded secret. No
-- foreign key, whose check would wait for the mail that is being sent.
alter table account_tokens add column mail_id uuid;
create index account_tokens_mail on account_tokens (mail_id) where mail_id is not null;
-- The same for the link to the conversation of an enquiry.
alter table enquiry_links add column mail_id uuid;
create index enquiry_links_mail on enquiry_links (mail_id) where mail_id is not null;
-- Whether the secret of a link is inserted when the mail is sent.
alter table outbox add column has_link boolean not null default false;

-- Failed log-ins of an account from a network, which become one audit entry an hour after the first.
create table failed_logins (
  user_id uuid not null references users on delete cascade,
  -- A shortened IP address.
  network text not null check (length(network) between 1 and 60),
  first_at timestamptz not null,
  attempts integer not null default 1 check (attempts > 0),
  primary key (user_id, network)
);
create index failed_logins_first on failed_logins (first_at);
