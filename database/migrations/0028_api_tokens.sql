-- Service tokens, with which programs call the API in the name of the person who made them.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the token, which is shown once and stored nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The last characters of the token, by which its user recognises it.
  ending text not null check (char_length(ending) = 4),
  name text not null check (char_length(name) between 1 and 80),
  user_id uuid not null references users on delete cascade,
  -- At most these of the permissions that the person has at the time of a call.
  permissions text[] not null check (cardinality(permissions) between 1 and 100 and array_position(permissions, null) is null),
  read_only boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_tokens_lifetime check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
create index api_tokens_user on api_tokens (user_id);
