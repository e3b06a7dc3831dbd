import { SECRET_PLACEHOLDER } from '../../../platform/mail/link-secrets.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { type Role, roleHas } from '../../accounts/permissions.ts';
import { toMailPicture } from '../../media/mail-picture.ts';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { sharedWithYou } from '../messages.ts';
import { INVITATION_DAYS, type Share, getBoardPath, getReaderPath } from '../schema.ts';
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

/**
 * Notifies an email address that a board is shared with it.
 * @param share.role the role of the account with which the address opens the board; without one, the email has a link that works once,
 * and needs none
 */
export function toBoardSharedMail(
  board: SharedBoard,
  share: Share & { readonly role: Role | null },
  sender: Sender,
): Mail {
  const heading = sharedWithYou(board.from);
  const places = formatCount(board.count, 'location');
  const hasAccount = share.role !== null;
  const mayEdit = share.may_edit && (share.role === null || roleHas(share.role, 'board.own'));
  const path = hasAccount ? getBoardPath(board) : `${getReaderPath(share.id)}?from=mail#token=${SECRET_PLACEHOLDER}`;
  const mail = renderSiteMail(sender, {
    kind: BOARD_SHARED,
    recipient: share.email,
    subject: `${heading}: ${board.title}`,
    preview: `${board.title}, ${places}`,
    heading,
    picture: toMailPicture(board.cover, sender.siteUrl),
    paragraphs: [
      `${board.from} has a board of filming locations on ${sender.site.name} and would like you to ${mayEdit ? 'work on it' : 'see it'}.`,
      hasAccount
        ? 'Log in with this email address to open it. You will also find the board under “Boards shared with me”.'
        : `You need no account to open it.${mayEdit ? ' To change it, create one as a Location Professional with this email address.' : ''}`,
    ],
    facts: [
      ['Board', board.title],
      ['Locations', String(board.count)],
    ],
    action: { label: 'Open the board', url: `${sender.siteUrl}${path}` },
    notes: [
      mayEdit
        ? 'You can add, move and remove locations, and change notes and sections. Only the owner can share, archive or delete the board.'
        : 'You can look at the board, but not change it.',
      ...(hasAccount
        ? []
        : [
            `The link is for you: it works once, for ${INVITATION_DAYS} days, and the browser that opens it can open the board again. Another browser gets a link of its own, by an email to this address.`,
          ]),
      'You get this message because your email address was entered in the share dialog. If you do not know the sender, ignore it or reply to let us know.',
    ],
  });
  return hasAccount ? mail : { ...mail, hasLink: true };
}
