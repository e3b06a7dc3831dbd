-- Deleting a location deletes its revisions, and checks for each that no other one refers to it. Without indexes, each check read all
-- revisions of the location: with 5,000 of them, longer than the statement timeout.
create index location_revisions_previous on location_revisions (location_id, previous);
create index location_revisions_content on location_revisions (location_id, content_number);
create index location_revisions_restored on location_revisions (location_id, restored_number) where restored_number is not null;
