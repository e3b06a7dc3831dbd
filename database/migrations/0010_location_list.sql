-- What the list of locations in the back office is filtered and sorted by: one narrow row of each location, kept by triggers.

-- The words of a text as the list finds them: without case, accents and apostrophes.
create function list_words(given text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce(given, ''), nfkd), '[\u0300-\u036f''\u2019]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+'), '')
$$;

-- The same, each behind the mark of the field that it stands in: a capital, which no word has; none in a free text.
create function marked_words(mark text, given text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(mark || word), '{}') from unnest(list_words(given)) word
$$;

-- Finds what has all the words of a text, or longer ones that begin so; nothing where the text has none.
create function list_query(mark text, given text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(quote_literal(mark || word) || ':*', ' & ')::tsquery from unnest(list_words(given)) word
$$;

create table location_list (
  id uuid primary key references locations on delete cascade,
  -- As it is sorted.
  title text collate "C" not null,
  locationidentifier integer,
  status text collate "C" not null,
  location_status text collate "C" not null,
  exporttowebsite boolean,
  visited boolean,
  hasimages boolean not null,
  creationdate timestamptz not null,
  lastmodificationdate timestamptz not null,
  option_ids integer[] not null,
  -- Words of every field that is filtered by words, each with the mark of its field, and without it those of the free text.
  words tsvector not null
);

-- For each order, with what else is filtered by often: then the rows themselves need not be read.
create index location_list_title on location_list (title, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_identifier on location_list (locationidentifier, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_status on location_list (status, id)
  include (location_status, exporttowebsite, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_export on location_list (exporttowebsite, id)
  include (status, location_status, visited, hasimages, creationdate, lastmodificationdate);
create index location_list_images on location_list (hasimages, id)
  include (status, location_status, exporttowebsite, visited, creationdate, lastmodificationdate);
create index location_list_modified on location_list (lastmodificationdate, id)
  include (status, location_status, exporttowebsite, visited, hasimages, creationdate);
create index location_list_words on location_list using gin (words) with (fastupdate = off);
create index location_list_options on location_list using gin (option_ids) with (fastupdate = off);

-- Writes the rows of these locations anew. They are locked before anything is read, so that what another transaction has changed of
-- the same location meanwhile is seen.
create function list_locations(ids uuid[]) returns void language plpgsql as $$
begin
  perform from location_list where id = any(ids) order by id for update;
  insert into location_list as listed
  select l.id, array_to_string(list_words(l.title), ' '), l.locationidentifier, l.status, l.location_status, l.exporttowebsite, l.visited,
    exists (select from images i where i.location_id = l.id), l.creationdate, l.lastmodificationdate,
    array(select option_id from location_options o where o.location_id = l.id order by option_id),
    array_to_tsvector(
      list_words(concat_ws(' ', l.title, l.locationidentifier, l.address1, l.address2, l.address3, l.address4, l.postcode,
        replace(l.postcode, ' ', ''), l.nearesttown, holder.first_name, holder.last_name))
      || marked_words('A', l.address1) || marked_words('B', l.address2)
      || marked_words('C', l.address3) || marked_words('D', l.address4)
      || marked_words('P', concat_ws(' ', l.postcode, replace(l.postcode, ' ', '')))
      || marked_words('T', l.nearesttown) || marked_words('N', l.ownername)
      || marked_words('I', l.locationidentifier::text)
      || marked_words('O', concat_ws(' ', holder.first_name, holder.last_name, holder.email))
      || marked_words('M', contact.primary_name) || marked_words('F', contact.first_names)
      || marked_words('L', contact.last_names) || marked_words('E', contact.emails))
  from locations l
    left join users holder on holder.id = l.owner_id
    left join lateral (
      select string_agg(firstname, ' ') as first_names, string_agg(lastname, ' ') as last_names, string_agg(email, ' ') as emails,
        max(firstname || ' ' || lastname) filter (where is_primary) as primary_name
      from contacts where location_id = l.id) contact on true
  where l.id = any(ids)
  on conflict (id) do update set
    title = excluded.title, locationidentifier = excluded.locationidentifier, status = excluded.status,
    location_status = excluded.location_status, exporttowebsite = excluded.exporttowebsite, visited = excluded.visited,
    hasimages = excluded.hasimages, creationdate = excluded.creationdate, lastmodificationdate = excluded.lastmodificationdate,
    option_ids = excluded.option_ids, words = excluded.words
  where listed is distinct from excluded;
end $$;

create function list_changed_locations() returns trigger language plpgsql as $$
begin
  perform list_locations(array_agg(id)) from changed;
  return null;
end $$;
create trigger locations_listed after insert on locations
  referencing new table as changed for each statement execute function list_changed_locations();
create trigger locations_listed_anew after update on locations
  referencing new table as changed for each statement execute function list_changed_locations();

-- What belongs to a location; where that one is going itself there is nothing to write any more.
create function list_locations_of_changed() returns trigger language plpgsql as $$
begin
  perform list_locations(array_agg(distinct location_id)) from changed;
  return null;
end $$;
create trigger location_options_listed after insert on location_options
  referencing new table as changed for each statement execute function list_locations_of_changed();
create trigger location_options_unlisted after delete on location_options
  referencing old table as changed for each statement execute function list_locations_of_changed();
create trigger images_listed after insert on images
  referencing new table as changed for each statement execute function list_locations_of_changed();
create trigger images_unlisted after delete on images
  referencing old table as changed for each statement execute function list_locations_of_changed();
create trigger contacts_listed after insert on contacts
  referencing new table as changed for each statement execute function list_locations_of_changed();
create trigger contacts_listed_anew after update on contacts
  referencing new table as changed for each statement execute function list_locations_of_changed();
create trigger contacts_unlisted after delete on contacts
  referencing old table as changed for each statement execute function list_locations_of_changed();

create function list_locations_of_holder() returns trigger language plpgsql as $$
begin
  perform list_locations(array_agg(id)) from locations where owner_id = new.id;
  return null;
end $$;
create trigger users_listed after update of first_name, last_name, email on users for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function list_locations_of_holder();

select list_locations(array_agg(id)) from locations;
