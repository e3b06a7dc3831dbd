import { beforeEach, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { bindHandlers } from '../../../platform/http/handlers.ts';
import { PDF, addEnquiry } from '../../../../tests/support/enquiries.ts';
import { attachFiles } from './commands.server.ts';
import type { EnquiryFile } from './schema.ts';
import { enquiryFileUpload } from './upload-handler.server.ts';

const { kysely: db } = await testDatabase();
const [handler] = bindHandlers([enquiryFileUpload], testServices(db, { storage: { put: async () => {} } }));
const upload = async (ip: string) =>
  (await handler!.handle({ name: 'brief.pdf' }, createCallContext(null, { ip }), PDF)) as EnquiryFile;

beforeEach(() => db.deleteFrom('enquiry_files').execute());

/** Adds files that wait for their message, from the same networks as an upload or from nowhere. */
async function addUnsent(count: number, like?: EnquiryFile): Promise<void> {
  const { network_hashes = null } =
    (like && (await db.selectFrom('enquiry_files').selectAll().where('id', '=', like.id).executeTakeFirst())) ?? {};
  const file = { name: 'brief.pdf', content_type: 'application/pdf', bytes: 1, network_hashes } as const;
  const files = Array.from({ length: count }, () => ({ ...file, id: crypto.randomUUID() }));
  await db.insertInto('enquiry_files').values(files).execute();
}

test('limits the unsent files of one network, not those of others', async () => {
  const first = await upload('203.0.113.7');
  await addUnsent(39, first);
  await expect(upload('203.0.113.7')).rejects.toMatchObject({
    errorType: 'TOO_MANY_REQUESTS',
    message: 'Many files from your network wait to be sent. Send your message, or try again tomorrow.',
  });
  await upload('203.0.113.8');
  // A sent file makes room, and its network is forgotten.
  const { message } = await addEnquiry(db);
  await db.transaction().execute((trx) => attachFiles(trx, message, [first.id]));
  await upload('203.0.113.7');
  const sent = await db.selectFrom('enquiry_files').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
  expect(sent.network_hashes).toBeNull();
});

test('counts an IPv6 subscriber by the /64, and several of a /56 four times as often', async () => {
  await addUnsent(39, await upload('2001:db8:0:100::1'));
  await expect(upload('2001:db8:0:100:ffff::2')).rejects.toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
  await addUnsent(119, await upload('2001:db8:0:101::1'));
  await expect(upload('2001:db8:0:102::1')).rejects.toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
  await upload('2001:db8:0:200::1');
});

test('limits the unsent files of all networks, with a separate message', async () => {
  await addUnsent(1_000);
  await expect(upload('203.0.113.9')).rejects.toMatchObject({
    errorType: 'UNAVAILABLE',
    message: 'We cannot take more files at the moment. Try again later, or send your message without files.',
  });
});

test('stores no email addresses', async () => {
  const { id } = await upload('203.0.113.7');
  const row = await db.selectFrom('enquiry_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.network_hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});
