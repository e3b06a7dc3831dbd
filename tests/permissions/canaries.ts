import { type Insertable, sql } from 'kysely';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { EMPTY } from '../../src/features/locations/catalogue/fields/field-kinds.ts';
import { FIELDS } from '../../src/features/locations/catalogue/fields/lookup.ts';
import type { CallerName } from './people.ts';

/** A unique word stored in one private column. */
export interface Canary {
  readonly word: string;
  /** Its table, column and owner. */
  readonly where: string;
  /** Callers who may see it. */
  readonly visibleTo: readonly CallerName[];
}

/** Of every canary. */
const ENDING = 'xjq';

/** Creates canaries. Eight letters fit every column, and occur in no other word. */
export class Canaries {
  readonly all: Canary[] = [];

  /** Returns a new canary. @param visibleTo the only callers who may see it */
  word(where: string, visibleTo: readonly CallerName[] = []): string {
    const number = this.all.length.toString(26).padStart(3, '0');
    const word = `zq${[...number].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')}${ENDING}`;
    this.all.push({ word, where, visibleTo });
    return word;
  }

  /** Returns a new canary as an email address. */
  email(where: string, visibleTo: readonly CallerName[] = []): string {
    return `${this.word(where, visibleTo)}@crew.example`;
  }

  /** Lists the canaries in a text that `caller` must not see. */
  findLeaks(text: string, caller: CallerName): string[] {
    const lower = text.toLowerCase();
    // Most texts have no canary at all, and a page is searched for each of them.
    if (!lower.includes(ENDING)) return [];
    return this.all
      .filter(({ word, visibleTo }) => lower.includes(word) && !visibleTo.includes(caller))
      .map(({ where }) => where);
  }
}

type Table = keyof Database;

/**
 * Text columns that are public, or contain keys, states and hashes only. Every other text column must have a canary, so that a new
 * column cannot be forgotten.
 */
const NOT_PRIVATE: Readonly<Partial<Record<Table, readonly string[] | 'all'>>> = {
  options: 'all',
  location_options: 'all',
  location_facts: ['fact', 'source'],
  availability_entries: ['kind', 'repeats'],
  film_office_areas: 'all',
  location_list: ['title', 'status', 'location_status'],
  published_locations: 'all',
  consent_layers: 'all',
  consent_areas: 'all',
  search_terms: 'all',
  search_words: 'all',
  search_places: 'all',
  thesaurus: 'all',
  thesaurus_switches: 'all',
  search_synonyms: ['kind'],
  search_pin_locations: 'all',
  change_versions: 'all',
  map_files: 'all',
  pages: 'all',
  navigation: 'all',
  content_drafts: ['name'],
  settings: 'all',
  pictures: 'all',
  orphaned_pictures: 'all',
  uploads: ['state', 'sha256'],
  // Revisions repeat the columns of locations, images and drafts.
  location_revisions: 'all',
  content_revisions: 'all',
  deleted_options: 'all',
  // Public addresses.
  location_redirects: 'all',
  duplicate_pairs: 'all',
  // Read by the search for duplicates only.
  duplicate_keys: 'all',
  images: ['alt', 'caption', 'credit', 'licence', 'sha256'],
  locations: [
    'title',
    'locationurl',
    'nearesttown',
    'description',
    'attribution',
    'status',
    'location_status',
    'map_precision',
  ],
  // Folded columns repeat the values of others.
  users: ['role', 'first_name', 'first_name_folded', 'last_name_folded', 'name_folded', 'email_folded', 'office_field'],
  account_tokens: ['purpose'],
  second_factor_steps: ['purpose'],
  personal_data_exports: ['state'],
  look_books: ['state'],
  // Whoever has the guest link reads its title.
  sent_look_books: ['title'],
  look_book_logos: ['ground'],
  board_locations: ['state'],
  board_photographs: ['sha256'],
  board_files: ['content_type'],
  board_guest_links: ['password_hash'],
  board_answers: ['answer'],
  outbox: ['kind'],
  secrets: ['name'],
  site_region: ['name', 'time_zone'],
  notifications: ['type'],
  // The search text repeats the values of others.
  enquiries: ['state', 'production_kind', 'search_text'],
  // Folded columns and keys repeat the values of others, and so do the revisions.
  companies: ['name_folded', 'name_key', 'email_key', 'telephone_key'],
  people: ['name_folded', 'name_key', 'email_key', 'telephone_key'],
  company_revisions: 'all',
  person_revisions: 'all',
  merged_companies: 'all',
  merged_people: 'all',
  enquiry_participants: ['kind'],
  enquiry_messages: ['written_by'],
  enquiry_files: ['content_type'],
  // Names of local authorities.
  enquiry_outcome_areas: 'all',
  productions: ['kind', 'stage', 'budget_band', 'loss_reason'],
  production_figures: ['figure', 'basis'],
  impact_formulas: ['figure', 'kind'],
  published_impact: 'all',
  production_locations: ['state'],
  production_entries: ['kind'],
  viewing_stops: ['slot_from', 'slot_to', 'state', 'contact_choice'],
  // Filters of the catalogue.
  call_outs: ['search'],
  call_out_answers: ['answer'],
  call_out_photographs: ['sha256'],
  inbound_mails: ['mailbox', 'outcome'],
  location_reviews: ['decision'],
  owner_tasks: ['step', 'state'],
  // The last four characters of a secret.
  api_tokens: ['ending'],
  list_views: ['list'],
  default_list_views: ['list'],
  bulk_changes: ['state'],
  bulk_change_items: ['state', 'reason'],
  // Names of fields and of options.
  imports: ['state', 'mapping', 'new_options', 'replacements', 'unlisted_options'],
  import_rows: ['result', 'left_out_reason'],
  import_mappings: 'all',
};

/** Lists the text columns of the migrated database, as `table.column`, except those above. */
export async function listPrivateColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: Table; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
      and data_type in ('text', 'jsonb', 'character varying', 'json')
      -- The columns of views are those of tables.
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(db);
  return rows
    .filter(({ table, column }) => {
      const open = NOT_PRIVATE[table];
      return open !== 'all' && !open?.includes(column);
    })
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}

/**
 * Returns canaries for the internal fields of a location.
 * @param visibleTo callers who may see the fields of its owner; the others are visible to the Locations Team only
 */
export function createInternalFields(
  canaries: Canaries,
  of: string,
  visibleTo: readonly CallerName[] = [],
): Partial<Insertable<Database['locations']>> {
  const team = visibleTo.filter((caller) => caller === 'admin' || caller === 'film_officeA');
  const internal = FIELDS.filter(
    ({ group, kind }) => group === 'internal' && EMPTY[kind] === '' && kind !== 'date' && kind !== 'email',
  );
  const words = internal.map(({ name, step }) => [
    name,
    canaries.word(`locations.${name} of ${of}`, step ? visibleTo : team),
  ]);
  return {
    ...Object.fromEntries(words),
    dynamicsid: canaries.word(`locations.dynamicsid of ${of}`, team),
    email: canaries.email(`locations.email of ${of}`, visibleTo),
  };
}
