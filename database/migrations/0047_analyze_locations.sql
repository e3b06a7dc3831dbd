-- The planner's statistics of the tables that an import fills. The role of the site may not analyze tables itself. An import into tables
-- that were analyzed when they had no rows, as after one that was interrupted, took 13 times as long.
create function analyze_locations() returns void
  language plpgsql security definer set search_path from current as $$
begin
  analyze locations, options, location_options, location_list, location_revisions;
end;
$$;
