import type { Mail } from '../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../platform/mail/site-mail.ts';
import { AVAILABLE_DAYS } from './schema.ts';

interface Recipient {
  readonly email: string;
  readonly first_name: string;
}

/** The link has no secret: the person logs in to download the archive. */
export function exportReadyMail({ email, first_name }: Recipient, sender: Sender): Mail {
  return renderSiteMail(sender, {
    kind: 'personal-data-ready',
    recipient: email,
    name: first_name,
    subject: 'Your data is ready to download',
    paragraphs: [
      `You have asked ${sender.site.name} for a copy of your data. It is ready: log in, and download it from your profile.`,
    ],
    action: { label: 'Download your data', url: `${sender.siteUrl}/edit-profile#your-data` },
    notes: [
      `You can download it for ${AVAILABLE_DAYS} days. After that we delete the copy.`,
      `If you have not asked for it, somebody else may be using your account: change your password, or the log-in that you use instead, and write to ${sender.site.mailbox}.`,
    ],
  });
}
