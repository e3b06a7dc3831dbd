-- The title of a location that was deleted after its answer: the answer stays with the call-out.
alter table call_out_answers add column deleted_title text check (length(deleted_title) <= 150);
-- contract: 0.2.0 has no call-outs
alter table call_out_answers drop constraint call_out_answers_about;
alter table call_out_answers add constraint call_out_answers_about
  check (num_nonnulls(location_id, title, deleted_title) > 0 and (deleted_title is null or location_id is null)) not valid;

-- A suggested place whose location is deleted is a suggested place again. A question without an answer goes with its location.
create function detach_call_out_answers() returns trigger language plpgsql as $$
begin
  update call_out_answers set location_id = null, deleted_title = case when title is null then old.title end
  where location_id = old.id and (answer is not null or title is not null);
  return old;
end $$;
create trigger call_out_answers_of_deleted_locations before delete on locations
  for each row execute function detach_call_out_answers();
