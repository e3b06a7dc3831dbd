import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { isApiError } from '../../../platform/http/contract.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { MailServices } from '../cases/commands.server.ts';
import { addFile, recordFile } from '../files/commands.server.ts';
import { fileTooLarge } from '../files/messages.ts';
import { type FileType, fileName } from '../../documents/schema.ts';
import { MAX_FILES, MAX_FILE_BYTES } from '../files/schema.ts';
import { getFileKey } from '../files/storage-keys.server.ts';
import { validateInProcess } from '../files/validate-in-process.server.ts';
import { addMessage, assertCanWrite } from '../thread/commands.server.ts';
import { FILES_ONLY, MAIL_SHORTENED, omittedFile, omittedFiles } from './messages.ts';
import type { IncomingMail } from './parse-mail.server.ts';

export interface InboundDeps extends MailServices {
  readonly db: Db;
  readonly storage: Pick<Storage, 'put'>;
}

/**
 * Outcome of reading an email. All but the accepted ones stay in the mailbox for a person: AUTOMATIC: written by a program; UNKNOWN: not
 * about an enquiry; UNVERIFIED: about one, from an email address that takes no part in it; REJECTED: the enquiry is marked as spam, the
 * sender writes too much, or the email is too large.
 */
export type Outcome = 'ACCEPTED' | 'AUTOMATIC' | 'UNKNOWN' | 'UNVERIFIED' | 'REJECTED';

/** Adds an email to the conversation that it belongs to. An email that was added before stays as it is. */
export async function receiveMail(deps: InboundDeps, mail: IncomingMail, at: Date): Promise<Outcome> {
  if (mail.isAutomatic) return 'AUTOMATIC';
  const found = await findParticipant(deps.db, mail);
  if (found === 'UNKNOWN' || found === 'UNVERIFIED') return found;
  if (mail.isForged) return 'UNVERIFIED';
  if (await isKnown(deps.db, mail.messageId)) return 'ACCEPTED';
  try {
    // Before files are checked and stored: that takes time and room for each email.
    await assertCanWrite(deps.db, found, at);
    const { files, omitted } = await storeFiles(deps, mail, at);
    await deps.db.transaction().execute(async (trx) => {
      if (await isKnown(trx, mail.messageId)) return;
      for (const file of files) await addFile(trx, file, at);
      await addMessage({ ...deps, trx, at }, found, {
        text: mail.text === '' ? FILES_ONLY : mail.text,
        files: files.map(({ id }) => id),
        mail: {
          messageId: mail.messageId,
          quotedText: mail.quotedText,
          omittedFiles: [...(mail.isShortened ? [MAIL_SHORTENED] : []), ...mail.notes, ...omitted],
        },
      });
    });
  } catch (error) {
    if (isApiError(error) && ['NOT_FOUND', 'TOO_MANY_REQUESTS'].includes(error.errorType)) return 'REJECTED';
    throw error;
  }
  return 'ACCEPTED';
}

async function isKnown(db: Db, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('enquiry_messages')
    .select('id')
    .where('mail_message_id', '=', messageId)
    .executeTakeFirst();
  return row !== undefined;
}

interface FoundParticipant {
  readonly id: string;
  readonly enquiryId: string;
}

/** Finds the conversation by the emails that are answered, else by the reference in the subject. The sender must take part in it. */
async function findParticipant(db: Db, mail: IncomingMail): Promise<FoundParticipant | 'UNKNOWN' | 'UNVERIFIED'> {
  const { rows } = await sql<FoundParticipant & { email: string }>`
    select p.id, p.enquiry_id as "enquiryId", lower(p.email) as email, m.participant_id is not null as answered
    from enquiry_participants p
    join enquiries e on e.id = p.enquiry_id
    left join lateral (
      select participant_id from enquiry_mails where participant_id = p.id and mail_id = any(${mail.answers}::uuid[]) limit 1
    ) m on true
    where m.participant_id is not null or e.reference = any(${mail.references}::text[])
    order by answered desc,
      (select max(created_at) from enquiry_messages where participant_id = p.id and written_by = 'TEAM') desc nulls last, p.id`.execute(
    db,
  );
  if (rows.length === 0) return 'UNKNOWN';
  return rows.find(({ email }) => email === mail.from) ?? 'UNVERIFIED';
}

interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly content_type: FileType;
}

/** Stores the attachments that the intake of files accepts. Returns a line for each of the others. */
async function storeFiles(
  { db, storage }: InboundDeps,
  { attachments }: IncomingMail,
  at: Date,
): Promise<{ files: StoredFile[]; omitted: string[] }> {
  const files: StoredFile[] = [];
  const omitted: string[] = [];
  for (const { name: given, content } of attachments.slice(0, MAX_FILES)) {
    const name = fileName.parse(given);
    const checked = await checkFile(content);
    if ('problem' in checked) {
      omitted.push(omittedFile(name, checked.problem));
      continue;
    }
    const id = randomUUID();
    await db.transaction().execute((trx) => recordFile(trx, id, [], at));
    await storage.put(getFileKey(id), content);
    files.push({ id, name, bytes: content.length, content_type: checked.type });
  }
  if (attachments.length > MAX_FILES) omitted.push(omittedFiles(attachments.length - MAX_FILES));
  return { files, omitted };
}

async function checkFile(content: Buffer): Promise<{ readonly type: FileType } | { readonly problem: string }> {
  if (content.length > MAX_FILE_BYTES) return { problem: fileTooLarge(MAX_FILE_BYTES) };
  try {
    return { type: await validateInProcess(content) };
  } catch (error) {
    if (isApiError(error) && ['INVALID', 'TOO_LARGE', 'UNSUPPORTED_MEDIA'].includes(error.errorType))
      return { problem: error.message };
    throw error;
  }
}
