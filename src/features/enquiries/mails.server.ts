import { formatDateTime } from '../../platform/text/dates.ts';
import { SECRET_PLACEHOLDER } from '../../platform/mail/link-secrets.ts';
import type { MailContent } from '../../platform/mail/mail-template.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { type Sender, renderSiteMail } from '../../platform/mail/site-mail.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';
import { toMailPicture } from '../media/mail-picture.ts';
import { formatFilmingDates } from './format-filming-dates.ts';
import { REPLY_WITHIN } from './messages.ts';
import { type EnquiryForm, type FilmingDetails, PRODUCTION_KINDS } from './schema.ts';
import { replyToWriteTo } from '../locations/messages.ts';

/** An enquiry with the data of its emails. */
export interface Enquiry extends EnquiryForm, FilmingDetails {
  readonly id: string;
  readonly reference: string;
  readonly hasBrief: boolean;
  /** Empty for a general enquiry. */
  readonly locations: readonly EnquiryLocation[];
  /** Null unless it is about a board. */
  readonly boardTitle: string | null;
  readonly sentAt: Date;
}
export type EnquiryLocation = Pick<LocationCard, 'id' | 'locationurl' | 'title' | 'nearesttown' | 'primaryimage'>;

export const CONFIRMATION = 'enquiry-confirmation';

/** Email to the Locations Team or to a film office. A reply goes to the sender of the enquiry. */
export function agencyMail(enquiry: Enquiry, sender: Sender, recipient = sender.site.mailbox): Mail {
  const { locations, name, email } = enquiry;
  const { site, siteUrl } = sender;
  const subject = getSubject(enquiry);
  const heading = subject === null ? 'General enquiry' : `Enquiry about ${subject}`;
  return renderSiteMail(sender, {
    kind: 'enquiry',
    recipient,
    replyTo: email,
    subject: `${heading} from ${name}`,
    preview: enquiry.comment.slice(0, 140),
    heading,
    paragraphs: [`${name} has sent an enquiry through ${site.name}.`],
    facts: [
      ...toFacts(enquiry),
      ['Name', name],
      ['Email', email],
      ['Telephone', enquiry.phone || 'Not given'],
      ...toFilmingFacts(enquiry),
      ...(enquiry.hasBrief ? [['Brief', 'Attached to the enquiry'] as const] : []),
      ['Reference', enquiry.reference],
      ...(locations.length === 1 ? [['Page', getLocationUrl(siteUrl, locations[0]!)] as const] : []),
      ['Sent', formatDateTime(enquiry.sentAt.toISOString())],
    ],
    quote: { label: 'Comment', text: enquiry.comment },
    action: { label: 'Open the enquiry', url: `${siteUrl}/admin/enquiries/${enquiry.id}` },
    notes: [replyToWriteTo(name)],
  });
}

/**
 * Confirmation to the sender of an enquiry. A reply goes to the Locations Team.
 * @param isOwnAddress whether the sender is signed in with this email address, verified. Otherwise it can be that of somebody else, who must not
 *   get a text of the sender's choice from this site: then the email contains neither the name nor the message. The page of its link, which
 *   only the reader of that mailbox can open, shows them
 */
export function confirmationMail(given: Enquiry, sender: Sender, isOwnAddress: boolean): Mail {
  const { site, siteUrl } = sender;
  const enquiry = isOwnAddress || given.boardTitle === null ? given : { ...given, boardTitle: null };
  const subject = getSubject(enquiry);
  const mail = renderSiteMail(sender, {
    kind: CONFIRMATION,
    recipient: enquiry.email,
    ...(isOwnAddress && { name: enquiry.name }),
    subject: ['We have received your enquiry', ...(subject === null ? [] : ['about', subject])].join(' '),
    preview: REPLY_WITHIN,
    picture: toMailPicture(enquiry.locations[0], siteUrl),
    paragraphs: [formatReplyText(enquiry)],
    facts: [
      ...toFacts(enquiry),
      ...(isOwnAddress && enquiry.phone ? [['Your telephone', enquiry.phone] as const] : []),
      ...toFilmingFacts(enquiry),
      ['Reference', enquiry.reference],
      ['Sent', formatDateTime(enquiry.sentAt.toISOString())],
    ],
    ...(isOwnAddress && { quote: { label: 'Your comment', text: enquiry.comment } }),
    action: { label: 'Read your enquiry', url: getThreadUrl(siteUrl) },
    notes: [
      'The link shows your enquiry and our answers. Whoever has it can read and answer them.',
      `If something is wrong or urgent, reply to this email or call the locations team on ${toNonBreaking(site.telephone)}.`,
      'You get this message because an enquiry was sent with your email address. If it was not you, tell us and we will delete it.',
    ],
  });
  return { ...mail, hasLink: true };
}

/** The page on which the sender of an enquiry, or whom it was passed on to, reads and writes. The secret is added when the email is sent. */
export function getThreadUrl(siteUrl: string): string {
  return `${siteUrl}/enquiry?from=mail#token=${SECRET_PLACEHOLDER}`;
}

/** The subject of an enquiry; null for a general one. */
function getSubject({ locations, boardTitle }: Enquiry): string | null {
  if (boardTitle !== null) return `the board ‘${boardTitle}’`;
  if (locations.length > 1) return formatCount(locations.length, 'location');
  return locations[0]?.title ?? null;
}

function formatReplyText({ locations, phone }: Enquiry): string {
  const ways = phone ? 'at this email address or by telephone' : 'at this email address';
  const owners = locations.length === 1 ? 'owner' : 'owners';
  const steps =
    locations.length > 0
      ? `read your enquiry, speak to the ${owners} and reply to you`
      : 'read your enquiry and reply to you';
  return `Thank you. The locations team will ${steps} within two working days, ${ways}.`;
}

/** Prevents line breaks in a telephone number. */
function toNonBreaking(telephone: string): string {
  return telephone.replaceAll(' ', '\u00A0');
}

function toFacts({ locations, boardTitle }: Enquiry): MailContent['facts'] {
  const board = boardTitle === null ? [] : [['Board', boardTitle] as const];
  const [first, ...others] = locations;
  if (!first) return board;
  if (others.length === 0) return [...board, ['Location', first.title], ['Nearest town', first.nearesttown]];
  return [...board, ['Locations', locations.map(({ title, nearesttown }) => `${title} (${nearesttown})`).join('; ')]];
}

/** The known facts about the filming. */
export function toFilmingFacts(enquiry: FilmingDetails): MailContent['facts'] {
  const { crew_size, production_kind } = enquiry;
  const dates = formatFilmingDates(enquiry);
  return [
    ...(dates === '' ? [] : [['Filming', dates] as const]),
    ...(crew_size ? [['Crew size', String(crew_size)] as const] : []),
    ...(production_kind ? [['Production', PRODUCTION_KINDS[production_kind]] as const] : []),
  ];
}

function getLocationUrl(siteUrl: string, { locationurl }: EnquiryLocation): string {
  return `${siteUrl}/find-a-location/${encodeURIComponent(locationurl)}`;
}
