-- Deleting a location empties this reference in the enquiries about it: without an index each one reads them all.
create index enquiries_location on enquiries (location_id) where location_id is not null;
