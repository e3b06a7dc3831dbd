import type { Db } from '../../../platform/db/transaction.ts';
import { hasUsablePassword } from '../commands.server.ts';
import { getAccountById } from '../queries.server.ts';
import { type SingleSignOnPolicy, usesSingleSignOn } from '../sessions/single-sign-on-policy.ts';
import type { OwnSingleSignOn } from './schema.ts';

/** Finds the account that is linked with somebody at the provider. */
export async function findLinkedUser(
  db: Db,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<string | undefined> {
  const link = await db
    .selectFrom('single_sign_on_links')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link?.user_id;
}

/** How the user of an account logs in. */
export async function getOwnSingleSignOn(
  db: Db,
  userId: string,
  policy: SingleSignOnPolicy | null,
): Promise<OwnSingleSignOn> {
  const account = await getAccountById(db, userId);
  const link = await db
    .selectFrom('single_sign_on_links')
    .select('linked_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    provider: policy && usesSingleSignOn(account.role) ? policy.name : null,
    linked_at: link?.linked_at.toISOString() ?? null,
    has_password: hasUsablePassword(account, policy),
  };
}
