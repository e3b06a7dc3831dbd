import { type Insertable, sql } from 'kysely';
import type { LocationState } from '../../src/features/productions/schema.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';

let number = 0;

/** Adds a production of the film office of a location, with that location and an enquiry. Returns its id. */
export async function addProduction(
  db: Db,
  of: { readonly enquiry?: string; readonly location?: string; readonly state?: LocationState },
  columns: Partial<Insertable<Database['productions']>> = {},
): Promise<string> {
  const { enquiry, location, state = 'OFFERED' } = of;
  const at = new Date();
  const office = sql<number>`(select office_id from location_list where id = ${location ?? null})`;
  const { id } = await db
    .insertInto('productions')
    .values({
      title: 'The Weir',
      reference: `PROD-${process.pid}-${++number}`,
      office_id: office,
      created_at: at,
      updated_at: at,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (enquiry)
    await db
      .insertInto('production_enquiries')
      .values({ production_id: id, enquiry_id: enquiry, added_at: at })
      .execute();
  if (location)
    await db
      .insertInto('production_locations')
      .values({ production_id: id, location_id: location, title: 'Weir mill', state, added_at: at })
      .execute();
  return id;
}

/** Adds an entry of the timeline: that a production was shooting before it got its present stage. Returns its id. */
export async function addProductionChange(db: Db, production_id: string): Promise<string> {
  const changes = [{ label: 'Stage', before: 'Shooting', after: 'Enquiry' }];
  const { id } = await db
    .insertInto('production_entries')
    .values({
      production_id,
      kind: 'CHANGED',
      details: JSON.stringify({ changes, before: { stage: 'SHOOTING' } }),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a private board of an admin that answers a production, with a published location. Returns its id. */
export async function addProductionBoard(db: Db, productionId: string): Promise<string> {
  const at = new Date();
  const { id } = await db
    .insertInto('boards')
    .values(({ selectFrom }) => ({
      user_id: selectFrom('users')
        .select('id')
        .where('role', '=', 'ADMIN')
        .where('enabled_at', 'is not', null)
        .limit(1),
      title: 'Mills for Heron',
      private: true,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into board_locations (board_id, location_id, position)
    select ${id}, id, 0 from published_locations order by published_at limit 1`.execute(db);
  await db
    .insertInto('production_boards')
    .values({ board_id: id, production_id: productionId, added_at: at })
    .execute();
  return id;
}

/** Adds that a board was sent to a production, with one location that is deleted. */
export async function addSending(
  db: Db,
  production_id: string,
  {
    location,
    ...sending
  }: { readonly title: string; readonly recipient: string; readonly look_book?: string; readonly location: string },
): Promise<void> {
  const { id } = await db
    .insertInto('production_sendings')
    .values({ production_id, sent_at: new Date(), ...sending })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_sending_locations')
    .values({ sending_id: id, position: 0, title: location })
    .execute();
}
