-- Validates what 0075 has added: reads the rows without blocking writes.
alter table location_revisions validate constraint location_revisions_facts_check;
