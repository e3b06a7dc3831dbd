-- Regional film offices: accounts that see and change the locations of one area.

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('SCOUT', 'OWNER', 'ADMIN', 'FILM_OFFICE')) not valid;
alter table users validate constraint users_role_check;

-- The film office that an account of that role belongs to. A deleted account needs none.
alter table users add column office_id integer;
alter table users add column office_field text generated always as (case when office_id is not null then 'filmoffice' end) stored;
alter table users add constraint users_office_fkey
  foreign key (office_id, office_field) references options (id, field) not valid;
alter table users add constraint users_office_check check (
  case when role = 'FILM_OFFICE' then office_id is not null or enabled_at is null else office_id is null end) not valid;
create index users_office on users (office_id) where office_id is not null;

-- The council areas of film offices: each belongs to one office at most.
create table film_office_areas (
  authority_id integer primary key,
  authority_field text not null generated always as ('localauthority') stored,
  office_id integer not null,
  office_field text not null generated always as ('filmoffice') stored,
  constraint film_office_areas_authority_fkey
    foreign key (authority_id, authority_field) references options (id, field) on delete cascade,
  constraint film_office_areas_office_fkey
    foreign key (office_id, office_field) references options (id, field) on delete cascade
);
create index film_office_areas_office on film_office_areas (office_id);

-- The film office in whose area a location is: the one that it names or, without one, that of its council area. This is the only
-- definition; everything else reads location_list.office_id.
create function get_film_office(location_options integer[]) returns integer language sql stable as $$
  select coalesce(
    (select id from options where id = any(location_options) and field = 'filmoffice'),
    (select office_id from film_office_areas where authority_id = any(location_options)))
$$;

alter table location_list add column office_id integer;
update location_list set office_id = get_film_office(option_ids);
create index location_list_office on location_list (office_id, lastmodificationdate, id);

create function set_film_office() returns trigger language plpgsql as $$
begin
  new.office_id := get_film_office(new.option_ids);
  return new;
end $$;
create trigger location_list_office before insert or update of option_ids on location_list
  for each row execute function set_film_office();

create function refresh_film_offices() returns trigger language plpgsql as $$
declare
  authorities integer[] := (select coalesce(array_agg(authority_id), '{}') from changed);
begin
  perform from location_list where option_ids && authorities order by id for update;
  update location_list set office_id = get_film_office(option_ids) where option_ids && authorities;
  return null;
end $$;
create trigger film_office_areas_insert after insert on film_office_areas
  referencing new table as changed for each statement execute function refresh_film_offices();
create trigger film_office_areas_update after update on film_office_areas
  referencing new table as changed for each statement execute function refresh_film_offices();
create trigger film_office_areas_delete after delete on film_office_areas
  referencing old table as changed for each statement execute function refresh_film_offices();

-- The office that an enquiry was passed on to: its accounts see the enquiry.
alter table enquiry_participants add column office_id integer references options on delete set null;
create index enquiry_participants_office on enquiry_participants (office_id, enquiry_id) where office_id is not null;

-- The film offices that see an enquiry: those in whose areas its locations are, and those that it was passed on to.
create view enquiry_offices as
  select el.enquiry_id, listed.office_id
  from enquiry_locations el join location_list listed on listed.id = el.location_id where listed.office_id is not null
  union all
  select enquiry_id, office_id from enquiry_participants where office_id is not null;
