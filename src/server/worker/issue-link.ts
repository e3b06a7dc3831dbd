import { issueToken } from '../../features/accounts/account-tokens.commands.server.ts';
import { issueInvitation } from '../../features/boards/sharing/invitations.commands.server.ts';
import { issueCallOutLink } from '../../features/call-outs/links/commands.server.ts';
import { issueLink } from '../../features/enquiries/links/commands.server.ts';
import { issueSurveyLink } from '../../features/impact/survey/commands.server.ts';
import { issueViewingLink } from '../../features/viewings/links/commands.server.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { IssueSecret } from '../../platform/mail/outbox.ts';

/** Issues the secrets of links in emails: of accounts, boards, conversations about enquiries, viewings, call-outs, and surveys. */
export function linkIssuer(db: Db): IssueSecret {
  return async (mailId) => {
    const at = new Date();
    return (
      (await issueToken(db, mailId, at)) ??
      (await issueInvitation(db, mailId, at)) ??
      (await issueLink(db, mailId, at)) ??
      (await issueViewingLink(db, mailId)) ??
      (await issueCallOutLink(db, mailId, at)) ??
      issueSurveyLink(db, mailId)
    );
  };
}
