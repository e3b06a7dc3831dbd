-- Areas inside which filming requires somebody's consent, such as monuments, listed buildings and protected areas. Operators install them
-- from files, a layer each, and replace a layer as a whole.
create table consent_layers (
  id integer primary key generated always as identity,
  name text not null unique check (name = btrim(name) and length(name) between 1 and 100),
  -- Who is to be credited for its data; null for nobody.
  attribution text check (length(attribution) between 1 and 300),
  installed_at timestamptz not null default now()
);

create table consent_areas (
  layer_id integer not null references consent_layers on delete cascade,
  -- Its place in the file, from 1.
  number integer not null check (number >= 1),
  name text not null check (length(name) between 1 and 200),
  -- Such as 'scheduled monument'.
  kind text check (length(kind) between 1 and 100),
  -- Who consents.
  authority text not null check (length(authority) between 1 and 200),
  contact text check (length(contact) between 1 and 200),
  email text check (length(email) between 3 and 254),
  telephone text check (length(telephone) between 7 and 30),
  -- How long before, such as '28 days'.
  notice text check (length(notice) between 1 and 100),
  -- For what it is needed, and what is to be considered.
  consent text check (length(consent) between 1 and 1000),
  fees text check (length(fees) between 1 and 500),
  link text check (link ~* '^https?://' and length(link) <= 300),
  -- The area is the one of a local authority, and has no outline.
  authority_id integer,
  authority_field text not null generated always as ('localauthority') stored,
  primary key (layer_id, number),
  constraint consent_areas_authority_fkey
    foreign key (authority_id, authority_field) references options (id, field) on delete cascade
);
create index consent_areas_authority on consent_areas (authority_id, authority_field);

-- Outlines in degrees, x being the longitude. An area can have several.
create table consent_area_outlines (
  layer_id integer not null,
  number integer not null,
  outline polygon not null,
  holes polygon[] not null default '{}',
  foreign key (layer_id, number) references consent_areas on delete cascade
);
create index consent_area_outlines_area on consent_area_outlines (layer_id, number);
create index consent_area_outlines_outline on consent_area_outlines using gist (outline);

-- Pages of locations show them. Installing ends with an update, so that a large layer does not hold up changes of content.
create trigger consent_layers_changed after update or delete on consent_layers
  for each statement execute function record_content_change();
