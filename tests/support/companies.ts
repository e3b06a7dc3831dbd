import { type Insertable, sql } from 'kysely';
import { recordRevisions } from '../../src/features/companies/revisions.commands.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';

/** Adds a company. @param change of a second version, if it has one @returns its id */
export function addCompany(
  db: Db,
  values: Insertable<Database['companies']>,
  change?: Partial<Insertable<Database['companies']>>,
): Promise<string> {
  return addEntry(db, 'companies', values, change);
}

/** Adds a person, likewise. */
export function addCompanyPerson(
  db: Db,
  values: Insertable<Database['people']>,
  change?: Partial<Insertable<Database['people']>>,
): Promise<string> {
  return addEntry(db, 'people', values, change);
}

function addEntry(db: Db, kind: 'companies' | 'people', values: object, change?: object): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto(kind)
      .values(values as { name: string })
      .returning('id')
      .executeTakeFirstOrThrow();
    const at = new Date();
    await recordRevisions(trx, kind, [id], { action: 'CREATED', authorId: null, at });
    if (!change) return id;
    await trx
      .updateTable(kind)
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    await recordRevisions(trx, kind, [id], { action: 'CHANGED', authorId: null, at });
    return id;
  });
}
