import { z } from 'zod';
import { getRegionPath, readRegionJson } from '../../features/geography/region/queries.server.ts';
import { existsSync } from 'node:fs';
import { addOfficeAreas, addOptions } from '../../features/locations/catalogue/options/commands.server.ts';
import { FACET_FIELDS } from '../../features/locations/catalogue/schema.ts';
import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';

const OFFICES = 'film-offices.json';
/** The council areas of each film office. */
const officeAreas = z.record(z.string(), z.array(z.string()));
const optionLists = z.record(z.enum(FACET_FIELDS), z.array(z.string()));

/** Fills a database without options with the option lists of the region. If several nodes start together, one does it. */
export async function seedOptions(db: Db): Promise<void> {
  if (await hasOptions(db)) return;
  await db.transaction().execute(addRegionOptions);
}

/** Does the same within a transaction. */
export async function addRegionOptions(trx: Trx): Promise<void> {
  await lockForLongWork(trx, 'option lists');
  if (await hasOptions(trx)) return;
  const lists = optionLists.parse(readRegionJson('options.json'));
  await addOptions(
    trx,
    FACET_FIELDS.flatMap((field) => lists[field].map((name) => ({ field, name }))),
  );
  // A region need not have it.
  if (!existsSync(getRegionPath(OFFICES))) return;
  const areas = Object.entries(officeAreas.parse(readRegionJson(OFFICES)));
  await addOfficeAreas(
    trx,
    areas.flatMap(([office, authorities]) => authorities.map((authority) => ({ office, authority }))),
  );
}

async function hasOptions(db: Db): Promise<boolean> {
  return (await db.selectFrom('options').select('id').limit(1).executeTakeFirst()) !== undefined;
}
