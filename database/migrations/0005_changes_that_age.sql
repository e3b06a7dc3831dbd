-- Changes are kept for some days only: a node that missed older ones builds its index anew.
alter table catalogue_changes add column changed_at timestamptz not null default clock_timestamp();

-- Another name or place in its list changes every published location that has the option. The lock comes first, so that what is
-- being published at the same time is seen as well.
create function note_changed_options() returns trigger language plpgsql as $$
declare
  next bigint;
  changed uuid[];
begin
  perform from generations where name = 'catalogue' for update;
  select array_agg(id) into changed from published_locations where option_ids && array(
    select after.id from after join before using (id) where (after.name, after.position) <> (before.name, before.position)
  );
  if changed is null then
    return null;
  end if;
  update generations set n = n + 1 where name = 'catalogue' returning n into next;
  insert into catalogue_changes (generation, location_id) select next, unnest(changed);
  perform pg_notify('recce', 'catalogue');
  return null;
end $$;
create trigger options_renamed after update on options
  referencing old table as before new table as after for each statement execute function note_changed_options();
