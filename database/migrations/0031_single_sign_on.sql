-- Single sign-on by OpenID Connect: which account is linked with whom at the provider, and what has begun there.

create table single_sign_on_links (
  user_id uuid primary key references users on delete cascade,
  -- Identifies the person at the provider. The e-mail address does not: it can change, and be given to somebody else.
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint single_sign_on_links_identity unique (issuer, subject)
);

-- A log-in or a confirmation that waits for the answer of the provider. It works once, in the browser in which it began.
create table single_sign_on_attempts (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- The session whose user confirms their identity; null for a log-in.
  session_id uuid references sessions on delete cascade,
  -- The path of the site that is opened afterwards; null for the user's own page.
  return_to text check (length(return_to) <= 2000),
  started_at timestamptz not null,
  expires_at timestamptz not null
);
create index single_sign_on_attempts_session on single_sign_on_attempts (session_id);
create index single_sign_on_attempts_expiry on single_sign_on_attempts (expires_at);

-- Whether a session began by single sign-on, and whether the provider has checked a second factor.
alter table sessions
  add column single_sign_on boolean not null default false,
  add column provider_second_factor boolean not null default false;
alter table second_factor_steps add column single_sign_on boolean not null default false;
