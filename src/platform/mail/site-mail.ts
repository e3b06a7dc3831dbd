import type { SiteConfig } from '../config.ts';
import { type MailContent, renderMail } from './mail-template.ts';
import type { Mail } from './outbox.ts';

/** Where mails come from, and where their links lead. */
export interface Sender {
  readonly site: SiteConfig;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
}

/** The subject is also the heading and the first paragraph the preview, unless others are given. */
interface SiteMail
  extends Partial<Omit<MailContent, 'paragraphs' | 'notes'>>, Pick<MailContent, 'paragraphs' | 'notes'> {
  readonly kind: string;
  readonly recipient: string;
  /** First name or full name of the recipient; left out where the address may be somebody else's. */
  readonly name?: string | undefined;
  /** By default the mailbox of the site. */
  readonly replyTo?: string;
  readonly subject: string;
}

/** Renders a mail of the site. */
export function siteMail({ site }: Pick<Sender, 'site'>, { kind, recipient, name, subject, ...mail }: SiteMail): Mail {
  const { replyTo = site.mailbox, paragraphs, ...letter } = mail;
  const greeting = name === undefined ? [] : [`Dear ${name},`];
  const rendered = renderMail(
    { preview: paragraphs[0] ?? '', heading: subject, facts: [], ...letter, paragraphs: [...greeting, ...paragraphs] },
    site.name,
  );
  return { kind, recipient, replyTo, subject, ...rendered };
}
