-- Companies and people that the agency deals with: production companies, their producers and location managers. A reference from another
-- table to `companies` or `people` that is `on delete restrict` is a use: what is in use is not deleted when its retention ends.

-- A name for comparing: lower case, without accents, punctuation, a leading ‘the’ and the legal form of a company at its end.
create function fold_company_name(given text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(
    ' ' || regexp_replace(fold_text(given), '[^[:alnum:]]+', ' ', 'g') || ' ',
    '^ +the (?=.)|( (ltd|limited|llp|plc|inc|llc|corp|co|company|gmbh|sa|sarl|bv|ab|as|oy)| )+$', ' ', 'g'));

-- The last nine digits of a telephone number, so that 0131 496 0000 equals +44 131 496 0000; null if it has fewer.
create function fold_telephone(given text) returns text language sql immutable strict parallel safe
  return substring(regexp_replace(given, '[^0-9]', '', 'g') from '.{9}$');

create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  website text check (length(website) between 1 and 300),
  email text check (length(email) between 3 and 254),
  telephone text check (length(telephone) between 7 and 30),
  notes text check (length(notes) between 1 and 5000),
  -- Incremented by every change, and the number of its revision.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- For sorting.
  name_folded text collate "C" not null generated always as (fold_text(name)) stored,
  -- For finding duplicates.
  name_key text collate "C" generated always as (nullif(fold_company_name(name), '')) stored,
  email_key text collate "C" generated always as (lower(email)) stored,
  telephone_key text collate "C" generated always as (fold_telephone(telephone)) stored,
  words tsvector not null generated always as (array_to_tsvector(
    split_user_words('n', fold_text(name)) || split_user_words('e', fold_text(email)))) stored
);
create index companies_name on companies (name_folded, id);
create index companies_created on companies (created_at, id);
create index companies_updated on companies (updated_at, id);
create index companies_words on companies using gin (words);
create index companies_name_key on companies (name_key) where name_key is not null;
create index companies_email_key on companies (email_key) where email_key is not null;
create index companies_telephone_key on companies (telephone_key) where telephone_key is not null;

create table people (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  -- Not unique: several people may share the address of an office.
  email text check (length(email) between 3 and 254),
  telephone text check (length(telephone) between 7 and 30),
  company_id uuid references companies on delete set null,
  job_title text check (length(job_title) between 1 and 120),
  notes text check (length(notes) between 1 and 5000),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_folded text collate "C" not null generated always as (fold_text(name)) stored,
  name_key text collate "C"
    generated always as (nullif(btrim(regexp_replace(fold_text(name), '[^[:alnum:]]+', ' ', 'g')), '')) stored,
  email_key text collate "C" generated always as (lower(email)) stored,
  telephone_key text collate "C" generated always as (fold_telephone(telephone)) stored,
  words tsvector not null generated always as (array_to_tsvector(
    split_user_words('n', fold_text(name)) || split_user_words('e', fold_text(email)))) stored
);
create index people_company on people (company_id) where company_id is not null;
create index people_name on people (name_folded, id);
create index people_created on people (created_at, id);
create index people_updated on people (updated_at, id);
create index people_words on people using gin (words);
create index people_name_key on people (name_key) where name_key is not null;
create index people_email_key on people (email_key) where email_key is not null;
create index people_telephone_key on people (telephone_key) where telephone_key is not null;

-- The history: the values after each change. It is deleted with the entry, since it is personal data.
create table company_revisions (
  company_id uuid not null references companies on delete cascade,
  number integer not null check (number > 0),
  action text not null check (action in ('CREATED', 'CHANGED', 'RESTORED', 'MERGED')),
  -- Null for the command line. Not a foreign key, as in location_revisions.
  author_id uuid,
  recorded_at timestamptz not null,
  -- The revision whose values were restored.
  restored_number integer,
  -- The entry that was merged into this one.
  merged_id uuid,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  primary key (company_id, number),
  constraint company_revisions_restored check ((action = 'RESTORED') = (restored_number is not null)),
  constraint company_revisions_merged check ((action = 'MERGED') = (merged_id is not null))
);
create table person_revisions (
  person_id uuid not null references people on delete cascade,
  number integer not null check (number > 0),
  action text not null check (action in ('CREATED', 'CHANGED', 'RESTORED', 'MERGED')),
  author_id uuid,
  recorded_at timestamptz not null,
  restored_number integer,
  merged_id uuid,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  primary key (person_id, number),
  constraint person_revisions_restored check ((action = 'RESTORED') = (restored_number is not null)),
  constraint person_revisions_merged check ((action = 'MERGED') = (merged_id is not null))
);

-- What was merged into others: its page leads to the one that stays, whose history shows the values it had.
create table merged_companies (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  fields jsonb not null check (jsonb_typeof(fields) = 'object')
);
create index merged_companies_company on merged_companies (company_id);
create table merged_people (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  fields jsonb not null check (jsonb_typeof(fields) = 'object')
);
create index merged_people_person on merged_people (person_id);
