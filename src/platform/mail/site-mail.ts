import type { SiteConfig } from '../settings/config.ts';
import { type MailContent, renderMail } from './mail-template.ts';
import type { Mail } from './outbox.ts';

/** The site that sends emails. */
export interface Sender {
  readonly site: SiteConfig;
  /** Origin of the site, without a trailing slash; the base of links. */
  readonly siteUrl: string;
}

/** By default the heading is the subject and the preview the first paragraph. */
interface SiteMail
  extends Partial<Omit<MailContent, 'paragraphs' | 'notes'>>, Pick<MailContent, 'paragraphs' | 'notes'> {
  readonly kind: string;
  readonly recipient: string;
  /** First name or full name of the recipient; missing if the email address may belong to somebody else. */
  readonly name?: string | undefined;
  /** The mailbox of the site by default. */
  readonly replyTo?: string;
  readonly subject: string;
}

/** Renders an email of the site. */
export function renderSiteMail(
  { site }: Pick<Sender, 'site'>,
  { kind, recipient, name, subject, ...mail }: SiteMail,
): Mail {
  const { replyTo = site.mailbox, paragraphs, ...content } = mail;
  const greeting = name === undefined ? [] : [`Dear ${name},`];
  const rendered = renderMail(
    { preview: paragraphs[0] ?? '', heading: subject, facts: [], ...content, paragraphs: [...greeting, ...paragraphs] },
    site.name,
  );
  return { kind, recipient, replyTo, subject, ...rendered };
}
