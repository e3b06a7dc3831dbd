-- The sheets of a workbook that is imported in the browser, and the likely duplicates that a dry run has found.

-- Only of a workbook with several sheets: import_rows has the rows of the chosen one.
create table import_sheets (
  import_id uuid not null references imports on delete cascade,
  number smallint not null check (number between 1 and 20),
  name text not null check (length(name) <= 100),
  -- Why it cannot be imported.
  problem text check (length(problem) between 1 and 1000),
  headings text[] check (cardinality(headings) between 1 and 300),
  row_count integer check (row_count between 1 and 10000),
  -- The rows as import_rows has them before a dry run.
  rows jsonb check (jsonb_typeof(rows) = 'array'),
  is_chosen boolean not null default false,
  primary key (import_id, number),
  constraint import_sheets_table check (num_nonnulls(headings, row_count, rows) = case when problem is null then 3 else 0 end),
  constraint import_sheets_choice check (problem is null or not is_chosen)
);
create unique index import_sheets_chosen on import_sheets (import_id) where is_chosen;

-- The location of the catalogue that the new location of a row looks like most.
create table import_row_duplicates (
  import_id uuid not null,
  position integer not null,
  -- No foreign key: the report of a dry run is a snapshot.
  location_id uuid not null,
  score smallint not null check (score between 1 and 100),
  primary key (import_id, position),
  foreign key (import_id, position) references import_rows on delete cascade
);
