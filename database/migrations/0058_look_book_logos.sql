-- The logo of an account for its look-books.
create table look_book_logos (
  user_id uuid primary key references users on delete cascade,
  -- PNG, encoded by the site.
  content bytea not null check (octet_length(content) <= 2097152),
  width smallint not null check (width between 1 and 640),
  height smallint not null check (height between 1 and 320),
  -- What is behind it.
  ground text not null check (ground in ('NONE', 'LIGHT', 'DARK')),
  alt text not null check (length(alt) between 1 and 200),
  updated_at timestamptz not null
);
