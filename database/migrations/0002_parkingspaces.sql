-- How many vehicles can park at a place. Public, and part of the details of a published version.
alter table locations
  add column parkingspaces integer constraint locations_parkingspaces_check check (parkingspaces between 0 and 9999);

-- For the filter of the Locations Team.
create index locations_parkingspaces on locations (parkingspaces, id);
