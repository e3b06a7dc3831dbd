import { issueToken } from '../../features/accounts/account-tokens.commands.server.ts';
import { issueInvitation } from '../../features/boards/sharing/invitations.commands.server.ts';
import { issueCallOutLink } from '../../features/call-outs/links/commands.server.ts';
import { createUnsubscription } from '../../features/call-outs/links/unsubscribing.commands.server.ts';
import { issueLink } from '../../features/enquiries/links/commands.server.ts';
import { issueSurveyLink } from '../../features/impact/survey/commands.server.ts';
import { issueViewingLink } from '../../features/viewings/links/commands.server.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { IssueLink } from '../../platform/mail/outbox.ts';
import { toUnsubscribeUrl } from '../http/unsubscribe.ts';

/** Issues the secrets of links in emails: of accounts, boards, conversations about enquiries, viewings, call-outs, and surveys. */
export function linkIssuer(db: Db, siteUrl: string): IssueLink {
  return async (mailId) => {
    const at = new Date();
    const secret =
      (await issueToken(db, mailId, at)) ??
      (await issueInvitation(db, mailId, at)) ??
      (await issueLink(db, mailId, at)) ??
      (await issueViewingLink(db, mailId)) ??
      (await issueCallOutLink(db, mailId, at)) ??
      (await issueSurveyLink(db, mailId));
    if (secret === null) return null;
    const unsubscription = await createUnsubscription(db, mailId);
    return { secret, ...(unsubscription && { unsubscribeUrl: toUnsubscribeUrl(siteUrl, unsubscription) }) };
  };
}
