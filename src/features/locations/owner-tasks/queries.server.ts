import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import type { OpenTask, OwnerTask } from './schema.ts';

/** The open tasks of locations by location, the oldest first. */
export async function getOpenTasks(db: Db, ids: readonly string[]): Promise<Map<string, OpenTask[]>> {
  const rows = await db
    .selectFrom('owner_tasks')
    .select(['id', 'location_id', 'step', 'text', 'created_at'])
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .where('state', '=', 'OPEN')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const tasks = new Map<string, OpenTask[]>(ids.map((id) => [id, []]));
  for (const { location_id, created_at, ...task } of rows)
    tasks.get(location_id)?.push({ ...task, created_at: created_at.toISOString() });
  return tasks;
}

/** All tasks of a location, the latest first. */
export async function listTasks(db: Db, locationId: string): Promise<OwnerTask[]> {
  const rows = await db
    .selectFrom('owner_tasks as t')
    .leftJoin('users as a', 'a.id', 't.created_by')
    .leftJoin('users as c', 'c.id', 't.closed_by')
    .select(['t.id', 't.step', 't.text', 't.state', 't.created_at', 't.closed_at'])
    .select(['a.id as asker', 'a.first_name', 'a.last_name', 'a.enabled_at'])
    .select(['c.id as closer', 'c.first_name as closer_first', 'c.last_name as closer_last'])
    .select('c.enabled_at as closer_enabled')
    .where('t.location_id', '=', locationId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute();
  return rows.map(({ id, step, text, state, created_at, closed_at, ...row }) => ({
    id,
    step,
    text,
    state,
    created_at: created_at.toISOString(),
    created_by: toPerson({ ...row, id: row.asker }),
    closed_at: closed_at?.toISOString() ?? null,
    closed_by: toPerson({
      id: row.closer,
      first_name: row.closer_first,
      last_name: row.closer_last,
      enabled_at: row.closer_enabled,
    }),
  }));
}
