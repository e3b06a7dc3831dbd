import { featureHandlers, testServices } from './services.ts';
import { locationFeature } from '../../src/features/locations/feature.ts';
import { createCallContext } from './call-context.ts';
import { testDatabase } from './database.ts';
import { clearCatalogue } from './locations.ts';
import { type Person, addPerson } from './people.ts';
import { addEveryOption, registerLocation } from './submissions.ts';
import { listDocuments } from '../../src/features/documents/queries.server.ts';
import { getRevision, listRevisions, restoreRevision } from '../../src/features/locations/history/contract.ts';
import { locationRecordById } from '../../src/features/locations/admin-record/contract.ts';
import { saveLocation } from '../../src/features/locations/editing/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../src/platform/http/route-handlers.ts';

export const MINUTE_MS = 60_000;

/** A database with two owners and an admin, one location, and functions that save it and read and restore its versions. */
export async function historyFixtures() {
  const { kysely: db } = await testDatabase();
  const jobs = { enqueue: async () => {} };
  /** Of the handlers, in milliseconds. */
  const clock = { now: Date.now() };
  const now = () => new Date(clock.now);
  const handlers = featureHandlers(locationFeature, testServices(db, { jobs, now, listDocuments }));
  const as = (person: Person) => createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
  const owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
  const other = await addPerson(db, 'OWNER', { first_name: 'Iain', last_name: 'Ross' });
  const admin = await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
  const [ownerApi, otherApi, team] = [as(owner), as(other), as(admin)];
  const place = { id: '' };

  /** Replaces the location by a new one of the first owner. */
  async function reset(): Promise<void> {
    clock.now = Date.now();
    await clearCatalogue(db);
    await addEveryOption(db);
    place.id = (await registerLocation(ownerApi, { complete: true })).id;
  }

  const record = () => team(locationRecordById, { id: place.id });
  const saveAs = async (api: typeof team, fields: object) =>
    api(saveLocation, { id: place.id, version: (await record()).version, ...fields });
  const list = async () => (await team(listRevisions, { id: place.id })).data;
  const revision = (number: number) => team(getRevision, { id: place.id, number });
  const restore = async (number: number) => {
    const { version, images_version } = await record();
    return team(restoreRevision, { id: place.id, number, version, images_version });
  };
  return {
    db,
    clock,
    now,
    place,
    as,
    owner,
    other,
    admin,
    ownerApi,
    otherApi,
    team,
    reset,
    record,
    saveAs,
    list,
    revision,
    restore,
  };
}
