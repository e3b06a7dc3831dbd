import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { CLEAN_DOCUMENTS } from '../../../tests/support/clean-documents.ts';
import { HOSTILE_CONTENTS } from '../../../tests/support/hostile-contents.ts';
import { HOSTILE_DOCUMENTS } from '../../../tests/support/hostile-documents.ts';
import { HOSTILE_FIELDS } from '../../../tests/support/hostile-fields.ts';
import { addLocation, recordEvents } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { wordDocument } from '../../../tests/support/word-documents.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { uploadRoutes } from '../../platform/http/upload-routes.ts';
import { createLog } from '../../platform/diagnostics/log.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { createHttpServer } from '../../server/http/http-server.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import { deleteLocation, deleteOwnedLocations } from '../locations/deleting/commands.server.ts';
import * as routes from './contract.ts';
import { getDocumentKey } from './files.server.ts';
import { deleteOrphanedDocuments } from './jobs.server.ts';
import { documentFeature } from './feature.ts';
import { MAX_DOCUMENTS, toFileName, toDocumentName } from './schema.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-documents-'));
const disk = await openStorage({ dataDir });
/** The error of the storage, if it fails. */
let broken: Error | undefined;
const storage = {
  ...disk,
  put: (...file: Parameters<typeof disk.put>) => (broken ? Promise.reject(broken) : disk.put(...file)),
};
const [owner, admin, other] = [
  await addPerson(db, 'OWNER'),
  await addPerson(db, 'ADMIN'),
  await addPerson(db, 'ADMIN'),
];
let at = new Date('2026-03-14T09:00:00Z');
const now = () => at;
const handlers = featureHandlers(documentFeature, testServices(db, { storage, now }));
const as = (person: Person) => createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const api = as(admin);

const config = readConfig({ RATE_LIMIT: 'off' });
const server = await createHttpServer(config, createLog({ ...config, logLevel: 'silent' }));
/** A token whose user is found only after the client has disconnected. */
const DISCONNECTING = 'disconnecting';
let [lookUps, finished] = [0, 0];
const PLANNER = 'planner';
const people = new Map<string, Actor>([
  ...[owner, admin, other].map((person): [string, Actor] => [person.id, person]),
  [PLANNER, { ...admin, serviceToken: { id: randomUUID(), name: 'Planner', isReadOnly: false } }],
]);
await server.register(uploadRoutes, {
  handlers,
  db,
  findCaller: async ({ headers, raw }) => {
    if (headers.authorization === DISCONNECTING) {
      lookUps += 1;
      await new Promise((resolve) => raw.socket.once('close', resolve));
      finished += 1;
    }
    const actor = people.get(headers.authorization?.replace(DISCONNECTING, admin.id) ?? '');
    return actor ? { actor, session: { id: '', token: '' }, isConfirmed: true } : null;
  },
});
const url = await server.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

let id = '';
beforeEach(async () => {
  broken = undefined;
  at = new Date('2026-03-14T09:00:00Z');
  id = await addLocation(db, { owner_id: owner.id });
});

interface Sent {
  readonly name?: string;
  readonly content?: Buffer;
  readonly by?: Person | null;
  readonly to?: string;
}

/** Sends a form as a browser does. */
async function send({ name = 'Risk assessment', content = wordDocument(), by = admin, to = id }: Sent = {}) {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([Uint8Array.from(content)]), 'anything.docx');
  const headers = by ? { authorization: by.id } : {};
  const response = await fetch(`${url}/api/locations/${to}/documents`, { method: 'POST', body: form, headers });
  const { document, ...body } = (await response.json()) as { document: { id: string }; [part: string]: unknown };
  return { status: response.status, document, ...body };
}
const listAuditEntries = async () => {
  const rows = await db.selectFrom('audit_logs').selectAll().where('location_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, user_id, details }) => [type, user_id, details]);
};
const listOrphans = async () => (await db.selectFrom('orphaned_documents').select('id').execute()).map((row) => row.id);

describe('a document', () => {
  test('is stored, listed and downloaded unchanged', async () => {
    const content = wordDocument('How to reach the mill');
    const { document, ...rest } = await send({ content, name: '  Risk\tassessment ' });
    expect(rest).toEqual({ status: 201, message: 'Document saved successfully' });
    expect(document).toEqual({
      id: expect.any(String),
      name: 'Risk assessment',
      bytes: content.length,
      created_at: at.toISOString(),
      uploaded_by: { first_name: 'Isla', last_name: 'Robertson' },
    });
    at = new Date(at.getTime() + 1000);
    await send({ name: 'Later', by: other });
    expect((await api(routes.locationDocuments, { id })).map(({ name }) => name)).toEqual(['Later', 'Risk assessment']);
    const handler = handlers.find(({ route }) => route === routes.documentFile)!;
    const response = (await handler.handle({ id, documentId: document.id }, createCallContext(admin))) as {
      name: string;
      content: AsyncIterable<Buffer>;
    };
    expect(response.name).toBe('Risk assessment.docx');
    expect((await buffer(response.content)).equals(content)).toBe(true);
    expect(await listAuditEntries()).toEqual([
      [AUDIT_TYPES.DOCUMENT_ADDED.number, admin.id, { document: document.id }],
      [AUDIT_TYPES.DOCUMENT_ADDED.number, other.id, { document: expect.any(String) }],
    ]);
    expect(await listOrphans()).toEqual([]);
  });

  test('names the service token that has sent it in the audit log', async () => {
    const { document } = await send({ by: { ...admin, id: PLANNER } });
    const details = { document: document.id, serviceToken: 'Planner' };
    expect(await listAuditEntries()).toEqual([[AUDIT_TYPES.DOCUMENT_ADDED.number, admin.id, details]]);
  });

  test('is deleted, and its file by the worker', async () => {
    const { document } = await send();
    const ofDocument = { id, documentId: document.id };
    expect(await api(routes.deleteDocument, ofDocument)).toEqual({ message: 'Document removed successfully' });
    expect(await api(routes.locationDocuments, { id })).toEqual([]);
    await expect(api(routes.documentFile, ofDocument)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(api(routes.deleteDocument, ofDocument)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect((await listAuditEntries()).map(([type]) => type)).toEqual([
      AUDIT_TYPES.DOCUMENT_ADDED.number,
      AUDIT_TYPES.DOCUMENT_DELETED.number,
    ]);
    expect(await disk.exists(getDocumentKey(document.id))).toBe(true);
    await deleteOrphanedDocuments(db, disk);
    expect(await disk.exists(getDocumentKey(document.id))).toBe(false);
    expect(await listOrphans()).toEqual([]);
  });

  test.each([
    [
      'its location',
      () => db.transaction().execute((trx) => deleteLocation({ trx, actor: admin, at, ...recordEvents() }, { id })),
    ],
    [
      'the owner',
      () =>
        db
          .transaction()
          .execute((trx) =>
            deleteOwnedLocations(trx, { userId: owner.id, actorId: admin.id, at }, recordEvents().publishEvent),
          ),
    ],
  ])('is deleted with %s', async (_, deleteParent) => {
    const { document } = await send();
    await deleteParent();
    await deleteOrphanedDocuments(db, disk);
    expect(await disk.exists(getDocumentKey(document.id))).toBe(false);
    expect(await listOrphans()).toEqual([]);
  });

  test('of another location does not exist', async () => {
    const { document } = await send();
    const elsewhere = { id: await addLocation(db), documentId: document.id };
    await expect(api(routes.documentFile, elsewhere)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(api(routes.deleteDocument, elsewhere)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test.each([
    [{ name: ' ' }, { name: 'Enter a name for the document.' }],
    [{ name: 'x'.repeat(121) }, { name: 'Use at most 120 characters.' }],
    [{ content: Buffer.alloc(0) }, { file: 'Choose a Word document (.docx).' }],
  ])('needs a name and a file: %j', async (sent, fields) => {
    expect(await send(sent)).toMatchObject({ status: 422, fields });
    expect(await listOrphans()).toEqual([]);
  });

  test('has a name without deceptive characters, stored and downloaded', async () => {
    const { document } = await send({ name: 'plan\u202Excod.exe\u2066\u0000\u009F ' });
    expect(document).toMatchObject({ name: 'plan xcod.exe' });
    expect(toFileName({ name: 'plan\u202E\r\n.docx' })).toBe('plan .docx');
    expect(await send({ name: '\u202E\u0007' })).toMatchObject({
      status: 422,
      fields: { name: 'Enter a name for the document.' },
    });
  });

  test('has a file name that is valid on every system', () => {
    expect(toFileName({ name: 'Mill / access: "A"' })).toBe('Mill - access- -A-.docx');
    expect(toFileName({ name: 'Mill.DOCX' })).toBe('Mill.DOCX');
    expect(toDocumentName('Unit base.docx')).toBe('Unit base');
  });
});

test('accepts a document with links', async () => {
  expect(await send({ content: CLEAN_DOCUMENTS[0]!.content() })).toMatchObject({ status: 201 });
});

test.each([HOSTILE_DOCUMENTS[0]!, HOSTILE_DOCUMENTS.at(-1)!, HOSTILE_FIELDS[0]!, HOSTILE_CONTENTS[0]!])(
  'rejects $what at its field, and stores nothing',
  async ({ content, message }) => {
    const response = await send({ content: content() });
    expect(response).toMatchObject({ message, fields: { file: message } });
    expect([413, 415, 422]).toContain(response.status);
    expect(await api(routes.locationDocuments, { id })).toEqual([]);
    expect(await listOrphans()).toEqual([]);
  },
);

test('rejects users without permission before the body is read', async () => {
  expect(await send({ by: null })).toMatchObject({ status: 401 });
  expect(await send({ by: owner })).toMatchObject({ status: 403 });
  expect(await send({ to: randomUUID() })).toMatchObject({ status: 404 });
  const headers = { authorization: admin.id, 'content-type': 'application/json' };
  const json = await fetch(`${url}/api/locations/${id}/documents`, { method: 'POST', headers, body: '{}' });
  expect(json.status).toBe(415);
});

describe('a form', () => {
  const file = wordDocument().toString('latin1');
  const whole = [
    '--a\r\ncontent-disposition: form-data; name="name"\r\n\r\nPlan\r\n--a\r\n',
    'content-disposition: form-data; name="file"; filename="a.docx"\r\n\r\n',
    `${file}\r\n--a--\r\n`,
  ].join('');
  const sendForm = async (body: string, type = 'multipart/form-data; boundary=a') => {
    const headers = { authorization: admin.id, 'content-type': type };
    const request = { method: 'POST', headers, body: Buffer.from(body, 'latin1') };
    const response = await fetch(`${url}/api/locations/${id}/documents`, request);
    return { status: response.status, ...((await response.json()) as object) };
  };

  test('is accepted when it is complete', async () => {
    expect(await sendForm(whole)).toMatchObject({ status: 201 });
  });

  test.each([
    ['without a boundary', whole, 'multipart/form-data'],
    ['with another boundary than it says', whole, 'multipart/form-data; boundary=b'],
    ['with an empty boundary', whole, 'multipart/form-data; boundary='],
    ['that is not a form', 'a', undefined],
    ['cut short after its first line', whole.slice(0, 5), undefined],
    ['cut short within its name', whole.slice(0, 55), undefined],
    ['cut short before its file', whole.slice(0, 100), undefined],
    ['cut short within its file', whole.slice(0, -200), undefined],
    ['cut short within its last line', whole.slice(0, -5), undefined],
  ])('is rejected %s', async (_, body, type) => {
    expect(await sendForm(body, type)).toMatchObject({
      status: 400,
      errorType: 'MALFORMED',
      message: expect.stringContaining('The form is incomplete'),
    });
    expect(await listOrphans()).toEqual([]);
  });
});

test('frees the slot of a client that disconnects during authentication', async () => {
  for (let n = 0; n < 5; n++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [`POST /api/locations/${id}/documents HTTP/1.1`, 'Host: a', `Authorization: ${DISCONNECTING}`];
    socket.write([...head, 'Content-Type: multipart/form-data; boundary=a', 'Content-Length: 9', '', ''].join('\r\n'));
    await expect.poll(() => lookUps).toBe(n + 1);
    socket.destroy();
  }
  await expect.poll(() => finished).toBe(5);
  expect(await send()).toMatchObject({ status: 201 });
});

test('limits the documents of a location, also with concurrent uploads', async () => {
  for (let n = 1; n < MAX_DOCUMENTS - 1; n++) {
    const values = { id: randomUUID(), location_id: id, name: 'a', bytes: 1, uploaded_by: admin.id };
    await db.insertInto('documents').values(values).execute();
  }
  const responses = await Promise.all([send(), send(), send()]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
  expect(await api(routes.locationDocuments, { id })).toHaveLength(MAX_DOCUMENTS);
  // The file of the rejected document is deleted after an hour.
  expect(await listOrphans()).toHaveLength(1);
  await db
    .updateTable('orphaned_documents')
    .set({ delete_after: new Date(0) })
    .execute();
  await deleteOrphanedDocuments(db, disk);
  expect(await listOrphans()).toEqual([]);
});

test('acknowledges no document that was not stored, and records its file as orphaned', async () => {
  broken = new Error('the disk is full');
  expect(await send()).toMatchObject({ status: 503, message: expect.stringContaining('again in a moment') });
  expect(await api(routes.locationDocuments, { id })).toEqual([]);
  expect(await listOrphans()).toHaveLength(1);
  expect(await listAuditEntries()).toEqual([]);
  await db.deleteFrom('orphaned_documents').execute();
});
