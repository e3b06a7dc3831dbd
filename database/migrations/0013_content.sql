-- What the Locations Team is writing and has not published yet: a page by its name, the menu or the footer. A row stays when there
-- is nothing to publish any more, so that its version only ever rises.
create table content_drafts (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 100),
  -- Raised by every save, publication and removal: an act that names an older one is a conflict.
  version integer not null default 0,
  content jsonb,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
