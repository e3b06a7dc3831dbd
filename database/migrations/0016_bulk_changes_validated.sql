-- Validates what 0015 has widened: reads the revisions without blocking writes.
alter table location_revisions validate constraint location_revisions_action_check;
alter table location_revisions validate constraint location_revisions_origin_check;
alter table location_revisions validate constraint location_revisions_restored_check;
