-- The diary has shoots of which only the last day is known too. Two shoots may overlap, which the office is shown.
create index production_locations_shoot_days on production_locations
  using gist (daterange(coalesce(used_from, used_to), coalesce(used_to, used_from), '[]'))
  where state in ('AGREED', 'USED') and coalesce(used_from, used_to) is not null;
-- contract: 0.2.0 has no diary, which alone used the index
drop index production_locations_shoots;

-- When the office was last emailed about answers; null before the first email.
alter table call_outs add column answers_mailed_at timestamptz;
