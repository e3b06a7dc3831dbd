-- The mandatory fields that are empty in the working copy: the list of all locations is filtered by them, and the overview counts them.
alter table location_list add column empty_fields text[] not null default '{}';

create function get_empty_fields(l locations) returns text[] language sql stable as $$
  select coalesce(array_agg(field), '{}') from (
    select field
    from (values ('title', l.title), ('address1', l.address1), ('postcode', l.postcode), ('nearesttown', l.nearesttown),
      ('telephone1', l.telephone1), ('email', l.email), ('ownername', l.ownername), ('description', l.description),
      ('latitude', l.latitude::text)) filled (field, value)
    where coalesce(value, '') = ''
    union all
    select options.field
    from unnest('{category,setting,century,condition,ownershiptype,localauthority,filmoffice}'::text[]) options (field)
    where not exists (select from location_options o where o.location_id = l.id and o.field = options.field)
  ) empty
$$;

create or replace function refresh_location_list(ids uuid[]) returns void language plpgsql as $$
begin
  perform from location_list where id = any(ids) order by id for update;
  insert into location_list as listed (id, title, locationidentifier, status, location_status, exporttowebsite, visited, hasimages,
    creationdate, lastmodificationdate, option_ids, words, empty_fields)
  select l.id, array_to_string(split_list_words(l.title), ' '), l.locationidentifier, l.status, l.location_status,
    l.exporttowebsite, l.visited, exists (select from images i where i.location_id = l.id), l.creationdate, l.lastmodificationdate,
    array(select option_id from location_options o where o.location_id = l.id order by option_id),
    array_to_tsvector(
      split_list_words(concat_ws(' ', l.title, l.locationidentifier, l.address1, l.address2, l.address3, l.address4, l.postcode,
        replace(l.postcode, ' ', ''), l.nearesttown, owner.first_name, owner.last_name))
      || mark_list_words('A', l.address1) || mark_list_words('B', l.address2)
      || mark_list_words('C', l.address3) || mark_list_words('D', l.address4)
      || mark_list_words('P', concat_ws(' ', l.postcode, replace(l.postcode, ' ', '')))
      || mark_list_words('T', l.nearesttown) || mark_list_words('N', l.ownername)
      || mark_list_words('I', l.locationidentifier::text)
      || mark_list_words('O', concat_ws(' ', owner.first_name, owner.last_name, owner.email))
      || mark_list_words('M', contact.primary_name) || mark_list_words('F', contact.first_names)
      || mark_list_words('L', contact.last_names) || mark_list_words('E', contact.emails)),
    get_empty_fields(l)
  from locations l
    left join users owner on owner.id = l.owner_id
    left join lateral (
      select string_agg(firstname, ' ') as first_names, string_agg(lastname, ' ') as last_names,
        string_agg(email, ' ') as emails, max(firstname || ' ' || lastname) filter (where is_primary) as primary_name
      from contacts where location_id = l.id) contact on true
  where l.id = any(ids)
  on conflict (id) do update set
    title = excluded.title, locationidentifier = excluded.locationidentifier, status = excluded.status,
    location_status = excluded.location_status, exporttowebsite = excluded.exporttowebsite, visited = excluded.visited,
    hasimages = excluded.hasimages, creationdate = excluded.creationdate, lastmodificationdate = excluded.lastmodificationdate,
    option_ids = excluded.option_ids, words = excluded.words, empty_fields = excluded.empty_fields
  where listed is distinct from excluded;
end $$;
