import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { recordVisit } from '../productions/locations/commands.server.ts';

/** Days after a viewing for which the contacts stay: for thanks, and for what was left behind. The stop itself stays with the production. */
const CONTACT_DAYS = 30;
const BATCH_SIZE = 500;

/** Records confirmed stops whose day has passed as visits, once each. */
export async function recordVisits(db: Db, at: Date): Promise<void> {
  const stops = await db
    .selectFrom('viewing_stops as s')
    .innerJoin('viewings as v', 'v.id', 's.viewing_id')
    .select(['s.id', 's.location_id', 'v.production_id'])
    .where('s.state', '=', 'CONFIRMED')
    .where('s.visit_recorded', '=', false)
    .where('v.day', '<', toDay(at))
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, location_id, production_id } of stops)
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('productions').select('id').where('id', '=', production_id).forUpdate().execute();
      const { numUpdatedRows } = await trx
        .updateTable('viewing_stops')
        .set({ visit_recorded: true })
        .where('id', '=', id)
        .where('visit_recorded', '=', false)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n && location_id !== null)
        await recordVisit({ trx, at }, { productionId: production_id, locationId: location_id });
    });
}

/** Deletes the contact details of stops long past or of deleted locations, and the links of viewings whose day has passed. */
export async function deleteOldContacts(db: Db, at: Date): Promise<void> {
  const today = toDay(at);
  await sql`
    update viewing_stops s set contact_name = null, contact_email = null, contact_telephone = null
    from viewings v where v.id = s.viewing_id and num_nonnulls(contact_name, contact_email, contact_telephone) > 0
      and (s.location_id is null or v.day < ${addDays(today, -CONTACT_DAYS)})`.execute(db);
  await sql`
    delete from viewing_mails m using viewings v where v.id = m.viewing_id and v.day < ${addDays(today, -1)}`.execute(
    db,
  );
}
