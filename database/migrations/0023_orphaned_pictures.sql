-- Files of pictures without a row in pictures, as orphaned_documents: a row is inserted before an original is stored outside the
-- transaction that adds its picture, and when a picture is deleted. The worker deletes the files and the row.
create table orphaned_pictures (
  -- The SHA-256 of the picture. It can be added again: a row beside a picture is ignored.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  delete_after timestamptz not null default now()
);
create index orphaned_pictures_due on orphaned_pictures (delete_after);

create function record_orphaned_picture() returns trigger language plpgsql as $$
begin
  insert into orphaned_pictures (id) values (old.sha256) on conflict do nothing;
  return null;
end $$;
create trigger pictures_deleted after delete on pictures for each row execute function record_orphaned_picture();

-- Waits while the files of the same picture are being deleted, so that whoever adds it stores them again.
create function delete_orphaned_picture() returns trigger language plpgsql as $$
begin
  delete from orphaned_pictures where id = new.sha256;
  return null;
end $$;
create trigger pictures_added after insert on pictures for each row execute function delete_orphaned_picture();
