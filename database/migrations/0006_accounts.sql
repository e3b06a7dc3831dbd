-- People, how they sign in, and what the Locations Team is told of them.

create table users (
  id uuid primary key default gen_random_uuid(),
  role text not null check (role in ('SCOUT', 'OWNER', 'ADMIN')),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  -- As typed, and compared without regard to case. Null once the account is deleted, as is everything that reaches the person.
  email text check (length(email) between 3 and 254),
  -- argon2id, in the usual text with its parameters.
  password_hash text,
  telephone1 text check (length(telephone1) between 7 and 30),
  jobtitle text check (length(jobtitle) between 1 and 120),
  websiteurl text check (length(websiteurl) <= 300),
  created_at timestamptz not null default now(),
  email_verified_at timestamptz,
  -- Null for a deleted account, of which the id and the names stay for the audit trail.
  enabled_at timestamptz default now(),
  check ((enabled_at is null) = (email is null)),
  check ((enabled_at is null) = (password_hash is null)),
  check (enabled_at is not null or (telephone1 is null and jobtitle is null and websiteurl is null))
);
create unique index users_email on users (lower(email));
create index users_role on users (role) where enabled_at is not null;

-- Who is signed in. Of the two secrets of a session only the SHA-256 is stored: the key, which a cookie holds and which lets pages
-- be rendered, and the token that is made from it, which calls carry.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  key_hash bytea not null unique check (length(key_hash) = 32),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- What a link in a mail proves, once: that its reader may choose a new password, or has the address, which is then the account's.
create table account_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  email text not null check (length(email) between 3 and 254),
  expires_at timestamptz not null
);
create index account_tokens_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);

-- Tries to sign in, by what they are aimed at or come from, hashed: an account, a network address, both together.
create table tries (
  subject bytea primary key check (length(subject) = 32),
  count integer not null check (count >= 0),
  -- Until then no other try is let through.
  closed_until timestamptz,
  -- The count begins anew then.
  forgotten_at timestamptz not null
);
create index tries_forgotten on tries (forgotten_at);

create table notifications (
  id bigint generated always as identity primary key,
  type text not null check (type in (
    'LOCATION_REQUESTING_APPROVAL', 'LOCATION_REQUESTING_UPDATES_APPROVAL', 'OWNER_REGISTERED', 'SCOUT_REGISTERED',
    'BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED')),
  -- What it is about; no foreign keys, since a notification outlives its subject.
  user_id uuid,
  board_id uuid,
  location_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_unread on notifications (type, id desc) where read_at is null;

alter table audit_logs add column board_id uuid;
create index audit_logs_user on audit_logs (user_id) where user_id is not null;
create index audit_logs_board on audit_logs (board_id) where board_id is not null;

alter table secrets drop constraint secrets_name_check;
alter table secrets add check (name in ('verification', 'sign-in'));
insert into secrets (name, value)
  values ('sign-in', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
