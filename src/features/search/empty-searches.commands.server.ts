import { sql } from 'kysely';
import { addDays, toDay } from '../../platform/text/days.ts';
import type { Db } from '../../platform/db/transaction.ts';

/** Characters of a query. Longer ones are not recorded. */
const MAX_LENGTH = 80;
/** Different queries of a day, so that robots cannot fill the table. Further ones are not recorded. */
const MAX_PER_DAY = 2_000;
/** Days after which a count is deleted. */
export const RETENTION_DAYS = 90;
/** Words that look like an email address or a telephone number are not recorded. */
const PERSONAL_DATA = /@|\d[\d\s()+-]{6,}\d/;

/** Counts a search that found nothing, by the day. */
export async function recordEmptySearch(db: Db, words: string, now: Date): Promise<void> {
  const query = words.trim().toLowerCase().replace(/\s+/g, ' ');
  if (query === '' || query.length > MAX_LENGTH || PERSONAL_DATA.test(query)) return;
  const day = toDay(now);
  await sql`
    insert into empty_searches (day, query)
    select ${day}::date, ${query}
    where (select count(*) from empty_searches where day = ${day}::date) < ${MAX_PER_DAY}
      or exists (select from empty_searches where day = ${day}::date and query = ${query})
    on conflict (day, query) do update set searches = empty_searches.searches + 1`.execute(db);
}

/** Deletes the counts of days long past. */
export async function deleteOldEmptySearches(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('empty_searches')
    .where('day', '<', addDays(toDay(now), -RETENTION_DAYS))
    .execute();
}
