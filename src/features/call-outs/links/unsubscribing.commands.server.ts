import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { setConsent } from '../commands.server.ts';
import * as messages from '../messages.ts';
import type { LinkContext } from './commands.server.ts';

/** Ends the emails to an owner, without a session: the id of a recipient, and the signature that is in their email only. */
export interface Unsubscription {
  readonly recipient: string;
  readonly signature: string;
}

/**
 * Returns what ends the emails to the owner who gets an email about a call-out; null for film offices, which need no consent. The secret of
 * the link must be issued. It is not in it: mail programs call the URL, and servers log URLs.
 */
export async function createUnsubscription(db: Db, mailId: string): Promise<Unsubscription | null> {
  const row = await db
    .selectFrom('call_out_recipients')
    .select(['id', 'token_hash'])
    .where('mail_id', '=', mailId)
    .where('is_office', '=', false)
    .executeTakeFirst();
  return row?.token_hash ? { recipient: row.id, signature: sign(row.id, row.token_hash).toString('base64url') } : null;
}

/** Takes back the consent of an owner. @throws {ApiError} NOT_FOUND */
export async function unsubscribe(
  { trx, at }: LinkContext,
  unsubscription: Unsubscription,
): Promise<{ message: string }> {
  const userId = await findUnsubscriber(trx, unsubscription);
  await setConsent(trx, { userId, wanted: false, actorId: null, at });
  return { message: messages.MAILS_STOPPED };
}

/**
 * Returns the account of the owner whose emails are to end. Works as long as the link of the email does to stop the emails.
 * @throws {ApiError} NOT_FOUND
 */
export async function findUnsubscriber(db: Db, { recipient, signature }: Unsubscription): Promise<string> {
  const row = await db
    .selectFrom('call_out_recipients')
    .select(['user_id', 'token_hash'])
    .where('id', '=', recipient)
    .where('is_office', '=', false)
    .executeTakeFirst();
  if (!row?.token_hash || !isEqual(sign(recipient, row.token_hash), Buffer.from(signature, 'base64url')))
    throw new ApiError('NOT_FOUND', messages.LINK_UNUSABLE);
  return row.user_id;
}

function sign(recipient: string, tokenHash: Buffer): Buffer {
  return createHmac('sha256', tokenHash).update(`unsubscribe ${recipient}`).digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
