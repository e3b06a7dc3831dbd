import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { toMailPicture } from '../../media/mail-picture.ts';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { getBoardPath } from '../schema.ts';
import { formatCount } from '../../../platform/text/numbers.ts';

export const BOARD_SHARED = 'board-shared';

/** A board as the email shows it. */
export interface SharedBoard {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  /** First name of the user who shares it. */
  readonly from: string;
  /** The first location with a picture; undefined if none has one. */
  readonly cover: Pick<LocationCard, 'title' | 'primaryimage'> | undefined;
}

/** Notifies an email address, with or without an account, that a board is shared with it. */
export function toBoardSharedMail(board: SharedBoard, recipient: string, sender: Sender): Mail {
  const heading = `${board.from} has shared a board with you`;
  const places = formatCount(board.count, 'location');
  return renderSiteMail(sender, {
    kind: BOARD_SHARED,
    recipient,
    subject: `${heading}: ${board.title}`,
    preview: `${board.title}, ${places}`,
    heading,
    picture: toMailPicture(board.cover, sender.siteUrl),
    paragraphs: [
      `${board.from} has a board of filming locations on ${sender.site.name} and would like you to see it.`,
      'Log in with this email address to open it. If you have no account yet, register as a Location Professional with this address: you will then find the board under “Boards shared with me”.',
    ],
    facts: [
      ['Board', board.title],
      ['Locations', String(board.count)],
    ],
    action: { label: 'Open the board', url: `${sender.siteUrl}${getBoardPath(board)}` },
    notes: [
      'You can look at the board; only its owner can change it.',
      'You get this message because your email address was entered in the share dialog. If you do not know the sender, ignore it or reply to let us know.',
    ],
  });
}
