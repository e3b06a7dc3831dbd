-- Owners and what they register: who holds a location, what was typed and not saved yet, contacts, pictures on their way in.

alter table locations
  -- Who holds it; null for what the Locations Team or an import has made.
  add column owner_id uuid references users,
  add column submitted_at timestamptz,
  -- The content can be as published while its owner is at work on it: the two states are told apart.
  drop constraint locations_check1,
  add constraint locations_published_somewhere check (location_status <> 'PUBLISHED' or status <> 'NEW');
create index locations_owner on locations (owner_id, lastmodificationdate desc, id) where owner_id is not null;

-- Versions of drafts are never given twice: a draft that was forgotten and begun anew is not mistaken for the one before.
create sequence location_draft_versions;

-- What an owner has typed into the wizard and not saved as a step yet: one of each location, and one of each person for a
-- location that is still to come.
create table location_drafts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  location_id uuid unique references locations on delete cascade,
  version bigint not null default nextval('location_draft_versions'),
  -- By field, as typed and unchecked.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  -- What was saved of these fields then: where something else is now, somebody has saved it since.
  was jsonb not null check (jsonb_typeof(was) = 'object'),
  updated_at timestamptz not null default now()
);
create unique index location_drafts_new on location_drafts (owner_id) where location_id is null;

create table contacts (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  version integer not null default 1,
  firstname text not null check (length(firstname) between 1 and 100),
  lastname text not null check (length(lastname) between 1 and 100),
  telephone text check (length(telephone) between 7 and 30),
  email text check (length(email) between 3 and 254),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  check (telephone is not null or email is not null)
);
create index contacts_location on contacts (location_id, created_at, id);
create unique index contacts_primary on contacts (location_id) where is_primary;

alter table images
  add column version integer not null default 1,
  -- Of the file as it was sent.
  add column name text check (length(name) between 1 and 255),
  -- Where the camera says that it stood and looked (degrees, WGS 84; clockwise from north). For the owner alone.
  add column taken_latitude double precision check (taken_latitude between -90 and 90),
  add column taken_longitude double precision check (taken_longitude between -180 and 180),
  add column taken_direction real check (taken_direction >= 0 and taken_direction < 360),
  add check ((taken_latitude is null) = (taken_longitude is null));
-- Which images show a picture: asked of each that is rendered, and before one is removed.
create index images_picture on images (sha256);

-- A picture on its way in. Its bytes lie in the storage, piece by piece; what `received` counts is there for good.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  bytes integer not null check (bytes between 1 and 26214400),
  received integer not null default 0 check (received between 0 and bytes),
  -- RECEIVING until every byte is here, CHECKING until the worker has looked at it; then it is an image, or REFUSED.
  state text not null default 'RECEIVING' check (state in ('RECEIVING', 'CHECKING', 'REFUSED')),
  -- Why it was refused, in words for who sent it.
  problem text check (length(problem) between 1 and 500),
  -- How often the worker has begun to look at it: a file that brings the worker down is not tried for ever.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'REFUSED') = (problem is not null)),
  check (state = 'RECEIVING' or received = bytes)
);
create index uploads_location on uploads (location_id, created_at, id);
create index uploads_user on uploads (user_id);

-- Bytes of pictures that somebody has begun to send, by day: what one account may fill of the storage has an end.
create table sent_bytes (
  user_id uuid not null references users on delete cascade,
  day date not null,
  bytes bigint not null check (bytes > 0),
  primary key (user_id, day)
);

-- Uploads whose pieces may go: taken in, given up, refused, or gone with their location. Whatever removed them, the worker sees to it.
create table upload_remains (id uuid primary key);
create function note_upload_remains() returns trigger language plpgsql as $$
begin
  insert into upload_remains (id) values (old.id) on conflict do nothing;
  return null;
end $$;
create trigger uploads_ended after delete on uploads for each row execute function note_upload_remains();
create trigger uploads_refused after update of state on uploads
  for each row when (new.state = 'REFUSED') execute function note_upload_remains();
