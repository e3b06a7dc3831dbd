create index location_list_empty_fields on location_list using gin (empty_fields) with (fastupdate = off);
-- For the counts of all fields at once.
create index location_list_missing on location_list (status) include (empty_fields, hasimages, office_id);
