-- What the Locations Team is at work on may have no title yet, the empty text; what everyone sees always has one.
alter table locations
  drop constraint locations_title_check,
  add constraint locations_title_check check (length(title) <= 150);
alter table published_locations add constraint published_locations_title_check check (title <> '');
