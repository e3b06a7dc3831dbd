-- The link in the email about a share, for recipients without an account. It works once.
create table board_invitations (
  share_id uuid primary key references board_shares on delete cascade,
  -- The email that has the link.
  mail_id uuid not null unique,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index board_invitations_expiry on board_invitations (expires_at);

-- The browsers that have confirmed the address of a share, by the secret in their cookie.
create table board_readers (
  share_id uuid not null references board_shares on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null,
  primary key (share_id, token_hash)
);
create index board_readers_expiry on board_readers (expires_at);
