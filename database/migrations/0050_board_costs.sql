-- What a location costs, in the currency of the region: flat, or a rate for each of some days.
alter table board_locations
  add column cost numeric(11, 2) check (cost between 0 and 10000000),
  add column cost_days numeric(4, 1) check (cost_days between 0.5 and 365),
  add constraint board_locations_days_with_cost check (cost_days is null or cost is not null) not valid;
