-- The tables of Recce, in this order: accounts, options, locations, pictures and uploads, documents, the list of locations
-- in the back office, publishing, search, boards, content, enquiries, audit log, notifications, mail, secrets.
--
-- Checks of one column, keys and references have the default names of PostgreSQL (table_column_check, table_pkey, table_column_key,
-- table_column_fkey); constraints on several columns are named here. Lengths are in characters, `bytes` in bytes. Columns
-- without an underscore, such as nearesttown, have the names of the specification, which the API uses as well.
--
-- Never edit a migration that has been applied to a database: its checksum is verified at every start. Add a new migration instead.


-- Accounts -------------------------------------------------------------------------------------------------------------

-- Lower case without accents: Ó Néill becomes o neill.
create function fold_text(given text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'));

-- The words of a folded text, each with the prefix of its column ('l/neill'). Words end at spaces and punctuation.
create function split_user_words(mark text, given text) returns text[] language sql immutable parallel safe
  return array(
    select mark || '/' || word
    from regexp_split_to_table(given, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+') word
    where word <> '');

create table users (
  id uuid primary key default gen_random_uuid(),
  -- Incremented by every change: a change with an older expected version is a conflict.
  version integer not null default 1,
  role text not null check (role in ('SCOUT', 'OWNER', 'ADMIN')),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  -- As typed; unique without regard to case.
  email text check (length(email) between 3 and 254),
  -- argon2id in PHC format, parameters included.
  password_hash text,
  telephone1 text check (length(telephone1) between 7 and 30),
  jobtitle text check (length(jobtitle) between 1 and 120),
  websiteurl text check (length(websiteurl) <= 300),
  created_at timestamptz not null default now(),
  email_verified_at timestamptz,
  -- Null once the account is deleted. Its id and names are kept for the audit log; all other personal data is deleted.
  enabled_at timestamptz default now(),
  -- For sorting and finding users in the back office; null for deleted accounts, which are not listed.
  first_name_folded text collate "C"
    generated always as (case when enabled_at is not null then fold_text(first_name) end) stored,
  last_name_folded text collate "C"
    generated always as (case when enabled_at is not null then fold_text(last_name) end) stored,
  email_folded text collate "C" generated always as (fold_text(email)) stored,
  -- The sort order of the audit log by user, deleted accounts included.
  name_folded text collate "C" not null generated always as (fold_text(first_name) || ' ' || fold_text(last_name)) stored,
  words tsvector generated always as (case when enabled_at is not null then array_to_tsvector(
    split_user_words('f', fold_text(first_name)) || split_user_words('l', fold_text(last_name)) || split_user_words('e', fold_text(email))) end) stored,
  constraint users_email_until_deleted check ((enabled_at is null) = (email is null)),
  constraint users_password_until_deleted check ((enabled_at is null) = (password_hash is null)),
  constraint users_details_until_deleted
    check (enabled_at is not null or (telephone1 is null and jobtitle is null and websiteurl is null))
);
create unique index users_email on users (lower(email));
create index users_words on users using gin (words) where enabled_at is not null;
-- One index for each sort order of the list of users.
create index users_by_id on users (id) where enabled_at is not null;
create index users_by_first_name on users (first_name_folded, id) where enabled_at is not null;
create index users_by_last_name on users (last_name_folded, id) where enabled_at is not null;
create index users_by_email on users (email_folded, id) where enabled_at is not null;
create index users_by_role on users (role, id) where enabled_at is not null;
create index users_by_name on users (name_folded, id);

-- A session has two secrets, stored as SHA-256: the key in the cookie, used for page rendering only, and the bearer token
-- derived from it, used for API calls only.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  key_hash bytea not null unique check (length(key_hash) = 32),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- Links in mails, each valid once: to choose a new password, or to verify an address, which then becomes that of the account.
create table account_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  email text not null check (length(email) between 3 and 254),
  expires_at timestamptz not null
);
create index account_tokens_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);

-- Login throttling. A row counts attempts for the HMAC of one subject: an account, a network address, or both.
create table login_attempts (
  subject_hash bytea primary key check (length(subject_hash) = 32),
  attempts integer not null check (attempts >= 0),
  -- Attempts are rejected until then.
  blocked_until timestamptz,
  -- After this the count starts again.
  expires_at timestamptz not null
);
create index login_attempts_expiry on login_attempts (expires_at);


-- Options: the choices of category, setting and the other select fields of a location ----------------------------------

create table options (
  id integer generated always as identity primary key,
  field text not null check (field in
    ('category', 'setting', 'century', 'condition', 'ownershiptype', 'localauthority', 'filmoffice')),
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  position integer not null,
  constraint options_field_name_key unique (field, name),
  -- Lets location_options refer to the field together with the option.
  constraint options_id_field_key unique (id, field)
);


-- Locations: the working copies that owners and the Locations Team edit ------------------------------------------------

create table locations (
  id uuid primary key default gen_random_uuid(),
  -- Incremented by every save: a save with an older expected version is a conflict.
  version integer not null default 1,
  -- Content, compared with the published version.
  status text not null default 'NEW' check (status in ('NEW', 'CHANGED', 'LIVE')),
  -- Workflow.
  location_status text not null default 'DRAFT' check (location_status in ('DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED')),
  -- Legacy id, by which an import finds the location to update.
  locationidentifier integer unique,
  dynamicsid text,
  -- Null if the Locations Team or an import created the location.
  owner_id uuid references users,
  submitted_at timestamptz,

  -- May be empty in a draft, never in a published version.
  title text not null check (length(title) <= 150),
  locationurl text not null unique check (locationurl ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(locationurl) <= 150),
  description text check (length(description) <= 10000),
  address1 text check (length(address1) <= 120),
  address2 text check (length(address2) <= 120),
  address3 text check (length(address3) <= 120),
  address4 text check (length(address4) <= 120),
  postcode text check (length(postcode) <= 10),
  nearesttown text check (length(nearesttown) <= 120),
  -- Whether the address is published; the nearest town always is.
  address_public boolean not null default false,
  telephone1 text check (length(telephone1) <= 30),
  telephone2 text check (length(telephone2) <= 30),
  email text check (length(email) <= 254),
  ownername text check (length(ownername) <= 120),
  -- Exact position: degrees, WGS 84.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- Precision of the public position: the point, a point within about a kilometre, or only the area.
  map_precision text not null default 'exact' check (map_precision in ('exact', 'near', 'area')),

  -- Internal fields of the Locations Team.
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

  featured boolean not null default false,
  -- Fictional, from the demo catalogue; marked on the public page.
  sample boolean not null default false,
  -- Credit required by the source of the data, shown to the public.
  attribution text check (length(attribution) <= 500),
  -- Mandatory fields that were empty when last published. An import publishes locations that were live in the legacy system; fields
  -- that were empty then may be empty when the location is published again.
  published_without text[] not null default '{}' check (published_without <@ array[
    'address1', 'category', 'setting', 'century', 'condition', 'ownershiptype', 'localauthority', 'filmoffice', 'images']),
  creationdate timestamptz not null default now(),
  lastmodificationdate timestamptz not null default now(),
  constraint locations_position_complete check ((latitude is null) = (longitude is null)),
  constraint locations_new_not_published check (location_status <> 'PUBLISHED' or status <> 'NEW')
);
create index locations_owner on locations (owner_id, lastmodificationdate desc, id) where owner_id is not null;

create table location_options (
  location_id uuid not null references locations on delete cascade,
  option_id integer not null,
  field text not null,
  primary key (location_id, option_id),
  constraint location_options_option_id_field_fkey foreign key (option_id, field) references options (id, field)
);
create index location_options_option on location_options (option_id);
-- The fields that take a single option.
create unique index location_options_single on location_options (location_id, field)
  where field in ('condition', 'ownershiptype', 'localauthority', 'filmoffice');

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
  constraint contacts_reachable check (telephone is not null or email is not null)
);
create index contacts_location on contacts (location_id, created_at, id);
create unique index contacts_primary on contacts (location_id) where is_primary;

-- A sequence, so that a draft that was discarded and created again never repeats a version.
create sequence location_draft_versions;

-- Unsaved input of owners in the wizard: one draft per location, and one per owner for a location that does not exist yet.
create table location_drafts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  location_id uuid unique references locations on delete cascade,
  version bigint not null default nextval('location_draft_versions'),
  -- By field, as typed, not validated.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  -- The saved values of these fields when they were typed: the base of a three-way merge.
  base_values jsonb not null check (jsonb_typeof(base_values) = 'object'),
  updated_at timestamptz not null default now()
);
create unique index location_drafts_new on location_drafts (owner_id) where location_id is null;


-- Pictures and uploads -------------------------------------------------------------------------------------------------

-- Original files, identified by their content: the same file is stored and rendered once.
create table pictures (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes integer not null check (bytes > 0),
  -- Pixels as displayed, after the EXIF orientation is applied.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- ThumbHash (base64) for the blurred preview while the picture loads.
  placeholder text,
  state text not null default 'PROCESSING' check (state in ('PROCESSING', 'READY', 'FAILED')),
  created_at timestamptz not null default now()
);

-- The use of a picture by a location.
create table images (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  version integer not null default 1,
  sha256 text not null references pictures,
  position integer not null,
  is_primary boolean not null default false,
  -- File name as uploaded.
  name text check (length(name) between 1 and 255),
  caption text check (length(caption) <= 300),
  alt text check (length(alt) <= 300),
  credit text check (length(credit) <= 200),
  licence text check (length(licence) <= 200),
  -- Focal point that a crop keeps, as fractions from the top left corner.
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  -- Position and direction of the camera from EXIF (degrees, WGS 84; clockwise from north). For the owner only.
  taken_latitude double precision check (taken_latitude between -90 and 90),
  taken_longitude double precision check (taken_longitude between -180 and 180),
  taken_direction real check (taken_direction >= 0 and taken_direction < 360),
  created_at timestamptz not null default now(),
  constraint images_taken_complete check ((taken_latitude is null) = (taken_longitude is null))
);
create index images_location on images (location_id, position);
create unique index images_primary on images (location_id) where is_primary;
-- Used for each picture that is rendered, and before one is deleted.
create index images_picture on images (sha256);

-- A picture that is uploaded in chunks, which are in the storage. Without a location it is for a content page: then the row is kept
-- for a day after ingestion, with the resulting picture.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  location_id uuid references locations on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  bytes integer not null check (bytes between 1 and 26214400),
  -- Bytes stored durably.
  received integer not null default 0,
  -- CHECKING when all bytes are stored, until the worker has validated them.
  state text not null default 'RECEIVING' check (state in ('RECEIVING', 'CHECKING', 'REJECTED', 'ACCEPTED')),
  -- Why the upload was rejected, as a message for the user.
  rejection_reason text check (length(rejection_reason) between 1 and 500),
  sha256 text references pictures,
  -- How often the worker has started to validate it: a file that crashes the worker is not retried indefinitely.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint uploads_received_within_bytes check (received between 0 and bytes),
  constraint uploads_complete_when_checked check (state = 'RECEIVING' or received = bytes),
  constraint uploads_reason_if_rejected check ((state = 'REJECTED') = (rejection_reason is not null)),
  constraint uploads_picture_if_accepted check ((state = 'ACCEPTED') = (sha256 is not null)),
  constraint uploads_no_location_if_accepted check (state <> 'ACCEPTED' or location_id is null)
);
create index uploads_location on uploads (location_id, created_at, id);
create index uploads_user on uploads (user_id);
create index uploads_sha256 on uploads (sha256) where sha256 is not null;

-- Bytes of the uploads that a user started on a day (UTC), for the upload quota.
create table upload_quotas (
  user_id uuid not null references users on delete cascade,
  day date not null,
  bytes bigint not null check (bytes > 0),
  primary key (user_id, day)
);

-- Uploads whose chunks the worker has to delete: accepted, rejected, cancelled, or deleted with their location.
create table orphaned_uploads (
  id uuid primary key
);

create function record_orphaned_upload() returns trigger language plpgsql as $$
begin
  insert into orphaned_uploads (id) values (old.id) on conflict do nothing;
  return null;
end $$;
create trigger uploads_deleted after delete on uploads for each row execute function record_orphaned_upload();
create trigger uploads_decided after update of state on uploads
  for each row when (new.state in ('REJECTED', 'ACCEPTED')) execute function record_orphaned_upload();


-- Documents: internal files of the Locations Team about a location -----------------------------------------------------

create table documents (
  -- Also the storage key of the file.
  id uuid primary key,
  location_id uuid not null references locations on delete cascade,
  name text not null check (length(name) between 1 and 120),
  bytes integer not null check (bytes between 1 and 10485760),
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index documents_location on documents (location_id, created_at desc, id);

-- Files without a document. A row is inserted before the file is stored, deleted in the transaction that inserts the document, and
-- inserted again when the document is deleted. So the worker finds all files to delete, even after a crash.
create table orphaned_documents (
  id uuid primary key,
  delete_after timestamptz not null default now()
);
create index orphaned_documents_due on orphaned_documents (delete_after);

create function record_orphaned_document() returns trigger language plpgsql as $$
begin
  insert into orphaned_documents (id) values (old.id);
  return null;
end $$;
create trigger documents_deleted after delete on documents for each row execute function record_orphaned_document();


-- The list of locations in the back office: a narrow row for each location, written by triggers only -------------------

-- The words of a text without case, accents and apostrophes.
create function split_list_words(given text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce(given, ''), nfkd), '[\u0300-\u036f''\u2019]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+'), '')
$$;

-- The same words, each with the prefix of its field: a capital letter, which no word contains. Free text has no prefix.
create function mark_list_words(mark text, given text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(mark || word), '{}') from unnest(split_list_words(given)) word
$$;

-- A query that matches if every word of the text is the prefix of a word. Null for a text without words.
create function make_list_query(mark text, given text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(quote_literal(mark || word) || ':*', ' & ')::tsquery from unnest(split_list_words(given)) word
$$;

create table location_list (
  id uuid primary key references locations on delete cascade,
  -- The sort key: without case and accents.
  title text collate "C" not null,
  locationidentifier integer,
  status text collate "C" not null,
  location_status text collate "C" not null,
  exporttowebsite boolean,
  visited boolean,
  hasimages boolean not null,
  creationdate timestamptz not null,
  lastmodificationdate timestamptz not null,
  option_ids integer[] not null,
  -- The words of all text filters, each with the prefix of its field; those of the free text search without one.
  words tsvector not null
);
-- One index for each sort order, covering the common filters: index-only scans.
create index location_list_title on location_list (title, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_identifier on location_list (locationidentifier, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_status on location_list (status, id)
  include (location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_export on location_list (exporttowebsite, id)
  include (status, location_status, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_images on location_list (hasimages, id)
  include (status, location_status, exporttowebsite, visited, creationdate, lastmodificationdate);
create index location_list_modified on location_list (lastmodificationdate, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate);
create index location_list_words on location_list using gin (words) with (fastupdate = off);
create index location_list_options on location_list using gin (option_ids) with (fastupdate = off);

-- Updates the rows of these locations. Locks them before reading, so that changes of concurrent transactions to the same location
-- are seen.
create function refresh_location_list(ids uuid[]) returns void language plpgsql as $$
begin
  perform from location_list where id = any(ids) order by id for update;
  insert into location_list as listed
  select l.id, array_to_string(split_list_words(l.title), ' '), l.locationidentifier, l.status, l.location_status,
    l.exporttowebsite, l.visited, exists (select from images i where i.location_id = l.id), l.creationdate, l.lastmodificationdate,
    array(select option_id from location_options o where o.location_id = l.id order by option_id),
    array_to_tsvector(
      split_list_words(concat_ws(' ', l.title, l.locationidentifier, l.address1, l.address2, l.address3, l.address4, l.postcode,
        replace(l.postcode, ' ', ''), l.nearesttown, owner.first_name, owner.last_name))
      || mark_list_words('A', l.address1) || mark_list_words('B', l.address2)
      || mark_list_words('C', l.address3) || mark_list_words('D', l.address4)
      || mark_list_words('P', concat_ws(' ', l.postcode, replace(l.postcode, ' ', '')))
      || mark_list_words('T', l.nearesttown) || mark_list_words('N', l.ownername)
      || mark_list_words('I', l.locationidentifier::text)
      || mark_list_words('O', concat_ws(' ', owner.first_name, owner.last_name, owner.email))
      || mark_list_words('M', contact.primary_name) || mark_list_words('F', contact.first_names)
      || mark_list_words('L', contact.last_names) || mark_list_words('E', contact.emails))
  from locations l
    left join users owner on owner.id = l.owner_id
    left join lateral (
      select string_agg(firstname, ' ') as first_names, string_agg(lastname, ' ') as last_names,
        string_agg(email, ' ') as emails, max(firstname || ' ' || lastname) filter (where is_primary) as primary_name
      from contacts where location_id = l.id) contact on true
  where l.id = any(ids)
  on conflict (id) do update set
    title = excluded.title, locationidentifier = excluded.locationidentifier, status = excluded.status,
    location_status = excluded.location_status, exporttowebsite = excluded.exporttowebsite, visited = excluded.visited,
    hasimages = excluded.hasimages, creationdate = excluded.creationdate, lastmodificationdate = excluded.lastmodificationdate,
    option_ids = excluded.option_ids, words = excluded.words
  where listed is distinct from excluded;
end $$;

create function refresh_list_of_changed_locations() returns trigger language plpgsql as $$
begin
  perform refresh_location_list(array_agg(id)) from changed;
  return null;
end $$;
create trigger locations_list_insert after insert on locations
  referencing new table as changed for each statement execute function refresh_list_of_changed_locations();
create trigger locations_list_update after update on locations
  referencing new table as changed for each statement execute function refresh_list_of_changed_locations();

-- For tables with a location_id. Does nothing for a location that is being deleted itself.
create function refresh_list_of_parent_locations() returns trigger language plpgsql as $$
begin
  perform refresh_location_list(array_agg(distinct location_id)) from changed;
  return null;
end $$;
create trigger location_options_list_insert after insert on location_options
  referencing new table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger location_options_list_delete after delete on location_options
  referencing old table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger images_list_insert after insert on images
  referencing new table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger images_list_delete after delete on images
  referencing old table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger contacts_list_insert after insert on contacts
  referencing new table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger contacts_list_update after update on contacts
  referencing new table as changed for each statement execute function refresh_list_of_parent_locations();
create trigger contacts_list_delete after delete on contacts
  referencing old table as changed for each statement execute function refresh_list_of_parent_locations();

create function refresh_list_of_owned_locations() returns trigger language plpgsql as $$
begin
  perform refresh_location_list(array_agg(id)) from locations where owner_id = new.id;
  return null;
end $$;
create trigger users_list_update after update of first_name, last_name, email on users for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function refresh_list_of_owned_locations();


-- Publishing -----------------------------------------------------------------------------------------------------------

-- The published versions, the only source of the public site, search, suggestions, similar locations and board cards.
create table published_locations (
  id uuid primary key references locations on delete cascade,
  locationurl text not null unique,
  title text not null check (title <> ''),
  nearesttown text not null,
  description text not null,
  option_ids integer[] not null,
  -- No more precise than map_precision of the location allows.
  latitude double precision,
  longitude double precision,
  featured boolean not null,
  pictured boolean not null,
  -- Everything else on the public page: address if public, images, credit.
  details jsonb not null,
  published_at timestamptz not null,
  constraint published_locations_position_complete check ((latitude is null) = (longitude is null))
);
create index published_locations_options on published_locations using gin (option_ids);
create index published_locations_browse on published_locations (featured desc, pictured desc, published_at desc, id);
-- Static maps are drawn for the positions of published locations only.
create index published_locations_position on published_locations (latitude, longitude);

-- The version of each kind of public data. Every statement that changes such data takes the next version under a row lock,
-- so that versions commit in order and without gaps: a node that has applied version n has all changes up to n.
create table change_versions (
  name text primary key check (name in ('catalogue', 'content')),
  version bigint not null default 0
);
insert into change_versions (name) values ('catalogue'), ('content');

-- The published locations that changed with each version, stored for a week. A node that is further behind rebuilds its search
-- index.
create table catalogue_changes (
  version bigint not null,
  location_id uuid not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (version, location_id)
);

create function record_catalogue_change() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  if not exists (select from changed) then
    return null;
  end if;
  update change_versions set version = version + 1 where name = 'catalogue' returning version into next;
  insert into catalogue_changes (version, location_id) select distinct next, id from changed;
  perform pg_notify('recce', 'catalogue');
  return null;
end $$;
create trigger published_locations_added after insert on published_locations
  referencing new table as changed for each statement execute function record_catalogue_change();
create trigger published_locations_changed after update on published_locations
  referencing new table as changed for each statement execute function record_catalogue_change();
create trigger published_locations_removed after delete on published_locations
  referencing old table as changed for each statement execute function record_catalogue_change();

-- A new name or position of an option changes every published location that has it. The lock is taken first, so that locations
-- published concurrently are included.
create function record_option_change() returns trigger language plpgsql as $$
declare
  next bigint;
  changed uuid[];
begin
  perform from change_versions where name = 'catalogue' for update;
  select array_agg(id) into changed from published_locations where option_ids && array(
    select after.id from after join before using (id) where (after.name, after.position) <> (before.name, before.position)
  );
  if changed is null then
    return null;
  end if;
  update change_versions set version = version + 1 where name = 'catalogue' returning version into next;
  insert into catalogue_changes (version, location_id) select next, unnest(changed);
  perform pg_notify('recce', 'catalogue');
  return null;
end $$;
create trigger options_renamed after update on options
  referencing old table as before new table as after for each statement execute function record_option_change();

create function reject_delete_of_published_option() returns trigger language plpgsql as $$
begin
  if exists (select from published_locations where option_ids @> array[old.id]) then
    raise foreign_key_violation using message = 'option is used by a published location';
  end if;
  return old;
end $$;
create trigger options_in_use before delete on options
  for each row execute function reject_delete_of_published_option();

create function record_content_change() returns trigger language plpgsql as $$
begin
  update change_versions set version = version + 1 where name = 'content';
  perform pg_notify('recce', 'content');
  return null;
end $$;
create trigger options_changed after insert or update or delete on options
  for each statement execute function record_content_change();


-- Search with SEARCH=postgres ------------------------------------------------------------------------------------------

-- The terms of a published location, weighted: title (A), town, category and authority (B), description (C).
create table search_terms (
  id uuid primary key references published_locations on delete cascade,
  terms tsvector not null
);
create index search_terms_terms on search_terms using gin (terms);

-- Every word of the published catalogue, for stemming and fuzzy matching. Words are only added; search_terms has the present
-- terms of each location. Reindexing deletes unused words.
create table search_words (
  word text collate "C" primary key,
  stem text collate "C" not null,
  -- In UTF-16 code units, as edits are counted.
  length smallint not null,
  -- Bit set of the letters that occur, in 32 classes: one edit changes at most two bits.
  letter_mask integer not null
);
create index search_words_stem on search_words (stem);


-- Boards: collections of locations that scouts make and share ----------------------------------------------------------

create table boards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 120),
  -- A board of the Locations Team, which can contain unpublished locations.
  private boolean not null default false,
  archived_at timestamptz,
  -- The secret part of the public URL, at least 128 random bits; null without a public link.
  link text unique check (link ~ '^[A-Za-z0-9_-]{22,64}$'),
  primary_location_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint boards_private_without_link check (not private or link is null),
  constraint boards_archived_without_link check (archived_at is null or link is null)
);
create index boards_user on boards (user_id, archived_at, updated_at desc);
create index boards_private on boards (updated_at desc) where private;

create table board_locations (
  board_id uuid not null references boards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- The display order; ties are ordered by added_at.
  position integer not null,
  note text check (length(note) between 1 and 1000),
  added_at timestamptz not null default now(),
  primary key (board_id, location_id)
);
create index board_locations_order on board_locations (board_id, position, added_at, location_id);
create index board_locations_location on board_locations (location_id);

-- The primary location of a board is one of its locations.
alter table boards add constraint boards_id_primary_location_id_fkey
  foreign key (id, primary_location_id) references board_locations (board_id, location_id)
  on delete set null (primary_location_id);

-- The e-mail addresses that a board is shared with, with or without an account. They may be longer than those of accounts.
create table board_shares (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  email text not null check (length(email) between 3 and 300),
  created_at timestamptz not null default now()
);
create unique index board_shares_once on board_shares (board_id, lower(email));
create index board_shares_email on board_shares (lower(email));

-- A row for each share mail that a user caused, for the rate limit. Deleting a share does not delete its row.
create table share_mail_log (
  user_id uuid not null references users on delete cascade,
  queued_at timestamptz not null
);
create index share_mail_log_user on share_mail_log (user_id, queued_at);


-- Content that the agency edits ----------------------------------------------------------------------------------------

create table pages (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 100),
  title text not null check (length(title) between 1 and 150),
  content jsonb not null,
  -- A system page, such as home. All other pages are served at /{name}.
  system boolean not null default false,
  updated_at timestamptz not null default now()
);
create trigger pages_changed after insert or update or delete on pages
  for each statement execute function record_content_change();

create table navigation (
  name text primary key check (name in ('menu', 'footer')),
  content jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger navigation_changed after insert or update or delete on navigation
  for each statement execute function record_content_change();

-- Unpublished edits of a page (by its name), the menu or the footer. The row is kept without content when there is nothing to
-- publish, so that its version always increases.
create table content_drafts (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 100),
  -- Incremented by every save, publication and deletion: a command with an older expected version is a conflict.
  version integer not null default 0,
  content jsonb,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- Settings shared by all running nodes.
create table settings (
  name text primary key check (name in ('maintenance')),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
insert into settings (name, value) values ('maintenance', 'false');
create trigger settings_changed after insert or update or delete on settings
  for each statement execute function record_content_change();


-- Enquiries and human verification -------------------------------------------------------------------------------------

create table enquiries (
  id uuid primary key default gen_random_uuid(),
  -- Null for a general enquiry, and after the location is deleted; its title is kept.
  location_id uuid references locations on delete set null,
  location_title text,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  phone text check (length(phone) between 7 and 30),
  comment text not null check (length(comment) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index enquiries_created on enquiries (created_at);
create index enquiries_location on enquiries (location_id) where location_id is not null;

-- Solved proof-of-work challenges, each accepted once.
create table used_challenges (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);


-- Audit log ------------------------------------------------------------------------------------------------------------

create table audit_logs (
  id bigint generated always as identity primary key,
  -- Null for commands from the command line.
  user_id uuid,
  type smallint not null,
  -- Subject of the entry; no foreign keys, since an entry outlives its subject.
  location_id uuid,
  board_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_logs_location on audit_logs (location_id) where location_id is not null;
create index audit_logs_board on audit_logs (board_id) where board_id is not null;
-- One covering index per sort order, so that pages and counts are index-only scans. The order by user has none, since names
-- change.
create index audit_logs_by_id on audit_logs (id) include (type, user_id, created_at);
create index audit_logs_by_type on audit_logs (type, id) include (user_id, created_at);
create index audit_logs_by_created_at on audit_logs (created_at, id) include (type, user_id);

-- The entries of one user.
create index audit_logs_by_user on audit_logs (user_id, id) include (type, created_at);

create function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'audit entries are written once and never changed';
end $$;
create trigger audit_logs_append_only before update or delete or truncate on audit_logs
  for each statement execute function reject_audit_log_change();


-- Notifications of the Locations Team ----------------------------------------------------------------------------------

create table notifications (
  id bigint generated always as identity primary key,
  type text not null check (type in (
    'LOCATION_REQUESTING_APPROVAL', 'LOCATION_REQUESTING_UPDATES_APPROVAL', 'OWNER_REGISTERED', 'SCOUT_REGISTERED',
    'BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED')),
  -- Subject; no foreign keys, since a notification outlives its subject.
  user_id uuid,
  board_id uuid,
  location_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_unread on notifications (type, id) where read_at is null;
create index notifications_by_id on notifications (id) include (type, read_at);
create index notifications_by_type on notifications (type, id) include (read_at);
create index notifications_by_created_at on notifications (created_at, id) include (type, read_at);


-- Mail -----------------------------------------------------------------------------------------------------------------

-- Transactional outbox: a mail is written in the transaction that causes it, and sent by the worker.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null check (length(recipient) <= 300),
  reply_to text check (length(reply_to) <= 254),
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[\r\n]'),
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Set after the last attempt: a dead letter, shown to the Locations Team.
  failed_at timestamptz,
  constraint outbox_sent_or_failed check (sent_at is null or failed_at is null)
);
create index outbox_open on outbox (created_at) where sent_at is null;
-- Counts recent mails to one recipient.
create index outbox_recipient on outbox (kind, lower(recipient), created_at);


-- Secrets: keys shared by all nodes ------------------------------------------------------------------------------------

create table secrets (
  name text primary key check (name in ('verification', 'sign-in')),
  value text not null check (length(value) >= 64)
);
-- Two random UUIDs have 244 bits from the cryptographic random generator of the server.
insert into secrets (name, value)
select name, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
from unnest(array['verification', 'sign-in']) name;
