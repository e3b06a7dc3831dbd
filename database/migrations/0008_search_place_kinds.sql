-- What kind of place it is, shown where it is suggested.
alter table search_places add column kind text not null default 'town' constraint search_places_kind_check
  check (kind in ('town', 'village', 'island', 'council', 'area', 'postcode'));

-- Places of earlier versions, as far as their areas and names say it.
update search_places set kind = case
  when jsonb_array_length(area->'councils') = 1 and jsonb_array_length(area->'circles') = 0 then 'council'
  when jsonb_array_length(area->'councils') > 0 or jsonb_array_length(area->'outlines') > 0 then 'area'
  when name ~ '^[A-Z]{1,2}[0-9]' then 'postcode'
  when common then 'town'
  else 'village' end;
