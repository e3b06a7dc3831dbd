import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { createSecret, hashSecret } from '../../src/platform/http/secrets.server.ts';
import { getFileKey } from '../../src/features/enquiries/files/storage-keys.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';

export interface EnquiryFixtures {
  readonly id: string;
  /** The sender. */
  readonly participant: string;
  /** The first message of the sender. */
  readonly message: string;
}

/** Adds an enquiry as the public form does. */
export async function addEnquiry(
  db: Db,
  columns: Partial<Insertable<Database['enquiries']>> = {},
): Promise<EnquiryFixtures> {
  const row = { name: 'Isla Robertson', email: 'isla@northlight.example', comment: 'Two nights on the bridge.' };
  const { id } = await db
    .insertInto('enquiries')
    .values({ ...row, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await db
    .selectFrom('enquiry_messages')
    .select(['id', 'participant_id'])
    .where('enquiry_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, participant: message.participant_id, message: message.id };
}

/** Adds further locations to an enquiry. */
export async function addEnquiryLocations(
  db: Db,
  enquiryId: string,
  locations: readonly { readonly location_id: string; readonly title: string }[],
): Promise<void> {
  const rows = locations.map((location, index) => ({ ...location, enquiry_id: enquiryId, position: index + 1 }));
  await db.insertInto('enquiry_locations').values(rows).execute();
}

/** Adds a link to the page of a participant. Returns its secret. */
export async function addEnquiryLink(db: Db, participantId: string): Promise<string> {
  const token = createSecret();
  const expires_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('enquiry_links')
    .values({ token_hash: hashSecret(token), participant_id: participantId, expires_at })
    .execute();
  return token;
}

/** Adds a file to a message. Returns its id. */
export async function addEnquiryFile(
  db: Db,
  storage: Pick<Storage, 'put'>,
  messageId: string,
  name = 'brief.pdf',
): Promise<string> {
  const id = randomUUID();
  await storage.put(getFileKey(id), PDF);
  await db
    .insertInto('enquiry_files')
    .values({ id, message_id: messageId, name, content_type: 'application/pdf', bytes: PDF.length })
    .execute();
  return id;
}

/** A complete PDF with an empty page. */
export const PDF = Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`);
