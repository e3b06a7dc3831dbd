import { createHmac, timingSafeEqual } from 'node:crypto';
import { getSecret } from '../db/secrets.ts';
import type { Db } from '../db/transaction.ts';
import { hostCookie } from './host-cookie.ts';

/** Time to start a download. One that has started continues. */
export const TICKET_SECONDS = 900;
const PATTERN = /^(\d{1,12})\.([\w-]{43})$/;

/** The cookie with a ticket: a link cannot send the token of the session. */
export function downloadCookie(siteUrl: string) {
  const { name, options } = hostCookie('data-download', siteUrl);
  return { name, options: { ...options, sameSite: 'strict', httpOnly: true, maxAge: TICKET_SECONDS } } as const;
}

/** Returns a ticket for the download of a file: the time when it expires, signed together with the id of the file. @param kind of file */
export async function createTicket(db: Db, kind: string, id: string, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS;
  return `${expires}.${await sign(db, kind, id, expires)}`;
}

/** Whether this ticket allows downloading a file now. */
export async function isTicketValid(
  db: Db,
  kind: string,
  id: string,
  { ticket = '', now }: { ticket: string | undefined; now: Date },
): Promise<boolean> {
  const [, expires = '', signature = ''] = PATTERN.exec(ticket) ?? [];
  if (Number(expires) * 1000 <= now.getTime()) return false;
  const expected = await sign(db, kind, id, Number(expires));
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

async function sign(db: Db, kind: string, id: string, expires: number): Promise<string> {
  const secret = await getSecret(db, 'sign-in');
  return createHmac('sha256', secret).update(`${kind} ${id} ${expires}`).digest('base64url');
}
