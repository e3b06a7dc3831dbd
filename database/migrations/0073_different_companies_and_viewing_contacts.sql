-- Companies, and people, that look like one but are two, as somebody has decided. The smaller id is the first.
create table different_companies (
  a_id uuid not null references companies on delete cascade,
  b_id uuid not null references companies on delete cascade,
  primary key (a_id, b_id),
  constraint different_companies_order check (a_id < b_id)
);
create index different_companies_second on different_companies (b_id);
create table different_people (
  a_id uuid not null references people on delete cascade,
  b_id uuid not null references people on delete cascade,
  primary key (a_id, b_id),
  constraint different_people_order check (a_id < b_id)
);
create index different_people_second on different_people (b_id);

-- Whom the office has chosen to ask about a stop: a contact of the location, or its owner's account. Without a choice it is the first one.
-- The choice outlives the contact, so that nobody else is asked in their place.
alter table viewing_stops add column contact_choice text
  constraint viewing_stops_contact_choice check (contact_choice in ('CONTACT', 'ACCOUNT'));
alter table viewing_stops add column contact_id uuid references contacts on delete set null
  constraint viewing_stops_contact_id check (contact_id is null or contact_choice is not distinct from 'CONTACT');
create index viewing_stops_contact on viewing_stops (contact_id) where contact_id is not null;
