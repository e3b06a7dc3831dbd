import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/platform/db/transaction.ts';

/** The other columns of a bulk change and its locations. */
export interface BulkChangeMarks {
  readonly ownerName?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly former?: string;
}

/** Adds the preview of a bulk change by a user: it would change a location, and refuses a deleted one. Returns its id. */
export async function addBulkChange(
  db: Db,
  { userId, locationId, marks = {} }: { userId: string; locationId: string; marks?: BulkChangeMarks | undefined },
): Promise<string> {
  const { ownerName = 'Ailsa Grant', title = 'Old mill', detail = 'Images.', former } = marks;
  const { id } = await db
    .insertInto('bulk_changes')
    .values({
      action: JSON.stringify({ kind: 'owner', userId: randomUUID(), ownerName }),
      created_by: userId,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = { bulk_change_id: id, title, version: 1 };
  await db
    .insertInto('bulk_change_items')
    .values([
      { ...item, position: 1, location_id: locationId, state: 'PENDING' },
      { ...item, position: 2, location_id: randomUUID(), state: 'REFUSED', reason: 'INCOMPLETE', detail },
    ])
    .execute();
  if (former !== undefined)
    await db
      .insertInto('bulk_change_items')
      .values({ ...item, position: 3, location_id: randomUUID(), state: 'CHANGED', before: JSON.stringify({ former }) })
      .execute();
  return id;
}
