-- Whether an import adds the location: its state is then CHANGED, as that of a location that existed before, but the report calls it new.
alter table bulk_change_items add column is_new boolean not null default false;
