import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';

export const BRIEF_LABEL = 'What the production looks for';
export const DAYS_LABEL = 'Days on which it is possible';
export const ENTER_BRIEF = 'Enter what the production looks for.';
export const DAYS_IN_ORDER = 'Enter a day that is not before the first one.';
export const LAST_DAY_HAS_PASSED = 'Enter a last day that has not passed.';
export const CHOOSE_FEWER_FILTERS = 'Choose fewer filters.';
export const CHOOSE_ANSWER = 'Choose yes or no.';
export const ENTER_PLACE_TITLE = 'Enter what people call the place.';
export const ENTER_PLACE = 'Enter where the place is.';

export const NO_SUCH_CALL_OUT = cannotFind('call-out');
export const NO_SUCH_ANSWER = cannotFind('answer');
export const NO_SUCH_PHOTOGRAPH = cannotFind('photograph');
export const CALL_OUT_CHANGED = changedBySomebodyElse('call-out');
export const NAMES_SECRET_TITLE =
  'The title of this production is under embargo. Remove it from the brief, which owners read.';
export const ONLY_TEAM_PUBLISHES = 'Only the Locations Team decides whether a call-out is on the public page ‘Wanted’.';
export const SENT_ALREADY = 'This call-out was sent. Close it and write another.';
export const NOT_SENT = 'This call-out was not sent. Change or delete it.';
export const CALL_OUT_CLOSED = 'This call-out is closed, or its last day has passed. Write another.';
export const NOBODY_TO_SEND_TO = 'Nobody is left to send this call-out to.';
export const NOT_A_LOCATION = 'This place is not in the catalogue yet. Make it a location first.';
export const LOCATION_DELETED = 'This location has been deleted from the catalogue.';
export const OFFERED_ALREADY = 'This location is in the answer already.';
export const MADE_ALREADY = 'This place is a location already.';
export const PHOTOGRAPHS_ARE_CHECKED = 'Its photographs are still being checked. Try again in a minute.';
export const ADD_TO_DRAFT = 'We have made this place one of your locations. Add photographs there.';
export const NO_OWNER = 'A film office has suggested this place. Ask its owner to register it.';
export const SAID_NO = 'The owner has said no.';

export const CALL_OUT_ADDED = 'Call-out added. Check whom it reaches, then send it';
export const CALL_OUT_SAVED = 'Call-out saved';
export const CALL_OUT_SAVED_UNMARKED =
  'Call-out saved. Its text has changed, so ‘Wanted’ will not show it unless the Locations Team decides so again';
export const CALL_OUT_DELETED = 'Call-out deleted';
export const CALL_OUT_ENDED = 'Call-out closed';
export const ANSWER_OFFERED = 'Added to the answer';
export const LOCATION_MADE = 'The place is now a draft of its owner';
export const ANSWER_SAVED = 'Thank you. Your answer has reached us.';
export const PLACE_ADDED = 'Thank you. The place has reached us.';
export const PHOTOGRAPH_DELETED = 'The photograph has been deleted.';
export const MAILS_STOPPED = 'You will get no more emails about call-outs.';
export const OFFICES_NEED_NO_CONSENT =
  'Film offices are sent all call-outs for their area. Write to us if yours is to get none.';
export const MAILS_WANTED = 'You will get emails about call-outs for your locations.';
export const LINK_UNUSABLE = 'This link has ended, or a part of it is missing.';

/** In the timeline. */
export const SHOWN = 'Shown to the public';
export const CHANGED_AND_UNMARKED = 'Changed, and no longer to be shown to the public';
export const ASKED_FURTHER = 'Owners who have the email are asked about further locations';
export const PUBLIC_ONLY = 'Nobody was emailed. The public page ‘Wanted’ has it';
export const sentTo = (count: number, left: number) =>
  `Sent to ${formatCount(count, 'recipient')}${left > 0 ? `; ${formatNumber(left)} left` : ''}`;
export const tooManyMatches = (max: number) =>
  `More than ${formatNumber(max)} locations match. Choose more filters, so that only owners who can help are asked.`;
export const callOutLimit = (max: number) => `A production can have at most ${formatNumber(max)} call-outs.`;
export const placeLimit = (max: number) => `You can suggest at most ${formatNumber(max)} places.`;
export const photographLimit = (max: number) => `A place can have at most ${formatNumber(max)} photographs here.`;
