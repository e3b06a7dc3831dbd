import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AccountEvent } from '../../features/accounts/events.ts';
import { deleteAccount } from '../../features/accounts/account-deletion/commands.server.ts';
import { deleteLocations } from '../../features/locations/deleting/commands.server.ts';
import type { LocationEvent } from '../../features/locations/events.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/db/transaction-events.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { DEMO_EMAILS } from './demo-accounts.ts';
import { readDemoJson, readDemoPlaces } from './demo-files.ts';
import { removeDemoProductions } from './demo-productions.ts';

const identified = z.array(z.object({ locationidentifier: z.coerce.string().optional() }));

/**
 * Deletes the productions, locations and accounts of the demo, with the boards of the accounts. Recognises locations by their identifiers,
 * even if they were changed. Options and pages stay. Unused photographs are deleted by the scheduled cleanup.
 * @returns the message to print
 */
export async function removeDemo(
  db: Db,
  publishEvent: PublishEvent<LocationEvent | AccountEvent>,
  at: Date,
): Promise<string> {
  const identifiers = await listIdentifiers();
  return db.transaction().execute(async (trx) => {
    await removeDemoProductions(trx, at);
    const accounts = await trx.selectFrom('users').select('id').where('email', 'in', DEMO_EMAILS).execute();
    for (const { id } of accounts) await deleteAccount(trx, { id, actorId: null, at }, publishEvent);
    const locations = await trx
      .selectFrom('locations')
      .select('id')
      .where(sql<boolean>`locationidentifier = any(${identifiers})`)
      .execute();
    const deleted = await deleteLocations(trx, { ids: locations.map(({ id }) => id), actorId: null, at }, publishEvent);
    return `${formatCount(accounts.length, 'account')} and ${formatCount(deleted, 'location')} deleted.`;
  });
}

async function listIdentifiers(): Promise<string[]> {
  // Without an identifier, an entry extends one of the places.
  const { places, real, isOfRegion } = await readDemoPlaces(identified);
  const listed = [...identified.parse(parse(places, { columns: true })), ...real];
  if (isOfRegion) return toIdentifiers(listed);
  const samples = await readDemoJson('samples/samples.json', identified);
  const unpublished = await readDemoJson('owners/unpublished.json', identified);
  return toIdentifiers([...listed, ...samples, ...unpublished]);
}

function toIdentifiers(entries: z.infer<typeof identified>): string[] {
  return entries.flatMap(({ locationidentifier }) => locationidentifier ?? []);
}
