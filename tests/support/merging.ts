import { featureHandlers, testServices } from './services.ts';
import { locationFeature } from '../../src/features/locations/feature.ts';
import { createCallContext } from './call-context.ts';
import { testDatabase } from './database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, clearCatalogue, locationDeps } from './locations.ts';
import { addPerson } from './people.ts';
import { mergeLocation } from '../../src/features/locations/merging/contract.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import { recordRevisions } from '../../src/features/locations/working-copy/revisions.commands.server.ts';
import { createInProcessCaller, createJsonApi } from '../../src/platform/http/route-handlers.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';

/** A database with people, and functions that add, merge and read locations and boards. */
export async function mergeFixtures() {
  const { kysely: db } = await testDatabase();
  const admin = await addPerson(db, 'ADMIN');
  const scout = await addPerson(db, 'SCOUT');
  const deps = locationDeps(publishEvent);
  const handlers = featureHandlers(locationFeature, testServices(db, { ...deps, now: () => new Date() }));
  const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));
  const merge = (id: string, other_id: string, more: object = {}) => api(mergeLocation, { id, other_id, ...more });

  async function addPlace(
    columns: Parameters<typeof addLocation>[1] = {},
    { isPublished = true } = {},
  ): Promise<string> {
    const id = await addLocation(db, { title: 'Old mill', options: SAMPLE_OPTIONS, ...columns });
    await addImage(db, id, { is_primary: true, perceptual_hash: '0f1e2d3c4b5a6978' });
    await db.transaction().execute(async (trx) => {
      await recordRevisions(trx, [id], { action: 'IMPORTED', origin: 'IMPORT', authorId: null, at: new Date() });
      if (isPublished) await publishLocations(trx, { ids: [id], at: new Date() }, publishEvent);
    });
    return id;
  }

  const location = (id: string) =>
    db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const listImages = (id: string) =>
    db.selectFrom('images').selectAll().where('location_id', '=', id).orderBy('position').execute();

  async function addBoard(
    title: string,
    places: readonly (readonly [id: string, note: string | null])[],
  ): Promise<string> {
    const { id } = await db
      .insertInto('boards')
      .values({ user_id: scout.id, title })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = places.map(([location_id, note], position) => ({ board_id: id, location_id, note, position }));
    if (rows.length > 0) await db.insertInto('board_locations').values(rows).execute();
    return id;
  }
  const listBoard = (id: string) =>
    db
      .selectFrom('board_locations')
      .select(['location_id', 'note'])
      .where('board_id', '=', id)
      .orderBy('position')
      .execute();

  async function reset(): Promise<void> {
    await db.deleteFrom('enquiries').execute();
    await db.deleteFrom('boards').execute();
    await db.deleteFrom('outbox').execute();
    await clearCatalogue(db);
  }
  return { db, admin, scout, deps, merge, addPlace, location, listImages, addBoard, listBoard, reset };
}
