import { issueToken } from '../../features/accounts/account-tokens.commands.server.ts';
import { issueLink } from '../../features/enquiries/links/commands.server.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { IssueSecret } from '../../platform/mail/outbox.ts';

/** Issues the secrets of links in emails: of accounts, and of conversations about enquiries. */
export function linkIssuer(db: Db): IssueSecret {
  return async (mailId) => (await issueToken(db, mailId, new Date())) ?? issueLink(db, mailId, new Date());
}
