import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { endsFrom } from './queries.server.ts';

/** Days after its end for which an entry stays, for questions about what was entered. */
const RETENTION_DAYS = 90;

/** Deletes entries whose last day is long past. */
export async function deletePastEntries(db: Db, at: Date): Promise<void> {
  await sql`
    delete from availability_entries where not ${endsFrom(addDays(toDay(at), -RETENTION_DAYS))}`.execute(db);
}
