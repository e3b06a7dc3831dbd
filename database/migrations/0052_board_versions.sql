-- Counts the changes of a board, so that a browser notices that what it shows is out of date.
alter table boards add column version integer not null default 0;

create function count_board_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  perform pg_notify('recce', 'board ' || new.id);
  return new;
end $$;
create trigger boards_changed before update on boards for each row execute function count_board_change();

-- Somebody may no longer see a board. The argument is the column with its id.
create function notify_board_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('recce', 'board ' || (to_jsonb(old) ->> tg_argv[0]));
  return null;
end $$;
create trigger boards_deleted after delete on boards for each row execute function notify_board_access('id');
create trigger board_shares_deleted after delete on board_shares
  for each row execute function notify_board_access('board_id');
