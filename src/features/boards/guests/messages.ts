import { formatNumber } from '../../../platform/text/numbers.ts';

export const GUEST_LINK_ENDED = 'This link has expired or was deleted. Ask the person who sent it for a new one.';
export const NO_GUEST_LINK = 'This link was already deleted.';
export const NO_GUEST = 'This guest was already removed.';
export const ENTER_LINK_NAME = 'Enter a name for the link, such as ‘Director’.';
export const ENTER_ROLE = 'Enter your role, such as ‘Director’.';
export const ENTER_NEW_LINK_PASSWORD = 'Enter a password for the link.';
export const ENTER_LINK_PASSWORD = 'Enter the password of the link.';
export const WRONG_LINK_PASSWORD = 'This is not the password of the link. Ask the person who sent it.';
export const ANSWERS_CLOSED = 'Answers are no longer taken. Ask the person who sent you the link.';
export const NO_LONGER_ASKED = {
  UNAVAILABLE: 'This location is no longer available.',
  LOCKED_IN: 'A location was chosen for this section.',
} as const;
export const GIVE_NAME = 'Give your name before you answer.';
export const answerLimit = (max: number) =>
  `A board can have at most ${formatNumber(max)} answers. Ask the person who sent you the link.`;
export const NO_DOWNLOAD = 'This link does not allow downloads.';
export const NO_SENT_LOOK_BOOK = 'This link has no look-book. Ask the person who sent it.';
export const SHOWS_NOTES = 'Guests read your notes on locations';
export const SHOWS_ANSWERS = 'Guests see the answers of each other';
export const guestLinkLimit = (max: number) =>
  `A board can have at most ${max} guest links. Delete one that is no longer needed, then try again.`;
export const guestLimit = (max: number) =>
  `A link is for at most ${max} people. Ask the person who sent it for another one.`;
