-- What the Locations Team asks the owner of a location for.
create table owner_tasks (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  -- The step of the wizard that it is about.
  step text not null check (step in ('information', 'features', 'description', 'contacts', 'images', 'area')),
  text text not null check (length(text) between 1 and 1000),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'CANCELLED')),
  -- No foreign keys to accounts: they would lock the account after the location.
  created_by uuid,
  created_at timestamptz not null,
  -- When it was done or cancelled, and by whom.
  closed_by uuid,
  closed_at timestamptz,
  constraint owner_tasks_closed check ((state = 'OPEN') = (closed_at is null))
);
create index owner_tasks_location on owner_tasks (location_id, created_at, id);
