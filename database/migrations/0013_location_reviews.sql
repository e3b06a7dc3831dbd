-- The review of submitted locations.

-- Every decision about a submitted location, with what its owner is asked to change.
create table location_reviews (
  id bigint generated always as identity primary key,
  location_id uuid not null references locations on delete cascade,
  submitted_at timestamptz not null,
  decided_at timestamptz not null,
  decision text not null check (decision in ('PUBLISHED', 'RETURNED')),
  -- Null for the command line. No foreign keys to accounts: they would lock the account after the location.
  decided_by uuid,
  -- About the location as a whole, and by its parts.
  note text check (length(note) between 1 and 2000),
  reasons jsonb not null default '[]',
  -- Whether the owner still sees them: until the next submission or publication.
  is_open boolean not null default false
);
create index location_reviews_location on location_reviews (location_id, id);
create index location_reviews_decided_at on location_reviews (decided_at);
create unique index location_reviews_open on location_reviews (location_id) where is_open;

-- Who is reviewing a submitted location, for their colleagues. It prevents nothing.
create table review_claims (
  location_id uuid primary key references locations on delete cascade,
  user_id uuid not null,
  claimed_at timestamptz not null
);

-- The queue: the oldest submission first.
create index locations_awaiting_approval on locations (submitted_at, id) where location_status = 'AWAITING_APPROVAL';

-- Texts that the Locations Team uses as reasons again and again.
create table reason_templates (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1,
  title text not null check (length(title) between 1 and 120),
  text text not null check (length(text) between 1 and 1000)
);
