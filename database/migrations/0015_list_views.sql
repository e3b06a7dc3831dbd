-- Saved views of the lists of the back office: filters, sort order, columns and density under a name.
create table list_views (
  id uuid primary key default gen_random_uuid(),
  -- The name of the list, such as users.
  list text not null check (list ~ '^[a-z][a-z-]{0,39}$'),
  -- Null for a view of the team.
  owner_id uuid references users on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  -- The parameters of the list's address, and the layout of its table.
  content jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 16000),
  -- Incremented by every change: a change with an older expected version is a conflict.
  version integer not null default 1,
  -- What a default view refers to.
  unique (id, list)
);
create unique index list_views_name_of_team on list_views (list, lower(name)) where owner_id is null;
create unique index list_views_name_of_owner on list_views (owner_id, list, lower(name)) where owner_id is not null;

-- The view that a list opens with, for one person.
create table default_list_views (
  user_id uuid not null references users on delete cascade,
  list text not null,
  view_id uuid not null,
  primary key (user_id, list),
  foreign key (view_id, list) references list_views (id, list) on delete cascade
);
create index default_list_views_view on default_list_views (view_id, list);
