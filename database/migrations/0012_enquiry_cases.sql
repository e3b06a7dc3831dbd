-- Enquiries become cases of the Locations Team. Version 0.1.0 goes on inserting rows without the new columns: triggers complete them.

create sequence enquiry_numbers;
alter table enquiries add column reference text;
alter table enquiries add column state text not null default 'NEW' constraint enquiries_state_check
  check (state in ('NEW', 'IN_PROGRESS', 'WAITING', 'ANSWERED', 'CLOSED', 'SPAM'));
-- Incremented by every change of the team: a change with an older expected version is a conflict.
alter table enquiries add column version integer not null default 1;
alter table enquiries add column assignee_id uuid references users on delete set null;
alter table enquiries add column production text constraint enquiries_production_check check (length(production) between 1 and 120);
alter table enquiries add column production_kind text constraint enquiries_production_kind_check check (production_kind in
  ('FEATURE_FILM', 'TELEVISION_DRAMA', 'TELEVISION_FACTUAL', 'SHORT_FILM', 'COMMERCIAL', 'MUSIC_VIDEO', 'PHOTOGRAPHY', 'OTHER'));
alter table enquiries add column filming_from date;
alter table enquiries add column filming_to date;
alter table enquiries add column crew_size integer constraint enquiries_crew_size_check check (crew_size between 1 and 10000);
-- The title of the board whose locations it is about.
alter table enquiries add column board_title text;
alter table enquiries add column due_on date;
-- When somebody outside the team wrote last, or the team.
alter table enquiries add column last_message_at timestamptz not null default now();
-- When it was closed or marked as spam; it is deleted some time later.
alter table enquiries add column closed_at timestamptz;
-- What the list searches: the reference, the sender, the production and the titles of the locations, without case and accents.
alter table enquiries add column search_text text not null default '';

create function complete_enquiry() returns trigger language plpgsql as $$
begin
  new.reference := coalesce(new.reference,
    'ENQ-' || to_char(new.created_at at time zone 'Europe/London', 'YYYY') || '-' || lpad(nextval('enquiry_numbers')::text, 5, '0'));
  return new;
end $$;
create trigger enquiries_complete before insert on enquiries for each row execute function complete_enquiry();

-- The locations that an enquiry is about, in the order of the sender.
create table enquiry_locations (
  enquiry_id uuid not null references enquiries on delete cascade,
  position integer not null,
  -- Null after the location is deleted; its title is kept.
  location_id uuid references locations on delete set null,
  title text not null,
  primary key (enquiry_id, position)
);
create index enquiry_locations_location on enquiry_locations (location_id) where location_id is not null;

-- Those who write to the team about an enquiry: its sender, and whoever it was passed on to. Each has a conversation of its own.
create table enquiry_participants (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references enquiries on delete cascade,
  kind text not null check (kind in ('SENDER', 'OWNER', 'FILM_OFFICE')),
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  created_at timestamptz not null default now()
);
create unique index enquiry_participants_sender on enquiry_participants (enquiry_id) where kind = 'SENDER';
create index enquiry_participants_enquiry on enquiry_participants (enquiry_id, created_at);

-- Mailed links to the page of a participant.
create table enquiry_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  participant_id uuid not null references enquiry_participants on delete cascade,
  expires_at timestamptz not null
);
create index enquiry_links_participant on enquiry_links (participant_id);
create index enquiry_links_expiry on enquiry_links (expires_at);

create table enquiry_messages (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references enquiries on delete cascade,
  participant_id uuid not null references enquiry_participants on delete cascade,
  -- TEAM: to the participant; PARTICIPANT: from the participant.
  written_by text not null check (written_by in ('TEAM', 'PARTICIPANT')),
  -- The member of the team who wrote it.
  user_id uuid references users on delete set null,
  text text not null check (length(text) between 1 and 10000),
  -- The Message-ID of a mail that came in, without brackets: each is stored once.
  mail_message_id text unique,
  created_at timestamptz not null default now()
);
create index enquiry_messages_enquiry on enquiry_messages (enquiry_id, created_at, id);
create index enquiry_messages_user on enquiry_messages (user_id);
create index enquiry_messages_participant on enquiry_messages (participant_id, created_at, id);

-- Notes of the team. A table of their own, so that no query for a participant can return one.
create table enquiry_notes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references enquiries on delete cascade,
  user_id uuid references users on delete set null,
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index enquiry_notes_user on enquiry_notes (user_id);
create index enquiry_notes_enquiry on enquiry_notes (enquiry_id, created_at, id);

-- Files of the messages. The brief of the public form belongs to the first message. The random id is also the storage key, and allows to
-- attach the file: whoever uploads it sends the id with the message.
create table enquiry_files (
  id uuid primary key,
  -- Null until the message is sent.
  message_id uuid references enquiry_messages on delete cascade,
  name text not null check (length(name) between 1 and 120),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes integer not null check (bytes between 1 and 10485760),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index enquiry_files_message on enquiry_files (message_id, position);
create index enquiry_files_unsent on enquiry_files (created_at) where message_id is null;

-- Files in the storage without a row in enquiry_files, as orphaned_documents.
create table orphaned_enquiry_files (
  id uuid primary key,
  delete_after timestamptz not null default now()
);
create index orphaned_enquiry_files_due on orphaned_enquiry_files (delete_after);
create function record_orphaned_enquiry_file() returns trigger language plpgsql as $$
begin
  insert into orphaned_enquiry_files (id) values (old.id);
  return null;
end $$;
create trigger enquiry_files_deleted after delete on enquiry_files for each row execute function record_orphaned_enquiry_file();

-- Texts that answers start from.
create table enquiry_templates (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  text text not null check (length(text) between 1 and 4000)
);
create unique index enquiry_templates_name on enquiry_templates (lower(name));

-- The location, the sender and the first message of an enquiry come with its row, whichever version inserts it.
create function start_enquiry_case() returns trigger language plpgsql as $$
declare
  sender_id uuid;
begin
  if new.location_title is not null then
    insert into enquiry_locations (enquiry_id, position, location_id, title)
      values (new.id, 0, new.location_id, new.location_title);
  end if;
  insert into enquiry_participants (enquiry_id, kind, name, email, created_at)
    values (new.id, 'SENDER', new.name, new.email, new.created_at) returning id into sender_id;
  insert into enquiry_messages (enquiry_id, participant_id, written_by, text, created_at)
    values (new.id, sender_id, 'PARTICIPANT', new.comment, new.created_at);
  return null;
end $$;
create trigger enquiries_started after insert on enquiries for each row execute function start_enquiry_case();

create function update_enquiry_search_text(enquiry uuid) returns void language sql as $$
  update enquiries e set search_text = fold_text(concat_ws(' ', e.reference, e.name, e.email, e.production, e.board_title,
    (select string_agg(title, ' ' order by position) from enquiry_locations where enquiry_id = e.id)))
  where e.id = enquiry;
$$;
create function record_enquiry_words() returns trigger language plpgsql as $$
begin
  perform update_enquiry_search_text(new.id);
  return null;
end $$;
create function record_enquiry_location_words() returns trigger language plpgsql as $$
begin
  perform update_enquiry_search_text(new.enquiry_id);
  return null;
end $$;
create trigger enquiries_words after insert or update of production, board_title on enquiries
  for each row execute function record_enquiry_words();
create trigger enquiry_locations_words after insert on enquiry_locations
  for each row execute function record_enquiry_location_words();

-- Existing enquiries become cases too, in the order in which they arrived.
do $$
declare
  enquiry record;
  sender_id uuid;
begin
  for enquiry in select * from enquiries order by created_at, id loop
    update enquiries set last_message_at = enquiry.created_at, reference =
      'ENQ-' || to_char(enquiry.created_at at time zone 'Europe/London', 'YYYY') || '-' || lpad(nextval('enquiry_numbers')::text, 5, '0')
      where id = enquiry.id;
    if enquiry.location_title is not null then
      insert into enquiry_locations (enquiry_id, position, location_id, title)
        values (enquiry.id, 0, enquiry.location_id, enquiry.location_title);
    end if;
    insert into enquiry_participants (enquiry_id, kind, name, email, created_at)
      values (enquiry.id, 'SENDER', enquiry.name, enquiry.email, enquiry.created_at) returning id into sender_id;
    insert into enquiry_messages (enquiry_id, participant_id, written_by, text, created_at)
      values (enquiry.id, sender_id, 'PARTICIPANT', enquiry.comment, enquiry.created_at);
    perform update_enquiry_search_text(enquiry.id);
  end loop;
end $$;

-- Lists: one index for each sort order, and for what is filtered most.
create index enquiries_reference on enquiries (reference);
create index enquiries_by_created_at on enquiries (created_at, id) include (state, assignee_id, due_on);
create index enquiries_by_last_message on enquiries (last_message_at, id) include (state, assignee_id, due_on);
create index enquiries_by_due on enquiries (due_on, id) include (state, assignee_id);
create index enquiries_closed on enquiries (closed_at) where closed_at is not null;
create index enquiries_assignee on enquiries (assignee_id) where assignee_id is not null;
