-- A note about dates is for the owner who has it and the team. With another owner, or on the location of one, its text is deleted.
create function delete_notes_of_former_owner() returns trigger language plpgsql as $$
begin
  update availability_entries set note = '', version = version + 1 where location_id = new.id and note <> '';
  return null;
end $$;
create trigger availability_notes_of_former_owner after update of owner_id on locations
  for each row when (old.owner_id is distinct from new.owner_id) execute function delete_notes_of_former_owner();

create function delete_note_of_other_owner() returns trigger language plpgsql as $$
begin
  if (select owner_id from locations where id = old.location_id)
    is distinct from (select owner_id from locations where id = new.location_id) then
    new.note := '';
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger availability_note_of_other_owner before update of location_id on availability_entries
  for each row execute function delete_note_of_other_owner();

-- With the production that films, so that it does not conflict with itself.
create or replace view unavailable_days as
  select e.location_id, e.kind, o.first_day, o.last_day, 'ENTRY' as source, null::uuid as production_id
  from availability_occurrences o join availability_entries e on e.id = o.entry_id
  union all
  select s.location_id, 'BLOCKED', coalesce(s.used_from, s.used_to), coalesce(s.used_to, s.used_from), 'SHOOT', p.id
  from production_locations s join productions p on p.id = s.production_id
  where s.state in ('AGREED', 'USED') and coalesce(s.used_from, s.used_to) is not null
    and s.location_id is not null and (s.state = 'USED' or p.stage <> 'LOST');
