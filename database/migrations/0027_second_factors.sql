-- Second factors of accounts: an authenticator app, passkeys, and recovery codes for when both are lost.

create table authenticators (
  user_id uuid primary key references users on delete cascade,
  -- The key that the app shares with the site (RFC 6238).
  secret bytea not null check (length(secret) = 20),
  -- Null until a first code has shown that the app has the key: it does not count before.
  confirmed_at timestamptz,
  -- The latest period of 30 seconds whose code was used, so that each code works once.
  last_period bigint
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 4096),
  -- Uses that the device has counted. A smaller one than before means that the passkey was copied.
  counter bigint not null check (counter >= 0),
  -- How browsers reach the device, such as usb or internal.
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_id uuid not null references users on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

-- What somebody has begun and will finish with a token: a log-in that waits for the second factor, or adding a passkey.
create table second_factor_steps (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('log-in', 'passkey-log-in', 'add-passkey')),
  -- Null for a log-in with a passkey only, which says whose it is.
  user_id uuid references users on delete cascade,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  constraint second_factor_steps_user check ((user_id is null) = (purpose = 'passkey-log-in'))
);
create index second_factor_steps_user_id on second_factor_steps (user_id);
create index second_factor_steps_expiry on second_factor_steps (expires_at);
