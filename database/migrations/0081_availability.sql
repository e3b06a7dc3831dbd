-- The days on which a location cannot be filmed at, as its owner or the team enters them: whole days of the region, without a time.
create table availability_entries (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  kind text not null check (kind in ('BLOCKED', 'LIKELY')),
  first_day date not null,
  last_day date not null,
  -- With its end, which limits the days that follow from an entry.
  repeats text check (repeats in ('WEEKLY', 'YEARLY')),
  repeats_until date,
  -- For its owner and the team.
  note text not null check (length(note) <= 500),
  version integer not null,
  created_at timestamptz not null,
  constraint availability_entries_order check (first_day <= last_day),
  constraint availability_entries_repetition check (
    (repeats is null) = (repeats_until is null) and (repeats_until is null or repeats_until >= last_day)
  )
);
create index availability_entries_location on availability_entries (location_id);

-- The days of an entry, once for each repetition. Derived from it, so that a search finds them by an index.
create table availability_occurrences (
  entry_id uuid not null references availability_entries on delete cascade,
  first_day date not null,
  last_day date not null,
  primary key (entry_id, first_day),
  constraint availability_occurrences_order check (first_day <= last_day)
);
create index availability_occurrences_days on availability_occurrences using gist (daterange(first_day, last_day, '[]'));

-- All days on which locations cannot be filmed at, or probably not, from all sources. Shoots that are agreed count, unless their
-- production was lost. Conditions on daterange(first_day, last_day, '[]') use the indexes of both tables.
create view unavailable_days as
  select e.location_id, e.kind, o.first_day, o.last_day, 'ENTRY' as source
  from availability_occurrences o join availability_entries e on e.id = o.entry_id
  union all
  select s.location_id, 'BLOCKED', coalesce(s.used_from, s.used_to), coalesce(s.used_to, s.used_from), 'SHOOT'
  from production_locations s join productions p on p.id = s.production_id
  where s.state in ('AGREED', 'USED') and coalesce(s.used_from, s.used_to) is not null
    and s.location_id is not null and (s.state = 'USED' or p.stage <> 'LOST');
