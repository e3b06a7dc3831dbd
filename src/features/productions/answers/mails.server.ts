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

const NOTES = [
  'You need no account. On the page you can say yes, maybe or no to each location, and comment on it.',
  'The page shows what is known now: a location that is no longer available is marked.',
];

/** The message in the conversation of an enquiry that sends a board to its sender. */
export function toSentBoardMessage(board: SentBoard, sender: Sender): string {
  const { message, name } = board;
  const begin = message === '' && name !== undefined ? `Dear ${name},` : message;
  const introduction = describeBoard(board, sender).join(' ');
  return [...(begin === '' ? [] : [begin]), introduction, getBoardUrl(board, sender), ...NOTES].join('\n\n');
}

function describeBoard({ count, hasLookBook }: SentBoard, { site }: Sender): string[] {
  return [
    `The Locations Team of ${site.name} has chosen ${formatCount(count, 'location')} for you, and says why.`,
    ...(hasLookBook ? ['A look-book of them is on the same page, as a PDF to download.'] : []),
  ];
}

function getBoardUrl({ secret }: SentBoard, { siteUrl }: Sender): string {
  return siteUrl + getGuestPath(secret);
}

/** Sends a board to somebody of a production. */
export function toSentBoardMail(board: SentBoard, sender: Sender): Mail {
  const { title, message, recipient, name } = board;
  return renderSiteMail(sender, {
    kind: 'production-board',
    recipient,
    name,
    subject: `Locations for ${title}`,
    paragraphs: describeBoard(board, sender),
    ...(message !== '' && { quote: { label: 'Message', text: message } }),
    action: { label: 'See the locations', url: getBoardUrl(board, sender) },
    notes: NOTES,
  });
}
