-- Photographs that people of a board have taken of its locations. They are shown with the notes of the board, and nowhere else. A location
-- that is removed from the board and added again within a day has its photographs again.
create table board_photographs (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- The upload until it has become a picture. A rejected one is deleted after a day, and this row with it.
  upload_id uuid references uploads on delete cascade,
  sha256 text references pictures,
  name text not null check (length(name) between 1 and 255),
  bytes integer not null check (bytes between 1 and 26214400),
  caption text check (length(caption) between 1 and 300),
  alt text check (length(alt) between 1 and 300),
  created_at timestamptz not null,
  constraint board_photographs_upload_or_picture check ((upload_id is null) <> (sha256 is null))
);
create index board_photographs_board on board_photographs (board_id, location_id, created_at, id);
create index board_photographs_location on board_photographs (location_id);
create unique index board_photographs_upload on board_photographs (upload_id) where upload_id is not null;
create index board_photographs_sha256 on board_photographs (sha256) where sha256 is not null;

-- A node of any release may ingest the upload. The board is locked first, as by its commands.
create function add_board_photograph() returns trigger language plpgsql as $$
begin
  update boards set updated_at = now() where id = (select board_id from board_photographs where upload_id = new.id);
  if new.state = 'ACCEPTED' then
    update board_photographs set sha256 = new.sha256, upload_id = null where upload_id = new.id;
  end if;
  return null;
end $$;
create trigger uploads_of_boards_decided after update of state on uploads
  for each row when (new.state in ('REJECTED', 'ACCEPTED')) execute function add_board_photograph();
