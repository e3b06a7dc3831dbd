-- Production facts of working copies: what crews plan by, each with who says so and when. A fact without a row is unknown, which is not no.
create table location_facts (
  location_id uuid not null references locations on delete cascade,
  -- Its name in the table of production facts in the code.
  fact text not null check (fact ~ '^[a-z][a-z0-9_]{0,59}$'),
  -- Yes or no, a number in the unit of the fact, the name of an option or a text, or the names of several options.
  value jsonb not null check (case jsonb_typeof(value)
    when 'boolean' then true
    when 'number' then value between '0' and '1000000'
    when 'string' then length(value #>> '{}') between 1 and 500
    when 'array' then jsonb_array_length(value) between 1 and 50 and not jsonb_path_exists(value, '$[*] ? (@.type() <> "string")')
    else false end),
  source text not null check (source in ('OWNER', 'TEAM', 'CREW')),
  stated_on date not null,
  primary key (location_id, fact)
);

-- The production facts of a revision by name; null in contents that are older than the facts.
alter table location_revisions add column facts jsonb;
alter table location_revisions add constraint location_revisions_facts_check
  check (facts is null or (jsonb_typeof(facts) = 'object' and content_number = number)) not valid;
