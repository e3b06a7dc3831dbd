-- The tags that people of a board give its locations: at most 10 of 30 characters each, none of them twice.
create function is_tag_list(tags text[]) returns boolean language sql immutable as $$
  select cardinality(tags) <= 10 and count(distinct lower(tag collate "C")) = cardinality(tags)
    and coalesce(bool_and(length(tag) between 1 and 30 and tag = btrim(tag)), true)
  from unnest(tags) tag
$$;
alter table board_locations
  add column tags text[] not null default '{}',
  add constraint board_locations_tags check (is_tag_list(tags)) not valid;
alter table board_locations validate constraint board_locations_tags;
