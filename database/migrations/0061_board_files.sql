-- PDFs and Word documents that people of a board add to its locations. They are shown with the notes of the board, and nowhere else. A
-- location that is removed from the board and added again within a day has its files again.
create table board_files (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- The storage key of the content. A copy of a board has the same.
  content_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  content_type text not null check (content_type in (
    'application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes integer not null check (bytes between 1 and 10485760),
  created_at timestamptz not null
);
create index board_files_board on board_files (board_id, location_id, created_at, id);
create index board_files_location on board_files (location_id);
create index board_files_content on board_files (content_id);

-- Contents that are about to be stored, or that may have no file any more. The worker deletes those without one.
create table orphaned_board_files (
  id uuid primary key,
  delete_after timestamptz not null default now()
);
create index orphaned_board_files_due on orphaned_board_files (delete_after);
create function record_orphaned_board_file() returns trigger language plpgsql as $$
begin
  insert into orphaned_board_files (id) values (old.content_id) on conflict do nothing;
  return null;
end $$;
create trigger board_files_deleted after delete on board_files for each row execute function record_orphaned_board_file();
