import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { logIn, logOut } from '../src/features/accounts/contract.ts';
import { deleteUser, updateUser } from '../src/features/accounts/administration/contract.ts';
import { AUDIT_TYPES, type AuditType } from '../src/features/audit-log/entry-types.ts';
import * as boards from '../src/features/boards/contract.ts';
import { addContact, changeContact, deleteContact } from '../src/features/locations/editing/contacts/contract.ts';
import { deleteDocument } from '../src/features/documents/contract.ts';
import { changeOwner } from '../src/features/locations/ownership/contract.ts';
import { deleteLocation } from '../src/features/locations/deleting/contract.ts';
import { publish, unpublish } from '../src/features/locations/publishing/contract.ts';
import { selectContents } from '../src/features/locations/working-copy/revisions.commands.server.ts';
import { ownLocationById, saveLocation } from '../src/features/locations/editing/contract.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import type { Api } from '../src/platform/http/contract.ts';
import { testDatabase } from './support/database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation } from './support/locations.ts';
import { startSiteProcess } from './support/site-process.ts';
import { adminActions } from './support/admin-actions.ts';
import { PASSWORD, type SignedIn, addPerson, signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';
import { administer } from './support/test-server.ts';
import { startFlakyDatabase } from './support/flaky-database.ts';
import { wordDocument } from './support/word-documents.ts';

// Several people act at the same time while database connections are cut between random statements, and servers are killed there. The
// audit log must always agree with the rows. The endurance tests cut and kill more often.
const { cuts, kills } = inject('isEndurance') ? { cuts: 150, kills: 3 } : { cuts: 25, kills: 1 };
/** A cut waits for up to 100 statements, a kill for a server and up to 600, which a loaded machine runs slowly. */
const [CUTTING, KILLING] = [{ timeout: cuts * 8_000 }, { timeout: kills * 180_000 }];

const database = await testDatabase();
const { kysely: db } = database;
const flaky = await startFlakyDatabase(database.url);
const site = await startSite({ database: { ...database, url: flaky.url }, env: { LOG_LEVEL: 'silent' } });

const owners = await Promise.all([addPerson(db, 'OWNER'), addPerson(db, 'OWNER')]);
const contactForm = { firstname: 'Iain', lastname: 'Ross', telephone: '0131 496 0155' };
/** A reproducible pseudo-random number generator. */
let seed = 20_261_122;
const below = (limit: number) => (seed = (seed * 48_271) % 0x7fffffff) % limit;
const pickOne = <T>(all: readonly T[]): T => all[below(all.length)]!;

interface Place {
  readonly id: string;
  readonly contact: string;
}

async function addPlace(): Promise<Place> {
  const id = await addLocation(db, {
    title: 'Weir mill',
    owner_id: owners[0]!.id,
    address1: '1 Weir Road',
    postcode: 'FK8 1AA',
    telephone1: '01786 496 0142',
    email: 'fraser@weir.example',
    nearesttown: 'Stirling',
    ownername: 'F. Rae',
    description: 'A mill.',
    latitude: 56.12,
    longitude: -3.98,
    options: SAMPLE_OPTIONS,
  });
  await addImage(db, id, { is_primary: true });
  const contact = await db
    .insertInto('contacts')
    .values({ location_id: id, firstname: 'Ailsa', lastname: 'Grant', email: 'ailsa@weir.example', is_primary: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, contact: contact.id };
}

async function addPlaces(count: number): Promise<Place[]> {
  const added: Place[] = [];
  while (added.length < count) added.push(await addPlace());
  return added;
}

const places = await addPlaces(4);
/** Locations that may be deleted. */
const deletable = await addPlaces(12);
const deletableScouts = await Promise.all(Array.from({ length: 12 }, () => addPerson(db, 'SCOUT')));
const scout = await addPerson(db, 'SCOUT');

const generated = await adminActions(db, pickOne);

/** A signed-in person, with the origin of the server they use. */
type Actor = SignedIn & { readonly origin: string };

/** Random actions. Their results do not matter. */
const ACTIONS: Readonly<Record<string, (team: Actor, scouts: Actor) => Promise<unknown>>> = {
  ...generated.actions,
  publish: ({ api }) => api(publish, { id: pickOne(places).id }),
  unpublish: ({ api }) => api(unpublish, { id: pickOne(places).id }),
  save: async ({ api }) => {
    const { id } = pickOne(places);
    const { version } = await api(ownLocationById, { id });
    await api(saveLocation, { id, version, description: `A mill, number ${below(1_000_000)}.` });
  },
  'delete a location': ({ api }) => api(deleteLocation, { id: pickOne(deletable).id }),
  'add a contact': ({ api }) => api(addContact, { id: pickOne(places).id, ...contactForm }),
  'change a contact': async ({ api }) => {
    const { id, contact } = pickOne(places);
    const row = await db.selectFrom('contacts').select('version').where('id', '=', contact).executeTakeFirstOrThrow();
    await api(changeContact, { id, contactId: contact, version: row.version, ...contactForm });
  },
  'delete a contact': async ({ api }) => {
    const { id } = pickOne(places);
    const others = db.selectFrom('contacts').select('id').where('location_id', '=', id).where('is_primary', '=', false);
    const contact = await others.limit(1).executeTakeFirst();
    if (contact) await api(deleteContact, { id, contactId: contact.id });
  },
  'change the owner': ({ api }) => api(changeOwner, { id: pickOne(places).id, userId: pickOne(owners).id }),
  'add a document': (team) => sendDocument(team, pickOne(places).id),
  'delete a document': async ({ api }) => {
    const { id } = pickOne(places);
    const document = await db.selectFrom('documents').select('id').where('location_id', '=', id).executeTakeFirst();
    if (document) await api(deleteDocument, { id, documentId: document.id });
  },
  'change a user': async ({ api }) => {
    const { version, email } = await db
      .selectFrom('users')
      .select(['version', 'email'])
      .where('id', '=', scout.id)
      .executeTakeFirstOrThrow();
    const names = { firstName: `Isla ${below(1_000_000)}`, lastName: 'Robertson', email: email! };
    await api(updateUser, { id: scout.id, version, ...names, telephone1: '0131 496 0177', title: 'Manager' });
  },
  'delete an account': ({ api }) => api(deleteUser, { id: pickOne(deletableScouts).id }),
  'log in and out': async (_team, scouts) => {
    const { session } = await scouts.api(logIn, { email: scout.email, password: PASSWORD });
    if (session && below(4)) await createHttpApi({ origin: scouts.origin, token: () => session.token })(logOut, {});
  },
  'create a board': (_team, { api }) => api(boards.createBoard, { title: 'Lights' }),
  'create a private board': ({ api }) => api(boards.createPrivateBoard, { title: 'Under wraps' }),
  'duplicate a board': withBoard((api, id) => api(boards.duplicateBoard, { id, title: 'A copy' })),
  'archive a board': withBoard((api, id) => api(boards.archiveBoard, { id })),
  'delete a board': withBoard((api, id) => api(boards.deleteBoard, { id })),
  'add to a board': withBoard((api, id) => api(boards.addLocation, { id, locationId: pickOne(places).id })),
  'take off a board': async (_team, { api }) => {
    const placed = await db
      .selectFrom('board_locations as placed')
      .innerJoin('boards', 'boards.id', 'placed.board_id')
      .where('boards.user_id', '=', scout.id)
      .select(['placed.board_id as id', 'placed.location_id as locationId'])
      .execute();
    if (placed.length > 0) await api(boards.removeLocation, pickOne(placed));
  },
};

function withBoard(action: (api: Api, id: string) => Promise<unknown>) {
  return async (_team: Actor, { api }: Actor) => {
    const rows = await db.selectFrom('boards').select('id').where('user_id', '=', scout.id).execute();
    if (rows.length > 0) await action(api, pickOne(rows).id);
  };
}

async function sendDocument({ fetch: send }: SignedIn, id: string): Promise<void> {
  const form = new FormData();
  form.append('name', 'Risk assessment');
  form.append('file', new Blob([Uint8Array.from(wordDocument())]), 'plan.docx');
  await (await send(`/api/locations/${id}/documents`, { method: 'POST', body: form })).arrayBuffer();
}

/** Performs random actions in parallel until aborted. */
async function performActions(url: string, signal: AbortSignal): Promise<void> {
  const [team, scouts] = await Promise.all(
    [await addPerson(db, 'ADMIN'), scout].map(async (person) => ({
      ...(await signInAs({ url, db }, person)),
      origin: url,
    })),
  );
  const performInSequence = async () => {
    // Actions are expected to fail by the cuts. Other failures would leave entries missing, which is checked at the end.
    while (!signal.aborted) await pickOne(Object.values(ACTIONS))(team!, scouts!).catch(() => delay(20));
  };
  await Promise.all(Array.from({ length: 6 }, performInSequence));
}

const number = (type: AuditType) => sql.lit(AUDIT_TYPES[type].number);
/** SQL: the number of audit log entries of a type that match a condition. */
const entries = (type: AuditType, about: string) =>
  sql`(select count(*) from audit_logs a where a.type = ${number(type)} and ${sql.raw(about)})`;

/** Queries for rows that contradict the audit log. */
const INCONSISTENCIES = {
  ...generated.inconsistencies,
  'locations online': sql`
    select from locations l where exists (select from published_locations p where p.id = l.id) <> coalesce((
      select a.type = ${number('LOCATION_PUBLISHED')} from audit_logs a where a.location_id = l.id
      and a.type in (${number('LOCATION_PUBLISHED')}, ${number('LOCATION_UNPUBLISHED')}) order by a.id desc limit 1), false)`,
  'saved locations': sql`
    select from locations l where l.version - 1 <> ${entries('LOCATION_UPDATED', 'a.location_id = l.id')}`,
  'last revisions': sql`
    select from (${selectContents([...places, ...deletable].map(({ id }) => id))}) now
      join lateral (select content_number from location_revisions where location_id = now.id order by number desc limit 1) last on true
      join location_revisions content on content.location_id = now.id and content.number = last.content_number
    where (content.fields, content.option_ids, content.images) is distinct from (now.fields, now.option_ids, now.images)`,
  'revisions of publications': sql`
    select from locations l where ${entries('LOCATION_PUBLISHED', 'a.location_id = l.id')}
      <> (select count(*) from location_revisions r where r.location_id = l.id and r.action = 'PUBLISHED')`,
  contacts: sql`
    select from locations l where (select count(*) - 1 from contacts c where c.location_id = l.id)
      <> ${entries('CONTACT_ADDED', 'a.location_id = l.id')} - ${entries('CONTACT_DELETED', 'a.location_id = l.id')}`,
  'changed contacts': sql`
    select from contacts c where c.is_primary
      and c.version - 1 <> ${entries('CONTACT_UPDATED', 'a.location_id = c.location_id')}`,
  documents: sql`
    select from locations l where (select count(*) from documents d where d.location_id = l.id)
      <> ${entries('DOCUMENT_ADDED', 'a.location_id = l.id')} - ${entries('DOCUMENT_DELETED', 'a.location_id = l.id')}`,
  'owners of locations': sql`
    select from locations l, lateral (select a.details->>'to' as owner from audit_logs a where a.location_id = l.id
      and a.type = ${number('OWNERSHIP_CHANGED')} order by a.id desc limit 1) last where l.owner_id::text <> last.owner`,
  accounts: sql`
    select from users u where (u.enabled_at is null)::int <> ${entries('ACCOUNT_DELETED', "a.details->>'userId' = u.id::text")}`,
  'changed accounts': sql`
    select from users u where u.version - 1 <> ${entries('ACCOUNT_UPDATED', "a.details->>'userId' = u.id::text")}`,
  sessions: sql`
    select from users u where u.enabled_at is not null and (select count(*) from sessions s where s.user_id = u.id)
      <> ${entries('LOGIN', 'a.user_id = u.id')} - ${entries('LOGOUT', 'a.user_id = u.id')}`,
  'existing boards': sql`
    select from boards b where (b.archived_at is not null)::int <> ${entries('BOARD_ARCHIVED', 'a.board_id = b.id')}
      or ${entries('BOARD_DELETED', 'a.board_id = b.id')} <> 0
      or 1 <> ${entries('BOARD_CREATED', 'a.board_id = b.id')} + ${entries('PRIVATE_BOARD_CREATED', 'a.board_id = b.id')}
        + ${entries('BOARD_DUPLICATED', 'a.board_id = b.id')}`,
  'deleted boards': sql`
    select from audit_logs made where made.type in (${number('BOARD_CREATED')}, ${number('BOARD_DUPLICATED')})
      and not exists (select from boards b where b.id = made.board_id)
      and 1 <> ${entries('BOARD_DELETED', 'a.board_id = made.board_id')}`,
  'locations on boards': sql`
    select from boards b, locations l
    where exists (select from audit_logs made where made.type = ${number('BOARD_CREATED')} and made.board_id = b.id)
      and (select count(*) from board_locations o where o.board_id = b.id and o.location_id = l.id)
      <> ${entries('BOARD_LOCATION_ADDED', 'a.board_id = b.id and a.location_id = l.id')}
        - ${entries('BOARD_LOCATION_REMOVED', 'a.board_id = b.id and a.location_id = l.id')}`,
};

async function expectConsistentAuditLog(): Promise<void> {
  // A statement of a cut connection may still be running.
  const busy = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await administer(database.url, busy)).rowCount).toBe(0);
  const counts: Record<string, number> = {};
  for (const [what, rows] of Object.entries(INCONSISTENCIES)) counts[what] = (await rows.execute(db)).rows.length;
  const there = db.selectFrom('locations').select('id');
  const gone = db
    .selectFrom('audit_logs')
    .select('location_id as id')
    .where('type', '=', 16)
    .$narrowType<{ id: string }>();
  const all = (await there.unionAll(gone).execute()).map(({ id }) => id);
  expect(counts).toEqual(Object.fromEntries(Object.keys(INCONSISTENCIES).map((what) => [what, 0])));
  expect(all.sort()).toEqual([...places, ...deletable].map(({ id }) => id).sort());
}

test('writes an action and its entry atomically when connections are cut between statements', CUTTING, async () => {
  const controller = new AbortController();
  const actions = performActions(site.url, controller.signal);
  for (let cut = 0; cut < cuts; cut++) await flaky.cutAfter(1 + below(100));
  controller.abort();
  await actions;
  await expectConsistentAuditLog();
});

test('writes an action and its entry atomically when the server is killed', KILLING, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const node = await startSiteProcess(flaky.url, { LOG_LEVEL: 'silent' });
    const controller = new AbortController();
    const actions = performActions(node.url, controller.signal);
    await flaky.cutAfter(200 + below(400), () => node.process.kill('SIGKILL'));
    controller.abort();
    await actions;
    await expectConsistentAuditLog();
  }
});

/** Entry types of the actions above. */
const TYPES: readonly AuditType[] = [
  ...(['LOGIN', 'LOGOUT', 'ACCOUNT_DELETED', 'ACCOUNT_UPDATED', 'OWNERSHIP_CHANGED'] as const),
  ...(['LOCATION_UPDATED', 'LOCATION_PUBLISHED', 'LOCATION_UNPUBLISHED', 'LOCATION_DELETED'] as const),
  ...(['CONTACT_ADDED', 'CONTACT_UPDATED', 'CONTACT_DELETED', 'DOCUMENT_ADDED', 'DOCUMENT_DELETED'] as const),
  ...(['BOARD_CREATED', 'PRIVATE_BOARD_CREATED', 'BOARD_DUPLICATED', 'BOARD_ARCHIVED', 'BOARD_DELETED'] as const),
  ...(['BOARD_LOCATION_ADDED', 'BOARD_LOCATION_REMOVED'] as const),
  ...(['CONTENT_PUBLISHED', 'CONTENT_DELETED', 'OPTIONS_CHANGED', 'WORK_RETRIED', 'MAIL_DISCARDED'] as const),
  ...(['MAINTENANCE_SWITCHED', 'ADMIN_INVITED'] as const),
];

test('writes an entry for every type of action without failures', async () => {
  const controller = new AbortController();
  const actions = performActions(site.url, controller.signal);
  const missing = async () => {
    const { rows } = await sql<{ type: number }>`select distinct type from audit_logs`.execute(db);
    const written = new Set(rows.map(({ type }) => type));
    return TYPES.filter((type) => !written.has(AUDIT_TYPES[type].number));
  };
  await expect
    .poll(missing, { timeout: 150_000 })
    .toEqual([])
    .finally(() => controller.abort());
  await actions;
  await expectConsistentAuditLog();
});
