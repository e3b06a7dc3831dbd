-- The region whose pages, options and search places the database has; they are not read again. One row, from the first start.
create table site_region (
  id boolean primary key default true check (id),
  name text not null
);
