-- Likely duplicates, and locations that were merged into others.

-- A merged location keeps its row for its history and the audit log. It is in no list, and nothing of it can change.
alter table locations add column merged_into uuid
  constraint locations_merged_into_fkey references locations on delete cascade
  constraint locations_merged_into_check check (merged_into is null
    or (merged_into <> id and status = 'NEW' and location_status = 'DRAFT'));
create index locations_merged on locations (merged_into) where merged_into is not null;

create function leave_merged_out_of_list() returns trigger language plpgsql as $$
begin
  if exists (select from locations where id = new.id and merged_into is not null) then
    return null;
  end if;
  return new;
end $$;
create trigger location_list_without_merged before insert on location_list
  for each row execute function leave_merged_out_of_list();
create function remove_merged_from_list() returns trigger language plpgsql as $$
begin
  delete from location_list where id = new.id;
  return null;
end $$;
create trigger locations_merged after update of merged_into on locations
  for each row when (new.merged_into is not null) execute function remove_merged_from_list();

-- Page URLs that lead to another location than the one that had them.
create table location_redirects (
  locationurl text primary key check (locationurl ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(locationurl) <= 150),
  location_id uuid not null references locations on delete cascade,
  created_at timestamptz not null default now()
);
create index location_redirects_location on location_redirects (location_id);

alter table location_revisions drop constraint location_revisions_action_check;
alter table location_revisions add constraint location_revisions_action_check check (action in
  ('RECORDED', 'CREATED', 'CHANGED', 'IMPORTED', 'RESTORED', 'SUBMITTED', 'RETURNED', 'PUBLISHED', 'UNPUBLISHED', 'OWNER_CHANGED',
   'MERGED')) not valid;
alter table location_revisions drop constraint location_revisions_origin_check;
alter table location_revisions add constraint location_revisions_origin_check
  check (origin in ('WIZARD', 'RECORD', 'IMPORT', 'COMMAND_LINE', 'UPGRADE', 'MERGE')) not valid;
-- The other location of a merge. No foreign key: the history outlives it.
alter table location_revisions add column merged_id uuid;
alter table location_revisions add constraint location_revisions_merged_check
  check ((action = 'MERGED') = (merged_id is not null)) not valid;

-- Joined notes are longer than one that is typed.
alter table board_locations drop constraint board_locations_note_check;
alter table board_locations add constraint board_locations_note_check check (length(note) between 1 and 5000) not valid;

-- A 64-bit dHash in hexadecimal. Null until it is computed.
alter table pictures add column perceptual_hash text
  constraint pictures_perceptual_hash_check check (perceptual_hash ~ '^[0-9a-f]{16}$');
create index pictures_without_hash on pictures (sha256) where perceptual_hash is null;

-- Locations to compare with the others. A location can be in it several times, so that no change waits for another.
create table duplicate_queue (
  id bigint generated always as identity primary key,
  location_id uuid not null
);

-- What locations are found by: only those that share a key are compared.
create table duplicate_keys (
  location_id uuid not null references locations on delete cascade,
  key text collate "C" not null,
  primary key (location_id, key)
);
create index duplicate_keys_key on duplicate_keys (key, location_id);

create table duplicate_pairs (
  a_id uuid not null references locations on delete cascade,
  b_id uuid not null references locations on delete cascade,
  -- In per cent.
  score smallint not null check (score between 1 and 100),
  -- What speaks for it: strength by reason, in per cent.
  reasons jsonb not null check (jsonb_typeof(reasons) = 'object'),
  -- Kilometres between the positions; null without both.
  distance double precision check (distance >= 0),
  found_at timestamptz not null default now(),
  -- Who has decided that it is none, and when. No foreign key to accounts: it would lock the account after the locations.
  dismissed_by uuid,
  dismissed_at timestamptz,
  primary key (a_id, b_id),
  constraint duplicate_pairs_ordered check (a_id < b_id),
  constraint duplicate_pairs_dismissed check ((dismissed_by is null) = (dismissed_at is null))
);
create index duplicate_pairs_b on duplicate_pairs (b_id);
create index duplicate_pairs_by_score on duplicate_pairs (score, a_id, b_id) where dismissed_at is null;

create function enqueue_for_duplicates() returns trigger language plpgsql as $$
begin
  insert into duplicate_queue (location_id) values (new.id);
  return null;
end $$;
create trigger locations_duplicates_insert after insert on locations
  for each row execute function enqueue_for_duplicates();
create trigger locations_duplicates_update after update on locations for each row
  when ((old.title, old.nearesttown, old.postcode, old.latitude, old.longitude, old.merged_into)
    is distinct from (new.title, new.nearesttown, new.postcode, new.latitude, new.longitude, new.merged_into))
  execute function enqueue_for_duplicates();

create function enqueue_images_for_duplicates() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into duplicate_queue (location_id) values (old.location_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into duplicate_queue (location_id) values (new.location_id);
  end if;
  return null;
end $$;
create trigger images_duplicates after insert or delete or update of location_id, sha256 on images
  for each row execute function enqueue_images_for_duplicates();

create function enqueue_picture_for_duplicates() returns trigger language plpgsql as $$
begin
  insert into duplicate_queue (location_id) select distinct location_id from images where sha256 = new.sha256;
  return null;
end $$;
create trigger pictures_duplicates after update of perceptual_hash on pictures
  for each row execute function enqueue_picture_for_duplicates();

insert into duplicate_queue (location_id) select id from locations;
