-- The catalogue: option lists, locations (working copies), their pictures, and the published versions that the public reads.

create table options (
  id integer generated always as identity primary key,
  field text not null check (field in
    ('category', 'setting', 'century', 'condition', 'ownershiptype', 'localauthority', 'filmoffice')),
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  position integer not null,
  unique (field, name),
  unique (id, field)
);

create table locations (
  id uuid primary key default gen_random_uuid(),
  -- Raised by every save: a save that names an older version is a conflict.
  version integer not null default 1,
  status text not null default 'NEW' check (status in ('NEW', 'CHANGED', 'LIVE')),
  location_status text not null default 'DRAFT' check (location_status in ('DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED')),
  -- The legacy id; what an import updates by.
  locationidentifier integer unique,
  dynamicsid text,
  title text not null check (length(title) between 1 and 150),
  locationurl text not null unique check (locationurl ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(locationurl) <= 150),
  address1 text check (length(address1) <= 120),
  address2 text check (length(address2) <= 120),
  address3 text check (length(address3) <= 120),
  address4 text check (length(address4) <= 120),
  postcode text check (length(postcode) <= 10),
  -- Whether the address may be published; the nearest town always is.
  address_public boolean not null default false,
  telephone1 text check (length(telephone1) <= 30),
  telephone2 text check (length(telephone2) <= 30),
  email text check (length(email) <= 254),
  nearesttown text check (length(nearesttown) <= 120),
  ownername text check (length(ownername) <= 120),
  description text check (length(description) <= 10000),
  -- Where the place is, for those who may know exactly (degrees, WGS 84).
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- How exactly the public sees it: the point, within about a kilometre, or only the area.
  map_precision text not null default 'exact' check (map_precision in ('exact', 'near', 'area')),
  featured boolean not null default false,
  -- Fictional, made for the demonstration; the public page says so.
  sample boolean not null default false,
  -- Credit that the source of the facts asks for, shown to the public.
  attribution text check (length(attribution) <= 500),
  exporttowebsite boolean,
  visited boolean,
  datevisited date,
  visitedby text check (length(visitedby) <= 120),
  datefirstcontacted date,
  datefinalcontact date,
  style text check (length(style) <= 5000),
  parking text check (length(parking) <= 5000),
  noise text check (length(noise) <= 5000),
  access text check (length(access) <= 5000),
  previoususe text check (length(previoususe) <= 5000),
  remarks text check (length(remarks) <= 5000),
  internalteamnotes text check (length(internalteamnotes) <= 5000),
  migrationnotes text check (length(migrationnotes) <= 5000),
  creationdate timestamptz not null default now(),
  lastmodificationdate timestamptz not null default now(),
  check ((latitude is null) = (longitude is null)),
  check (status <> 'LIVE' or location_status = 'PUBLISHED')
);

create table location_options (
  location_id uuid not null references locations on delete cascade,
  option_id integer not null,
  field text not null,
  primary key (location_id, option_id),
  foreign key (option_id, field) references options (id, field)
);
create index location_options_option on location_options (option_id);
create unique index location_options_single on location_options (location_id, field)
  where field in ('condition', 'ownershiptype', 'localauthority', 'filmoffice');

-- An original, known by its content; the same file is stored and rendered once.
create table pictures (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes integer not null check (bytes > 0),
  -- Pixels as seen, after the orientation that the camera noted is applied.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- A few bytes from which a blurred picture is drawn while the real one loads (ThumbHash, base64).
  placeholder text,
  state text not null default 'PROCESSING' check (state in ('PROCESSING', 'READY', 'FAILED')),
  created_at timestamptz not null default now()
);

create table images (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  sha256 text not null references pictures,
  position integer not null,
  is_primary boolean not null default false,
  caption text check (length(caption) <= 300),
  alt text check (length(alt) <= 300),
  credit text check (length(credit) <= 200),
  licence text check (length(licence) <= 200),
  -- What a crop must keep, as fractions from the top left corner.
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  created_at timestamptz not null default now()
);
create index images_location on images (location_id, position);
create unique index images_primary on images (location_id) where is_primary;

-- What the public site, search, suggestions, similar locations and board cards read. Written only by publishing.
create table published_locations (
  id uuid primary key references locations on delete cascade,
  locationurl text not null unique,
  title text not null,
  nearesttown text not null,
  description text not null,
  option_ids integer[] not null,
  -- No finer than the owner allows the public to know.
  latitude double precision,
  longitude double precision,
  featured boolean not null,
  pictured boolean not null,
  -- Everything else that the public page shows: address if public, images, credit.
  details jsonb not null,
  published_at timestamptz not null,
  check ((latitude is null) = (longitude is null))
);
create index published_locations_options on published_locations using gin (option_ids);
create index published_locations_browse on published_locations (featured desc, pictured desc, published_at desc, id);

-- The analysed words of a published location: of the title (A), town, category and authority (B), description (C).
create table search_terms (
  id uuid primary key references published_locations on delete cascade,
  terms tsvector not null
);
create index search_terms_terms on search_terms using gin (terms);

create function forbid_removal_of_published_option() returns trigger language plpgsql as $$
begin
  if exists (select from published_locations where option_ids @> array[old.id]) then
    raise foreign_key_violation using message = 'option is used by a published location';
  end if;
  return old;
end $$;
create trigger options_in_use before delete on options
  for each row execute function forbid_removal_of_published_option();

-- Generations: each statement that changes what the public sees takes the next one under the lock of its row, so that they
-- are committed in their order and without a gap; a node that has generation n has everything up to n.
create table generations (
  name text primary key check (name in ('catalogue', 'content')),
  n bigint not null default 0
);
insert into generations (name) values ('catalogue'), ('content');

create table catalogue_changes (
  generation bigint not null,
  location_id uuid not null,
  primary key (generation, location_id)
);

create function note_catalogue_change() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  if not exists (select from changed) then
    return null;
  end if;
  update generations set n = n + 1 where name = 'catalogue' returning n into next;
  insert into catalogue_changes (generation, location_id) select distinct next, id from changed;
  perform pg_notify('recce', 'catalogue');
  return null;
end $$;
create trigger published_locations_added after insert on published_locations
  referencing new table as changed for each statement execute function note_catalogue_change();
create trigger published_locations_changed after update on published_locations
  referencing new table as changed for each statement execute function note_catalogue_change();
create trigger published_locations_removed after delete on published_locations
  referencing old table as changed for each statement execute function note_catalogue_change();

create function note_content_change() returns trigger language plpgsql as $$
begin
  update generations set n = n + 1 where name = 'content';
  perform pg_notify('recce', 'content');
  return null;
end $$;
create trigger options_changed after insert or update or delete on options
  for each statement execute function note_content_change();

-- Content that the agency edits: pages, the menu and the footer.
create table pages (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 100),
  title text not null check (length(title) between 1 and 150),
  content jsonb not null,
  -- A page that the product itself needs, such as home; the others are reached by their name.
  system boolean not null default false,
  updated_at timestamptz not null default now()
);
create trigger pages_changed after insert or update or delete on pages
  for each statement execute function note_content_change();

create table navigation (
  name text primary key check (name in ('menu', 'footer')),
  content jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger navigation_changed after insert or update or delete on navigation
  for each statement execute function note_content_change();

-- Switches that reach every running node.
create table settings (
  name text primary key check (name in ('maintenance')),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
insert into settings (name, value) values ('maintenance', 'false');
create trigger settings_changed after insert or update or delete on settings
  for each statement execute function note_content_change();

create table enquiries (
  id uuid primary key default gen_random_uuid(),
  -- Null for a general enquiry, and once the location is deleted; the title stays.
  location_id uuid references locations on delete set null,
  location_title text,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  phone text check (length(phone) between 7 and 30),
  comment text not null check (length(comment) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index enquiries_created on enquiries (created_at);

-- Human verification: each solution counts once.
create table spent_challenges (
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);

-- Mail waiting to be sent, written in the transaction of the act that causes it.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null check (length(recipient) <= 254),
  reply_to text check (length(reply_to) <= 254),
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[\r\n]'),
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Set when it is given up: a dead letter, shown to the Locations Team.
  failed_at timestamptz,
  check (sent_at is null or failed_at is null)
);
create index outbox_open on outbox (created_at) where sent_at is null;

create table audit_logs (
  id bigint generated always as identity primary key,
  -- Null when the act came from the command line.
  user_id uuid,
  type smallint not null,
  -- What the act was about; no foreign key, since an entry outlives its subject.
  location_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_logs_created on audit_logs (created_at);
create index audit_logs_location on audit_logs (location_id) where location_id is not null;

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'audit entries are written once and never changed';
end $$;
create trigger audit_logs_append_only before update or delete or truncate on audit_logs
  for each statement execute function forbid_change();
