-- What the team chooses in the dry run of an import: an option for values that are none, and which rows are imported.

-- A list of field, name in the file, and option; null for a name that is left out.
alter table imports
  add column replacements jsonb not null default '[]' check (jsonb_typeof(replacements) = 'array'),
  -- Names of the file that are not in the list of options, with the number of rows and similar options.
  add column unlisted_options jsonb not null default '[]' check (jsonb_typeof(unlisted_options) = 'array');
alter table import_mappings
  add column replacements jsonb not null default '[]' check (jsonb_typeof(replacements) = 'array');

alter table import_rows
  -- Whether the import would put the location outside the region.
  add column is_outside boolean not null default false,
  -- Null until somebody chooses: then places outside the region and likely duplicates are left out, others are imported.
  add column is_selected boolean;

-- Workbooks have up to 200 sheets.
alter table import_sheets
  drop constraint import_sheets_number_check,
  add constraint import_sheets_number_check check (number between 1 and 200) not valid;
