-- The diary of twenty years by its two orders, and by the words of titles.
create index production_locations_shoots_by_day on production_locations (coalesce(used_from, used_to), id) include (used_from, used_to)
  where state in ('AGREED', 'USED') and coalesce(used_from, used_to) is not null;
create index production_locations_shoots_by_title on production_locations (fold_text(title), id) include (title, used_from, used_to)
  where state in ('AGREED', 'USED') and coalesce(used_from, used_to) is not null;
create index production_locations_shoot_words on production_locations
  using gin (array_to_tsvector(split_enquiry_words(fold_text(title))))
  where state in ('AGREED', 'USED') and coalesce(used_from, used_to) is not null;
