import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import { createSecret, hashSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { readerCookie } from './reader-cookie.ts';

/** Gives the caller's browser a secret for boards, or the one that it has for a longer time. @returns its hash */
export async function identifyBrowser(
  trx: Trx,
  { at, siteUrl, getCookie, setCookie }: Pick<QueryContext, 'at' | 'siteUrl' | 'getCookie' | 'setCookie'>,
): Promise<Buffer> {
  const cookie = readerCookie(siteUrl);
  const present = getCookie(cookie.name);
  const secret = (await isKnown(trx, present, at)) ? present! : createSecret();
  setCookie(cookie.name, secret, cookie.options);
  return hashSecret(secret);
}

/** Whether a cookie is one that we have set: another value could be known to somebody else. */
async function isKnown(trx: Trx, secret: string | undefined, at: Date): Promise<boolean> {
  if (!isWellFormedSecret(secret)) return false;
  const hash = hashSecret(secret);
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from board_readers where token_hash = ${hash} and expires_at > ${at})
      or exists (select from board_guests where token_hash = ${hash}) as is_known`.execute(trx);
  return rows[0]!.is_known;
}
