-- Files of locations that are imported in the browser: their rows, and what a dry run says about each. A started import is a bulk change.

create table imports (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1 check (version > 0),
  -- MAPPING: the columns are being chosen. CHECKING: the dry run. FAILED: the dry run could not be finished.
  state text not null default 'MAPPING' check (state in ('MAPPING', 'CHECKING', 'CHECKED', 'FAILED', 'APPLIED')),
  file_name text not null check (length(file_name) between 1 and 255),
  headings text[] not null check (cardinality(headings) between 1 and 300),
  row_count integer not null check (row_count between 1 and 10000),
  -- The column of a location for each column of the file; null for those that are left out.
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  create_options boolean not null default false,
  checked_rows integer not null default 0 check (checked_rows >= 0),
  -- The options that the import adds, and what concerns the file as a whole.
  new_options jsonb not null default '[]' check (jsonb_typeof(new_options) = 'array'),
  warnings text[] not null default '{}',
  -- No foreign key to accounts: it would lock the account after the locations.
  created_by uuid not null,
  created_at timestamptz not null,
  bulk_change_id uuid unique references bulk_changes on delete cascade,
  constraint imports_mapping_of_headings check (jsonb_array_length(mapping) = cardinality(headings)),
  constraint imports_checked_rows_of_file check (checked_rows <= row_count),
  constraint imports_applied check ((state = 'APPLIED') = (bulk_change_id is not null))
);
create index imports_created_at on imports (created_at);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  position integer not null check (position > 0),
  -- The line of the file on which the row begins.
  line integer not null check (line > 0),
  cells text[] not null,
  -- Why the row could not be read completely.
  unreadable text check (length(unreadable) between 1 and 1000),
  -- What the dry run says: null before it.
  result text check (result in ('NEW', 'CHANGED', 'SAME', 'REFUSED')),
  title text,
  location_id uuid,
  -- Which state of the location the dry run has seen: null for a new one.
  version integer,
  revision integer,
  revised_at timestamptz,
  publishes boolean not null default false,
  -- The changes, as a list of field, old and new text.
  changes jsonb check (jsonb_typeof(changes) = 'array'),
  problems text[] not null default '{}',
  primary key (import_id, position),
  constraint import_rows_checked check ((result is null) = (title is null) and (result is null) = (location_id is null)),
  constraint import_rows_existing check (result not in ('CHANGED', 'SAME') or version is not null),
  constraint import_rows_refused check ((result is not distinct from 'REFUSED') = (cardinality(problems) > 0))
);
create index import_rows_result on import_rows (import_id, result, position);
create index import_rows_location on import_rows (import_id, location_id);

-- The last mapping of files with the same headings.
create table import_mappings (
  -- SHA-256 of the headings.
  headings_key text primary key check (headings_key ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  create_options boolean not null,
  updated_at timestamptz not null
);

-- The line of the imported file, for the report.
alter table bulk_change_items add column line integer check (line > 0);
