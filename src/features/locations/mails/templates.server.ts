import type { MailContent } from '../../../platform/mail/mail-template.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { getReasonLabel } from '../decisions/part-label.ts';
import type { ReturnReasons } from '../decisions/schema.ts';
import { getLocationPath } from '../catalogue/schema.ts';
import { replyToWriteTo } from '../messages.ts';

/** A location in emails, with its owner. */
export interface MailedLocation {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string;
  /** URL slug of its public page; null if it is not published. */
  readonly publishedurl: string | null;
  readonly owner: { readonly first_name: string; readonly last_name: string; readonly email: string };
}

/** The events that owners are notified of. */
export type OwnerMailKind =
  | 'registered'
  | 'begun'
  | 'submitted'
  | 'moved-back'
  | 'asked'
  | 'published'
  | 'offline'
  | 'ownership-assigned'
  | 'ownership-removed'
  | 'merged';

type MailText = Pick<MailContent, 'paragraphs' | 'action'> & { readonly subject: string };

const MAIL_TEXTS: Readonly<Record<OwnerMailKind, (location: MailedLocation, sender: Sender) => MailText>> = {
  registered: ({ id, title }, { site, siteUrl }) => ({
    subject: `${title} is registered`,
    paragraphs: [
      `You have started to list ${title} on ${site.name}. What you have entered is saved, and nobody but you and the locations team can see it.`,
      'Continue whenever you want, on any device. When every step is complete, send it for approval on the last one.',
    ],
    action: { label: 'Continue with your location', url: `${siteUrl}/locations/${id}` },
  }),
  begun: ({ id, title }, { site, siteUrl }) => ({
    subject: `We have begun an entry for ${title}`,
    paragraphs: [
      `Thank you for suggesting ${title}. The locations team has begun its entry on ${site.name} with what you have sent, and nobody but you and the locations team can see it.`,
      'Complete it and send it for approval, so that it can be found. Reply to this email if you do not want it to be listed.',
    ],
    action: { label: 'Complete your location', url: `${siteUrl}/locations/${id}` },
  }),
  submitted: ({ id, title, publishedurl }, { siteUrl }) => ({
    subject: formatWaiting(title),
    paragraphs: [
      `Thank you. The locations team has the details of ${title} and will check them before ${publishedurl ? 'your changes are' : 'it is'} published.`,
      `You will get an email when ${publishedurl ? 'they are published' : 'it is published'}, or if something is missing. Until then you can look at it, but not change it.${publishedurl ? ' The published page stays as it is.' : ''}`,
    ],
    action: { label: 'See what you have sent', url: `${siteUrl}/locations/${id}/preview` },
  }),
  'moved-back': ({ id, title }, { siteUrl }) => ({
    subject: `${title} is back with you`,
    paragraphs: [
      `The locations team has moved ${title} back to in progress, so that you can change it.`,
      'When it is as you want it, send it for approval again. Reply to this email if you do not know what is missing.',
    ],
    action: { label: 'Edit your location', url: `${siteUrl}/locations/${id}` },
  }),
  asked: ({ title }) => ({
    subject: `We need something for ${title}`,
    paragraphs: [
      `The locations team asks you for something for ${title}.`,
      'Mark it as done when you have added it, or send your location for approval. Reply to this email if you have a question.',
    ],
    action: undefined,
  }),
  published: ({ title, publishedurl }, { site, siteUrl }) => ({
    subject: `${title} is published`,
    paragraphs: [
      `The page of ${title} is online: everybody can find it on ${site.name} as it is now.`,
      'You can change it whenever you want. What you change is published once the locations team has approved it.',
    ],
    action: publishedurl === null ? undefined : { label: 'See the page', url: getPageUrl(publishedurl, siteUrl) },
  }),
  offline: ({ id, title }, { site, siteUrl }) => ({
    subject: `${title} is offline`,
    paragraphs: [
      `The locations team has taken ${title} offline: it can no longer be found on ${site.name}.`,
      'Everything that you have entered is kept. To have it published again, send it for approval on the last step. Reply to this email if you do not know why it was taken offline.',
    ],
    action: { label: 'Open your location', url: `${siteUrl}/locations/${id}` },
  }),
  'ownership-assigned': ({ id, title }, { site, siteUrl }) => ({
    subject: `${title} is now listed with your account`,
    paragraphs: [
      `The locations team has made you the owner of ${title} on ${site.name}.`,
      'You can see and change it among your locations. Reply to this email if it is not yours.',
    ],
    action: { label: 'Open your location', url: `${siteUrl}/locations/${id}` },
  }),
  'ownership-removed': ({ title }, { site }) => ({
    subject: `${title} is no longer listed with your account`,
    paragraphs: [
      `The locations team has assigned ${title} to another owner on ${site.name}. It is no longer listed among your locations.`,
      'Reply to this email if you think that this is a mistake.',
    ],
    action: undefined,
  }),
  merged: ({ title }, { site }) => ({
    subject: `${title} was merged with another entry`,
    paragraphs: [
      `${site.name} had two entries for ${title}. The locations team has merged them into one, with the pictures of both.`,
      'Your entry is no longer listed among your locations. Reply to this email if they are two different places.',
    ],
    action: undefined,
  }),
};

/** Additions to the standard text of an email to an owner. */
export type AddedContent = Partial<Pick<MailContent, 'quote' | 'action'>>;

/** The reasons for the owner of a returned location, below the text of the email; empty without reasons. */
export function toReasonsQuote({ note, reasons }: ReturnReasons): AddedContent {
  const lines = reasons.map(({ part, text }) => `${getReasonLabel(part)}: ${text}`);
  const text = [note, lines.join('\n')].filter((block) => block !== '').join('\n\n');
  return text === '' ? {} : { quote: { label: 'What to change', text } };
}

/** Returns an email to the owner about an event. Replies go to the Locations Team. */
export function toOwnerMail(
  kind: OwnerMailKind,
  location: MailedLocation,
  sender: Sender,
  added: AddedContent = {},
): Mail {
  return renderSiteMail(sender, {
    kind: `location-${kind}`,
    recipient: location.owner.email,
    name: location.owner.first_name,
    ...MAIL_TEXTS[kind](location, sender),
    ...added,
    facts: toFacts(location),
    notes: [
      `You get this message because ${location.title} ${kind === 'ownership-removed' ? 'was' : 'is'} listed with your account.`,
    ],
  });
}

/** Returns an email to the Locations Team or a film office about a submitted location. Replies go to its owner. */
export function toTeamMail(location: MailedLocation, sender: Sender, recipient = sender.site.mailbox): Mail {
  const { first_name, last_name, email } = location.owner;
  const owner = `${first_name} ${last_name}`;
  const what = location.publishedurl ? 'changes to a location' : 'a location';
  return renderSiteMail(sender, {
    kind: 'location-waiting',
    recipient,
    replyTo: email,
    subject: formatWaiting(location.title),
    paragraphs: [
      `${owner} has sent ${what} for approval.`,
      ...(location.publishedurl ? ['The published version will not change until this one is published.'] : []),
    ],
    facts: [...toFacts(location), ['Owner', owner], ['Email', email]],
    action: { label: 'Open the location', url: `${sender.siteUrl}/admin/locations/${location.id}` },
    notes: [replyToWriteTo(owner)],
  });
}

function formatWaiting(title: string): string {
  return `${title} is waiting for approval`;
}

function toFacts({ title, nearesttown }: MailedLocation): MailContent['facts'] {
  return [['Location', title], ...(nearesttown ? [['Nearest town', nearesttown] as const] : [])];
}

function getPageUrl(locationurl: string, siteUrl: string): string {
  return `${siteUrl}${getLocationPath({ locationurl })}`;
}
