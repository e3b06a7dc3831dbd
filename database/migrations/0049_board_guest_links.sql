-- Named links of a board for people without an account, each with settings of its own.
create table board_guest_links (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  -- In the URL. The owner can copy it again, as that of the public link.
  secret text not null unique check (length(secret) = 43),
  password_hash text,
  -- The last day on which it works, in the time zone of the site.
  expires_on date,
  can_answer boolean not null,
  answers_until timestamptz,
  can_download boolean not null,
  -- Whether guests see the answers of each other.
  shows_answers boolean not null,
  created_at timestamptz not null,
  first_opened_at timestamptz,
  last_opened_at timestamptz
);
create index board_guest_links_board on board_guest_links (board_id);

-- The browsers that have entered the password of a link, or whose user has given a name, by the secret in their cookie.
create table board_guests (
  id uuid primary key default gen_random_uuid(),
  link_id uuid not null references board_guest_links on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  has_password boolean not null,
  name text check (length(name) between 1 and 100),
  role text check (length(role) between 1 and 100),
  first_opened_at timestamptz not null,
  last_opened_at timestamptz not null,
  unique (link_id, token_hash),
  constraint board_guests_named check ((name is null) = (role is null))
);
create index board_guests_token on board_guests (token_hash);
