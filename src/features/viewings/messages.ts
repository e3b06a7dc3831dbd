import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { formatNumber } from '../../platform/text/numbers.ts';

export const ENTER_TIME = 'Enter a time such as 09:30.';
export const TIMES_IN_ORDER = 'Enter a time that is after the first one.';
export const ENTER_PEOPLE = 'Enter a number of people from 1 to 200.';
/** Why a link has ended, as the beginning of a sentence. */
export const DAY_IS_OVER = 'The day has passed';
export const DAY_HAS_PASSED = 'Enter today or a later day.';
export const CHOOSE_CONTACTS = 'Choose people who are contacts of the production.';
export const CHOOSE_CONTACT = 'Choose a contact of the location, or the account of its owner.';
export const CHOOSE_LOCATION = 'Choose a location of the production.';

export const NO_SUCH_VIEWING = cannotFind('viewing');
export const NO_SUCH_STOP = cannotFind('stop');
export const VIEWING_CHANGED = changedBySomebodyElse('viewing');
export const VIEWING_CLOSED = 'This viewing is cancelled, or its day has passed.';
export const STOP_CANCELLED = 'This stop is cancelled. Add the location again.';
export const ASKED_ALREADY = 'Somebody was asked about this stop. Cancel it, and add it again to ask another contact.';
export const CONTACT_GONE =
  'The contact that was chosen to be asked is gone. Choose another, or remove the stop and add it again.';
export const NOBODY_TO_ASK =
  'Nobody is waiting to be asked. Record the answers of owners without an email address here.';
export const NOBODY_TO_SEND_TO = 'Nobody of the party has an email address.';
export const NO_STOPS = 'Add a stop first.';

export const VIEWING_ADDED = 'Viewing added';
export const VIEWING_SAVED = 'Viewing saved';
export const VIEWING_CANCELLED = 'Viewing cancelled';
export const STOP_ADDED = 'Stop added';
export const STOP_SAVED = 'Stop saved';
export const CONTACT_CHOSEN = 'Contact saved';
export const STOP_REMOVED = 'Stop removed';
export const OWNERS_ASKED = 'The owners are asked by email';
export const ownersAskedExcept = (titles: readonly string[]) =>
  `${OWNERS_ASKED}, except of ${titles.join(', ')}: the chosen contact is gone. Choose another`;
export const ITINERARY_SENT = 'The itinerary is sent';
export const ANSWER_SAVED = 'Thank you. Your answer has been saved.';
export const TIME_CHANGED = 'The time has changed meanwhile. Check it, then answer again.';
export const LINK_UNUSABLE = 'This link has ended, or it is not complete.';
export const mayWeVisit = (title: string) => `May we visit ${title}?`;

export const viewingLimit = (max: number) => `A production can have at most ${formatNumber(max)} viewings.`;
export const stopLimit = (max: number) => `A viewing can have at most ${formatNumber(max)} stops.`;
export const mailLimit = (max: number) =>
  `At most ${formatNumber(max)} emails about viewings are sent for a production in a day. Try again tomorrow.`;
export const answerLimit = (max: number) =>
  `At most ${formatNumber(max)} answers are accepted in a day. Call the office, or try again tomorrow.`;
