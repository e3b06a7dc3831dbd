import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { DELETED_PERSON } from '../messages.ts';
import type { EntryText, StoredChange, TimelineEntry } from './schema.ts';

const toParts = (text: EntryText) => (Array.isArray(text) ? (text as Exclude<EntryText, string | null>) : []);

/** Returns the names of the people in some changes by their ids, also of those who were merged into others. */
export async function getPeopleNames(db: Db, changes: readonly StoredChange[]): Promise<ReadonlyMap<string, string>> {
  const parts = changes.flatMap(({ before, after }) => [...toParts(before), ...toParts(after)]);
  const ids = parts.flatMap((part) => (typeof part === 'string' ? [] : part.person));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select wanted.id, p.name from unnest(${[...new Set(ids)]}::uuid[]) wanted (id) left join merged_people m on m.id = wanted.id
    join people p on p.id = coalesce(m.person_id, wanted.id)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns a change as people read it. */
export function toReadable(
  { label, before, after }: StoredChange,
  names: ReadonlyMap<string, string>,
): TimelineEntry['changes'][number] {
  const format = (text: EntryText) => {
    if (text === null || typeof text === 'string') return text;
    return text.map((part) => (typeof part === 'string' ? part : (names.get(part.person) ?? DELETED_PERSON))).join('');
  };
  return { label, before: format(before), after: format(after) };
}
