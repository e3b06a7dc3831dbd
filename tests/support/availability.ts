import type { Insertable } from 'kysely';
import { listOccurrences } from '../../src/features/availability/occurrences.ts';
import type { Kind, Repetition } from '../../src/features/availability/schema.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';

/** Adds dates on which a location cannot be filmed at: by default a day in a month. Returns the id of the entry. */
export async function addUnavailableDates(
  db: Db,
  location_id: string,
  columns: Partial<Insertable<Database['availability_entries']>> = {},
): Promise<string> {
  const day = addDays(toDay(new Date()), 30);
  const entry = {
    kind: 'BLOCKED' as Kind,
    first_day: day,
    last_day: columns.first_day ?? day,
    repeats: null as Repetition | null,
    repeats_until: null,
    note: '',
    version: 1,
    created_at: new Date(),
    ...columns,
  };
  const { id } = await db
    .insertInto('availability_entries')
    .values({ ...entry, location_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const occurrences = listOccurrences(entry, entry.first_day).map((days) => ({ entry_id: id, ...days }));
  await db.insertInto('availability_occurrences').values(occurrences).execute();
  return id;
}
