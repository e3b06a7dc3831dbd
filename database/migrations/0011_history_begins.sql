-- The history begins with a revision of every location, and of every page, the menu and the footer.
insert into location_revisions
  (location_id, number, action, origin, started_at, recorded_at, status, owner_id, content_number, fields, option_ids, images)
select l.id, 1, 'RECORDED', 'UPGRADE', now(), now(), l.status, l.owner_id, 1,
  (select to_jsonb(f) from (select l.title, l.address1, l.address2, l.address3, l.address4, l.postcode, l.nearesttown, l.telephone1,
    l.telephone2, l.email, l.locationurl, l.parkingspaces, l.ownername, l.description, l.latitude, l.longitude, l.map_precision,
    l.address_public, l.attribution, l.featured, l.exporttowebsite, l.locationidentifier, l.visited, l.datevisited, l.visitedby,
    l.datefirstcontacted, l.datefinalcontact, l.style, l.parking, l.noise, l.access, l.previoususe, l.remarks, l.internalteamnotes,
    l.migrationnotes) f),
  array(select option_id from location_options where location_id = l.id order by option_id),
  (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'sha256', i.sha256, 'primary', i.is_primary, 'alt', i.alt,
    'caption', i.caption, 'credit', i.credit, 'licence', i.licence, 'focal', jsonb_build_object('x', i.focal_x, 'y', i.focal_y))
    order by i.position, i.id), '[]')
    from images i where i.location_id = l.id)
from locations l;

insert into content_drafts (name) select name from pages union select name from navigation on conflict do nothing;
insert into content_revisions (name, number, action, origin, recorded_at, content_number, content)
select name, 1, 'RECORDED', 'UPGRADE', now(), 1, content || jsonb_build_object('title', title) from pages
union all
select name, 1, 'RECORDED', 'UPGRADE', now(), 1, content from navigation;

-- A draft is the later revision.
insert into content_revisions (name, number, action, origin, recorded_at, content_number, content)
select d.name, n.number, 'RECORDED', 'UPGRADE', now(), n.number, d.content
from content_drafts d
  cross join lateral (select count(*)::integer + 1 as number from content_revisions r where r.name = d.name) n
where d.content is not null;
