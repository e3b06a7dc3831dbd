-- The scene headings of a script and the places that a scout has made of them, which are saved with a board. No dialogue and no action.
create table board_scripts (
  board_id uuid primary key references boards on delete cascade,
  version integer not null check (version > 0),
  breakdown jsonb not null check (octet_length(breakdown::text) <= 2000000),
  saved_at timestamptz not null
);
