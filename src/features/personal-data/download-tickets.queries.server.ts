import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/db/transaction.ts';

/** Time to start a download. One that has started continues. */
const LIFETIME_SECONDS = 900;
const PATTERN = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

/** Returns a ticket for the download of an archive: its id and the time when it expires, signed. */
export async function createTicket(db: Db, id: string, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS;
  return `${id}.${expires}.${await sign(db, id, expires)}`;
}

/** Returns the id of the archive that a ticket is for; null if it is not valid. */
export async function readTicket(db: Db, ticket: string, now: Date): Promise<string | null> {
  const [, id = '', expires = '', signature = ''] = PATTERN.exec(ticket) ?? [];
  if (Number(expires) * 1000 <= now.getTime()) return null;
  const expected = await sign(db, id, Number(expires));
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : null;
}

async function sign(db: Db, id: string, expires: number): Promise<string> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'sign-in')
    .executeTakeFirstOrThrow();
  return createHmac('sha256', value).update(`data export ${id} ${expires}`).digest('base64url');
}
