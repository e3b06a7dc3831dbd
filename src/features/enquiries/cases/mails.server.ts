import { formatDateTime } from '../../../platform/text/dates.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { getThreadUrl } from '../mails.server.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import type { ParticipantKind } from './schema.ts';
import { LINK_DAYS } from '../links/commands.server.ts';

export interface AnswerRecipient {
  readonly kind: ParticipantKind;
  readonly name: string;
  readonly email: string;
}

interface Answer {
  readonly reference: string;
  readonly participant: AnswerRecipient;
  readonly author: string;
  /** The film office of the author; null for the Locations Team. */
  readonly office: string | null;
  /** A summary of the enquiry, for somebody whom it is passed on to. */
  readonly facts: readonly (readonly [string, string])[];
  readonly text: string;
  readonly fileCount: number;
}

/** Email with a message of the team, or of a film office, to a participant, and a link to their page. */
export function answerMail(answer: Answer, sender: Sender): Mail {
  const { reference, participant, author, office, facts, text, fileCount } = answer;
  const mail = renderSiteMail(sender, {
    kind: 'enquiry-answer',
    recipient: participant.email,
    // No greeting: the message has its own.
    subject: `[${reference}] ${participant.kind === 'SENDER' ? 'Your enquiry to' : 'An enquiry from'} ${sender.site.name}`,
    preview: text.slice(0, 140),
    paragraphs: [
      `${author} of ${office ?? `the locations team of ${sender.site.name}`} has written to you.`,
      ...(fileCount > 0 ? [`${formatCount(fileCount, 'file')} came with it: open the conversation to download.`] : []),
    ],
    facts,
    quote: { label: 'Message', text, origin: sender.siteUrl },
    action: { label: 'Read and reply', url: getThreadUrl(sender.siteUrl) },
    notes: [
      `The link works for ${LINK_DAYS} days. Anyone who has it can read this conversation: do not pass it on.`,
      `Reference: ${reference}`,
    ],
  });
  return { ...mail, hasLink: true };
}

interface Reply {
  readonly enquiryId: string;
  readonly reference: string;
  readonly participant: { readonly name: string; readonly email: string };
  /** The assignee's email address, or the mailbox of the site. */
  readonly recipient: string;
  readonly text: string;
  readonly fileCount: number;
  readonly at: Date;
}

/** Email to the team: a participant has written. */
export function replyMail(reply: Reply, sender: Sender): Mail {
  const { enquiryId, reference, participant, recipient, text, fileCount, at } = reply;
  return renderSiteMail(sender, {
    kind: 'enquiry-reply',
    recipient,
    subject: `[${reference}] ${participant.name} has replied`,
    preview: text.slice(0, 140),
    heading: `${participant.name} has replied`,
    paragraphs: [`A message about the enquiry ${reference} has arrived.`],
    facts: [
      ['Name', participant.name],
      ['Email', participant.email],
      ['Files', fileCount === 0 ? 'None' : formatCount(fileCount, 'file')],
      ['Sent', formatDateTime(at.toISOString())],
    ],
    quote: { label: 'Message', text, origin: sender.siteUrl },
    action: { label: 'Open the enquiry', url: getCaseUrl(sender.siteUrl, enquiryId) },
    notes: ['Answer on the page of the enquiry, so that the whole conversation stays together.'],
  });
}

function getCaseUrl(siteUrl: string, enquiryId: string): string {
  return `${siteUrl}/admin/enquiries/${enquiryId}`;
}
