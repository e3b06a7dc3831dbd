-- Look-books: documents of a board that somebody has made. The file is in the storage until the look-book expires or is deleted.
create table look_books (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  -- Who has made it, and can download it.
  user_id uuid not null references users on delete cascade,
  -- DELETED: cancelled or deleted by them. The row counts for the limit of a day.
  state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED', 'DELETED')),
  settings jsonb not null,
  -- Per cent.
  progress smallint not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- The size of the file.
  bytes bigint check (bytes > 0),
  expires_at timestamptz,
  constraint look_books_finished check ((state = 'WAITING') = (finished_at is null)),
  constraint look_books_file check ((state = 'READY') = (bytes is not null)),
  constraint look_books_expiry check ((state = 'READY') = (expires_at is not null))
);
create index look_books_user on look_books (user_id, requested_at);
create index look_books_board on look_books (board_id);
create unique index look_books_waiting on look_books (user_id) where state = 'WAITING';

-- Files of look-books without a row, as orphaned_personal_data.
create table orphaned_look_books (
  id uuid primary key,
  delete_after timestamptz not null default now()
);
create index orphaned_look_books_due on orphaned_look_books (delete_after);

create function record_orphaned_look_book() returns trigger language plpgsql as $$
begin
  insert into orphaned_look_books (id) values (old.id) on conflict (id) do update set delete_after = now();
  return null;
end $$;
create trigger look_books_deleted after delete or update of state on look_books
  for each row when (old.state = 'READY') execute function record_orphaned_look_book();
