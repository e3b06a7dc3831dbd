-- Answers to productions: boards of the team, what was sent of them, and to whom.

-- The line of why for each location that is sent is its note on the board.
alter table board_guest_links add column shows_notes boolean not null default false;

-- The private boards that answer a production. A board answers one at most.
create table production_boards (
  board_id uuid primary key references boards on delete cascade,
  production_id uuid not null references productions on delete cascade,
  added_at timestamptz not null
);
create index production_boards_production on production_boards (production_id, added_at);

-- When a board was sent to whom.
create table production_sendings (
  id uuid primary key default gen_random_uuid(),
  production_id uuid not null references productions on delete cascade,
  -- Null after the board or its guest link is deleted.
  board_id uuid references boards on delete set null,
  link_id uuid references board_guest_links on delete set null,
  -- That of the board then.
  title text not null check (length(title) between 1 and 120),
  recipient text not null check (length(recipient) between 3 and 254),
  user_id uuid references users on delete set null,
  sent_at timestamptz not null
);
create index production_sendings_production on production_sendings (production_id, sent_at desc, id);
create index production_sendings_board on production_sendings (board_id) where board_id is not null;
create index production_sendings_link on production_sendings (link_id) where link_id is not null;
create index production_sendings_recipient on production_sendings (lower(recipient));
create index production_sendings_user on production_sendings (user_id) where user_id is not null;

-- The locations that were available when a board was sent, in its order.
create table production_sending_locations (
  sending_id uuid not null references production_sendings on delete cascade,
  position integer not null check (position >= 0),
  -- Null after the location is deleted; its title stays.
  location_id uuid references locations on delete set null,
  title text not null check (length(title) between 1 and 300),
  primary key (sending_id, position),
  unique (sending_id, location_id)
);
create index production_sending_locations_location on production_sending_locations (location_id)
  where location_id is not null;

alter table production_entries drop constraint production_entries_kind_check;
alter table production_entries add constraint production_entries_kind_check check (
  kind in ('NOTE', 'CREATED', 'CHANGED', 'ENQUIRY', 'ENQUIRY_REMOVED', 'LOCATION', 'CONTACTS', 'BOARD', 'BOARD_REMOVED', 'SENT')) not valid;
