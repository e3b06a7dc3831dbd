import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { getGuestPath } from '../../boards/guests/schema.ts';

/** A board as it is sent to a production. */
export interface SentBoard {
  readonly title: string;
  /** Of locations. */
  readonly count: number;
  /** Of the guest link. */
  readonly secret: string;
  readonly message: string;
  /** Whether a look-book can be downloaded by the link. */
  readonly hasLookBook: boolean;
  readonly recipient: string;
  /** The name of the recipient; undefined if it is not known. */
  readonly name: string | undefined;
}

/** Sends a board to somebody of a production. */
export function toSentBoardMail(board: SentBoard, sender: Sender): Mail {
  const { title, count, secret, message, recipient, name, hasLookBook } = board;
  return renderSiteMail(sender, {
    kind: 'production-board',
    recipient,
    name,
    subject: `Locations for ${title}`,
    paragraphs: [
      `The Locations Team of ${sender.site.name} has chosen ${formatCount(count, 'location')} for you, and says why.`,
      ...(hasLookBook ? ['A look-book of them is on the same page, as a PDF to download.'] : []),
    ],
    ...(message !== '' && { quote: { label: 'Message', text: message } }),
    action: { label: 'See the locations', url: `${sender.siteUrl}${getGuestPath(secret)}` },
    notes: [
      'You need no account. On the page you can say yes, maybe or no to each location, and comment on it.',
      'The page shows what is known now: a location that is no longer available is marked.',
    ],
  });
}
