-- Sections of a board, such as the places of a script, each with the locations to choose from.
create table board_sections (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 100),
  notes text check (length(notes) between 1 and 2000),
  -- The display order, from 0.
  position integer not null,
  unique (board_id, id)
);

-- The section that a location of a board is in; those without one have no row.
create table board_section_locations (
  board_id uuid not null,
  location_id uuid not null,
  section_id uuid not null,
  -- The location that was chosen for the section.
  locked_in boolean not null default false,
  primary key (board_id, location_id),
  foreign key (board_id, location_id) references board_locations on delete cascade,
  foreign key (board_id, section_id) references board_sections (board_id, id) on delete cascade
);
create index board_section_locations_section on board_section_locations (board_id, section_id);
create unique index board_section_locations_locked_in on board_section_locations (section_id) where locked_in;
