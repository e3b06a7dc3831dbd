-- Productions, which the Locations Team and film offices look after from the first enquiry to the release.
create sequence production_numbers;
create table productions (
  id uuid primary key default gen_random_uuid(),
  -- Such as PROD-2026-00012.
  reference text not null unique,
  title text not null check (length(title) between 1 and 120),
  -- The name that people outside the office read while there is an embargo.
  code_name text check (length(code_name) between 1 and 120),
  embargoed boolean not null default false,
  -- The last day of the embargo; null until the team ends it.
  embargo_until date,
  company_id uuid references companies on delete restrict,
  kind text check (kind in ('FEATURE_FILM', 'TELEVISION_DRAMA', 'TELEVISION_FACTUAL', 'SHORT_FILM', 'COMMERCIAL', 'MUSIC_VIDEO',
    'PHOTOGRAPHY', 'OTHER')),
  stage text not null default 'ENQUIRY' check (stage in ('ENQUIRY', 'DEVELOPMENT', 'PREPARATION', 'SHOOTING', 'POST_PRODUCTION',
    'COMPLETED', 'LOST')),
  prep_from date,
  shoot_from date,
  shoot_to date,
  post_to date,
  crew_size integer check (crew_size between 1 and 10000),
  budget_band text check (budget_band in ('UP_TO_250K', 'UP_TO_1M', 'UP_TO_5M', 'UP_TO_20M', 'OVER_20M')),
  needs text check (length(needs) between 1 and 4000),
  -- The film office that looks after it; null for the Locations Team.
  office_id integer references options on delete set null,
  assignee_id uuid references users on delete set null,
  next_step text check (length(next_step) between 1 and 200),
  next_step_on date,
  -- The production that this one goes on with, such as the series before.
  previous_id uuid references productions on delete set null,
  -- Incremented by every change of its details: a change with an older expected version is a conflict.
  version integer not null default 1,
  created_at timestamptz not null,
  -- The last change, note, contact, location or enquiry.
  updated_at timestamptz not null,
  -- When it was completed or lost; it is deleted some years later.
  ended_at timestamptz,
  words tsvector generated always as (
    array_to_tsvector(split_enquiry_words(fold_text(reference || ' ' || title || ' ' || coalesce(code_name, ''))))) stored,
  constraint productions_embargo check (
    case when embargoed then code_name is not null else embargo_until is null end),
  constraint productions_dates check (
    prep_from <= coalesce(shoot_from, shoot_to, post_to) is not false
    and shoot_from <= coalesce(shoot_to, post_to) is not false and shoot_to <= post_to is not false),
  constraint productions_ended check ((ended_at is not null) = (stage in ('COMPLETED', 'LOST')))
);
create index productions_updated on productions (updated_at desc, id);
create index productions_words on productions using gin (words);
create index productions_title on productions (fold_text(title));
create index productions_company on productions (company_id) where company_id is not null;
create index productions_office on productions (office_id) where office_id is not null;
create index productions_assignee on productions (assignee_id) where assignee_id is not null;
create index productions_previous on productions (previous_id) where previous_id is not null;
create index productions_next_step on productions (next_step_on, id) where next_step_on is not null;
create index productions_stage on productions (stage, updated_at desc, id);
create index productions_shoot on productions (shoot_from, id);
create index productions_ended_at on productions (ended_at) where ended_at is not null;

-- The people of a production.
create table production_contacts (
  production_id uuid not null references productions on delete cascade,
  person_id uuid not null references people on delete restrict,
  role text not null check (length(role) between 1 and 80),
  position integer not null check (position >= 0),
  primary key (production_id, person_id)
);
create index production_contacts_person on production_contacts (person_id);

-- The enquiries of a production. An enquiry belongs to one at most.
create table production_enquiries (
  enquiry_id uuid primary key references enquiries on delete cascade,
  production_id uuid not null references productions on delete cascade,
  added_at timestamptz not null
);
create index production_enquiries_production on production_enquiries (production_id, added_at);

-- The locations that a production was offered, and how far it has come with each.
create table production_locations (
  id uuid primary key default gen_random_uuid(),
  production_id uuid not null references productions on delete cascade,
  -- Null after the location is deleted; its title stays.
  location_id uuid references locations on delete set null,
  title text not null check (length(title) between 1 and 300),
  state text not null check (state in ('OFFERED', 'VISITED', 'REFUSED', 'AGREED', 'USED')),
  -- The days of filming there.
  used_from date,
  used_to date,
  added_at timestamptz not null,
  unique (production_id, location_id),
  constraint production_locations_dates check (used_from <= used_to is not false)
);
create index production_locations_location on production_locations (location_id) where location_id is not null;

-- The timeline of a production, besides the messages of its enquiries.
create table production_entries (
  id uuid primary key default gen_random_uuid(),
  production_id uuid not null references productions on delete cascade,
  kind text not null check (kind in ('NOTE', 'CREATED', 'CHANGED', 'ENQUIRY', 'ENQUIRY_REMOVED', 'LOCATION', 'CONTACTS')),
  user_id uuid references users on delete set null,
  -- The note, the reference of an enquiry or the title of a location.
  text text check (length(text) between 1 and 4000),
  -- The changed fields with their values before and after, or the state of a location.
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index production_entries_production on production_entries (production_id, created_at desc, id);
create index production_entries_user on production_entries (user_id) where user_id is not null;

-- The film offices that see a production: the one that looks after it, and those that see one of its enquiries.
create view production_offices as
  select id as production_id, office_id from productions where office_id is not null
  union all
  select pe.production_id, eo.office_id
  from production_enquiries pe join enquiry_offices eo on eo.enquiry_id = pe.enquiry_id;
