import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createLink, issueToken } from '../../src/features/accounts/account-tokens.commands.server.ts';
import { createInvitation, issueInvitation } from '../../src/features/boards/sharing/invitations.commands.server.ts';
import type { Db, Trx } from '../../src/platform/db/transaction.ts';

/** Adds a link as if its email was just sent. Returns its token. */
export async function addLink(trx: Trx, link: Omit<Parameters<typeof createLink>[1], 'mailId'>): Promise<string> {
  const mailId = randomUUID();
  await createLink(trx, { ...link, mailId });
  const token = await issueToken(trx, mailId, link.at);
  if (token === null) throw new Error('the link was not created');
  return token;
}

/** Adds the link to a shared board as if its email was just sent. Returns its token. */
export async function addInvitation(db: Db, shareId: string): Promise<string> {
  const mailId = randomUUID();
  const at = new Date();
  await db.transaction().execute((trx) => createInvitation(trx, { shareId, mailId, at }));
  return (await issueInvitation(db, mailId, at)) ?? '';
}

/** Issues the token of the last email of a kind, as when it is sent. */
export async function issueMailedToken(db: Db, kind: string, at = new Date()): Promise<string> {
  const mail = await db
    .selectFrom('outbox')
    .select(['id', 'text', 'html'])
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain('#token=issued-when-sent\n');
  expect(mail.html).toContain('#token=issued-when-sent"');
  return (await issueToken(db, mail.id, at)) ?? '';
}
