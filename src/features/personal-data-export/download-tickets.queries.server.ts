import { createHmac, timingSafeEqual } from 'node:crypto';
import { getSecret } from '../../platform/db/secrets.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { hostCookie } from '../../platform/http/host-cookie.ts';

/** Time to start a download. One that has started continues. */
export const TICKET_SECONDS = 900;
const PATTERN = /^(\d{1,12})\.([\w-]{43})$/;

/** The cookie with a ticket: a link cannot send the token of the session. */
export function downloadCookie(siteUrl: string) {
  const { name, options } = hostCookie('data-download', siteUrl);
  return { name, options: { ...options, sameSite: 'strict', httpOnly: true, maxAge: TICKET_SECONDS } } as const;
}

/** Returns a ticket for the download of an archive: the time when it expires, signed together with the id of the archive. */
export async function createTicket(db: Db, id: string, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS;
  return `${expires}.${await sign(db, id, expires)}`;
}

/** Whether this ticket allows downloading an archive now. */
export async function isTicketValid(
  db: Db,
  id: string,
  { ticket = '', now }: { ticket: string | undefined; now: Date },
): Promise<boolean> {
  const [, expires = '', signature = ''] = PATTERN.exec(ticket) ?? [];
  if (Number(expires) * 1000 <= now.getTime()) return false;
  const expected = await sign(db, id, Number(expires));
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

async function sign(db: Db, id: string, expires: number): Promise<string> {
  const secret = await getSecret(db, 'sign-in');
  return createHmac('sha256', secret).update(`data export ${id} ${expires}`).digest('base64url');
}
