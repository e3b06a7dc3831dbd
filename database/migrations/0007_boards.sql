-- Boards: what scouts collect, and whom they show it.

create table boards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 120),
  -- The Locations Team's own, which may hold locations that are not published.
  private boolean not null default false,
  archived_at timestamptz,
  -- At least 128 random bits, as they stand in the address of the public board; null while there is none.
  link text unique check (link ~ '^[A-Za-z0-9_-]{22,64}$'),
  primary_location_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not private or link is null),
  check (archived_at is null or link is null)
);
create index boards_user on boards (user_id, archived_at, updated_at desc);
create index boards_private on boards (updated_at desc) where private;

create table board_locations (
  board_id uuid not null references boards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- Ascending in the order in which the board shows them; ties by when they were added.
  position integer not null,
  note text check (length(note) between 1 and 1000),
  added_at timestamptz not null default now(),
  primary key (board_id, location_id)
);
create index board_locations_order on board_locations (board_id, position, added_at, location_id);
create index board_locations_location on board_locations (location_id);

alter table boards add foreign key (id, primary_location_id) references board_locations (board_id, location_id)
  on delete set null (primary_location_id);

-- Whom a board is shared with, by address: with an account or without.
create table board_shares (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  email text not null check (length(email) between 3 and 300),
  created_at timestamptz not null default now()
);
create unique index board_shares_once on board_shares (board_id, lower(email));
create index board_shares_email on board_shares (lower(email));

-- When somebody's sharing caused a mail: a limit counts them, for removing a share does not unsend it.
create table board_mails (
  user_id uuid not null references users on delete cascade,
  queued_at timestamptz not null
);
create index board_mails_user on board_mails (user_id, queued_at);

-- The share dialog takes longer addresses than accounts have.
alter table outbox drop constraint outbox_recipient_check;
alter table outbox add check (length(recipient) <= 300);
