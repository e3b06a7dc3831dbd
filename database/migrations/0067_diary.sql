-- The diary: the days on which productions film at locations. Two of them may overlap, which the office is shown.
create index production_locations_shoots on production_locations
  using gist (daterange(used_from, coalesce(used_to, used_from), '[]'))
  where state in ('AGREED', 'USED') and used_from is not null;
