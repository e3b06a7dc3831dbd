import { changedBySomebodyElse } from '../../../platform/text/common-messages.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';

export const ENTER_MESSAGE = 'Enter a message.';
export const ENTER_RECIPIENT = 'Enter a name.';
export const ALREADY_PASSED_ON =
  'Somebody with this email address has the enquiry already: write in their conversation, or choose further locations.';
export const OWN_OFFICE = 'Your film office has this enquiry already. Choose an owner or another film office.';
export const CHOOSE_LOCATIONS = 'Choose locations of this enquiry.';
export const ENTER_NOTE = 'Enter a note.';

export const ENQUIRY_SAVED = 'Enquiry saved';
export const ENQUIRY_CHANGED = changedBySomebodyElse('enquiry');
export const ENQUIRY_HAS_NEWS =
  'Somebody else has written in this enquiry or changed it. Nothing was sent: read what is new, then send again.';
export const CANNOT_BE_ASSIGNED = 'Choose somebody who can answer this enquiry.';
export const NOTE_ADDED = 'Note added';
export const ENQUIRY_IS_SPAM = 'This enquiry is marked as spam. Change its state before you write.';
export const answerSent = (email: string) => `Sent to ${email}`;
export const noteLimit = (max: number) =>
  `An enquiry can have at most ${formatNumber(max)} notes. Close it, and ask for a new enquiry.`;
export const messageLimit = (max: number) =>
  `The team can write at most ${formatNumber(max)} messages in an enquiry. Close it, and ask for a new enquiry.`;
