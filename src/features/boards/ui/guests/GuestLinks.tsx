import { useState } from 'react';
import { formatDateTime, formatDay } from '../../../../platform/text/dates.ts';
import { Bin, Pencil, X } from '../../../../ui/icons.tsx';
import { LinkField } from '../LinkField.tsx';
import { SHOWS_ANSWERS, SHOWS_NOTES } from '../../guests/messages.ts';
import { type GuestLink, getGuestPath } from '../../guests/schema.ts';
import { formatOpenings } from './format-openings.ts';

/** A change of guest links that a dialog confirms or completes. */
export type LinkRequest =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'delete'; readonly link: GuestLink }
  | { readonly type: 'remove'; readonly link: GuestLink; readonly guest: GuestLink['guests'][number] };

/** Element id of the button that adds a guest link. */
export const ADD_LINK_ID = 'add-guest-link';

/** The guest links of a board with their settings, and who has opened them. */
export function GuestLinks(props: {
  links: readonly GuestLink[];
  /** False for an archived board, whose links do not work any more. */
  canChange: boolean;
  onRequest: (request: LinkRequest) => void;
}) {
  const { links, canChange, onRequest } = props;
  const [status, setStatus] = useState('');
  if (links.length === 0)
    return (
      <p className="muted">
        With a guest link, people without an account see this board and say what they think of its locations. They read
        your notes only if the link shows them.
      </p>
    );
  return (
    <>
      {!canChange && <p className="muted">The board is archived, so these links no longer work.</p>}
      <ul className="guest-links">
        {links.map((link) => (
          <li key={link.id}>
            <div className="guests__head">
              <h3>{link.name}</h3>
              {canChange && (
                <div className="guest-links__actions">
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Edit guest link ${link.name}`}
                    onClick={() => onRequest({ type: 'edit', link })}
                  >
                    <Pencil />
                  </button>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Delete guest link ${link.name}`}
                    onClick={() => onRequest({ type: 'delete', link })}
                  >
                    <Bin />
                  </button>
                </div>
              )}
            </div>
            {canChange && (
              <LinkField label={`Link for ${link.name}`} path={getGuestPath(link.secret)} onStatus={setStatus} />
            )}
            <p className="muted small">{listSettings(link).join(' · ')}</p>
            <p className="muted small" suppressHydrationWarning>
              {formatOpenings(link)}
            </p>
            {link.guests.length > 0 && (
              <ul className="guest-links__guests">
                {link.guests.map((guest) => (
                  <li key={guest.id}>
                    <div>
                      {guest.name}, {guest.role}
                      <p className="muted small" suppressHydrationWarning>
                        {formatOpenings(guest)}
                      </p>
                    </div>
                    {canChange && (
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={`Remove ${guest.name}`}
                        onClick={() => onRequest({ type: 'remove', link, guest })}
                      >
                        <X />
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <p className="share__status" role="status">
        {status}
      </p>
    </>
  );
}

function listSettings(link: GuestLink): string[] {
  const { expires_on, has_password, can_answer, answers_until, can_download, look_book, shows_answers, shows_notes } =
    link;
  const answers = answers_until === null ? 'Answers' : `Answers until ${formatDateTime(answers_until)}`;
  return [
    expires_on === null ? 'Does not expire' : `Works until ${formatDay(expires_on)}`,
    has_password ? 'Password' : 'No password',
    can_answer ? answers : 'No answers',
    can_download ? 'Downloads' : 'No downloads',
    ...(look_book === null ? [] : [`Look-book ‘${look_book}’`]),
    ...(shows_notes ? [SHOWS_NOTES] : []),
    shows_answers ? SHOWS_ANSWERS : 'Guests do not see the answers of each other',
  ];
}
