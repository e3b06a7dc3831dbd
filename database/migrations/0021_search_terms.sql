-- What the Locations Team adds to the search vocabulary.

-- A rule about words. EQUAL: each of the terms also means all others. ONE_WAY: each of the terms also means the targets.
create table search_synonyms (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1,
  kind text not null check (kind in ('EQUAL', 'ONE_WAY')),
  -- As typed by the team.
  terms text[] not null check (array_position(terms, '') is null and array_position(terms, null) is null),
  targets text[] not null check (array_position(targets, '') is null and array_position(targets, null) is null),
  enabled boolean not null default true,
  -- No foreign key to accounts: it would lock the account.
  changed_by uuid,
  changed_at timestamptz not null,
  constraint search_synonyms_sizes check (
    kind = 'EQUAL' and cardinality(terms) between 2 and 10 and cardinality(targets) = 0
    or kind = 'ONE_WAY' and cardinality(terms) between 1 and 10 and cardinality(targets) between 1 and 10)
);

-- A term of the thesaurus that the team has switched off, or on again. Others are on.
create table thesaurus_switches (
  term text primary key check (term <> ''),
  version integer not null default 1,
  enabled boolean not null,
  changed_by uuid,
  changed_at timestamptz not null
);

-- A query for which the team has chosen the first results.
create table search_pins (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1,
  -- As typed by the team, and as the search compares it.
  query text not null check (char_length(query) between 1 and 100),
  key text not null unique check (key <> ''),
  changed_by uuid,
  changed_at timestamptz not null
);

create table search_pin_locations (
  pin_id uuid not null references search_pins on delete cascade,
  position smallint not null check (position between 1 and 5),
  location_id uuid not null references locations on delete cascade,
  primary key (pin_id, position),
  unique (pin_id, location_id)
);
create index search_pin_locations_location on search_pin_locations (location_id);

create trigger search_synonyms_added after insert on search_synonyms
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_synonyms_changed after update on search_synonyms
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_synonyms_removed after delete on search_synonyms
  referencing old table as changed for each statement execute function record_vocabulary_change();
create trigger thesaurus_switches_added after insert on thesaurus_switches
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger thesaurus_switches_changed after update on thesaurus_switches
  referencing new table as changed for each statement execute function record_vocabulary_change();
-- Commands that change the locations of a pin change the pin too. A deleted location needs no new vocabulary: no search finds it.
create trigger search_pins_added after insert on search_pins
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_pins_changed after update on search_pins
  referencing new table as changed for each statement execute function record_vocabulary_change();
create trigger search_pins_removed after delete on search_pins
  referencing old table as changed for each statement execute function record_vocabulary_change();

create function rename_option_in_synonyms() returns trigger language plpgsql as $$
begin
  update search_synonyms
  set version = version + 1, targets = array(
    select case when lower(target) = lower(old.name) then new.name else target end
    from unnest(targets) with ordinality t (target, position) order by position)
  where exists (select from unnest(targets) target where lower(target) = lower(old.name))
    and not exists (select from unnest(targets) target where lower(target) = lower(new.name));
  return null;
end $$;
create trigger options_renamed_in_synonyms after update of name on options
  for each row when (old.name is distinct from new.name) execute function rename_option_in_synonyms();
