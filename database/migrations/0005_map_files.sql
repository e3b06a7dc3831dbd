-- Tiles that operators have installed, as PMTiles files in the storage: streets, and elevations for relief shading.
create table map_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint map_files_kind_check check (kind in ('streets', 'relief')),
  -- What the server needs to know of the file: zooms, bounds, format of the tiles.
  details jsonb not null constraint map_files_details_check check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now(),
  -- Null until the file is in the storage. Only the last one of each kind is served.
  installed_at timestamptz,
  -- When another file replaced it, or it was removed. The file is deleted later, since other nodes may still read it.
  replaced_at timestamptz
);
create unique index map_files_installed on map_files (kind) where installed_at is not null and replaced_at is null;
create trigger map_files_changed after insert or update or delete on map_files
  for each statement execute function record_content_change();
