-- Accounts for which a node draws a preview of a look-book: one at a time.
create table look_book_previews (
  user_id uuid primary key references users on delete cascade,
  -- When a node that was killed has left it.
  expires_at timestamptz not null
);
