-- What the Locations Team keeps about a location: documents that nobody else ever sees.

create table documents (
  -- Also where its file lies in the storage.
  id uuid primary key,
  location_id uuid not null references locations on delete cascade,
  name text not null check (length(name) between 1 and 120),
  bytes integer not null check (bytes between 1 and 10485760),
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index documents_location on documents (location_id, created_at desc, id);

-- Files that no document has: noted before a file is written, until its document is there, and again when that is gone. So whatever
-- ends half way, the worker knows what to remove.
create table document_remains (
  id uuid primary key,
  removable_at timestamptz not null default now()
);
create index document_remains_due on document_remains (removable_at);
create function note_document_remains() returns trigger language plpgsql as $$
begin
  insert into document_remains (id) values (old.id);
  return null;
end $$;
create trigger documents_ended after delete on documents for each row execute function note_document_remains();
