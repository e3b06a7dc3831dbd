import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../src/platform/db/tables.ts';
import { EMPTY } from '../../src/features/locations/field-definition.ts';
import { FIELDS } from '../../src/features/locations/fields/lookup.ts';
import type { CallerName } from './people.ts';

/** A word that stands nowhere else, in one place where something private is kept. */
export interface Canary {
  readonly word: string;
  /** Where it was put: table, column and of what. */
  readonly where: string;
  /** Who may see it. */
  readonly seenBy: readonly CallerName[];
}

/** Hands out words and remembers where they went. Eight letters fit every column, and no other word is made of them. */
export class Canaries {
  readonly all: Canary[] = [];

  /** @param seenBy those who may see it; everybody else must never */
  word(where: string, seenBy: readonly CallerName[] = []): string {
    const number = this.all.length.toString(26).padStart(3, '0');
    const word = `zq${[...number].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')}xjq`;
    this.all.push({ word, where, seenBy });
    return word;
  }

  /** The same as an address of the e-mail. */
  email(where: string, seenBy: readonly CallerName[] = []): string {
    return `${this.word(where, seenBy)}@crew.example`;
  }

  /** Those that stand in a text and that `asking` must not see. */
  leaksIn(text: string, caller: CallerName): string[] {
    const lower = text.toLowerCase();
    return this.all
      .filter(({ word, seenBy }) => lower.includes(word) && !seenBy.includes(caller))
      .map(({ where }) => where);
  }
}

type Table = keyof Database;

/**
 * Columns in which words can stand and what of them is for the public as it is, or is no word of anybody's: keys, states and
 * hashes. Every other one must hold a canary, so that a new column cannot be forgotten.
 */
const NOT_PRIVATE: Readonly<Partial<Record<Table, readonly string[] | 'all'>>> = {
  options: 'all',
  location_options: 'all',
  location_list: ['title', 'status', 'location_status'],
  published_locations: 'all',
  search_terms: 'all',
  search_words: 'all',
  change_versions: 'all',
  pages: 'all',
  navigation: 'all',
  content_drafts: ['name'],
  settings: 'all',
  pictures: 'all',
  uploads: ['state', 'sha256'],
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
  // What is folded of them is the same once more.
  users: ['role', 'first_name', 'first_name_folded', 'last_name_folded', 'name_folded', 'email_folded'],
  account_tokens: ['purpose'],
  outbox: ['kind'],
  secrets: ['name'],
  notifications: ['type'],
};

/** Every column of the migrated database that can hold words, as `table.column`, but for those above. */
export async function privateColumns(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: Table; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
      and data_type in ('text', 'jsonb', 'character varying', 'json')`.execute(db);
  return rows
    .filter(({ table, column }) => {
      const open = NOT_PRIVATE[table];
      return open !== 'all' && !open?.includes(column);
    })
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}

/**
 * What of a location is not for the public.
 * @param heldBy those who may see what whoever holds it fills in; the rest is for the Locations Team alone
 */
export function internalOf(
  canaries: Canaries,
  of: string,
  heldBy: readonly CallerName[] = [],
): Partial<Insertable<Database['locations']>> {
  const team = heldBy.filter((caller) => caller === 'admin');
  const internal = FIELDS.filter(
    ({ group, kind }) => group === 'internal' && EMPTY[kind] === '' && kind !== 'date' && kind !== 'email',
  );
  const words = internal.map(({ name, step }) => [
    name,
    canaries.word(`locations.${name} of ${of}`, step ? heldBy : team),
  ]);
  return {
    ...Object.fromEntries(words),
    dynamicsid: canaries.word(`locations.dynamicsid of ${of}`, team),
    email: canaries.email(`locations.email of ${of}`, heldBy),
  };
}
