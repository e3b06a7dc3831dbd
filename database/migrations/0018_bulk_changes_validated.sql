-- Validates what 0016 and 0017 have changed: reads the rows without blocking writes.
alter table location_revisions validate constraint location_revisions_action_check;
alter table location_revisions validate constraint location_revisions_origin_check;
alter table location_revisions validate constraint location_revisions_restored_check;
alter table location_revisions validate constraint location_revisions_merged_check;
alter table board_locations validate constraint board_locations_note_check;
