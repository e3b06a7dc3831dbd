-- What guests say about the locations of a board and their photographs. A location that is removed from the board and added again within a
-- day has its answers again.
create table board_answers (
  guest_id uuid not null references board_guests on delete cascade,
  board_id uuid not null references boards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  -- Null for the location itself.
  image_id uuid references images on delete cascade,
  answer text check (answer in ('YES', 'MAYBE', 'NO')),
  comment text check (length(comment) between 1 and 1000),
  answered_at timestamptz not null,
  unique nulls not distinct (guest_id, location_id, image_id),
  constraint board_answers_not_empty check (answer is not null or comment is not null),
  constraint board_answers_comment check (comment is null or image_id is null)
);
create index board_answers_board on board_answers (board_id, location_id);
create index board_answers_location on board_answers (location_id);
create index board_answers_image on board_answers (image_id) where image_id is not null;
create index board_answers_time on board_answers (answered_at);

-- When the owner of boards was last told about answers by email.
create table board_answer_mails (
  user_id uuid primary key references users on delete cascade,
  queued_at timestamptz not null
);
