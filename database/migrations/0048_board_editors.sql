-- Whether the people with this email address may change the board, if they have boards of their own.
alter table board_shares add column may_edit boolean not null default false;
