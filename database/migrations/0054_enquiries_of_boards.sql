-- The board from which locations were asked about, so that an answer changes their state there.
alter table enquiries add column board_id uuid,
  add constraint enquiries_board foreign key (board_id) references boards on delete set null not valid;
create index enquiries_board on enquiries (board_id) where board_id is not null;
