import { expect, onTestFinished, test } from 'vitest';
import { AUDIT_TYPES, type AuditType } from '../src/features/audit-log/schema.ts';
import { INPUTS, call, nameOf, routesOf } from './permissions/calls.ts';
import { type CallerName, addPeople } from './permissions/people.ts';
import { type Fixtures, createFixtures } from './permissions/fixtures.ts';
import { addImage } from './support/locations.ts';
import { signInAs } from './support/people.ts';
import { photograph } from './support/photograph.ts';
import { deletePictureJobs, startImageWorker } from './support/image-worker.ts';
import { startSite } from './support/site.ts';
import { sendFile, waitForUploads } from './support/uploads.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
const { db } = site;
const people = await addPeople(site);
const routes = new Map(routesOf(site).map((route) => [nameOf(route), route]));
await deletePictureJobs(site);

/** A call, who makes it, and what is different about it from the call in the table of rights. */
type Act = readonly [
  name: string,
  by: Exclude<CallerName, 'deleted'>,
  differently?: (fixtures: Fixtures) => Promise<object> | object,
];

const state = (columns: object) => async (fixtures: Fixtures) => {
  await db.updateTable('locations').set(columns).where('id', '=', fixtures.own.location).execute();
  return {};
};

/** So many photographs that somebody sends, for the worker. */
interface Sent {
  readonly photographs: number;
}

/** What writes each kind of entry; null where nothing over HTTP does. */
const WRITTEN_BY: Readonly<Record<AuditType, Act | Sent | null>> = {
  LOGIN: ['POST /login', 'nobody'],
  LOGOUT: ['POST /logout', 'scoutA'],
  ACCOUNT_DELETED: ['DELETE /users/{id}', 'admin'],
  ACCOUNT_UPDATED: ['PUT /users/{id}', 'admin', () => ({ lastName: 'Bell' })],
  ADMIN_INVITED: ['POST /users', 'admin'],
  VERSION_UNCHECKED: ['PUT /user/location-draft', 'ownerA', () => ({ draftVersion: undefined })],
  LOCATION_UPDATED: ['PUT /locations/{id}', 'admin'],
  LOCATION_PUBLISHED: [
    'POST /locations/{id}/publish',
    'admin',
    state({ location_status: 'AWAITING_APPROVAL', submitted_at: new Date() }),
  ],
  LOCATION_UNPUBLISHED: [
    'POST /locations/{id}/unpublish',
    'admin',
    async ({ own }) => {
      await call(site, people, routes.get('POST /locations/{id}/publish')!, 'admin', { id: own.location });
      return {};
    },
  ],
  LOCATION_DELETED: ['DELETE /locations/{id}', 'admin'],
  OWNERSHIP_CHANGED: ['PUT /locations/{id}/owner', 'admin'],
  CONTACT_ADDED: ['POST /locations/{id}/contacts', 'ownerA'],
  CONTACT_UPDATED: ['PUT /locations/{id}/contacts/{contactId}', 'ownerA'],
  CONTACT_DELETED: ['DELETE /locations/{id}/contacts/{contactId}', 'ownerA'],
  IMAGE_ADDED: { photographs: 1 },
  IMAGES_ADDED: { photographs: 3 },
  IMAGE_UPDATED: ['PUT /locations/{id}/images/{imageId}', 'ownerA'],
  IMAGES_UPDATED: [
    'PUT /locations/{id}/images/{imageId}',
    'ownerA',
    async ({ own }) => {
      await addImage(db, own.location, { position: 1 });
      return { alt: undefined, version: undefined, position: 1 };
    },
  ],
  IMAGE_DELETED: ['DELETE /locations/{id}/images/{imageId}', 'ownerA'],
  IMAGES_DELETED: [
    'DELETE /locations/{id}/images',
    'ownerA',
    async ({ own }) => ({ ids: [own.image, await addImage(db, own.location, { position: 1 })] }),
  ],
  DOCUMENT_ADDED: ['POST /locations/{id}/documents', 'admin'],
  DOCUMENT_DELETED: ['DELETE /locations/{id}/documents/{documentId}', 'admin'],
  BOARD_CREATED: ['POST /boards', 'scoutA'],
  PRIVATE_BOARD_CREATED: ['POST /boards/private', 'admin'],
  BOARD_DUPLICATED: ['POST /boards/{id}/duplicate', 'scoutA'],
  BOARD_DELETED: ['DELETE /boards/{id}', 'scoutA'],
  BOARD_ARCHIVED: ['POST /boards/{id}/archive', 'scoutA'],
  BOARD_LOCATION_ADDED: ['POST /boards/{id}/locations', 'scoutA'],
  BOARD_LOCATION_REMOVED: ['DELETE /boards/{id}/locations/{locationId}', 'scoutA'],
  // By the command line alone.
  LOCATIONS_IMPORTED: null,
  CONTENT_PUBLISHED: ['POST /content/pages/{name}/publish', 'admin'],
  CONTENT_DELETED: ['DELETE /content/pages/{name}', 'admin'],
  OPTIONS_CHANGED: ['POST /options', 'admin'],
  MAINTENANCE_SWITCHED: ['PUT /maintenance', 'admin'],
  WORK_RETRIED: ['POST /operations/mails/{id}/retry', 'admin'],
  MAIL_DISCARDED: ['DELETE /operations/mails/{id}', 'admin'],
};

async function perform(act: Act | Sent): Promise<{ by: string | undefined; since: number }> {
  const fixtures = await createFixtures(site, people);
  if ('photographs' in act) {
    const owner = await signInAs(site, people.ownerA);
    const since = await newest();
    await db.deleteFrom('uploads').where('id', '=', fixtures.own.upload).execute();
    for (let n = 0; n < act.photographs; n++)
      await sendFile(owner, fixtures.own.location, await photograph(900, 700 + n));
    onTestFinished(await startImageWorker(site, env));
    await waitForUploads(owner, fixtures.own.location);
    return { by: owner.person.id, since };
  }
  const [name, by, differently] = act;
  const different = await differently?.(fixtures);
  const input = { ...(await INPUTS[name]?.(fixtures, by, people)), ...different };
  const since = await newest();
  const { status, text } = await call(site, people, routes.get(name)!, by, input);
  if (status >= 300) throw new Error(`${name}: ${status} ${text}`);
  return { by: by === 'nobody' ? fixtures.user : people[by].id, since };
}

async function newest(): Promise<number> {
  const { id } = await db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

const acts = Object.entries(WRITTEN_BY).flatMap(([type, act]) => (act ? [{ type: type as AuditType, act }] : []));

test.each(acts)('$type is written once by whoever does it', async ({ type, act }) => {
  const { by, since } = await perform(act);
  const entries = await db.selectFrom('audit_logs').select(['type', 'user_id']).where('id', '>', since).execute();
  // Whoever calls logs in for that.
  const others = entries.filter((entry) => entry.type !== AUDIT_TYPES.LOGIN.number || type === 'LOGIN');
  expect(others).toEqual([{ type: AUDIT_TYPES[type].number, user_id: by }]);
});
