-- The impact of years that the Locations Team has published: the sums as they were then, without those that are confidential.
create table published_impact (
  year integer primary key check (year between 1900 and 2999),
  content jsonb not null,
  published_at timestamptz not null
);

-- Few productions may be named; the public page of filmed locations reads all of them.
create index productions_named on productions (id) where may_be_named;
