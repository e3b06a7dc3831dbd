-- What the search understands besides the words of the texts. Each node reads it whole.

-- A place that queries name.
create table search_places (
  id integer generated always as identity primary key,
  -- As shown to visitors.
  name text not null constraint search_places_name_check check (name <> ''),
  -- As typed by visitors, with the name itself.
  names text[] not null constraint search_places_names_check check (cardinality(names) > 0),
  -- Whether the name alone means the place. Otherwise it has to follow a word such as "near".
  common boolean not null,
  -- Its centre and reach (kilometres), for distances from it.
  latitude double precision not null constraint search_places_latitude_check check (latitude between -90 and 90),
  longitude double precision not null constraint search_places_longitude_check check (longitude between -180 and 180),
  reach real not null constraint search_places_reach_check check (reach > 0),
  -- Local authorities, circles and outlines that together are the place.
  area jsonb not null constraint search_places_area_check check (jsonb_typeof(area) = 'object')
);

-- What a term of the trade means. A term has several rows: a location matches it by any of them.
create table thesaurus (
  term text not null constraint thesaurus_term_check check (term <> ''),
  -- An option field, "word" for a synonym, or "ignored" for a word without meaning.
  field text not null constraint thesaurus_field_check
    check (field in ('category', 'setting', 'century', 'condition', 'ownershiptype', 'word', 'ignored')),
  -- The option, which need not exist, or the synonym.
  value text not null,
  -- Whether the meaning is only close.
  related boolean not null,
  primary key (term, field, value)
);

alter table change_versions drop constraint change_versions_name_check;
alter table change_versions add constraint change_versions_name_check
  check (name in ('catalogue', 'content', 'vocabulary'));
insert into change_versions (name) values ('vocabulary');

create function record_vocabulary_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    update change_versions set version = version + 1 where name = 'vocabulary';
    perform pg_notify('recce', 'vocabulary');
  end if;
  return null;
end $$;
create trigger search_places_added after insert on search_places
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_places_changed after update on search_places
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_places_removed after delete on search_places
  referencing old table as changed for each statement execute function record_vocabulary_change();
create trigger thesaurus_added after insert on thesaurus
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger thesaurus_changed after update on thesaurus
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger thesaurus_removed after delete on thesaurus
  referencing old table as changed for each statement execute function record_vocabulary_change();
-- The names of options are terms too.
create trigger options_added_to_vocabulary after insert on options
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger options_changed_in_vocabulary after update on options
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger options_removed_from_vocabulary after delete on options
  referencing old table as changed for each statement execute function record_vocabulary_change();

create function rename_option_in_thesaurus() returns trigger language plpgsql as $$
begin
  update thesaurus t set value = new.name
  where field = new.field and value = old.name
    and not exists (select from thesaurus other where (other.term, other.field, other.value) = (t.term, t.field, new.name));
  return null;
end $$;
create trigger options_renamed_in_thesaurus after update of name on options
  for each row when (old.name is distinct from new.name) execute function rename_option_in_thesaurus();
