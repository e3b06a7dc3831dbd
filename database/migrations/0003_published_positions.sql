-- The drawn map of a place is made only where a published location stands.
create index published_locations_position on published_locations (latitude, longitude);
