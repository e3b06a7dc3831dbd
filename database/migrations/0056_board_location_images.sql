-- The photographs of a location that count on a board. Without rows, all published ones do.
create table board_location_images (
  board_id uuid not null,
  location_id uuid not null,
  image_id uuid not null references images on delete cascade,
  -- The display order, from 0.
  position smallint not null,
  primary key (board_id, location_id, image_id),
  foreign key (board_id, location_id) references board_locations on delete cascade
);
create index board_location_images_image on board_location_images (image_id);
