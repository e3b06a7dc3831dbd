-- The time zone of the region, in which years begin. Written at each start.
alter table site_region add column time_zone text;

create or replace function complete_enquiry() returns trigger language plpgsql as $$
declare
  zone text := coalesce((select time_zone from site_region), 'UTC');
begin
  new.reference := coalesce(new.reference,
    'ENQ-' || to_char(new.created_at at time zone zone, 'YYYY') || '-' || lpad(nextval('enquiry_numbers')::text, 5, '0'));
  return new;
end $$;
