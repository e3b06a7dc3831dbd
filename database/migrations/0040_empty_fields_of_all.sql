-- In a migration of its own, since it takes long with many locations: meanwhile the list can be read.
select refresh_location_list(array(select id from location_list));
