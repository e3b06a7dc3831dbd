-- Look-books that were sent with a guest link.

-- The texts that people have written on the board, as far as the look-book has them: a secret title is looked for in each. Null for
-- look-books of an earlier version, which cannot be sent.
alter table look_books add column words text[];

-- The look-book that guests of a link can download. It outlives the one that it was made from, and its maker.
create table sent_look_books (
  link_id uuid primary key references board_guest_links on delete cascade,
  -- Its file. The row of the look-book may be deleted.
  look_book_id uuid not null,
  title text not null check (length(title) between 1 and 120),
  bytes bigint not null check (bytes > 0),
  words text[] not null
);
create index sent_look_books_look_book on sent_look_books (look_book_id);

-- The title of the look-book that went with a board; null without one.
alter table production_sendings add column look_book text;
alter table production_sendings add constraint production_sendings_look_book check (length(look_book) between 1 and 120) not valid;

-- The file of one that was sent is not deleted before its last guest link, by the previous version neither, which does not know of them.
create or replace function record_orphaned_look_book() returns trigger language plpgsql as $$
declare due timestamptz = case when exists (select from sent_look_books where look_book_id = old.id) then 'infinity' else now() end;
begin
  insert into orphaned_look_books (id, delete_after) values (old.id, due) on conflict (id) do update set delete_after = due;
  return null;
end $$;
