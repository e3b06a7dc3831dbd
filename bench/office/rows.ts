/** Rows per table. */
export const ROWS = {
  users: 50_000,
  locations: 100_000,
  contacts: 130_000,
  images: 150_000,
  boards: 20_000,
  notifications: 100_000,
  audit_logs: 1_000_000,
  enquiries: 50_000,
  enquiry_messages: 200_000,
  companies: 20_000,
  people: 50_000,
  productions: 100_000,
  production_entries: 1_000_000,
  production_locations: 300_000,
  production_figures: 200_000,
  location_revisions: 300_000,
  location_reviews: 20_000,
  empty_searches: 50_000,
  duplicate_pairs: 20_000,
  bulk_changes: 500,
  bulk_change_items: 100_000,
  import_rows: 50_000,
  search_synonyms: 500,
};
export type Rows = typeof ROWS;

/** Words for the texts of the rows. */
export interface Words {
  readonly names: readonly string[];
  readonly towns: readonly string[];
}
