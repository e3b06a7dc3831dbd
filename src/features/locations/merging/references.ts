import type { Database } from '../../../platform/db/tables.ts';

/**
 * How a merge changes the rows that refer to the merged location:
 * - `move`: they refer to the other one.
 * - `move-once`: they refer to the other one, unless a row of the same parent does so already; then they refer to none.
 * - `move-or-delete`: likewise, but then they are deleted, or with `latest` the earlier one of both.
 * - `images`, `contacts`, `fields`: see commands.server.ts.
 * - `event`: a subscriber of `locations.merging` moves or deletes them.
 * - `offline`: the published version is deleted, and everything derived from it.
 * - `derived`: triggers or jobs derive them again.
 * - `refused`: there are none, because a merge is refused while there are.
 * - `stay`: they are about the past, and remain with the merged location.
 */
type Treatment =
  | 'move'
  | 'move-once'
  | 'move-or-delete'
  | 'images'
  | 'contacts'
  | 'fields'
  | 'event'
  | 'offline'
  | 'derived'
  | 'refused'
  | 'stay';

interface LocationReference {
  readonly table: keyof Database;
  readonly column: string;
  readonly treatment: Treatment;
  /** Column of the parent, for `move-once` and `move-or-delete`. */
  readonly parent?: string;
  /** For `move-or-delete`: column with the time by which the later one of two rows stays. Null is earlier than any time. */
  readonly latest?: string;
}

/** Every column that refers to a location. A test compares the list with the database. */
export const LOCATION_REFERENCES: readonly LocationReference[] = [
  {
    table: 'call_out_answers',
    column: 'location_id',
    treatment: 'move-or-delete',
    parent: 'recipient_id',
    latest: 'answered_at',
  },
  { table: 'availability_entries', column: 'location_id', treatment: 'move' },
  { table: 'documents', column: 'location_id', treatment: 'move' },
  { table: 'enquiries', column: 'location_id', treatment: 'move' },
  { table: 'enquiry_locations', column: 'location_id', treatment: 'move-once', parent: 'enquiry_id' },
  { table: 'location_redirects', column: 'location_id', treatment: 'move' },
  { table: 'locations', column: 'merged_into', treatment: 'move' },
  { table: 'notifications', column: 'location_id', treatment: 'move' },
  { table: 'owner_tasks', column: 'location_id', treatment: 'move' },
  { table: 'production_locations', column: 'location_id', treatment: 'move-once', parent: 'production_id' },
  { table: 'production_sending_locations', column: 'location_id', treatment: 'move-once', parent: 'sending_id' },
  { table: 'search_pin_locations', column: 'location_id', treatment: 'move-or-delete', parent: 'pin_id' },
  { table: 'uploads', column: 'location_id', treatment: 'move' },
  { table: 'viewing_stops', column: 'location_id', treatment: 'move' },
  { table: 'images', column: 'location_id', treatment: 'images' },
  { table: 'contacts', column: 'location_id', treatment: 'contacts' },
  { table: 'location_options', column: 'location_id', treatment: 'fields' },
  { table: 'location_facts', column: 'location_id', treatment: 'move-or-delete', parent: 'fact', latest: 'stated_on' },
  { table: 'board_answers', column: 'location_id', treatment: 'event' },
  { table: 'board_location_images', column: 'location_id', treatment: 'event' },
  { table: 'board_locations', column: 'location_id', treatment: 'event' },
  { table: 'board_section_locations', column: 'location_id', treatment: 'event' },
  { table: 'board_files', column: 'location_id', treatment: 'event' },
  { table: 'board_photographs', column: 'location_id', treatment: 'event' },
  { table: 'boards', column: 'primary_location_id', treatment: 'event' },
  { table: 'duplicate_pairs', column: 'a_id', treatment: 'event' },
  { table: 'duplicate_pairs', column: 'b_id', treatment: 'event' },
  { table: 'published_locations', column: 'id', treatment: 'offline' },
  { table: 'location_list', column: 'id', treatment: 'derived' },
  { table: 'duplicate_keys', column: 'location_id', treatment: 'derived' },
  { table: 'duplicate_queue', column: 'location_id', treatment: 'derived' },
  { table: 'catalogue_changes', column: 'location_id', treatment: 'derived' },
  { table: 'location_drafts', column: 'location_id', treatment: 'refused' },
  { table: 'review_claims', column: 'location_id', treatment: 'refused' },
  { table: 'audit_logs', column: 'location_id', treatment: 'stay' },
  { table: 'bulk_change_items', column: 'location_id', treatment: 'stay' },
  { table: 'import_rows', column: 'location_id', treatment: 'stay' },
  { table: 'import_row_duplicates', column: 'location_id', treatment: 'stay' },
  { table: 'photograph_import_files', column: 'location_id', treatment: 'stay' },
  { table: 'location_reviews', column: 'location_id', treatment: 'stay' },
  { table: 'location_revisions', column: 'location_id', treatment: 'stay' },
];
