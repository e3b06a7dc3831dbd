-- Viewings: a day on which people of a production visit locations. The owner of each location is asked for a time.
create table viewings (
  id uuid primary key default gen_random_uuid(),
  production_id uuid not null references productions on delete cascade,
  day date not null,
  -- Where and when the party meets; owners do not read it.
  note text check (length(note) between 1 and 1000),
  -- The size of the party.
  people integer not null check (people between 1 and 200),
  -- Incremented by every change, also of a stop or by an owner; the sequence number of its calendar files.
  version integer not null default 1,
  -- The version of the itinerary that the party has; null before it is sent.
  sent_version integer,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  constraint viewings_sent_version check (sent_version between 1 and version)
);
create index viewings_production on viewings (production_id, day, id);

-- The people of a production who come and read the itinerary.
create table viewing_party (
  viewing_id uuid not null references viewings on delete cascade,
  person_id uuid not null references people on delete cascade,
  primary key (viewing_id, person_id)
);
create index viewing_party_person on viewing_party (person_id);

create table viewing_stops (
  id uuid primary key default gen_random_uuid(),
  viewing_id uuid not null references viewings on delete cascade,
  -- Null after the location is deleted; its title stays.
  location_id uuid references locations on delete set null,
  title text not null check (length(title) between 1 and 300),
  -- By the clock of the region, as 09:30.
  slot_from text not null check (slot_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  slot_to text not null check (slot_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  state text not null default 'PLANNED' check (state in ('PLANNED', 'ASKED', 'CONFIRMED', 'DECLINED', 'CANCELLED')),
  -- Who is asked. Deleted some time after the day.
  contact_name text check (length(contact_name) between 1 and 250),
  contact_email text check (length(contact_email) between 3 and 254),
  contact_telephone text check (length(contact_telephone) between 7 and 30),
  -- What the owner wrote.
  answer_note text check (length(answer_note) between 1 and 500),
  -- Incremented when the time or the day changes, so that nobody confirms another time than the one they have read.
  version integer not null default 1,
  -- Whether the production was told that the location was visited, which happens once.
  visit_recorded boolean not null default false,
  constraint viewing_stops_slot check (slot_from < slot_to)
);
create index viewing_stops_viewing on viewing_stops (viewing_id, slot_from, id);
create index viewing_stops_location on viewing_stops (location_id) where location_id is not null;

-- The emails with links: one that asks about a stop, or the itinerary for a person. The hash is of the secret of the link, issued when the
-- email is sent.
create table viewing_mails (
  mail_id uuid primary key,
  viewing_id uuid not null references viewings on delete cascade,
  stop_id uuid references viewing_stops on delete cascade,
  person_id uuid references people on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  constraint viewing_mails_about check (num_nonnulls(stop_id, person_id) = 1)
);
create index viewing_mails_viewing on viewing_mails (viewing_id);
create index viewing_mails_stop on viewing_mails (stop_id) where stop_id is not null;
create index viewing_mails_person on viewing_mails (person_id) where person_id is not null;

-- A calendar file (RFC 5545), sent as an invitation.
alter table outbox add column calendar text;
