-- The review queue in either order is read from the index alone; locations_awaiting_approval, which it replaces, stays for one release.
create index locations_review_queue on locations (submitted_at, id) include (title) where location_status = 'AWAITING_APPROVAL';
-- The number of new enquiries, which every page of the back office shows.
create index enquiries_new on enquiries (created_at) where state = 'NEW';
