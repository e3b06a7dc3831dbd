-- The last complete backup, in one row. Backups leave this table out: a restored site has none until its own first backup, instead of the
-- time of another one.
create table last_backup (
  is_only_row boolean primary key default true check (is_only_row),
  -- The moment that the backup shows, not that of its end.
  taken_at timestamptz not null,
  -- Number of files that were missing or damaged in the storage.
  problems integer not null check (problems >= 0)
);
