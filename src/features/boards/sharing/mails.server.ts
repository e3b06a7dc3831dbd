import type { SiteConfig } from '../../../platform/config.ts';
import { renderLetter } from '../../../platform/mail/letter.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { boardPath } from '../schema.ts';

/** Where the mails come from, and where their links lead. */
export interface Sender {
  readonly site: SiteConfig;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
}

export const BOARD_SHARED = 'board-shared';

/** A board as the mail tells of it. */
export interface SharedBoard {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  /** First name of who shares it. */
  readonly from: string;
}

/** Tells somebody, with an account or without, that a board is shared with their address. */
export function boardSharedMail(board: SharedBoard, recipient: string, { site, siteUrl }: Sender): Mail {
  const heading = `${board.from} has shared a board with you`;
  const places = board.count === 1 ? '1 location' : `${board.count} locations`;
  return {
    kind: BOARD_SHARED,
    recipient,
    replyTo: site.mailbox,
    subject: `${heading}: ${board.title}`,
    ...renderLetter(
      {
        preview: `${board.title}, ${places}`,
        heading,
        paragraphs: [
          `${board.from} keeps a board of filming locations on ${site.name} and would like you to see it.`,
          'Log in with this e-mail address to open it. If you have no account yet, register as a Location Professional with this address: the board then waits for you under “Boards shared with me”.',
        ],
        facts: [
          ['Board', board.title],
          ['Locations', String(board.count)],
        ],
        action: { label: 'Open the board', url: `${siteUrl}${boardPath(board)}` },
        notes: [
          'You can look at the board; only its owner can change it.',
          'You get this message because your address was entered in the share dialog. If you do not know the sender, ignore it or answer it to tell us.',
        ],
      },
      site.name,
    ),
  };
}
