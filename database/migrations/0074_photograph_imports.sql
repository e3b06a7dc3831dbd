-- Imports of photographs from a folder on the server: what they have added, so that one that was interrupted continues, and that it can be
-- undone as a whole.
create table photograph_imports (
  -- Operators type it.
  id integer generated always as identity primary key,
  -- The real path of the folder, and the name of the table beside it: the next import of both continues one that has not ended.
  folder text not null,
  table_name text not null,
  -- When its command was last run.
  run_at timestamptz not null,
  has_ended boolean not null default false,
  undone_at timestamptz
);

-- A file that was added to a location. The image may be deleted since, and is not added again.
create table photograph_import_files (
  import_id integer not null references photograph_imports on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- Below the folder.
  path text not null,
  image_id uuid not null,
  primary key (import_id, location_id, path)
);
create index photograph_import_files_location on photograph_import_files (location_id);
