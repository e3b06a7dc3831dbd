-- What a location lacked when it was last published, of what is otherwise demanded. Imports publish places as they were live in the
-- legacy system; what such a place lacked then it may lack when the Locations Team publishes it again.
alter table locations add column published_without text[] not null default '{}' check (published_without <@ array[
  'address1', 'category', 'setting', 'century', 'condition', 'ownershiptype', 'localauthority', 'filmoffice', 'images']);

-- Until now nothing has noted it: of what is online, and of what an import had put online, it is what they lack now.
update locations l set published_without = lacking.gaps
from (
  select id, array(
    select gap
    from unnest(array['category', 'setting', 'century', 'condition', 'ownershiptype', 'localauthority', 'filmoffice']) gap
    where not exists (select from location_options o where o.location_id = locations.id and o.field = gap)
    union all select 'address1' where coalesce(address1, '') = ''
    union all select 'images' where not exists (select from images i where i.location_id = locations.id)) as gaps
  from locations
  where status <> 'NEW' or (exporttowebsite and locationidentifier is not null)
) lacking
where l.id = lacking.id and lacking.gaps <> '{}';
