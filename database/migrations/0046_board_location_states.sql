-- How far the talks about a location of a board have come.
alter table board_locations
  add column state text not null default 'IDEA'
    check (state in ('IDEA', 'ASKED', 'ANSWERED', 'VISITED', 'AGREED', 'REFUSED'));
